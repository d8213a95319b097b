import type { InboxMessage } from '#contract/contact/inbox.ts'

/** Mail programs cut longer links, in characters. */
const QUOTE_MAX = 900

/** The link that opens an answer in one's own mail program: with the reference in its subject and the message quoted. */
export function answerLink({ email, name, reference, topic, message }: InboxMessage): string {
  const about = topic === 'quote' ? 'Your request for a quote' : topic === 'consultation' ? 'Your consultation' : 'Your message'
  const quoted = message && `\n\n\n${message.slice(0, QUOTE_MAX).replace(/^/gm, '> ')}${message.length > QUOTE_MAX ? '…' : ''}`
  const subject = encodeURIComponent(`${about} (${reference})`)
  const body = encodeURIComponent(`Hello ${name},${quoted}`.toWellFormed().replaceAll('\n', '\r\n'))
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${subject}&body=${body}`
}
