import type { PayoutAccount } from '#contract/payouts/earnings.ts'
import type { PayoutHold } from '#contract/payouts/payouts.ts'
import { holdEnd, PAYOUT_HOLD_HOURS, PAYOUT_HOLD_TEXTS, type PayoutHoldReason } from '#domain/payout-hold.ts'
import { formatUtcMoment } from '#domain/text.ts'
import { HOUR_MS } from '#domain/time.ts'
import { type AuditEntry, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify, type Recipient } from '#server/platform/notifications/notification-record.ts'
import { type HoldColumns, hasAccount, listOwned, listTouchedSellers, lockSeller, type Seller, storeHold } from './held-sellers.ts'
import { mailAdmins } from './mail-admins.ts'

/** A change that puts payouts on hold. */
interface HoldCause {
  reason: PayoutHoldReason
  /** Reason in the words of emails and notifications, where the one of `PAYOUT_HOLD_TEXTS` says too little. */
  words?: string
  actor: AuditEntry['actor']
  /** Address that an admin had until now. */
  old?: { userId: string; email: string } | undefined
  /** The payout account after its change; `stripe` says what became of the one at Stripe. */
  account?: PayoutAccount
  stripe?: string
  at: Date
  requestId: string
}

/** Returns the hold on the payouts of a seller; null when there is none, or it has ended. */
export function holdOfSeller({ payoutsHeldUntil, payoutsHeldReason }: HoldColumns, now: Date): PayoutHold | null {
  if (!payoutsHeldUntil || !payoutsHeldReason || payoutsHeldUntil <= now) return null
  return { until: payoutsHeldUntil.toISOString(), reason: payoutsHeldReason }
}

/**
 * Lets the payouts of a seller wait 72 hours, so that a thief with a stolen sign-in is noticed before money leaves: emails all admins, the
 * business and an address that was replaced, and adds a notification. The caller holds the lock of the business.
 */
export async function holdPayouts(tx: Db, business: Seller, cause: HoldCause): Promise<void> {
  const { reason, words = PAYOUT_HOLD_TEXTS[reason], actor, old, account, stripe, at, requestId } = cause
  const { id, payoutsHeldUntil } = business
  const until = holdEnd(at)
  const by = actor?.name ?? 'System'
  await storeHold(tx, id, { until, reason })
  await recordAudit(tx, {
    actor,
    action: 'payouts.hold',
    targetType: 'business',
    targetId: id,
    before: { until: payoutsHeldUntil },
    after: { until, reason },
    requestId,
  })
  const isAccount = reason === 'account_changed'
  const kind = isAccount ? 'payout-account-changed' : 'payouts-held'
  const numbers = account && { holder: account.holder, iban: account.iban, account: account.accountNumber }
  const facts = { by, reason: words, until: formatUtcMoment(until), ...numbers, stripe }
  await mailAdmins(tx, business, { template: kind, facts, old, at })
  const wait = `Payouts are on hold until ${formatUtcMoment(until)}.`
  await notify(tx, {
    audience: { businessId: id },
    kind,
    title: isAccount ? 'Your payout account was changed' : 'Your payouts are on hold',
    text: `${wait} Reason: ${words}${isAccount ? ` by ${by}` : ''}. If nobody on your team did this, contact us right away.`,
    path: '/business/earnings',
    dedupeKey: `${kind}:${id}:${at.getTime()}`,
    at,
  })
}

/**
 * Puts the payouts of an owner's businesses on hold after the owner's password or email was changed. Nothing happens for other users, and
 * for a business without a payout account: it has nothing to protect, and its first account is held anyway.
 * @returns the names of the sellers on hold
 */
export async function holdPayoutsOfAdmin(tx: Db, { id, role }: Pick<Recipient, 'id' | 'role'>, cause: HoldCause): Promise<string[]> {
  if (role !== 'business_admin') return []
  const names: string[] = []
  for (const businessId of await listOwned(tx, id)) {
    const business = await lockSeller(tx, businessId)
    if (!business || !(await hasAccount(tx, businessId))) continue
    await holdPayouts(tx, business, cause)
    names.push(business.name)
  }
  return names
}

/**
 * Puts the payouts of all sellers on hold whose records a staff account has changed in the last 72 hours; what is older has waited already.
 * @returns the names of the sellers on hold
 */
export async function holdTouchedPayouts(tx: Db, staffId: string, cause: HoldCause): Promise<string[]> {
  const since = new Date(cause.at.getTime() - PAYOUT_HOLD_HOURS * HOUR_MS)
  const names: string[] = []
  for (const id of await listTouchedSellers(tx, staffId, since)) {
    const business = await lockSeller(tx, id)
    if (!business) continue
    await holdPayouts(tx, business, { ...cause, words: 'a staff account that had changed your records was locked as a precaution' })
    names.push(business.name)
  }
  return names
}
