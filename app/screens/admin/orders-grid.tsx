import { Link } from 'react-router'
import { SlipsButton } from '#app/features/fulfillment/slips-button.tsx'
import { BulkStatus } from '#app/features/fulfillment/transitions/bulk-status.tsx'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { DisputeMark } from '#app/features/orders/dispute-status.tsx'
import { Dollars } from '#app/features/orders/dollars.tsx'
import { OrderStatusWord, PaymentStatusWord, UnpaidMark } from '#app/features/orders/order-status.tsx'
import { ordersGridQuery } from '#app/features/orders/queries.ts'
import { Tags } from '#app/features/orders/tags.tsx'
import { api } from '#app/lib/api.ts'
import { day, instant } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { AdminOrderSummary } from '#contract/orders/orders.ts'
import {
  ORDER_STATUS_LABELS,
  ORDER_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
  paymentMethodLabel,
} from '#domain/order.ts'
import { OVERDUE_AFTER_DAYS, REMIND_AFTER_DAYS } from '#domain/pay-later.ts'

const SHOWN_OF_ID = 8

const hrefOf = ({ id }: { id: string }) => `/admin/orders/${id}`

const FILTERS: readonly GridFilter[] = [
  {
    name: 'status',
    label: 'Status',
    options: ORDER_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABELS[value] })),
    isMulti: true,
  },
  {
    name: 'paymentStatus',
    label: 'Payment',
    options: PAYMENT_STATUSES.map((value) => ({ value, label: PAYMENT_STATUS_LABELS[value] })),
    isMulti: true,
  },
  {
    name: 'paymentMethod',
    label: 'Paid by',
    options: PAYMENT_METHODS.map((value) => ({ value, label: paymentMethodLabel(value) })),
    isMulti: true,
  },
  {
    name: 'unpaidDays',
    label: 'Unpaid for',
    options: [
      { value: '0', label: 'Unpaid, any time' },
      ...[REMIND_AFTER_DAYS, OVERDUE_AFTER_DAYS].map((days) => ({ value: String(days), label: `${days} days or more` })),
    ],
  },
  {
    name: 'waitsFor',
    label: 'Waits for',
    options: [
      { value: 'shipping', label: 'Shipping' },
      { value: 'refund', label: 'Refund' },
      { value: 'arrival', label: 'Late arrival' },
    ],
  },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
]

const COLUMNS: readonly GridColumn<AdminOrderSummary>[] = [
  {
    id: 'order',
    title: 'Order',
    isFixed: true,
    cell: (order) => (
      <CellLines
        more={
          <>
            {order.number}
            <Tags tags={order.tags} isInRow />
          </>
        }
      >
        <Link to={hrefOf(order)} className="font-medium" aria-label={`${order.id.slice(0, SHOWN_OF_ID)}, order ${order.number}`}>
          {order.id.slice(0, SHOWN_OF_ID)}
        </Link>
      </CellLines>
    ),
  },
  {
    id: 'customer',
    title: 'Customer',
    sort: 'customer',
    cell: ({ user }) => (
      <CellLines more={user.email}>
        <bdi>{user.name}</bdi>
      </CellLines>
    ),
  },
  { id: 'units', title: 'Units', isAmount: true, isExtra: true, cell: ({ itemCount }) => itemCount },
  {
    id: 'total',
    title: 'Total',
    sort: 'totalAmount',
    sortsDownFirst: true,
    isAmount: true,
    cell: (order) => (
      <span className="font-medium">
        <Dollars order={order} />
      </span>
    ),
  },
  { id: 'status', title: 'Status', sort: 'status', cell: ({ status }) => <OrderStatusWord status={status} /> },
  {
    id: 'payment',
    title: 'Payment',
    cell: (order) => (
      <CellLines
        more={
          <>
            <span>{paymentMethodLabel(order.paymentMethod)}</span>
            <UnpaidMark order={order} />
            {order.dispute && <DisputeMark dispute={order.dispute} />}
          </>
        }
      >
        <PaymentStatusWord status={order.paymentStatus} />
      </CellLines>
    ),
  },
  {
    id: 'createdAt',
    title: 'Date',
    sort: 'createdAt',
    sortsDownFirst: true,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={instant(createdAt)}>
        {day(createdAt)}
      </time>
    ),
  },
]

const VIEWS = [
  { label: 'To ship', query: 'waitsFor=shipping' },
  { label: 'To refund', query: 'waitsFor=refund' },
  { label: 'Late', query: 'waitsFor=arrival' },
  { label: 'Unpaid', query: 'unpaidDays=0' },
  { label: `Unpaid for ${OVERDUE_AFTER_DAYS} days`, query: `unpaidDays=${OVERDUE_AFTER_DAYS}` },
]

const TARGETS = ['processing', 'shipped', 'delivered', 'cancelled'] as const

const bulkActions = (selection: GridSelection<AdminOrderSummary>) => (
  <>
    <BulkStatus selection={selection} targets={TARGETS} send={(body) => api.orders.moveMany({ body })} hrefOf={hrefOf} />
    <SlipsButton path="/api/admin/orders/packing-slips.pdf" ids={selection.ids} />
  </>
)

/** All orders for staff; with `businessId` those with products of one business. */
export function OrdersGrid({ businessId }: { businessId?: string | undefined }) {
  const token = useToken((state) => state.token)
  return (
    <DataGrid
      name="orders"
      records="orders"
      label="Orders"
      columns={COLUMNS}
      rowId={({ id }) => id}
      rowName={({ number }) => `order ${number}`}
      hrefOf={hrefOf}
      read={(query) => ordersGridQuery(token, query)}
      {...(businessId !== undefined && { fixed: { businessId } })}
      filters={FILTERS}
      views={VIEWS}
      searchLabel="Number, id, customer or email"
      defaultSort="-createdAt"
      hasSortKeys
      exportPath="/api/admin/orders/export"
      actions={bulkActions}
      tools={
        <Link to="/admin/orders/new" className="button small">
          New order
        </Link>
      }
      empty={{ filtered: 'No orders found matching your criteria.' }}
      failure="The orders could not be loaded."
    />
  )
}
