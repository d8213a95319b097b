import { MAX_ROWS_AT_ONCE, type RowResult, type RowsAnswer, type RowsJob } from '#contract/catalog/product-rows.ts'
import { saleErrors } from '#domain/sale-price.ts'
import { pluralize } from '#domain/text.ts'
import { MAX_STOCK } from '#server/catalog/imports/cells.ts'
import { sumMovementsSince, sumSalesSince } from '#server/catalog/products/product-record.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isStale } from '#server/platform/db/product-version.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, RefusalError } from '#server/platform/http/refusal.ts'
import { startedQueue } from '#server/platform/jobs/started-queue.ts'
import { storeChanges } from './change-many.ts'
import { readPrices, stockOf } from './check-form.ts'
import { type BulkChange, type LockedProduct, lockProducts } from './product-form.ts'
import { findBySkus, findTask, insertTask, listOpenTasks, lockTask, type RowsTask, storeResults } from './rows-task.ts'
import { changedFields } from './write-product.ts'

/** Job name of this slice. */
export const ROWS_WORK = 'product-rows'
/** Rows of a transaction of a job: buyers who want one of its products wait for it. */
const CHUNK = 200
/** A clock of another machine may be a little ahead. */
const AHEAD_MS = 60_000

type Typed = string | number | null | undefined

/** A row of a call: its product, and what it sets. */
interface ChangeRow {
  id?: string | undefined
  sku?: string | undefined
  stock?: Typed
  version?: number | undefined
  countedAt?: string | undefined
  priceUSD?: Typed
  priceEUR?: Typed
}

/** Changes stocks or prices row by row: a few at once, more by a job. */
export async function changeRows(
  deps: Deps,
  { userId, name, role, businessId, token }: Actor,
  { kind, rows, requestId }: Pick<RowsTask, 'kind' | 'requestId'> & { rows: readonly ChangeRow[] },
): Promise<RowsAnswer> {
  const { db, now } = deps
  const task = { kind, rows, requestId, actor: { userId, name, role, businessId, token: token && { name: token.name } } }
  if (rows.length > MAX_ROWS_AT_ONCE) {
    const queue = startedQueue(deps)
    const job = await insertTask(db, task, now())
    await queue.send(ROWS_WORK, {}, job)
    return { updated: 0, undo: null, job }
  }
  return inTransaction(db, async (tx) => {
    const { results, undo } = await storeRows(tx, task, { first: 0, count: rows.length }, now())
    return { updated: countUpdated(results), undo, results }
  })
}

const countUpdated = (results: readonly RowResult[]) => results.filter(({ result }) => result === 'updated').length

/** Works the jobs that are not done, some rows at a time, each with what became of it. @returns a summary for the job log */
export async function workRows({ db, now }: Deps, signal: AbortSignal): Promise<string> {
  let count = 0
  for (const id of await listOpenTasks(db)) {
    for (let isDone = false; !isDone; ) {
      signal.throwIfAborted()
      const worked = await inTransaction(db, async (tx) => {
        const open = await lockTask(tx, id)
        if (!open) return null
        const { task, done } = open
        const { results } = await storeRows(tx, task, { first: done, count: CHUNK }, now())
        const isLast = done + results.length >= task.rows.length
        await storeResults(tx, id, results, isLast ? now() : null)
        return { isLast, updated: countUpdated(results) }
      })
      count += worked?.updated ?? 0
      isDone = worked?.isLast ?? true
    }
  }
  return `${pluralize(count, 'product')} updated.`
}

/** Returns a job of the caller. Refuses `not_found`. */
export async function readJob({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<RowsJob> {
  const { total, results, finishedAt } = found(await findTask(db, id, actor))
  return { total, done: results.length, updated: countUpdated(results), finishedAt: finishedAt?.toISOString() ?? null, results }
}

type Read = { change: Omit<BulkChange, 'id'> } | { message: string }

/** Stores a part of the rows of a task, each that can be. The products are locked in the order of their ids. */
async function storeRows(
  tx: Db,
  { kind, actor, rows, requestId }: RowsTask,
  { first, count }: { first: number; count: number },
  now: Date,
): Promise<{ results: RowResult[]; undo: string | null }> {
  const part = (rows as readonly ChangeRow[]).slice(first, first + count) // changeRows stores them
  const bySku = await findBySkus(tx, actor, [
    ...new Set(part.flatMap(({ id, sku }) => (id === undefined && sku ? [sku.toLowerCase()] : []))),
  ])
  const idsOf = ({ id, sku = '' }: ChangeRow) => (id === undefined ? (bySku.get(sku.toLowerCase()) ?? []) : [id])
  const locked = await lockProducts(tx, actor, [...new Set(part.flatMap((row) => (idsOf(row).length === 1 ? idsOf(row) : [])))])
  const products = new Map(locked.map((product) => [product.id, product]))
  const moved = await movedSince(
    tx,
    part.flatMap((row) => (idsOf(row).length === 1 ? [{ ...row, id: idsOf(row)[0] ?? '' }] : [])),
  )
  const changes: BulkChange[] = []
  const taken = new Set<string>()
  const results = part.map((row, at): RowResult => {
    const ids = idsOf(row)
    const product = products.get(ids[0] ?? '')
    const refused = (message: string): RowResult => ({ row: first + at, id: product?.id ?? null, result: 'refused', message })
    if (ids.length > 1) return refused('Products of several businesses have this SKU. Name the product by id.')
    if (!product) return refused('There is no such product.')
    if (row.sku && row.sku.toLowerCase() !== product.sku?.toLowerCase())
      return refused('Its id and its SKU name different products. Check them, or send only one.')
    if (taken.has(product.id)) return refused('Another row of this call names the same product.')
    taken.add(product.id)
    const read = kind === 'stock' ? readStockRow(row, product, moved.get(product.id) ?? 0, now) : readPriceRow(row, product)
    if ('message' in read) return refused(read.message)
    const isChanged = changedFields(product, read.change) !== null
    if (isChanged) changes.push({ id: product.id, ...read.change })
    return { row: first + at, id: product.id, result: isChanged ? 'updated' : 'unchanged', message: '' }
  })
  const undo = await storeChanges(tx, locked, changes, { actor, requestId, now }, `product.${kind}`)
  return { results, undo }
}

/** Returns the units by which stocks have changed since the version that was read, or were sold since they were counted. */
async function movedSince(tx: Db, rows: readonly (ChangeRow & { id: string })[]): Promise<Map<string, number>> {
  const counted = rows.flatMap(({ id, countedAt }) => (countedAt === undefined ? [] : [{ id, at: countedAt }]))
  const reads = rows.flatMap(({ id, version, countedAt }) => (version === undefined || countedAt !== undefined ? [] : [{ id, version }]))
  return new Map([...(await sumSalesSince(tx, counted)), ...(await sumMovementsSince(tx, reads))])
}

function readStockRow({ stock, version, countedAt }: ChangeRow, product: LockedProduct, moved: number, now: Date): Read {
  const typed = stockOf(stock)
  if (typed === null) return { message: 'The stock must be a whole number, 0 or more.' }
  if (isStale(version, product)) return { message: 'The product was edited since this version was read.' }
  if (countedAt !== undefined && Date.parse(countedAt) > now.getTime() + AHEAD_MS)
    return { message: 'It was counted at a time that is still to come.' }
  const after = typed + moved
  if (after < 0) return { message: `More was sold since than was counted: ${pluralize(-moved, 'unit')}.` }
  return after > MAX_STOCK ? { message: 'The stock is too high.' } : { change: { stock: after } }
}

function readPriceRow({ priceUSD, priceEUR }: ChangeRow, product: LockedProduct): Read {
  const isEntered = (value: Typed) => value !== undefined && value !== null && value !== ''
  if (!isEntered(priceUSD) && !isEntered(priceEUR)) return { message: 'Enter a price.' }
  try {
    const change = readPrices({ ...(isEntered(priceUSD) && { priceUSD }), ...(isEntered(priceEUR) && { priceEUR }) })
    const [wrong] = saleErrors({ ...product, ...change })
    return wrong ? { message: wrong.message } : { change }
  } catch (error) {
    if (error instanceof RefusalError) return { message: 'The price must be a number such as 149.90, with at most two decimals.' }
    throw error
  }
}
