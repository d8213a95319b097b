import type { FastifyInstance } from 'fastify'
import { search } from '#contract/content/search.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { recordZeroResults } from '#server/catalog/products/record-zero-results.ts'
import { countClick } from '#server/catalog/products/search-clicks.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { createAddressLimit } from '#server/platform/http/throttle.ts'
import { findHits } from './find-hits.ts'
import { suggestFor } from './suggest-searches.ts'

/** Clicks that are counted from one network. */
const CLICKS_PER_NETWORK = { limit: 30, windowMs: MINUTE_MS }

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  const recordZeroResult = recordZeroResults(deps)
  const limit = createAddressLimit(deps, 'search-click', CLICKS_PER_NETWORK)
  route(app, search.suggest, ({ query }) => suggestFor(deps, query))
  route(app, search.click, async ({ body: { q, lang, kind, id }, request }) => {
    const isCounted = await limit(request.ip).then(
      () => true,
      () => false,
    )
    if (isCounted) await countClick(deps.db, { query: q, language: lang, kind, id }, deps.now())
    return { ok: true as const }
  })
  route(app, search.find, async ({ actor, request, query: { q = '', lang, exact, group, page = 1 } }) => {
    const hits = await findHits(deps, { query: q, lang, isExact: exact }, group ? { group, page } : null)
    if (Object.values(hits.totals).every((total) => total === 0) && hits.understood.answers.length === 0)
      recordZeroResult({ search: q, language: lang, actor, request })
    return hits
  })
}
