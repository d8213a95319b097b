import { useState } from 'react'
import type { AdminOrderSummary, Order } from '#contract/orders/orders.ts'
import { ORDER_STATUS_LABELS, type OrderStatus, PAYMENT_STATUS_LABELS, type PaymentStatus } from '#domain/order.ts'
import { daysUnpaid, isOverdue } from '#domain/pay-later.ts'
import { shippedText } from '#domain/shipment.ts'

type ShippedCounts = Pick<Order['fulfilments'][number], 'shippedCount' | 'toShipCount'>

const ORDER_TONE: Record<OrderStatus, string> = { pending: 'warn', processing: 'blue', shipped: 'ink', delivered: 'ok', cancelled: 'bad' }

const PAYMENT_TONE: Record<PaymentStatus, string> = {
  unpaid: 'idle',
  processing: 'blue',
  partially_paid: 'warn',
  paid: 'ok',
  failed: 'bad',
  partially_refunded: 'warn',
  refunded: 'warn',
}

/** Names of the steps of an order and of a seller order, on every button that takes one. */
export const STEP_LABELS = {
  pending: 'Back to pending',
  processing: 'Start processing',
  shipped: 'Mark as shipped',
  delivered: 'Mark as delivered',
} as const satisfies Partial<Record<OrderStatus, string>>

/** The state of an order: a word, with a color of its own (B189). */
export function OrderStatusWord({ status }: { status: OrderStatus }) {
  return <span className={`status ${ORDER_TONE[status]}`}>{ORDER_STATUS_LABELS[status]}</span>
}

interface ShippedStatusProps {
  status: OrderStatus
  /** Units of a seller order, or of those of an order. */
  counts: ShippedCounts | readonly ShippedCounts[]
}

/** The state of an order or a seller order, and how much of it has left while some has not: "2 of 5 shipped". */
export function ShippedStatus({ status, counts }: ShippedStatusProps) {
  const all = [counts].flat()
  const sum = (name: keyof ShippedCounts) => all.reduce((units, one) => units + one[name], 0)
  const text = shippedText({ shippedCount: sum('shippedCount'), toShipCount: sum('toShipCount') })
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      <OrderStatusWord status={status} />
      {text && <span className="text-sm text-ink-2">{text}</span>}
    </span>
  )
}

/** Payment status of an order. */
export function PaymentStatusWord({ status }: { status: PaymentStatus }) {
  return <span className={`status ${PAYMENT_TONE[status]}`}>{PAYMENT_STATUS_LABELS[status]}</span>
}

/** Days for which a Pay Later order has waited for its payment, shown from the day of the reminder on. */
export function UnpaidMark({
  order,
}: {
  order: Pick<AdminOrderSummary, 'createdAt' | 'status' | 'paymentMethod' | 'paymentStatus' | 'termDays'>
}) {
  const [now] = useState(() => new Date())
  const days = daysUnpaid(order, now)
  if (days === null) return null
  return <span className={`status text-sm ${isOverdue(days, order) ? 'bad' : 'warn'}`}>Unpaid for {days} days</span>
}
