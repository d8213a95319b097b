import { createHash } from 'node:crypto'
import type { MailTemplate } from '#domain/notification-kinds.ts'
import type { OutgoingMail } from '#server/platform/vendors/mailer.ts'
import type { MailSetting } from './mail-text.ts'
import type { QueuedMail } from './queued-mails.ts'
import { oneLine, readFacts } from './read-facts.ts'
import { renderMail } from './render-mail.ts'

/** Templates whose replies go to the person who sent the form. */
const REPLY_TO_SENDER: readonly MailTemplate[] = ['contact-message', 'quote-request']

const digestOf = (dedupeKey: string) => createHash('sha256').update(dedupeKey).digest('hex')
const hostOf = (publicUrl: string) => new URL(publicUrl).hostname

/**
 * Renders an email of the outbox. The same email always gets the same Message-ID and file name; the fact `answers` is the key of the email
 * that it replies to.
 */
export function writeMail(mail: QueuedMail, setting: MailSetting, date: Date): OutgoingMail {
  const { shop, publicUrl, texts } = setting
  const facts = readFacts(mail.facts)
  const digest = digestOf(mail.dedupeKey)
  const idOf = (hash: string) => `<${hash.slice(0, 32)}@${hostOf(publicUrl)}>`
  const answered = facts.line('answers')
  const replyAddress = REPLY_TO_SENDER.includes(mail.template) ? facts.line('email') : ''
  return {
    ...renderMail(texts[mail.template](facts, setting), shop),
    from: { name: oneLine(shop.name), address: oneLine(shop.email) },
    to: oneLine(mail.to),
    ...(replyAddress && { replyTo: { name: facts.line('name'), address: replyAddress } }),
    messageId: idOf(digest),
    ...(answered && { inReplyTo: idOf(digestOf(answered)) }),
    date,
    fileName: `${mail.createdAt.toISOString().replaceAll(/[:.]/g, '-')}-${mail.template}-${digest.slice(0, 8)}.eml`,
  }
}
