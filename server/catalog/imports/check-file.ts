import type { ImportMapping, ImportOptions, ImportPreview } from '#contract/catalog/imports.ts'
import { IMPORT_FIELDS, type ImportField, REPEATED_FIELDS } from '#domain/import-fields.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import type { SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { csvRecords } from '#server/platform/vendors/table-file.ts'
import { findImport, listKnownCategories, updateImport } from './catalog-imports.ts'
import { describeChange } from './describe-change.ts'
import { listProblems } from './list-problems.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import { IDENTIFYING, type RowError } from './read-catalog.ts'
import { type ImportFileSheets, readImportFile, sheetsOf } from './read-import-file.ts'
import { comparePlan } from './run-plan.ts'
import type { StoredChange } from './store-changes.ts'
import { readStoredFile } from './store-file.ts'
import { optionsOf, type StoredOptions } from './stored-options.ts'
import { plainHeader, SHEETS, type SheetName } from './table.ts'
import { fileNameOf } from './write-rejected.ts'
import { byPlace, shortReport, writeReport } from './write-report.ts'

const MAX_ROWS = 200
const MAX_CELL_LENGTH = 120
const MAX_PROBLEMS = 500

/** Refuses a mapping that uses a field twice, has no column that identifies products, or does not fit the file. */
function checkChoice({ columns }: ImportOptions, width: number): void {
  if (columns.length !== width) refuseField('columns', 'Please match every column.')
  const twice = columns.find((field, at) => field !== null && !REPEATED_FIELDS.includes(field) && columns.indexOf(field) !== at)
  if (twice) refuseField(`columns.${columns.lastIndexOf(twice)}`, 'Another column already uses this field.')
  if (!IDENTIFYING.some((field) => columns.includes(field))) refuseField('columns', 'Choose the column with the SKU, the name or the slug.')
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
    rows: shown.map((row) => {
      const own = (byRow.get(row) ?? []).map((error) => atCell(error, cellOf))
      const isWrong = (at: number) => own.some(({ cell }) => cell === at) // corrected in the dialog, so it comes whole
      const textOf = (at: number) => String(rows[row - 1]?.[at] ?? '')
      return {
        row,
        cells: Array.from({ length: width }, (_, at) => (isWrong(at) ? textOf(at) : textOf(at).slice(0, MAX_CELL_LENGTH))),
        errors: own,
      }
    }),
  }
}

const cellIn = ({ rows }: SpreadsheetSheet, column: string | null): number | null => {
  const at = column === null ? -1 : (rows[0] ?? []).findIndex((cell) => plainHeader(String(cell ?? '')) === plainHeader(column))
  return at < 0 ? null : at
}

/** Returns where the cells of a column are, in the products or in another sheet. */
function cellFinder({ lists }: ImportFileSheets, plan: ImportPlan): (place: Pick<RowError, 'sheet' | 'column'>) => number | null {
  return ({ sheet, column }) => {
    if (sheet === 'Products') return column === null ? null : (plan.cellOf.get(column) ?? null)
    const list = lists.find(({ name }) => name === sheet)
    return list ? cellIn(list.sheet, column) : null
  }
}

/** Returns the file's rows as they are, each error at its cell. */
function previewSheets(file: ImportFileSheets, plan: ImportPlan, options: ImportOptions, errors: readonly RowError[]): PreviewSheet[] {
  const find = cellFinder(file, plan)
  const of = (name: SheetName) => errors.filter(({ sheet }) => sheet === name)
  const cellOf =
    (sheet: SheetName): CellOf =>
    (column) =>
      find({ sheet, column })
  const lists = file.lists.flatMap(({ name, sheet }) => {
    const wrong = of(name)
    if (wrong.length === 0) return []
    const fields = (sheet.rows[0] ?? []).map(
      (cell) => SHEETS[name].find((column) => plainHeader(column) === plainHeader(String(cell ?? ''))) ?? null,
    )
    return [previewSheet(name, sheet, fields, wrong, cellOf(name))]
  })
  return [previewSheet('Products', file.main, options.columns, of('Products'), cellOf('Products')), ...lists]
}

interface CheckedDraft {
  row: NonNullable<Awaited<ReturnType<typeof findImport>>>
  options: StoredOptions
  file: ImportFileSheets
  plan: ImportPlan
}

/** Plans the import of a draft with this mapping. Refuses `import_changed`, `import_file_gone` and a mapping that does not fit. */
async function planDraft({ files, db }: Deps, id: string, given: ImportOptions | null): Promise<CheckedDraft & { chosen: ImportOptions }> {
  const row = found(await findImport(db, id))
  const options = optionsOf(row)
  const chosen = given ?? options.chosen
  if (!options.isDraft || !options.file || !chosen) refuse('import_changed')
  checkChoice(chosen, options.file.columns.length)
  const stored = (await readStoredFile(files, row)) ?? refuse('import_file_gone')
  const file = await readImportFile(stored, options.file.table, chosen.edits)
  const plan = await planImport(db, sheetsOf(file), { choice: { kind: options.file.kind, options: chosen }, businessId: row.businessId })
  return { row, options, file, plan, chosen }
}

/** Returns the changed cells of stored products, before and after. */
async function describeChanges(db: Deps['db'], changed: readonly StoredChange[]): Promise<ImportPreview['changes']> {
  const labels = changed.length === 0 ? [] : await listKnownCategories(db)
  const categories = new Map(labels.map(({ id, label }) => [id, label]))
  return changed.map(({ row, slug, before, after }) => ({ row, slug, name: after.name, cells: describeChange(before, after, categories) }))
}

/** Stores the mapping of an uploaded file and returns what its import would do. Refuses `invalid_input`. */
export async function checkFile(deps: Deps, id: string, given: ImportMapping): Promise<ImportPreview> {
  const { db } = deps
  const { options, file, plan, chosen } = await planDraft(deps, id, {
    ...given,
    decimal: given.decimal ?? 'point',
    answers: given.answers ?? [],
    edits: given.edits ?? [],
    updateOnly: given.updateOnly ?? false,
  })
  const compared = await comparePlan(db, plan)
  const report = writeReport(plan, compared, true)
  await updateImport(db, id, { total: plan.steps.length, options: { ...options, chosen, beatAt: Date.now() } })
  return {
    report: shortReport(report),
    errorCount: report.errorCount,
    changes: await describeChanges(db, compared.changed),
    problems: listProblems(plan.seen, plan.answers, cellFinder(file, plan)).slice(0, MAX_PROBLEMS),
    sheets: previewSheets(file, plan, chosen, report.errors),
  }
}

/** Writes every problem of a draft to a .csv file, one a line, with the cell as it is in the file. */
export async function writeProblems(deps: Deps, id: string): Promise<{ bytes: Buffer; name: string; rows: number }> {
  const { row, file, plan } = await planDraft(deps, id, null)
  const find = cellFinder(file, plan)
  const sheetOf = (name: string) => (name === 'Products' ? file.main : file.lists.find((list) => list.name === name)?.sheet)
  const lines = [...plan.errors].sort(byPlace).map((error) => {
    const at = find(error)
    const sheet = sheetOf(error.sheet)
    // as in `atCell`
    const header = at === null ? (IMPORT_FIELDS[error.column as ImportField] ?? error.column) : String(sheet?.rows[0]?.[at] ?? '')
    return [error.sheet, error.row, header, at === null ? null : (sheet?.rows[error.row - 1]?.[at] ?? null), error.message]
  })
  return {
    bytes: csvRecords(lines, ['sheet', 'row', 'column', 'cell', 'problem']),
    name: fileNameOf(row.fileName, 'problems', 'csv'),
    rows: lines.length,
  }
}
