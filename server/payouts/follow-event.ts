import type { EventFollower } from '#server/payments/cards/handle-event.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { ProviderError } from '#server/platform/vendors/stripe.ts'
import { followAccount } from './accounts/read-stripe-account.ts'
import { recordReversal } from './transfers/record-reversal.ts'

/** Acts on events of the provider about payouts: an account of a seller has changed, or a transfer was reversed. */
export const payoutFollower: EventFollower = {
  before: async (deps, provider, { about }) => {
    if (about?.kind !== 'account') return
    try {
      await followAccount(deps, provider, about.accountId)
    } catch (error) {
      if (error instanceof ProviderError) refuse('stripe_unavailable') // the event is sent again
      throw error
    }
  },
  act: async (tx, { about }, at) => {
    if (about?.kind === 'account') return 'asked anew'
    return about?.kind === 'reversed-transfer' ? recordReversal(tx, about.transfer, at) : null
  },
}
