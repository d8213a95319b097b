import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { listRunning, lockImports, type StoredImport, updateImport } from './catalog-imports.ts'
import { optionsOf } from './stored-options.ts'

/** A synchronous import without a heartbeat for this long died with its server; queued work resumes at the next start. */
const CALL_IS_DEAD_MS = 60_000
const JOB_IS_DEAD_MS = 30 * 60_000

const CUT_SHORT = 'The server stopped during this import. Products imported before that are kept.'

function isDead(row: StoredImport, now: Date): boolean {
  const { isJob, beatAt } = optionsOf(row)
  return now.getTime() - beatAt > (isJob ? JOB_IS_DEAD_MS : CALL_IS_DEAD_MS)
}

/**
 * Ensures, until the transaction ends, that no import of this business (null: of staff) is running, and marks one whose server died as
 * failed. Refuses `import_running`.
 * @param except an import that may be running: the caller's own
 */
export async function claimImports(tx: Db, now: Date, businessId: string | null, except?: string): Promise<void> {
  await lockImports(tx)
  for (const row of await listRunning(tx, { businessId })) {
    if (row.id === except) continue
    if (!isDead(row, now)) refuse('import_running')
    const options = optionsOf(row)
    const undo = options.undo && { ...options.undo, isRunning: false }
    const failed = row.status === 'waiting' || row.status === 'running'
    await updateImport(tx, row.id, {
      ...(failed && { status: 'failed' as const, finishedAt: now }),
      options: { ...options, ...(failed && { problem: CUT_SHORT }), ...(undo && { undo }) },
    })
  }
}
