import { Worker } from 'node:worker_threads'
import { stringify } from 'csv-stringify/sync'

/** A value of a table: a number stays one, an instant becomes a date of the spreadsheet; null is an empty cell. */
export type TableValue = string | number | boolean | Date | null

/** One sheet of a workbook: its titles, the widths of its columns in characters, and its rows. */
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

/** Puts an apostrophe before whatever begins like a formula: no spreadsheet may run what somebody typed into a form (OWASP, CSV injection). Negative numbers stay. */
export const unformula = (text: string): string => (NUMBER.test(text) ? text : text.replace(UNGUARDED, "$1'"))

/** Takes away again the apostrophes that `unformula` puts there. */
export const withoutGuard = (text: string): string => text.replace(GUARDED, '$1')

function csvValue(value: TableValue): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? unformula(value) : String(value)
}

/** With marks around whatever holds the separator of any spreadsheet. */
const WRITING = { record_delimiter: 'windows', quoted_match: /[,;\t\r\n"]/ } as const

/** Records of a .csv file. The first of a file are `titles`, with the mark by which Excel knows UTF-8. */
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

/** An .xlsx file with bold titles that stay in view, written in a thread of its own. Texts are texts: nothing in it is ever a formula. */
export function xlsxFile(sheets: readonly TableSheet[]): Promise<Buffer> {
  const worker = new Worker(new URL('./table-file-worker.ts', import.meta.url), { workerData: sheets })
  return new Promise((resolve, reject) => {
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
    worker.once('error', reject)
    worker.once('exit', (code) => code !== 0 && reject(new Error(`The writer of workbooks stopped with ${code}`)))
  })
}
