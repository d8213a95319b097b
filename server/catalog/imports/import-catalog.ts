import { randomUUID } from 'node:crypto'
import type { ImportReport } from '#contract/catalog/imports.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { deleteImport, findImport, insertImport, updateImport } from './catalog-imports.ts'
import { claimImports } from './claim-import.ts'
import { notifyImporter } from './notify-importer.ts'
import { type CatalogUpload, openSheets, planImport } from './plan-import.ts'
import { comparePlan, storePlan } from './run-plan.ts'
import type { ImportRun } from './store-changes.ts'
import { progressOf, type StoredOptions } from './stored-options.ts'
import { type FullReport, shortReport, writeReport } from './write-report.ts'

/** The user who imports; null: the system. */
export type Importer = { userId: string; name: string; role: string } | null

/** An import at its end. `businessId`: the business of a seller; null: staff or the system. */
interface EndedImport<Options extends StoredOptions = StoredOptions> {
  fileName: string
  importer: Importer
  businessId: string | null
  options: Options
}

/** Marks an import as finished and records it in the audit log. */
export async function finishImport(
  db: Db,
  { importId, now }: Pick<ImportRun, 'importId' | 'now'>,
  { fileName, importer, businessId, options }: EndedImport,
  report: FullReport,
): Promise<void> {
  const { created, updated, unchanged, skipped, results, message } = report
  await inTransaction(db, async (tx) => {
    const ending = { importId, actorId: importer?.userId ?? null, fileName, businessId, at: now }
    await updateImport(tx, importId, { status: 'done', report, options, finishedAt: now })
    await recordAudit(tx, {
      actor: importer,
      action: 'catalog.import',
      targetType: 'import',
      targetId: importId,
      after: { fileName, created, updated, unchanged, skipped, results },
    })
    await notifyImporter(tx, report.success ? 'done' : 'failed', message, ending)
  })
}

/** Stores why an import failed; the audit log also records what was imported until then. */
export async function failImport(
  db: Db,
  { importId, now }: Pick<ImportRun, 'importId' | 'now'>,
  { fileName, importer, businessId, options }: EndedImport<StoredOptions & { problem: string }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await updateImport(tx, importId, { status: 'failed', finishedAt: now, options })
    await notifyImporter(tx, 'failed', options.problem, { importId, actorId: importer?.userId ?? null, fileName, businessId, at: now })
    const { created, updated } = progressOf((await findImport(tx, importId)) ?? { report: null })
    if (created + updated === 0) return
    const after = { fileName, created, updated, problem: options.problem }
    await recordAudit(tx, { actor: importer, action: 'catalog.import.failed', targetType: 'import', targetId: importId, after })
  })
}

/** An import in one call is by staff and in the shop's own layout. */
const OWN_LAYOUT = { choice: null, businessId: null }

async function dryRun({ db }: Deps, file: CatalogUpload): Promise<ImportReport> {
  const plan = await planImport(db, (await openSheets(file)).sheets, OWN_LAYOUT)
  return shortReport(writeReport(plan, await comparePlan(db, plan), true))
}

/** Runs a synchronous import from start to end; one that cannot start leaves no record. */
async function runCall(
  { db, now }: Deps,
  file: CatalogUpload,
  importer: Importer,
  run: ImportRun,
  options: StoredOptions,
): Promise<ImportReport> {
  let hasBegun = false
  try {
    const plan = await planImport(db, (await openSheets(file)).sheets, { ...OWN_LAYOUT, keepsRows: importer === null })
    await updateImport(db, run.importId, { total: plan.steps.length })
    hasBegun = true
    const progress = await storePlan(db, plan, run, { done: 0, progress: progressOf({ report: null }), options })
    const report = writeReport(plan, progress, false)
    await finishImport(db, { ...run, now: now() }, { fileName: file.name, importer, businessId: null, options }, report)
    return shortReport(report)
  } catch (error) {
    const failed = { fileName: file.name, importer, businessId: null, options: { ...options, problem: 'Unknown error' } }
    if (hasBegun) await failImport(db, { ...run, now: now() }, failed)
    else await deleteImport(db, run.importId)
    throw error
  }
}

/**
 * Imports a catalog. Products with an error in one of their rows are skipped, all others are stored in batches. A dry run returns the same
 * report and changes nothing. Refuses `import_running` and `unreadable_file`.
 */
export async function importCatalog(
  deps: Deps,
  file: CatalogUpload,
  importer: Importer,
  options: { dryRun: boolean },
): Promise<ImportReport> {
  if (options.dryRun) return dryRun(deps, file)
  const now = deps.now()
  const run: ImportRun = { importId: randomUUID(), actorId: importer?.userId ?? null, now }
  const stored: StoredOptions = { isDraft: false, isJob: false, beatAt: Date.now() }
  await inTransaction(deps.db, async (tx) => {
    await claimImports(tx, new Date(), null)
    await insertImport(tx, {
      id: run.importId,
      actorId: run.actorId,
      fileName: file.name,
      report: {},
      status: 'running',
      options: stored,
      at: now,
    })
  })
  return runCall(deps, file, importer, run, stored)
}
