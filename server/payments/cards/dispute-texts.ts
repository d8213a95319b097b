import { greeting, linkButton } from '#server/platform/mail/mail-phrases.ts'
import type { MailButton, MailRow, WriteText } from '#server/platform/mail/mail-text.ts'
import type { Facts } from '#server/platform/mail/read-facts.ts'

const orderButton = (facts: Facts, publicUrl: string, area: 'admin' | 'business'): MailButton | null => {
  const id = facts.line('orderId')
  return id ? { label: 'View order', href: `${publicUrl}/${area}/orders/${encodeURIComponent(id)}` } : null
}

const orderRows = (facts: Facts): MailRow[] => [
  ['Order', facts.line('number')],
  ['Reason', facts.line('reason')],
]

/** Emails about disputed card payments, to staff and to each seller of the order, when a dispute is opened and closed. */
export const disputeTexts = {
  'dispute-opened': (facts, { publicUrl }) => {
    const due = facts.line('due')
    return {
      subject: `The payment of order ${facts.line('number')} is disputed${due ? `: respond by ${due}` : ''}`,
      heading: 'A payment is disputed',
      paragraphs: [
        greeting(facts),
        `The cardholder disputed this payment with their bank. Respond in Stripe${due ? ` by ${due}` : ''}, or the bank refunds the cardholder.`,
        "The sellers' shares are on hold, and the order can't be refunded until the bank decides.",
      ],
      rows: [...orderRows(facts), ['Respond by', due], ['Amount', facts.money('amountCents'), 'total']],
      button: linkButton(facts, 'Respond in Stripe'),
      link: orderButton(facts, publicUrl, 'admin'),
    }
  },
  'dispute-closed': (facts, { publicUrl }) => {
    const isWon = facts.line('status') === 'won'
    return {
      subject: `The dispute about order ${facts.line('number')} was ${isWon ? 'won' : 'lost'}`,
      heading: isWon ? 'The dispute was won' : 'The dispute was lost',
      paragraphs: [
        greeting(facts),
        isWon
          ? "The bank decided in the shop's favor. You keep the payment, and the sellers' shares are no longer on hold."
          : "The bank returned the money to the cardholder. It's recorded like a refund and deducted from the sellers' balances. Stock doesn't change.",
      ],
      rows: [...orderRows(facts), ['Stripe fee', facts.money('feeCents')], ['Amount', facts.money('amountCents'), 'total']],
      button: orderButton(facts, publicUrl, 'admin'),
      link: linkButton(facts, 'View in Stripe'),
    }
  },
  'seller-dispute-opened': (facts, { publicUrl, shop }) => ({
    subject: `The payment of order ${facts.line('number')} is disputed`,
    heading: 'A payment is disputed',
    paragraphs: [
      greeting(facts),
      `The cardholder disputed this payment with their bank. ${shop.name} responds to the bank; your share is on hold until it decides.`,
      'Keep your proof of shipping and delivery. We may ask you for it.',
    ],
    rows: [...orderRows(facts), ['Disputed amount of your share', facts.money('amountCents'), 'total']],
    button: orderButton(facts, publicUrl, 'business'),
    after: [`Questions? Email ${shop.email} with the order number.`],
  }),
  'seller-dispute-won': (facts, { publicUrl }) => ({
    subject: `The dispute about order ${facts.line('number')} was won`,
    heading: 'The dispute was won',
    paragraphs: [greeting(facts), "The bank decided in the shop's favor. Your share of this order is no longer on hold."],
    rows: [...orderRows(facts), ['Disputed amount of your share', facts.money('amountCents'), 'total']],
    button: orderButton(facts, publicUrl, 'business'),
  }),
  'seller-dispute-lost': (facts, { publicUrl, shop }) => ({
    subject: `The dispute about order ${facts.line('number')} was lost`,
    heading: 'The dispute was lost',
    paragraphs: [
      greeting(facts),
      "The bank returned the money to the cardholder. It's deducted from your balance like a refund, less the commission and tax withheld from it. Your stock doesn't change.",
    ],
    rows: [...orderRows(facts), ['Deducted from your share', facts.money('amountCents'), 'total']],
    button: orderButton(facts, publicUrl, 'business'),
    after: [`Questions? Email ${shop.email} with the order number.`],
  }),
} satisfies Record<string, WriteText>
