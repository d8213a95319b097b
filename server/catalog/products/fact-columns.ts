import { inArray } from 'drizzle-orm'
import { toDecimal } from '#domain/money.ts'
import type { ProductFacts } from '#domain/product-facts.ts'
import type { Sale } from '#domain/sale-price.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/platform/db/schema.ts'
import { saleColumns } from './sale-columns.ts'

/** Columns of the facts that everybody may read on a product's page. */
export const publicFactColumns = {
  sku: products.sku,
  mpn: products.mpn,
  brand: products.brand,
  gtin: products.gtin,
  weightGrams: products.weightGrams,
  packageLengthMm: products.packageLengthMm,
  packageWidthMm: products.packageWidthMm,
  packageHeightMm: products.packageHeightMm,
  hsCode: products.hsCode,
  originCountry: products.originCountry,
  saleUnit: products.saleUnit,
  contentAmount: products.contentAmount,
  contentUnit: products.contentUnit,
  isCustom: products.isCustom,
} as const

const { sku: _sku, mpn: _mpn, gtin: _gtin, ...sharedPublicColumns } = publicFactColumns

/** Columns of the facts that many products may share: all but the numbers of one product and its sale. */
export const sharedFactColumns = {
  ...sharedPublicColumns,
  minQuantity: products.minQuantity,
  quantityStep: products.quantityStep,
  ladder: products.ladder,
  taxClass: products.taxClass,
  warrantyMonths: products.warrantyMonths,
  warrantyText: products.warrantyText,
  safety: products.safety,
} as const

/** Columns of a product's `ProductFacts`. */
export const factColumns = { ...publicFactColumns, ...sharedFactColumns, ...saleColumns } as const

type PublicFacts = Pick<ProductFacts, keyof typeof publicFactColumns>

/** Presents a product's sale to those who edit it. */
export const presentSale = ({ saleUsdCents, saleEurCents, saleFrom, saleTo }: Sale) => ({
  saleUSD: saleUsdCents === null ? null : toDecimal(saleUsdCents),
  saleEUR: saleEurCents === null ? null : toDecimal(saleEurCents),
  saleFrom,
  saleTo,
})

/** Presents what a sale unit holds; null where nobody said it. */
export const presentContent = ({ contentAmount: amount, contentUnit: unit }: Pick<ProductFacts, 'contentAmount' | 'contentUnit'>) =>
  amount === null || unit === null ? null : { amount, unit }

/** Presents the recall of a product; null where it is not recalled. */
export const presentRecall = ({ recalledAt, recallText }: Pick<typeof products.$inferSelect, 'recalledAt' | 'recallText'>) =>
  recalledAt && { at: recalledAt.toISOString(), text: recallText }

/** Presents the facts that everybody may read: kilograms, and what belongs together as one value. */
export function presentFacts(row: PublicFacts) {
  const { packageLengthMm: length, packageWidthMm: width, packageHeightMm: height } = row
  return {
    sku: row.sku,
    mpn: row.mpn,
    brand: row.brand,
    gtin: row.gtin,
    weight: row.weightGrams === null ? null : row.weightGrams / 1000,
    package: length === null || width === null || height === null ? null : { length, width, height },
    hsCode: row.hsCode,
    originCountry: row.originCountry,
    saleUnit: row.saleUnit,
    content: presentContent(row),
    isCustom: row.isCustom,
  }
}

/** Reads what customs ask about products, by their ids. */
export async function findCustomsFacts(db: Db, ids: readonly string[]) {
  const { id, sku, hsCode, originCountry, weightGrams, saleUnit } = products
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id, sku, hsCode, originCountry, weightGrams, saleUnit })
          .from(products)
          .where(inArray(id, [...ids]))
  return new Map(rows.map(({ id: productId, ...facts }) => [productId, facts]))
}
