import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { findCustomsFacts } from '#server/catalog/products/fact-columns.ts'
import { listOrderWithdrawals } from '#server/orders/buyer-rights.ts'
import { listExchanges } from '#server/orders/exchange-list.ts'
import { findOrderDispute, listOwnShares } from '#server/orders/order-dispute.ts'
import { lineKey, productIdsOf } from '#server/orders/order-record.ts'
import { listSales } from '#server/payments/ledger/ledger-entries.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { readShopName } from '#server/platform/settings/setting-groups.ts'
import { presentOwnPart } from './present-seller-order.ts'
import { findSellerOrder, listSellerOrderEvents, listSellerOrderRefunds, type SellerOrderRecord } from './seller-order-list.ts'

/** A seller's part of one order; 404 where the seller has none, or an unpaid card order hides it. */
export async function readSellerOrder(
  db: Db,
  { businessId, businessStatus }: Pick<Actor, 'businessId' | 'businessStatus'>,
  orderId: string,
): Promise<SellerOrder> {
  const business = found(businessId)
  const own = found(await findSellerOrder(db, business, orderId))
  const dispute = own.order.paidCents === 0 ? null : await findOrderDispute(db, orderId)
  const shares = await listOwnShares(db, business, dispute ? [dispute] : [])
  return presentOwnPart(own, {
    events: await listSellerOrderEvents(db, business, orderId),
    refunds: await listSellerOrderRefunds(db, business, orderId),
    withdrawals: (await listOrderWithdrawals(db, orderId)).filter(({ lines }) => isAbout(own, lines)),
    exchanges: await listExchanges(db, orderId, business),
    products: await findCustomsFacts(db, productIdsOf(own.lines)),
    dispute: dispute && { ...dispute, ownCents: shares.get(dispute.id) ?? 0 },
    shopName: await readShopName(db),
    isSold: (await listSales(db, orderId)).has(business),
    mayMove: businessStatus === 'approved',
  })
}

/**
 * Returns true if a withdrawal of these units, or of all (null), is about lines of a seller order; of what is custom-made there is none.
 */
function isAbout({ lines }: Pick<SellerOrderRecord, 'lines'>, units: readonly { productId: string }[] | null): boolean {
  return lines.some((line) => !line.isCustom && (units === null || units.some(({ productId }) => productId === lineKey(line))))
}
