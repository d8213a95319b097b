import { parse } from 'csv-parse/sync'
import type { SpreadsheetSheet } from './spreadsheet.ts'
import { MAX_CSV_CELLS, MAX_CSV_COLUMNS, MAX_ROWS, Unreadable } from './spreadsheet-guard.ts'
import { withoutGuard } from './table-file.ts'

/** Maximum characters of a row, several times what a product needs. */
const MAX_ROW_LENGTH = 1_000_000

/** Returns the separator of the first line: the more frequent one outside quotes. */
function delimiterOf(text: string): ',' | ';' {
  const line = (/^.*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  return line.split(';').length > line.split(',').length ? ';' : ','
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Unreadable('it is not UTF-8 text. Please save it as "CSV UTF-8".')
  }
}

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

function parseRecords(text: string): string[][] {
  let cells = 0
  const count = (record: string[]): string[] => {
    cells += record.length
    if (record.length > MAX_CSV_COLUMNS) throw new Unreadable(`it has more than ${MAX_CSV_COLUMNS} columns.`)
    if (cells > MAX_CSV_CELLS) throw new Unreadable(`it has more than ${MAX_CSV_CELLS} cells.`)
    return record
  }
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
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
 * Reads a .csv file: UTF-8 with or without BOM, separated by commas or semicolons. Removes the apostrophes that our exports put before
 * formulas. @throws Unreadable
 */
export function readCsv(bytes: Uint8Array): SpreadsheetSheet {
  const text = decode(bytes)
  if (text.includes('\0')) throw new Unreadable('it is not text.')
  checkLines(text)
  const records = parseRecords(text)
  if (records.length > MAX_ROWS) throw new Unreadable(`it has more than ${MAX_ROWS} rows.`)
  return { name: '', rows: records.map((record) => record.map((cell) => (cell === '' ? null : withoutGuard(cell)))) }
}
