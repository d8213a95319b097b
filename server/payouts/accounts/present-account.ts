import type { PayoutAccount } from '#contract/payouts/earnings.ts'
import { canReceive, maskNumber } from '#domain/bank-account.ts'
import { CURRENCIES } from '#domain/money.ts'
import type { PayoutAccountRow } from './payout-account.ts'

/** An account as people see it: of its numbers only the ends. Null: none was given yet. `offersStripe`: the shop pays through Stripe. */
export function presentAccount(row: PayoutAccountRow | null, offersStripe = false): PayoutAccount {
  const isConnected = offersStripe && Boolean(row?.stripeAccountId)
  return {
    holder: row?.holder ?? '',
    iban: maskNumber(row?.iban ?? null),
    routingNumber: maskNumber(row?.routingNumber ?? null),
    accountNumber: maskNumber(row?.accountNumber ?? null),
    offersStripe,
    isConnected,
    currencies: row ? CURRENCIES.filter((currency) => (isConnected && row.stripeReady) || canReceive(row, currency)) : [],
    updatedAt: row?.updatedAt.toISOString() ?? null,
    version: row?.version ?? 0,
  }
}
