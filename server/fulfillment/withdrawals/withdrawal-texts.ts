import { OUTCOME_TEXTS, WITHDRAWAL_OUTCOMES } from '#domain/withdrawal-status.ts'
import { dayOf, greeting, momentOf, notRepeated, notSent } from '#server/platform/mail/mail-phrases.ts'
import type { MailRow, WriteText } from '#server/platform/mail/mail-text.ts'
import type { Facts } from '#server/platform/mail/read-facts.ts'

/** Says what happened to a withdrawal; emails queued by an older version know no outcome. */
const outcomeText = (facts: Facts): string =>
  OUTCOME_TEXTS[WITHDRAWAL_OUTCOMES.find((outcome) => outcome === facts.line('outcome')) ?? 'received']

/** Emails about withdrawals, as consumer law asks for them. */
export const withdrawalTexts = {
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
                    `Send the products back by ${dayOf(facts.line('sendBy'), { shop })} to the address below. You pay for return shipping. We refund the price, the tax and standard shipping within 14 days of your withdrawal; we may wait until the products arrive or you send us proof that you shipped them.`,
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
  'withdrawal-due': (facts, { publicUrl, shop }) => ({
    subject: `The refund of withdrawal ${facts.line('number')} is due on ${dayOf(facts.line('dueAt'), { shop })}`,
    heading: 'A refund is due',
    paragraphs: [
      `Withdrawal ${facts.line('number')} was received 10 days ago and hasn't been refunded yet. By law, the refund is due within 14 days of the withdrawal.`,
    ],
    rows: [
      ['Withdrawal', facts.line('number')],
      ['Order', facts.line('orderNumber')],
      ['Refund due', dayOf(facts.line('dueAt'), { shop })],
    ],
    button: { label: 'View withdrawal', href: `${publicUrl}/admin/withdrawals?open=${encodeURIComponent(facts.line('withdrawalId'))}` },
  }),
} satisfies Record<string, WriteText>
