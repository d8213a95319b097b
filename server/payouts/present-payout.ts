import type { Payout } from '#contract/payouts.ts'
import { toDecimal } from '#domain/money.ts'
import type { PayoutRow } from './repository.ts'

/** A payout as it travels. */
export function presentPayout(row: PayoutRow): Payout {
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
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    version,
  }
}
