import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { countOpenOrders, endBusinessSessions, hideProducts } from './related-records.ts'

/**
 * Closes a business in the transaction that marks it as deleted: its products become Inactive and its users are signed out.
 * Products are locked first: a concurrent order holds them, and is counted once it is stored. Refuses `business_has_orders`.
 */
export async function closeBusiness(tx: Db, id: string, now: Date): Promise<{ products: number; sessions: number }> {
  const products = await hideProducts(tx, id, now)
  const open = await countOpenOrders(tx, id)
  if (open > 0) refuse('business_has_orders', { facts: { orders: open === 1 ? '1 open order' : `${open} open orders` } })
  return { products, sessions: await endBusinessSessions(tx, id) }
}
