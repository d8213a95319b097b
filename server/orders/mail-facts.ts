import type { OrderLineRow, OrderRow, SellerOrderRow } from './order-record.ts'
import type { StoredPricing } from './pricing.ts'

type MailedLine = Pick<OrderLineRow, 'position' | 'name' | 'quantity' | 'lineTotalCents'>

/**
 * Facts of every email about an order: number, items and total, as they were ordered. Amounts in cents of its currency.
 * @param part the seller order that the email is about, with its own `lines` and amounts; null: the whole order
 */
export function orderMailFacts(order: OrderRow, lines: readonly MailedLine[], part: SellerOrderRow | null = null): Record<string, unknown> {
  const amounts = part ?? order
  return {
    userId: order.userId,
    orderId: order.id,
    number: order.number,
    seller: part?.businessName,
    name: order.userName,
    currency: order.currency,
    lines: [...lines]
      .sort((a, b) => a.position - b.position)
      .map(({ name, quantity, lineTotalCents }) => ({ name, quantity, totalCents: lineTotalCents })),
    subtotalCents: amounts.subtotalCents,
    promoCode: order.promoCode ?? undefined,
    discountCents: amounts.discountCents,
    shippingCents: amounts.shippingCents,
    taxPercent: (order.pricing as StoredPricing).rules.taxPercent, // only storePricing writes this column
    taxCents: amounts.taxCents,
    totalCents: amounts.totalCents,
    paymentMethod: order.paymentMethod,
    estimatedDelivery: order.estimatedDelivery,
  }
}
