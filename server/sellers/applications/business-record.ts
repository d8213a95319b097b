import { and, asc, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { ApprovalStatus, BusinessStatus, BusinessType } from '#domain/business.ts'
import { normalizeText } from '#domain/search/words.ts'
import { isUuid } from '#domain/text.ts'
import { normalizeEmail } from '#domain/user.ts'
import { type Db, inSnapshot, runLong } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { businesses, businessMembers, businessReviews, users } from '#server/platform/db/schema.ts'
import { joined, normalized, normalizesAlike } from '#server/platform/text/normalized-columns.ts'
import { contains, likeAnywhere } from '#server/platform/text/search-text.ts'

export type BusinessRow = typeof businesses.$inferSelect
type NewBusiness = typeof businesses.$inferInsert

/** A stored decision; `by` is null when the business itself acted. */
export interface ReviewRow {
  from: ApprovalStatus
  to: ApprovalStatus
  reason: string
  at: string
  by: string | null
}

const hasEmail = (email: string) => and(eq(sql`lower(${businesses.email})`, normalizeEmail(email)), ne(businesses.status, 'Deleted'))

/** Returns the undeleted business with this email, locked until the transaction ends, or null. */
export async function lockBusinessByEmail(tx: Db, email: string): Promise<BusinessRow | null> {
  const [row] = await tx.select().from(businesses).where(hasEmail(email)).for('update')
  return row ?? null
}

/** Returns the undeleted business with this id, locked until the transaction ends, or null. */
export async function lockBusiness(tx: Db, id: string): Promise<BusinessRow | null> {
  const [row] = await tx
    .select()
    .from(businesses)
    .where(and(eq(businesses.id, id), ne(businesses.status, 'Deleted')))
    .for('update')
  return row ?? null
}

/** Returns the business with this id, deleted or not, locked until the transaction ends, or null. */
export async function lockAnyBusiness(tx: Db, id: string): Promise<BusinessRow | null> {
  const [row] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('update')
  return row ?? null
}

/** Returns pending applications by time of submission or resubmission, oldest first. */
export async function listWaiting(db: Db): Promise<{ name: string; since: Date }[]> {
  const rows = await db
    .select({ name: businesses.name, createdAt: businesses.createdAt, review: lastReview })
    .from(businesses)
    .where(and(eq(businesses.businessStatus, 'pending'), ne(businesses.status, 'Deleted')))
  return rows
    .map(({ name, createdAt, review }) => ({ name, since: review?.to === 'pending' ? new Date(review.at) : createdAt }))
    .toSorted((one, other) => one.since.getTime() - other.since.getTime())
}

/** Returns the super admins who can sign in. */
export async function listSuperAdmins(db: Db): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), eq(users.status, 'Active')))
    .orderBy(users.id)
}

/**
 * Adds a business.
 * @returns null when its email or slug is taken
 */
export async function insertBusiness(tx: Db, business: NewBusiness): Promise<BusinessRow | null> {
  const [row] = await tx
    .insert(businesses)
    .values({ ...business, email: normalizeEmail(business.email) })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/**
 * Changes a business and increments its version.
 * @throws when its email belongs to another business
 */
export async function updateBusiness(tx: Db, id: string, change: Partial<NewBusiness>, now: Date): Promise<BusinessRow> {
  const values = {
    ...change,
    ...(change.email && { email: normalizeEmail(change.email) }),
    updatedAt: now,
    version: sql`${businesses.version} + 1`,
  }
  const [row] = await runLong(tx, async () => tx.update(businesses).set(values).where(eq(businesses.id, id)).returning())
  if (!row) throw new Error(`The business ${id} is gone`)
  return row
}

/** Returns the ids of the businesses that may sell, in order. */
export async function listSelling(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.status, 'Active'), eq(businesses.businessStatus, 'approved')))
    .orderBy(businesses.id)
  return rows.map(({ id }) => id)
}

/** Requests for details, and duties by law. */
type NotedColumns = 'traderAskedAt' | 'traderRemindedAt' | 'informSince' | 'informPublic'

/** Notes what a job found out about a business. The version of its profile stays: an open form of it has no conflict. */
export async function noteBusiness(tx: Db, id: string, change: Partial<Pick<BusinessRow, NotedColumns>>): Promise<void> {
  await tx.update(businesses).set(change).where(eq(businesses.id, id))
}

/** Stores a decision; `reviewerId` is null when the business itself acted. */
export async function insertReview(tx: Db, review: typeof businessReviews.$inferInsert): Promise<void> {
  await tx.insert(businessReviews).values(review)
}

/** The latest decision on a business; the qualified name is spelled out because the outer query has one table only. */
const lastReview = sql<ReviewRow | null>`(
  select json_build_object('from', r."from", 'to', r."to", 'reason', r.reason, 'at', r.at, 'by', u.name)
  from ${businessReviews} r left join ${users} u on u.id = r.reviewer_id
  where r.business_id = "businesses"."id" order by r.at desc, r.id limit 1)`

/** A filter of businesses; without `status`, deleted ones are left out. */
interface BusinessFilter {
  search?: string | undefined
  status?: BusinessStatus | undefined
  businessStatus?: ApprovalStatus | undefined
  businessType?: BusinessType | undefined
  /** Searches names only. */
  namesOnly?: boolean
}

/**
 * Matches name, email, city or country ignoring case and accents, or as typed where normalization alters the text; a UUID also matches the
 * id.
 */
function hasText(search: string, namesOnly = false): SQL | undefined {
  const { name, email, city, country } = businesses
  const text = namesOnly ? joined(name) : joined(name, email, city, country)
  const isFound = sql`${normalized(text)} like ${likeAnywhere(normalizeText(search))}`
  const asTyped = contains(sql`lower(${text})`, search)
  return or(isFound, normalizesAlike(search) ? undefined : asTyped, isUuid(search) ? eq(businesses.id, search) : undefined)
}

function matches({ search, status, businessStatus, businessType, namesOnly }: BusinessFilter): SQL | undefined {
  return and(
    status ? eq(businesses.status, status) : ne(businesses.status, 'Deleted'),
    businessStatus && eq(businesses.businessStatus, businessStatus),
    businessType && eq(businesses.businessType, businessType),
    search ? hasText(search, namesOnly) : undefined,
  )
}

const byName = sql`lower(${businesses.name}) collate "C"`
const SORTS = {
  name: asc(byName),
  '-name': desc(byName),
  createdAt: asc(businesses.createdAt),
  '-createdAt': desc(businesses.createdAt),
  updatedAt: asc(businesses.updatedAt),
  '-updatedAt': desc(businesses.updatedAt),
} as const

/** Returns the ids of all businesses that match, in the order of the list. */
export function listBusinessIds(db: Db, filter: BusinessFilter, sort: keyof typeof SORTS = 'name'): Promise<string[]> {
  const matching = db.select({ id: businesses.id }).from(businesses).where(matches(filter))
  return readIds(db, matching.orderBy(SORTS[sort], businesses.id))
}

/** Returns one part of the businesses, each with its latest decision, and their total. */
export async function listBusinesses(
  db: Db,
  filter: BusinessFilter,
  { sort = 'name', limit, offset, ids }: { sort?: keyof typeof SORTS | undefined } & ListPart,
): Promise<{ rows: { business: BusinessRow; review: ReviewRow | null }[]; total: number }> {
  const total = ids?.length ?? (await db.$count(businesses, matches(filter)))
  const order = [SORTS[sort], businesses.id]
  const shown = db
    .select({ id: businesses.id })
    .from(businesses)
    .where(ids ? isOneOf(businesses.id, ids) : matches(filter))
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .as('shown') // ids first: decisions are read only for the page
  const rows = await db
    .select({ business: businesses, review: lastReview })
    .from(shown)
    .innerJoin(businesses, eq(businesses.id, shown.id))
    .orderBy(...order)
  return { rows, total }
}

/** Returns one business, deleted or not, with the latest decision on it, or null. */
export async function findBusiness(db: Db, id: string): Promise<{ business: BusinessRow; review: ReviewRow | null } | null> {
  const [row] = await db.select({ business: businesses, review: lastReview }).from(businesses).where(eq(businesses.id, id))
  return row ?? null
}

/** Similarity (0 to 1) from which two names may be of the same business. */
const SIMILAR = 0.5
/** Maximum number of similar businesses. */
const MAX_SIMILAR = 5

/** Returns undeleted businesses with similar names for each of `ids`, at most five each, most similar first. */
export async function findSimilar(db: Db, ids: readonly string[]): Promise<Map<string, { id: string; name: string }[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await inSnapshot(db, async (tx) => {
    // the operator `%` uses it, so that the index helps
    await tx.execute(sql`select set_config('pg_trgm.similarity_threshold', ${String(SIMILAR)}, true)`)
    return tx.execute<{ of: string; id: string; name: string }>(sql`
      select b.id as of, near.id, near.name from ${businesses} b
      cross join lateral (
        select other.id, other.name, similarity(lower(other.name), lower(b.name)) as likeness from ${businesses} other
        where lower(other.name) % lower(b.name)
          and other.id <> b.id and other.status <> 'Deleted'
        order by likeness desc, other.id limit ${MAX_SIMILAR}
      ) near
      where b.id in (${sql.join(
        ids.map((id) => sql`${id}`),
        sql`, `,
      )})
      order by near.likeness desc, near.id`)
  })
  return Map.groupBy(rows, ({ of }) => of)
}

/** Returns the decisions on a business, newest first. */
export async function listReviews(db: Db, businessId: string): Promise<ReviewRow[]> {
  const rows = await db
    .select({ from: businessReviews.from, to: businessReviews.to, reason: businessReviews.reason, at: businessReviews.at, by: users.name })
    .from(businessReviews)
    .leftJoin(users, eq(users.id, businessReviews.reviewerId))
    .where(eq(businessReviews.businessId, businessId))
    .orderBy(desc(businessReviews.at), businessReviews.id)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** Locks, in a fixed order, everybody who might manage a business: its admins, the user who applied, the user with its email. */
export async function lockCandidates(tx: Db, { id, applicantId, email }: Pick<BusinessRow, 'id' | 'applicantId' | 'email'>) {
  return tx
    .select({
      id: users.id,
      email: users.email,
      role: users.role,
      owns: sql<boolean>`exists ${ownership(id)}`,
      ownsAny: sql<boolean>`exists ${anyOwnership}`,
      isActive: sql<boolean>`${users.status} = 'Active'`,
      isVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
    })
    .from(users)
    .where(
      and(
        ne(users.status, 'Deleted'),
        or(
          sql`exists ${ownership(id)}`,
          applicantId ? eq(users.id, applicantId) : undefined,
          eq(sql`lower(${users.email})`, normalizeEmail(email)),
        ),
      ),
    )
    .orderBy(users.id)
    .for('no key update')
}

const ownership = (businessId: string) =>
  sql`(select from ${businessMembers} m where m.user_id = ${users.id} and m.business_id = ${businessId} and m.kind = 'owner')`

const anyOwnership = sql`(select from ${businessMembers} m join ${businesses} b on b.id = m.business_id
  where m.user_id = ${users.id} and m.kind = 'owner' and b.status <> 'Deleted')`

/** Returns whether a user owns a business that was not deleted. */
export async function ownsBusiness(db: Db, userId: string): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), sql`exists ${anyOwnership}`))
  return user !== undefined
}

/** Makes a user an owner of a business; the businesses that it has stay. */
export async function promoteToOwner(tx: Db, userId: string, businessId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      role: 'business_admin',
      businessId: sql`coalesce(${users.businessId}, ${businessId})`,
      updatedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, userId))
  await tx
    .insert(businessMembers)
    .values({ userId, businessId, kind: 'owner', since: now })
    .onConflictDoUpdate({ target: [businessMembers.userId, businessMembers.businessId], set: { kind: 'owner' } })
}

/** Removes a user's password: only an emailed link sets the next one. */
export async function removePassword(tx: Db, userId: string): Promise<void> {
  await tx.update(users).set({ passwordHash: null }).where(eq(users.id, userId))
}
