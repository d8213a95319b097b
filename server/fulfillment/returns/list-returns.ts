import type { Return } from '#contract/fulfillment/returns.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type ReturnFilter, readReturns } from './order-returns.ts'
import { presentReturn } from './present-return.ts'

/** A part of the returns that somebody may see; `offset` and `limit` count returns. */
export async function listReturns(db: Db, filter: ReturnFilter): Promise<Return[]> {
  const items = await readReturns(db, filter)
  return items.map((record) => presentReturn(record, filter.scope))
}

const MOST = 100_000

/** All returns of a person, oldest first. */
export function listReturnsOf(db: Db, userId: string): Promise<Return[]> {
  return listReturns(db, { scope: { userId }, sort: 'createdAt', limit: MOST, offset: 0 })
}
