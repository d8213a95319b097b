import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { RowResult } from '#contract/catalog/product-rows.ts'
import { type Duty, mayAct } from '#domain/permissions.ts'
import type { Role } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  apiTokens,
  businesses,
  businessMembers,
  productChangeResults,
  productChanges,
  products,
  type RowsTask,
  users,
} from '#server/platform/db/schema.ts'
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
    .where(and(sql`${sku} = any(${sql.param([...skus])}::text[])`, ne(products.status, 'Deleted'), isOwn))
  return new Map([...Map.groupBy(rows, (row) => row.sku)].map(([key, found]) => [key, found.map(({ id }) => id)]))
}

/** Stores a job. @returns its id */
export async function insertTask(db: Db, task: RowsTask, at: Date): Promise<string> {
  const [row] = await db
    .insert(productChanges)
    .values({ actorId: task.actor.userId, createdAt: at, task })
    .returning({ id: productChanges.id })
  if (!row) throw new Error('The job was not stored')
  return row.id
}

const isOpen = and(isNotNull(productChanges.task), isNull(productChanges.finishedAt))
const ofTask = (id: string) => eq(productChangeResults.changeId, id)

/** Returns whether a job waits or was left unfinished. */
export const hasOpenTask = async (db: Db): Promise<boolean> => (await listOpenTasks(db)).length > 0

/** Returns the ids of the jobs that are not done, the oldest first. */
export async function listOpenTasks(db: Db): Promise<string[]> {
  const rows = await db.select({ id: productChanges.id }).from(productChanges).where(isOpen).orderBy(asc(productChanges.createdAt))
  return rows.map(({ id }) => id)
}

/** Returns what a job is to do, once for all of its batches; null if there is none. */
export async function readTask(db: Db, id: string): Promise<RowsTask | null> {
  const [row] = await db.select({ task: productChanges.task }).from(productChanges).where(eq(productChanges.id, id))
  return row?.task ?? null
}

/** Locks a job that is not done until the transaction ends. @returns the number of its rows that are; null if it is done */
export async function lockTask(tx: Db, id: string): Promise<number | null> {
  const open = await tx
    .select({ id: productChanges.id })
    .from(productChanges)
    .where(and(eq(productChanges.id, id), isOpen))
    .for('update')
  return open.length === 0 ? null : (await readProgress(tx, id)).done
}

/** Returns how many rows of a job are done, and how many of them were updated. */
async function readProgress(db: Db, id: string): Promise<{ done: number; updated: number }> {
  const { done, updated } = productChangeResults
  const [row] = await db
    .select({ done: sql<number>`coalesce(max(${done}), 0)`, updated: sql<number>`coalesce(sum(${updated}), 0)::int` })
    .from(productChangeResults)
    .where(ofTask(id))
  return row ?? { done: 0, updated: 0 }
}

/** Returns what became of the rows of a job that are done. */
export async function listResults(db: Db, id: string): Promise<RowResult[]> {
  const { results, done } = productChangeResults
  const batches = await db.select({ results }).from(productChangeResults).where(ofTask(id)).orderBy(asc(done))
  return batches.flatMap((batch) => batch.results as RowResult[]) // storeResults writes them
}

/** Adds what became of further rows of a job, after which `done` are; with the last ones it is finished. */
export async function storeResults(
  tx: Db,
  id: string,
  batch: { done: number; updated: number; results: readonly RowResult[] },
  finishedAt: Date | null,
): Promise<void> {
  await tx.insert(productChangeResults).values({ changeId: id, ...batch, results: [...batch.results] })
  if (finishedAt) await tx.update(productChanges).set({ finishedAt }).where(eq(productChanges.id, id))
}

/**
 * Returns whether who began a job may still do it: with an active account of the same role, for a seller in the team of the approved
 * business, and with the same token.
 */
export async function mayGoOn(tx: Db, { userId, role, businessId, token }: RowsTask['actor']): Promise<boolean> {
  const { rows } = await tx.execute<{ role: Role; duties: Duty[]; isMember: boolean; hasToken: boolean }>(sql`
    select ${users.role}, ${users.duties},
      exists (select from ${businessMembers} m join ${businesses} b on b.id = m.business_id
        where m.user_id = ${users.id} and b.id = ${businessId}::uuid and b.status <> 'Deleted' and b.business_status = 'approved') as "isMember",
      ${token?.id ?? null}::uuid is null
        or exists (select from ${apiTokens} t where t.id = ${token?.id ?? null}::uuid and t.revoked_at is null) as "hasToken"
    from ${users} where ${users.id} = ${userId}::uuid and ${users.status} = 'Active'`)
  const [holder] = rows
  if (!holder || holder.role !== role || !holder.hasToken) return false
  return role === 'business_admin' ? holder.isMember : mayAct(holder, 'catalog.write')
}

/** Returns a job of a user, for the business that it was for; null for others. */
export async function findTask(db: Db, id: string, { userId, businessId }: Pick<Actor, 'userId' | 'businessId'>) {
  const { actorId, task, finishedAt } = productChanges
  const isOwn = sql`(${task} -> 'actor' ->> 'businessId') is not distinct from ${businessId}`
  const [row] = await db
    .select({ total: sql<number>`jsonb_array_length(${task} -> 'rows')`, finishedAt })
    .from(productChanges)
    .where(and(eq(productChanges.id, id), eq(actorId, userId), isNotNull(task), isOwn))
  return row ? { ...row, ...(await readProgress(db, id)) } : null
}
