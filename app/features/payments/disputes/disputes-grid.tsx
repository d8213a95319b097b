import { Link } from 'react-router'
import type { GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { day, money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { DISPUTE_LIST, OWN_DISPUTE_LIST } from '#contract/payments/dispute-list.ts'
import type { OwnDispute } from '#contract/payments/disputes.ts'
import { isOpenDispute } from '#domain/dispute.ts'
import { DisputeStatusWord, OwnDisputeStatusWord } from './dispute-status.tsx'
import { disputesQuery, ownDisputesQuery } from './queries.ts'

const OPEN_FILTER: GridFilter = {
  name: 'open',
  label: 'Decision',
  options: [
    { value: 'true', label: 'Open' },
    { value: 'false', label: 'Decided' },
  ],
}

const OPEN = { label: 'Open', query: 'open=true' }
const LOST = { label: 'Lost', query: 'status=lost' }

const amount = ({ amount: disputed, currency }: OwnDispute) => <span className="font-medium">{money(disputed, currency)}</span>

const orderIn = (area: 'admin' | 'business') => {
  const cell = ({ orderId, orderNumber }: OwnDispute) => (
    <Link to={`/${area}/orders/${orderId}`} className="font-medium wrap-anywhere">
      {orderNumber}
    </Link>
  )
  return cell
}

const STAFF_COLUMNS = columnsOf(DISPUTE_LIST, {
  order: orderIn('admin'),
  status: ({ status }) => <DisputeStatusWord status={status} />,
  amount,
  evidenceDueAt: ({ evidenceDueAt, status }) =>
    evidenceDueAt && isOpenDispute(status) ? <time dateTime={evidenceDueAt}>{day(evidenceDueAt)}</time> : 'None',
  stripe: ({ url, orderNumber }) => (
    <a href={url} target="_blank" rel="noreferrer" aria-label={`View the dispute about order ${orderNumber} in Stripe`}>
      View
    </a>
  ),
})

const OWN_COLUMNS = columnsOf(OWN_DISPUTE_LIST, {
  order: orderIn('business'),
  status: ({ status }) => <OwnDisputeStatusWord status={status} />,
  amount,
})

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
      filters={[...filtersOf(DISPUTE_LIST), OPEN_FILTER]}
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
      filters={[...filtersOf(OWN_DISPUTE_LIST), OPEN_FILTER]}
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
