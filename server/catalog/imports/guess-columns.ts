import type { ImportField, ImportKind } from '#domain/import-fields.ts'
import { REPEATED_FIELDS } from '#domain/import-fields.ts'
import { slugify } from '#domain/product.ts'

/** Normalizes a header for comparison: case, accents, spaces and punctuation are ignored. */
const plain = (text: string) => slugify(text.replace('€', ' eur').replace('$', ' usd')).replaceAll('-', '')

const SHOPIFY: Record<string, ImportField> = {
  handle: 'slug',
  urlhandle: 'slug',
  title: 'name',
  bodyhtml: 'fullDescription',
  description: 'fullDescription',
  vendor: 'business',
  type: 'category',
  productcategory: 'category',
  tags: 'specification',
  published: 'status',
  publishedononlinestore: 'status',
  status: 'status',
  variantsku: 'sku',
  sku: 'sku',
  variantbarcode: 'gtin',
  barcode: 'gtin',
  variantgrams: 'weightGrams',
  weightvaluegrams: 'weightGrams',
  variantprice: 'priceUSD',
  price: 'priceUSD',
  variantinventoryqty: 'stock',
  inventoryquantity: 'stock',
  imagesrc: 'images',
  productimageurl: 'images',
  imagealttext: 'imageAlt',
  variantimage: 'variantImage',
  variantimageurl: 'variantImage',
}

const WOOCOMMERCE: Record<string, ImportField> = {
  id: 'rowId',
  type: 'rowKind',
  parent: 'parent',
  sku: 'slug',
  name: 'name',
  published: 'status',
  isfeatured: 'featured',
  shortdescription: 'description',
  description: 'fullDescription',
  regularprice: 'priceUSD',
  saleprice: 'saleUSD',
  datesalepricestarts: 'saleFrom',
  datesalepriceends: 'saleTo',
  stock: 'stock',
  weightkg: 'weightKg',
  weightg: 'weightGrams',
  lengthcm: 'packageLengthCm',
  widthcm: 'packageWidthCm',
  heightcm: 'packageHeightCm',
  gtinupceanorisbn: 'gtin',
  categories: 'category',
  tags: 'specification',
  images: 'images',
  brands: 'business',
}

const OTHER: Record<string, ImportField> = {
  slug: 'slug',
  sku: 'slug',
  handle: 'slug',
  articlenumber: 'slug',
  itemnumber: 'slug',
  partnumber: 'slug',
  name: 'name',
  title: 'name',
  product: 'name',
  productname: 'name',
  itemname: 'name',
  description: 'description',
  shortdescription: 'description',
  summary: 'description',
  fulldescription: 'fullDescription',
  longdescription: 'fullDescription',
  details: 'fullDescription',
  body: 'fullDescription',
  type: 'type',
  kind: 'type',
  category: 'category',
  categories: 'category',
  group: 'category',
  business: 'business',
  vendor: 'business',
  brand: 'business',
  supplier: 'business',
  seller: 'business',
  producer: 'business',
  manufacturer: 'business',
  price: 'priceUSD',
  priceusd: 'priceUSD',
  usd: 'priceUSD',
  usdprice: 'priceUSD',
  pricedollar: 'priceUSD',
  priceeur: 'priceEUR',
  eur: 'priceEUR',
  eurprice: 'priceEUR',
  priceeuro: 'priceEUR',
  stock: 'stock',
  quantity: 'stock',
  qty: 'stock',
  inventory: 'stock',
  instock: 'stock',
  stockquantity: 'stock',
  featured: 'featured',
  status: 'status',
  state: 'status',
  energyefficiency: 'energyEfficiency',
  materialsavings: 'materialSavings',
  carbonreduction: 'carbonReduction',
  mpn: 'mpn',
  gtin: 'gtin',
  ean: 'gtin',
  upc: 'gtin',
  barcode: 'gtin',
  weightkg: 'weightKg',
  packageweightkg: 'weightKg',
  packagemm: 'packageMm',
  hscode: 'hsCode',
  origincountry: 'originCountry',
  countryoforigin: 'originCountry',
  saleunit: 'saleUnit',
  contentamount: 'contentAmount',
  contentunit: 'contentUnit',
  minquantity: 'minQuantity',
  minimumorder: 'minQuantity',
  quantitystep: 'quantityStep',
  ladder: 'ladder',
  taxclass: 'taxClass',
  warrantymonths: 'warrantyMonths',
  warrantytext: 'warrantyText',
  safetymanufacturer: 'safetyManufacturer',
  safetyresponsible: 'safetyResponsible',
  safetywarnings: 'safetyWarnings',
  iscustom: 'isCustom',
  madetoorder: 'isCustom',
  saleusd: 'saleUSD',
  saleeur: 'saleEUR',
  salefrom: 'saleFrom',
  saleto: 'saleTo',
  leadtime: 'leadTimeDays',
  leadtimedays: 'leadTimeDays',
  shippingclass: 'shippingClass',
  impactmodel: 'impactModel',
  fits: 'fits',
  features: 'features',
  images: 'images',
  image: 'images',
  imageurl: 'images',
  picture: 'images',
  photo: 'images',
  imagealt: 'imageAlt',
  alttext: 'imageAlt',
  artikelnummer: 'slug',
  artikelnr: 'slug',
  bestellnummer: 'slug',
  bezeichnung: 'name',
  artikelbezeichnung: 'name',
  artikelname: 'name',
  produktname: 'name',
  kurzbeschreibung: 'description',
  beschreibung: 'fullDescription',
  kategorie: 'category',
  warengruppe: 'category',
  hersteller: 'business',
  lieferant: 'business',
  anbieter: 'business',
  preis: 'priceEUR',
  preiseur: 'priceEUR',
  preiseuro: 'priceEUR',
  preisusd: 'priceUSD',
  bestand: 'stock',
  lagerbestand: 'stock',
  menge: 'stock',
  lieferzeit: 'leadTimeDays',
  bild: 'images',
  bilder: 'images',
}

/** Guesses from the headers which system exported a table. */
export function guessKind(headers: readonly string[]): ImportKind {
  const seen = new Set(headers.map(plain))
  const hasAll = (...names: string[]) => names.every((name) => seen.has(name))
  if (hasAll('handle', 'title', 'bodyhtml') || hasAll('handle', 'title', 'variantprice') || hasAll('urlhandle', 'title', 'price'))
    return 'shopify'
  if (hasAll('sku', 'name', 'regularprice')) return 'woocommerce'
  return hasAll('slug', 'name', 'priceusd') || hasAll('name', 'priceusd', 'priceeur') ? 'reflute' : 'other'
}

const fieldIn = (fields: Record<string, ImportField>, name: string): ImportField | null =>
  Object.hasOwn(fields, name) ? (fields[name] ?? null) : null

function guessOne(kind: ImportKind, header: string): ImportField | null {
  if (/^\s*spec(?:ification)?\s*:/i.test(header)) return 'specification'
  const name = plain(header)
  if (kind === 'shopify') {
    if (/^option\d+name$/.test(name)) return 'optionName'
    if (/^option\d+value$/.test(name)) return 'optionValue'
    return fieldIn(SHOPIFY, name)
  }
  if (kind === 'woocommerce') {
    if (/^attribute\d+name$/.test(name)) return 'specificationName'
    if (/^attribute\d+values?$/.test(name)) return 'specificationValue'
    return fieldIn(WOOCOMMERCE, name)
  }
  return fieldIn(OTHER, name) ?? fieldIn(OTHER, plain(header.split(' / ').at(-1) ?? '')) // below merged cells: "Product / SKU"
}

/** Of two columns for the same field, the more specific one: Shopify's Status before Published, its Type before Product Category. */
const PREFERRED: Record<string, number> = { status: 1, type: 1, description: 1 }

/** Headers that are read otherwise where another column has what they would be. */
const BESIDE_OTHERS: readonly (readonly [header: string, field: ImportField, instead: ImportField])[] = [
  ['sku', 'slug', 'sku'],
  ['brand', 'business', 'brand'],
]

/** Guesses each column's field; null: the column is ignored. No field is used twice, except those that may be. */
export function guessColumns(kind: ImportKind, headers: readonly string[]): (ImportField | null)[] {
  const guesses = headers.map((header) => guessOne(kind, header))
  // the SKU finds a product again where no column is its slug; the brand names the business where no column does
  for (const [header, rest, field] of BESIDE_OTHERS) {
    const at = headers.findIndex((name, index) => plain(name) === header && guesses[index] === rest)
    if (at >= 0 && guesses.some((guess, index) => guess === rest && index !== at)) guesses[at] = field
  }
  return guesses.map((field, at) => {
    if (field === null || REPEATED_FIELDS.includes(field)) return field
    const rank = (index: number) => (PREFERRED[plain(headers[index] ?? '')] ?? 0) - index / 1000
    return guesses.some((other, index) => other === field && index !== at && rank(index) > rank(at)) ? null : field
  })
}
