import { MAX_ROWS_AT_ONCE, type RowResult, type RowsAnswer, type RowsJob } from '#contract/catalog/product-rows.ts'
import { saleErrors } from '#domain/sale-price.ts'
import { MAX_STOCK, STOCK_SENTENCE } from '#domain/stock.ts'
import { pluralize } from '#domain/text.ts'
import { sumMovementsSince, sumSalesSince } from '#server/catalog/products/product-record.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isStale } from '#server/platform/db/product-version.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, RefusalError } from '#server/platform/http/refusal.ts'
import { startedQueue } from '#server/platform/jobs/started-queue.ts'
import { storeChanges } from './change-many.ts'
import { readPrices, stockOf } from './check-form.ts'
import { type StockChange, storeStocks } from './count-stock.ts'
import { recordStocks } from './product-changes.ts'
import { type BulkChange, type LockedProduct, type LockedStock, lockProducts, lockStocks } from './product-form.ts'
import {
  findBySkus,
  findTask,
  insertTask,
  listOpenTasks,
  listResults,
  lockTask,
  mayGoOn,
  type RowsTask,
  readTask,
  storeResults,
} from './rows-task.ts'
import { changedFields } from './write-product.ts'

/** Job name of this slice. */
export const ROWS_WORK = 'product-rows'
/** Rows of a transaction of a job: buyers who want one of its products wait for it. */
const CHUNK = 500
const GONE = 'There is no such product.'
/** Message of the rows that are left when the actor of a job may not go on. */
const STOPPED = 'This job was stopped: you may no longer change these products.'
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
  const task = { kind, rows, requestId, actor: { userId, name, role, businessId, token: token && { id: token.id, name: token.name } } }
  if (rows.length > MAX_ROWS_AT_ONCE) {
    const queue = startedQueue(deps)
    const job = await insertTask(db, task, now())
    await queue.send(ROWS_WORK, {}, job)
    return { updated: 0, undo: null, job }
  }
  return inTransaction(db, async (tx) => {
    const named = await nameRows(tx, task.actor, rows)
    const { results, undo } = await storeRows(tx, task, { named, first: 0, taken: new Set(), isUndoable: true }, now())
    return { updated: countUpdated(results), undo, results }
  })
}

const countUpdated = (results: readonly RowResult[]) => results.filter(({ result }) => result === 'updated').length

/** Works the jobs that are not done, some rows at a time, each with what became of it. @returns a summary for the job log */
export async function workRows(deps: Deps, signal: AbortSignal): Promise<string> {
  let count = 0
  for (const id of await listOpenTasks(deps.db)) count += await workJob(deps, id, signal)
  return `${pluralize(count, 'product')} updated.`
}

/** Works the rows of a job that are not done. Those that its actor may no longer change are refused. @returns the products updated */
async function workJob({ db, now }: Deps, id: string, signal: AbortSignal): Promise<number> {
  const task = await readTask(db, id)
  if (!task) return 0
  const named = await nameRows(db, task.actor, task.rows)
  let count = 0
  let known: { done: number; taken: ReadonlySet<string> } = { done: 0, taken: new Set() }
  for (;;) {
    signal.throwIfAborted()
    const worked = await inTransaction(db, async (tx) => {
      const done = await lockTask(tx, id)
      if (done === null) return null
      const taken = done === known.done ? known.taken : idsOf(await listResults(tx, id)) // another server worked on it
      const results = (await mayGoOn(tx, task.actor))
        ? (await storeRows(tx, task, { named: named.slice(done, done + CHUNK), first: done, taken, isUndoable: false }, now())).results
        : named.slice(done).map((_, at): RowResult => ({ row: done + at, id: null, result: 'refused', message: STOPPED }))
      const batch = { done: done + results.length, updated: countUpdated(results), results }
      await storeResults(tx, id, batch, batch.done >= named.length ? now() : null)
      return { ...batch, taken }
    })
    if (!worked) return count
    count += worked.updated
    known = { done: worked.done, taken: new Set([...worked.taken, ...idsOf(worked.results)]) }
  }
}

/** Returns the ids of the products that rows named. */
const idsOf = (results: readonly RowResult[]) => new Set(results.flatMap(({ id }) => (id === null ? [] : [id])))

/** Returns a job of the caller. Refuses `not_found`. */
export async function readJob({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<RowsJob> {
  const { finishedAt, ...progress } = found(await findTask(db, id, actor))
  return { ...progress, finishedAt: finishedAt?.toISOString() ?? null, results: finishedAt ? await listResults(db, id) : [] }
}

type Read<Change> = Change | { message: string }

/** A row with the ids of the products that it names: one, unless it is wrong. */
interface NamedRow {
  row: ChangeRow
  ids: string[]
}

/** Finds the products that rows name: of all rows at once, for as many SKUs the database reads a whole index. */
async function nameRows(db: Db, actor: Pick<Actor, 'role' | 'businessId'>, rows: readonly ChangeRow[]): Promise<NamedRow[]> {
  const skuOf = ({ id, sku = '' }: ChangeRow) => (id === undefined ? sku.toLowerCase() : '')
  const bySku = await findBySkus(db, actor, [...new Set(rows.map(skuOf).filter(Boolean))])
  return rows.map((row) => ({ row, ids: row.id === undefined ? (bySku.get(skuOf(row)) ?? []) : [row.id] }))
}

interface Part {
  named: readonly NamedRow[]
  /** Number of the first of them in the task. */
  first: number
  /** Products that other rows of the call named. */
  taken: ReadonlySet<string>
  isUndoable: boolean
}

/** Stores rows of a task, each that can be. The products are locked in the order of their ids. */
async function storeRows(
  tx: Db,
  { kind, actor, requestId }: Omit<RowsTask, 'rows'>,
  { named, first, taken, isUndoable }: Part,
  now: Date,
): Promise<{ results: RowResult[]; undo: string | null }> {
  const found = named.flatMap(({ row, ids: [id, ...more] }) => (id === undefined || more.length > 0 ? [] : [{ ...row, id }]))
  const ids = [...new Set(found.map(({ id }) => id))]
  const write = { actor, requestId, now }
  if (kind === 'prices') {
    const locked = await lockProducts(tx, actor, ids)
    const { results, changes } = readRows(named, locked, { first, taken }, readPriceRow)
    return { results, undo: await storeChanges(tx, locked, changes, write, 'product.prices') }
  }
  const locked = await lockStocks(tx, actor, ids)
  const moved = await movedSince(tx, found)
  const read = (row: ChangeRow, product: LockedStock) => readStockRow(row, product, moved.get(product.id) ?? 0, now)
  const { results, changes } = readRows(named, locked, { first, taken }, read)
  await storeStocks(tx, changes, write)
  return { results, undo: isUndoable ? await recordStocks(tx, { userId: actor.userId, now }, changes) : null }
}

/** Reads rows of locked products. @returns what becomes of each, and the changes */
function readRows<Product extends { id: string; sku: string | null }, Change extends { id: string }>(
  rows: readonly NamedRow[],
  locked: readonly Product[],
  { first, taken }: Pick<Part, 'first' | 'taken'>,
  read: (row: ChangeRow, product: Product) => Read<Change | null>,
): { results: RowResult[]; changes: Change[] } {
  const products = new Map(locked.map((product) => [product.id, product]))
  const named = new Set(taken)
  const changes: Change[] = []
  const results = rows.map(({ row, ids }, at): RowResult => {
    const product = products.get(ids[0] ?? '')
    const refused = (message: string): RowResult => ({ row: first + at, id: product?.id ?? null, result: 'refused', message })
    if (ids.length > 1) return refused('Products of several businesses have this SKU. Name the product by id.')
    if (!product) return refused(GONE)
    if (row.sku && row.sku.toLowerCase() !== product.sku?.toLowerCase())
      return refused(row.id ? 'Its id and its SKU name different products. Check them, or send only one.' : GONE)
    if (named.has(product.id)) return refused('Another row of this call names the same product.')
    named.add(product.id)
    const change = read(row, product)
    if (change && 'message' in change) return refused(change.message)
    if (change) changes.push(change)
    return { row: first + at, id: product.id, result: change ? 'updated' : 'unchanged', message: '' }
  })
  return { results, changes }
}

/** Returns the units by which stocks have changed since the version that was read, or were sold since they were counted. */
async function movedSince(tx: Db, rows: readonly (ChangeRow & { id: string })[]): Promise<Map<string, number>> {
  const counted = rows.flatMap(({ id, countedAt }) => (countedAt === undefined ? [] : [{ id, at: countedAt }]))
  const reads = rows.flatMap(({ id, version, countedAt }) => (version === undefined || countedAt !== undefined ? [] : [{ id, version }]))
  return new Map([...(await sumSalesSince(tx, counted)), ...(await sumMovementsSince(tx, reads))])
}

function readStockRow({ stock, version, countedAt }: ChangeRow, product: LockedStock, moved: number, now: Date): Read<StockChange | null> {
  const typed = stockOf(stock)
  if (typed === null) return { message: `${STOCK_SENTENCE}.` }
  if (isStale(version, product)) return { message: 'The product was edited since this version was read.' }
  if (countedAt !== undefined && Date.parse(countedAt) > now.getTime() + AHEAD_MS)
    return { message: 'It was counted at a time that is still to come.' }
  const after = typed + moved
  if (after < 0) return { message: `More was sold since than was counted: ${pluralize(-moved, 'unit')}.` }
  if (after > MAX_STOCK) return { message: 'The stock is too high.' }
  return after === product.stock ? null : { id: product.id, version: product.version, before: product.stock, stock: after }
}

function readPriceRow({ priceUSD, priceEUR }: ChangeRow, product: LockedProduct): Read<BulkChange | null> {
  const isEntered = (value: Typed) => value !== undefined && value !== null && value !== ''
  if (!isEntered(priceUSD) && !isEntered(priceEUR)) return { message: 'Enter a price.' }
  try {
    const change = readPrices({ ...(isEntered(priceUSD) && { priceUSD }), ...(isEntered(priceEUR) && { priceEUR }) })
    const [wrong] = saleErrors({ ...product, ...change })
    if (wrong) return { message: wrong.message }
    return changedFields(product, change) ? { id: product.id, ...change } : null
  } catch (error) {
    if (error instanceof RefusalError) return { message: 'The price must be a number such as 149.90, with at most two decimals.' }
    throw error
  }
}
