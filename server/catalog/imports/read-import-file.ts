import type { ImportOptions, ImportTable } from '#contract/catalog/imports.ts'
import type { SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { applyEdits } from './apply-answers.ts'
import { chooseTable, cutTable } from './choose-table.ts'
import { type CatalogUpload, openSheets } from './plan-import.ts'
import { findSheet } from './table.ts'

const LIST_SHEETS = ['Features', 'Images', 'Specifications'] as const
type ListSheet = (typeof LIST_SHEETS)[number]

/** A file with its table of products as chosen. */
export interface ImportFileSheets {
  /** Every sheet as it is in the file. */
  all: SpreadsheetSheet[]
  table: ImportTable
  /** The products, with the headers in row 1. */
  main: SpreadsheetSheet
  /** Other sheets of a workbook that the import reads. */
  lists: { name: ListSheet; sheet: SpreadsheetSheet }[]
}

/**
 * Reads a file with its table of products: the chosen one or, with null, the one that looks most like it. Corrected cells are applied.
 * Refuses `unreadable_file`.
 */
export async function readImportFile(
  file: CatalogUpload,
  chosen: ImportTable | null,
  edits: ImportOptions['edits'] = [],
): Promise<ImportFileSheets> {
  const { sheets: all, format } = await openSheets(file, {
    ...(chosen?.encoding && { encoding: chosen.encoding }),
    ...(chosen?.separator && { separator: chosen.separator }),
  })
  const isThere = chosen !== null && chosen.sheet < all.length && chosen.headerRow <= (all[chosen.sheet]?.rows.length ?? 0)
  const place = isThere ? { sheet: chosen.sheet, headerRow: chosen.headerRow } : chooseTable(all)
  const sheet = all[place.sheet] ?? { name: '', rows: [] }
  const lists = LIST_SHEETS.flatMap((name) => {
    const found = sheet.name === '' ? null : findSheet(all, name)
    return found && found !== sheet ? [{ name, sheet: applyEdits(found, name, edits) }] : []
  })
  return {
    all,
    table: { ...place, encoding: format?.encoding ?? null, separator: format?.separator ?? null },
    main: applyEdits(cutTable(sheet, place.headerRow), 'Products', edits),
    lists,
  }
}

/** Returns the sheets in the order that `planImport` expects: the products first. */
export const sheetsOf = ({ main, lists }: ImportFileSheets): SpreadsheetSheet[] => [
  main,
  ...lists.map(({ name, sheet }) => ({ ...sheet, name })),
]
