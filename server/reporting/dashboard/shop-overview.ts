import { and, desc, eq, gte, inArray, lt, ne, notInArray, sql } from 'drizzle-orm'
import { type Holder, mayAct, type PermissionKey } from '#domain/permissions.ts'
import { isUuid } from '#domain/text.ts'
import { DAY_MS, dayOf } from '#domain/time.ts'
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
  refunds,
  returns,
  sellerOrders,
  users,
} from '#server/platform/db/schema.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { countQuotes } from '#server/quotes/quote-record.ts'

/** Returns the counts of the dashboards, without deleted users, products and businesses; 0 for what the viewer's duties do not read. */
export async function countShop(db: Db, viewer: Holder) {
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
  const none = { total: 0, pending: 0, approved: 0, suspended: 0, rejected: 0 }
  return {
    totalUsers: mayAct(viewer, 'people.read') ? await db.$count(users, ne(users.status, 'Deleted')) : 0,
    totalProducts: mayAct(viewer, 'catalog.read') ? await db.$count(products, ne(products.status, 'Deleted')) : 0,
    totalOrders: mayAct(viewer, 'orders.read') ? await db.$count(orders) : 0,
    businesses: (mayAct(viewer, 'sellers.read') && row) || none,
  }
}

/** Tables of which the dashboard counts what came in. */
type Dated = typeof orders | typeof returns | typeof refunds | typeof contactMessages | typeof businesses | typeof payouts

const WEEK_MS = 7 * DAY_MS

/** Returns what waits for staff, with what came in during the last seven days and the seven days before; 0 as in `countShop`. */
export async function countWaiting(db: Db, viewer: Holder, now: Date) {
  const weekAgo = new Date(now.getTime() - WEEK_MS)
  const twoWeeksAgo = new Date(weekAgo.getTime() - WEEK_MS)
  const counted = async (key: PermissionKey, table: Dated, count: number | (() => Promise<number>)) => {
    if (!mayAct(viewer, key)) return { count: 0, lastWeek: 0, weekBefore: 0 }
    return { count: typeof count === 'number' ? count : await count(), ...(await trendOf(table)) }
  }
  const trendOf = async (table: Dated) => ({
    lastWeek: await db.$count(table, gte(table.createdAt, weekAgo)),
    weekBefore: await db.$count(table, and(gte(table.createdAt, twoWeeksAgo), lt(table.createdAt, weekAgo))),
  })
  const menu = await countMenu(db, viewer, now)
  const timeZone = await readTimeZone(db)
  return {
    toShip: await counted('orders.read', orders, menu.orders),
    returns: await counted('orders.read', returns, menu.returns),
    overdue: mayAct(viewer, 'orders.read')
      ? await countOrders(db, { waitsFor: 'payment', today: { day: dayOf(now, timeZone), timeZone } })
      : 0,
    refunds: await counted('orders.read', refunds, () => countOrders(db, { waitsFor: 'refund' })),
    messages: await counted('support.read', contactMessages, menu.messages),
    applications: await counted('sellers.read', businesses, menu.applications),
    payouts: await counted('finance.read', payouts, () => db.$count(payouts, eq(payouts.status, 'draft'))),
  }
}

/** Returns how much waits for staff, as the menu shows it; 0 as in `countShop`. */
export async function countMenu(db: Db, viewer: Holder, now: Date) {
  const [ofOrders, ofSupport, ofSellers] = (['orders.read', 'support.read', 'sellers.read'] as const).map((key) => mayAct(viewer, key))
  const isPending = and(ne(businesses.status, 'Deleted'), eq(businesses.businessStatus, 'pending'))
  return {
    orders: ofOrders ? await countOrders(db, { waitsFor: 'shipping' }) : 0,
    quotes: ofOrders ? await countQuotes(db, null, { folder: 'needs_answer', isUnassigned: true, now }) : 0,
    returns: ofOrders ? await db.$count(returns, eq(returns.status, 'requested')) : 0,
    messages: ofSupport ? await db.$count(contactMessages, eq(contactMessages.status, 'open')) : 0,
    applications: ofSellers ? await db.$count(businesses, isPending) : 0,
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
    .select({ cents: sql<string>`coalesce(sum(case ${payments.kind} when 'payment' then 1 else -1 end * ${inUsd}), 0)` })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(gte(payments.at, from), inArray(payments.kind, ['payment', 'refund', 'excess'])))
  return Number(row?.cents ?? 0)
}

/** Sign-ins and sign-outs, which would crowd out everything else; the audit log has them. */
const SIGN_INS_AND_OUTS = ['login', 'logout', 'login_failed', 'login_refused']

/** Kinds of targets that recent activity shows to duties with a key; those with `system.read` see all. */
const SHOWN_TARGETS: Partial<Record<PermissionKey, readonly string[]>> = {
  'orders.read': ['order', 'quote', 'return', 'withdrawal'],
  'support.read': ['message', 'subscriber'],
  'people.read': ['user', 'certificate', 'vat-id'],
  'catalog.read': ['product', 'category', 'specification', 'promotion', 'import', 'synonym', 'search'],
  'content.read': ['post', 'claim', 'notice'],
  'sellers.read': ['business'],
  'finance.read': ['payout', 'exchange-rate'],
}

/**
 * Returns the latest entries of the audit log that a viewer may see: without sign-ins and sign-outs, those of super admins only for super
 * admins, and of what the viewer's duties read.
 */
export async function listActivity(db: Db, viewer: Holder, limit: number) {
  // its keys are permissions
  const shown = (Object.keys(SHOWN_TARGETS) as PermissionKey[]).flatMap((key) => (mayAct(viewer, key) ? (SHOWN_TARGETS[key] ?? []) : []))
  return db
    .select({
      at: auditEntries.at,
      actorName: auditEntries.actorName,
      action: auditEntries.action,
      targetType: auditEntries.targetType,
      targetId: auditEntries.targetId,
    })
    .from(auditEntries)
    .where(
      and(
        notInArray(auditEntries.action, SIGN_INS_AND_OUTS),
        viewer.role === 'super_admin' ? undefined : ne(auditEntries.actorRole, 'super_admin'),
        mayAct(viewer, 'system.read') ? undefined : inArray(auditEntries.targetType, shown),
      ),
    )
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
