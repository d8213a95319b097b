import { greeting, linkButton } from './account-texts.ts'
import type { MailButton, MailRow, WriteText } from './mail-text.ts'
import type { Facts } from './read-facts.ts'

const orderButton = (facts: Facts, publicUrl: string, area: 'admin' | 'business'): MailButton | null => {
  const id = facts.line('orderId')
  return id ? { label: 'View order', href: `${publicUrl}/${area}/orders/${encodeURIComponent(id)}` } : null
}

const orderRows = (facts: Facts): MailRow[] => [
  ['Order', facts.line('number')],
  ['Reason', facts.line('reason')],
]

/** Emails about disputed card payments: to staff when one is opened and closed, to each seller of the order at both. */
export const disputeTexts = {
  'dispute-opened': (facts, { publicUrl }) => {
    const due = facts.line('due')
    return {
      subject: `The payment of order ${facts.line('number')} is disputed${due ? `: respond by ${due}` : ''}`,
      heading: 'A payment is disputed',
      paragraphs: [
        greeting(facts),
        `The cardholder disputed this payment with their bank. Respond in Stripe${due ? ` by ${due}` : ''}, or the bank refunds the cardholder.`,
        "The sellers' shares are held, and the order can't be refunded until the bank decides.",
      ],
      rows: [...orderRows(facts), ['Respond by', due], ['Amount', facts.money('amountCents'), 'total']],
      button: linkButton(facts, 'Respond in Stripe'),
      link: orderButton(facts, publicUrl, 'admin'),
    }
  },
  'dispute-closed': (facts, { publicUrl }) => {
    const isWon = facts.line('status') === 'won'
    return {
      subject: `The dispute about order ${facts.line('number')} is ${isWon ? 'won' : 'lost'}`,
      heading: isWon ? 'The dispute was won' : 'The dispute was lost',
      paragraphs: [
        greeting(facts),
        isWon
          ? "The bank has decided for the shop. The payment stays, and the sellers' shares are no longer held."
          : "The bank has sent the money back to the cardholder. It is booked like a refund and taken from the sellers' balances; stock is not returned.",
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
      `The cardholder disputed this payment with their bank. ${shop.name} responds to the bank; your share is held until it decides.`,
      'Keep the proof of shipping and delivery. We may ask you for it.',
    ],
    rows: [...orderRows(facts), ['Disputed amount of your part', facts.money('amountCents'), 'total']],
    button: orderButton(facts, publicUrl, 'business'),
    after: [`Questions? Write to ${shop.email} and name the order.`],
  }),
  'seller-dispute-won': (facts, { publicUrl }) => ({
    subject: `The dispute about order ${facts.line('number')} is won`,
    heading: 'The dispute was won',
    paragraphs: [greeting(facts), 'The bank has decided for the shop. Your share of this order is no longer held.'],
    rows: [...orderRows(facts), ['Disputed amount of your part', facts.money('amountCents'), 'total']],
    button: orderButton(facts, publicUrl, 'business'),
  }),
  'seller-dispute-lost': (facts, { publicUrl, shop }) => ({
    subject: `The dispute about order ${facts.line('number')} is lost`,
    heading: 'The dispute was lost',
    paragraphs: [
      greeting(facts),
      'The bank has sent the money back to the cardholder. It is taken from your balance like a refund, less the commission and tax that were kept of it. Your stock does not change.',
    ],
    rows: [...orderRows(facts), ['Taken from your part', facts.money('amountCents'), 'total']],
    button: orderButton(facts, publicUrl, 'business'),
    after: [`Questions? Write to ${shop.email} and name the order.`],
  }),
} satisfies Record<string, WriteText>
