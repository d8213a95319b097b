import { WRITTEN_FIELDS } from '#domain/import-fields.ts'
import { normalizeIdentifier, trimText } from '#domain/text.ts'
import type { SpreadsheetCell } from '#server/platform/vendors/spreadsheet.ts'

/** Cells of a product by the columns of the shop's own layout. */
export type Values = Map<string, SpreadsheetCell>

/**
 * Returns the cell of a column of the products as it is read: an identifier is normalized, what people write stays, or is '' where nothing
 * of it can be seen.
 */
export function normalizeCell(column: string | null, cell: SpreadsheetCell): SpreadsheetCell {
  if (typeof cell !== 'string') return cell
  if (!WRITTEN_FIELDS.some((field) => field === column)) return normalizeIdentifier(cell)
  return trimText(cell) === '' ? '' : cell
}

/** Returns whether a cell has a value. */
export const isFilled = (cell: SpreadsheetCell | undefined): cell is Exclude<SpreadsheetCell, null> =>
  cell !== undefined && cell !== null && String(cell).trim() !== ''

/** Adds a cell to a product's values; the first value counts, or with `joins` all of them, one a line. */
export function addCell(values: Values, column: string, cell: SpreadsheetCell, joins: boolean): void {
  const before = values.get(column)
  if (!isFilled(before)) values.set(column, cell)
  else if (joins && isFilled(cell)) values.set(column, `${before}\n${cell}`)
}

/** Adds pictures, `address | text`, each address once. */
export function addImages(values: Values, lines: readonly string[]): void {
  const known = String(values.get('images') ?? '')
    .split('\n')
    .filter(Boolean)
  for (const line of lines.map((text) => text.trim()).filter(Boolean)) {
    const [address] = line.split(' | ')
    if (!known.some((other) => other.split(' | ')[0] === address)) known.push(line)
  }
  if (known.length > 0) values.set('images', known.join('\n'))
}
