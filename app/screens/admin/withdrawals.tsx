import { useSearchParams } from 'react-router'
import { PlaceTabs } from '#app/features/kit/frame/navigation.tsx'
import { ageText, CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { day } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { WITHDRAWAL_LIST } from '#contract/fulfillment/withdrawal-list.ts'
import type { Withdrawal } from '#contract/fulfillment/withdrawals.ts'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'
import { withdrawalsQuery } from './withdrawal-queries.ts'
import { WithdrawalState } from './withdrawal-state.tsx'

const WAITING_STATUSES = 'received,accepted'
const WAITING = { label: 'Waiting', query: `status=${WAITING_STATUSES}` }
const NO_CASES = 'No open cases.'

const isWaiting = ({ status }: Withdrawal) => status === 'received' || status === 'accepted'

function nextStep({ status }: Withdrawal): string {
  if (status === 'received') return 'Decide'
  return status === 'accepted' ? 'Refund' : 'None'
}

const columnsFor = (open: (id: string) => void): GridColumn<Withdrawal>[] =>
  columnsOf(WITHDRAWAL_LIST, {
    number: ({ id, number }) => (
      <button type="button" className="link-button px-0 text-left font-medium" onClick={() => open(id)}>
        {number}
      </button>
    ),
    status: ({ status }) => <WithdrawalState status={status} />,
    age: (row) => (isWaiting(row) ? ageText(row.receivedAt) : 'Closed'),
    due: (row) => (isWaiting(row) ? <time dateTime={row.dueAt}>{day(row.dueAt)}</time> : 'Nothing due'),
    next: nextStep,
    order: ({ order, orderNumber }) => <CellLines more={order ? '' : 'not found'}>{order?.number ?? orderNumber}</CellLines>,
    name: ({ name, email }) => (
      <CellLines more={email}>
        <bdi>{name}</bdi>
      </CellLines>
    ),
  })

export default function WithdrawalsScreen() {
  const token = useToken((state) => state.token)
  const [query, setQuery] = useSearchParams()
  const opened = query.get('open')
  const isWaitingOnly = query.get('status') === WAITING_STATUSES && !query.get('search')
  const open = (id: string | null) =>
    setQuery(
      (before) => {
        if (id === null) before.delete('open')
        else before.set('open', id)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <>
      <h1>Withdrawals</h1>
      <PlaceTabs label="Returns and withdrawals" />
      <p className="mt-2 max-w-text text-ink-2">
        Private buyers in the European Union can withdraw from an order within 14 days without giving a reason. Their refund is due within
        14 days of the statement.
      </p>
      <DataGrid
        name="withdrawals"
        label="Withdrawals"
        columns={columnsFor(open)}
        rowId={({ id }) => id}
        rowName={({ number }) => `withdrawal ${number}`}
        read={(asked) => withdrawalsQuery(token, asked)}
        filters={filtersOf(WITHDRAWAL_LIST)}
        views={[WAITING]}
        searchLabel="Number, order, name or email"
        defaultSort="-receivedAt"
        exportPath="/api/admin/withdrawals/export"
        empty={{ filtered: isWaitingOnly ? NO_CASES : 'No withdrawals found', none: NO_CASES }}
        failure="The withdrawals could not be loaded."
      />
      {opened && <WithdrawalDialog key={opened} id={opened} onClose={() => open(null)} />}
    </>
  )
}
