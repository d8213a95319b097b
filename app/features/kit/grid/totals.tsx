import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf, type Read } from '#app/lib/api.ts'
import { figure, money } from '#app/lib/format.ts'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { Currency } from '#domain/money.ts'

interface Total {
  currency: Currency
  count: number
}

interface TotalsProps<Row extends Total> {
  /** The sums of all rows that a list is narrowed to, not of a page. */
  read: Read<Row[]>
  /** Title of the count: "Orders". */
  counted: string
  /** Titles of the amounts, in their order. */
  amounts: Partial<Record<keyof Row, string>>
  /** Names a row; by default its currency. */
  nameOf?: (row: Row) => string
}

const amountColumn = <Row extends Total>([name, title = '']: [string, string | undefined]): Column<Row> => ({
  title,
  isAmount: true,
  cell: (row) => <span className="font-medium">{money(Number(row[name as keyof Row]), row.currency)}</span>, // a key of `amounts`
})

/** Sums below a list of amounts, one row a currency. */
export function Totals<Row extends Total>({ read, counted, amounts, nameOf = ({ currency }) => currency }: TotalsProps<Row>) {
  const { data } = useQuery({ ...queryOf(read), placeholderData: keepPreviousData })
  if (data?.length === 0) return null
  const columns: Column<Row>[] = [
    { title: 'Total', cell: nameOf },
    { title: counted, isAmount: true, cell: ({ count }) => figure(count) },
    ...Object.entries<string | undefined>(amounts).map((entry) => amountColumn<Row>(entry)),
  ]
  return <div className="mt-3 min-h-22">{data && <RowTable label="Totals" columns={columns} rows={data} keyOf={nameOf} />}</div>
}
