import type { ImportFile, ImportOptions } from '#contract/catalog/imports.ts'
import { guessDecimal } from '#domain/table-format.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { SpreadsheetCell, SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { guessColumns, guessKind } from './guess-columns.ts'
import type { ImportFileSheets } from './read-import-file.ts'

const SAMPLES = 3
const MAX_SAMPLE_LENGTH = 60
const MAX_HEADER = 200
/** Sheets and rows among which the user chooses, and characters that are shown of a row. */
const MAX_CHOICES = 30
const FIRST_ROWS = 20
const MAX_ROW_LENGTH = 120
const ROWS_FOR_DECIMAL = 500

const sampleOf = (cell: SpreadsheetCell | undefined) => String(cell ?? '').slice(0, MAX_SAMPLE_LENGTH)
const isFilled = (cell: SpreadsheetCell | undefined) => cell !== null && cell !== undefined && cell !== ''

function choiceOf({ name, rows }: SpreadsheetSheet): ImportFile['choices'][number] {
  const first = rows.slice(0, FIRST_ROWS).map((row) =>
    row
      .filter(isFilled)
      .map((cell) => sampleOf(cell))
      .join(' · ')
      .slice(0, MAX_ROW_LENGTH),
  )
  return { name, rows: rows.length, first }
}

/** Describes a table for the mapping step: headers, sample rows and each column's guessed field. Refuses a table without headers. */
export function describeFile({ all, table, main, lists }: ImportFileSheets): Omit<ImportFile, 'options'> & { guessed: ImportOptions } {
  const [head = [], ...rows] = main.rows
  const headers = head.map((cell) =>
    String(cell ?? '')
      .trim()
      .slice(0, MAX_HEADER),
  )
  if (headers.every((header) => header === '')) refuse('unreadable_file', { facts: { reason: 'its first row has no headers.' } })
  const filled = rows.filter((row) => row.some(isFilled))
  const kind = guessKind(headers)
  const texts = filled.slice(0, ROWS_FOR_DECIMAL).flatMap((row) => row.filter((cell) => typeof cell === 'string'))
  return {
    kind,
    rows: filled.length,
    columns: headers.map((header, at) => ({
      header,
      samples: filled.flatMap((row) => (isFilled(row[at]) ? [sampleOf(row[at])] : [])).slice(0, SAMPLES),
    })),
    sheets: lists.map(({ name }) => name),
    table,
    choices: all.slice(0, MAX_CHOICES).map(choiceOf),
    isRemembered: false,
    guessed: {
      columns: guessColumns(kind, headers),
      businessId: null,
      categoryId: null,
      eurFactor: null,
      decimal: guessDecimal(texts, table.separator === ';' ? 'comma' : 'point'),
      answers: [],
      edits: [],
      updateOnly: false,
    },
  }
}
