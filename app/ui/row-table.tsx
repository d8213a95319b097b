import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'

export interface Column<Row> {
  title: string
  /** A shorter title, for a card on a small screen. */
  short?: string
  isAmount?: boolean
  cell: (row: Row) => ReactNode
}

interface RowTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Returns the target of a click anywhere in the row; one of its cells must hold the same link, for the keyboard. */
  hrefOf?: (row: Row) => string
  className?: string
}

/** Things as rows; on a small screen each becomes a card with the same facts in the same order. */
export function RowTable<Row>({ label, columns, rows, keyOf, hrefOf, className = '' }: RowTableProps<Row>) {
  return (
    <table
      className={`grid-table min-[52rem]:max-xl:[&_:is(th,td)]:px-2 ${hrefOf ? '' : 'plain'} ${className}`} /* narrow beside the menu of the back office */
      aria-label={label}
    >
      <thead>
        <tr>
          {columns.map(({ title, isAmount }) => (
            <th key={title} scope="col" className={isAmount ? 'amount' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={keyOf(row)} row={row} columns={columns} href={hrefOf?.(row)} />
        ))}
      </tbody>
    </table>
  )
}

function TableRow<Row>({ row, columns, href }: { row: Row; columns: readonly Column<Row>[]; href: string | undefined }) {
  const navigate = useNavigate()
  const cells = columns.map(({ title, short = title, isAmount, cell }) => (
    <td key={title} data-label={short} className={isAmount ? 'amount' : undefined}>
      {cell(row)}
    </td>
  ))
  if (href === undefined) return <tr>{cells}</tr>
  return (
    <tr onClick={(event) => !(event.target instanceof HTMLAnchorElement) && getSelection()?.isCollapsed !== false && void navigate(href)}>
      {cells}
    </tr>
  )
}
