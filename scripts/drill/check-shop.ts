import { like } from 'drizzle-orm'
import { listLedgerDisagreements } from '../../server/orders/ledger-disagreements.ts'
import { listMoneyDisagreements } from '../../server/payments/ledger/money-disagreements.ts'
import type { Database } from '../../server/platform/db/client.ts'
import { orders } from '../../server/platform/db/schema.ts'
import type { LoadReport } from './order-load.ts'

/** What a drill left behind. */
export interface Aftermath {
  acknowledged: number
  /** Acknowledged orders that are not in the database. */
  lost: number
  /** Orders in the database beyond those acknowledged and those whose answer was lost. */
  doubled: number
  /** Lines of the ledger's check. */
  disagreements: number
}

/** Compares what buyers were told with what the database holds. */
export async function checkShop({ db }: Database, { acknowledged, unanswered }: LoadReport): Promise<Aftermath> {
  const rows = await db.select({ id: orders.id }).from(orders).where(like(orders.userEmail, '%@bench.test'))
  const stored = new Set(rows.map(({ id }) => id))
  const told = new Set(acknowledged.values())
  const beyond = [...stored].filter((id) => !told.has(id)).length
  return {
    acknowledged: told.size,
    lost: [...told].filter((id) => !stored.has(id)).length,
    doubled: acknowledged.size - told.size + Math.max(0, beyond - unanswered.size),
    disagreements: (await listLedgerDisagreements(db)).length + (await listMoneyDisagreements(db)).length,
  }
}
