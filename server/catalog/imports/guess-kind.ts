import type { ImportKind } from '#domain/import-fields.ts'
import { compile, headingKey } from './read-headings.ts'

/** The marks of another shop system's exports, and the names of their columns. */
interface ShopExport {
  kind: Exclude<ImportKind, 'reflute' | 'other'>
  /** Sets of headings, as joined words, of which one must be there. */
  marks: readonly (readonly string[])[]
  /** Names before those of every table; `none`: columns that other names would take for something else. */
  names: ReadonlyMap<string, string>
}

const SHOPIFY = compile({
  slug: 'handle|url handle',
  name: 'title',
  fullDescription: 'body html|description',
  business: 'vendor',
  category: 'type|product category',
  specification: 'tags',
  status: 'published|published on online store|status',
  sku: 'variant sku|sku',
  gtin: 'variant barcode|barcode',
  weightGrams: 'variant grams|weight value grams',
  priceUSD: 'variant price|price',
  stock: 'variant inventory qty|inventory quantity',
  images: 'image src|product image url',
  imageAlt: 'image alt text',
  variantImage: 'variant image|variant image url',
})

/** WooCommerce writes its headings in the language of its staff. */
const WOOCOMMERCE = compile({
  rowId: 'id',
  rowKind: 'type|typ',
  parent: 'parent|übergeordnet|übergeordnetes produkt',
  sku: 'sku|artikelnummer|ugs',
  name: 'name|nom',
  status: 'published|veröffentlicht|publié',
  featured: 'is featured|ist hervorgehoben|hervorgehoben|mis en avant',
  description: 'short description|kurzbeschreibung|description courte',
  fullDescription: 'description|beschreibung',
  price: 'regular price',
  preis: 'regulärer preis|tarif régulier|prix régulier',
  sale: 'sale price|angebotspreis|tarif promo|prix promo',
  saleFrom: `date sale price starts|datum an dem angebotspreis beginnt|datum an dem der angebotspreis beginnt|date de début de promo|
    date de début de la promo`,
  saleTo: `date sale price ends|datum an dem angebotspreis endet|datum an dem der angebotspreis endet|date de fin de promo|
    date de fin de la promo`,
  stock: 'stock|lager|bestand|lagerbestand',
  weightKg: 'weight kg|gewicht kg|poids kg',
  weightGrams: 'weight g|gewicht g|poids g',
  weight: 'weight lbs|weight oz|gewicht lbs|poids lbs',
  packageLengthCm: 'length cm|länge cm|longueur cm',
  packageWidthCm: 'width cm|breite cm|largeur cm',
  packageHeightCm: 'height cm|höhe cm|hauteur cm',
  length: 'length mm|length in|länge mm|longueur mm',
  width: 'width mm|width in|breite mm|largeur mm',
  height: 'height mm|height in|höhe mm|hauteur mm',
  gtin: 'gtin upc ean or isbn|gtin upc ean oder isbn|gtin upc ean ou isbn|gtin',
  category: 'categories|kategorien|catégories',
  specification: 'tags|schlagwörter|étiquettes',
  images: 'images|bilder',
  brand: 'brands|marken|marques',
})

const MAGENTO = compile({
  rowKind: 'product type|type',
  fullDescription: 'description',
  slug: 'url key',
  images: 'base image|additional images|image',
  attributes: 'additional attributes',
  variants: 'configurable variations',
  status: 'product online|status',
  saleFrom: 'special price from date|special from date',
  saleTo: 'special price to date|special to date',
  none: `small image|thumbnail|thumbnail image|swatch image|visibility|is in stock|min cart qty|max cart qty|qty increments|out of stock qty|
    tax class name|base image label|additional image labels|website id|new from date|news from date|attribute set code|attribute set`,
})

const BAGISTO = compile({
  rowKind: 'type',
  parent: 'parent sku',
  fullDescription: 'description',
  slug: 'url key',
  stock: 'inventories|inventory|quantity|qty',
  saleFrom: 'special price from',
  saleTo: 'special price to',
  variants: 'configurable variants',
  none: 'locale|channel|new|visible individually|attribute family code|attribute family name|tax category|tax category name|cost|super attributes',
})

const MEDUSA = compile({
  slug: 'product handle',
  name: 'product title',
  description: 'product subtitle',
  fullDescription: 'product description',
  status: 'product status',
  weightGrams: 'product weight|variant weight',
  category: 'product type|product type value|product collection title|product category|product categories',
  specification: 'product material',
  stock: 'variant inventory quantity|variant inventory qty',
  sku: 'variant sku',
  gtin: 'variant barcode|variant ean|variant upc',
  images: 'product thumbnail|product image url|image url|image',
  originCountry: 'product origin country|variant origin country',
  hsCode: 'product hs code|variant hs code',
  price: 'variant price|price',
  none: `product id|variant id|variant title|product length|product width|product height|variant length|variant width|variant height|product mid code|
    product type id|product collection id|product collection handle|product profile name|product profile type|shipping profile id|variant material`,
})

const SPREE = compile({
  fullDescription: 'description',
  business: 'vendor name',
  stock: 'inventory count|count on hand',
  length: 'depth',
  width: 'width',
  height: 'height',
  sizeUnit: 'dimensions unit',
  specification: 'tags',
  category: 'category',
  none: 'compare at price|tax category|labels|digital|track inventory|inventory backorderable|available on|discontinue on|cost price|meta title',
})

const VENDURE = compile({
  fullDescription: 'description',
  images: 'assets',
  attributes: 'facets',
  optionName: 'option groups',
  optionValue: 'option values',
  variantImage: 'variant assets',
  stock: 'stock on hand',
  none: 'tax category|track inventory|variant facets',
})

/** PrestaShop names the columns of its samples in the language of its staff. */
const PRESTASHOP = compile({
  sku: 'reference|reference no|référence|artikel nr|artikelnummer|artikel nr no',
  category: 'categories|category|catégories|catégorie|kategorien|kategorie|default category|catégorie par défaut',
  preis: `price|price tax excluded|price tax excl|price tax excluded or price tax included|price tax excl or tax incl|prix ht|prix hors taxe|
    prix ht ou prix ttc|prix ht ou ttc|preis zzgl mwst|preis zzgl mwst oder preis inkl mwst|preis ohne mwst|preis netto|final price tax excl`,
  description: 'summary|short description|résumé|récapitulatif|kurzbeschreibung|zusammenfassung',
  fullDescription: 'description|beschreibung',
  length: 'depth|profondeur|tiefe|length|longueur|länge',
  width: 'width|largeur|breite',
  height: 'height|hauteur|höhe',
  attributes: 'feature|features|caractéristique|caractéristiques|eigenschaft|eigenschaften|funktion',
  optionName: 'attribute|attributes|attribut|attributs',
  optionValue: 'value|values|valeur|valeurs|wert|werte',
  parent: 'product reference|référence produit|référence du produit',
  minQuantity: 'minimal quantity|quantité minimale|mindestmenge',
  none: `product id|id|on sale|en promo|im angebot|supplier|fournisseur|lieferant|supplier reference|supplier reference no|référence fournisseur|
    discount from|discount to|wholesale price|prix d achat|tax rules id|price tax included|price tax incl|prix ttc|delivery time|delai de livraison|
    delivery time of in stock products|delivery time of out of stock products with allowed orders|available for order|condition|unit price`,
})

const GOOGLE = compile({
  sku: 'id',
  name: 'title',
  fullDescription: 'description',
  images: 'image link|additional image link',
  category: 'product type',
  stock: 'quantity|sell on google quantity',
  weight: 'shipping weight|product weight',
  length: 'shipping length',
  width: 'shipping width',
  height: 'shipping height',
  specification: 'color|size|material|pattern',
  none: `link|availability|condition|identifier exists|google product category|item group id|product highlight|unit pricing measure|
    unit pricing base measure|shipping|tax|adult|age group|gender|mobile link|shipping label|max handling time|min handling time`,
})

const EXPORTS: readonly ShopExport[] = [
  {
    kind: 'shopify',
    marks: [
      ['handle', 'title', 'bodyhtml'],
      ['handle', 'title', 'variantprice'],
      ['urlhandle', 'title', 'price'],
    ],
    names: SHOPIFY,
  },
  {
    kind: 'woocommerce',
    marks: [
      ['sku', 'name', 'regularprice'],
      ['artikelnummer', 'name', 'regularerpreis'],
      ['sku', 'name', 'regularerpreis'],
      ['ugs', 'nom', 'tarifregulier'],
      ['sku', 'nom', 'tarifregulier'],
    ],
    names: WOOCOMMERCE,
  },
  {
    kind: 'bagisto',
    marks: [
      ['attributefamilycode', 'sku'],
      ['attributefamilyname', 'sku'],
      ['inventories', 'urlkey', 'sku'],
      ['parentsku', 'urlkey', 'channel'],
    ],
    names: BAGISTO,
  },
  {
    kind: 'magento',
    marks: [
      ['sku', 'attributesetcode'],
      ['sku', 'attributeset', 'type'],
      ['sku', 'producttype', 'urlkey'],
      ['sku', 'productwebsites'],
      ['sku', 'producttype', 'productonline'],
    ],
    names: MAGENTO,
  },
  { kind: 'medusa', marks: [['producthandle', 'producttitle']], names: MEDUSA },
  {
    kind: 'vendure',
    marks: [
      ['optiongroups', 'optionvalues'],
      ['stockonhand', 'taxcategory'],
      ['variantassets', 'sku'],
    ],
    names: VENDURE,
  },
  {
    kind: 'spree',
    marks: [
      ['slug', 'sku', 'option1name'],
      ['slug', 'inventorycount'],
      ['slug', 'sku', 'countonhand'],
      ['slug', 'inventorybackorderable'],
    ],
    names: SPREE,
  },
  {
    kind: 'prestashop',
    marks: [
      ['active01', 'name'],
      ['actif01', 'nom'],
      ['aktiv01', 'name'],
      ['productid', 'taxrulesid'],
      ['id', 'name', 'reference', 'pricetaxexcl'],
      ['id', 'nom', 'reference', 'prixht'],
      ['productreference', 'attributenametypeposition'],
      ['ean13', 'urlrewritten'],
      ['ean13', 'urlreecrite'],
    ],
    names: PRESTASHOP,
  },
  {
    kind: 'google',
    marks: [
      ['id', 'title', 'imagelink'],
      ['id', 'title', 'link', 'price'],
      ['id', 'title', 'availability', 'price'],
    ],
    names: GOOGLE,
  },
]

/** Columns that the shop's own export has beside those of any price list. */
const OWN_MARKS = [
  ['slug', 'name', 'priceusd'],
  ['name', 'priceusd', 'priceeur'],
]

/** Guesses from the headers which system exported a table. */
export function guessKind(headers: readonly string[]): ImportKind {
  const seen = new Set(headers.map(headingKey))
  const hasAll = (names: readonly string[]) => names.every((name) => seen.has(headingKey(name)))
  const found = EXPORTS.find(({ marks }) => marks.some(hasAll))
  return found?.kind ?? (OWN_MARKS.some(hasAll) ? 'reflute' : 'other')
}

/** Returns the names of the columns of a system's exports. */
export const namesOf = (kind: ImportKind): ReadonlyMap<string, string> | undefined => EXPORTS.find((one) => one.kind === kind)?.names
