import type { ReleasedSellers } from '#contract/sellers/applications.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { BusinessRow } from './business-record.ts'
import { countOpenOrders, endBusinessSessions, hideProducts, releaseSellers } from './related-records.ts'

/**
 * Closes a business in the transaction that marks it as deleted: its products become Inactive, its users are signed out, and none stays
 * an active seller without a business (`sellers`). Products are locked first: a concurrent order holds them, and is counted once it is
 * stored. Refuses `business_has_orders`.
 * @returns what it changed, for a restoration
 */
export async function closeBusiness(
  tx: Db,
  id: string,
  { now, sellers = 'deactivate' }: { now: Date; sellers?: ReleasedSellers | undefined },
): Promise<Omit<NonNullable<BusinessRow['deletion']>, 'by' | 'status'>> {
  const products = await hideProducts(tx, id, now)
  const open = await countOpenOrders(tx, id)
  if (open > 0) refuse('business_has_orders', { facts: { orders: open === 1 ? '1 open order' : `${open} open orders` } })
  await endBusinessSessions(tx, id)
  return { products, ...(await releaseSellers(tx, id, { now, sellers })), released: sellers }
}
