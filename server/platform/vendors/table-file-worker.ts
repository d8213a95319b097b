import { parentPort, workerData } from 'node:worker_threads'
import writeXlsxFile from 'write-excel-file/node'
import type { TableSheet, TableValue } from './table-file.ts'

/* Worker thread of `table-file.ts`: writes sheets to one file. */

/* Limits of Excel, in characters; it reports a longer text as a damaged file. */
const NAME_LENGTH = 31
const CELL_LENGTH = 32_767

function cellOf(value: TableValue) {
  if (value === null || value === '') return null
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm' }
  if (typeof value === 'number') return { value, type: Number }
  return typeof value === 'boolean' ? { value, type: Boolean } : { value: value.slice(0, CELL_LENGTH), type: String }
}

const sheets = workerData as TableSheet[] // written by table-file.ts
const bytes = await writeXlsxFile(
  sheets.map(({ name, titles, widths, rows }) => ({
    sheet: name.slice(0, NAME_LENGTH),
    stickyRowsCount: 1,
    columns: widths.map((width) => ({ width })),
    data: [titles.map((value) => ({ value, fontWeight: 'bold' as const })), ...rows.map((row) => row.map(cellOf))],
  })),
).toBuffer()
parentPort?.postMessage(bytes)
