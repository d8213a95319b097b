import type { FastifyInstance } from 'fastify'
import { categories } from '#contract/catalog/categories.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { normalizeText } from '#domain/search/words.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { findCategory, listCategories } from './category-list.ts'
import { createCategory } from './create-category.ts'
import { deleteCategory } from './delete-category.ts'
import { presentCategories, presentCategory, presentDeleted } from './present-category.ts'
import { restoreCategory } from './restore-category.ts'
import { updateCategory } from './update-category.ts'

interface Wanted {
  page?: number | undefined
  limit?: number | undefined
  search?: string | undefined
}

/** Returns one page of the categories that match the search. There are few, so they are filtered in memory. */
function pageOf<Row extends { label: string; value: string }>(rows: Row[], { page = 1, limit = PAGE_LIMIT, search = '' }: Wanted) {
  const wanted = normalizeText(search)
  const found = rows.filter(({ label, value }) => normalizeText(label).includes(wanted) || normalizeText(value).includes(wanted))
  return { items: found.slice((page - 1) * limit, page * limit), total: found.length }
}

export function categoryRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, categories.listPublic, async ({ query }) => {
    const rows = (await listCategories(db)).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
    return pageOf(rows, query)
  })
  route(app, categories.listForStaff, async ({ query }) => pageOf(await presentCategories(db), query))

  const exists = async ({ params }: { params: { idOrValue: string } }) => (await findCategory(db, params.idOrValue)) !== null
  route(app, categories.create, async ({ actor, body, request }) =>
    presentCategory(db, await createCategory(deps, actor, body, request.id)),
  )
  route(
    app,
    categories.update,
    async ({ actor, params, body, request }) =>
      presentCategory(db, await updateCategory(deps, actor, { ...params, body, requestId: request.id })),
    { exists },
  )
  route(
    app,
    categories.remove,
    async ({ actor, params, query, request }) => {
      await deleteCategory(deps, actor, { ...params, moveTo: query.moveTo, requestId: request.id })
      return { ok: true as const }
    },
    { exists },
  )
  route(app, categories.listDeleted, ({ actor }) =>
    presentDeleted(db, actor, new Date(deps.now().getTime() - RETENTION_DAYS.deleted * DAY_MS)),
  )
  route(app, categories.restore, async ({ actor, params, request }) =>
    presentCategory(db, await restoreCategory(deps, actor, { ...params, requestId: request.id })),
  )
}
