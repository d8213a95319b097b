import type { PercentChange } from '#contract/catalog/product-edits.ts'
import type { BulkAnswer } from '#contract/catalog/product-rows.ts'
import { formatMoney } from '#domain/money.ts'
import { changedPrice } from '#domain/price-change.ts'
import { MAX_PRICE_CENTS } from '#server/catalog/imports/cells.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { lockAll, storeChanges } from './change-many.ts'
import type { BulkChange } from './product-form.ts'

/** Changes the prices of many products by a percentage, all or none. Refuses `price_out_of_range`. */
export async function changePercent(
  { db, now }: Deps,
  actor: Actor,
  { productIds, percent, rounding, currency }: PercentChange & { productIds: readonly string[] },
  requestId: string,
): Promise<BulkAnswer> {
  return inTransaction(db, async (tx) => {
    const rows = await lockAll(tx, actor, productIds)
    const priced = (name: string, cents: number, of: 'USD' | 'EUR') => {
      const price = changedPrice(cents, percent, rounding)
      if (price <= 0 || price > MAX_PRICE_CENTS) refuse('price_out_of_range', { facts: { name, price: formatMoney(price, of) } })
      return price
    }
    const changes = rows.map(
      ({ id, name, priceUsdCents, priceEurCents }): BulkChange => ({
        id,
        ...(currency !== 'EUR' && { priceUsdCents: priced(name, priceUsdCents, 'USD') }),
        ...(currency !== 'USD' && { priceEurCents: priced(name, priceEurCents, 'EUR') }),
      }),
    )
    const undo = await storeChanges(tx, rows, changes, { actor, requestId, now: now() }, 'product.prices')
    return { updated: rows.length, undo }
  })
}
