import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { sellersQuery } from '#app/features/catalog/staff-products/sellers.ts'
import { BulkShip } from '#app/features/fulfillment/shipping/bulk-ship.tsx'
import { allParcels } from '#app/features/fulfillment/shipping/parcel-api.ts'
import { SlipsButton } from '#app/features/fulfillment/slips-button.tsx'
import { BulkStatus } from '#app/features/fulfillment/transitions/bulk-status.tsx'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { Totals } from '#app/features/kit/grid/totals.tsx'
import { type GridSelection, MOST_SELECTED } from '#app/features/kit/grid/use-selection.ts'
import { Dollars } from '#app/features/orders/dollars.tsx'
import { PaymentStatusWord, ShippedStatus, UnpaidMark } from '#app/features/orders/order-status.tsx'
import { ordersGridQuery, orderTagsQuery, orderTotalsQuery } from '#app/features/orders/queries.ts'
import { Tags } from '#app/features/orders/tags.tsx'
import { DisputeMark } from '#app/features/payments/disputes/dispute-status.tsx'
import { api, queryOf } from '#app/lib/api.ts'
import { day, instant, timeOfDay } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { ORDER_LIST } from '#contract/orders/order-list.ts'
import type { AdminOrderSummary } from '#contract/orders/orders.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { PAYMENT_TERM_DAYS } from '#domain/invoice.ts'
import { PAYMENT_METHODS, PAYMENT_STATUS_LABELS, PAYMENT_STATUSES, paymentMethodLabel, shippingMethodLabel } from '#domain/order.ts'
import { OVERDUE_AFTER_DAYS } from '#domain/pay-later.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'
import { MarkManyPaid } from './order/mark-many-paid.tsx'

const SHOWN_OF_ID = 8

const hrefOf = ({ id }: { id: string }) => `/admin/orders/${id}`

const FILTERS: readonly GridFilter[] = [
  ...filtersOf(ORDER_LIST),
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
      ...[PAYMENT_TERM_DAYS, OVERDUE_AFTER_DAYS].map((days) => ({ value: String(days), label: `${days} days or more` })),
    ],
  },
  {
    name: 'waitsFor',
    label: 'Needs',
    options: [
      { value: 'shipping', label: 'Shipping' },
      { value: 'refund', label: 'Refund' },
      { value: 'arrival', label: 'Late arrival' },
      { value: 'payment', label: 'Overdue payment' },
    ],
  },
  {
    name: 'country',
    label: 'Country',
    options: COUNTRY_CODES.map((value) => ({ value, label: countryNameOf(value) })).sort((one, other) =>
      one.label.localeCompare(other.label, 'en'),
    ),
    isMulti: true,
  },
  {
    name: 'shippingMethod',
    label: 'Shipping',
    options: SHIPPING_METHODS.map((value) => ({ value, label: shippingMethodLabel(value) })),
    isMulti: true,
  },
]

const DATES: readonly GridFilter[] = [
  { name: 'from', label: 'Placed from', kind: 'date' },
  { name: 'to', label: 'Placed to', kind: 'date' },
  { name: 'dueFrom', label: 'Due from', kind: 'date' },
  { name: 'dueTo', label: 'Due to', kind: 'date' },
]

/** The filters, with the sellers and the tags that there are now. */
function useFilters(): GridFilter[] {
  const token = useToken((state) => state.token)
  const sellers = useQuery(queryOf(sellersQuery(token)))
  const tags = useQuery(queryOf(orderTagsQuery(token)))
  return [
    ...FILTERS,
    { name: 'businessId', label: 'Seller', options: (sellers.data ?? []).map(({ id, name }) => ({ value: id, label: name })) },
    { name: 'tag', label: 'Tag', options: (tags.data ?? []).map((value) => ({ value, label: value })) },
    ...DATES,
  ]
}

const COLUMNS = columnsOf(ORDER_LIST, {
  order: (order) => (
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
  customer: ({ user }) => (
    <CellLines more={user.email}>
      <bdi>{user.name}</bdi>
    </CellLines>
  ),
  total: (order) => (
    <span className="font-medium">
      <Dollars order={order} />
    </span>
  ),
  status: (order) => <ShippedStatus status={order.status} counts={order} />,
  payment: (order) => (
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
  createdAt: ({ createdAt }) => (
    <time dateTime={createdAt} title={instant(createdAt)}>
      {day(createdAt)} <span className="text-ink-2">{timeOfDay(createdAt)}</span>
    </time>
  ),
})

const VIEWS = [
  { label: 'To ship', query: 'waitsFor=shipping' },
  { label: 'To refund', query: 'waitsFor=refund' },
  { label: 'Late', query: 'waitsFor=arrival' },
  { label: 'Unpaid', query: 'unpaidDays=0' },
  { label: 'Overdue', query: 'waitsFor=payment' },
]

const TARGETS = ['processing', 'delivered', 'cancelled'] as const

const bulkActions = (selection: GridSelection<AdminOrderSummary>) => (
  <>
    <BulkShip selection={selection} parcels={allParcels} />
    <BulkStatus selection={selection} targets={TARGETS} send={(body) => api.orders.moveMany({ body })} hrefOf={hrefOf} />
    <MarkManyPaid selection={selection} hrefOf={hrefOf} />
    <SlipsButton path={allParcels.slipsPath} total={selection.all?.total ?? selection.ids.length} load={selection.load} />
    <SlipsButton
      label="Pick list"
      path={allParcels.pickListPath}
      total={selection.all?.total ?? selection.ids.length}
      load={selection.load}
    />
  </>
)

const totalsFor = (token: string | null) => (_page: unknown, filter: Record<string, string>) => (
  <Totals read={orderTotalsQuery(token, filter)} counted="Orders" amounts={{ total: 'Ordered', paid: 'Paid', refunded: 'Refunded' }} />
)

/** All orders for staff; with `businessId` those with products of one business. */
export function OrdersGrid({ businessId }: { businessId?: string | undefined }) {
  const token = useToken((state) => state.token)
  const filters = useFilters()
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
      filters={filters}
      views={VIEWS}
      searchLabel="Number, customer, PO, SKU, tracking…"
      defaultSort="-createdAt"
      hasSortKeys
      exportPath="/api/admin/orders/export"
      actions={bulkActions}
      mostMatching={MOST_SELECTED}
      tools={
        <Writers>
          <Link to="/admin/orders/new" className="button small">
            New order
          </Link>
        </Writers>
      }
      empty={{ filtered: 'No orders found matching your criteria.' }}
      failure="The orders could not be loaded."
      foot={totalsFor(token)}
    />
  )
}
