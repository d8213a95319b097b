import type { Payout } from '#contract/payouts/payouts.ts'
import { toDecimal } from '#domain/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { findShort, heldFor } from './check-prepared.ts'
import type { PayoutRow } from './payout-list.ts'

/** Payouts as they travel; `now` decides whether a prepared one is held. */
export async function presentPayouts(db: Db, rows: readonly PayoutRow[], now: Date): Promise<Payout[]> {
  const short = await findShort(db, rows, now)
  return rows.map((row) => present(row, now, short.has(row.id)))
}

/** As `presentPayouts`, for one. */
export async function presentPayout(db: Db, row: PayoutRow, now: Date): Promise<Payout> {
  const short = await findShort(db, [row], now)
  return present(row, now, short.has(row.id))
}

function present(row: PayoutRow, now: Date, isShort: boolean): Payout {
  const { id, number, businessId, businessName, currency, status, method, reference, problem, version } = row
  return {
    id,
    number,
    businessId,
    businessName,
    currency,
    amount: toDecimal(row.amountCents),
    status,
    method,
    reference,
    problem,
    held: status === 'draft' ? heldFor(row, now, isShort) : null,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    version,
  }
}
