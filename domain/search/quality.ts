import type { SearchLanguage } from './search-language.ts'

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
