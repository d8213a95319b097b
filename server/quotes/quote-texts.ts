import { formatLongDate } from '#domain/text.ts'
import { greeting } from '#server/platform/mail/mail-phrases.ts'
import { type MailButton, type MailRow, type MailSetting, momentRow, type WriteText } from '#server/platform/mail/mail-text.ts'
import type { Facts } from '#server/platform/mail/read-facts.ts'

/** The quote on the screen of the side that the email goes to; null for buyers without an account, and in emails from before quotes. */
function quoteButton(facts: Facts, { publicUrl }: MailSetting, label = 'View quote'): MailButton | null {
  const id = encodeURIComponent(facts.line('quoteId'))
  if (!id) return null
  if (facts.line('isStaff')) return { label, href: `${publicUrl}/admin/quotes/${id}` }
  if (facts.line('side') === 'seller') return { label, href: `${publicUrl}/business/quotes/${id}` }
  return facts.line('hasAccount') ? { label, href: `${publicUrl}/quotes/${id}` } : null
}

const rowsOf = (facts: Facts, setting: MailSetting): MailRow[] => [
  ['Quote', facts.line('reference')],
  ['About', facts.line('title')],
  ['Buyer', facts.line('buyer')],
  ['Deliver to', facts.line('place')],
  ['Needed by', facts.line('neededBy') && formatLongDate(new Date(facts.line('neededBy')))],
  ['Total', facts.money('totalCents')],
  momentRow('Valid until', facts.line('validUntil'), setting),
]

const isSeller = (facts: Facts) => facts.line('side') === 'seller'

/** Emails about quotes, to both sides. */
export const quoteTexts = {
  'quote-received': (facts, setting) => ({
    subject: `We received your quote request (${facts.line('reference')})`,
    heading: 'We received your quote request',
    paragraphs: [greeting(facts), "Thank you for your request. We'll reply within two business days. You'll get an email with the offer."],
    rows: rowsOf(facts, setting),
    quote: facts.text('message'),
    button: quoteButton(facts, setting),
  }),
  'quote-request': (facts, setting) => ({
    subject: `Quote request from ${facts.line('buyer') || facts.line('name')} (${facts.line('reference')})`,
    heading: `Quote request from ${facts.line('buyer') || facts.line('name')}`,
    paragraphs: [
      facts.line('isStaff') ? 'Choose the seller who makes the offer.' : 'Send an offer within two business days.',
      ...(facts.text('note') ? [facts.text('note')] : []),
    ],
    rows: rowsOf(facts, setting),
    quote: facts.text('message'),
    button: quoteButton(facts, setting, facts.line('isStaff') ? 'Choose seller' : 'Write offer'),
  }),
  'quote-offered': (facts, setting) => ({
    subject: `Your offer ${facts.line('reference')} from ${facts.line('seller')}: ${facts.money('totalCents')}`,
    heading: 'Your offer is ready',
    paragraphs: [greeting(facts), `${facts.line('seller')} sent you an offer. Accept it, ask for a change, or decline it on its page.`],
    rows: rowsOf(facts, setting),
    button: quoteButton(facts, setting, 'View offer'),
  }),
  'quote-changed': (facts, setting) => ({
    subject: `New version of your offer ${facts.line('reference')}: ${facts.money('totalCents')}`,
    heading: 'Your offer has a new version',
    paragraphs: [
      greeting(facts),
      `${facts.line('seller')} sent version ${facts.line('number')} of your offer. Only this version can be accepted now.`,
    ],
    rows: rowsOf(facts, setting),
    button: quoteButton(facts, setting, 'View offer'),
  }),
  'quote-accepted': (facts, setting) => ({
    subject: `Your offer ${facts.line('reference')} was accepted: order ${facts.line('orderNumber')}`,
    heading: 'Your offer was accepted',
    paragraphs: [greeting(facts), `${facts.line('buyer')} accepted your offer. It is order ${facts.line('orderNumber')} now.`],
    rows: rowsOf(facts, setting),
    button: facts.line('orderId')
      ? { label: 'View order', href: `${setting.publicUrl}/business/orders/${encodeURIComponent(facts.line('orderId'))}` }
      : null,
  }),
  'quote-closed': (facts, setting) => {
    const [what, verb] = [facts.line('status') === 'withdrawn' ? 'withdrawn' : 'declined', facts.money('totalCents') ? 'offer' : 'request']
    const whose =
      facts.line('by') === 'buyer' ? (verb === 'offer' ? 'Your offer' : 'The request') : verb === 'offer' ? 'The offer' : 'Your request'
    return {
      subject: `${whose} ${facts.line('reference')} was ${what}`,
      heading: `${whose} was ${what}`,
      paragraphs: [greeting(facts)],
      rows: [...rowsOf(facts, setting), ['Reason', facts.text('reason')]],
      button: quoteButton(facts, setting),
    }
  },
  'quote-message': (facts, setting) => ({
    subject: `New message about quote ${facts.line('reference')}`,
    heading: 'New message about your quote',
    paragraphs: [greeting(facts), isSeller(facts) ? `${facts.line('buyer')} wrote:` : 'The seller wrote:'],
    rows: rowsOf(facts, setting),
    quote: facts.text('message'),
    button: quoteButton(facts, setting, 'Reply'),
  }),
  'quote-outdated': (facts, setting) => ({
    subject: `Quote ${facts.line('reference')} needs a new version`,
    heading: 'Please send a new version',
    paragraphs: [
      greeting(facts),
      `${facts.line('buyer')} wanted to accept your offer. The tax that applies now differs from the tax in it, so it needs a new version.`,
    ],
    rows: rowsOf(facts, setting),
    button: quoteButton(facts, setting, 'Write new version'),
  }),
  'quote-ends': (facts, setting) => ({
    subject: `Your offer ${facts.line('reference')} ends in ${facts.line('days') || '3 days'}`,
    heading: `Your offer ends in ${facts.line('days') || '3 days'}`,
    paragraphs: [greeting(facts), 'Accept it before it ends, or ask the seller for a new one.'],
    rows: rowsOf(facts, setting),
    button: quoteButton(facts, setting, 'View offer'),
  }),
  'quote-ended': (facts, setting) => ({
    subject: facts.money('totalCents')
      ? `${isSeller(facts) ? 'Your offer' : 'The offer'} ${facts.line('reference')} has expired`
      : `Your quote request ${facts.line('reference')} has expired`,
    heading: facts.money('totalCents') ? 'The offer has expired' : 'Your request has expired',
    paragraphs: [
      greeting(facts),
      facts.money('totalCents')
        ? isSeller(facts)
          ? 'You can send a new version.'
          : 'You can ask the seller for a new offer.'
        : 'Nobody made an offer within 30 days. You can request a quote again.',
    ],
    rows: rowsOf(facts, setting),
    button: quoteButton(facts, setting),
  }),
  'quote-waits': (facts, setting) => ({
    subject: `Quote request ${facts.line('reference')} waits for your answer`,
    heading: 'A quote request waits for your answer',
    paragraphs: [
      greeting(facts),
      `${facts.line('buyer')} asked two business days ago. Send an offer, or decline the request with a reason.`,
    ],
    rows: rowsOf(facts, setting),
    button: quoteButton(facts, setting, 'Write offer'),
  }),
} satisfies Record<string, WriteText>
