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

const notSent = ({ shop }: MailSetting) => `If you didn't send this, reply to this email or call ${shop.phone}.`

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
    const contents = isShort ? 'It shows' : 'It includes your statement and'
    return {
      subject: `We received your withdrawal ${facts.line('number')}`,
      heading: 'We received your withdrawal',
      paragraphs: [
        greeting(facts),
        `This email is your receipt. ${contents} the date and time at which we received your withdrawal.`,
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
              ...(facts.line('isCanceled')
                ? ["Items that hadn't shipped were canceled. If you paid for them, your refund is on its way."]
                : []),
              ...(facts.line('isRefunded')
                ? [
                    "Products in your withdrawal that hadn't shipped won't be sent. If you paid for them, your refund is on its way; if not, we've reduced the amount you owe.",
                  ]
                : []),
              ...(sellers.length > 0
                ? [
                    `Send the products back by ${dayOf(facts.line('sendBy'))} to the address below. You pay for return shipping. We refund the price, the tax and standard shipping within 14 days of your withdrawal; we may wait until the products arrive or you send us proof that you shipped them.`,
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
      "Thank you for your report. A member of our team will review it and decide within 14 days. No decision is automated. We'll email you the decision and the reasons for it. We don't tell the seller who reported it.",
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
    const again = facts.line('isSecond') ? " again after the seller's objection" : ''
    const outcome = DECISIONS[facts.line('decision')] ?? ''
    return {
      subject: `Decision on report ${facts.line('number')}`,
      heading: isSeller ? 'Decision on a report' : 'Decision on your report',
      paragraphs: [
        greeting(facts),
        isSeller
          ? `Someone reported one of your pages in our shop. A member of our team reviewed it${again} and decided: ${outcome}.`
          : `You reported a page in our shop. A member of our team reviewed it${again} and decided: ${outcome}.`,
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
        `If you disagree, reply to this email or call ${shop.phone}. You can also turn to a certified out-of-court dispute settlement body or to a court.`,
      ],
    }
  },
  'product-recalled': (facts, { publicUrl, shop }) => ({
    subject: `Product safety recall: ${facts.line('product')}`,
    heading: 'Product safety recall',
    paragraphs: [
      greeting(facts),
      `${facts.line('product')}, which you bought from us, was recalled. Stop using it and follow these instructions:`,
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
      `Withdrawal ${facts.line('number')} was received 10 days ago and hasn't been refunded yet. By law, the refund is due within 14 days of the withdrawal.`,
    ],
    rows: [
      ['Withdrawal', facts.line('number')],
      ['Order', facts.line('orderNumber')],
      ['Refund due', dayOf(facts.line('dueAt'))],
    ],
    button: { label: 'View withdrawal', href: `${publicUrl}/admin/withdrawals?open=${encodeURIComponent(facts.line('withdrawalId'))}` },
  }),
} satisfies Record<string, WriteText>
