import { and, asc, desc, eq, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { CertificateStatus } from '#domain/tax-certificate.ts'
import type { Db } from '#server/platform/db/client.ts'
import { taxExemptions as exemptions, users } from '#server/platform/db/schema.ts'
import { contains } from '#server/platform/text/search-text.ts'

/** A certificate of exemption. */
export type ExemptionRow = typeof exemptions.$inferSelect
/** A certificate with its customer and the name of who decided. */
export type ListedExemption = ExemptionRow & { customer: { id: string; name: string; email: string }; reviewer: string | null }

/** Search, filter and order of the list. */
interface ExemptionFilter {
  search?: string | undefined
  status?: CertificateStatus | undefined
  sort?: 'status' | '-status' | 'createdAt' | '-createdAt' | 'validTo' | '-validTo' | undefined
}

const rank = sql`array_position(array['waiting', 'accepted', 'refused', 'expired'], ${exemptions.status})`
const ORDERS: Readonly<Record<NonNullable<ExemptionFilter['sort']>, SQL[]>> = {
  status: [asc(rank), asc(exemptions.createdAt)],
  '-status': [desc(rank), asc(exemptions.createdAt)],
  createdAt: [asc(exemptions.createdAt)],
  '-createdAt': [desc(exemptions.createdAt)],
  validTo: [sql`${exemptions.validTo} asc nulls last`],
  '-validTo': [sql`${exemptions.validTo} desc nulls last`],
}

function chosen({ search, status }: ExemptionFilter): SQL | undefined {
  return and(
    search ? contains(sql`lower(concat_ws(' ', ${exemptions.number}, ${users.name}, ${users.email}))`, search) : undefined,
    status && eq(exemptions.status, status),
  )
}

const reviewerName = sql<string | null>`(select r.name from users r where r.id = ${exemptions.reviewerId})`

const withPeople = (db: Db) =>
  db
    .select({ exemption: exemptions, customer: { id: users.id, name: users.name, email: users.email }, reviewer: reviewerName })
    .from(exemptions)
    .innerJoin(users, eq(users.id, exemptions.userId))

type Joined = { exemption: ExemptionRow; customer: ListedExemption['customer']; reviewer: string | null }
const listed = ({ exemption, ...people }: Joined): ListedExemption => ({ ...exemption, ...people })

/** Returns certificates, by default those that wait first. */
export async function listExemptions(
  db: Db,
  { sort = 'status', ...filter }: ExemptionFilter,
  range?: { limit: number; offset: number },
): Promise<ListedExemption[]> {
  const query = withPeople(db)
    .where(chosen(filter))
    .orderBy(...ORDERS[sort], exemptions.id)
  return (await (range ? query.limit(range.limit).offset(range.offset) : query)).map(listed)
}

/** Counts the certificates of a list. */
export async function countExemptions(db: Db, filter: ExemptionFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(exemptions)
    .innerJoin(users, eq(users.id, exemptions.userId))
    .where(chosen(filter))
  return row?.count ?? 0
}

/** Returns a user's certificates, newest first. */
export function listExemptionsOf(db: Db, userId: string): Promise<ExemptionRow[]> {
  return db.select().from(exemptions).where(eq(exemptions.userId, userId)).orderBy(desc(exemptions.createdAt), exemptions.id)
}

/** Counts a user's certificates. */
export const countExemptionsOf = (db: Db, userId: string) => db.$count(exemptions, eq(exemptions.userId, userId))

/** Returns the certificate with this id; null where there is none, or, with `userId`, none of this user. */
export async function findExemption(db: Db, id: string, userId: string | null): Promise<ListedExemption | null> {
  const [row] = await withPeople(db).where(and(eq(exemptions.id, id), userId === null ? undefined : eq(exemptions.userId, userId)))
  return row ? listed(row) : null
}

/** Locks the certificate with this id until the transaction ends. @returns false where there is none */
export async function lockExemption(tx: Db, id: string): Promise<boolean> {
  const rows = await tx.select({ id: exemptions.id }).from(exemptions).where(eq(exemptions.id, id)).for('update')
  return rows.length > 0
}

/** Adds a certificate that waits for review. */
export async function insertExemption(tx: Db, values: typeof exemptions.$inferInsert): Promise<ExemptionRow> {
  const [row] = await tx.insert(exemptions).values(values).returning()
  if (!row) throw new Error('The certificate was not stored')
  return row
}

/** Changes a certificate and increments its version. */
export async function storeExemption(tx: Db, id: string, change: Partial<ExemptionRow>): Promise<void> {
  await tx
    .update(exemptions)
    .set({ ...change, version: sql`${exemptions.version} + 1` })
    .where(eq(exemptions.id, id))
}

const isAccepted = eq(exemptions.status, 'accepted')

/** Returns accepted certificates whose last day is past, or is at most on `soon` and whose buyer was not reminded yet. */
export async function listExpiring(
  db: Db,
  { today, soon, limit }: { today: string; soon: string; limit: number },
): Promise<ListedExemption[]> {
  const isOver = lt(exemptions.validTo, today)
  const isNear = and(lte(exemptions.validTo, soon), isNull(exemptions.remindedAt))
  return (
    await withPeople(db)
      .where(and(isAccepted, or(isOver, isNear)))
      .orderBy(asc(exemptions.validTo))
      .limit(limit)
  ).map(listed)
}
