import { Link } from 'react-router'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { DisputeStatusWord, OwnDisputeStatusWord } from '#app/features/orders/dispute-status.tsx'
import { day, money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { Dispute, OwnDispute } from '#contract/payments/disputes.ts'
import {
  DISPUTE_STATUS_LABELS,
  DISPUTE_STATUSES,
  type DisputeStatus,
  disputeReasonLabel,
  isOpenDispute,
  OWN_DISPUTE_STATUS_LABELS,
} from '#domain/dispute.ts'
import { disputesQuery, ownDisputesQuery } from './queries.ts'

const filtersOf = (labels: Readonly<Record<DisputeStatus, string>>): readonly GridFilter[] => [
  { name: 'status', label: 'Status', options: DISPUTE_STATUSES.map((value) => ({ value, label: labels[value] })) },
  {
    name: 'open',
    label: 'Decision',
    options: [
      { value: 'true', label: 'Open' },
      { value: 'false', label: 'Decided' },
    ],
  },
]

const OPEN = { label: 'Open', query: 'open=true' }
const LOST = { label: 'Lost', query: 'status=lost' }

const orderColumn = <Row extends OwnDispute>(area: 'admin' | 'business'): GridColumn<Row> => ({
  id: 'order',
  title: 'Order',
  isFixed: true,
  cell: ({ orderId, orderNumber }) => (
    <Link to={`/${area}/orders/${orderId}`} className="font-medium wrap-anywhere">
      {orderNumber}
    </Link>
  ),
})

const statusColumn = { id: 'status', title: 'Status', isFixed: true }
const reasonColumn = { id: 'reason', title: 'Reason', cell: ({ reason }: OwnDispute) => disputeReasonLabel(reason) }

const dueColumn: GridColumn<OwnDispute> = {
  id: 'evidenceDueAt',
  title: 'Respond by',
  sort: 'evidenceDueAt',
  cell: ({ evidenceDueAt, status }) =>
    evidenceDueAt && isOpenDispute(status) ? <time dateTime={evidenceDueAt}>{day(evidenceDueAt)}</time> : 'None',
}

const dayColumns: readonly GridColumn<OwnDispute>[] = [
  {
    id: 'openedAt',
    title: 'Opened',
    sort: 'openedAt',
    sortsDownFirst: true,
    cell: ({ openedAt }) => <time dateTime={openedAt}>{day(openedAt)}</time>,
  },
  {
    id: 'closedAt',
    title: 'Closed',
    isExtra: true,
    cell: ({ closedAt }) => (closedAt ? <time dateTime={closedAt}>{day(closedAt)}</time> : 'Not yet'),
  },
]

const amountOf = ({ amount, currency }: OwnDispute) => <span className="font-medium">{money(amount, currency)}</span>

const STAFF_COLUMNS: readonly GridColumn<Dispute>[] = [
  orderColumn('admin'),
  { ...statusColumn, cell: ({ status }) => <DisputeStatusWord status={status} /> },
  reasonColumn,
  { id: 'customer', title: 'Customer', cell: ({ customer }) => customer.name },
  { id: 'amount', title: 'Amount', sort: 'amount', sortsDownFirst: true, isAmount: true, cell: amountOf },
  { id: 'fee', title: 'Stripe fee', isAmount: true, isExtra: true, cell: ({ fee, currency }) => money(fee, currency) },
  dueColumn,
  ...dayColumns,
  {
    id: 'stripe',
    title: 'Stripe',
    cell: ({ url, orderNumber }) => (
      <a href={url} target="_blank" rel="noreferrer" aria-label={`View the dispute about order ${orderNumber} in Stripe`}>
        View
      </a>
    ),
  },
]

const OWN_COLUMNS: readonly GridColumn<OwnDispute>[] = [
  orderColumn('business'),
  { ...statusColumn, cell: ({ status }) => <OwnDisputeStatusWord status={status} /> },
  reasonColumn,
  { id: 'amount', title: 'Disputed amount', isAmount: true, cell: amountOf },
  ...dayColumns,
]

const COMMON = {
  label: 'Disputes',
  defaultSort: '-openedAt',
  failure: 'The disputes could not be loaded.',
}

/** All disputed card payments, for staff. */
export function DisputesGrid() {
  const token = useToken((state) => state.token)
  return (
    <DataGrid
      {...COMMON}
      name="disputes"
      filters={filtersOf(DISPUTE_STATUS_LABELS)}
      views={[OPEN, { label: 'Needs response', query: 'status=needs_response' }, LOST]}
      columns={STAFF_COLUMNS}
      rowId={({ id }) => id}
      rowName={({ orderNumber }) => `the dispute about order ${orderNumber}`}
      read={(query) => disputesQuery(token, query)}
      searchLabel="Order, customer or Stripe ID"
      exportPath="/api/admin/disputes/export"
      empty={{ filtered: 'No disputes found', none: 'No disputes yet', more: 'Disputed card payments appear here.' }}
    />
  )
}

/** The disputed payments of a seller's own orders. */
export function OwnDisputesGrid() {
  const token = useToken((state) => state.token)
  return (
    <DataGrid
      {...COMMON}
      name="own-disputes"
      filters={filtersOf(OWN_DISPUTE_STATUS_LABELS)}
      views={[OPEN, LOST]}
      columns={OWN_COLUMNS}
      rowId={({ id }) => id}
      rowName={({ orderNumber }) => `the dispute about order ${orderNumber}`}
      read={(query) => ownDisputesQuery(token, query)}
      searchLabel="Order number"
      exportPath="/api/business/disputes/export"
      empty={{ filtered: 'No disputes found', none: 'No disputes yet', more: 'Disputed payments of your orders appear here.' }}
    />
  )
}
