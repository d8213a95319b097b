import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { Totals } from '#app/features/kit/grid/totals.tsx'
import { money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { EARNING_LIST, EARNING_REASON_LABELS } from '#contract/payouts/earning-list.ts'
import type { EarningEntry, EarningTotal } from '#contract/payouts/earnings.ts'
import { CURRENCIES } from '#domain/money.ts'
import { earningEntriesQuery, earningTotalsQuery } from './queries.ts'

const FILTERS: readonly GridFilter[] = [
  { name: 'reason', label: 'Type', options: Object.entries(EARNING_REASON_LABELS).map(([value, label]) => ({ value, label })) },
  { name: 'currency', label: 'Currency', options: CURRENCIES.map((value) => ({ value, label: value })) },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
]

const amountOf = (value: number | null, { currency }: EarningEntry) => (value === null ? 'None' : money(value || 0, currency))

const COLUMNS = columnsOf(EARNING_LIST, {
  what: ({ reason, number, note }) => (
    <CellLines more={[number, note].filter(Boolean).join(': ')}>
      <span className="font-medium">{EARNING_REASON_LABELS[reason]}</span>
    </CellLines>
  ),
  gross: (entry) => amountOf(entry.gross, entry),
  commission: (entry) => amountOf(entry.commission && -entry.commission, entry),
  tax: (entry) => amountOf(entry.tax && -entry.tax, entry),
  net: (entry) => <span className="font-medium">{amountOf(entry.net, entry)}</span>,
  balance: (entry) => amountOf(entry.balance, entry),
})

/** Sums of what buyers paid, of commission and tax, and of what is left, of all entries that the list is narrowed to. */
function EntryTotals({ filter }: { filter: Record<string, string> }) {
  const read = earningTotalsQuery(
    useToken((state) => state.token),
    filter,
  )
  return (
    <Totals<EarningTotal>
      read={{ ...read, read: async (api, signal): Promise<EarningTotal[]> => (await read.read(api, signal)).map(asShown) }}
      counted="Transactions"
      amounts={{ gross: 'Buyer paid', commission: 'Commission', tax: 'Tax', net: 'Net' }}
    />
  )
}

const footOf = (_page: unknown, filter: Record<string, string>) => <EntryTotals filter={filter} />

/** Commission and tax leave the balance, as in the rows above. */
const asShown = (total: EarningTotal): EarningTotal => ({ ...total, commission: -total.commission || 0, tax: -total.tax || 0 })

/** All entries of the seller's balance. */
export function EntriesGrid() {
  const token = useToken((state) => state.token)
  return (
    <DataGrid
      name="earnings"
      label="Transactions"
      columns={COLUMNS}
      rowId={({ id }) => id}
      rowName={({ reason, number }) => `${EARNING_REASON_LABELS[reason]} ${number}`}
      read={(query) => earningEntriesQuery(token, query)}
      filters={FILTERS}
      searchLabel="Search order or payout"
      defaultSort="-at"
      exportPath="/api/business/earnings/entries/export"
      empty={{ filtered: 'No transactions found', none: 'No transactions yet', more: 'Your first paid order will appear here.' }}
      failure="The transactions could not be loaded."
      foot={footOf}
    />
  )
}
