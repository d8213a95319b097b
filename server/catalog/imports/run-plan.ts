import { setTimeout as pause } from 'node:timers/promises'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { lockDone, updateImport } from './catalog-imports.ts'
import type { ImportPlan } from './plan-import.ts'
import type { ProductChange } from './product-values.ts'
import { compareChanges, type ImportRun, type StoredChange, storeChanges } from './store-changes.ts'
import type { StoredOptions, StoredProgress } from './stored-options.ts'

/** Sizes of the first, the smallest and the largest batch, in products. */
const FIRST_BATCH = 50
const SMALLEST_BATCH = 10
const LARGEST_BATCH = 200
/** Target duration of a batch in ms: with a single database connection, buyers wait for it. */
const BATCH_MS = 100
/** Pause after a batch, as a share of the batch's duration. */
const REST = 0.4

/** Returns the next batch's size from the duration of the last one. */
function nextSize(size: number, tookMs: number): number {
  return Math.round(Math.min(LARGEST_BATCH, Math.max(SMALLEST_BATCH, size * Math.min(2, BATCH_MS / Math.max(1, tookMs)))))
}

const changesOf = (steps: ImportPlan['steps']) => steps.filter((step): step is ProductChange => step !== null)

async function inBatches(
  steps: ImportPlan['steps'],
  from: number,
  work: (batch: ImportPlan['steps'], end: number) => Promise<void>,
): Promise<void> {
  let size = FIRST_BATCH
  for (let at = from; at < steps.length; ) {
    const batch = steps.slice(at, at + size)
    const startedAt = performance.now()
    at += batch.length
    await work(batch, at)
    const took = performance.now() - startedAt
    size = nextSize(size, took)
    if (at < steps.length) await pause(Math.max(1, took * REST))
  }
}

/** Stored products whose changes are shown before an import. */
const MAX_CHANGES = 200

/** Returns what storing a plan would do, without changing anything, and the first products that it would change. */
export async function comparePlan(db: Db, { steps }: ImportPlan): Promise<StoredProgress & { changed: StoredChange[] }> {
  const all: StoredProgress & { changed: StoredChange[] } = { created: 0, updated: 0, unchanged: 0, taken: [], changed: [] }
  await inBatches(steps, 0, async (batch) => {
    const compared = await compareChanges(db, changesOf(batch))
    all.created += compared.created
    all.updated += compared.updated
    all.unchanged += compared.unchanged
    all.changed.push(...compared.changed.slice(0, MAX_CHANGES - all.changed.length))
  })
  return all
}

/** The point at which a plan is resumed: the number of products done, and the results so far. */
interface ResumePoint {
  done: number
  progress: StoredProgress
  options: StoredOptions
}

/**
 * Stores a plan in batches, each with its progress in one transaction, so that a crash neither loses a counted product nor counts one
 * twice.
 * @throws the reason of `signal` between two batches
 */
export async function storePlan(
  db: Db,
  { steps }: ImportPlan,
  run: ImportRun,
  from: ResumePoint,
  signal?: AbortSignal,
): Promise<StoredProgress> {
  let progress = from.progress
  await inBatches(steps, from.done, async (batch, done) => {
    signal?.throwIfAborted()
    progress = await inTransaction(db, async (tx) => {
      if ((await lockDone(tx, run.importId)) !== done - batch.length) throw new Error('another server continues this import')
      const stored = await storeChanges(tx, changesOf(batch), run)
      const next = {
        created: progress.created + stored.created,
        updated: progress.updated + stored.updated,
        unchanged: progress.unchanged + stored.unchanged,
        taken: [...progress.taken, ...stored.errors],
      }
      await updateImport(tx, run.importId, { done, report: next, options: { ...from.options, beatAt: Date.now() } })
      return next
    })
  })
  return progress
}
