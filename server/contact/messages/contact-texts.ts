import { formatUtcMoment } from '#domain/text.ts'
import { greeting, linkButton, notRepeated } from '#server/platform/mail/mail-phrases.ts'
import type { MailButton, MailRow, MailSetting, WriteText } from '#server/platform/mail/mail-text.ts'
import type { Facts } from '#server/platform/mail/read-facts.ts'

const TOPICS: Record<string, string> = { consultation: 'Consultation', quote: 'Quote' }

/** Subject of a reply, by topic. */
const SUBJECTS: Record<string, string> = { consultation: 'Your consultation', quote: 'Your quote request' }

const senderRows = (facts: Facts): MailRow[] => [
  ['Name', facts.line('name')],
  ['Email', facts.line('email')],
  ['Phone', facts.line('phone')],
  ['Company', facts.line('company')],
]

/** Details of a request, with the labels of its form. */
const detailRows = (facts: Facts): MailRow[] => facts.list('details').map((detail) => [detail.line('label'), detail.line('value')])

function calculationHref(facts: Facts, { publicUrl }: MailSetting): string {
  const key = facts.line('calculation')
  return key && `${publicUrl}/impact-calculator/r/${encodeURIComponent(key)}`
}

function calculationButton(facts: Facts, setting: MailSetting): MailButton | null {
  const href = calculationHref(facts, setting)
  return href ? { label: 'View calculation', href } : null
}

/** The rest of the receipt of a form, with a copy of what was typed where the recipient is known to have typed it. */
function receiptOf(facts: Facts, setting: MailSetting, thanks: string) {
  const soon = `${thanks} We'll reply within one business day.`
  const reference: MailRow = ['Reference', facts.line('reference')]
  if (facts.line('isShort')) return { paragraphs: [greeting(facts), soon], rows: [reference], after: [notRepeated(setting)] }
  return {
    paragraphs: [greeting(facts), `${soon} Here's a copy:`],
    quote: facts.text('message'),
    rows: [reference, ...detailRows(facts)],
    button: calculationButton(facts, setting),
  }
}

const REPLY_SOON =
  'Reply within one business day, as promised. A reply in the back office is stored with the message; a reply to this email goes to the sender only.'

/** The message in the back office; null for emails of before it was one of their facts. */
function inboxLink(facts: Facts, { publicUrl }: MailSetting): MailButton | null {
  const id = facts.line('messageId')
  return id ? { label: 'Reply in the back office', href: `${publicUrl}/admin/messages/${encodeURIComponent(id)}` } : null
}

/** Emails about messages, quote requests and the newsletter. */
export const contactTexts = {
  'newsletter-confirm': (facts, { shop }) => ({
    subject: `Confirm your subscription to the ${shop.name} newsletter`,
    heading: 'Confirm your subscription',
    paragraphs: ['You asked for our newsletter at this address. Confirm your subscription; the link works for 7 days.'],
    button: linkButton(facts, 'Confirm subscription'),
    after: [
      "If you didn't ask for it, you can ignore this email. We don't send anything without your confirmation.",
      facts.link('unsubscribeLink') ? `To unsubscribe later: ${facts.link('unsubscribeLink')}` : '',
    ].filter(Boolean),
  }),
  'contact-received': (facts, setting) => ({
    subject: `We received your message (${facts.line('reference')})`,
    heading: 'We received your message',
    ...receiptOf(facts, setting, 'Thank you for your message.'),
  }),
  'contact-message': (facts, setting) => ({
    subject: `${TOPICS[facts.line('topic')] ?? 'Message'} from ${facts.line('name')} (${facts.line('reference')})`,
    heading: `${TOPICS[facts.line('topic')] ?? 'Message'} from ${facts.line('name')}`,
    paragraphs: [REPLY_SOON],
    quote: facts.text('message'),
    rows: [['Reference', facts.line('reference')], ...senderRows(facts), ...detailRows(facts)],
    button: calculationButton(facts, setting),
    link: inboxLink(facts, setting),
  }),
  'message-reply': (facts, { shop }) => ({
    subject: `Re: ${SUBJECTS[facts.line('topic')] ?? 'Your message'} (${facts.line('reference')})`,
    heading: SUBJECTS[facts.line('topic')] ?? 'Your message',
    paragraphs: [
      greeting(facts),
      facts.text('reply'),
      [facts.line('by'), shop.name].filter(Boolean).join('\n'),
      ...(facts.text('message') ? [`You wrote on ${formatUtcMoment(new Date(facts.line('sentAt')))}:`] : []),
    ],
    quote: facts.text('message'),
  }),
} satisfies Record<string, WriteText>
