import { Link, useNavigate } from 'react-router'
import { Dollars } from '#app/features/orders/dollars.tsx'
import { OrderStatusWord, PaymentStatusWord } from '#app/features/orders/order-status.tsx'
import { instant } from '#app/lib/format.ts'
import type { AdminOrderSummary } from '#contract/orders.ts'
import { paymentMethodLabel } from '#domain/order.ts'

const SHOWN_OF_ID = 8

/** Orders as rows; on a small screen each becomes a card with the same facts in the same order. */
export function OrdersTable({ orders, label }: { orders: readonly AdminOrderSummary[]; label: string }) {
  return (
    <table className="grid-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Customer</th>
          <th scope="col" className="amount">
            Total
          </th>
          <th scope="col">Status</th>
          <th scope="col">Payment</th>
          <th scope="col">Date</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  )
}

function OrderRow({ order }: { order: AdminOrderSummary }) {
  const navigate = useNavigate()
  const address = `/admin/orders/${order.id}`
  return (
    // The whole row is a larger target for the pointer; the keyboard has the link in it.
    <tr
      onClick={(event) => !(event.target instanceof HTMLAnchorElement) && getSelection()?.isCollapsed !== false && void navigate(address)}
    >
      <td data-label="Order">
        <Link to={address} className="font-medium" aria-label={`${order.id.slice(0, SHOWN_OF_ID)}, order ${order.number}`}>
          {order.id.slice(0, SHOWN_OF_ID)}
        </Link>
        <br />
        <span className="text-sm text-ink-2">{order.number}</span>
      </td>
      <td data-label="Customer">
        {order.user.name}
        <br />
        <span className="text-sm break-all text-ink-2">{order.user.email}</span>
      </td>
      <td data-label="Total" className="amount font-medium">
        <span>
          <Dollars order={order} />
        </span>
      </td>
      <td data-label="Status">
        <OrderStatusWord status={order.status} />
      </td>
      <td data-label="Payment">
        <PaymentStatusWord status={order.paymentStatus} />
        <br />
        <span className="text-sm text-ink-2">{paymentMethodLabel(order.paymentMethod)}</span>
      </td>
      <td data-label="Date">
        <time dateTime={order.createdAt}>{instant(order.createdAt)}</time>
      </td>
    </tr>
  )
}
