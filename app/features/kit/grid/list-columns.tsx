import type { ReactNode } from 'react'
import { day, figure, instant, money } from '#app/lib/format.ts'
import type { ColumnKind, ListColumn } from '#contract/list.ts'
import type { Currency } from '#domain/money.ts'
import { CellText } from './cells.tsx'
import type { GridColumn, GridFilter } from './columns.ts'

/** Shows a value that is there as its kind is shown. */
function cellOf(kind: ColumnKind, value: string | number | boolean, currency: Currency): ReactNode {
  const text = String(value)
  if (kind === 'prose') return <CellText>{text}</CellText>
  if (kind === 'code') return <code>{text}</code>
  if (kind === 'number') return figure(Number(value))
  if (kind === 'money') return money(Number(value), currency)
  if (kind === 'flag') return value ? 'Yes' : 'No'
  if (kind === 'text') return <bdi>{text}</bdi>
  return (
    <time dateTime={text} title={kind === 'moment' ? instant(text) : undefined}>
      {day(text)}
    </time>
  )
}

function columnOf<Row>(column: ListColumn<Row>): GridColumn<Row> {
  const { kind, value, sort = '', none } = column
  return {
    ...column,
    ...(sort && { sort: sort.replace('-', ''), sortsDownFirst: sort.startsWith('-') }),
    isAmount: kind === 'number' || kind === 'money',
    cell: (row) => {
      const shown = value(row) ?? ''
      return shown === '' ? none : cellOf(kind, shown, (row as { currency?: Currency }).currency ?? 'USD') // a row with money has one
    },
  }
}

/** Another cell of a column, or what else a grid has of its own. */
type Look<Row> = GridColumn<Row>['cell'] | Partial<GridColumn<Row>>

/**
 * Returns the columns of a list for its grid, each looking as its kind does unless `looks` has another cell for it.
 * @param ids those of a grid that has not all of them, in its order
 */
export function columnsOf<Row, Id extends string, Shown extends Row = Row>(
  list: readonly ListColumn<Row, Id>[],
  looks: Partial<Record<Id, Look<Shown>>> = {},
  ids?: readonly Id[],
): GridColumn<Shown>[] {
  const shown = ids ? ids.flatMap((id) => list.filter((column) => column.id === id)) : list.filter(({ only }) => only !== 'file')
  return shown.map((column) => {
    const look: Look<Shown> | undefined = looks[column.id]
    return { ...columnOf(column), ...(typeof look === 'function' ? { cell: look } : look) }
  })
}

/** Returns the filters by columns of a list. */
export const filtersOf = (list: readonly ListColumn<never>[]): GridFilter[] =>
  list.flatMap(({ id, title, filter, labels = {} }) => {
    const options = Object.entries(labels).map(([value, label]) => ({ value, label }))
    return filter === undefined ? [] : [{ name: id, label: title, options, isMulti: filter === 'several' }]
  })

/** Returns the column with the buttons of a row. */
export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): GridColumn<Row> => ({
  id: 'actions',
  title: 'Actions',
  isActions: true,
  cell,
})
