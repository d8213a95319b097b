import type { Currency } from '#domain/money.ts'

/** Value of a cell; null is an empty one. */
type CellValue = string | number | boolean | null | undefined

/**
 * Kinds of columns. They decide how a grid shows and aligns a value, and what a file has of it: `prose` is text of any length, `money` is
 * in the currency of its row, `day` a date without a time, `moment` an instant, `flag` Yes or No.
 */
export type ColumnKind = 'text' | 'prose' | 'code' | 'number' | 'day' | 'moment' | 'flag' | 'money'

interface ColumnEntry<Row> {
  title: string
  kind: Row extends { currency: Currency } ? ColumnKind : Exclude<ColumnKind, 'money'>
  /** Default: the member of the row with the id of the column. */
  value?: (row: Row) => CellValue
  /** Texts of the values, for cells and for the filter. */
  labels?: Readonly<Record<string, string>>
  /** The list's call narrows by the column: by one of its labels, or by several at once. */
  filter?: 'one' | 'several'
  /** Order by this column as the list's call names it; with a minus if the first click sorts from the highest down. */
  sort?: string
  /** Text of a grid for an empty value. */
  none?: string
  /** Is shown in a grid only when somebody chooses it. */
  isExtra?: boolean
  /** Cannot be hidden in a grid. */
  isFixed?: boolean
  /** Only on screens, or only in files. */
  only?: 'grid' | 'file'
  /** Title in files that an import reads again. */
  heading?: string
  /** Value in files that have another one. */
  inFile?: (row: Row) => CellValue | Date
  /** Width in a spreadsheet, in characters. */
  width?: number
}

/** Columns by their ids. */
export type ColumnEntries<Row> = Readonly<Record<string, ColumnEntry<Row>>>

/** A column of a list, for its grid and for its file. */
export interface ListColumn<Row, Id extends string = string> extends Omit<ColumnEntry<Row>, 'kind' | 'value'> {
  id: Id
  kind: ColumnKind
  value: (row: Row) => CellValue
}

interface ValuedEntry<Row> extends ColumnEntry<Row> {
  value: (row: Row) => CellValue
}

/** An entry without a value needs the id of a plain member of the row, or a cell of its own on screens. */
type EntryOf<Row, Id> = Id extends keyof Row ? (Row[Id] extends CellValue ? ColumnEntry<Row> : OwnEntry<Row>) : OwnEntry<Row>
type OwnEntry<Row> = ValuedEntry<Row> | (ColumnEntry<Row> & { only: 'grid' })

/** Describes the columns of a list by their ids, in the order of its grid. Grid and file start from it. */
export const defineList =
  <Row>() =>
  <Id extends string>(entries: { [Each in Id]: EntryOf<Row, Each> }): readonly ListColumn<Row, Id>[] =>
    Object.entries<ColumnEntry<Row>>(entries).map(([id, entry]) => {
      const { labels, value = (row) => row[id as keyof Row] as CellValue } = entry // `EntryOf` allows it for such members only
      const shown = (row: Row) => {
        const code = value(row)
        return labels?.[String(code)] ?? code
      }
      return { ...entry, id: id as Id, value: shown }
    })
