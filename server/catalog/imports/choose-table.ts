import type { ImportTable } from '#contract/catalog/imports.ts'
import type { MergedCells, SpreadsheetCell, SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { guessColumns, guessKind } from './guess-columns.ts'
import { findSheet } from './table.ts'

/** Rows among which the headers are looked for. */
const FIRST_ROWS = 20
/** Cells of a row that count towards how much it looks like headers. */
const MANY_CELLS = 12

const isFilled = (cell: SpreadsheetCell | undefined) => cell !== undefined && cell !== null && String(cell).trim() !== ''
const textOf = (cell: SpreadsheetCell | undefined) => String(cell ?? '').trim()

const covers = ({ top, left, bottom, right }: MergedCells, row: number, cell: number) =>
  top <= row && row <= bottom && left <= cell && cell <= right

/** Returns a cell's value; a merged cell has the value of its first. `row` and `cell` are 0-based. */
function cellAt({ rows, merged = [] }: SpreadsheetSheet, row: number, cell: number): SpreadsheetCell {
  const own = rows[row]?.[cell] ?? null
  if (isFilled(own)) return own
  const area = merged.find((one) => covers(one, row, cell))
  return area ? (rows[area.top]?.[area.left] ?? null) : own
}

/** Returns the text of the merged cells right above a header, such as "Price" above "USD" and "EUR"; a title is none. */
function groupAbove(sheet: SpreadsheetSheet, row: number, cell: number, width: number): string {
  const area = sheet.merged?.find((one) => one.right > one.left && one.bottom === row - 1 && covers(one, row - 1, cell))
  const isTitle = (sheet.rows[row - 1] ?? []).filter(isFilled).length < 2
  return area && !isTitle && area.right - area.left + 1 < width ? textOf(sheet.rows[area.top]?.[area.left]) : ''
}

/** Returns the headers of a row, 0-based; a header below merged cells begins with theirs: "Price / USD". */
function headersAt(sheet: SpreadsheetSheet, row: number): string[] {
  const width = Math.max(
    sheet.rows[row]?.length ?? 0,
    ...(sheet.merged ?? []).filter((one) => covers(one, row, one.left)).map(({ right }) => right + 1),
  )
  return Array.from({ length: width }, (_, cell) => {
    const own = textOf(cellAt(sheet, row, cell))
    const group = groupAbove(sheet, row, cell, width)
    return group === '' || group === own ? own : [group, own].filter(Boolean).join(' / ')
  })
}

/** Rates how much a row looks like headers: known names count most, numbers count against it. */
function rate(sheet: SpreadsheetSheet, row: number): number {
  const headers = headersAt(sheet, row)
  const known = guessColumns(guessKind(headers), headers).filter((field) => field !== null).length
  const distinct = new Set(headers.filter(Boolean)).size
  const numbers = (sheet.rows[row] ?? []).filter((cell) => typeof cell === 'number' || /^[\d.,\s€$-]+$/.test(textOf(cell) || 'x')).length
  return 3 * known + Math.min(distinct, MANY_CELLS) / 2 - 2 * numbers
}

interface Rated {
  row: number
  score: number
}

function bestRow(sheet: SpreadsheetSheet): Rated {
  let best: Rated = { row: 0, score: Number.NEGATIVE_INFINITY }
  for (let row = 0; row < Math.min(sheet.rows.length, FIRST_ROWS); row += 1) {
    if (!sheet.rows[row]?.some(isFilled)) continue
    const score = rate(sheet, row)
    if (score > best.score) best = { row, score }
  }
  return best
}

/** Chooses the sheet and the row of the headers: the sheet named Products, else the one whose headers are known best. */
export function chooseTable(sheets: readonly SpreadsheetSheet[]): Pick<ImportTable, 'sheet' | 'headerRow'> {
  const named = findSheet([...sheets], 'Products')
  let best = { sheet: 0, row: 0, score: Number.NEGATIVE_INFINITY }
  for (const [at, sheet] of sheets.entries()) {
    if (named && sheet !== named) continue
    const found = bestRow(sheet)
    if (found.score > best.score) best = { ...found, sheet: at }
  }
  return { sheet: named ? sheets.indexOf(named) : best.sheet, headerRow: best.row + 1 }
}

/** Fills cells that are merged over several rows of a column with the value of their first. */
function withMerged(sheet: SpreadsheetSheet, from: number): SpreadsheetCell[][] {
  const down = (sheet.merged ?? []).filter(({ top, left, bottom, right }) => top >= from && bottom > top && left === right)
  if (down.length === 0) return sheet.rows
  const rows = sheet.rows.map((row) => [...row])
  for (const { top, left, bottom } of down) {
    for (let row = top + 1; row <= Math.min(bottom, rows.length - 1); row += 1) {
      const cells = rows[row] ?? []
      while (cells.length <= left) cells.push(null)
      if (!isFilled(cells[left])) cells[left] = rows[top]?.[left] ?? null
    }
  }
  return rows
}

/** Returns a sheet with its headers in row 1. The rows below keep their numbers: what stood between is empty. */
export function cutTable(sheet: SpreadsheetSheet, headerRow: number): SpreadsheetSheet {
  const at = headerRow - 1
  const rows = withMerged(sheet, headerRow)
  const headers: SpreadsheetCell[] = headersAt(sheet, at).map((header) => header || null)
  return { name: sheet.name, rows: [headers, ...Array.from({ length: at }, () => []), ...rows.slice(headerRow)] }
}
