import type { FastifyInstance } from 'fastify'
import { search } from '#contract/content/search.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { recordZeroResults } from '#server/catalog/products/record-zero-results.ts'
import { countClick } from '#server/catalog/products/search-clicks.ts'
import { displayed, marketIn, type ShowPrices } from '#server/catalog/products/shown-products.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { createAddressLimit } from '#server/platform/http/throttle.ts'
import { createSearchCounter } from './count-searches.ts'
import { findHits } from './find-hits.ts'
import { suggestFor } from './suggest-searches.ts'

/** Clicks that are counted from one network. */
const CLICKS_PER_NETWORK = { limit: 30, windowMs: MINUTE_MS }

/** Routes of the search. @param prices how products are shown in a market */
export function searchRoutes(app: FastifyInstance, deps: Deps, prices: ShowPrices): void {
  const recordZeroResult = recordZeroResults(deps)
  const limit = createAddressLimit(deps, 'search-click', CLICKS_PER_NETWORK)
  route(app, search.suggest, ({ query }) => suggestFor(deps, query))
  const counter = createSearchCounter(deps, (error) => app.log.warn({ err: error }, 'could not count searches'))
  app.addHook('onClose', () => counter.flush())
  route(app, search.click, async ({ body: { q, lang, kind, id, isTop }, request }) => {
    const isCounted = await limit(request.ip).then(
      () => true,
      () => false,
    )
    if (!isCounted) return { ok: true as const }
    if (isTop) counter.add({ topClicks: 1 })
    await countClick(deps.db, { query: q, language: lang, kind, id }, deps.now())
    return { ok: true as const }
  })
  route(app, search.countOutcome, ({ body: { outcome }, request }) => {
    if (counter.mayCount(request.ip))
      counter.add({ searches: 1, nothing: outcome === 'nothing' ? 1 : 0, corrected: outcome === 'corrected' ? 1 : 0 })
    return { ok: true as const }
  })
  route(app, search.find, async ({ actor, request, query: { q = '', lang, exact, group, page = 1, ...asked } }) => {
    const hits = await findHits(deps, { query: q, lang, isExact: exact }, group ? { group, page } : null)
    if (!exact && Object.values(hits.totals).every((total) => total === 0) && hits.understood.answers.length === 0)
      recordZeroResult({ search: q, language: lang, actor, request })
    const market = marketIn(asked)
    if (!market) return hits
    const ids = hits.products.map(({ id }) => id)
    return { ...hits, products: displayed(hits.products, await prices.products(market, ids)) }
  })
}
