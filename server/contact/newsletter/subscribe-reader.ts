import { NEWSLETTER_CONSENT } from '#domain/newsletter.ts'
import { DAY_MS } from '#domain/time.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { insertSubscriber, lockSubscriber, renewSubscriber, restoreAddress, type SubscriberRow } from './subscription-record.ts'

/** Lifetime of the confirmation link. */
const CONFIRM_MS = 7 * DAY_MS
/** Interval between confirmation emails to one address. */
const QUIET_MS = DAY_MS

/** Returns true if no email is due: the subscription is confirmed, or an email was sent in the last day. */
function isQuiet({ status, createdAt }: SubscriberRow, at: Date): boolean {
  return status === 'confirmed' || at.getTime() - createdAt.getTime() < QUIET_MS
}

/**
 * Records a subscription request and queues the confirmation email (double opt-in). The response does not reveal whether the address was
 * known.
 */
export async function subscribeReader(deps: Deps, email: string): Promise<void> {
  await inTransaction(deps.db, (tx) => ask(tx, deps, email))
}

async function ask(tx: Db, { config, now }: Deps, email: string): Promise<void> {
  const createdAt = now()
  const token = newToken()
  const request = {
    tokenHash: hashToken(token),
    consentText: NEWSLETTER_CONSENT,
    createdAt,
    confirmBy: new Date(createdAt.getTime() + CONFIRM_MS),
  }
  await restoreAddress(tx, email)
  let unsubscribeToken = newToken()
  if (!(await insertSubscriber(tx, { email, unsubscribeToken, ...request }))) {
    const known = await lockSubscriber(tx, email)
    if (!known || isQuiet(known, createdAt)) return
    await renewSubscriber(tx, known.id, request)
    unsubscribeToken = known.unsubscribeToken
  }
  await queueMail(tx, {
    dedupeKey: `newsletter-confirm:${request.tokenHash}`,
    template: 'newsletter-confirm',
    to: email,
    facts: {
      link: `${config.publicUrl}/newsletter/confirm?token=${token}`,
      unsubscribeLink: `${config.publicUrl}/newsletter/unsubscribe?token=${unsubscribeToken}`,
    },
    at: createdAt,
  })
}
