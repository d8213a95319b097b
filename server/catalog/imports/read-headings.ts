import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField } from '#domain/import-fields.ts'
import { slugify } from '#domain/product.ts'
import { FIELD_HEADINGS } from '#domain/product-fields.ts'

/** A name that a heading has, before a currency or unit in it says which field that is. */
export type Meaning = ImportField | 'price' | 'preis' | 'sale' | 'weight' | 'length' | 'width' | 'height'

/**
 * Names of columns in English, German and French, separated by `|`. Case, accents and punctuation do not count; units, currencies and
 * languages are found beside them.
 */
const NAMES: Partial<Record<Meaning, string>> = {
  slug: `
    slug|handle|url handle|url key|url rewritten|rewritten url|url slug|link rewrite|product address|page address|address|
    adresse|url-schlüssel|adresse der seite|url réécrite|url simplifiée`,
  name: `
    name|title|product|product name|product title|item|item name|name of product|article name|bezeichnung|
    artikelbezeichnung|produktbezeichnung|artikel|artikelname|produkt|produktname|titel|nom|nom du produit|produit|
    désignation|libellé|intitulé|titre|nom de l article`,
  description: `
    description|short description|summary|subtitle|kurzbeschreibung|kurztext|zusammenfassung|description courte|résumé|
    récapitulatif|brève description`,
  fullDescription: `
    full description|long description|detailed description|details|body|body html|text|beschreibung|langbeschreibung|
    langtext|produktbeschreibung|artikelbeschreibung|ausführliche beschreibung|vollständige beschreibung|beschreibungstext|
    description longue|description complète|description détaillée|descriptif|description du produit|description html`,
  type: 'type|kind|product kind|produkttyp|produktart|typ|art|type de produit|genre',
  category: `
    category|categories|main category|category name|product category|product categories|group|product group|item group|
    collection|taxon|taxons|kategorie|kategorien|hauptkategorie|produktkategorie|warengruppe|produktgruppe|artikelgruppe|
    rubrik|catégorie|catégories|catégorie principale|catégorie de produit|famille|famille de produits|rayon|gamme`,
  business: `
    business|business name|vendor|vendor name|supplier|supplier name|seller|seller name|sold by|unternehmen|firma|lieferant|
    anbieter|verkäufer|händler|fournisseur|vendeur|entreprise|société|marchand`,
  price: `
    price|unit price|sales price|selling price|regular price|list price|base price|retail price|net price|price per unit|
    product price|item price|cost per unit`,
  preis: `
    preis|einzelpreis|stückpreis|verkaufspreis|vk|vk preis|listenpreis|nettopreis|grundpreis|normalpreis|regulärer preis|
    preis pro stück|preis je einheit|prix|prix unitaire|prix de vente|prix net|prix public|tarif|
    tarif régulier|prix normal|prix de base|pu`,
  priceUSD: 'usd|dollar|us dollar',
  priceEUR: 'eur|euro',
  stock: `
    stock|stocks|stock qty|stock level|stock quantity|stock on hand|quantity|qty|quantity available|available quantity|
    quantity in stock|inventory|inventory quantity|inventory qty|inventory count|inventory level|inventories|count on hand|
    on hand|units in stock|in stock|available|bestand|lagerbestand|lagermenge|lager|menge|anzahl|stückzahl|verfügbar|
    verfügbare menge|auf lager|vorrat|vorrätig|quantité|quantité en stock|quantité disponible|qté|qté en stock|
    stock disponible|en stock|disponible|disponibilité en stock`,
  featured: `
    featured|is featured|featured product|highlighted|hervorgehoben|empfohlen|empfehlung|mis en avant|produit vedette|
    vedette`,
  status: `
    status|state|published|active|is active|enabled|visible|online|product online|veröffentlicht|aktiv|sichtbar|freigegeben|
    statut|état|publié|actif|activé|en ligne`,
  energyEfficiency: 'energy use|energieeffizienz|efficacité énergétique',
  materialSavings: 'material saving|materialeinsparung|materialersparnis|économies de matière|économie de matière',
  carbonReduction: `
    carbon savings|co2 reduction|co2 savings|co2-einsparung|co2-reduktion|réduction de carbone|réduction du carbone|
    réduction co2`,
  leadTimeDays: `
    lead time|lead time in business days|delivery time|delivery days|handling time|dispatch time|ships in|lieferzeit|
    lieferfrist|lieferdauer|vorlaufzeit|délai|délai de livraison|délai d expédition|délai d approvisionnement`,
  shippingClass: `
    shipping class|ships as|shipping type|versandklasse|versandart|versand als|classe de livraison|classe d expédition|
    type d envoi|expédié en`,
  impactModel: 'calculator figures|impact model|rechnerwerte|kennzahlen des rechners|chiffres du calculateur',
  fits: 'fits|compatible with|passt zu|kompatibel mit|compatible avec|convient à',
  features: `
    features|feature|bullet points|highlights|eigenschaften|merkmale|produktmerkmale|vorteile|caractéristiques|points forts|
    avantages`,
  images: `
    images|image|image url|image urls|image link|image src|image address|main image|base image|additional images|
    additional image link|product image|product images|picture|pictures|picture url|picture urls|photo|photos|photo url|
    media|bild|bilder|bild url|bild urls|bildlink|bildadresse|hauptbild|weitere bilder|produktbild|produktbilder|foto|fotos|
    image principale|images produit|url image|url images|url de l image|url des images|lien image|lien de l image|
    adresse de l image|visuel`,
  imageAlt: `
    image alt|image alt text|image alt texts|alt text|alternative text|text of the image|alternativtext|bildbeschreibung|
    bildtext|texte alternatif|texte de l image|légende`,
  currency: 'currency|currency code|price currency|währung|währungscode|devise|monnaie|code devise',
  weightUnit: 'weight unit|unit of weight|gewichtseinheit|unité de poids|unité du poids',
  sizeUnit: 'dimensions unit|dimension unit|size unit|maßeinheit|unité de dimension|unité des dimensions',
  parent: `
    parent|parent sku|parent id|parent code|parent reference|übergeordnet|übergeordneter artikel|vaterartikel|elternartikel|
    artikel parent|produit parent|référence parent`,
  ...FIELD_HEADINGS,
}

/** Normalizes a word for comparison: `Größe`, `Groesse` and `grosse` are one. */
const plainVowels = (word: string) => word.replaceAll('ae', 'a').replaceAll('oe', 'o').replaceAll('ue', 'u')
const keyOf = (words: readonly string[]) => plainVowels(words.join(''))
const bare = (label: string) => label.replace(/\(.*?\)/g, ' ')

/** Splits a heading into words: `priceUSD`, `Price (USD)` and `price_usd` are `price usd`. */
export function wordsOf(heading: string): string[] {
  const spaced = heading
    .replace(/([a-zà-ÿ])([A-Z])/g, '$1 $2')
    .replaceAll('€', ' eur ')
    .replaceAll('$', ' usd ')
    .replaceAll('£', ' gbp ')
    .replace(/(\p{L}|^)\s*[#№]/gu, '$1 no ')
    .replace(/n[°º]/gi, 'n ')
    .replace(/['’]/g, ' ')
  return slugify(spaced.slice(0, 80)).split('-').filter(Boolean)
}

/** Returns the form in which two headings are compared. */
export const headingKey = (heading: string): string => keyOf(wordsOf(heading))

/** Compiles names separated by `|` for `find`. */
export function compile(names: Partial<Record<string, string>>): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  for (const [meaning, list = ''] of Object.entries(names))
    for (const name of list
      .split('|')
      .map((name) => name.trim())
      .filter(Boolean))
      known.set(keyOf(wordsOf(name)), meaning)
  return known
}

const WORDS = compile(NAMES)
/** The labels of the dialog and the columns of the workbook, as they are and without what is in parentheses. */
const LABELS: ReadonlyMap<string, ImportField> = new Map(
  IMPORT_FIELD_NAMES.filter((field) => field !== 'specification').flatMap((field) =>
    [field, IMPORT_FIELDS[field], bare(IMPORT_FIELDS[field])].map((text) => [keyOf(wordsOf(text)), field] as const),
  ),
)

const UNITS: Readonly<Record<string, string>> = {
  kg: 'kg',
  kgs: 'kg',
  kilo: 'kg',
  kilos: 'kg',
  kilogram: 'kg',
  kilograms: 'kg',
  kilogramm: 'kg',
  kilogramme: 'kg',
  kilogrammes: 'kg',
  g: 'g',
  gr: 'g',
  gram: 'g',
  grams: 'g',
  gramm: 'g',
  gramme: 'g',
  grammes: 'g',
  lb: 'lb',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  oz: 'oz',
  ounce: 'oz',
  ounces: 'oz',
  mm: 'mm',
  millimeter: 'mm',
  millimetre: 'mm',
  millimeters: 'mm',
  cm: 'cm',
  centimeter: 'cm',
  centimetre: 'cm',
  zentimeter: 'cm',
  m: 'm',
  meter: 'm',
  metre: 'm',
  inch: 'in',
  inches: 'in',
  zoll: 'in',
  pouces: 'in',
  ft: 'ft',
  feet: 'ft',
}
/** Factors to kilograms. */
export const WEIGHTS: Readonly<Record<string, number>> = { kg: 1, g: 0.001, lb: 0.453_592_37, oz: 0.028_349_523_125 }
/** Factors to centimeters. */
export const LENGTHS: Readonly<Record<string, number>> = { mm: 0.1, cm: 1, m: 100, in: 2.54, ft: 30.48 }

const CURRENCIES: Readonly<Record<string, string>> = {
  usd: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  us: 'USD',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
}
const OTHER_CURRENCIES = ['gbp', 'chf', 'cad', 'aud', 'nzd', 'jpy', 'cny', 'sek', 'nok', 'dkk', 'pln', 'czk', 'huf', 'inr', 'brl', 'mxn']
const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pl',
  'us',
  'gb',
  'uk',
  'at',
  'ch',
  'default',
  'deutsch',
  'english',
  'francais',
  'englisch',
]
const NET = ['net', 'netto', 'ht', 'excl', 'exkl', 'excluded', 'excluding', 'ohne', 'zzgl', 'hors', 'before']
const GROSS = ['gross', 'brutto', 'ttc', 'incl', 'inkl', 'included', 'including', 'inclusive', 'mit', 'with']
const TAX = ['tax', 'taxes', 'vat', 'mwst', 'ust', 'tva', 'taxe', 'steuer']
const FILLERS = ['in', 'en', 'of', 'the', 'de', 'du', 'per', 'pro', 'je', 'par', 'x', 'y', 'z', '0', '1']
const DAYS = [
  'day',
  'days',
  'tag',
  'tage',
  'tagen',
  'werktage',
  'werktagen',
  'arbeitstage',
  'jour',
  'jours',
  'ouvres',
  'business',
  'working',
  'month',
  'months',
  'monate',
  'monaten',
  'mois',
]
const OWNERS = ['product', 'item', 'variant', 'produkt', 'artikel', 'produit', 'article', 'variante', 'my', 'internal']

/** Returns the unit that a word is, as `WEIGHTS` and `LENGTHS` have it; null: none. */
export function unitIn(word: string): string | null {
  if (/^["″”]|^''$/.test(word)) return 'in'
  const key = word.toLowerCase()
  if (key === 'in') return 'in'
  return Object.hasOwn(UNITS, key) ? (UNITS[key] ?? null) : null
}

/** The measures that a heading names: `kg` of `Weight (kg)`, `EUR` of `Preis in €`. */
export interface HeadingUnits {
  unit: string | null
  currency: 'USD' | 'EUR' | 'other' | null
  isGross: boolean
}

/** Returns the unit and currency in a heading. */
export function unitsOf(heading: string): HeadingUnits {
  const words = wordsOf(heading)
  const last = [...words].reverse()
  const unit = last.map((word) => UNITS[word]).find((found) => found !== undefined)
  const currency = last.map((word) => (OTHER_CURRENCIES.includes(word) ? 'other' : CURRENCIES[word])).find((found) => found !== undefined)
  const isInches = /\(\s*in\.?\s*\)|["”]\s*\)?$/.test(heading)
  return {
    unit: unit ?? (isInches ? 'in' : null),
    currency: (currency as HeadingUnits['currency'] | undefined) ?? null, // the three values of the tables above
    isGross: words.some((word) => GROSS.includes(word)) && !words.some((word) => NET.includes(word)),
  }
}

const isUnit = (word: string) => Object.hasOwn(UNITS, word)
const isCurrency = (word: string) => Object.hasOwn(CURRENCIES, word) || OTHER_CURRENCIES.includes(word)

/** Returns what may be left of a heading, the whole of it first, then without what stands beside the name. */
function* readings(heading: string): Generator<string[]> {
  for (const text of [heading, bare(heading).replace(/\[.*?\]/g, ' '), heading.replace(/:.*$/s, '')]) {
    const whole = wordsOf(text)
    yield whole
    const lists = [TAX, NET, GROSS, FILLERS, DAYS]
    let words = whole.filter((word, at) => at === 0 || !(isUnit(word) || isCurrency(word)))
    yield words
    while (words.length > 1 && (LANGUAGES.includes(words.at(-1) ?? '') || /^\d+$/.test(words.at(-1) ?? ''))) words = words.slice(0, -1)
    yield words
    const plain = words.filter((word) => !lists.some((list) => list.includes(word)) && !/^\d+$/.test(word))
    yield plain
    yield plain.map((word) => word.replace(/\d+$/, ''))
    if (OWNERS.includes(plain[0] ?? '')) yield plain.slice(1)
    if (isCurrency(whole[0] ?? '')) yield whole.slice(1)
  }
}

/** Returns what a heading means by these names, before those of every table; null: nothing that is known. */
export function meaningOf(heading: string, own?: ReadonlyMap<string, string>): Meaning | 'none' | null {
  for (const words of readings(heading)) {
    const key = keyOf(words)
    const found = own?.get(key) ?? LABELS.get(key) ?? WORDS.get(key)
    // the keys of NAMES, of IMPORT_FIELDS and of the other shops' names
    if (found !== undefined && key !== '') return found as Meaning | 'none'
  }
  return null
}
