import { setTimeout as pause } from 'node:timers/promises'
import type { ImportDetail } from '#contract/catalog/imports.ts'
import { formatCount } from '#domain/text.ts'
import { recordMovements } from '#server/catalog/products/product-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { startedQueue } from '#server/platform/jobs/started-queue.ts'
import type { Work } from '#server/platform/vendors/queue.ts'
import { countChanges, deleteChanges, lockChanges, markDeleted, moveChanges, type UndoableChange } from './catalog-changes.ts'
import { findImport, updateImport, updateProduct } from './catalog-imports.ts'
import { claimImports } from './claim-import.ts'
import type { Importer } from './import-catalog.ts'
import { notifyImporter } from './notify-importer.ts'
import { readImport, refuseUndo } from './present-import.ts'
import { UNDO_WORK } from './start-import.ts'
import { optionsOf, type StoredUndo } from './stored-options.ts'

const BATCH = 50
const MAX_NAMES = 500
const REST_MS = 20

/** Starts to undo an import of the last 30 days. Refuses `import_not_undoable` and `import_running`. */
export async function undoImport(deps: Deps, id: string, importer: Importer, requestId: string): Promise<ImportDetail> {
  const queue = startedQueue(deps)
  await inTransaction(deps.db, async (tx) => {
    const { businessId } = found(await findImport(tx, id))
    await claimImports(tx, new Date(), businessId)
    const row = found(await findImport(tx, id))
    const why = await refuseUndo(tx, row, deps.now())
    if (why !== null) refuse('import_not_undoable', { facts: { reason: REASONS[why] } })
    const options = optionsOf(row)
    const total = await countChanges(tx, id)
    const undo: StoredUndo = { isRunning: true, total, done: 0, deleted: 0, restored: 0, left: [] }
    await updateImport(tx, id, { options: { ...options, beatAt: Date.now(), isJob: true, undo } })
    await recordAudit(tx, {
      actor: importer,
      action: 'catalog.import.undo',
      targetType: 'import',
      targetId: id,
      after: { fileName: row.fileName, products: total },
      requestId,
    })
  })
  await queue.send(UNDO_WORK, { importId: id }, id)
  return found(await readImport(deps, id))
}

const REASONS: Record<NonNullable<ImportDetail['undo']['why']>, string> = {
  notFinished: 'it has not finished.',
  alreadyUndone: 'it is already undone.',
  nothingChanged: 'it made no changes.',
  tooOld: 'it is more than 30 days old.',
}

/** Returns why an undo leaves a product as it is, or null. */
function spareReason({
  before,
  isImportedAgain,
  isOrdered,
  version,
  versionAfter,
}: UndoableChange): StoredUndo['left'][number]['why'] | null {
  if (version !== versionAfter) return isImportedAgain ? 'importedAgain' : 'edited'
  return before === null && isOrdered ? 'ordered' : null
}

/** Restores a product's previous values; units sold since stay sold. */
async function restore(tx: Db, { before, ...change }: UndoableChange, importId: string, now: Date): Promise<void> {
  if (!before) return
  const stock = Math.max(0, change.stock - change.moved)
  const version = await updateProduct(tx, change.productId, { ...before, stock }, now)
  if (change.versionBefore !== null) await moveChanges(tx, change.productId, change.versionBefore, version)
  const delta = stock - change.stock
  if (delta !== 0)
    await recordMovements(tx, [{ productId: change.productId, delta, reason: 'import', reference: `${importId}:undo`, actorId: null }])
}

/**
 * Undoes the next changes within the transaction.
 * @returns the new progress, with `done` unchanged when nothing was left
 */
async function undoBatch(tx: Db, importId: string, undo: StoredUndo, now: Date): Promise<StoredUndo> {
  const changes = await lockChanges(tx, importId, BATCH)
  if (changes.length === 0) return undo
  const mine = changes.filter((change) => spareReason(change) === null)
  const created = mine.filter(({ before }) => before === null).map(({ productId }) => productId)
  await markDeleted(tx, created, now)
  const changed = mine.filter(({ before }) => before !== null)
  for (const change of changed) await restore(tx, change, importId, now)
  await deleteChanges(
    tx,
    importId,
    changes.map(({ productId }) => productId),
  )
  const left = changes.flatMap((change): StoredUndo['left'] => {
    const why = spareReason(change)
    return why === null ? [] : [{ slug: change.slug, name: change.name, why }]
  })
  return {
    ...undo,
    done: undo.done + changes.length,
    deleted: undo.deleted + created.length,
    restored: undo.restored + changed.length,
    left: [...undo.left, ...left].slice(0, MAX_NAMES),
  }
}

const wordsOf = ({ deleted, restored, left }: StoredUndo) =>
  `${formatCount(deleted)} new products deleted, ${formatCount(restored)} restored, ${formatCount(left.length)} not changed: edited, ordered or imported again since.`

/**
 * Undoes an import in small transactions, resuming where it was after a crash.
 * @returns a summary for the job log
 */
export async function workUndo({ db, now }: Deps, { data, signal }: Work): Promise<string> {
  const { importId } = data as { importId: string } // written by undoImport
  for (;;) {
    signal.throwIfAborted()
    const undo = await inTransaction(db, async (tx) => {
      const row = await findImport(tx, importId)
      const options = row && optionsOf(row)
      if (!row || !options?.undo?.isRunning) return null
      const next = await undoBatch(tx, importId, options.undo, now())
      const isOver = next.done === options.undo.done || next.done >= next.total
      const stored = { ...options, beatAt: Date.now(), undo: { ...next, isRunning: !isOver } }
      await updateImport(tx, importId, { options: stored, ...(isOver && { status: 'undone' as const, undoneAt: now() }) })
      if (isOver) {
        const { actorId, businessId, fileName } = row
        await notifyImporter(tx, 'undone', wordsOf(stored.undo), { importId, actorId, businessId, fileName, at: now() })
      }
      return stored.undo
    })
    if (!undo) return 'There was nothing left to do.'
    if (!undo.isRunning) return wordsOf(undo)
    await pause(REST_MS)
  }
}
