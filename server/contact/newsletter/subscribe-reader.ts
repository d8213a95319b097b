import { NEWSLETTER_CONSENT } from '#domain/newsletter.ts'
import { hashToken, newToken } from '#server/identity/auth/token.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'
import { insertSubscriber, lockSubscriber, renewSubscriber, type SubscriberRow } from './subscription-record.ts'

/** How long the link of the mail is good. */
const CONFIRM_MS = 7 * 24 * 3_600_000
/** Most often that an address is sent the mail that asks for confirmation. */
const QUIET_MS = 24 * 3_600_000

/** Tells whether this subscription gets no mail now: it is confirmed, or one went out in the last day. */
function isQuiet({ status, createdAt }: SubscriberRow, at: Date): boolean {
  return status === 'confirmed' || at.getTime() - createdAt.getTime() < QUIET_MS
}

/**
 * Writes down that somebody asked for the newsletter and leaves the mail that asks its reader to confirm (double opt-in).
 * Nothing tells the caller whether the address was known.
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
