import type { MailTemplate } from '#domain/notification-kinds.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { maskEmail, STAFF_EMAIL_HOURS } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { endResetLinks, insertUserToken, listResetsSince } from './one-use-links.ts'

/** Lifetimes of links: one that opens the account lives shorter than one that confirms an address. */
const RESET_MINUTES = 30
const VERIFY_MINUTES = 60
const CREATED_MINUTES = 24 * 60
const INVITATION_MINUTES = 7 * 24 * 60

/** Emails with a link that sets a new password, to one mailbox. */
const MAX_RESETS_AN_HOUR = 3
const STAFF_EMAIL_MINUTES = STAFF_EMAIL_HOURS * 60

interface Person {
  id: string
  name: string
  email: string
}

interface LinkMail {
  template: MailTemplate
  to: string
  path: '/reset-password' | '/verify-email' | '/undo-email'
  purpose: 'reset' | 'invite' | 'verify' | 'undo_email'
  minutes: number
  /** The address that the link sets. */
  newEmail?: string
  /** Anybody can have it sent to any address: it repeats no name. */
  isToAnybody?: boolean
  /** Further facts of the email. */
  more?: Record<string, string>
}

async function makeLink(
  tx: Db,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  userId: string,
  { path, purpose, minutes, newEmail }: Pick<LinkMail, 'path' | 'purpose' | 'minutes' | 'newEmail'>,
) {
  const token = newToken()
  const tokenHash = hashToken(token)
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + minutes * MINUTE_MS)
  await insertUserToken(tx, { tokenHash, userId, purpose, ...(newEmail && { newEmail }), createdAt, expiresAt })
  return { tokenHash, createdAt, link: `${config.publicUrl}${path}?token=${token}` }
}

async function mailLink(tx: Db, deps: Pick<Deps, 'config' | 'now'>, user: Person, mail: LinkMail): Promise<void> {
  const { template, to, minutes, more, isToAnybody = false } = mail
  const { tokenHash, createdAt, link } = await makeLink(tx, deps, user.id, mail)
  await queueMail(tx, {
    dedupeKey: `${template}:${tokenHash}`,
    template,
    to,
    facts: { userId: user.id, ...(!isToAnybody && { name: user.name }), link, minutes, ...more },
    at: createdAt,
  })
}

/** Queues the email that confirms the user's own address. The link works once, for an hour; for an account created by staff, a day. */
export function mailVerifyLink(
  tx: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  user: Person,
  template: 'verify-email' | 'account-created' = 'verify-email',
): Promise<void> {
  const minutes = template === 'account-created' ? CREATED_MINUTES : VERIFY_MINUTES
  return mailLink(tx, deps, user, {
    path: '/verify-email',
    purpose: 'verify',
    minutes,
    template,
    to: user.email,
    isToAnybody: template === 'verify-email',
  })
}

/** Creates the link that confirms the user's own address, for an email that says more than that. It works once, for a day. */
export async function makeVerifyLink(
  tx: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  { id }: Pick<Person, 'id'>,
): Promise<{ link: string; minutes: number }> {
  const minutes = CREATED_MINUTES
  const { link } = await makeLink(tx, deps, id, { path: '/verify-email', purpose: 'verify', minutes })
  return { link, minutes }
}

/** Queues the email that confirms `newEmail` as the user's address, sent to the new address. The link works once, for an hour. */
export function mailNewEmailLink(tx: Db, deps: Pick<Deps, 'config' | 'now'>, user: Person, newEmail: string): Promise<void> {
  const link = { path: '/verify-email', purpose: 'verify', minutes: VERIFY_MINUTES, isToAnybody: true } as const
  return mailLink(tx, deps, user, { ...link, template: 'confirm-new-email', to: newEmail, newEmail })
}

/**
 * Queues the two emails about an address that staff entered: the new address is asked to confirm it, and the current one is notified and
 * can undo it, even after it was confirmed.
 */
export async function mailStaffEmailLinks(tx: Db, deps: Pick<Deps, 'config' | 'now'>, user: Person, newEmail: string): Promise<void> {
  const minutes = STAFF_EMAIL_MINUTES
  const confirming = { path: '/verify-email', purpose: 'verify', minutes, template: 'confirm-new-email' } as const
  await mailLink(tx, deps, user, { ...confirming, to: newEmail, newEmail, more: { by: 'staff' } })
  await mailUndoLink(tx, deps, user, newEmail, 'email-change-asked')
}

/** Queues the email that lets the old address undo the change. */
function mailUndoLink(
  tx: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  user: Person,
  newEmail: string,
  template: 'email-change-asked' | 'email-changed',
): Promise<void> {
  const more = { newEmail: maskEmail(newEmail), at: deps.now().toISOString() }
  const link = { path: '/undo-email', purpose: 'undo_email', minutes: STAFF_EMAIL_MINUTES } as const
  return mailLink(tx, deps, user, { ...link, template, to: user.email, newEmail: user.email, more })
}

/**
 * Queues the email with a link that sets a new password, which works once, for 30 minutes, and replaces earlier ones; nothing where the
 * mailbox got three within an hour, by any request of anybody. The caller holds the user's lock.
 * @returns the milliseconds until the next one is sent, 0 if this one is
 */
export async function mailResetLink(tx: Db, deps: Pick<Deps, 'config' | 'now'>, user: Person): Promise<number> {
  const now = deps.now()
  const [first, ...others] = await listResetsSince(tx, user.id, new Date(now.getTime() - HOUR_MS))
  if (deps.config.limitsRates && first && others.length + 1 >= MAX_RESETS_AN_HOUR) return first.getTime() + HOUR_MS - now.getTime()
  await endResetLinks(tx, user.id, now)
  const link = { path: '/reset-password', purpose: 'reset', minutes: RESET_MINUTES, isToAnybody: true } as const
  await mailLink(tx, deps, user, { ...link, template: 'reset-password', to: user.email })
  return 0
}

/** Queues the email that invites a user whom staff created to choose a password. The link works once, for 7 days. */
export function mailInvitation(tx: Db, deps: Pick<Deps, 'config' | 'now'>, user: Person): Promise<void> {
  const link = { path: '/reset-password', purpose: 'invite', minutes: INVITATION_MINUTES } as const
  return mailLink(tx, deps, user, { ...link, template: 'account-invitation', to: user.email })
}

/** Notifies a user of a changed password, so that a takeover does not go unnoticed. */
export function notifyPasswordChanged(tx: Db, { id, name, email }: Person, at: Date): Promise<void> {
  const dedupeKey = `password-changed:${id}:${at.getTime()}`
  return queueMail(tx, { dedupeKey, template: 'password-changed', to: email, facts: { userId: id, name, at: at.toISOString() }, at })
}

/**
 * Notifies the old address of the change, with the new one masked: the old one may no longer be the user's. If staff entered the new
 * address, the email can undo it.
 */
export async function notifyOldAddress(
  tx: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  user: Person & { pendingEmail: string | null },
  newEmail: string,
): Promise<void> {
  if (user.pendingEmail === newEmail) return mailUndoLink(tx, deps, user, newEmail, 'email-changed')
  const at = deps.now()
  const facts = { userId: user.id, name: user.name, newEmail: maskEmail(newEmail), at: at.toISOString() }
  const dedupeKey = `email-changed:${user.id}:${at.getTime()}`
  return queueMail(tx, { dedupeKey, template: 'email-changed', to: user.email, facts, at })
}
