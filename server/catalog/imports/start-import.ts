import type { ImportDetail } from '#contract/catalog/imports.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { startedQueue } from '#server/platform/jobs/started-queue.ts'
import { findImport, updateImport } from './catalog-imports.ts'
import { claimImports } from './claim-import.ts'
import type { Importer } from './import-catalog.ts'
import { readImport } from './present-import.ts'
import { rememberMapping } from './remember-mapping.ts'
import { readStoredFile } from './store-file.ts'
import { optionsOf } from './stored-options.ts'

/** Job names of this slice. */
export const IMPORT_WORK = 'catalog-import'
/** Queue of the imports that are taken back. */
export const UNDO_WORK = 'catalog-undo'

/** Queues a checked file for import. Refuses `import_running`, `import_changed` and `import_file_gone`. */
export async function startImport(deps: Deps, id: string, importer: Importer): Promise<ImportDetail> {
  const { files, db, now } = deps
  const queue = startedQueue(deps)
  const before = found(await findImport(db, id))
  if (!(await readStoredFile(files, before))) refuse('import_file_gone')
  await inTransaction(db, async (tx) => {
    await claimImports(tx, new Date(), before.businessId)
    const options = optionsOf(found(await findImport(tx, id)))
    if (!options.isDraft || !options.file || !options.chosen) refuse('import_changed')
    await updateImport(tx, id, {
      actorId: importer?.userId ?? null,
      at: now(),
      done: 0,
      options: { ...options, isDraft: false, beatAt: Date.now() },
    })
    if (importer) await rememberMapping(tx, importer.userId, options.file, options.chosen, now())
  })
  await queue.send(IMPORT_WORK, { importId: id }, id)
  return found(await readImport(deps, id))
}
