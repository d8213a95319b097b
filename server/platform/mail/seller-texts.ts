import { greeting, linkButton } from './account-texts.ts'
import type { MailRow, WriteText } from './mail-text.ts'
import { goodsRows } from './order-texts.ts'
import type { Facts } from './read-facts.ts'

const addressRows = (facts: Facts): MailRow[] => facts.list('shipTo').map((row) => [row.line('label'), row.line('value')])

/** Mails to the people of a seller about their own goods. */
export const sellerTexts = {
  'seller-new-order': (facts, { publicUrl, shop }) => {
    const id = facts.line('orderId')
    return {
      subject: `New order ${facts.line('number')}: your part`,
      heading: 'You have a new order',
      paragraphs: [greeting(facts), `Somebody has ordered from you at ${shop.name}. This is your part of the order.`],
      rows: [
        ['Order', facts.line('number')],
        ['Payment', facts.line('isPaid') === 'yes' ? 'Paid' : 'Pay Later, not paid yet'],
        ['Shipping method', facts.line('shippingMethod')],
        ...addressRows(facts),
        ...goodsRows(facts),
      ],
      button: id ? { label: 'Open the order', href: `${publicUrl}/business/orders/${encodeURIComponent(id)}` } : null,
      after: [`Questions? Answer this mail or call ${shop.phone}.`],
    }
  },
  'seller-order-cancelled': (facts, { publicUrl, shop }) => {
    const id = facts.line('orderId')
    return {
      subject: `Order ${facts.line('number')}: your part was cancelled`,
      heading: 'Please do not send this order',
      paragraphs: [greeting(facts), 'Your part of this order was cancelled. Its goods are back in your stock.'],
      rows: [['Order', facts.line('number')], ['Reason', facts.line('reason')], ...goodsRows(facts)],
      button: id ? { label: 'Open the order', href: `${publicUrl}/business/orders/${encodeURIComponent(id)}` } : null,
      after: [`Questions? Answer this mail or call ${shop.phone}.`],
    }
  },
  'low-stock': (facts) => {
    const products = facts.list('products')
    const total = Number(facts.line('total')) || products.length
    const more = total - products.length
    return {
      subject: `Low stock: ${total} ${total === 1 ? 'product' : 'products'}`,
      heading: 'Some of your products are running out',
      paragraphs: [greeting(facts), 'These products of yours are low or out of stock. Add pieces, so that buyers can go on ordering.'],
      rows: products.map((one): MailRow => [one.line('name'), one.line('left')]),
      button: linkButton(facts, 'Open low stock'),
      after: [
        ...(more > 0 ? [`And ${more} more: the list has all of them.`] : []),
        'You get this mail at most once a day, and only when something new is running out.',
      ],
    }
  },
} satisfies Record<string, WriteText>
