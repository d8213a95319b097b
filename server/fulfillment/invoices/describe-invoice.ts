import type { Currency } from '#domain/money.ts'
import type { OrderMoney } from '#server/orders/order-payments.ts'
import type { OrderLineRow, OrderRecord } from '#server/orders/order-record.ts'

/** Amounts in cents; they add up to `total`. */
export interface InvoiceSums {
  subtotal: number
  discount: number
  shipping: number
  tax: number
  total: number
}

/** One seller order as an invoice shows it. */
export interface InvoicePart {
  businessName: string
  lines: Pick<OrderLineRow, 'name' | 'quantity' | 'unitPriceCents' | 'lineTotalCents' | 'contentAmount' | 'contentUnit'>[]
  sums: InvoiceSums
}

/** Figures of an invoice, all in cents of `currency`. */
export interface InvoiceFigures {
  currency: Currency
  parts: InvoicePart[]
  /** Sums over the seller orders. */
  sums: InvoiceSums
  /** Seller orders that were canceled before anything was paid: they are not owed. */
  cancelled: { businessName: string; cents: number }[]
  /** Worth of items that were returned before anything was paid: it is deducted from what is owed. */
  creditCents: number
  paidCents: number
  /** Amount that is still owed. */
  dueCents: number
}

/** Order with the sellers whose seller orders were paid for, and the worth of items that were returned before the payment. */
interface InvoiceBasis {
  record: OrderRecord
  sold: ReadonlySet<string>
  creditCents: number
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

function addUp(parts: readonly InvoicePart[]): InvoiceSums {
  const of = (name: keyof InvoiceSums) => sum(parts.map(({ sums }) => sums[name]))
  return { subtotal: of('subtotal'), discount: of('discount'), shipping: of('shipping'), tax: of('tax'), total: of('total') }
}

/** Adds up the figures of an invoice from the order's lines and seller orders as they were stored. */
export function describeInvoice({ record: { order, parts, lines }, sold, creditCents }: InvoiceBasis): InvoiceFigures {
  const shown = parts.map(({ businessId, businessName, ...part }): InvoicePart => {
    const { discountCents: discount, shippingCents: shipping, taxCents: tax, totalCents: total } = part
    const own = lines.filter((line) => line.businessId === businessId)
    const subtotal = sum(own.map(({ lineTotalCents }) => lineTotalCents))
    return { businessName, lines: own, sums: { subtotal, discount, shipping, tax, total } }
  })
  const isPaid = order.paidCents > 0
  const cancelled = parts
    .filter(({ status, businessId }) => status === 'cancelled' && !(isPaid && sold.has(businessId)))
    .map(({ businessName, totalCents }) => ({ businessName, cents: totalCents }))
  const sums = addUp(shown)
  const owed = sums.total - sum(cancelled.map(({ cents }) => cents))
  const dueCents = isPaid ? 0 : Math.max(owed - creditCents, 0)
  return { currency: order.currency, parts: shown, sums, cancelled, creditCents, paidCents: order.paidCents, dueCents }
}

/** The refunds that an invoice credits: all but those that failed. */
export function creditedRefunds({ refunds }: OrderMoney): OrderMoney['refunds'] {
  return refunds.filter(({ refund }) => refund.status !== 'failed')
}
