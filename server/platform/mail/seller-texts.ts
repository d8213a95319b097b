import { pluralize } from '#domain/text.ts'
import { greeting, linkButton } from './account-texts.ts'
import type { MailRow, WriteText } from './mail-text.ts'
import { addressRows, orderRows } from './order-texts.ts'

/** Emails to a seller's users about their orders and products. */
export const sellerTexts = {
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
  'low-stock': (facts) => {
    const products = facts.list('products')
    const total = Number(facts.line('total')) || products.length
    const more = total - products.length
    return {
      subject: `Low stock: ${pluralize(total, 'product')}`,
      heading: 'Some of your products are running out',
      paragraphs: [greeting(facts), 'These products are low or out of stock. Restock them so buyers can keep ordering.'],
      rows: products.map((one): MailRow => [one.line('name'), one.line('left')]),
      button: linkButton(facts, 'View low stock'),
      after: [
        ...(more > 0 ? [`The low stock list shows ${more} more.`] : []),
        'You get this email at most once a day, and only when another product runs low.',
      ],
    }
  },
} satisfies Record<string, WriteText>
