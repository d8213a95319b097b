import { Link } from 'react-router'
import { Dollars } from '#app/features/orders/dollars.tsx'
import { PaymentStatusWord, ShippedStatus } from '#app/features/orders/order-status.tsx'
import { day, instant } from '#app/lib/format.ts'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { AdminOrderSummary } from '#contract/orders/orders.ts'
import { paymentMethodLabel } from '#domain/order.ts'

const SHOWN_OF_ID = 8

const addressOf = ({ id }: AdminOrderSummary) => `/admin/orders/${id}`

const COLUMNS: readonly Column<AdminOrderSummary>[] = [
  {
    title: 'Order',
    cell: (order) => (
      <>
        <Link to={addressOf(order)} className="font-medium" aria-label={`${order.id.slice(0, SHOWN_OF_ID)}, order ${order.number}`}>
          {order.id.slice(0, SHOWN_OF_ID)}
        </Link>
        <br />
        <span className="text-sm whitespace-nowrap text-ink-2">{order.number}</span>
      </>
    ),
  },
  {
    title: 'Customer',
    cell: ({ user }) => (
      <>
        <bdi>{user.name}</bdi>
        <br />
        <span className="text-sm break-all text-ink-2">{user.email}</span>
      </>
    ),
  },
  {
    title: 'Total',
    isAmount: true,
    cell: (order) => (
      <span className="font-medium">
        <Dollars order={order} />
      </span>
    ),
  },
  { title: 'Status', cell: (order) => <ShippedStatus status={order.status} counts={order} /> },
  {
    title: 'Payment',
    cell: ({ paymentStatus, paymentMethod }) => (
      <>
        <PaymentStatusWord status={paymentStatus} />
        <br />
        <span className="text-sm text-ink-2">{paymentMethodLabel(paymentMethod)}</span>
      </>
    ),
  },
  {
    title: 'Date',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={instant(createdAt)}>
        {day(createdAt)}
      </time>
    ),
  },
]

/** The orders of the shop, each row a way to its order. */
export function OrdersTable({ orders, label }: { orders: readonly AdminOrderSummary[]; label: string }) {
  return <RowTable label={label} columns={COLUMNS} rows={orders} keyOf={({ id }) => id} hrefOf={addressOf} />
}
