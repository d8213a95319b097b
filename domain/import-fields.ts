import { cellsOfKinds, FACT_IMPORTS } from './product-fields.ts'

/** Fields that a column of an uploaded table can hold, with their labels. */
export const IMPORT_FIELDS = {
  slug: 'Address (slug)',
  name: 'Name',
  description: 'Short description',
  fullDescription: 'Full description',
  type: 'Type (machine, material)',
  category: 'Category',
  business: 'Business',
  priceUSD: 'Price in USD',
  priceEUR: 'Price in EUR',
  stock: 'Stock',
  featured: 'Featured',
  status: 'Status',
  energyEfficiency: 'Energy efficiency',
  materialSavings: 'Material savings',
  carbonReduction: 'Carbon reduction',
  leadTimeDays: 'Lead time in days',
  shippingClass: 'Shipping class',
  impactModel: 'Calculator figures (0.75;0.65;0.75;30)',
  modelEfficiency: 'Efficiency in % (calculator)',
  modelReduction: 'Material reduction in % (calculator)',
  modelEnergy: 'Energy usage in kW (calculator)',
  modelRate: 'Processing rate in units/h (calculator)',
  fits: 'Fits (slugs of products; one; another)',
  ...FACT_IMPORTS,
  features: 'Features',
  images: 'Images',
  imageAlt: 'Text of the image',
  specification: 'Specification (named like the column)',
  specificationName: 'Name of a specification',
  specificationValue: 'Value of that specification',
  optionName: 'Name of an option (such as Size)',
  optionValue: 'Value of that option (such as Large)',
  variantImage: 'Image of the variant',
  rowKind: 'Kind of row (simple, variable, configurable)',
  rowId: 'ID in the other shop',
  parent: 'Parent of a variation (SKU or ID)',
  attributes: 'Attributes (name=value, name=value)',
  variants: 'Variants of the row (sku=A-1,size=S|sku=A-2,size=M)',
  currency: 'Currency of the prices (USD, EUR)',
  weightUnit: 'Unit of the weight (kg, g, lb, oz)',
  sizeUnit: 'Unit of the package size (mm, cm, m, in)',
} as const

/** One of `IMPORT_FIELDS`. */
export type ImportField = keyof typeof IMPORT_FIELDS

/** The names of `IMPORT_FIELDS`, in the order of the choice. */
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as ImportField[] // the keys of the object above

/** Fields with what people write, as it is; all others are identifiers. */
export const WRITTEN_FIELDS: readonly ImportField[] = [
  'name',
  'description',
  'fullDescription',
  'energyEfficiency',
  'materialSavings',
  'carbonReduction',
  ...cellsOfKinds('name', 'terms', 'safety'),
  'features',
  'images',
  'imageAlt',
  'specification',
  'specificationName',
  'specificationValue',
  'optionName',
  'optionValue',
  'variantImage',
  'attributes',
  'variants',
]

/** Fields that more than one column may be; of all others each is one column at most. */
export const REPEATED_FIELDS: readonly ImportField[] = [
  'images',
  'features',
  'specification',
  'specificationName',
  'specificationValue',
  'optionName',
  'optionValue',
  'attributes',
]

/** Origins of an uploaded table, recognized by its headers; `reflute` is the catalog workbook, `other` any other table. */
export const IMPORT_KINDS = [
  'reflute',
  'shopify',
  'woocommerce',
  'magento',
  'bagisto',
  'medusa',
  'spree',
  'vendure',
  'prestashop',
  'google',
  'other',
] as const

/** One of `IMPORT_KINDS`. */
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Says whether a typed factor (EUR for one USD) is above 0, at most 100 and has at most six decimals. */
export function isFactor(text: string): boolean {
  return /^\d{1,3}(\.\d{1,6})?$/.test(text) && Number(text) > 0 && Number(text) <= 100
}
