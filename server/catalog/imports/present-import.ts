import type { ImportDetail } from '#contract/catalog/imports.ts'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { countChanges } from './catalog-changes.ts'
import { findImport } from './catalog-imports.ts'
import { optionsOf, type StoredOptions } from './stored-options.ts'
import { type FullReport, MAX_ERRORS, shortReport } from './write-report.ts'

type Reader = Pick<Deps, 'db' | 'now'>
type Found = NonNullable<Awaited<ReturnType<typeof findImport>>>

const UNDO_MS = RETENTION_DAYS.import * DAY_MS

/** Returns why an import cannot be undone, or null. */
export async function refuseUndo(
  db: Db,
  row: Pick<Found, 'id' | 'status' | 'at' | 'finishedAt' | 'options'>,
  now: Date,
): Promise<ImportDetail['undo']['why']> {
  if (row.status === 'undone') return 'alreadyUndone'
  if (optionsOf(row).isDraft || (row.status !== 'done' && row.status !== 'failed')) return 'notFinished'
  if ((await countChanges(db, row.id)) === 0) return 'nothingChanged'
  return now.getTime() - (row.finishedAt ?? row.at).getTime() > UNDO_MS ? 'tooOld' : null
}

async function undoState({ db, now }: Reader, row: Found): Promise<ImportDetail['undo']> {
  const { undo } = optionsOf(row)
  const facts = { why: null, total: undo?.total ?? 0, done: undo?.done ?? 0, left: undo?.left ?? [] }
  if (undo?.isRunning) return { ...facts, state: 'running' }
  if (row.status === 'undone') return { ...facts, state: 'done' }
  const why = await refuseUndo(db, row, now())
  return { ...facts, why, state: why === null ? 'possible' : 'impossible' }
}

function reportOf(row: Found): FullReport | null {
  const report = row.report as Partial<FullReport> | null // written only by this slice
  return report?.results && report.errors ? (report as FullReport) : null
}

const statusOf = (row: Found, { isDraft }: StoredOptions): ImportDetail['status'] => (isDraft ? 'draft' : row.status)

async function presentImport(deps: Reader, row: Found): Promise<ImportDetail> {
  const options = optionsOf(row)
  const report = reportOf(row)
  const { file, chosen } = options
  return {
    id: row.id,
    fileName: row.fileName,
    status: statusOf(row, options),
    total: row.total,
    done: row.done,
    at: row.at.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    actorName: row.actorName,
    report: report && shortReport(report),
    problem: options.problem ?? null,
    errorCount: report?.errorCount ?? Math.min(report?.errors.length ?? 0, MAX_ERRORS),
    undo: await undoState(deps, row),
    file: options.isDraft && file && chosen ? { ...file, options: chosen } : null,
  }
}

/** Returns the import with this id as the API presents it, or null. */
export async function readImport(deps: Reader, id: string): Promise<ImportDetail | null> {
  const row = await findImport(deps.db, id)
  return row && presentImport(deps, row)
}
