import { setImmediate as breathe } from 'node:timers/promises'
import { FACT_CELLS } from '#domain/product-fields.ts'
import { lookupKey } from '#domain/text.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { SpreadsheetCell, SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { normalizeCell } from './product-cells.ts'

/** The sheets of the catalog workbook and their columns. */
export const SHEETS = {
  Products: [
    'slug',
    'name',
    'description',
    'fullDescription',
    'type',
    'category',
    'business',
    'priceUSD',
    'priceEUR',
    'stock',
    'featured',
    'status',
    'energyEfficiency',
    'materialSavings',
    'carbonReduction',
    'leadTimeDays',
    'shippingClass',
    'impactModel',
    'fits',
    ...FACT_CELLS,
    'features',
    'images',
  ],
  Features: ['slug', 'feature'],
  Images: ['slug', 'url', 'alt'],
  Specifications: ['slug', 'name', 'value'],
} as const

export type SheetName = keyof typeof SHEETS
export type Column<Sheet extends SheetName> = (typeof SHEETS)[Sheet][number]

/** A row that is not empty: `row` is its spreadsheet number (the header is row 1), `cells` has only filled cells. */
export interface TableRow<Sheet extends SheetName> {
  row: number
  cells: Map<Column<Sheet>, Exclude<SpreadsheetCell, null>>
  /** Cells of `spec: NAME` columns by name, in column order. */
  specifications: Map<string, Exclude<SpreadsheetCell, null>>
}

/** A sheet whose header was read. */
export interface Table<Sheet extends SheetName> {
  sheet: Sheet
  columns: Set<Column<Sheet>>
  rows: TableRow<Sheet>[]
}

/** Normalizes the header of a column or the name of a sheet for comparison: case, spaces and punctuation are ignored. */
export const plainHeader = (text: string): string => lookupKey(text).replace(/[^a-z0-9]/g, '')

type Header<Sheet extends SheetName> = { column: Column<Sheet> } | { specification: string } | null

function readHeader<Sheet extends SheetName>(sheet: Sheet, cell: SpreadsheetCell): Header<Sheet> {
  const text = String(cell ?? '')
  const specification = sheet === 'Products' ? /^spec(?:ification)?\s*:(.+)$/is.exec(text.trim())?.[1]?.trim() : undefined
  if (specification) return { specification }
  const columns: readonly Column<Sheet>[] = SHEETS[sheet]
  const column = columns.find((name) => plainHeader(name) === plainHeader(text))
  return column ? { column } : null
}

const keyOf = (header: { column: string } | { specification: string }) =>
  'column' in header ? header.column : `spec: ${header.specification}`

function refuseRepeated(sheet: SheetName, headers: Header<SheetName>[]): void {
  const seen = new Set<string>()
  for (const header of headers) {
    if (!header) continue
    const key = keyOf(header)
    if (seen.has(key)) refuse('unreadable_file', { facts: { reason: `the sheet ${sheet} has the column ${key} twice.` } })
    seen.add(key)
  }
}

/** Rows read before the event loop gets a turn. */
export const ROWS_AT_ONCE = 2000

function readRow<Sheet extends SheetName>(
  sheet: Sheet,
  row: number,
  values: readonly SpreadsheetCell[],
  headers: readonly Header<Sheet>[],
): TableRow<Sheet> {
  const read: TableRow<Sheet> = { row, cells: new Map(), specifications: new Map() }
  for (const [at, cell] of values.entries()) {
    const header = headers[at]
    if (!header || cell === null) continue
    const isIdentifier = 'column' in header && (sheet === 'Products' || header.column === 'slug')
    const value = isIdentifier ? normalizeCell(header.column, cell) : cell
    if (value === null || value === '') continue
    if ('column' in header) read.cells.set(header.column, value)
    else read.specifications.set(header.specification, value)
  }
  return read
}

/** Reads a sheet by its header. Unknown columns are ignored; a duplicate column refuses the file. */
export async function readTable<Sheet extends SheetName>(sheet: Sheet, { rows }: SpreadsheetSheet): Promise<Table<Sheet>> {
  const headers = (rows[0] ?? []).map((cell) => readHeader(sheet, cell))
  refuseRepeated(sheet, headers)
  const read: TableRow<Sheet>[] = []
  for (const [at, values] of rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) await breathe()
    if (at === 0) continue
    const row = readRow(sheet, at + 1, values, headers)
    if (row.cells.size + row.specifications.size > 0) read.push(row)
  }
  return {
    sheet,
    columns: new Set(headers.flatMap((header) => (header && 'column' in header ? [header.column] : []))),
    rows: read,
  }
}

/** Returns the sheet with this name, or null. */
export function findSheet(sheets: SpreadsheetSheet[], name: SheetName): SpreadsheetSheet | null {
  return sheets.find((sheet) => plainHeader(sheet.name) === plainHeader(name)) ?? null
}
