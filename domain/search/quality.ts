import { SEARCH_LANGUAGES, type SearchLanguage } from './search-language.ts'

/** Marks that the search of the demo catalog reaches: least NDCG@5 and greatest share of searches without a result, both 0 to 1. */
export const QUALITY_MARKS = { all: 0.95, language: 0.85, heldOut: 0.85, zeroResults: 0.02 } as const

/** NDCG@5 below which a query is listed by itself. */
export const WEAK_QUERY = 0.8

/** Results of a weak query that a report names. */
const SHOWN_RESULTS = 5

/** Figures over graded queries: mean NDCG@5, and the share without any result, both 0 to 1. */
export interface QualityFigures {
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

/** Results of a measurement of the search. */
export interface QualityReport {
  all: QualityFigures
  languages: { language: SearchLanguage; figures: QualityFigures }[]
  heldOut: QualityFigures
  /** Queries below `WEAK_QUERY`, the weakest first, without those that are held out. */
  weak: { id: string; language: SearchLanguage; query: string; ndcg: number; found: string[] }[]
  /** Products that the shop shows. */
  products: number
  /** Products that the grades are about, and how many of them the shop shows. */
  graded: { all: number; present: number }
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

/** Returns the report on measured queries; held-out ones are in its figures only. */
export function reportOn(measured: readonly MeasuredQuery[], catalog: Pick<QualityReport, 'products' | 'graded'>): QualityReport {
  return {
    all: figuresOf(measured),
    languages: SEARCH_LANGUAGES.map((language) => ({ language, figures: figuresOf(measured.filter(({ lang }) => lang === language)) })),
    heldOut: figuresOf(measured.filter(({ heldOut }) => heldOut)),
    weak: measured
      .filter(({ heldOut, ndcg }) => !heldOut && ndcg < WEAK_QUERY)
      .map(({ id, lang, query, ndcg, found }) => ({ id, language: lang, query, ndcg, found: found.slice(0, SHOWN_RESULTS) }))
      .sort((one, other) => one.ndcg - other.ndcg),
    ...catalog,
  }
}
