import type { MailDetail, MailEntry } from '#contract/platform/mails.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { isErasedEmail } from '#domain/user.ts'
import type { MailRow } from './email-log.ts'
import type { MailSetting } from './mail-text.ts'
import { HELD_KINDS, MAX_ATTEMPTS, type Mail, withoutTokens } from './queued-mails.ts'
import { readFacts } from './read-facts.ts'
import { renderMail } from './render-mail.ts'

type Payload = Pick<Mail, 'template' | 'to' | 'facts'>

/** Lifetime of an invitation link: 7 days. */
const INVITATION_MINUTES = 7 * 24 * 60

/** The payload of an email without the tokens in its links. */
function withoutSecrets(row: MailRow): Payload {
  const { template, to, facts } = row.payload as Payload // only queueMail writes it
  return { template, to, facts: withoutTokens(facts) }
}

/** Delivery state of an email. */
export function stateOf({ kind, attempts, sentAt }: MailRow): MailEntry['state'] {
  if (kind === HELD_KINDS.daily) return 'digest'
  if (kind === HELD_KINDS.bell) return 'bell'
  if (sentAt) return 'sent'
  return attempts >= MAX_ATTEMPTS ? 'failed' : 'waiting'
}

/** Presents an email for the log. */
export function presentMail(row: MailRow, setting: MailSetting, now: Date): MailEntry {
  const { template, to, facts } = withoutSecrets(row)
  const state = stateOf(row)
  return {
    id: row.id,
    to,
    template,
    subject: setting.texts[template](readFacts(facts), setting).subject,
    state,
    createdAt: row.createdAt.toISOString(),
    dueAt: state === 'waiting' ? row.dueAt.toISOString() : null,
    sentAt: (state === 'sent' && row.sentAt?.toISOString()) || null,
    attempts: row.attempts,
    lastError: row.lastError,
    notAgain: whyNotResendable(row, now),
  }
}

/** Expiry of an email's link; null if it has none that expires. */
function linkEndOf({ createdAt, payload }: MailRow): Date | null {
  const { facts } = payload as Payload // only queueMail writes it
  const link = typeof facts.link === 'string' && /[?&]token=/.test(facts.link)
  if (!link) return null
  const minutes = typeof facts.minutes === 'number' ? facts.minutes : INVITATION_MINUTES
  return new Date(createdAt.getTime() + minutes * MINUTE_MS)
}

/** Reason why an email cannot be sent again; null if it can. */
export function whyNotResendable(row: MailRow, now: Date): string | null {
  const { to, template } = row.payload as Payload // only queueMail writes it
  const state = stateOf(row)
  if (state === 'waiting') return "This email hasn't been sent yet. It's retried automatically."
  if (isErasedEmail(to)) return 'The account with this address was deleted.'
  if (template === 'daily-digest' && state === 'sent')
    return "The list in this email isn't stored after sending. Send its emails by themselves."
  const linkEnd = linkEndOf(row)
  if (!linkEnd) return null
  if (state === 'sent') return "The link in this email works once and isn't stored after sending. Ask the recipient to request a new one."
  return linkEnd > now ? null : 'The link in this email has expired. Ask the recipient to request a new one.'
}

/** Presents an email with its text, without the tokens in its links. */
export function presentDetail(row: MailRow, setting: MailSetting, now: Date): MailDetail {
  const { template, facts } = withoutSecrets(row)
  const { text } = renderMail(setting.texts[template](readFacts(facts), setting), setting.shop)
  return { ...presentMail(row, setting, now), text }
}
