import { isDeepStrictEqual } from 'node:util'
import type { Attribute } from '#domain/attribute.ts'
import type { ApprovalStatus, BusinessStatus } from '#domain/business.ts'
import { withFits } from '#domain/fits.ts'
import { isSameGtin } from '#domain/gtin.ts'
import type { ImpactModel } from '#domain/impact.ts'
import type { ProductStatus, ProductType } from '#domain/product.ts'
import type { ProductFacts } from '#domain/product-facts.ts'
import type { Prices, Sale } from '#domain/sale-price.ts'
import type { ShippingClass } from '#domain/shipping.ts'
import { enteredRows } from '#domain/specification.ts'

/** Every value of a product that an import can set; prices in cents, lead time in business days or null. */
export interface ProductValues extends ProductFacts {
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
  impactModel: ImpactModel | null
}

/** A product of the file that passed all checks. */
export interface ProductChange {
  slug: string
  row: number | null
  /** Number of file rows that it was read from. */
  counts: { products: number; features: number; images: number; specifications: number }
  /** Cells of `spec: NAME` columns: these values change, other specifications stay. */
  specificationCells: { name: string; value: string }[]
  /** Attributes of its category; empty where the rows of the file are stored as they are. */
  attributes: readonly Attribute[]
  /** Products that it is to fit; null leaves the links. */
  fits: { slug: string; name: string }[] | null
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

/** An existing product, with the columns that a file cannot change or must agree with, its prices the regular ones. */
export interface KnownProduct extends Prices, Sale, Pick<ProductFacts, 'ladder' | 'minQuantity' | 'sku' | 'gtin'> {
  id: string
  slug: string
  name: string
  isPublic: boolean
  type: ProductType
  categoryId: string
  businessId: string
  status: ProductStatus
}

function mergeSpecifications(stored: ProductValues['specifications'], cells: ProductValues['specifications']) {
  const given = new Map(cells.map(({ name, value }) => [name, value]))
  const current = stored.map(({ name, value }) => ({ name, value: given.get(name) ?? value }))
  const known = new Set(stored.map(({ name }) => name))
  return [...current, ...cells.filter(({ name }) => !known.has(name))]
}

/** Returns a product's values after the change; `linked`: how its row names what it was linked to. */
export function afterChange(
  stored: ProductValues,
  change: Pick<ProductChange, 'specificationCells' | 'attributes' | 'fits' | 'target'>,
  values: Partial<ProductValues>,
  linked: readonly string[] = [],
): ProductValues {
  const next = { ...stored, ...values }
  const before = change.target.kind === 'stored' ? stored.specifications : []
  const rows = enteredRows(mergeSpecifications(next.specifications, change.specificationCells), before, change.attributes)
  return {
    ...next,
    gtin: isSameGtin(stored.gtin, next.gtin) ? stored.gtin : next.gtin,
    impactModel: next.type === 'machine' ? next.impactModel : null,
    specifications: change.fits ? withFits(rows, { linked, wanted: change.fits.map(({ name }) => name) }, (row) => row) : rows,
  }
}

/** Returns whether two sets of values are stored the same. */
export function isSame(one: ProductValues, other: ProductValues): boolean {
  return isDeepStrictEqual(one, other)
}
