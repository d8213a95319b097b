import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { insideWords, relevance } from '#server/catalog/products/product-list.ts'
import { isPublic } from '#server/content/blog/published-posts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { blogPosts, businesses, products } from '#server/platform/db/schema.ts'
import { joined, normalized } from '#server/platform/text/normalized-columns.ts'
import { likeAnywhere, type SearchWord } from '#server/platform/text/search-text.ts'
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
      productCount: sql<number>`(select count(*)::int from ${products} p where p.business_id = "businesses"."id" and p.status = 'Active')`,
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
      insideWords(sql`${blogPosts.searchText}`, words),
      desc(blogPosts.publishedAt),
      blogPosts.id,
    )
    .limit(limit)
    .offset(offset)
}

const vocabularies = new WeakMap<Db, Map<'producers' | 'articles', { version: string; words: string[] }>>()

/** Returns every word of `text` in the rows `from`, cached until a row is added, removed or changed. */
async function wordsOf(db: Db, group: 'producers' | 'articles', text: SQL, updatedAt: SQL, from: SQL): Promise<string[]> {
  const state = await db.execute<{ version: string }>(sql`select concat(count(*), ' ', max(${updatedAt})) as version ${from}`)
  const version = state.rows[0]?.version ?? ''
  const known = vocabularies.get(db)?.get(group)
  if (known?.version === version) return known.words
  const { rows } = await db.execute<{ word: string }>(sql`
    select distinct word from (select regexp_split_to_table(${text}, '[^a-z0-9]+') as word ${from}) as words where length(word) > 3 order by word`)
  const words = rows.map(({ word }) => word)
  vocabularies.set(db, (vocabularies.get(db) ?? new Map()).set(group, { version, words }))
  return words
}

/** Returns every word of public producers. */
export function wordsOfProducers(db: Db): Promise<string[]> {
  return wordsOf(db, 'producers', producerText, sql`${businesses.updatedAt}`, sql`from ${businesses} where ${isListedProducer}`)
}

/** Returns every word of published articles. */
export function wordsOfArticles(db: Db, now: Date): Promise<string[]> {
  const from = sql`from ${blogPosts} where ${isPublic(now)}`
  return wordsOf(db, 'articles', sql`${blogPosts.searchText}`, sql`${blogPosts.updatedAt}`, from)
}

const LEAST_LIKENESS = 0.4

/** Returns the words of `vocabulary` that share the most trigrams with `typed`, best first. */
export async function findSimilarWords(db: Db, typed: string, vocabulary: readonly string[], limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from json_array_elements_text(${JSON.stringify(vocabulary)}::json) as word
    where word_similarity(word, ${typed}) >= ${LEAST_LIKENESS} order by word_similarity(word, ${typed}) desc, word limit ${limit}`)
  return rows.map(({ word }) => word)
}
