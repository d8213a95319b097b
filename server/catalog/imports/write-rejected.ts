import { lookupKey } from '#domain/text.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import type { SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { csvRecords, type TableSheet, type TableValue, xlsxFile } from '#server/platform/vendors/table-file.ts'
import { findImport } from './catalog-imports.ts'
import type { RowError } from './read-catalog.ts'
import { readImportFile } from './read-import-file.ts'
import { readStoredFile } from './store-file.ts'
import { optionsOf } from './stored-options.ts'
import { plainHeader, SHEETS, type SheetName } from './table.ts'
import type { FullReport } from './write-report.ts'

const WIDTH = 18
const ERROR_WIDTH = 60

const sentence = ({ column, message }: RowError) => (column ? `${column}: ${message}` : message)

/** Returns the rows of a sheet that have errors, with the messages in an additional last column. */
function rejectedRows(sheet: SpreadsheetSheet, errors: ReadonlyMap<number, string[]>): { titles: string[]; rows: TableValue[][] } {
  const titles = (sheet.rows[0] ?? []).map((cell) => String(cell ?? ''))
  const numbers = [...errors.keys()].filter((row) => row > 1).sort((one, other) => one - other)
  const rows = numbers.map((row) => [...titles.map((_, at) => sheet.rows[row - 1]?.[at] ?? null), (errors.get(row) ?? []).join(' ')])
  return { titles: [...titles, 'error'], rows }
}

function byRow(errors: readonly RowError[]): Map<number, string[]> {
  const rows = new Map<number, string[]>()
  for (const error of errors) rows.set(error.row, [...(rows.get(error.row) ?? []), sentence(error)])
  return rows
}

/** Adds errors of the list sheets to the Products row: without that row the product would not be imported again. */
function addListErrors(
  main: SpreadsheetSheet,
  lists: readonly { name: SheetName; sheet: SpreadsheetSheet; errors: RowError[] }[],
  rows: Map<number, string[]>,
): void {
  const slugAt = (sheet: SpreadsheetSheet) => (sheet.rows[0] ?? []).findIndex((cell) => plainHeader(String(cell ?? '')) === 'slug')
  const key = (sheet: SpreadsheetSheet, row: number) => lookupKey(String(sheet.rows[row]?.[slugAt(sheet)] ?? ''))
  const rowOf = new Map(main.rows.map((_, at) => [key(main, at), at + 1]))
  for (const { name, sheet, errors } of lists) {
    for (const error of errors) {
      const row = rowOf.get(key(sheet, error.row - 1))
      if (row && row > 1) rows.set(row, [...(rows.get(row) ?? []), `${name}, row ${error.row}: ${sentence(error)}`])
    }
  }
}

/** Names a file that is made from an import's file. */
export function fileNameOf(fileName: string, what: string, format: string): string {
  const stem = fileName
    .replace(/\.\w+$/, '')
    .replace(/[^\w-]+/g, '-')
    .slice(0, 60)
  return `${stem || 'import'}-${what}.${format}`
}

/** Writes the skipped rows to a file that can be corrected and imported again. Refuses `import_file_gone`. */
export async function writeRejected(
  { files, db }: Deps,
  id: string,
  format: 'csv' | 'xlsx',
): Promise<{ bytes: Buffer; name: string; rows: number }> {
  const row = found(await findImport(db, id))
  const errors = (row.report as Partial<FullReport> | null)?.errors ?? [] // written only by this slice
  const file = (await readStoredFile(files, row)) ?? refuse('import_file_gone')
  const options = optionsOf(row)
  const { main, lists: listSheets } = await readImportFile(file, options.file?.table ?? null, options.chosen?.edits)
  const lists = listSheets.flatMap(({ name, sheet }) => {
    const own = errors.filter((error) => error.sheet === name)
    return own.length > 0 ? [{ name, sheet, errors: own }] : []
  })
  const rows = byRow(errors.filter(({ sheet }) => sheet === 'Products'))
  addListErrors(main, lists, rows)
  const products = rejectedRows(main, rows)
  const name = fileNameOf(row.fileName, 'rejected', format)
  if (format === 'csv') return { bytes: csvRecords(products.rows, products.titles), name, rows: products.rows.length }
  const more = lists.map(({ name: title, sheet, errors: own }) => ({ name: title, ...rejectedRows(sheet, byRow(own)) }))
  const written = [{ name: 'Products', ...products }, ...more].map(
    (sheet): TableSheet => ({ ...sheet, widths: sheet.titles.map((title) => (title === 'error' ? ERROR_WIDTH : WIDTH)) }),
  )
  return { bytes: await xlsxFile(written), name, rows: products.rows.length }
}

/** Writes the catalog workbook with headers only. */
export function writeTemplate(): Promise<Buffer> {
  return xlsxFile(Object.entries(SHEETS).map(([name, titles]) => ({ name, titles, widths: titles.map(() => WIDTH), rows: [] })))
}
