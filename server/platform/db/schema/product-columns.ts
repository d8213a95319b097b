import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, integer, jsonb, numeric, text } from 'drizzle-orm/pg-core'
import type { ProductFacts, ProductSafety } from '#domain/product-facts.ts'
import { CONTENT_UNITS, SALE_UNITS, TAX_CLASSES } from '#domain/product-fields.ts'
import { cents, instant } from './columns.ts'

/** Columns of `products` with the facts by which a product is identified, shipped and sold, one for each of `PRODUCT_FIELDS`. */
export const factColumns = () =>
  ({
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
    storagePlace: text(),
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
    /** Made to the buyer's order. */
    isCustom: boolean().notNull().default(false),
    /** Both or none; the sale is on from `saleFrom` until before `saleTo`, null: without an end. */
    saleUsdCents: cents(),
    saleEurCents: cents(),
    saleFrom: instant(),
    saleTo: instant(),
  }) satisfies Record<keyof ProductFacts, object>

/** The prices without the sale that is on; null while none is: then `priceUsdCents` and `priceEurCents` are the regular ones. */
export const regularPrices = () => ({ regularUsdCents: cents(), regularEurCents: cents() })

/** Checks of `factColumns`: a package has all sides or none, a content an amount and a unit or neither. */
export const factChecks = (t: Record<Exclude<keyof ReturnType<typeof factColumns>, 'safety' | 'ladder'>, AnyPgColumn>) => [
  check('products_quantities_check', sql`${t.minQuantity} >= 1 and ${t.quantityStep} >= 1`),
  check('products_package_check', sql`num_nulls(${t.packageLengthMm}, ${t.packageWidthMm}, ${t.packageHeightMm}) in (0, 3)`),
  check('products_sale_check', sql`num_nulls(${t.saleUsdCents}, ${t.saleEurCents}) in (0, 2)`),
  check('products_content_check', sql`num_nulls(${t.contentAmount}, ${t.contentUnit}) in (0, 2)`),
]
