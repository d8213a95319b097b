import type { MailDetail, MailEntry } from '#contract/platform/mails.ts'
import { isErasedEmail } from '#domain/user.ts'
import type { MailRow } from './email-log.ts'
import type { MailSetting } from './mail-text.ts'
import { MAX_ATTEMPTS, type Mail, withoutTokens } from './outbox.ts'
import { readFacts } from './read-facts.ts'
import { renderMail } from './render-mail.ts'
import { MAIL_TEXTS } from './write-mail.ts'

type Payload = Pick<Mail, 'template' | 'to' | 'facts'>

const MINUTE_MS = 60_000
/** How long an invitation works, as its text says: 7 days. */
const INVITATION_MINUTES = 7 * 24 * 60

/** A mail without the keys that its links carry. */
function withoutSecrets(row: MailRow): Payload {
  const { template, to, facts } = row.payload as Payload // only queueMail writes it
  return { template, to, facts: withoutTokens(facts) }
}

/** Where a mail is on its way. */
export function stateOf({ attempts, sentAt }: MailRow): MailEntry['state'] {
  if (sentAt) return 'sent'
  return attempts >= MAX_ATTEMPTS ? 'failed' : 'waiting'
}

/** A mail as the log lists it. */
export function presentMail(row: MailRow, setting: MailSetting, now: Date): MailEntry {
  const { template, to, facts } = withoutSecrets(row)
  const state = stateOf(row)
  return {
    id: row.id,
    to,
    template,
    subject: MAIL_TEXTS[template](readFacts(facts), setting).subject,
    state,
    createdAt: row.createdAt.toISOString(),
    dueAt: state === 'waiting' ? row.dueAt.toISOString() : null,
    sentAt: row.sentAt?.toISOString() ?? null,
    attempts: row.attempts,
    lastError: row.lastError,
    notAgain: whyNotAgain(row, now),
  }
}

/** Until when the link of a mail works; null where it has none that ends. */
function linkEndOf({ createdAt, payload }: MailRow): Date | null {
  const { facts } = payload as Payload // only queueMail writes it
  const link = typeof facts.link === 'string' && /[?&]token=/.test(facts.link)
  if (!link) return null
  const minutes = typeof facts.minutes === 'number' ? facts.minutes : INVITATION_MINUTES
  return new Date(createdAt.getTime() + minutes * MINUTE_MS)
}

/** Why a mail is not sent again; null: it can be. */
export function whyNotAgain(row: MailRow, now: Date): string | null {
  const { to } = row.payload as Payload // only queueMail writes it
  const state = stateOf(row)
  if (state === 'waiting') return 'This mail has not left yet. It is tried again by itself.'
  if (isErasedEmail(to)) return 'The account of this address was deleted.'
  const linkEnd = linkEndOf(row)
  if (!linkEnd) return null
  if (state === 'sent')
    return 'The link in this mail works once, and its key is not kept after sending. Ask the person to request a new one.'
  return linkEnd > now ? null : 'The link in this mail has expired. Ask the person to request a new one.'
}

/** A mail with its text as it leaves, the keys in its links left out. */
export function presentDetail(row: MailRow, setting: MailSetting, now: Date): MailDetail {
  const { template, facts } = withoutSecrets(row)
  const { text } = renderMail(MAIL_TEXTS[template](readFacts(facts), setting), setting.shop)
  return { ...presentMail(row, setting, now), text }
}
