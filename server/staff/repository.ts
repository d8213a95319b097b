import { desc, eq, gte, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { auditEntries, businesses, orders, payments, products, users } from '#server/db/schema.ts'

/** Everything that is counted for the dashboards; deleted users, products and businesses are left out. */
export async function countShop(db: Db) {
  const [row] = await db
    .select({
      total: sql<number>`count(*)::int`,
      pending: sql<number>`(count(*) filter (where ${businesses.businessStatus} = 'pending'))::int`,
      approved: sql<number>`(count(*) filter (where ${businesses.businessStatus} = 'approved'))::int`,
      suspended: sql<number>`(count(*) filter (where ${businesses.businessStatus} = 'suspended'))::int`,
      rejected: sql<number>`(count(*) filter (where ${businesses.businessStatus} = 'rejected'))::int`,
    })
    .from(businesses)
    .where(ne(businesses.status, 'Deleted'))
  return {
    totalUsers: await db.$count(users, ne(users.status, 'Deleted')),
    totalProducts: await db.$count(products, ne(products.status, 'Deleted')),
    totalOrders: await db.$count(orders),
    businesses: row ?? { total: 0, pending: 0, approved: 0, suspended: 0, rejected: 0 },
  }
}

/** Paid minus refunded since `from`, in USD cents; what came in euros counts at its order's own USD prices (D114, D188). */
export async function sumRevenue(db: Db, from: Date): Promise<number> {
  const inUsd = sql`round(${payments.amountCents}::numeric * ${orders.totalUsdCents} / nullif(${orders.totalCents}, 0))`
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(case ${payments.kind} when 'refund' then -1 else 1 end * ${inUsd}), 0)` })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(gte(payments.at, from))
  return Number(row?.cents ?? 0)
}

/** The last entries of the audit log; without `isSuper` those of super admins are left out. */
export async function listActivity(db: Db, { isSuper, limit }: { isSuper: boolean; limit: number }) {
  return db
    .select({
      at: auditEntries.at,
      actorName: auditEntries.actorName,
      action: auditEntries.action,
      targetType: auditEntries.targetType,
      targetId: auditEntries.targetId,
    })
    .from(auditEntries)
    .where(isSuper ? undefined : ne(auditEntries.actorRole, 'super_admin'))
    .orderBy(desc(auditEntries.id))
    .limit(limit)
}
