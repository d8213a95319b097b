import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type PaymentProvider, ProviderError, type ProviderEvent } from '#server/platform/vendors/stripe.ts'
import { followAccount } from './accounts/read-stripe-account.ts'
import { recordReversal } from './transfers/record-reversal.ts'

/** Acts on events of the provider about payouts: an account of a seller has changed, or a transfer was reversed. */
export const payoutFollower = {
  before: async (deps: Deps, provider: PaymentProvider, { about }: ProviderEvent): Promise<void> => {
    if (about?.kind !== 'account') return
    try {
      await followAccount(deps, provider, about.accountId)
    } catch (error) {
      if (error instanceof ProviderError) refuse('stripe_unavailable') // the event is sent again
      throw error
    }
  },
  act: async (tx: Db, { about }: ProviderEvent, at: Date): Promise<string | null> => {
    if (about?.kind === 'account') return 'asked anew'
    return about?.kind === 'reversed-transfer' ? recordReversal(tx, about.transfer, at) : null
  },
}
