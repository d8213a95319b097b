import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion, NEXT_VERSION } from '#server/platform/db/product-version.ts'
import type { ListPart } from '#server/platform/db/read-ids.ts'
import { businesses, categories, orderLines, orders, products, sellerOrders, users } from '#server/platform/db/schema.ts'

const isListed = and(isNotNull(products.recalledAt), ne(products.status, 'Deleted'))

/** Returns a part of the recalled products, newest recall first, and their number. */
export async function listRecalls(db: Db, { limit, offset }: Pick<ListPart, 'limit' | 'offset'>) {
  const { id, slug, name, images, specifications, features, brand, mpn, sku, recalledAt, recallText } = products
  const rows = await db
    .select({
      id,
      slug,
      name,
      images,
      specifications,
      features,
      brand,
      mpn,
      sku,
      recalledAt,
      recallText,
      editedVersion,
      category: baseCategory,
      businessName: businesses.name,
    })
    .from(products)
    .innerJoin(businesses, eq(businesses.id, products.businessId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isListed)
    .orderBy(desc(recalledAt), id)
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(products, isListed) }
}

/** Returns the product with this id, locked until the transaction ends; null where there is none, or it is deleted. */
export async function lockRecalled(tx: Db, id: string) {
  const { slug, name, businessId, version, recalledAt, recallText } = products
  const [row] = await tx
    .select({ id: products.id, slug, name, businessId, version, editedVersion, recalledAt, recallText })
    .from(products)
    .where(and(eq(products.id, id), ne(products.status, 'Deleted')))
    .for('update')
  return row ?? null
}

/** A product whose recall is about to change. */
export type RecalledRow = NonNullable<Awaited<ReturnType<typeof lockRecalled>>>

/** Stores the recall of a locked product; null ends it. */
export async function storeRecall(tx: Db, id: string, recall: { at: Date; text: string } | null, now: Date): Promise<void> {
  await tx
    .update(products)
    .set({ recalledAt: recall?.at ?? null, recallText: recall?.text ?? '', updatedAt: now, ...NEXT_VERSION })
    .where(eq(products.id, id))
}

/** A person who bought a product, with the numbers of the orders. */
export interface Buyer {
  userId: string
  name: string
  email: string
  orderNumbers: string[]
}

/** Returns everybody who ordered a product, without orders whose part with it was canceled, and without deleted accounts. */
export function listBuyers(db: Db, productId: string): Promise<Buyer[]> {
  return db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      orderNumbers: sql<string[]>`array_agg(${orders.number} order by ${orders.createdAt})`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(sellerOrders, and(eq(sellerOrders.orderId, orderLines.orderId), eq(sellerOrders.businessId, orderLines.businessId)))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orderLines.productId, productId), ne(sellerOrders.status, 'cancelled'), ne(users.status, 'Deleted')))
    .groupBy(users.id)
    .orderBy(users.id)
}
