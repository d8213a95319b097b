import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { FilesUnavailableError } from '#server/platform/files/files.ts'
import { RefusalError } from '#server/platform/http/refusal.ts'
import type { Queue, Work } from '#server/platform/vendors/queue.ts'
import { findActor, findImport, listRunning, type StoredImport, updateImport } from './catalog-imports.ts'
import { claimImports } from './claim-import.ts'
import { failImport, finishImport, type Importer } from './import-catalog.ts'
import { planImport } from './plan-import.ts'
import { readImportFile, sheetsOf } from './read-import-file.ts'
import { storePlan } from './run-plan.ts'
import { IMPORT_WORK, UNDO_WORK } from './start-import.ts'
import { readStoredFile } from './store-file.ts'
import { optionsOf, progressOf } from './stored-options.ts'
import { writeReport } from './write-report.ts'

const FILE_GONE = 'The file of this import is no longer available. Choose it again.'

async function fail({ db, now }: Deps, row: StoredImport, problem: string): Promise<string> {
  const importer = row.actorId === null ? null : await findActor(db, row.actorId)
  const options = { ...optionsOf(row), problem }
  await failImport(db, { importId: row.id, now: now() }, { fileName: row.fileName, importer, businessId: row.businessId, options })
  return `Import Failed: ${problem}`
}

async function importFile(deps: Deps, row: StoredImport, importer: Importer, signal: AbortSignal): Promise<string> {
  const { files, db, now } = deps
  const { problem: _problem, ...options } = optionsOf(row)
  const file = await readStoredFile(files, row)
  if (!file || !options.file || !options.chosen) return fail(deps, row, FILE_GONE)
  const sheets = sheetsOf(await readImportFile(file, options.file.table, options.chosen.edits))
  const plan = await planImport(db, sheets, { choice: { kind: options.file.kind, options: options.chosen }, businessId: row.businessId })
  signal.throwIfAborted()
  const begun = { ...options, beatAt: Date.now() }
  await updateImport(db, row.id, { status: 'running', total: plan.steps.length, finishedAt: null, options: begun })
  const run = { importId: row.id, actorId: row.actorId, now: now() }
  const progress = await storePlan(db, plan, run, { done: row.done, progress: progressOf(row), options: begun }, signal)
  const report = writeReport(plan, progress, false)
  await finishImport(
    db,
    { importId: row.id, now: now() },
    { fileName: row.fileName, importer, businessId: row.businessId, options: begun },
    report,
  )
  return report.message
}

/**
 * Imports a queued file from where it was left: after a crash, stored products are neither stored nor counted again.
 * @returns a summary for the job log; a file that cannot be imported is a result, not an error
 */
export async function workImport(deps: Deps, { data, isLastTry, signal }: Work): Promise<string> {
  const { importId } = data as { importId: string } // written by startImport
  const row = await findImport(deps.db, importId)
  if (!row || row.status === 'done' || row.status === 'undone' || optionsOf(row).isDraft) return 'There was nothing left to do.'
  await inTransaction(deps.db, async (tx) => {
    await claimImports(tx, new Date(), row.businessId, importId)
    await updateImport(tx, importId, { status: 'running', options: { ...optionsOf(row), beatAt: Date.now() } })
  })
  try {
    return await importFile(deps, row, row.actorId === null ? null : await findActor(deps.db, row.actorId), signal)
  } catch (error) {
    const now = (await findImport(deps.db, importId)) ?? row
    const isAway = error instanceof FilesUnavailableError // the next try may read the file
    if (error instanceof RefusalError && !isAway) return fail(deps, now, error.message)
    if (isLastTry && !signal.aborted) await fail(deps, now, isAway ? error.message : 'Unknown error')
    throw error
  }
}

/** Requeues imports that a crash left without a job. */
export async function resumeImports({ db }: Deps, queue: Queue): Promise<void> {
  for (const row of await listRunning(db, 'all')) {
    const { isJob, undo } = optionsOf(row)
    if (undo?.isRunning) await queue.send(UNDO_WORK, { importId: row.id }, row.id)
    else if (isJob) await queue.send(IMPORT_WORK, { importId: row.id }, row.id)
  }
}
