import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { SYNONYM_LIST } from '#contract/content/synonym-list.ts'
import { synonyms } from '#contract/content/synonyms.ts'
import { MAX_FILE_BYTES } from '#domain/search/synonym-file.ts'
import { DAY_MS } from '#domain/time.ts'
import { listCoded, searchProducts } from '#server/catalog/products/found-products.ts'
import { countSynonyms, listSynonyms, listZeroResults } from '#server/catalog/products/synonym-list.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { acceptForms, receiveForm } from '#server/platform/http/form.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { createUserLimit, FILES_PER_USER } from '#server/platform/http/throttle.ts'
import { listClicks } from './click-list.ts'
import { importSynonyms } from './import-synonyms.ts'
import { presentSynonym, presentTried } from './present-synonym.ts'
import { createSynonym, dismissSearch, reindexAll, removeSynonym, updateSynonym } from './save-synonym.ts'

/** Days for which a search without results is listed after it was last made. */
const LISTED_DAYS = 90
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
    columns: fileColumns(SYNONYM_LIST, ['language', 'kind', 'terms']),
    all: async (tx, { query }) => (await listSynonyms(tx, query)).map(presentSynonym),
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
  route(app, synonyms.zeroResults, async ({ query: { page = 1, limit = PAGE_LIMIT, ...filter } }) => {
    const since = new Date(deps.now().getTime() - LISTED_DAYS * DAY_MS)
    const { rows, total } = await listZeroResults(db, { ...filter, since, limit, offset: (page - 1) * limit })
    return { items: rows.map((row) => ({ ...row, firstAt: row.firstAt?.toISOString() ?? null, lastAt: row.lastAt.toISOString() })), total }
  })
  route(app, synonyms.dismiss, async ({ actor, body, request }) => {
    await dismissSearch(deps, { actor, requestId: request.id }, body)
    return { ok: true as const }
  })
  route(app, synonyms.clicks, ({ query: { page = 1, limit = PAGE_LIMIT, ...filter } }) =>
    listClicks(db, filter, { limit, offset: (page - 1) * limit }),
  )
  route(app, synonyms.tryOut, async ({ body: { q, lang } }) => {
    const found = await searchProducts(db, { search: q, lang }, { sort: 'relevance', limit: TRIED, offset: 0 })
    const ids = found.rows.map(({ id }) => id)
    return presentTried(q, found, found.search ? await listCoded(db, found.search, ids) : new Set())
  })
  route(app, synonyms.reindex, async ({ actor, request }) => {
    await reindexAll(deps, { actor, requestId: request.id })
    return { ok: true as const }
  })
}

async function receiveFile(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
  if (!request.isMultipart()) return refuseField('file', 'Please choose a file.')
  const { files } = await receiveForm(request)
  return files.find(({ field }) => field === 'file') ?? refuseField('file', 'Please choose a file.')
}

/** Route of the import of synonyms, the only one of the search that takes a form. */
export async function synonymImportRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const limit = createUserLimit(deps, 'synonym-import', FILES_PER_USER)
  await app.register(async (scope) => {
    await acceptForms(scope, { files: 1, fileSize: MAX_FILE_BYTES })
    route(
      scope,
      synonyms.importFile,
      async ({ actor, request }) => {
        await limit(actor.userId)
        return importSynonyms(deps, { actor, requestId: request.id }, await receiveFile(request))
      },
      { bodyLimit: MAX_FILE_BYTES + 64 * 1024 },
    )
  })
}
