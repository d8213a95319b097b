import { and, asc, count, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, webhooks } from '#server/platform/db/schema.ts'

/** A webhook as it is stored. */
export type WebhookRow = typeof webhooks.$inferSelect

/** Business whose webhooks are meant; null: those of the platform. */
export type WebhookOwner = string | null

const ownedBy = (owner: WebhookOwner) => (owner === null ? isNull(webhooks.businessId) : eq(webhooks.businessId, owner))
const isNamed = (id: string, owner: WebhookOwner) => and(eq(webhooks.id, id), ownedBy(owner))

/** True for a webhook `w` of the platform, or of a business that is there and not suspended. */
export const mayBeSent: SQL = sql`(w.business_id is null or exists (
  select from ${businesses} b where b.id = w.business_id and b.status <> 'Deleted' and b.business_status <> 'suspended'))`

/** True for a webhook `w` that gets deliveries: it is on, and may be sent to. */
export const isLive: SQL = sql`w.disabled_at is null and ${mayBeSent}`

/** Returns the webhooks of an owner, the oldest first. */
export const listWebhooks = (db: Db, owner: WebhookOwner): Promise<WebhookRow[]> =>
  db.select().from(webhooks).where(ownedBy(owner)).orderBy(asc(webhooks.createdAt), asc(webhooks.id))

/** Returns the number of webhooks of an owner. */
export async function countWebhooks(tx: Db, owner: WebhookOwner): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(webhooks).where(ownedBy(owner))
  return row?.total ?? 0
}

/** Returns a webhook of an owner; null where there is none. */
export async function findWebhook(db: Db, id: string, owner: WebhookOwner): Promise<WebhookRow | null> {
  const [row] = await db.select().from(webhooks).where(isNamed(id, owner))
  return row ?? null
}

/** As `findWebhook`, locked until the transaction ends. */
export async function lockWebhook(tx: Db, id: string, owner: WebhookOwner): Promise<WebhookRow | null> {
  const [row] = await tx.select().from(webhooks).where(isNamed(id, owner)).for('no key update')
  return row ?? null
}

/** Returns the webhooks with these ids, of any owner. */
export async function findWebhooks(db: Db, ids: readonly string[]): Promise<Map<string, WebhookRow>> {
  const rows = await db
    .select()
    .from(webhooks)
    .where(inArray(webhooks.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns a webhook of any owner, locked until the transaction ends. */
export async function lockAnyWebhook(tx: Db, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update')
  return row ?? null
}

/** Stores a new webhook. */
export async function insertWebhook(tx: Db, values: typeof webhooks.$inferInsert): Promise<WebhookRow> {
  const [row] = await tx.insert(webhooks).values(values).returning()
  if (!row) throw new Error('The webhook was not stored')
  return row
}

/** Changes a locked webhook and counts its version up. */
export async function updateWebhook(tx: Db, id: string, change: Partial<typeof webhooks.$inferInsert>): Promise<WebhookRow> {
  const [row] = await tx
    .update(webhooks)
    .set({ ...change, version: sql`${webhooks.version} + 1` })
    .where(eq(webhooks.id, id))
    .returning()
  if (!row) throw new Error('The webhook was not changed')
  return row
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhookRow(tx: Db, id: string): Promise<void> {
  await tx.delete(webhooks).where(eq(webhooks.id, id))
}

/** Notes webhooks whose last attempt has succeeded. */
export async function noteSuccesses(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .update(webhooks)
    .set({ failingSince: null })
    .where(and(inArray(webhooks.id, [...ids]), isNotNull(webhooks.failingSince)))
}

/** Notes webhooks whose last attempt has failed, at this time. */
export async function noteFailures(db: Db, ids: readonly string[], at: Date): Promise<void> {
  await db
    .update(webhooks)
    .set({ failingSince: at })
    .where(and(inArray(webhooks.id, [...ids]), isNull(webhooks.failingSince)))
}

/** Returns every webhook, locked until the transaction ends. */
export const lockAllWebhooks = (tx: Db): Promise<WebhookRow[]> => tx.select().from(webhooks).orderBy(asc(webhooks.id)).for('update')

/** Stores newly encrypted secrets of a webhook. */
export async function replaceSecrets(tx: Db, id: string, secrets: Partial<Pick<WebhookRow, 'secret' | 'oldSecret'>>): Promise<void> {
  await tx.update(webhooks).set(secrets).where(eq(webhooks.id, id))
}
