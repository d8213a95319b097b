import { and, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm'
import type { ReleasedSellers } from '#contract/sellers/applications.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion, NEXT_VERSION } from '#server/platform/db/product-version.ts'
import {
  type BusinessDeletion,
  businesses,
  businessMembers,
  categories,
  products,
  sellerOrders,
  sessions,
  users,
} from '#server/platform/db/schema.ts'

/**
 * Makes a business's Active products Inactive.
 * @returns those changed, with their versions
 */
export function hideProducts(tx: Db, businessId: string, now: Date): Promise<BusinessDeletion['products']> {
  return tx
    .update(products)
    .set({ status: 'Inactive', updatedAt: now, ...NEXT_VERSION })
    .where(and(eq(products.businessId, businessId), eq(products.status, 'Active')))
    .returning({ id: products.id, version: products.version })
}

/**
 * Makes those of a business's hidden products Active that nobody has edited since.
 * @returns the number changed
 */
export async function showProducts(tx: Db, businessId: string, hidden: BusinessDeletion['products'], now: Date): Promise<number> {
  const versions = new Map(hidden.map(({ id, version }) => [id, version]))
  const rows = await tx
    .select({ id: products.id, editedVersion })
    .from(products)
    .where(and(inArray(products.id, [...versions.keys()]), eq(products.businessId, businessId), eq(products.status, 'Inactive')))
    .orderBy(products.id)
    .for('update')
  const ids = rows.filter((row) => row.editedVersion === versions.get(row.id)).map(({ id }) => id)
  if (ids.length > 0)
    await tx
      .update(products)
      .set({ status: 'Active', updatedAt: now, ...NEXT_VERSION })
      .where(inArray(products.id, ids))
  return ids.length
}

/** Counts a business's open orders: neither delivered nor canceled. */
export async function countOpenOrders(tx: Db, businessId: string): Promise<number> {
  return tx.$count(sellerOrders, and(eq(sellerOrders.businessId, businessId), notInArray(sellerOrders.status, ['delivered', 'cancelled'])))
}

/**
 * Signs out all users of a business.
 * @returns the number of sessions ended
 */
export async function endBusinessSessions(tx: Db, businessId: string): Promise<number> {
  const people = tx.select({ id: businessMembers.userId }).from(businessMembers).where(eq(businessMembers.businessId, businessId))
  const ended = await tx.delete(sessions).where(inArray(sessions.userId, people)).returning({ id: sessions.id })
  return ended.length
}

/**
 * Makes the active sellers of a closed business Inactive, or customers without a business. Those who act for another one as well keep that.
 * @returns the ids of those changed, and of members among them
 */
export async function releaseSellers(
  tx: Db,
  businessId: string,
  { now, sellers }: { now: Date; sellers: ReleasedSellers },
): Promise<Pick<BusinessDeletion, 'sellers' | 'members'>> {
  const people = await tx
    .select({ id: users.id, kind: businessMembers.kind })
    .from(users)
    .innerJoin(businessMembers, isMember(businessId))
    .where(and(eq(users.role, 'business_admin'), eq(users.status, 'Active'), sql`not ${actsElsewhere(businessId)}`))
    .orderBy(users.id)
    .for('no key update', { of: users })
  const change = sellers === 'deactivate' ? { status: 'Inactive' as const } : { role: 'customer' as const, businessId: null }
  const ids = people.map(({ id }) => id)
  await tx
    .update(users)
    .set({ ...change, updatedAt: now })
    .where(inArray(users.id, ids))
  const members = people.filter(({ kind }) => kind === 'member').map(({ id }) => id)
  return { sellers: ids.filter((id) => !members.includes(id)), ...(members.length > 0 && { members }) }
}

/** Condition: the user acts for another business that is there. */
const actsElsewhere = (businessId: string) =>
  sql`exists (select from ${businessMembers} o join ${businesses} b on b.id = o.business_id
    where o.user_id = ${users.id} and o.business_id <> ${businessId} and b.status <> 'Deleted')`

/**
 * Makes users sellers of a restored business again who are still as its deletion left them: Inactive, or customers without a business.
 * @returns the number changed
 */
export async function reinstateSellers(
  tx: Db,
  businessId: string,
  { sellers, members = [], released }: Pick<BusinessDeletion, 'sellers' | 'members' | 'released'>,
  now: Date,
): Promise<number> {
  const own = tx.select({ id: businessMembers.userId }).from(businessMembers).where(eq(businessMembers.businessId, businessId))
  const asReleased =
    released === 'deactivate'
      ? and(eq(users.role, 'business_admin'), inArray(users.id, own), eq(users.status, 'Inactive'))
      : and(eq(users.role, 'customer'), isNull(users.businessId), eq(users.status, 'Active'))
  const change = { role: 'business_admin', status: 'Active', updatedAt: now, version: sql`${users.version} + 1` } as const
  const reinstate = (ids: readonly string[], more: { businessId?: string } = {}) =>
    tx
      .update(users)
      .set({ ...change, ...more })
      .where(and(inArray(users.id, [...ids]), asReleased))
      .returning({ userId: users.id })
  const owners = await reinstate(sellers, released === 'customers' ? { businessId } : {})
  const others = await reinstate(members)
  if (others.length > 0)
    await tx
      .insert(businessMembers)
      .values(others.map(({ userId }) => ({ userId, businessId, kind: 'member' as const, since: now })))
      .onConflictDoNothing()
  return owners.length + others.length
}

const isMember = (businessId: string) => and(eq(businessMembers.userId, users.id), eq(businessMembers.businessId, businessId))

/** Maximum number of users and of products shown with a business. */
const MAX_LISTED = 500

/** Returns the first 500 undeleted users of a business, without secrets. */
export async function listBusinessUsers(db: Db, businessId: string) {
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      kind: businessMembers.kind,
      status: users.status,
      createdAt: users.createdAt,
    })
    .from(users)
    .innerJoin(businessMembers, isMember(businessId))
    .where(ne(users.status, 'Deleted'))
    .orderBy(users.createdAt, users.id)
    .limit(MAX_LISTED)
}

/** Counts the undeleted users and products of a business. */
export async function countRelatedRecords(db: Db, businessId: string) {
  const [productCounts] = await db
    .select({
      totalProducts: sql<number>`count(*)::int`,
      activeProducts: sql<number>`(count(*) filter (where ${products.status} = 'Active'))::int`,
      featuredProducts: sql<number>`(count(*) filter (where ${products.featured}))::int`,
    })
    .from(products)
    .where(and(eq(products.businessId, businessId), ne(products.status, 'Deleted')))
  const [people] = await db
    .select({ totalUsers: sql<number>`count(*)::int` })
    .from(users)
    .innerJoin(businessMembers, isMember(businessId))
    .where(ne(users.status, 'Deleted'))
  return { totalUsers: people?.totalUsers ?? 0, ...(productCounts ?? { totalProducts: 0, activeProducts: 0, featuredProducts: 0 }) }
}

/** Counts the products of a business that are not deleted. */
export async function countBusinessProducts(db: Db, businessId: string): Promise<number> {
  return db.$count(products, and(eq(products.businessId, businessId), ne(products.status, 'Deleted')))
}

/** Returns the first 500 undeleted products of a business by name; amounts in cents. */
export async function listBusinessProducts(db: Db, businessId: string) {
  return db
    .select({
      id: products.id,
      slug: products.slug,
      name: products.name,
      category: categories.value,
      priceUsdCents: products.priceUsdCents,
      priceEurCents: products.priceEurCents,
      stock: products.stock,
      status: products.status,
      featured: products.featured,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(products.businessId, businessId), ne(products.status, 'Deleted')))
    .orderBy(sql`lower(${products.name}) collate "C"`, products.id)
    .limit(MAX_LISTED)
}
