import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { RowResult } from '#contract/catalog/product-rows.ts'
import type { Db } from '#server/platform/db/client.ts'
import { productChanges, products, type RowsTask } from '#server/platform/db/schema.ts'
import type { Actor } from '#server/platform/http/actor.ts'

export type { RowsTask }

/** Returns the ids of products by SKU, in small letters: those of a seller, for staff those of all. */
export async function findBySkus(
  db: Db,
  { role, businessId }: Pick<Actor, 'role' | 'businessId'>,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (skus.length === 0) return new Map()
  const sku = sql<string>`lower(${products.sku})`
  const isOwn = role === 'business_admin' ? and(isNotNull(products.businessId), eq(products.businessId, businessId ?? '')) : undefined
  const rows = await db
    .select({ id: products.id, sku })
    .from(products)
    .where(and(inArray(sku, [...skus]), ne(products.status, 'Deleted'), isOwn))
  return new Map([...Map.groupBy(rows, (row) => row.sku)].map(([key, found]) => [key, found.map(({ id }) => id)]))
}

/** Stores a job. @returns its id */
export async function insertTask(db: Db, task: RowsTask, at: Date): Promise<string> {
  const [row] = await db
    .insert(productChanges)
    .values({ actorId: task.actor.userId, createdAt: at, task, results: [] })
    .returning({ id: productChanges.id })
  if (!row) throw new Error('The job was not stored')
  return row.id
}

const isOpen = and(isNotNull(productChanges.task), isNull(productChanges.finishedAt))

/** Returns whether a job waits or was left unfinished. */
export const hasOpenTask = async (db: Db): Promise<boolean> => (await listOpenTasks(db)).length > 0

/** Returns the ids of the jobs that are not done, the oldest first. */
export async function listOpenTasks(db: Db): Promise<string[]> {
  const rows = await db.select({ id: productChanges.id }).from(productChanges).where(isOpen).orderBy(asc(productChanges.createdAt))
  return rows.map(({ id }) => id)
}

/** Returns a job that is not done, locked until the transaction ends, with the number of its rows that are; null if there is none. */
export async function lockTask(tx: Db, id: string): Promise<{ task: RowsTask; done: number } | null> {
  const [row] = await tx
    .select({ task: productChanges.task, done: sql<number>`jsonb_array_length(${productChanges.results})` })
    .from(productChanges)
    .where(and(eq(productChanges.id, id), isOpen))
    .for('update')
  return row?.task ? { task: row.task, done: row.done } : null
}

/** Adds what became of further rows of a job; with the last ones it is done. */
export async function storeResults(tx: Db, id: string, results: readonly RowResult[], finishedAt: Date | null): Promise<void> {
  await tx
    .update(productChanges)
    .set({ results: sql`${productChanges.results} || ${JSON.stringify(results)}::jsonb`, finishedAt })
    .where(eq(productChanges.id, id))
}

/** Returns a job of a user, for the business that it was for; null for others. */
export async function findTask(db: Db, id: string, { userId, businessId }: Pick<Actor, 'userId' | 'businessId'>) {
  const [row] = await db
    .select({ task: productChanges.task, results: productChanges.results, finishedAt: productChanges.finishedAt })
    .from(productChanges)
    .where(and(eq(productChanges.id, id), eq(productChanges.actorId, userId), isNotNull(productChanges.task)))
  const task = row?.task
  if (!task || task.actor.businessId !== businessId) return null
  return { total: task.rows.length, results: (row.results ?? []) as RowResult[], finishedAt: row.finishedAt } // storeResults writes them
}
