import type { PayoutPreview } from '#contract/payouts/payouts.ts'
import { CURRENCIES, toDecimal } from '#domain/money.ts'
import { MIN_PAYOUT_CENTS, type PayoutMethod, payoutOf, waitingCents } from '#domain/payout.ts'
import { type Db, inSnapshot } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { listFunds } from './available-funds.ts'
import { holdOfSeller } from './holds/hold-payouts.ts'
import { listPayees } from './payout-list.ts'

/**
 * Lists the payouts that preparing would make at `now`, and why other sellers would get none: the largest first, then by name. Amounts in
 * cents. `offersStripe`: the shop pays through Stripe.
 */
export async function listProposals(db: Db, now: Date, offersStripe: boolean) {
  const payees = await listPayees(db)
  const funds = await listFunds(db, now)
  return funds
    .flatMap((row) => {
      const payee = payees.get(row.businessId)
      if (!payee || row.balanceCents === 0) return []
      const method: PayoutMethod = offersStripe && payee.isStripeReady ? 'stripe' : 'manual'
      const hold = holdOfSeller(payee.hold, now)
      return [{ ...row, payee, method, hold, ...payoutOf(row, { ...payee, method, currency: row.currency, isOnHold: hold !== null }) }]
    })
    .toSorted((a, b) => b.amountCents - a.amountCents || a.payee.name.localeCompare(b.payee.name))
}

/** Previews for staff the payouts that preparing would make now. */
export async function previewPayouts({ config, db, now }: Deps): Promise<PayoutPreview> {
  const proposals = await inSnapshot(db, (tx) => listProposals(tx, now(), config.stripe !== null))
  const paid = proposals.filter(({ amountCents }) => amountCents > 0)
  return {
    proposals: proposals.map(
      ({ businessId, payee, currency, balanceCents, pendingCents, disputedCents, amountCents, obstacle, hold, method }) => ({
        businessId,
        businessName: payee.name,
        currency,
        balance: toDecimal(balanceCents),
        pending: toDecimal(waitingCents({ balanceCents, pendingCents })),
        disputed: toDecimal(Math.max(0, disputedCents)),
        amount: toDecimal(amountCents),
        obstacle,
        hold,
        method,
      }),
    ),
    totals: CURRENCIES.map((currency) => {
      const own = paid.filter((proposal) => proposal.currency === currency)
      return { currency, payouts: own.length, amount: toDecimal(own.reduce((sum, { amountCents }) => sum + amountCents, 0)) }
    }).filter(({ payouts }) => payouts > 0),
    minimum: toDecimal(MIN_PAYOUT_CENTS),
  }
}
