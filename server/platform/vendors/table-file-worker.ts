import { parentPort } from 'node:worker_threads'
import writeXlsxFile from 'write-excel-file/node'
import type { SheetPart, TableValue } from './table-file.ts'

/* Worker thread of `table-file.ts`: writes sheets to one file. */

/* Limits of Excel, in characters; it reports a longer text as a damaged file. */
const NAME_LENGTH = 31
const CELL_LENGTH = 32_767

function cellOf(value: TableValue) {
  if (value === null || value === '') return null
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm' }
  if (typeof value === 'object') return { value: value.amount, type: Number, format: '0.00' }
  if (typeof value === 'number') return { value, type: Number }
  return typeof value === 'boolean' ? { value, type: Boolean } : { value: value.slice(0, CELL_LENGTH), type: String }
}

type Cells = ({ value: string; fontWeight: 'bold' } | ReturnType<typeof cellOf>)[]
const sheets: { sheet: string; stickyRowsCount: number; columns: { width: number }[]; data: Cells[] }[] = []

async function write(): Promise<void> {
  const bytes = await writeXlsxFile(sheets).toBuffer()
  parentPort?.postMessage(bytes)
}

parentPort?.on('message', (part: SheetPart) => {
  if (part === null) void write()
  else if ('rows' in part) sheets.at(-1)?.data.push(...part.rows.map((row) => row.map(cellOf)))
  else {
    const titles = part.titles.map((value) => ({ value, fontWeight: 'bold' as const }))
    const columns = part.widths.map((width) => ({ width }))
    sheets.push({ sheet: part.name.slice(0, NAME_LENGTH), stickyRowsCount: 1, columns, data: [titles] })
  }
})
