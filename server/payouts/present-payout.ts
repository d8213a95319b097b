import type { Payout } from '#contract/payouts.ts'
import { toDecimal } from '#domain/money.ts'
import { heldFor } from './check-prepared.ts'
import type { PayoutRow } from './repository.ts'

/** A payout as it travels; `now` decides whether a prepared one is held. */
export function presentPayout(row: PayoutRow, now: Date): Payout {
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
    held: status === 'draft' ? heldFor(row, now) : null,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    version,
  }
}
