import { type SQL, sql } from 'drizzle-orm'
import { type Prices, pricesAt, type Sale, storedSale } from '#domain/sale-price.ts'
import { products } from '#server/platform/db/schema.ts'

/** Columns of the regular prices, which editors see and change: those in force, or beside them while a sale is on. */
export const regularPriceColumns = {
  priceUsdCents: sql<number>`coalesce(${products.regularUsdCents}, ${products.priceUsdCents})`.mapWith(Number),
  priceEurCents: sql<number>`coalesce(${products.regularEurCents}, ${products.priceEurCents})`.mapWith(Number),
} as const

/**
 * Returns what is stored of a product's regular prices and its sale at `now`: the prices in force, and beside them the regular ones while
 * they differ.
 */
export function storedPrices(regular: Prices & Sale, now: Date) {
  const sale = storedSale(regular, now)
  const { priceUsdCents, priceEurCents } = regular
  const inForce = pricesAt({ priceUsdCents, priceEurCents, ...sale }, now)
  const isOn = inForce.priceUsdCents !== priceUsdCents
  return { ...sale, ...inForce, regularUsdCents: isOn ? priceUsdCents : null, regularEurCents: isOn ? priceEurCents : null }
}

/** First record of a price that counts for the 30 days before the sale: the one that was in force when they began. */
const since = sql`coalesce((select max(o.at) from product_prices o where o.product_id = ${products.id}
  and o.at <= ${products.saleFrom} - interval '30 days'), '-infinity')`
const lowest = (column: 'usd_cents' | 'eur_cents'): SQL<number | null> =>
  sql`case when ${products.regularUsdCents} is not null then (select min(h.${sql.identifier(column)}) from product_prices h
    where h.product_id = ${products.id} and h.at < ${products.saleFrom} and h.at >= ${since}) end`.mapWith(Number)

/**
 * Columns of the lowest prices of the 30 days before the sale that is on, or since the first record; null: none is on, or nothing is
 * recorded.
 */
export const formerPriceColumns = { formerUsdCents: lowest('usd_cents'), formerEurCents: lowest('eur_cents') } as const
