import type { PayoutAccount } from '#contract/earnings.ts'
import { canReceive, maskNumber } from '#domain/bank-account.ts'
import { CURRENCIES } from '#domain/money.ts'
import type { PayoutAccountRow } from './repository.ts'

/** An account as people see it: of its numbers only the ends. Null: none was given yet. */
export function presentAccount(row: PayoutAccountRow | null): PayoutAccount {
  return {
    holder: row?.holder ?? '',
    iban: maskNumber(row?.iban ?? null),
    routingNumber: maskNumber(row?.routingNumber ?? null),
    accountNumber: maskNumber(row?.accountNumber ?? null),
    isConnected: Boolean(row?.stripeAccountId),
    currencies: row ? CURRENCIES.filter((currency) => canReceive(row, currency)) : [],
    updatedAt: row?.updatedAt.toISOString() ?? null,
    version: row?.version ?? 0,
  }
}
