import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { Totals } from '#app/features/kit/grid/totals.tsx'
import { day, instant, money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { EarningEntry, EarningTotal } from '#contract/payouts/earnings.ts'
import { CURRENCIES } from '#domain/money.ts'
import { earningEntriesQuery, earningTotalsQuery } from './queries.ts'

const REASON_WORDS: Readonly<Record<EarningEntry['reason'], string>> = {
  sale: 'Sale',
  refund: 'Refund',
  payout: 'Payout',
  payout_failed: 'Returned payout',
  adjustment: 'Adjustment',
  document_tax: 'VAT on a document',
}

const FILTERS: readonly GridFilter[] = [
  { name: 'reason', label: 'Type', options: Object.entries(REASON_WORDS).map(([value, label]) => ({ value, label })) },
  { name: 'currency', label: 'Currency', options: CURRENCIES.map((value) => ({ value, label: value })) },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
]

const amountOf = (value: number | null, { currency }: EarningEntry) => (value === null ? 'None' : money(value || 0, currency))

const COLUMNS: readonly GridColumn<EarningEntry>[] = [
  {
    id: 'at',
    title: 'Date',
    sort: 'at',
    sortsDownFirst: true,
    isFixed: true,
    cell: ({ at }) => (
      <time dateTime={at} title={instant(at)}>
        {day(at)}
      </time>
    ),
  },
  {
    id: 'what',
    title: 'Type',
    isFixed: true,
    cell: ({ reason, number, note }) => (
      <CellLines more={[number, note].filter(Boolean).join(': ')}>
        <span className="font-medium">{REASON_WORDS[reason]}</span>
      </CellLines>
    ),
  },
  { id: 'gross', title: 'Buyer paid', isAmount: true, cell: (entry) => amountOf(entry.gross, entry) },
  { id: 'commission', title: 'Commission', isAmount: true, cell: (entry) => amountOf(entry.commission && -entry.commission, entry) },
  { id: 'tax', title: 'Tax', isAmount: true, cell: (entry) => amountOf(entry.tax && -entry.tax, entry) },
  { id: 'net', title: 'Net', isAmount: true, cell: (entry) => <span className="font-medium">{amountOf(entry.net, entry)}</span> },
  { id: 'balance', title: 'Balance', isAmount: true, cell: (entry) => amountOf(entry.balance, entry) },
]

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
      rowName={({ reason, number }) => `${REASON_WORDS[reason]} ${number}`}
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
