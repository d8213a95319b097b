import * as z from 'zod/mini'
import { Id } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { SEARCH_LANGUAGES } from '#domain/search/search-language.ts'
import { STAFF_ROLES } from '#domain/user.ts'

/** Figures over graded queries: mean NDCG@5, and the share without any result, both 0 to 1. */
const Figures = z.object({ queries: z.int(), ndcg: z.number(), zeroResults: z.number() })
const Language = z.enum(SEARCH_LANGUAGES)

/** Results of the last measurement of the search. */
export const SearchQualityReport = z.object({
  measuredAt: z.string(),
  all: Figures,
  languages: z.array(z.object({ language: Language, figures: Figures })),
  /** Queries that are never used for tuning, as a total only. */
  heldOut: Figures,
  /** Other queries with an NDCG@5 below 0.8, the weakest first, each with its first five results. */
  weak: z.array(z.object({ id: z.string(), language: Language, query: z.string(), ndcg: z.number(), found: z.array(z.string()) })),
  /** Number of products that the shop showed. */
  products: z.int(),
  /** Products that the grades are about, and how many of them the shop showed: the figures say something about these only. */
  graded: z.object({ all: z.int(), present: z.int() }),
})
export type SearchQualityReport = z.output<typeof SearchQualityReport>

/** The last report; null before the first one. */
export const SearchQuality = z.object({ isMeasuring: z.boolean(), report: z.nullable(SearchQualityReport) })
export type SearchQuality = z.output<typeof SearchQuality>

export const searchQuality = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/search/quality',
    access: STAFF_ROLES,
    summary: 'Returns the last report on the quality of the search, measured with graded queries on the catalog of this shop.',
    response: SearchQuality,
  }),
  measure: endpoint({
    method: 'POST',
    path: '/api/admin/search/quality',
    access: STAFF_ROLES,
    summary: 'Measures the quality of the search in the background; `jobId` is null where a measurement waits or runs already.',
    response: z.object({ jobId: z.nullable(Id) }),
    status: 202,
  }),
}
