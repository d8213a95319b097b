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

const FORMULA = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/

/** What begins like a formula gets an apostrophe before it: no spreadsheet may run what somebody typed into a form (OWASP, CSV injection). */
export function unformula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** Whether a text begins with the apostrophe that `unformula` puts there. */
export const isGuarded = (text: string): boolean => text.startsWith("'") && FORMULA.test(text)

function csvValue(value: TableValue): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? unformula(value) : String(value)
}

/** Records of a .csv file. The first of a file are `titles`, with the mark by which Excel knows UTF-8. */
export function csvRecords(rows: readonly (readonly TableValue[])[], titles?: readonly string[]): Buffer {
  const head = titles ? stringify([titles], { bom: true, record_delimiter: 'windows' }) : ''
  return Buffer.from(
    head +
      stringify(
        rows.map((row) => row.map(csvValue)),
        { record_delimiter: 'windows' },
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
