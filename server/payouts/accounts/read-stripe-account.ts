import type { PayoutStripe } from '#contract/payouts/earnings.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { ProviderError } from '#server/platform/vendors/stripe.ts'
import type { ConnectedAccount, PayoutProvider } from '#server/platform/vendors/stripe-connect.ts'
import { findAccount, findByStripeId, type PayoutAccountRow, storeReadiness } from './payout-account.ts'

/** Reads the status of a seller's account from Stripe and stores it; while Stripe does not answer, returns the stored one. */
export async function readStripe(deps: Deps, provider: PayoutProvider | null, businessId: string): Promise<PayoutStripe> {
  const account = await findAccount(deps.db, businessId)
  if (!provider || !account?.stripeAccountId) return { stripe: null }
  try {
    const { isReady: ready, missing } = await refreshAccount(deps, provider, account, account.stripeAccountId)
    return { stripe: { ready, missing } }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { stripe: { ready: account.stripeReady, missing: 'answer' } }
  }
}

/**
 * Acts on an event about a seller's account: events may come late and in any order, so the account is read anew.
 * @throws ProviderError when the provider does not answer
 */
export async function followAccount(deps: Deps, provider: PayoutProvider, stripeAccountId: string): Promise<void> {
  const account = await findByStripeId(deps.db, stripeAccountId)
  if (account) await refreshAccount(deps, provider, account, stripeAccountId)
}

async function refreshAccount(deps: Deps, provider: PayoutProvider, account: PayoutAccountRow, id: string): Promise<ConnectedAccount> {
  const current = await retrieve(provider, id)
  const { businessId } = account
  const { isReady } = current
  await inTransaction(deps.db, async (tx) => {
    if (!(await storeReadiness(tx, businessId, id, isReady))) return
    const at = deps.now()
    await recordAudit(tx, {
      actor: null,
      action: 'payout_account.stripe',
      targetType: 'business',
      targetId: businessId,
      before: { ready: !isReady },
      after: { ready: isReady },
    })
    await notify(tx, {
      audience: { businessId },
      kind: 'payout-account-stripe',
      title: isReady ? 'Your Stripe account is ready' : "Your Stripe account can't receive payouts anymore",
      text: isReady
        ? 'Your next payouts go to this account.'
        : 'Stripe needs more information from you. Until then, we pay to your bank account.',
      path: '/business/earnings',
      dedupeKey: `payout-account-stripe:${businessId}:${at.getTime()}`,
      at,
    })
  })
  return current
}

/** Retrieves an account; one that was closed counts as not ready. */
async function retrieve(provider: PayoutProvider, id: string): Promise<ConnectedAccount> {
  try {
    return await provider.retrieveConnectedAccount(id)
  } catch (error) {
    if (error instanceof ProviderError && (error.isFinal || error.reason === 'account_invalid'))
      return { id, isReady: false, missing: 'closed' }
    throw error
  }
}
