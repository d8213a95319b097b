import { like } from 'drizzle-orm'
import { listDisagreements } from '../../server/payments/ledger/list-disagreements.ts'
import { verifySeals } from '../../server/platform/audit-seals/verify-seals.ts'
import type { Database } from '../../server/platform/db/client.ts'
import { orders } from '../../server/platform/db/schema.ts'
import type { LoadReport } from './order-load.ts'

/** Result of a drill. */
export interface Aftermath {
  acknowledged: number
  /** Acknowledged orders that are not in the database. */
  lost: number
  /** Orders in the database beyond the acknowledged ones and those whose response was lost. */
  doubled: number
  /** Findings of the checks of ledger and audit log. */
  disagreements: number
}

/** Compares the orders acknowledged to buyers with the database. */
export async function checkShop({ db }: Database, { acknowledged, unanswered }: LoadReport): Promise<Aftermath> {
  const rows = await db.select({ id: orders.id }).from(orders).where(like(orders.userEmail, '%@bench.test'))
  const stored = new Set(rows.map(({ id }) => id))
  const known = new Set(acknowledged.values())
  const { findings } = await verifySeals({ db, now: () => new Date() })
  const beyond = [...stored].filter((id) => !known.has(id)).length
  return {
    acknowledged: known.size,
    lost: [...known].filter((id) => !stored.has(id)).length,
    doubled: acknowledged.size - known.size + Math.max(0, beyond - unanswered.size),
    disagreements: (await listDisagreements(db)).length + findings.length,
  }
}
