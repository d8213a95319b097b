import type { FastifyInstance } from 'fastify'
import { search } from '#contract/content/search.ts'
import { recordZeroResults } from '#server/catalog/products/record-zero-results.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { findHits } from './find-hits.ts'

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  const recordZeroResult = recordZeroResults(deps)
  route(app, search.find, async ({ actor, request, query: { q = '', lang, exact, group, page = 1 } }) => {
    const hits = await findHits(deps, { query: q, lang, isExact: exact }, group ? { group, page } : null)
    if (Object.values(hits.totals).every((total) => total === 0) && hits.understood.answers.length === 0)
      recordZeroResult({ search: q, language: lang, actor, request })
    return hits
  })
}
