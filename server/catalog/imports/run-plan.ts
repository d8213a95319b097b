import { setTimeout as pause } from 'node:timers/promises'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { lockDone, updateImport } from './catalog-imports.ts'
import type { ImportPlan } from './plan-import.ts'
import type { ProductChange } from './product-values.ts'
import { compareChanges, type ImportRun, storeChanges } from './store-changes.ts'
import type { StoredOptions, StoredProgress } from './stored-options.ts'

/** Products of the first batch, of the smallest and of the largest one. */
const FIRST_BATCH = 50
const SMALLEST_BATCH = 10
const LARGEST_BATCH = 200
/** So long a batch may keep the database, in ms: buyers wait for it where the database has one connection. */
const BATCH_MS = 100
/** Share of a batch's time that others get before the next one. */
const REST = 0.4

/** The next batch's size, from how long the last one took. */
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

/** What storing a plan would do; nothing is changed. */
export async function comparePlan(db: Db, { steps }: ImportPlan): Promise<StoredProgress> {
  const all: StoredProgress = { created: 0, updated: 0, unchanged: 0, taken: [] }
  await inBatches(steps, 0, async (batch) => {
    const compared = await compareChanges(db, changesOf(batch))
    all.created += compared.created
    all.updated += compared.updated
    all.unchanged += compared.unchanged
  })
  return all
}

/** Where a plan is taken up: how many products are through, and what came of them. */
export interface Standing {
  done: number
  progress: StoredProgress
  options: StoredOptions
}

/**
 * Stores a plan batch by batch, each with its own progress in one transaction: a crash loses nothing that is counted and counts nothing twice.
 * @throws the reason of `signal` between two batches
 */
export async function storePlan(
  db: Db,
  { steps }: ImportPlan,
  run: ImportRun,
  from: Standing,
  signal?: AbortSignal,
): Promise<StoredProgress> {
  let progress = from.progress
  await inBatches(steps, from.done, async (batch, done) => {
    signal?.throwIfAborted()
    progress = await inTransaction(db, async (tx) => {
      if ((await lockDone(tx, run.importId)) !== done - batch.length) throw new Error('Another server goes on with this import')
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
