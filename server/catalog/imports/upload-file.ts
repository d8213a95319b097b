import { randomUUID } from 'node:crypto'
import type { ImportDetail, ImportOptions, ImportTable } from '#contract/catalog/imports.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { findImport, insertImport, updateImport } from './catalog-imports.ts'
import { describeFile } from './describe-file.ts'
import type { Importer } from './import-catalog.ts'
import type { CatalogUpload } from './plan-import.ts'
import { readImport } from './present-import.ts'
import { readImportFile } from './read-import-file.ts'
import { recallMapping } from './remember-mapping.ts'
import { readStoredFile, storeFile } from './store-file.ts'
import { optionsOf, type StoredOptions } from './stored-options.ts'

/** Reads a table and its mapping: the one that the user chose for these headers before, else the guessed one. */
async function readTable(
  { db }: Deps,
  upload: CatalogUpload,
  table: ImportTable | null,
  importer: Importer,
): Promise<{ file: NonNullable<StoredOptions['file']>; chosen: ImportOptions }> {
  const { guessed, ...file } = describeFile(await readImportFile(upload, table))
  const remembered = importer && (await recallMapping(db, importer.userId, file))
  if (!remembered) return { file, chosen: guessed }
  return { file: { ...file, isRemembered: true }, chosen: { ...remembered, decimal: guessed.decimal } }
}

/**
 * Stores an uploaded file as a draft. Refuses `unreadable_file`.
 * @param businessId the business of a seller; null: staff
 */
export async function uploadFile(deps: Deps, upload: CatalogUpload, importer: Importer, businessId: string | null): Promise<ImportDetail> {
  const { files, db, now } = deps
  const read = await readTable(deps, upload, null, importer)
  const id = randomUUID()
  await storeFile(files, id, upload.bytes)
  const options: StoredOptions = { isDraft: true, isJob: true, beatAt: Date.now(), ...read }
  await insertImport(db, {
    id,
    actorId: importer?.userId ?? null,
    businessId,
    fileName: upload.name,
    report: {},
    status: 'waiting',
    options,
    at: now(),
  })
  return found(await readImport(deps, id))
}

/**
 * Reads a draft again with another sheet, header row or text format. Refuses `import_changed`, `import_file_gone` and what is not there.
 */
export async function changeTable(deps: Deps, id: string, table: ImportTable, importer: Importer): Promise<ImportDetail> {
  const { files, db } = deps
  const row = found(await findImport(db, id))
  const options = optionsOf(row)
  if (!options.isDraft || !options.file) refuse('import_changed')
  const file = (await readStoredFile(files, row)) ?? refuse('import_file_gone')
  const read = await readTable(deps, file, table, importer)
  if (read.file.table.sheet !== table.sheet) refuseField('sheet', 'Please choose a sheet of the file.')
  if (read.file.table.headerRow !== table.headerRow) refuseField('headerRow', 'Please choose a row of the sheet.')
  await updateImport(db, id, { options: { ...options, ...read, beatAt: Date.now() } })
  return found(await readImport(deps, id))
}
