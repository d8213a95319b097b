import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { CopyState } from '#contract/catalog/papers.ts'
import type { PaperSearch } from '#domain/paper-names.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  businesses,
  categories,
  orderLines,
  orders,
  paperCopies,
  productPapers,
  products,
  sellerOrders,
} from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import { contains, likeAnywhere } from '#server/platform/text/search-text.ts'
import { isOnPage, isPublicPaper, paperOrder } from './paper-columns.ts'

/** A paper as stored. */
export type PaperRow = typeof productPapers.$inferSelect

/** Returns the product that papers are about, with what decides who reads them; null for an unknown or deleted one. */
export async function findPapered(db: Db, id: string) {
  const [row] = await db
    .select({
      id: products.id,
      businessId: products.businessId,
      type: products.type,
      baseCategory,
      isOnPage: sql<boolean>`${isOnPage}`,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(products.id, id), ne(products.status, 'Deleted')))
  return row ?? null
}

/** Returns the papers of a product, of each kind and language the newest first; `isPublic`: only those for everybody. */
export function listPapers(db: Db, productId: string, isPublic: boolean): Promise<PaperRow[]> {
  return db
    .select()
    .from(productPapers)
    .where(and(eq(productPapers.productId, productId), isPublic ? isPublicPaper : undefined))
    .orderBy(...paperOrder)
}

/** Returns a paper with what decides who reads it, also of a deleted product, whose buyers keep it; null where there is none. */
export async function findPaper(db: Db, id: string) {
  const [row] = await db
    .select({
      paper: productPapers,
      slug: products.slug,
      businessId: products.businessId,
      isPublic: sql<boolean>`(${isOnPage} and ${isPublicPaper})`,
    })
    .from(productPapers)
    .innerJoin(products, eq(products.id, productPapers.productId))
    .where(eq(productPapers.id, id))
  return row ?? null
}

/** Lines of orders that a user has bought: not canceled, and not waiting for a card payment. */
const isBoughtBy = (userId: string): SQL | undefined =>
  and(eq(orders.userId, userId), ne(sellerOrders.status, 'cancelled'), isNull(orders.holdUntil))

const isOwnPart = and(eq(sellerOrders.orderId, orderLines.orderId), eq(sellerOrders.businessId, orderLines.businessId))

/** Returns whether a user has bought a product. */
export async function hasBought(db: Db, userId: string, productId: string): Promise<boolean> {
  const rows = await db
    .select({ id: orderLines.orderId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(sellerOrders, isOwnPart)
    .where(and(isBoughtBy(userId), eq(orderLines.productId, productId)))
    .limit(1)
  return rows.length > 0
}

/** True for the revision that was current when the order was placed. */
const isOfSale = sql<boolean>`(${productPapers.createdAt} <= ${orders.createdAt}
  and (${productPapers.supersededAt} is null or ${productPapers.supersededAt} > ${orders.createdAt}))`

/** A page of what a user owns papers of; `orderId`: of one order. */
interface OwnedRange {
  orderId?: string | undefined
  search?: string | undefined
  limit?: number
  offset?: number
}

const ownedBy = (userId: string, { orderId, search }: OwnedRange): SQL | undefined =>
  and(
    isBoughtBy(userId),
    or(isOfSale, isNull(productPapers.supersededAt)),
    orderId === undefined ? undefined : eq(sql`${orders.id}::text`, orderId),
    search ? contains(sql`lower(concat_ws(' ', ${orderLines.name}, ${orders.number}))`, search) : undefined,
  )

/**
 * Returns the papers of what a user has bought, newest order first: of each kind and language the revision of the sale, which stays the
 * buyer's, and the newest one; with the copy on paper that was asked for.
 */
export function listOwned(db: Db, userId: string, { limit, offset = 0, ...asked }: OwnedRange) {
  const query = db
    .select({
      paper: productPapers,
      productName: orderLines.name,
      businessId: orderLines.businessId,
      orderId: orders.id,
      orderNumber: orders.number,
      orderedAt: orders.createdAt,
      isOfSale,
      copy: { dueAt: paperCopies.dueAt, sentAt: paperCopies.sentAt },
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(sellerOrders, isOwnPart)
    .innerJoin(productPapers, eq(productPapers.productId, orderLines.productId))
    .leftJoin(paperCopies, and(eq(paperCopies.orderId, orders.id), eq(paperCopies.paperId, productPapers.id)))
    .where(ownedBy(userId, asked))
    .orderBy(desc(orders.createdAt), asc(orders.id), asc(orderLines.position), ...paperOrder)
    .offset(offset)
  return limit === undefined ? query : query.limit(limit)
}

/** A paper that somebody owns. */
export type OwnedRow = Awaited<ReturnType<typeof listOwned>>[number]

/** Counts the papers of what a user has bought. */
export async function countOwned(db: Db, userId: string, asked: OwnedRange): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(sellerOrders, isOwnPart)
    .innerJoin(productPapers, eq(productPapers.productId, orderLines.productId))
    .where(ownedBy(userId, asked))
  return row?.count ?? 0
}

/** Returns whether the product of one of these lines has a paper. */
export async function hasPapers(db: Db, lines: readonly { productId: string | null }[]): Promise<boolean> {
  const ids = lines.flatMap(({ productId }) => productId ?? [])
  const [row] =
    ids.length === 0
      ? []
      : await db.select({ id: productPapers.id }).from(productPapers).where(inArray(productPapers.productId, ids)).limit(1)
  return row !== undefined
}

/** Returns public products that have public papers, by name, with their number. */
export async function listPaperedProducts(
  db: Db,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
) {
  const has = sql`exists (select from ${productPapers} where ${productPapers.productId} = ${products.id} and ${isPublicPaper})`
  const where = and(products.isPublic, has, search ? sql`lower(${products.name}) like ${likeAnywhere(search.toLowerCase())}` : undefined)
  const rows = await db
    .select({ id: products.id, slug: products.slug, name: products.name, businessName: businesses.name })
    .from(products)
    .innerJoin(businesses, eq(businesses.id, products.businessId))
    .where(where)
    .orderBy(sql`lower(${products.name}) collate "C"`, asc(products.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(products, where) }
}

/** Returns the public papers of these products, by kind, language and age. */
export async function listPublicPapers(db: Db, productIds: readonly string[]): Promise<PaperRow[]> {
  if (productIds.length === 0) return []
  return db
    .select()
    .from(productPapers)
    .where(and(inArray(productPapers.productId, [...productIds]), isPublicPaper))
    .orderBy(...paperOrder)
}

/** Returns public papers of public products that have all words of a search in their text, with the names of these. */
export function searchPapers(db: Db, { kinds, languages, words }: PaperSearch, limit: number) {
  return db
    .select({
      productId: products.id,
      slug: products.slug,
      name: products.name,
      kind: productPapers.kind,
      language: productPapers.language,
    })
    .from(productPapers)
    .innerJoin(products, eq(products.id, productPapers.productId))
    .where(
      and(
        products.isPublic,
        isPublicPaper,
        inArray(productPapers.kind, [...kinds]),
        languages.length > 0 ? inArray(productPapers.language, [...languages]) : undefined,
        ...words.map((word) => sql`${products.searchText} like ${likeAnywhere(word)}`),
      ),
    )
    .orderBy(asc(products.name), asc(products.id), ...paperOrder)
    .limit(limit)
}

/** Locks the papers of a product until the transaction ends. */
export const lockPapers = (tx: Db, productId: string): Promise<void> => takeLock(tx, `papers:${productId}`)

/** Returns the current paper of a product where it is the same in kind, language, content, law and last day; null where there is none. */
export async function findSame(
  tx: Db,
  same: Pick<PaperRow, 'productId' | 'kind' | 'language' | 'hash' | 'law' | 'validTo'>,
): Promise<PaperRow | null> {
  const [row] = await tx
    .select()
    .from(productPapers)
    .where(
      and(
        eq(productPapers.productId, same.productId),
        eq(productPapers.kind, same.kind),
        eq(productPapers.language, same.language),
        eq(productPapers.hash, same.hash),
        eq(productPapers.law, same.law),
        sql`${productPapers.validTo} is not distinct from ${same.validTo}::date`,
        isNull(productPapers.supersededAt),
      ),
    )
  return row ?? null
}

/** Adds a paper, which supersedes the one of its kind and language. */
export async function insertPaper(tx: Db, values: typeof productPapers.$inferInsert & { createdAt: Date }): Promise<PaperRow> {
  const { productId, kind, language, createdAt } = values
  await tx
    .update(productPapers)
    .set({ supersededAt: createdAt })
    .where(
      and(
        eq(productPapers.productId, productId),
        eq(productPapers.kind, kind),
        eq(productPapers.language, language),
        isNull(productPapers.supersededAt),
      ),
    )
  const [row] = await tx.insert(productPapers).values(values).returning()
  if (!row) throw new Error('The paper was not stored')
  return row
}

/** Returns whether a product was ever ordered. */
export async function wasOrdered(tx: Db, productId: string): Promise<boolean> {
  return (await tx.$count(orderLines, eq(orderLines.productId, productId))) > 0
}

/** Deletes a paper of a product that was never ordered; the revision before it is the newest again. */
export async function deletePaper(tx: Db, { id, productId, kind, language, supersededAt }: PaperRow): Promise<void> {
  await tx.delete(productPapers).where(eq(productPapers.id, id))
  if (supersededAt !== null) return
  await tx.execute(sql`update ${productPapers} set superseded_at = null where id = (
    select id from ${productPapers} where product_id = ${productId}::uuid and kind = ${kind} and language = ${language}
    order by created_at desc, id limit 1)`)
}

/** Keeps when staff accepted a paper as a proof; null: they did not. */
export async function keepAcceptance(tx: Db, id: string, acceptedAt: Date | null): Promise<PaperRow | null> {
  const [row] = await tx.update(productPapers).set({ acceptedAt }).where(eq(productPapers.id, id)).returning()
  return row ?? null
}

/** Returns a business's products that have an SKU. */
export function listSkus(db: Db, businessId: string) {
  return db
    .select({ id: products.id, sku: sql<string>`${products.sku}` })
    .from(products)
    .where(and(eq(products.businessId, businessId), ne(products.status, 'Deleted'), isNotNull(products.sku)))
}

const copyColumns = {
  id: paperCopies.id,
  orderId: paperCopies.orderId,
  orderNumber: orders.number,
  productName: products.name,
  paper: { id: productPapers.id, kind: productPapers.kind, language: productPapers.language, revision: productPapers.revision },
  createdAt: paperCopies.createdAt,
  dueAt: paperCopies.dueAt,
  sentAt: paperCopies.sentAt,
}

/** The copy is of a seller order that was not canceled. */
export const isNotCanceled = sql`exists (select from ${sellerOrders} where ${sellerOrders.orderId} = ${paperCopies.orderId}
  and ${sellerOrders.businessId} = ${paperCopies.businessId} and ${sellerOrders.status} <> 'cancelled')`

/** State of a copy at a moment. */
const copyState = (now: Date) => sql<CopyState>`case when ${paperCopies.sentAt} is not null then 'sent'
  when ${paperCopies.dueAt} < ${now.toISOString()}::timestamptz then 'late' else 'open' end`

/** Copies that are asked for: of a business, or of all; one of them, or those of an order. `now` decides their states. */
interface CopyFilter {
  now: Date
  state?: CopyState | undefined
  businessId?: string
  id?: string | undefined
  orderId?: string | undefined
  search?: string | undefined
}

/** Copies of orders that were not canceled. */
function copiesWhere({ now, state, businessId, id, orderId, search }: CopyFilter): SQL | undefined {
  return and(
    isNotCanceled,
    state === undefined ? undefined : eq(copyState(now), state),
    businessId === undefined ? undefined : eq(paperCopies.businessId, businessId),
    id === undefined ? undefined : eq(paperCopies.id, id),
    orderId === undefined ? undefined : eq(paperCopies.orderId, orderId),
    search ? contains(sql`lower(concat_ws(' ', ${products.name}, ${orders.number}, ${businesses.name}))`, search) : undefined,
  )
}

/** Returns copies on paper, by default those to send first, by deadline. */
export function listCopies(
  db: Db,
  { sort, ...filter }: CopyFilter & { sort?: 'dueAt' | '-dueAt' | undefined },
  range?: { limit: number; offset: number },
) {
  const byDeadline = sort === '-dueAt' ? desc(paperCopies.dueAt) : asc(paperCopies.dueAt)
  const query = db
    .select({ ...copyColumns, businessName: businesses.name, state: copyState(filter.now) })
    .from(paperCopies)
    .innerJoin(orders, eq(orders.id, paperCopies.orderId))
    .innerJoin(productPapers, eq(productPapers.id, paperCopies.paperId))
    .innerJoin(products, eq(products.id, productPapers.productId))
    .innerJoin(businesses, eq(businesses.id, paperCopies.businessId))
    .where(copiesWhere(filter))
    .orderBy(...(sort ? [] : [sql`${paperCopies.sentAt} is not null`]), byDeadline, asc(paperCopies.id))
  return range ? query.limit(range.limit).offset(range.offset) : query
}

/** A copy with its order and its paper. */
export type CopyRow = Awaited<ReturnType<typeof listCopies>>[number]

/** Counts copies on paper. */
export async function countCopies(db: Db, filter: CopyFilter): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(paperCopies)
    .innerJoin(orders, eq(orders.id, paperCopies.orderId))
    .innerJoin(productPapers, eq(productPapers.id, paperCopies.paperId))
    .innerJoin(products, eq(products.id, productPapers.productId))
    .innerJoin(businesses, eq(businesses.id, paperCopies.businessId))
    .where(copiesWhere(filter))
  return row?.count ?? 0
}

/** Adds copies; one that was asked for already stays as it is. @returns those that were added */
export async function insertCopies(tx: Db, rows: readonly (typeof paperCopies.$inferInsert)[]) {
  if (rows.length === 0) return []
  return tx
    .insert(paperCopies)
    .values([...rows])
    .onConflictDoNothing()
    .returning()
}

/** Stores when a copy of a business was sent; null: it was not. */
export async function storeSent(tx: Db, businessId: string, id: string, sentAt: Date | null): Promise<void> {
  await tx
    .update(paperCopies)
    .set({ sentAt })
    .where(and(eq(paperCopies.id, id), eq(paperCopies.businessId, businessId)))
}
