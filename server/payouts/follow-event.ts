import type { EventFollower } from '#server/payments/cards/handle-event.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { ProviderError } from '#server/platform/vendors/stripe.ts'
import { followAccount } from './accounts/read-stripe-account.ts'
import { recordReversal } from './transfers/record-reversal.ts'

/** What messages of the provider mean for payouts: an account of a seller has changed, or a transfer was taken back. */
export const payoutFollower: EventFollower = {
  before: async (deps, provider, { about }) => {
    if (about?.kind !== 'account') return
    try {
      await followAccount(deps, provider, about.accountId)
    } catch (error) {
      if (error instanceof ProviderError) refuse('stripe_unavailable') // the message comes again
      throw error
    }
  },
  act: async (tx, { about }, at) => {
    if (about?.kind === 'account') return 'asked anew'
    return about?.kind === 'reversed-transfer' ? recordReversal(tx, about.transfer, at) : null
  },
}
