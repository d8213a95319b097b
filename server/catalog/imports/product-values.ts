import { isDeepStrictEqual } from 'node:util'
import type { ApprovalStatus, BusinessStatus } from '#domain/business.ts'
import type { ProductStatus, ProductType } from '#domain/product.ts'
import type { ShippingClass } from '#domain/shipping.ts'

/** What an import can set of a product; prices in cents, lead time in business days or null for none. */
export interface ProductValues {
  name: string
  description: string
  fullDescription: string
  type: ProductType
  categoryId: string
  priceUsdCents: number
  priceEurCents: number
  stock: number
  featured: boolean
  status: ProductStatus
  shippingClass: ShippingClass
  leadTimeDays: number | null
  energyEfficiency: string
  materialSavings: string
  carbonReduction: string
  features: string[]
  images: { url: string; alt: string }[]
  specifications: { name: string; value: string }[]
}

/** A product of the file that may be stored. */
export interface ProductChange {
  slug: string
  row: number | null
  /** Rows of the file that it is made of. */
  counts: { products: number; features: number; images: number; specifications: number }
  /** Of `spec: NAME` columns: these values change, the others stay. */
  specificationCells: { name: string; value: string }[]
  target: { kind: 'stored'; id: string; values: Partial<ProductValues> } | { kind: 'new'; businessId: string; values: ProductValues }
}

export interface KnownCategory {
  id: string
  value: string
  label: string
  kind: ProductType
}

export interface KnownBusiness {
  id: string
  name: string
  status: BusinessStatus
  businessStatus: ApprovalStatus
}

/** A product that is there already, with what a file cannot change or must agree with. */
export interface KnownProduct {
  id: string
  slug: string
  type: ProductType
  categoryId: string
  businessId: string
  status: ProductStatus
}

function mergeSpecifications(stored: ProductValues['specifications'], cells: ProductValues['specifications']) {
  const given = new Map(cells.map(({ name, value }) => [name, value]))
  const kept = stored.map(({ name, value }) => ({ name, value: given.get(name) ?? value }))
  const known = new Set(stored.map(({ name }) => name))
  return [...kept, ...cells.filter(({ name }) => !known.has(name))]
}

/** The values of a product after the change. */
export function afterChange(
  stored: ProductValues,
  change: Pick<ProductChange, 'specificationCells'>,
  values: Partial<ProductValues>,
): ProductValues {
  const next = { ...stored, ...values }
  return { ...next, specifications: mergeSpecifications(next.specifications, change.specificationCells) }
}

/** Whether two sets of values would store the same. */
export function isSame(one: ProductValues, other: ProductValues): boolean {
  return isDeepStrictEqual(one, other)
}
