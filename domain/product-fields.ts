/** Kinds of sale units; documents name them by the UNECE codes H87, XPK, XRO, XBX, XBG and SET. */
export const SALE_UNITS = ['piece', 'pack', 'roll', 'box', 'bag', 'set'] as const
export type SaleUnit = (typeof SALE_UNITS)[number]

/** Units of what one sale unit holds, by which prices are compared. */
export const CONTENT_UNITS = ['piece', 'm', 'm2', 'l', 'm3', 'kg'] as const
export type ContentUnit = (typeof CONTENT_UNITS)[number]

/** Classes of tax, from which a country's rate follows. */
export const TAX_CLASSES = ['standard', 'reduced', 'zero'] as const
export type TaxClass = (typeof TAX_CLASSES)[number]

/** Parts of a product's facts, in the order of its page. */
export const FIELD_GROUPS = ['numbers', 'unit', 'package', 'customs', 'sale', 'ladder', 'warranty', 'safety'] as const
export type FieldGroup = (typeof FIELD_GROUPS)[number]

/** The part of an entry that facts of every kind have. */
interface AnyField {
  /** Name on every screen. */
  label: string
  /** Explains it at its input. */
  hint?: string
  /** Explains its column in the choice of the import. */
  note?: string
  group: FieldGroup
  /** Readers of a fact that is not on pages alone: of cards too, or only those who edit it. */
  readers?: 'card' | 'editors'
  /** Differs from product to product: is not set for many at once. */
  isOwn?: true
  /** Column of the record; without it named as the fact. */
  column?: string
  /** Columns of a fact that has a component of its own, with their names in the history. */
  columns?: Readonly<Record<string, string>>
  /** Columns of the workbook with their names; without it one that is named as the fact. */
  cells?: Readonly<Record<string, string>>
  /** Further columns that an import may have. */
  imports?: Readonly<Record<string, string>>
  /** Sentence that asks for it, of a fact that decides where a product can be sold. */
  needs?: string
}

type PlainKind =
  | { kind: 'code' | 'name' | 'terms'; max: number }
  | { kind: 'gtin' | 'hsCode' | 'country' }
  | { kind: 'flag' /** Words beside its box. */; statement: string }
  | { kind: 'choice'; choices: Readonly<Record<string, string>>; empty: string }
  | {
      kind: 'number'
      min?: number
      max: number
      /** Absent: whole numbers. */
      decimals?: number
      unit?: string
      /** Stored are so many parts of its unit, as whole numbers. */
      scale?: number
      /** Stands for none. */
      empty?: number
      /** Refuses what is no such number. */
      wrong: string
    }

/** A fact of one column, a text, a number or a choice: all that the shop does with it follows from its entry. */
export type PlainField = AnyField & PlainKind
type ProductField = PlainField | (AnyField & { kind: 'size' | 'content' | 'ladder' | 'safety' | 'sale'; columns: object })

const QUANTITY = 'Please enter a whole number, 1 or more.'

/**
 * The facts by which a product is identified, shipped and sold, in the order of files, refusals and lists. How to add one is under
 * "A fact of a product" in docs/architecture.md.
 */
export const PRODUCT_FIELDS = {
  /** Unique among the seller's products, whatever its case. */
  sku: { kind: 'code', label: 'SKU', hint: 'Your own number for this product', max: 64, group: 'numbers', isOwn: true },
  mpn: { kind: 'code', label: 'MPN', hint: "The maker's part number", note: "maker's part number", max: 70, group: 'numbers', isOwn: true },
  brand: { kind: 'name', label: 'Brand', hint: 'If empty, the name of the business', max: 80, group: 'numbers' },
  /** As typed: 8, 12, 13 or 14 digits, the last one the check digit. */
  gtin: { kind: 'gtin', label: 'GTIN', hint: 'EAN or UPC, with its check digit', note: 'EAN, UPC', group: 'numbers', isOwn: true },
  /** Of one sale unit, packed, as the package is. */
  weight: {
    kind: 'number',
    label: 'Packed weight',
    max: 50_000,
    decimals: 3,
    unit: 'kg',
    scale: 1000,
    group: 'package',
    column: 'weightGrams',
    wrong: 'Please enter a weight from 0.001 to 50,000 kg, with at most three decimals.',
    cells: { weightKg: 'Packed weight in kg' },
    imports: { weightGrams: 'Packed weight in g' },
    needs: 'Add the packed weight.',
  },
  /** All three sides or none. */
  package: {
    kind: 'size',
    label: 'Packed size',
    group: 'package',
    columns: { packageLengthMm: 'Packed length', packageWidthMm: 'Packed width', packageHeightMm: 'Packed height' },
    cells: { packageMm: 'Package in mm (620x520x480)' },
    imports: { packageLengthCm: 'Packed length in cm', packageWidthCm: 'Packed width in cm', packageHeightCm: 'Packed height in cm' },
    needs: 'Add length, width and height of the package.',
  },
  storagePlace: {
    kind: 'code',
    label: 'Storage place',
    hint: 'Where you pick it, such as A-03-2; buyers never see it',
    note: 'for pick lists',
    max: 40,
    group: 'package',
    readers: 'editors',
    isOwn: true,
  },
  /** 6 to 10 digits; dots and spaces are dropped. */
  hsCode: { kind: 'hsCode', label: 'HS code', hint: '6 to 10 digits', group: 'customs', needs: 'Add the HS code.' },
  /** ISO 3166 code. */
  originCountry: {
    kind: 'country',
    label: 'Country of origin',
    note: 'two letters',
    group: 'customs',
    needs: 'Choose the country of origin.',
  },
  saleUnit: {
    kind: 'choice',
    label: 'Sold by the',
    note: 'pack, roll, box, bag, set',
    choices: { piece: 'Piece', pack: 'Pack', roll: 'Roll', box: 'Box', bag: 'Bag', set: 'Set' } satisfies Record<SaleUnit, string>,
    empty: 'piece',
    group: 'unit',
  },
  /** Amount and unit of what one sale unit holds, or neither. */
  content: {
    kind: 'content',
    label: 'Content',
    group: 'unit',
    readers: 'card',
    columns: { contentAmount: 'Content', contentUnit: 'Unit of the content' },
    cells: { contentAmount: 'Content', contentUnit: 'Unit of the content (m, m2, l, m3, kg)' },
  },
  /** Fewest units of an order; ordered are this many, and any number of `quantityStep` more. */
  minQuantity: { kind: 'number', label: 'Minimum order', max: 100_000, empty: 1, wrong: QUANTITY, group: 'unit', readers: 'card' },
  quantityStep: { kind: 'number', label: 'Sold in steps of', max: 100_000, empty: 1, wrong: QUANTITY, group: 'unit', readers: 'card' },
  /** Null: the price breaks of its category; empty: none. */
  ladder: {
    kind: 'ladder',
    label: 'Quantity prices',
    group: 'ladder',
    readers: 'editors',
    columns: { ladder: 'Quantity prices' },
    cells: { ladder: 'Quantity prices (3:5;5:10)' },
  },
  taxClass: {
    kind: 'choice',
    label: 'Tax class',
    note: 'standard, reduced, zero',
    group: 'customs',
    readers: 'editors',
    choices: { standard: 'Standard', reduced: 'Reduced', zero: 'Zero' } satisfies Record<TaxClass, string>,
    empty: 'standard',
  },
  /** Null: the warranty of its specifications or its category. */
  warrantyMonths: {
    kind: 'number',
    label: 'Warranty',
    min: 0,
    max: 240,
    unit: 'months',
    group: 'warranty',
    readers: 'editors',
    wrong: 'Please enter a whole number of months from 0 to 240.',
  },
  warrantyText: { kind: 'terms', label: 'Warranty terms', max: 4000, group: 'warranty', readers: 'editors' },
  /** Empty parts are those of the business. */
  safety: {
    kind: 'safety',
    label: 'Product safety',
    group: 'safety',
    readers: 'editors',
    columns: { safety: 'Product safety' },
    cells: {
      safetyManufacturer: 'Maker for product safety (name, address, email)',
      safetyResponsible: 'Responsible person (name, address, email)',
      safetyWarnings: 'Warnings',
    },
  },
  /** Custom-made: consumers cannot withdraw from its contract (Directive 2011/83/EU, Article 16(c)). */
  isCustom: {
    kind: 'flag',
    label: 'Custom-made',
    note: 'yes, no',
    group: 'unit',
    statement: "Custom-made to the buyer's specifications: private buyers in the European Union can't withdraw from the contract",
  },
  /** Prices of a sale, both or none, each lower than the price, and when it begins and ends. */
  sale: {
    kind: 'sale',
    label: 'Sale price',
    group: 'sale',
    readers: 'editors',
    isOwn: true,
    columns: { saleUsdCents: 'Sale price in USD', saleEurCents: 'Sale price in EUR', saleFrom: 'Sale begins', saleTo: 'Sale ends' },
    cells: { saleUSD: 'Sale price in USD', saleEUR: 'Sale price in EUR', saleFrom: 'Sale begins', saleTo: 'Sale ends' },
  },
} as const satisfies Record<string, ProductField>

type Fields = typeof PRODUCT_FIELDS
/** A fact as calls name it; of the sale they have its four parts. */
export type FieldKey = keyof Fields

type KeysWith<Part> = { [Key in FieldKey]: Fields[Key] extends Part ? Key : never }[FieldKey]
/** A fact without a component of its own. */
export type PlainKey = Exclude<FieldKey, KeysWith<{ columns: object }>>
/** A fact that even cards have. */
type CardKey = KeysWith<{ readers: 'card' }>
/** A fact that everybody may read. */
export type PublicKey = Exclude<FieldKey, KeysWith<{ readers: 'editors' }>>
/** A fact that many products share. */
export type SharedKey = Exclude<FieldKey, KeysWith<{ isOwn: true }>>

/** A fact that decides where a product can be sold. */
export type NeededKey = KeysWith<{ needs: string }>

type NamesIn<Part> = keyof Part & string
/** Columns of the record that a fact is stored in. */
export type ColumnsOf<Key extends FieldKey> = Key extends FieldKey
  ? Fields[Key] extends { columns: infer Columns }
    ? NamesIn<Columns>
    : Fields[Key] extends { column: infer Column extends string }
      ? Column
      : Key
  : never
type CellOf<Key extends FieldKey> = Key extends FieldKey ? (Fields[Key] extends { cells: infer Cells } ? NamesIn<Cells> : Key) : never
/** Columns of the workbook. */
export type FactCell = CellOf<FieldKey>
/** Columns of the workbook that have a fact of one column of the record. */
export type PlainCell = CellOf<PlainKey>
/** Columns that an imported table may have. */
type FactImport = FactCell | { [Key in FieldKey]: Fields[Key] extends { imports: infer More } ? NamesIn<More> : never }[FieldKey]

/** A fact of one column as it is stored. */
export type ValueOf<Key extends PlainKey> = Fields[Key] extends { kind: 'choice'; choices: infer Choices }
  ? keyof Choices
  : Fields[Key] extends { kind: 'flag' }
    ? boolean
    : Fields[Key] extends { kind: 'number' }
      ? number | (Fields[Key] extends { empty: number } ? never : null)
      : Fields[Key] extends { kind: 'terms' }
        ? string
        : string | null

/** Returns the entry of a fact, with all that one may have. */
const entryOf = (key: FieldKey): ProductField => PRODUCT_FIELDS[key]

const keys = Object.keys(PRODUCT_FIELDS) as FieldKey[] // the keys of the object above
/** All facts, in their order. */
export const FIELD_KEYS: readonly FieldKey[] = keys
/** Facts without a component of their own. */
export const PLAIN_KEYS: readonly PlainKey[] = keys.filter(isPlain)
/** Facts that even cards have. */
export const CARD_KEYS: readonly CardKey[] = keys.filter((key) => entryOf(key).readers === 'card') as CardKey[] // as its type says
/** Facts that everybody may read. */
export const PUBLIC_KEYS: readonly PublicKey[] = keys.filter((key) => entryOf(key).readers !== 'editors') as PublicKey[] // likewise
/** Facts that many products share. */
export const SHARED_KEYS: readonly SharedKey[] = keys.filter((key) => !entryOf(key).isOwn) as SharedKey[] // likewise
/** Facts that decide where a product can be sold. */
export const NEEDED_KEYS: readonly NeededKey[] = keys.filter((key) => entryOf(key).needs) as NeededKey[] // likewise

/** Returns the members of an object with these names. */
export const pick = <Source extends object, Name extends keyof Source>(source: Source, names: readonly Name[]): Pick<Source, Name> =>
  Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name> // one for each name

/** Returns whether a fact has no component of its own. */
export function isPlain(key: FieldKey): key is PlainKey {
  return !('columns' in PRODUCT_FIELDS[key])
}

/** Returns the entry of a fact, with all that one of its kind may have. */
export const plainField = (key: PlainKey): PlainField => PRODUCT_FIELDS[key]

/** Returns an object with a member for each fact of one column; `Members` names what `member` makes of its kind. */
export const eachPlain = <Members extends Record<PlainKey, unknown>>(member: (field: PlainField, key: PlainKey) => unknown): Members =>
  Object.fromEntries(PLAIN_KEYS.map((key): [string, unknown] => [key, member(plainField(key), key)])) as Members // one for each

/** Returns a stored number in the unit of its fact. */
export const inUnit = (field: PlainField, stored: number): number => (field.kind === 'number' ? stored / (field.scale ?? 1) : stored)

/** Returns the name of a fact at its input: "Packed weight in kg". */
export function inputLabel(key: FieldKey): string {
  const field = entryOf(key)
  return 'unit' in field && field.unit !== undefined ? `${field.label} in ${field.unit}` : field.label
}

/** Returns the columns of a record that have these facts, with their names in the history. */
export function columnLabels<Key extends FieldKey>(keys: readonly Key[]): Record<ColumnsOf<Key>, string> {
  const columns = keys.map((key) => {
    const { columns: several, column = key, label } = entryOf(key)
    return several ?? { [column]: label }
  })
  return Object.assign({}, ...columns) as Record<ColumnsOf<Key>, string> // as the entries say
}

/** Returns the columns of a record that have these facts. */
export const columnsOf = <Key extends FieldKey>(keys: readonly Key[]) =>
  keys.flatMap((key) => Object.keys(columnLabels([key]))) as ColumnsOf<Key>[] // as the entries say

const cellsOf = (key: FieldKey): Readonly<Record<string, string>> => {
  const { cells, note } = entryOf(key)
  return cells ?? { [key]: note === undefined ? inputLabel(key) : `${inputLabel(key)} (${note})` }
}

/** Columns of the workbook with the facts, in its order. */
export const FACT_CELLS: readonly FactCell[] = keys.flatMap((key) => Object.keys(cellsOf(key))) as FactCell[] // as the entries say

/** Columns that an imported table may have, with their names in its choice. */
export const FACT_IMPORTS = Object.assign({}, ...keys.flatMap((key) => [cellsOf(key), entryOf(key).imports])) as Readonly<
  Record<FactImport, string>
> // as the entries say

/** Returns the columns of the workbook with facts of these kinds. */
export const cellsOfKinds = (...kinds: readonly ProductField['kind'][]): FactCell[] =>
  FACT_CELLS.filter((cell) => keys.some((key) => kinds.includes(PRODUCT_FIELDS[key].kind) && cell in cellsOf(key)))

/** Column of the workbook by fact. */
export const CELL_OF = eachPlain<Record<PlainKey, PlainCell>>((_field, key) => Object.keys(cellsOf(key))[0])

/**
 * Names of columns in English, German and French, separated by `|`, which the import takes for a fact; it finds units, currencies and
 * languages beside them. They stand apart because the browser has no use for them.
 */
export const FIELD_HEADINGS = {
  sku: `sku|skus|stock keeping unit|sku code|article number|article no|article nr|article code|article id|item number|item no|item nr|
    item code|item id|part number|part no|part nr|product code|product number|product no|product sku|stock code|order number|order code|
    catalog number|catalog no|material number|reference|reference number|reference no|reference code|ref|ref no|merchant sku|seller sku|
    artikelnummer|artikel nummer|artikelnr|artikel nr|artikel no|art nr|artnr|art no|artikelcode|artikel id|bestellnummer|bestellnr|
    bestell nr|produktnummer|produktnr|produkt nr|produktcode|teilenummer|teilenr|teile nr|sachnummer|sachnr|materialnummer|materialnr|
    warennr|lagernummer|référence|référence produit|référence article|référence interne|réf|réf produit|réf article|code article|
    code produit|code interne|numéro d article|numéro article|no article|n article|n d article|no d article|numéro de référence|
    numéro de produit|ugs`,
  mpn: `mpn|manufacturer part number|manufacturer part no|manufacturer number|manufacturer no|manufacturer sku|manufacturer reference|
    maker part number|model number|model no|herstellernummer|herstellernr|hersteller nr|herstellerartikelnummer|hersteller artikelnummer|
    hersteller artikel nr|herstellerteilenummer|hersteller teilenummer|modellnummer|référence fabricant|référence constructeur|
    réf fabricant|numéro de pièce fabricant|numéro de modèle`,
  gtin: `gtin|gtins|gtin 8|gtin 12|gtin 13|gtin 14|ean|eans|ean 8|ean 13|ean code|ean nummer|ean nr|upc|upc a|upc code|jan|isbn|barcode|
    barcodes|bar code|barcode number|strichcode|barcodenummer|gtin nummer|gtin ean|ean gtin|ean upc|gtin upc ean or isbn|gtin ean upc|
    code barres|code à barres|code ean|code ean 13|numéro gtin|gencod|gencode`,
  brand: `brand|brand name|brands|manufacturer|manufacturer name|producer|marke|marken|markenname|hersteller|herstellername|fabrikat|
    produzent|marque|marques|fabricant|nom du fabricant|producteur`,
  weight: `weight|product weight|item weight|packed weight|package weight|shipping weight|gross weight|unit weight|gewicht|versandgewicht|
    bruttogewicht|packgewicht|paketgewicht|gewicht verpackt|artikelgewicht|produktgewicht|poids|poids brut|poids emballé|poids du colis|
    poids expédition|poids produit`,
  packageMm: `package|package size|package dimensions|packed size|packed dimensions|shipping dimensions|paketmaße|packmaße|packmaß|
    verpackungsmaße|versandmaße|maße verpackt|dimensions du colis|dimensions emballées|dimensions emballé`,
  length: `packed length|package length|shipping length|packlänge|paketlänge|verpackungslänge|länge verpackt|länge in mm|longueur en mm|
    longueur du colis|longueur emballée|length in mm`,
  width: `packed width|package width|shipping width|packbreite|paketbreite|verpackungsbreite|breite verpackt|breite in mm|largeur en mm|
    largeur du colis|largeur emballée|width in mm`,
  height: `packed height|package height|shipping height|packhöhe|pakethöhe|verpackungshöhe|höhe verpackt|höhe in mm|hauteur en mm|
    hauteur du colis|hauteur emballée|height in mm`,
  storagePlace: `storage place|storage location|bin|bin location|shelf|shelf location|warehouse location|stock location|pick location|
    lagerplatz|lagerort|regalplatz|regalfach|stellplatz|emplacement|emplacement de stockage|emplacement entrepôt`,
  hsCode: `hs code|hs|hts code|customs code|customs tariff number|customs number|tariff number|tariff code|commodity code|
    harmonized system code|zolltarifnummer|zolltarifnr|zollnummer|warennummer|statistische warennummer|taric|code douanier|code sh|
    numéro tarifaire|nomenclature douanière|code taric`,
  originCountry: `country of origin|origin|origin country|country of manufacture|made in|manufactured in|herkunft|herkunftsland|ursprung|
    ursprungsland|herstellungsland|pays d origine|origine|pays de fabrication|fabriqué en`,
  saleUnit: 'sold by the|sold as|sale unit|sales unit|selling unit|verkaufseinheit|verkauft als|unité de vente|vendu par|conditionnement',
  contentAmount: 'content|content amount|contents|inhalt|inhaltsmenge|füllmenge|contenu|contenance',
  contentUnit: 'content unit|unit of the content|unit of content|unit|inhaltseinheit|einheit des inhalts|einheit|unité du contenu|unité',
  minQuantity: `minimum order|minimum order quantity|minimum quantity|minimal quantity|minimum|min quantity|min qty|min order|
    min order qty|order minimum|moq|mindestbestellmenge|mindestbestellung|mindestmenge|mindestabnahme|quantité minimale|quantité minimum|
    commande minimum|commande minimale|minimum de commande`,
  quantityStep: `sold in steps of|quantity step|quantity steps|order step|order multiple|order increment|qty increments|bestellschritt|
    bestellschritte|mengenschritt|verkauft in schritten von|abnahme in schritten von|multiple de commande|pas de commande|
    vendu par multiple de|vendu par pas de`,
  ladder: `quantity prices|price tiers|price breaks|volume discounts|quantity discounts|ladder|staffelpreise|preisstaffel|preisstaffeln|
    mengenpreise|mengenrabatte|mengenstaffel|prix par quantité|prix dégressifs|paliers de prix|remises quantitatives`,
  taxClass: 'tax class|tax category|steuerklasse|steuersatz klasse|classe de taxe|classe fiscale|catégorie de taxe',
  warrantyMonths: `warranty|warranty in months|warranty months|guarantee|guarantee months|garantie|garantie in monaten|garantiezeit|
    garantiedauer|gewährleistung|garantie en mois|durée de garantie`,
  warrantyText: 'warranty terms|warranty text|guarantee terms|garantiebedingungen|garantietext|conditions de garantie',
  safetyManufacturer: `maker for product safety|product safety maker|hersteller produktsicherheit|produktsicherheit hersteller|
    gpsr manufacturer|fabricant sécurité du produit`,
  safetyResponsible: `responsible person|product safety responsible person|verantwortliche person|verantwortliche person eu|
    gpsr responsible person|personne responsable`,
  safetyWarnings: `warnings|warning|safety warnings|safety information|warnhinweise|warnhinweis|sicherheitshinweise|avertissements|
    consignes de sécurité`,
  isCustom: `made to the buyer s order|custom made to the buyer s specifications|is custom|custom made|custom|sonderanfertigung|
    maßanfertigung|kundenspezifisch|sur mesure|fait sur mesure`,
  sale: `sale price|sale|special price|promo price|promotional price|offer price|discount price|discounted price|angebotspreis|
    aktionspreis|sonderpreis|rabattpreis|prix promo|prix promotionnel|prix spécial|prix soldé|prix remisé|tarif promo|prix barré promo`,
  saleFrom: `sale from|sale begins|sale begin|sale start|sale starts|sale start date|sale price from|special price from|
    special price from date|special from date|date sale price starts|promo from|angebot ab|angebot von|angebot beginnt|aktion ab|
    aktion von|aktionsbeginn|angebotsbeginn|datum an dem angebotspreis beginnt|début de promo|début de la promotion|
    date de début de promo|promo du|promotion du`,
  saleTo: `sale to|sale ends|sale end|sale end date|sale price to|special price to|special price to date|special to date|
    date sale price ends|promo to|angebot bis|angebot endet|aktion bis|aktionsende|angebotsende|datum an dem angebotspreis endet|
    fin de promo|fin de la promotion|date de fin de promo|promo au|promotion au`,
} satisfies Record<PlainKey, string> & Record<string, string>
