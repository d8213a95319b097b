import { Link } from 'react-router'
import { BulkShip } from '#app/features/fulfillment/shipping/bulk-ship.tsx'
import { ownParcels } from '#app/features/fulfillment/shipping/parcel-api.ts'
import { SlipsButton } from '#app/features/fulfillment/slips-button.tsx'
import { BulkStatus } from '#app/features/fulfillment/transitions/bulk-status.tsx'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { Totals } from '#app/features/kit/grid/totals.tsx'
import { type GridSelection, MOST_SELECTED } from '#app/features/kit/grid/use-selection.ts'
import { ShippedStatus } from '#app/features/orders/order-status.tsx'
import { api } from '#app/lib/api.ts'
import { day, instant, money, timeOfDay } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { SELLER_ORDER_LIST } from '#contract/fulfillment/seller-order-list.ts'
import type { SellerOrderSummary } from '#contract/fulfillment/seller-orders.ts'
import { sellerOrdersGridQuery, sellerOrderTotalsQuery } from './queries.ts'

const hrefOf = ({ id }: { id: string }) => `/business/orders/${id}`

const FILTERS: readonly GridFilter[] = [
  ...filtersOf(SELLER_ORDER_LIST),
  {
    name: 'waitsFor',
    label: 'Needs',
    options: [
      { value: 'refund', label: 'Refund' },
      { value: 'payment', label: 'Payment' },
    ],
  },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
]

const VIEWS = [
  { label: 'To process', query: 'status=pending' },
  { label: 'To ship', query: 'status=processing' },
  { label: 'To refund', query: 'waitsFor=refund' },
  { label: 'Unpaid', query: 'waitsFor=payment' },
  { label: 'On the way', query: 'status=shipped' },
  { label: 'Delivered', query: 'status=delivered' },
]

const COLUMNS = columnsOf(SELLER_ORDER_LIST, {
  order: (order) => (
    <Link to={hrefOf(order)} className="font-medium">
      {order.number}
    </Link>
  ),
  customer: ({ deliverTo }) => (
    <CellLines more={[deliverTo.city, deliverTo.state, deliverTo.country].filter(Boolean).join(', ')}>
      <bdi>{deliverTo.name}</bdi>
    </CellLines>
  ),
  status: (order) => <ShippedStatus status={order.status} counts={order} />,
  total: ({ total, currency, isPaid, isPartlyPaid }) => (
    <CellLines more={isPaid ? 'Paid' : isPartlyPaid ? 'Partially paid' : 'Pay Later'}>
      <span className="font-medium">{money(total, currency)}</span>
    </CellLines>
  ),
  tracking: ({ carrier, trackingNumber }) => [carrier, trackingNumber].filter(Boolean).join(' '),
  createdAt: ({ createdAt }) => (
    <time dateTime={createdAt} title={instant(createdAt)}>
      {day(createdAt)} <span className="text-ink-2">{timeOfDay(createdAt)}</span>
    </time>
  ),
})

const TARGETS = ['processing', 'delivered'] as const

const bulkActions = (selection: GridSelection<SellerOrderSummary>) => (
  <>
    <BulkShip selection={selection} parcels={ownParcels} />
    <BulkStatus selection={selection} targets={TARGETS} send={(body) => api.sellerOrders.moveMany({ body })} hrefOf={hrefOf} />
    <SlipsButton path={ownParcels.slipsPath} total={selection.all?.total ?? selection.ids.length} load={selection.load} />
    <SlipsButton
      label="Pick list"
      path={ownParcels.pickListPath}
      total={selection.all?.total ?? selection.ids.length}
      load={selection.load}
    />
  </>
)

const totalsFor = (token: string | null) => (_page: unknown, filter: Record<string, string>) => (
  <Totals read={sellerOrderTotalsQuery(token, filter)} counted="Orders" amounts={{ total: 'Ordered', refunded: 'Refunded' }} />
)

/** A seller's orders: what is to be shipped first, the oldest of it before all. */
export function SellerOrdersGrid() {
  const token = useToken((state) => state.token)
  return (
    <DataGrid
      name="seller-orders"
      records="seller-orders"
      label="Orders"
      columns={COLUMNS}
      rowId={({ id }) => id}
      rowName={({ number }) => `order ${number}`}
      hrefOf={hrefOf}
      read={(query) => sellerOrdersGridQuery(token, query)}
      filters={FILTERS}
      views={VIEWS}
      searchLabel="Number, PO, name, product, SKU or tracking"
      defaultSort="toShip"
      exportPath="/api/business/orders/export"
      actions={bulkActions}
      mostMatching={MOST_SELECTED}
      empty={{
        filtered: 'No orders found matching your criteria.',
        none: 'No orders yet. They appear here when someone buys from you.',
      }}
      failure="Your orders could not be loaded."
      foot={totalsFor(token)}
    />
  )
}
