import { parse } from 'csv-parse/sync'
import type { Separator, TextFormat } from '#domain/table-format.ts'
import type { SpreadsheetResult } from './spreadsheet.ts'
import { MAX_CSV_CELLS, MAX_CSV_COLUMNS, MAX_ROWS, Unreadable } from './spreadsheet-guard.ts'
import { readText } from './spreadsheet-text.ts'
import { withoutGuard } from './table-file.ts'

/** Maximum characters of a row, several times what a product needs. */
const MAX_ROW_LENGTH = 1_000_000

const tooLong = () => new Unreadable('one of its rows holds too long a text, or a quote that never ends.')

/** Rejects endless lines, on which a parser spends seconds. @throws Unreadable */
function checkLines(text: string): void {
  for (let at = 0; at < text.length; ) {
    const window = text.slice(at, at + MAX_ROW_LENGTH + 1)
    const end = Math.max(window.lastIndexOf('\n'), window.lastIndexOf('\r'))
    if (end < 0 && window.length > MAX_ROW_LENGTH) throw tooLong()
    at += end < 0 ? window.length : end + 1
  }
}

function parseRecords(text: string, delimiter: Separator): string[][] {
  let cells = 0
  const count = (record: string[]): string[] => {
    cells += record.length
    if (record.length > MAX_CSV_COLUMNS) throw new Unreadable(`it has more than ${MAX_CSV_COLUMNS} columns.`)
    if (cells > MAX_CSV_CELLS) throw new Unreadable(`it has more than ${MAX_CSV_CELLS} cells.`)
    return record
  }
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      trim: true,
      to: MAX_ROWS + 1,
      max_record_size: MAX_ROW_LENGTH,
      on_record: count,
    })
  } catch (error) {
    if (error instanceof Unreadable) throw error
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'CSV_MAX_RECORD_SIZE'
    throw isTooLong ? tooLong() : new Unreadable('its quotes do not match.')
  }
}

/**
 * Reads a .csv file in any usual character set and with any usual separator; `chosen` counts before what the text looks like. Removes the
 * apostrophes that our exports put before formulas. @throws Unreadable
 */
export function readCsv(bytes: Uint8Array, chosen: Partial<TextFormat>): SpreadsheetResult {
  const { text, format } = readText(bytes, chosen)
  checkLines(text)
  const records = parseRecords(text, format.separator)
  if (records.length > MAX_ROWS) throw new Unreadable(`it has more than ${MAX_ROWS} rows.`)
  const rows = records.map((record) => record.map((cell) => (cell === '' ? null : withoutGuard(cell))))
  return { sheets: [{ name: '', rows }], format }
}
