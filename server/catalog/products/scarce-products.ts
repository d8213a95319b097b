import { and, asc, eq, gte, inArray, lt, max, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { businessMembers, notifications, outbox, products, users } from '#server/platform/db/schema.ts'
import { lowStockLevel } from '#server/platform/settings/setting-groups.ts'

/** A user of a seller who was notified of scarce products, and when last. */
export interface WarnedSeller {
  userId: string
  name: string
  email: string
  businessId: string
  notifiedAt: Date
}

/** Condition: of the business that it was meant for; the version before did not say which. */
const isOfNotification = and(
  eq(businessMembers.userId, users.id),
  eq(businessMembers.businessId, sql`coalesce(${notifications.businessId}, ${users.businessId})`),
)

/** Returns the active users of sellers who were notified of scarce products since `since`. */
export async function listWarned(db: Db, since: Date): Promise<WarnedSeller[]> {
  const rows = await db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      businessId: businessMembers.businessId,
      notifiedAt: max(notifications.createdAt),
    })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .innerJoin(businessMembers, isOfNotification)
    .where(
      and(
        inArray(notifications.kind, ['low-stock', 'out-of-stock']),
        gte(notifications.createdAt, since),
        eq(users.status, 'Active'),
        eq(users.role, 'business_admin'),
      ),
    )
    .groupBy(users.id, businessMembers.businessId)
  return rows.flatMap(({ notifiedAt, ...user }) => (notifiedAt ? [{ ...user, notifiedAt }] : []))
}

/** Returns when the emails with these dedupe keys were created, by key. */
export async function listMailed(db: Db, keys: readonly string[]): Promise<Map<string, Date>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .select({ key: outbox.dedupeKey, at: outbox.createdAt })
    .from(outbox)
    .where(inArray(outbox.dedupeKey, [...keys]))
  return new Map(rows.map(({ key, at }) => [key, at]))
}

/** Returns a seller's products on sale whose stock is low, lowest first. */
export async function listScarce(db: Db, businessId: string): Promise<{ name: string; stock: number }[]> {
  return db
    .select({ name: products.name, stock: products.stock })
    .from(products)
    .where(and(eq(products.businessId, businessId), eq(products.status, 'Active'), lt(products.stock, lowStockLevel())))
    .orderBy(asc(products.stock), asc(products.name))
}
