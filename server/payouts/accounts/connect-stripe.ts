import type { PayoutStripe } from '#contract/payouts/earnings.ts'
import { countryCodeOf } from '#domain/country-codes.ts'
import { confirmPassword, type Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { holdPayouts } from '#server/payouts/holds/hold-payouts.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { ProviderError } from '#server/platform/vendors/stripe.ts'
import type { PayoutProvider } from '#server/platform/vendors/stripe-connect.ts'
import { type BusinessRow, findBusiness, lockBusiness } from '#server/sellers/applications/business-record.ts'
import { findAccount, storeAccount } from './payout-account.ts'
import { presentAccount } from './present-account.ts'

type Change = { stripeAccountId: string | null; words: string; action: string }

/**
 * Returns the address of Stripe's onboarding for the caller's business, after a check of the password; creates its account the first time.
 * Refuses `stripe_not_configured`, `wrong_password`, `stripe_refused` and `stripe_unavailable`.
 */
export async function connectStripe(
  deps: Deps,
  provider: PayoutProvider | null,
  reauthentication: Reauthentication,
  currentPassword: string,
): Promise<{ url: string }> {
  if (!provider) refuse('stripe_not_configured')
  const confirmed = await confirmPassword(deps, reauthentication, currentPassword)
  const { business } = found(await findBusiness(deps.db, found(reauthentication.actor.businessId)))
  const stored = await findAccount(deps.db, business.id)
  try {
    const id = stored?.stripeAccountId ?? (await makeAccount(provider, business))
    await inTransaction(deps.db, async (tx) => {
      await confirmed(tx)
      await keepAccount(deps, tx, reauthentication, {
        stripeAccountId: id,
        words: "Your Stripe account, as soon as it's ready",
        action: 'connect',
      })
    })
    return { url: await provider.createAccountLink(id, `${deps.config.publicUrl}/business/earnings`) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return refuse(error.isFinal ? 'stripe_refused' : 'stripe_unavailable')
  }
}

/**
 * The same request has the same key, so that two at once, or one whose answer was lost, make one account; a changed profile is another
 * request.
 */
async function makeAccount(provider: PayoutProvider, { id: businessId, version, email, country }: BusinessRow): Promise<string> {
  const ask = { businessId, email, country: countryCodeOf(country) || null }
  return (await provider.createConnectedAccount(ask, `connect:${businessId}:${version}`)).id
}

/** Stops paying the caller's business at Stripe, after the password; what is on its way there arrives. Refuses `wrong_password`. */
export async function disconnectStripe(
  deps: Deps,
  provider: PayoutProvider | null,
  reauthentication: Reauthentication,
  currentPassword: string,
): Promise<PayoutStripe> {
  if (!provider) refuse('stripe_not_configured')
  const confirmed = await confirmPassword(deps, reauthentication, currentPassword)
  await inTransaction(deps.db, async (tx) => {
    await confirmed(tx)
    await keepAccount(deps, tx, reauthentication, { stripeAccountId: null, words: 'Disconnected', action: 'disconnect' })
  })
  return { stripe: null }
}

/**
 * Stores which account at Stripe the caller's business has; the same one, or none where there was none, changes nothing. A change puts its
 * payouts on hold.
 */
async function keepAccount(
  deps: Deps,
  tx: Db,
  { actor, requestId }: Reauthentication,
  { stripeAccountId, words, action }: Change,
): Promise<void> {
  const business = found(await lockBusiness(tx, found(actor.businessId)))
  const at = deps.now() // after the lock: payouts wait 72 hours from the change itself
  const stored = await findAccount(tx, business.id)
  const before = stored?.stripeAccountId ?? null
  if (before === stripeAccountId) return
  const version = (stored?.version ?? 0) + 1
  await storeAccount(tx, { businessId: business.id, stripeAccountId, stripeReady: false, updatedAt: at, version })
  await recordAudit(tx, {
    actor,
    action: `payout_account.${action}`,
    targetType: 'business',
    targetId: business.id,
    before: { stripeAccountId: before },
    after: { stripeAccountId },
    requestId,
  })
  const account = presentAccount(await findAccount(tx, business.id), true)
  await holdPayouts(tx, business, { reason: 'account_changed', actor, account, stripe: words, at, requestId })
}
