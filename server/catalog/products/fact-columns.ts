import { inArray } from 'drizzle-orm'
import { toDecimal } from '#domain/money.ts'
import type { ProductFacts } from '#domain/product-facts.ts'
import {
  CARD_KEYS,
  columnsOf,
  FIELD_KEYS,
  inUnit,
  isPlain,
  PLAIN_KEYS,
  type PlainKey,
  PUBLIC_KEYS,
  pick,
  plainField,
  SHARED_KEYS,
  type ValueOf,
} from '#domain/product-fields.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/platform/db/schema.ts'

/** Columns of the facts that even cards have. */
export const cardFactColumns = pick(products, columnsOf(CARD_KEYS))

/** Columns of the facts that everybody may read on a product's page. */
export const publicFactColumns = pick(products, columnsOf(PUBLIC_KEYS))

/** Columns of the facts that many products may share: all but the numbers of one product and its sale. */
export const sharedFactColumns = pick(products, columnsOf(SHARED_KEYS))

/** Columns of a product's `ProductFacts`. */
export const factColumns = pick(products, columnsOf(FIELD_KEYS))

/** Presents what a sale unit holds; null where nobody said it. */
export const presentContent = ({ contentAmount: amount, contentUnit: unit }: Pick<ProductFacts, 'contentAmount' | 'contentUnit'>) =>
  amount === null || unit === null ? null : { amount, unit }

/** Presents the recall of a product; null where it is not recalled. */
export const presentRecall = ({ recalledAt, recallText }: Pick<typeof products.$inferSelect, 'recalledAt' | 'recallText'>) =>
  recalledAt && { at: recalledAt.toISOString(), text: recallText }

/** Presents facts of one column: numbers in their unit. */
function presentPlain<Key extends PlainKey>(row: Readonly<Record<string, unknown>>, keys: readonly Key[]) {
  const facts: Record<string, unknown> = {}
  for (const key of keys) {
    const field = plainField(key)
    const value = row[field.column ?? key]
    facts[key] = typeof value === 'number' ? inUnit(field, value) : value
  }
  return facts as { [Name in Key]: ValueOf<Name> } // the columns of these facts
}

const PUBLIC_PLAIN = PUBLIC_KEYS.filter((key) => isPlain(key))

/** Presents the facts that everybody may read: kilograms, and what belongs together as one value. */
export function presentFacts(row: Pick<ProductFacts, keyof typeof publicFactColumns>) {
  const { packageLengthMm: length, packageWidthMm: width, packageHeightMm: height } = row
  return {
    ...presentPlain(row, PUBLIC_PLAIN),
    package: length === null || width === null || height === null ? null : { length, width, height },
    content: presentContent(row),
  }
}

/** Presents all facts to those who edit them. */
export const presentAllFacts = (row: ProductFacts) => ({
  ...presentFacts(row),
  ...presentPlain(row, PLAIN_KEYS),
  ladder: row.ladder,
  safety: row.safety,
  saleUSD: row.saleUsdCents === null ? null : toDecimal(row.saleUsdCents),
  saleEUR: row.saleEurCents === null ? null : toDecimal(row.saleEurCents),
  saleFrom: row.saleFrom,
  saleTo: row.saleTo,
})

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
