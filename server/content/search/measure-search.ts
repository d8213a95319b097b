import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchResults } from '#contract/content/search.ts'
import { slugify } from '#domain/product.ts'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findHits } from './find-hits.ts'

/** A query with what its best answers are worth: 3 is what the buyer means, 2 serves as well, 1 is related. */
interface GradedQuery {
  id: string
  lang: 'en' | 'de' | 'fr'
  query: string
  grades: Record<string, number>
  /** Word of the query that says what is wanted, which is never left out. */
  noun?: string
  /** The group of results that the grades are about; products by default. */
  group?: 'products' | 'producers' | 'terms' | 'answers'
  /** True for a query that is never used for tuning. */
  heldOut?: boolean
}

/** The 260 queries that the search is measured by. */
export const QUERIES: readonly GradedQuery[] = JSON.parse(readFileSync(join(import.meta.dirname, 'graded-queries.json'), 'utf8'))

/** NDCG@5 below which a query is listed by itself. */
export const WEAK_QUERY = 0.8

/** Figures over graded queries: mean NDCG@5, and the share without any result, both 0 to 1. */
interface QualityFigures {
  queries: number
  ndcg: number
  zeroResults: number
}

/** A graded query that has been searched, with its results, best first. */
export interface MeasuredQuery {
  id: string
  lang: SearchLanguage
  query: string
  /** True for a query that is never used for tuning, and so never shown. */
  heldOut?: boolean | undefined
  found: readonly string[]
  /** NDCG@5, 0 to 1. */
  ndcg: number
}

/** Sums up measured queries. */
export function figuresOf(measured: readonly Pick<MeasuredQuery, 'found' | 'ndcg'>[]): QualityFigures {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
  return {
    queries: measured.length,
    ndcg: mean(measured.map(({ ndcg }) => ndcg)),
    zeroResults: mean(measured.map(({ found }) => (found.length === 0 ? 1 : 0))),
  }
}

const DEPTH = 5
const gainOf = (grades: readonly number[]) =>
  grades.slice(0, DEPTH).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0)

/** Returns the NDCG@5 of grades in the order of the results: gain 2^grade − 1, discount log2(rank + 1), ideal the five best of `all`. */
export function ndcgAt5(found: readonly number[], all: readonly number[]): number {
  const ideal = gainOf([...all].sort((a, b) => b - a))
  return ideal === 0 ? 0 : gainOf(found) / ideal
}

/** Returns the slugs or ids of the results of the group that a query is about, best first. */
function foundBy({ group = 'products' }: GradedQuery, results: SearchResults): readonly string[] {
  if (group === 'terms') return results.terms.map(({ id }) => id)
  if (group === 'producers') return results.producers.map(({ slug }) => slug)
  if (group === 'answers')
    return [...new Set([...results.understood.answers.map(({ title }) => slugify(title)), ...results.pages.map(({ id }) => id)])]
  return results.products.map(({ slug }) => slug)
}

/** Measures queries by `search`, which returns slugs or ids of the query's group, best first. */
export async function measureQueries(
  search: (query: GradedQuery) => Promise<readonly string[]>,
  queries: readonly GradedQuery[] = QUERIES,
): Promise<MeasuredQuery[]> {
  const measured: MeasuredQuery[] = []
  for (const query of queries) {
    const found = await search(query)
    const grades = found.map((slug) => query.grades[slug] ?? 0)
    const { id, lang, query: text, heldOut } = query
    measured.push({ id, lang, query: text, heldOut, found, ndcg: ndcgAt5(grades, Object.values(query.grades)) })
  }
  return measured
}

/** Searches the shop for every graded query. */
export const measureShop = (deps: Deps): Promise<MeasuredQuery[]> =>
  measureQueries(async (query) => foundBy(query, await findHits(deps, { query: query.query, lang: query.lang }, null)))
