import type { ImportDetail } from '#contract/catalog/imports.ts'
import type { Db } from '#server/platform/db/client.ts'
import { countChanges } from './catalog-changes.ts'
import { findImport, findLastChanging } from './catalog-imports.ts'
import { optionsOf, type StoredOptions } from './stored-options.ts'
import { type FullReport, MAX_ERRORS, shortReport } from './write-report.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findImport>>>

async function undoState(db: Db, row: Found, { undo, isDraft }: StoredOptions): Promise<ImportDetail['undo']> {
  const facts = { total: undo?.total ?? 0, done: undo?.done ?? 0, left: undo?.left ?? [] }
  if (undo?.isRunning) return { ...facts, state: 'running' }
  if (row.status === 'undone') return { ...facts, state: 'done' }
  const isOver = !isDraft && (row.status === 'done' || row.status === 'failed')
  const isPossible = isOver && (await findLastChanging(db)) === row.id && (await countChanges(db, row.id)) > 0
  return { ...facts, state: isPossible ? 'possible' : 'impossible' }
}

function reportOf(row: Found): FullReport | null {
  const report = row.report as Partial<FullReport> | null // written only by this slice
  return report?.results && report.errors ? (report as FullReport) : null
}

const statusOf = (row: Found, { isDraft }: StoredOptions): ImportDetail['status'] => (isDraft ? 'draft' : row.status)

async function presentImport(db: Db, row: Found): Promise<ImportDetail> {
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
    undo: await undoState(db, row, options),
    file: options.isDraft && file && chosen ? { ...file, options: chosen } : null,
  }
}

/** Returns the import with this id as the API presents it, or null. */
export async function readImport(db: Db, id: string): Promise<ImportDetail | null> {
  const row = await findImport(db, id)
  return row && presentImport(db, row)
}
