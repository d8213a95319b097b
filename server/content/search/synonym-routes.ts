import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { synonyms } from '#contract/content/synonyms.ts'
import { searchProducts } from '#server/catalog/products/found-products.ts'
import { countSynonyms, listSynonyms, listZeroResults, type SynonymRow } from '#server/catalog/products/synonym-list.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
import { route } from '#server/platform/http/route.ts'
import { presentSynonym, presentTried } from './present-synonym.ts'
import { createSynonym, dismissSearch, reindexAll, removeSynonym, updateSynonym } from './save-synonym.ts'

/** Products that a tried search shows. */
const TRIED = 20

/** Routes of what staff see and change of the search. */
export function synonymRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, synonyms.list, async ({ query: { page = 1, limit = PAGE_LIMIT, ...filter } }) => ({
    items: (await listSynonyms(db, filter, { limit, offset: (page - 1) * limit })).map(presentSynonym),
    total: await countSynonyms(db, filter),
  }))
  exportRoute(app, deps, synonyms.export, {
    name: 'synonyms',
    columns: [
      { title: 'language', value: ({ language }: SynonymRow) => language },
      { title: 'kind', value: ({ kind }) => kind },
      { title: 'terms', value: ({ terms }) => terms.join('; '), width: 60 },
      { title: 'targets', value: ({ targets, answer }) => answer?.title ?? targets.join('; '), width: 60 },
      { title: 'active', value: ({ isActive }) => isActive },
      { title: 'note', value: ({ note }) => note, width: 40 },
    ],
    all: async (tx, { query }) => listSynonyms(tx, query),
  })
  route(app, synonyms.create, async ({ actor, body, request }) =>
    presentSynonym(await createSynonym(deps, { actor, requestId: request.id }, body)),
  )
  route(app, synonyms.update, async ({ actor, params, body, request }) =>
    presentSynonym(await updateSynonym(deps, { actor, requestId: request.id }, params.id, body)),
  )
  route(app, synonyms.remove, async ({ actor, params, request }) => {
    await removeSynonym(deps, { actor, requestId: request.id }, params.id)
    return { ok: true as const }
  })
  route(app, synonyms.zeroResults, async ({ query: { page = 1, limit = PAGE_LIMIT, search, sort } }) => {
    const { rows, total } = await listZeroResults(db, { search, sort, limit, offset: (page - 1) * limit })
    return { items: rows.map((row) => ({ ...row, lastAt: row.lastAt.toISOString() })), total }
  })
  route(app, synonyms.dismiss, async ({ actor, body, request }) => {
    await dismissSearch(deps, { actor, requestId: request.id }, body.term)
    return { ok: true as const }
  })
  route(app, synonyms.tryOut, async ({ body: { q, lang } }) =>
    presentTried(await searchProducts(db, { search: q, lang }, { sort: 'relevance', limit: TRIED, offset: 0 })),
  )
  route(app, synonyms.reindex, async ({ actor, request }) => {
    await reindexAll(deps, { actor, requestId: request.id })
    return { ok: true as const }
  })
}
