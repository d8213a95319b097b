import { and, arrayOverlaps, asc, desc, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Duty } from '#domain/permissions.ts'
import { normalizeText } from '#domain/search/words.ts'
import { isUuid } from '#domain/text.ts'
import type { Role, UserStatus } from '#domain/user.ts'
import { inMailForm, isErasedEmail } from '#domain/user.ts'
import { lockUser, type UserRow } from '#server/identity/auth/user-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { businesses, businessInvitations, businessMembers, users, userTokens } from '#server/platform/db/schema.ts'
import { joined, normalized, normalizesAlike } from '#server/platform/text/normalized-columns.ts'
import { contains, likeAnywhere } from '#server/platform/text/search-text.ts'

/** Filter of users; without `status`, deleted ones are left out. `search` matches name or email, or a whole id. */
interface UserFilter {
  search?: string | undefined
  role?: readonly Role[] | undefined
  duty?: readonly Duty[] | undefined
  status?: readonly UserStatus[] | undefined
}

/** Normalizes like the search term: hyphens become spaces. */
function hasText(search: string): SQL | undefined {
  const text = joined(users.name, users.email)
  const found = sql`${normalized(text)} like ${likeAnywhere(normalizeText(search))}`
  const asTyped = contains(sql`lower(${text})`, search)
  const isPending = and(isNotNull(users.pendingEmail), sql`${normalized(users.pendingEmail)} like ${likeAnywhere(normalizeText(search))}`)
  return or(
    found,
    isPending,
    normalizesAlike(search) && inMailForm(search) === search ? undefined : asTyped,
    isUuid(search) ? eq(users.id, search) : undefined,
  )
}

function matches({ search, role, duty, status }: UserFilter): SQL | undefined {
  return and(
    status ? inArray(users.status, [...status]) : ne(users.status, 'Deleted'),
    role && inArray(users.role, [...role]),
    duty && and(eq(users.role, 'application_admin'), arrayOverlaps(users.duties, [...duty])),
    search ? hasText(search) : undefined,
  )
}

const byName = sql`lower(${users.name}) collate "C"`
const byEmail = sql`lower(${users.email})`
const SORTS = {
  '-createdAt': desc(users.createdAt),
  createdAt: asc(users.createdAt),
  name: asc(byName),
  '-name': desc(byName),
  email: asc(byEmail),
  '-email': desc(byEmail),
} as const

const COLUMNS = {
  id: users.id,
  name: users.name,
  email: sql<string>`coalesce(${users.pendingEmail}, ${users.email})`,
  signInEmail: users.email,
  role: users.role,
  duties: users.duties,
  status: users.status,
  businessId: businesses.id,
  businessName: businesses.name,
  emailVerified: sql<boolean>`${users.emailVerifiedAt} is not null and ${users.pendingEmail} is null`,
  mustChangePassword: users.mustChangePassword,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  version: users.version,
}

/** Condition: the user's business, the first of its teams, is not deleted. */
const ofBusiness = and(
  eq(
    businesses.id,
    sql`coalesce(${users.businessId},
      (select m.business_id from ${businessMembers} m where m.user_id = ${users.id} order by m.since, m.business_id limit 1))`,
  ),
  ne(businesses.status, 'Deleted'),
)

const selectUsers = (db: Db) => db.select(COLUMNS).from(users).leftJoin(businesses, ofBusiness)

/** A user as staff see it, without secrets. */
export type ListedUser = Awaited<ReturnType<typeof selectUsers>>[number]

type UserSort = readonly (keyof typeof SORTS)[]

const orderOf = (sorts: UserSort = ['-createdAt']) => [...sorts.map((sort) => SORTS[sort]), users.id]

/** Returns the ids of all users that match, in the order of the list. */
export function listUserIds(db: Db, filter: UserFilter, sort: UserSort | undefined): Promise<string[]> {
  const matching = db.select({ id: users.id }).from(users).where(matches(filter))
  return readIds(db, matching.orderBy(...orderOf(sort)))
}

/** Returns one part of the users, and the number of matches. */
export async function listUsers(
  db: Db,
  filter: UserFilter,
  { sort, limit, offset, ids }: { sort?: UserSort | undefined } & ListPart,
): Promise<{ rows: ListedUser[]; total: number }> {
  const total = ids?.length ?? (await db.$count(users, matches(filter)))
  const rows = await selectUsers(db)
    .where(ids ? isOneOf(users.id, ids) : matches(filter))
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset(offset)
  return { rows, total }
}

/** Returns the user with this id, deleted or not; null if there is none. */
export async function findUser(db: Db, id: string): Promise<ListedUser | null> {
  const [row] = await selectUsers(db).where(eq(users.id, id))
  return row ?? null
}

/** Returns true if there is such a user whose data was not erased. */
export async function hasUser(db: Db, id: string): Promise<boolean> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, id))
  return row !== undefined && !isErasedEmail(row.email)
}

/** Returns the user, locked until the transaction ends; null if there is none, or its data was erased. */
export async function lockKnownUser(tx: Db, id: string): Promise<UserRow | null> {
  const user = await lockUser(tx, id)
  return user && !isErasedEmail(user.email) ? user : null
}

/** Changes a user and increments its version. @throws if the email belongs to another user */
export async function storeUser(tx: Db, id: string, change: Partial<UserRow>, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ ...change, updatedAt: now, version: sql`${users.version} + 1` })
    .where(eq(users.id, id))
}

/** Takes a user out of the team of a business. */
export async function leaveTeam(tx: Db, userId: string, businessId: string): Promise<void> {
  await tx.delete(businessMembers).where(and(eq(businessMembers.userId, userId), eq(businessMembers.businessId, businessId)))
  await tx.delete(businessInvitations).where(and(eq(businessInvitations.invitedBy, userId), eq(businessInvitations.businessId, businessId)))
}

/** Returns true if there is such a business that is not deleted. */
export async function hasBusiness(db: Db, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.id, id), ne(businesses.status, 'Deleted')))
  return row !== undefined
}

/** Deletes every link that was emailed to a user, except those that undo a change of the address. */
export async function deleteLinks(tx: Db, userId: string): Promise<void> {
  await tx.delete(userTokens).where(and(eq(userTokens.userId, userId), ne(userTokens.purpose, 'undo_email')))
}
