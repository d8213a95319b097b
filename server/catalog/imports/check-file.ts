import type { ImportOptions, ImportPreview } from '#contract/catalog/imports.ts'
import { IMPORT_FIELDS, type ImportField, REPEATED_FIELDS } from '#domain/import-fields.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import type { SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { findImport, updateImport } from './catalog-imports.ts'
import { type ImportPlan, openSheets, planImport, productSheet } from './plan-import.ts'
import type { RowError } from './read-catalog.ts'
import { comparePlan } from './run-plan.ts'
import { readStoredFile } from './store-file.ts'
import { optionsOf } from './stored-options.ts'
import { findSheet, SHEETS, type SheetName } from './table.ts'
import { shortReport, writeReport } from './write-report.ts'

const MAX_ROWS = 200
const MAX_CELL_LENGTH = 120

/** Refuses a mapping that uses a field twice, has no column that identifies products, or does not fit the file. */
function checkChoice({ columns }: ImportOptions, width: number): void {
  if (columns.length !== width) refuseField('columns', 'Please match every column.')
  const twice = columns.find((field, at) => field !== null && !REPEATED_FIELDS.includes(field) && columns.indexOf(field) !== at)
  if (twice) refuseField(`columns.${columns.lastIndexOf(twice)}`, 'Another column already uses this field.')
  if (!columns.includes('slug') && !columns.includes('name')) refuseField('columns', 'Choose the column with the name or the slug.')
}

/** Locates an error at its cell; the message of an error in a column that the file lacks names that column. */
function atCell({ column, message }: RowError, cellOf: CellOf): { cell: number | null; message: string } {
  const cell = cellOf(column)
  const label = IMPORT_FIELDS[column as ImportField] ?? column // a field of the layout, or `spec: NAME`
  return { cell, message: cell === null && label ? `${label}: ${message}` : message }
}

type PreviewSheet = ImportPreview['sheets'][number]
type CellOf = (column: string | null) => number | null

function previewSheet(
  name: string,
  { rows }: SpreadsheetSheet,
  fields: readonly (string | null)[],
  errors: readonly RowError[],
  cellOf: CellOf,
): PreviewSheet {
  const byRow = new Map<number, RowError[]>()
  for (const error of errors) byRow.set(error.row, [...(byRow.get(error.row) ?? []), error])
  const numbers = rows.flatMap((cells, at) => (at > 0 && cells.some((cell) => cell !== null) ? [at + 1] : []))
  const marked = numbers.filter((row) => byRow.has(row)).slice(0, MAX_ROWS)
  const plainRows = numbers.filter((row) => !byRow.has(row)).slice(0, MAX_ROWS - marked.length)
  const shown = [...marked, ...plainRows].sort((one, other) => one - other)
  const width = rows[0]?.length ?? 0
  return {
    name,
    columns: Array.from({ length: width }, (_, at) => ({ header: String(rows[0]?.[at] ?? ''), field: fields[at] ?? null })),
    rows: shown.map((row) => ({
      row,
      cells: Array.from({ length: width }, (_, at) => String(rows[row - 1]?.[at] ?? '').slice(0, MAX_CELL_LENGTH)),
      errors: (byRow.get(row) ?? []).map((error) => atCell(error, cellOf)),
    })),
  }
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Returns the file's rows as they are, each error at its cell. */
function previewSheets(sheets: SpreadsheetSheet[], plan: ImportPlan, options: ImportOptions, errors: readonly RowError[]): PreviewSheet[] {
  const main = productSheet(sheets)
  const of = (name: SheetName) => errors.filter(({ sheet }) => sheet === name)
  const products = main
    ? [
        previewSheet('Products', main, options.columns, of('Products'), (column) =>
          column === null ? null : (plan.cellOf.get(column) ?? null),
        ),
      ]
    : []
  const lists = (['Features', 'Images', 'Specifications'] as const).flatMap((name) => {
    const sheet = main?.name === '' ? null : findSheet(sheets, name)
    const wrong = of(name)
    if (!sheet || wrong.length === 0) return []
    const headers = (sheet.rows[0] ?? []).map((cell) => plain(String(cell ?? '')))
    const cellOf: CellOf = (column) => (column === null || !headers.includes(plain(column)) ? null : headers.indexOf(plain(column)))
    const fields = headers.map((header) => SHEETS[name].find((column) => plain(column) === header) ?? null)
    return [previewSheet(name, sheet, fields, wrong, cellOf)]
  })
  return [...products, ...lists]
}

/** Stores the mapping of an uploaded file and returns what its import would do. Refuses `invalid_input`. */
export async function checkFile({ config, db }: Deps, id: string, chosen: ImportOptions): Promise<ImportPreview> {
  const row = found(await findImport(db, id))
  const options = optionsOf(row)
  if (!options.isDraft || !options.file) refuse('import_changed')
  checkChoice(chosen, options.file.columns.length)
  const file = (await readStoredFile(config, row)) ?? refuse('import_file_gone')
  const sheets = await openSheets(file)
  const plan = await planImport(db, sheets, { kind: options.file.kind, options: chosen })
  const report = writeReport(plan, await comparePlan(db, plan), true)
  await updateImport(db, id, { total: plan.steps.length, options: { ...options, chosen, beatAt: Date.now() } })
  return { report: shortReport(report), errorCount: report.errorCount, sheets: previewSheets(sheets, plan, chosen, report.errors) }
}
