import { addressRows, lineLabel, orderRows } from '#server/orders/mail-rows.ts'
import { greeting } from '#server/platform/mail/mail-phrases.ts'
import type { MailRow, WriteText } from '#server/platform/mail/mail-text.ts'

/** Emails to a seller's users about their orders. */
export const sellerOrderTexts = {
  'seller-new-order': (facts, { publicUrl, shop }) => {
    const id = facts.line('orderId')
    return {
      subject: `You have a new order ${facts.line('number')}`,
      heading: 'You have a new order',
      paragraphs: [greeting(facts), `You sold the items below at ${shop.name}. Open the order to start preparing it.`],
      rows: [
        ['Order', facts.line('number')],
        ['Payment', facts.line('isPaid') === 'yes' ? 'Paid' : 'Pay Later, not paid yet'],
        ['Shipping method', facts.line('shippingMethod')],
        ...addressRows(facts),
        ...orderRows(facts, { publicUrl }),
      ],
      button: id ? { label: 'View order', href: `${publicUrl}/business/orders/${encodeURIComponent(id)}` } : null,
      after: [`Questions? Reply to this email or call ${shop.phone}.`],
    }
  },
  'seller-order-changed': (facts, { publicUrl, shop }) => {
    const number = facts.line('number')
    return {
      subject: `Order ${number} was changed: check it before you pack`,
      heading: 'Check this order before you pack',
      paragraphs: [greeting(facts), `${shop.name} changed your items in this order. Pack and ship what is below.`],
      rows: [
        ['Order', number],
        ['Reason', facts.text('reason')],
        ...facts.list('changes').map((change): MailRow => ['Change', change.line('text')]),
        ...orderRows(facts, { publicUrl }),
      ],
      button: { label: 'View order', href: `${publicUrl}/business/orders/${encodeURIComponent(facts.line('orderId'))}` },
      after: [`Questions? Reply to this email or call ${shop.phone}.`],
    }
  },
  'seller-order-cancelled': (facts, { publicUrl, shop }) => {
    const id = facts.line('orderId')
    return {
      subject: `Order ${facts.line('number')} was canceled: don't ship it`,
      heading: "Don't ship this order",
      paragraphs: [greeting(facts), 'Your items in this order were canceled and are back in your stock.'],
      rows: [['Order', facts.line('number')], ['Reason', facts.line('reason')], ...orderRows(facts, { publicUrl })],
      button: id ? { label: 'View order', href: `${publicUrl}/business/orders/${encodeURIComponent(id)}` } : null,
      after: [`Questions? Reply to this email or call ${shop.phone}.`],
    }
  },
  'seller-units-refunded': (facts, { publicUrl, shop }) => {
    const number = facts.line('number')
    return {
      subject: `Don't ship ${facts.line('units')} from order ${number}`,
      heading: "Don't ship these products",
      paragraphs: [
        greeting(facts),
        `The products below were refunded before they left, and are back in your stock.${facts.line('hasMore') && ` Ship the rest of order ${number}.`}`,
      ],
      rows: [
        ['Order', number],
        ["Don't ship", facts.list('lines').map(lineLabel).join('\n')],
      ],
      button: { label: 'View order', href: `${publicUrl}/business/orders/${encodeURIComponent(facts.line('orderId'))}` },
      after: [`Questions? Reply to this email or call ${shop.phone}.`],
    }
  },
} satisfies Record<string, WriteText>
