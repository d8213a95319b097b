import { formatLongDate } from '#domain/text.ts'
import { OUTCOME_TEXTS, WITHDRAWAL_OUTCOMES } from '#domain/withdrawal-status.ts'
import { greeting, notRepeated } from './account-texts.ts'
import type { MailRow, MailSetting, WriteText } from './mail-text.ts'
import type { Facts } from './read-facts.ts'

const dayOf = (instant: string) => formatLongDate(new Date(instant))

/** Date and time in UTC: 'November 24, 2026, 09:30:05 UTC'. */
const momentOf = (instant: string) => `${dayOf(instant)}, ${instant.slice(11, 19)} UTC`

/** Says what happened to a withdrawal; emails queued by an older version know no outcome. */
const outcomeText = (facts: Facts): string =>
  OUTCOME_TEXTS[WITHDRAWAL_OUTCOMES.find((outcome) => outcome === facts.line('outcome')) ?? 'received']

const notSent = ({ shop }: MailSetting) => `Did you not send this? Reply to this email or call ${shop.phone}.`

/** Outcomes of a report. */
const DECISIONS: Readonly<Record<string, string>> = {
  removed: 'the content was removed',
  restricted: 'the content was restricted',
  kept: 'no action was needed',
}

/** Emails that consumer law asks for. */
export const lawTexts = {
  'withdrawal-received': (facts, setting) => {
    const isShort = facts.line('isShort') !== ''
    const statement = isShort ? 'It has' : 'Below is your statement, with'
    return {
      subject: `We received your withdrawal ${facts.line('number')}`,
      heading: 'We received your withdrawal',
      paragraphs: [
        greeting(facts),
        `This email is your receipt. ${statement} the date and time at which we received it.`,
        outcomeText(facts),
      ],
      rows: [
        ['Withdrawal', facts.line('number')],
        ['Received', momentOf(facts.line('receivedAt'))],
      ],
      quote: facts.text('statement'),
      after: [isShort ? notRepeated(setting) : notSent(setting)],
    }
  },
  'withdrawal-decided': (facts, { publicUrl, shop }) => {
    const isAccepted = facts.line('status') === 'accepted'
    const id = facts.line('orderId')
    const sellers = facts.list('sellers').map((seller): MailRow => [`Send to ${seller.line('name')}`, seller.text('address')])
    return {
      subject: `Your withdrawal ${facts.line('number')} was ${isAccepted ? 'accepted' : 'refused'}`,
      heading: isAccepted ? 'Your withdrawal was accepted' : 'Your withdrawal was refused',
      paragraphs: [
        greeting(facts),
        ...(isAccepted
          ? [
              ...(facts.line('isCanceled') ? ["What hadn't shipped was canceled. If you paid for it, your refund is on its way."] : []),
              ...(facts.line('isRefunded')
                ? [
                    "The products that you withdrew from and that hadn't shipped won't be sent. If you paid for them, your refund is on its way; otherwise you owe that much less.",
                  ]
                : []),
              ...(sellers.length > 0
                ? [
                    `Send the products back by ${dayOf(facts.line('sendBy'))} to the address below. You pay for sending them. We refund the price, the tax and standard shipping within 14 days of your withdrawal; we may wait until the products arrive or you show that you sent them.`,
                  ]
                : []),
            ]
          : [`We can't accept your withdrawal from order ${facts.line('orderNumber')}.`]),
      ],
      rows: [
        ['Withdrawal', facts.line('number')],
        ['Order', facts.line('orderNumber')],
        [isAccepted ? 'Message' : 'Reason', facts.text('answer')],
        ...sellers,
      ],
      button: id ? { label: 'View order', href: `${publicUrl}/account/orders/${encodeURIComponent(id)}` } : null,
      after: [`Questions? Reply to this email or call ${shop.phone}.`],
    }
  },
  'notice-received': (facts, setting) => ({
    subject: `We received your report ${facts.line('number')}`,
    heading: 'We received your report',
    paragraphs: [
      greeting(facts),
      'Thank you for your report. A person of our team reads it and decides within 14 days; no decision is made by a machine. We email you the decision with its reasons. We do not tell the seller who reported it.',
    ],
    rows: [
      ['Report', facts.line('number')],
      ['Received', momentOf(facts.line('receivedAt'))],
      ['Page', facts.line('address') && `${setting.publicUrl}${facts.line('address')}`],
    ],
    quote: facts.text('reason'),
    after: [facts.line('isShort') ? notRepeated(setting) : notSent(setting)],
  }),
  'notice-decided': (facts, { publicUrl, shop }) => {
    const isSeller = facts.line('side') === 'seller'
    const until = facts.line('objectUntil')
    const again = facts.line('isSecond') ? ' again, after the objection of the seller' : ''
    const outcome = DECISIONS[facts.line('decision')] ?? ''
    return {
      subject: `Report ${facts.line('number')} was decided`,
      heading: 'A report was decided',
      paragraphs: [
        greeting(facts),
        isSeller
          ? `Somebody reported a page of yours in our shop. A person of our team checked it and decided${again}: ${outcome}.`
          : `You reported a page of our shop. A person of our team checked it and decided${again}: ${outcome}.`,
      ],
      rows: [
        ['Report', facts.line('number')],
        ['Page', `${publicUrl}${facts.line('address')}`],
        ['Reasons', facts.text('reasons')],
      ],
      button: isSeller
        ? { label: 'View report', href: `${publicUrl}/business/notices?notice=${encodeURIComponent(facts.line('noticeId'))}` }
        : null,
      after: [
        ...(isSeller && until ? [`You can object until ${dayOf(until)}, free of charge: open the report and say why.`] : []),
        `Do you disagree? Reply to this email or call ${shop.phone}. You can also go to a certified body for out-of-court settlement of disputes, or to a court.`,
      ],
    }
  },
  'product-recalled': (facts, { publicUrl, shop }) => ({
    subject: `Product safety recall: ${facts.line('product')}`,
    heading: 'Product safety recall',
    paragraphs: [
      greeting(facts),
      `${facts.line('product')}, which you bought from us, was recalled. Stop using it until you have read what to do:`,
    ],
    quote: facts.text('text'),
    rows: [
      ['Product', facts.line('product')],
      ['Your orders', facts.line('orders')],
    ],
    button: { label: 'View the recall', href: `${publicUrl}/products/${encodeURIComponent(facts.line('slug'))}` },
    after: [`Questions? Reply to this email or call ${shop.phone}.`],
  }),
  'withdrawal-due': (facts, { publicUrl }) => ({
    subject: `The refund of withdrawal ${facts.line('number')} is due on ${dayOf(facts.line('dueAt'))}`,
    heading: 'A refund is due',
    paragraphs: [
      `Withdrawal ${facts.line('number')} was received 10 days ago and is not refunded yet. The law gives 14 days from the statement.`,
    ],
    rows: [
      ['Withdrawal', facts.line('number')],
      ['Order', facts.line('orderNumber')],
      ['Refund due', dayOf(facts.line('dueAt'))],
    ],
    button: { label: 'View withdrawal', href: `${publicUrl}/admin/withdrawals?open=${encodeURIComponent(facts.line('withdrawalId'))}` },
  }),
} satisfies Record<string, WriteText>
