import { randomUUID } from 'node:crypto'
import type { ImportDetail, ImportFile } from '#contract/catalog/imports.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import type { SpreadsheetCell, SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { insertImport } from './catalog-imports.ts'
import { guessColumns, guessKind } from './guess-columns.ts'
import type { Importer } from './import-catalog.ts'
import { type CatalogUpload, openSheets, productSheet } from './plan-import.ts'
import { readImport } from './present-import.ts'
import { storeFile } from './store-file.ts'
import type { StoredOptions } from './stored-options.ts'
import { findSheet } from './table.ts'

const SAMPLES = 3
const MAX_SAMPLE_LENGTH = 60
const MAX_HEADER = 200

const sampleOf = (cell: SpreadsheetCell | undefined) => String(cell ?? '').slice(0, MAX_SAMPLE_LENGTH)

/** Describes a table for the mapping step: headers, sample rows and each column's guessed field. */
function describe(sheets: SpreadsheetSheet[], sheet: SpreadsheetSheet): ImportFile {
  const [head = [], ...rows] = sheet.rows
  const width = Math.max(head.length, 0)
  const headers = Array.from({ length: width }, (_, at) =>
    String(head[at] ?? '')
      .trim()
      .slice(0, MAX_HEADER),
  )
  const filled = rows.filter((row) => row.some((cell) => cell !== null && cell !== ''))
  const kind = guessKind(headers)
  const columns = headers.map((header, at) => ({
    header,
    samples: filled
      .flatMap((row) => (row[at] === null || row[at] === undefined || row[at] === '' ? [] : [sampleOf(row[at])]))
      .slice(0, SAMPLES),
  }))
  const more = (['Features', 'Images', 'Specifications'] as const).filter((name) => sheet.name !== '' && findSheet(sheets, name))
  const options = { columns: guessColumns(kind, headers), businessId: null, categoryId: null, eurFactor: null }
  return { kind, rows: filled.length, columns, sheets: more, options }
}

/** Stores an uploaded file as a draft. Refuses `unreadable_file`. */
export async function uploadFile({ config, db, now }: Deps, upload: CatalogUpload, importer: Importer): Promise<ImportDetail> {
  const sheets = await openSheets(upload)
  const sheet = productSheet(sheets)
  if (!sheet) refuse('unreadable_file', { facts: { reason: 'it has no sheet named Products.' } })
  const { options: chosen, ...file } = describe(sheets, sheet)
  if (file.columns.every(({ header }) => header === '')) refuse('unreadable_file', { facts: { reason: 'its first row has no headers.' } })
  const id = randomUUID()
  await storeFile(config, id, upload.bytes)
  const options: StoredOptions = { isDraft: true, isJob: true, beatAt: Date.now(), file, chosen }
  await insertImport(db, {
    id,
    actorId: importer?.userId ?? null,
    fileName: upload.name,
    report: {},
    status: 'waiting',
    options,
    at: now(),
  })
  return found(await readImport(db, id))
}
