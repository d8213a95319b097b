import { Worker } from 'node:worker_threads'
import { stringify } from 'csv-stringify/sync'

/** A value of a table: numbers stay numbers, an instant becomes a date; null is an empty cell. */
export type TableValue = string | number | boolean | Date | null

/** A sheet of a workbook: titles, column widths in characters, and rows. */
export interface TableSheet {
  name: string
  titles: readonly string[]
  widths: readonly number[]
  rows: readonly (readonly TableValue[])[]
}

/*
 * A formula of a spreadsheet begins a cell. A reader that separates by other characters than we do begins cells in the middle of ours:
 * after a semicolon, a tab or a line break, with the quotes that our writing puts there.
 */
const FORMULA = '[=+\\-@\\uFF0B\\uFF0D\\uFF1D\\uFF20]'
const BEGINNING = `^|[;\\t\\r\\n]"*`
const UNGUARDED = new RegExp(`(${BEGINNING})(?='*${FORMULA})|^(?='*[\\t\\r])`, 'g')
const GUARDED = new RegExp(`(${BEGINNING})'(?='*${FORMULA})|^'(?='*[\\t\\r])`, 'g')
const NUMBER = /^-\d+(?:\.\d+)?$/

/** Puts an apostrophe before anything that starts like a formula (CSV injection, OWASP). Negative numbers stay. */
export const unformula = (text: string): string => (NUMBER.test(text) ? text : text.replace(UNGUARDED, "$1'"))

/** Removes the apostrophes of `unformula`. */
export const withoutGuard = (text: string): string => text.replace(GUARDED, '$1')

function csvValue(value: TableValue): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? unformula(value) : String(value)
}

/** Quotes values that contain the separator of any spreadsheet. */
const WRITING = { record_delimiter: 'windows', quoted_match: /[,;\t\r\n"]/ } as const

/** Writes records of a .csv file. The first of a file are `titles`, with the BOM by which Excel recognizes UTF-8. */
export function csvRecords(rows: readonly (readonly TableValue[])[], titles?: readonly string[]): Buffer {
  const head = titles ? stringify([titles.map(csvValue)], { ...WRITING, bom: true }) : ''
  return Buffer.from(
    head +
      stringify(
        rows.map((row) => row.map(csvValue)),
        WRITING,
      ),
  )
}

/** Writes an .xlsx file with a frozen bold header row, in a worker thread. Texts never become formulas. */
export function xlsxFile(sheets: readonly TableSheet[]): Promise<Buffer> {
  const worker = new Worker(new URL('./table-file-worker.ts', import.meta.url), { workerData: sheets })
  return new Promise((resolve, reject) => {
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
    worker.once('error', reject)
    worker.once('exit', (code) => code !== 0 && reject(new Error(`The workbook writer exited with code ${code}`)))
  })
}
