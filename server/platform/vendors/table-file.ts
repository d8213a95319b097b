import { Worker } from 'node:worker_threads'
import { stringify } from 'csv-stringify/sync'

/** A value of a table: numbers stay numbers, an amount of money has two decimals, an instant becomes a date; null is an empty cell. */
export type TableValue = string | number | boolean | Date | { amount: number } | null

/** A sheet of a workbook: titles, column widths in characters, and rows. */
export interface TableSheet {
  name: string
  titles: readonly string[]
  widths: readonly number[]
  rows: Rows
}

/** Rows that are there, or that come one by one. */
type Rows = Iterable<readonly TableValue[]> | AsyncIterable<readonly TableValue[]>

/** Rows that are handled at once: a few milliseconds of work, after which requests have their turn. */
export const STEP_ROWS = 500

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

/** Signs that shops and spreadsheets write around a number that is to stay text: `'00102` and `="00102"`. */
const MARKED = /^(?:="([^"]*)"|['‘’](?=[+-]?\d\S*$)(.*))$/s

/** Removes the marks of a number that is text. */
export const withoutMark = (text: string): string => text.replace(MARKED, '$1$2')

/** Removes the apostrophes of `unformula`. */
export const withoutGuard = (text: string): string => text.replace(GUARDED, '$1')

function csvValue(value: TableValue): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return value.amount.toFixed(2)
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

/** Writes records as `csvRecords`, with pauses in which requests have their turn. */
export async function csvFile(titles: readonly string[], rows: Rows): Promise<Buffer> {
  const parts = [csvRecords([], titles)]
  for await (const step of inSteps(rows)) parts.push(csvRecords(step))
  return Buffer.concat(parts)
}

/** Joins rows to steps; requests have their turn between two of them. */
async function* inSteps(rows: Rows): AsyncGenerator<(readonly TableValue[])[]> {
  let step: (readonly TableValue[])[] = []
  for await (const row of rows) {
    step.push(row)
    if (step.length < STEP_ROWS) continue
    yield step
    step = []
    await new Promise(setImmediate)
  }
  yield step
}

/** A message to the worker thread: the beginning of a sheet, some of its rows, or null at the end. */
export type SheetPart = Omit<TableSheet, 'rows'> | { rows: readonly (readonly TableValue[])[] } | null

/**
 * Writes an .xlsx file with a frozen bold header row, in a worker thread. Texts never become formulas.
 * @throws what the rows throw
 */
export async function xlsxFile(sheets: readonly TableSheet[]): Promise<Buffer> {
  const worker = new Worker(new URL('./table-file-worker.ts', import.meta.url))
  const written = new Promise<Buffer>((resolve, reject) => {
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
    worker.once('error', reject)
    worker.once('exit', (code) => code !== 0 && reject(new Error(`The workbook writer exited with code ${code}`)))
  })
  const send = (part: SheetPart) => worker.postMessage(part)
  async function sendAll(): Promise<void> {
    for (const { rows, ...sheet } of sheets) {
      send(sheet)
      for await (const step of inSteps(rows)) send({ rows: step })
    }
    send(null)
  }
  try {
    return (await Promise.all([written, sendAll()]))[0]
  } finally {
    await worker.terminate()
  }
}
