import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, integer, jsonb, numeric, text } from 'drizzle-orm/pg-core'
import { CONTENT_UNITS, type ProductFacts, type ProductSafety, SALE_UNITS, TAX_CLASSES } from '#domain/product-facts.ts'

export type { ProductFacts }

/** Columns of `products` with the facts by which a product is identified, shipped and sold. */
export const factColumns = () => ({
  /** Unique in its business, whatever its case, among products that are not deleted. */
  sku: text(),
  mpn: text(),
  /** Null: the business's name. */
  brand: text(),
  gtin: text(),
  /** Of one sale unit, packed, as the package is. */
  weightGrams: integer(),
  packageLengthMm: integer(),
  packageWidthMm: integer(),
  packageHeightMm: integer(),
  hsCode: text(),
  originCountry: text(),
  saleUnit: text({ enum: SALE_UNITS }).notNull().default('piece'),
  contentAmount: numeric({ precision: 12, scale: 3, mode: 'number' }),
  contentUnit: text({ enum: CONTENT_UNITS }),
  minQuantity: integer().notNull().default(1),
  quantityStep: integer().notNull().default(1),
  /** Null: the ladder of its category. */
  ladder: jsonb().$type<NonNullable<ProductFacts['ladder']>>(),
  taxClass: text({ enum: TAX_CLASSES }).notNull().default('standard'),
  /** Null: as its specifications and its category say. */
  warrantyMonths: integer(),
  warrantyText: text().notNull().default(''),
  safety: jsonb().$type<ProductSafety>(),
})

/** Checks of `factColumns`: a package has all sides or none, a content an amount and a unit or neither. */
export const factChecks = (t: Record<Exclude<keyof ReturnType<typeof factColumns>, 'safety' | 'ladder'>, AnyPgColumn>) => [
  check('products_quantities_check', sql`${t.minQuantity} >= 1 and ${t.quantityStep} >= 1`),
  check('products_package_check', sql`num_nulls(${t.packageLengthMm}, ${t.packageWidthMm}, ${t.packageHeightMm}) in (0, 3)`),
  check('products_content_check', sql`num_nulls(${t.contentAmount}, ${t.contentUnit}) in (0, 2)`),
]
