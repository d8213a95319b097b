import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { findOrderDispute } from '#server/orders/order-dispute.ts'
import { listOwnShares } from '#server/payments/disputes/dispute-list.ts'
import { listSoldParts } from '#server/payments/ledger/ledger-entries.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { readShopName } from '#server/platform/settings/setting-groups.ts'
import { presentOwnPart } from './present-part.ts'
import { findOwnPart, listOwnEvents, listOwnRefunds } from './seller-order-list.ts'

/** A seller's part of one order; 404 where the seller has none, or an unpaid card order hides it. */
export async function readOwnPart(
  db: Db,
  { businessId, businessStatus }: Pick<Actor, 'businessId' | 'businessStatus'>,
  orderId: string,
): Promise<SellerOrder> {
  const business = found(businessId)
  const own = found(await findOwnPart(db, business, orderId))
  const dispute = own.order.paidCents === 0 ? null : await findOrderDispute(db, orderId)
  const shares = await listOwnShares(db, business, dispute ? [dispute] : [])
  return presentOwnPart(own, {
    events: await listOwnEvents(db, business, orderId),
    refunds: await listOwnRefunds(db, business, orderId),
    dispute: dispute && { ...dispute, ownCents: shares.get(dispute.id) ?? 0 },
    shopName: await readShopName(db),
    isSold: (await listSoldParts(db, orderId)).has(business),
    mayMove: businessStatus === 'approved',
  })
}
