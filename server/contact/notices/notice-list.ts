import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { NoticeQuery } from '#contract/contact/notices.ts'
import { NOTICE_PREFIX, type NoticePlace } from '#domain/notice.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { businesses, notices, productSlugs, products } from '#server/platform/db/schema.ts'
import { freeNumber } from '#server/platform/db/take-number.ts'
import { normalizedWriting } from '#server/platform/text/normalized-columns.ts'
import { likeAnywhere, searchWords } from '#server/platform/text/search-text.ts'

export type NoticeRow = typeof notices.$inferSelect

/** A notice with the names of what it is about; null where it is about something else, or that is gone. */
export interface NoticeRecord {
  row: NoticeRow
  productName: string | null
  businessName: string | null
  businessEmail: string | null
}

/** Scope of a list of notices: all for staff (null), or those about one business. */
type NoticeScope = { businessId: string } | null

const forStaff = normalizedWriting(sql`concat_ws(' ', ${notices.number}, ${notices.address}, ${notices.name}, ${notices.email})`)
const forSeller = normalizedWriting(sql`concat_ws(' ', ${notices.number}, ${notices.address})`)

const isOpen = or(eq(notices.status, 'new'), and(isNotNull(notices.objectedAt), sql`${notices.decidedAt} <= ${notices.objectedAt}`))

const within = (scope: NoticeScope) => (scope === null ? undefined : eq(notices.businessId, scope.businessId))

function matches(scope: NoticeScope, { status, open, search }: NoticeQuery): SQL | undefined {
  const searched = scope === null ? forStaff : forSeller
  const openOnly = open === undefined || isOpen === undefined ? undefined : open ? isOpen : not(sql`coalesce(${isOpen}, false)`)
  return and(
    within(scope),
    status && inArray(notices.status, status),
    openOnly,
    ...searchWords(search).flatMap(({ readings }) => readings.map((word) => sql`${searched} like ${likeAnywhere(word)}`)),
  )
}

const orderOf = ({ sort }: NoticeQuery) =>
  sort === 'receivedAt' ? [asc(notices.createdAt), asc(notices.id)] : [desc(notices.createdAt), desc(notices.id)]

const selected = (db: Db) =>
  db
    .select({ row: getTableColumns(notices), productName: products.name, businessName: businesses.name, businessEmail: businesses.email })
    .from(notices)
    .leftJoin(products, eq(products.id, notices.productId))
    .leftJoin(businesses, eq(businesses.id, notices.businessId))

/** Returns the ids of all notices that match, in the order of the list. */
export function listNoticeIds(db: Db, filter: NoticeQuery): Promise<string[]> {
  return readIds(
    db,
    db
      .select({ id: notices.id })
      .from(notices)
      .where(matches(null, filter))
      .orderBy(...orderOf(filter)),
  )
}

/** Returns a part of the notices, newest first by default. */
export function listNotices(db: Db, scope: NoticeScope, filter: NoticeQuery, { limit, offset, ids }: ListPart): Promise<NoticeRecord[]> {
  return selected(db)
    .where(ids ? isOneOf(notices.id, ids) : matches(scope, filter))
    .orderBy(...orderOf(filter))
    .limit(limit)
    .offset(offset)
}

/** Returns the number of notices that match. */
export function countNotices(db: Db, scope: NoticeScope, filter: NoticeQuery): Promise<number> {
  return db.$count(notices, matches(scope, filter))
}

/** Returns a notice; null where there is none, or it is about another business. */
export async function findNotice(db: Db, scope: NoticeScope, id: string): Promise<NoticeRecord | null> {
  const [record] = await selected(db).where(and(eq(notices.id, id), within(scope)))
  return record ?? null
}

/** Returns a notice, locked until the transaction ends; null as in `findNotice`. */
export async function lockNotice(tx: Db, scope: NoticeScope, id: string): Promise<NoticeRow | null> {
  const [row] = await tx
    .select()
    .from(notices)
    .where(and(eq(notices.id, id), within(scope)))
    .for('update')
  return row ?? null
}

/** Stores a notice. @returns its row */
export async function insertNotice(tx: Db, row: typeof notices.$inferInsert): Promise<NoticeRow> {
  const [inserted] = await tx.insert(notices).values(row).returning()
  if (!inserted) throw new Error('no notice')
  return inserted
}

/** Changes a notice that the caller has locked, and its version. */
export async function updateNotice(tx: Db, id: string, change: Partial<typeof notices.$inferInsert>): Promise<void> {
  await tx
    .update(notices)
    .set({ ...change, version: sql`${notices.version} + 1` })
    .where(eq(notices.id, id))
}

/** Returns a number for a new notice. */
export const newNoticeNumber = (tx: Db): Promise<string> => freeNumber(tx, NOTICE_PREFIX, notices.number)

/**
 * Returns the product and the business that a page is about, by its current or former slug; nulls where there is none, and for articles,
 * which are the shop's.
 */
export async function findSubject(
  db: Db,
  { kind, slug }: Pick<NoticePlace, 'kind' | 'slug'>,
): Promise<{ productId: string | null; businessId: string | null }> {
  if (kind === 'products') {
    const former = db.select({ id: productSlugs.productId }).from(productSlugs).where(eq(productSlugs.slug, slug))
    const [product] = await db
      .select({ productId: products.id, businessId: products.businessId })
      .from(products)
      .where(or(eq(products.slug, slug), inArray(products.id, former)))
    if (product) return product
  }
  if (kind === 'producers') {
    const [business] = await db.select({ businessId: businesses.id }).from(businesses).where(eq(businesses.slug, slug))
    if (business) return { productId: null, ...business }
  }
  return { productId: null, businessId: null }
}
