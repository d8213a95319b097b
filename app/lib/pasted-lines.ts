import type { ClipboardEvent } from 'react'
import { count } from './format.ts'

/**
 * Returns the lines of a column that is pasted into a field, which then does not get them itself; null for one line, which it gets. Empty
 * cells at the end stay.
 */
function pastedLines(event: ClipboardEvent): string[] | null {
  const text = event.clipboardData.getData('text')
  if (!text.trimEnd().includes('\n')) return null
  event.preventDefault()
  return text
    .replace(/\r?\n$/, '') // spreadsheets end the last cell with it
    .split(/\r?\n/)
    .map((line) => line.trim())
}

/**
 * Returns the lines of a pasted column for the rows from the one that was pasted into, each row a place; or the reason for which none of it
 * is used: a column of another length would give rows the values of others.
 * @param lines an empty one leaves its row without a value
 */
export function columnFor(lines: readonly string[], rows: readonly { number: string }[]): { column: string[] } | { problem: string } {
  const spare = lines.slice(rows.length)
  const column = spare.every((line) => line === '') ? lines.slice(0, rows.length) : lines
  const [first] = rows
  if (first && column.length === rows.length) return { column: [...column] }
  const places = `${count(rows.length, 'row')} from ${first?.number ?? 'here'} to the end`
  return {
    problem: `You pasted ${count(lines.length, 'line')} for ${places}. Nothing was filled in. Copy one line for each row; leave it empty where a row gets none.`,
  }
}

/**
 * Returns each row with its line of a column that is pasted into the field of one, or why none is filled; null for one line, which the
 * field gets itself. The column goes on to the last row, and begins with the first one where it is pasted into the first field.
 * @param hasField says which rows have a field; the others are places, too
 */
export function pastedColumn<Row extends { number: string }>(
  event: ClipboardEvent,
  rows: readonly Row[],
  row: Row,
  hasField: (row: Row) => boolean,
): { filled: [Row, string][] } | { problem: string } | null {
  const lines = pastedLines(event)
  if (!lines) return null
  const below = row === rows.find(hasField) ? rows : rows.slice(rows.indexOf(row))
  const pasted = columnFor(lines, below)
  return 'problem' in pasted ? pasted : { filled: below.map((each, at) => [each, pasted.column[at] ?? '']) }
}
