import { and, desc, eq, gte, inArray, isNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import { isUuid } from '#domain/text.ts'
import { DAY_MS } from '#domain/time.ts'
import { countOrders } from '#server/orders/order-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  auditEntries,
  blogPosts,
  businesses,
  categories,
  contactMessages,
  orders,
  payments,
  payouts,
  products,
  quotes,
  refunds,
  returns,
  sellerOrders,
  users,
} from '#server/platform/db/schema.ts'
import { countQuotes } from '#server/quotes/quote-record.ts'

/** Returns the counts of the dashboards, without deleted users, products and businesses. */
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

/** Tables of which the dashboard counts what came in. */
type Dated = typeof orders | typeof returns | typeof refunds | typeof contactMessages | typeof businesses | typeof payouts

const WEEK_MS = 7 * DAY_MS

/** Returns what waits for staff, with what came in during the last seven days and the seven days before. */
export async function countWaiting(db: Db, now: Date) {
  const weekAgo = new Date(now.getTime() - WEEK_MS)
  const twoWeeksAgo = new Date(weekAgo.getTime() - WEEK_MS)
  const trendOf = async (table: Dated) => ({
    lastWeek: await db.$count(table, gte(table.createdAt, weekAgo)),
    weekBefore: await db.$count(table, and(gte(table.createdAt, twoWeeksAgo), lt(table.createdAt, weekAgo))),
  })
  const menu = await countMenu(db)
  return {
    toShip: { count: menu.orders, ...(await trendOf(orders)) },
    returns: { count: menu.returns, ...(await trendOf(returns)) },
    refunds: { count: await countOrders(db, { waitsFor: 'refund' }), ...(await trendOf(refunds)) },
    messages: { count: menu.messages, ...(await trendOf(contactMessages)) },
    applications: { count: menu.applications, ...(await trendOf(businesses)) },
    payouts: { count: await db.$count(payouts, eq(payouts.status, 'draft')), ...(await trendOf(payouts)) },
  }
}

/** Returns how much waits for staff, as the menu shows it. */
export async function countMenu(db: Db) {
  return {
    orders: await countOrders(db, { waitsFor: 'shipping' }),
    quotes: await db.$count(quotes, and(isNull(quotes.businessId), eq(quotes.status, 'requested'))),
    returns: await db.$count(returns, eq(returns.status, 'requested')),
    messages: await db.$count(contactMessages, eq(contactMessages.status, 'open')),
    applications: await db.$count(businesses, and(ne(businesses.status, 'Deleted'), eq(businesses.businessStatus, 'pending'))),
  }
}

/** Returns how many orders to ship, quotes to answer, and returns to answer or to refund, wait for a seller. */
export async function countSellerMenu(db: Db, businessId: string, now: Date) {
  const isOpen = and(eq(sellerOrders.businessId, businessId), sellerOrders.isShown, inArray(sellerOrders.status, ['pending', 'processing']))
  const isReturnOpen = and(eq(returns.businessId, businessId), inArray(returns.status, ['requested', 'received']))
  return {
    orders: await db.$count(sellerOrders, isOpen),
    quotes: await countQuotes(db, { businessId }, { folder: 'needs_answer', now }),
    returns: await db.$count(returns, isReturnOpen),
    messages: 0,
    applications: 0,
  }
}

/** Returns payments minus refunds since `from`, in USD cents; euro payments count at their order's own USD prices. */
export async function sumRevenue(db: Db, from: Date): Promise<number> {
  const inUsd = sql`round(${payments.amountCents}::numeric * ${orders.totalUsdCents} / nullif(${orders.totalCents}, 0))`
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(case ${payments.kind} when 'refund' then -1 else 1 end * ${inUsd}), 0)` })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(gte(payments.at, from), inArray(payments.kind, ['payment', 'refund'])))
  return Number(row?.cents ?? 0)
}

/** Sign-ins and sign-outs, which would crowd out everything else; the audit log has them. */
const SIGN_INS_AND_OUTS = ['login', 'logout', 'login_failed', 'login_refused']

/** Returns the latest entries of the audit log, without sign-ins and sign-outs, and without those of super admins unless `isSuper`. */
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
    .where(and(notInArray(auditEntries.action, SIGN_INS_AND_OUTS), isSuper ? undefined : ne(auditEntries.actorRole, 'super_admin')))
    .orderBy(desc(auditEntries.id))
    .limit(limit)
}

/** Tables with the names of audit targets, by type. */
const NAMED_TABLES = {
  user: { id: users.id, name: users.name, table: users },
  business: { id: businesses.id, name: businesses.name, table: businesses },
  product: { id: products.id, name: products.name, table: products },
  order: { id: orders.id, name: orders.number, table: orders },
  return: { id: returns.id, name: returns.number, table: returns },
  payout: { id: payouts.id, name: payouts.number, table: payouts },
  post: { id: blogPosts.id, name: blogPosts.title, table: blogPosts },
  category: { id: categories.id, name: categories.label, table: categories },
} as const

/** Returns the names of targets, by `type:id`, with one query a type. */
export async function nameTargets(db: Db, targets: readonly { targetType: string; targetId: string }[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [type, { id, name, table }] of Object.entries(NAMED_TABLES)) {
    const ids = targets.flatMap(({ targetType, targetId }) => (targetType === type && isUuid(targetId) ? [targetId] : []))
    if (ids.length === 0) continue
    const rows = await db.select({ id, name }).from(table).where(inArray(id, ids))
    for (const row of rows) names.set(`${type}:${row.id}`, row.name)
  }
  return names
}
