import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { isPublic } from '#server/content/blog/published-posts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { blogPosts, businesses, products } from '#server/platform/db/schema.ts'
import { joined, normalized } from '#server/platform/text/normalized-columns.ts'
import { insideWords, likeAnywhere, relevance, type SearchWord } from '#server/platform/text/search-text.ts'
import type { Documents } from '#server/platform/text/search-words.ts'
import { maySell } from '#server/sellers/businesses/public-businesses.ts'

/** The requested range of a group. */
export interface GroupPage {
  limit: number
  offset: number
}

const hasAllWords = (text: SQL, words: readonly SearchWord[]) =>
  and(...words.map(({ readings }) => or(...readings.map((reading) => sql`${text} like ${likeAnywhere(reading)}`))))

const total = sql<number>`count(*) over ()::int`

const isListedProducer = and(maySell, eq(businesses.businessType, 'producer'))
const producerText = normalized(joined(businesses.name, businesses.description, businesses.city, businesses.country))

/** Returns public producers with every word in their name, description or place, best first. */
export async function findProducers(db: Db, words: readonly SearchWord[], { limit, offset }: GroupPage) {
  return db
    .select({
      id: businesses.id,
      slug: businesses.slug,
      name: businesses.name,
      description: businesses.description,
      city: businesses.city,
      country: businesses.country,
      // Active ones: the index of public products counts those, and recalled ones are few
      productCount: sql<number>`(select count(*)::int from ${products} p where p.business_id = "businesses"."id" and p.is_public)
        + (select count(*)::int from ${products} p where p.business_id = "businesses"."id" and p.status = 'Active' and p.recalled_at is not null)`,
      total,
    })
    .from(businesses)
    .where(and(isListedProducer, hasAllWords(producerText, words)))
    .orderBy(
      relevance(normalized(businesses.name), words),
      insideWords(producerText, words),
      sql`lower(${businesses.name}) collate "C"`,
      businesses.id,
    )
    .limit(limit)
    .offset(offset)
}

/** Returns published articles with every word in their text, best first, then newest. */
export async function findArticles(db: Db, now: Date, words: readonly SearchWord[], { limit, offset }: GroupPage) {
  return db
    .select({
      id: blogPosts.id,
      slug: blogPosts.slug,
      title: blogPosts.title,
      excerpt: blogPosts.excerpt,
      content: blogPosts.content,
      category: blogPosts.category,
      publishedAt: sql<Date>`${blogPosts.publishedAt}`.mapWith(blogPosts.publishedAt),
      total,
    })
    .from(blogPosts)
    .where(and(isPublic(now), hasAllWords(sql`${blogPosts.searchText}`, words)))
    .orderBy(
      relevance(normalized(blogPosts.title), words),
      insideWords(blogPosts.searchText, words),
      desc(blogPosts.publishedAt),
      blogPosts.id,
    )
    .limit(limit)
    .offset(offset)
}

/** Public producers, where a misspelled search looks for what it may mean. */
export const PRODUCERS: Documents = { text: producerText, from: sql`${businesses}`, where: isListedProducer }

/** Published articles, where a misspelled search looks for what it may mean. */
export const articlesAt = (now: Date): Documents => ({ text: blogPosts.searchText, from: sql`${blogPosts}`, where: isPublic(now) })
