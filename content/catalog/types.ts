import type { ContentUnit, PlainCell, SaleUnit } from '#domain/product-fields.ts'

export type SpecPair = readonly [name: string, value: string]

export const scenes = [
  'mat-maker',
  'chip-maker',
  'mat-stack',
  'mat-roll',
  'chip-box',
  'chip-bag',
  'bulk-bag',
  'edge-protector',
  'wrap-sleeve',
  'cutter-roller',
  'blade-set',
  'roll-stand',
  'infeed-table',
  'conveyor',
  'dust-extractor',
  'collection-bin',
  'stacker',
  'drive-belt',
  'motor',
  'control-panel',
  'feed-roller',
  'sensor',
  'filter-cartridge',
  'cutter-head',
  'safety-switch',
  'detector-bar',
  'tool-kit',
  'step-box',
] as const

export type Scene = (typeof scenes)[number]

type MachineCategory = 'mat-maker' | 'chip-maker' | 'accessories' | 'replacement-parts'
type MaterialCategory = 'mat' | 'chip'
type ProductStatus = 'Active' | 'Inactive'
type ShippingClass = 'parcel' | 'freight'

export interface CatalogBusiness {
  name: string
  email: string
  phone: string
  website: string
  address: string
  city: string
  postalCode: string
  /** Short name of the country in ISO 3166-1. */
  country: string
  /** Alpha-2 code of ISO 3166-1. */
  countryCode: string
  description: string
  businessType: 'producer' | 'consumer'
  status: 'Active'
  businessStatus: 'approved'
  /**
   * Trader details, made up. `vatId` passes the check digit, and no company has it; null for businesses of the United States. `isChecked`
   * false: its self-certification and the check of its register are open.
   */
  trader: {
    legalName: string
    legalForm: string
    representative: string
    registerName: string
    registerNumber: string
    vatId: string | null
    isChecked: boolean
  }
  /** Email of the demo account that manages this business, if any. */
  ownerEmail?: string
}

interface CatalogImage {
  url: string
  alt: string
}

export interface CatalogProduct {
  slug: string
  name: string
  description: string
  fullDescription: string
  type: 'machine' | 'material'
  category: MachineCategory | MaterialCategory
  /** Name of the selling business. */
  business: string
  priceUSD: number
  priceEUR: number
  stock: number
  featured: boolean
  status: ProductStatus
  energyEfficiency: string
  materialSavings: string
  carbonReduction: string
  leadTimeDays: number
  shippingClass: ShippingClass
  features: readonly string[]
  images: readonly CatalogImage[]
  specifications: readonly SpecPair[]
}

/**
 * Facts for trade and shipping, as cells of the workbook: each of one column, and those with components of their own that the demo has; ''
 * for none.
 */
export type CatalogFacts = Readonly<Record<Exclude<PlainCell, 'isCustom'>, string | number>> & {
  sku: string
  mpn: string
  weightKg: number
  saleUnit: SaleUnit
  packageMm: string
  contentAmount: number | ''
  contentUnit: ContentUnit | ''
  minQuantity: number
  safetyManufacturer: string
  safetyResponsible: string
  safetyWarnings: string
}
