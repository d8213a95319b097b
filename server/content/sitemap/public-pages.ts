import { and, asc, eq, max, sql } from 'drizzle-orm'
import { visibleToPublic } from '#server/catalog/products/product-list.ts'
import { isPublic } from '#server/content/blog/published-posts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { blogPosts, businesses, products } from '#server/platform/db/schema.ts'
import { maySell } from '#server/sellers/businesses/public-businesses.ts'

/** A page's slug and the date of its last change. */
export interface ListedPage {
  slug: string
  changedAt: Date
}

/** Returns the public products by slug. */
export function listProductPages(db: Db): Promise<ListedPage[]> {
  return db.select({ slug: products.slug, changedAt: products.updatedAt }).from(products).where(visibleToPublic).orderBy(asc(products.slug))
}

/** Returns the public producers by slug; a page changes with its products. */
export async function listProducerPages(db: Db): Promise<ListedPage[]> {
  const rows = await db
    .select({ slug: businesses.slug, updatedAt: businesses.updatedAt, productsAt: max(products.updatedAt) })
    .from(businesses)
    .leftJoin(products, and(eq(products.businessId, businesses.id), eq(products.isPublic, true)))
    .where(and(maySell, eq(businesses.businessType, 'producer')))
    .groupBy(businesses.id)
    .orderBy(asc(businesses.slug))
  return rows.map(({ slug, updatedAt, productsAt }) => ({ slug, changedAt: productsAt && productsAt > updatedAt ? productsAt : updatedAt }))
}

/** Returns the articles that are public at `now` by slug; a scheduled one changed when it appeared. */
export function listArticlePages(db: Db, now: Date): Promise<ListedPage[]> {
  const changedAt = sql<Date>`greatest(${blogPosts.updatedAt}, ${blogPosts.publishedAt})`.mapWith(blogPosts.updatedAt)
  return db.select({ slug: blogPosts.slug, changedAt }).from(blogPosts).where(isPublic(now)).orderBy(asc(blogPosts.slug))
}
