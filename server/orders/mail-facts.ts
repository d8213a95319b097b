import type { StoredPricing } from './pricing.ts'
import type { OrderLineRow, OrderRow } from './repository.ts'

type MailedLine = Pick<OrderLineRow, 'position' | 'name' | 'quantity' | 'lineTotalCents'>

/** What every mail about an order tells: number, goods and total, as they were ordered. Amounts in cents of its currency. */
export function orderMailFacts(order: OrderRow, lines: readonly MailedLine[]): Record<string, unknown> {
  return {
    userId: order.userId,
    orderId: order.id,
    number: order.number,
    name: order.userName,
    currency: order.currency,
    lines: [...lines]
      .sort((a, b) => a.position - b.position)
      .map(({ name, quantity, lineTotalCents }) => ({ name, quantity, totalCents: lineTotalCents })),
    subtotalCents: order.subtotalCents,
    promoCode: order.promoCode ?? undefined,
    discountCents: order.discountCents,
    shippingCents: order.shippingCents,
    taxPercent: (order.pricing as StoredPricing).rules.taxPercent, // only storePricing writes this column
    taxCents: order.taxCents,
    totalCents: order.totalCents,
    paymentMethod: order.paymentMethod,
    estimatedDelivery: order.estimatedDelivery,
  }
}
