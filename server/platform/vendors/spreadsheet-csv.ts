import { parse } from 'csv-parse/sync'
import { SEPARATORS, type Separator, type TextFormat } from '#domain/table-format.ts'
import type { SpreadsheetResult } from './spreadsheet.ts'
import { MAX_CSV_CELLS, MAX_CSV_COLUMNS, MAX_ROWS, Unreadable } from './spreadsheet-guard.ts'
import { hasSwallowed, readLooseRecords } from './spreadsheet-quotes.ts'
import { guessSeparator, readText } from './spreadsheet-text.ts'
import { withoutGuard, withoutMark } from './table-file.ts'

/** Maximum characters of a row, several times what a product needs. */
const MAX_ROW_LENGTH = 1_000_000

const tooLong = () => new Unreadable('one of its rows holds too long a text.')

/** Rejects endless lines, on which a parser spends seconds. @throws Unreadable */
function checkLines(text: string): void {
  for (let at = 0; at < text.length; ) {
    const window = text.slice(at, at + MAX_ROW_LENGTH + 1)
    const end = Math.max(window.lastIndexOf('\n'), window.lastIndexOf('\r'))
    if (end < 0 && window.length > MAX_ROW_LENGTH) throw tooLong()
    at += end < 0 ? window.length : end + 1
  }
}

/** Limits the size of a table, record by record. @throws Unreadable */
function createCounter(): (record: string[]) => string[] {
  let cells = 0
  return (record) => {
    cells += record.length
    if (record.length > MAX_CSV_COLUMNS) throw new Unreadable(`it has more than ${MAX_CSV_COLUMNS} columns.`)
    if (cells > MAX_CSV_CELLS) throw new Unreadable(`it has more than ${MAX_CSV_CELLS} cells.`)
    return record
  }
}

function parseRecords(text: string, delimiter: Separator): string[][] {
  try {
    const records = parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      trim: true,
      to: MAX_ROWS + 1,
      max_record_size: MAX_ROW_LENGTH,
      on_record: createCounter(),
    })
    if (!records.some((cells) => hasSwallowed(cells, delimiter))) return records
  } catch (error) {
    if (error instanceof Unreadable) throw error // all else is about quotes
  }
  return readLooseRecords(text, delimiter, MAX_ROWS).map(createCounter())
}

/**
 * Returns the text of a table whose rows are each one cell in quotes, as a spreadsheet writes them that took them for one column; else
 * null.
 */
function unwrap(records: readonly string[][]): string | null {
  const rows = records.filter((cells) => cells.some((cell) => cell !== ''))
  if (rows.length < 2 || rows.some((cells) => cells.slice(1).some((cell) => cell !== ''))) return null
  const lines = rows.map(([cell = '']) => cell)
  return SEPARATORS.some((separator) => lines.every((line) => line.includes(separator))) ? lines.join('\n') : null
}

/**
 * Reads a .csv file in any usual character set and with any usual separator; `chosen` counts before what the text looks like. Removes the
 * apostrophes that our exports put before formulas. @throws Unreadable
 */
export function readCsv(bytes: Uint8Array, chosen: Partial<TextFormat>): SpreadsheetResult {
  const { text, format } = readText(bytes, chosen)
  checkLines(text)
  const found = parseRecords(text, format.separator)
  const inner = text.trimStart().startsWith('"') ? unwrap(found) : null
  const separator = inner === null ? format.separator : guessSeparator(inner)
  const records = inner === null ? found : parseRecords(inner, separator)
  if (records.length > MAX_ROWS) throw new Unreadable(`it has more than ${MAX_ROWS} rows.`)
  const rows = records.map((record) => record.map((cell) => (cell === '' ? null : withoutGuard(withoutMark(cell)))))
  return { sheets: [{ name: '', rows }], format: { ...format, separator } }
}
