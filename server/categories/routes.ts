import type { FastifyInstance } from 'fastify'
import { categories } from '#contract/categories.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { listCategories } from './repository.ts'

/** The categories of the shop. */
export function categoryRoutes(app: FastifyInstance, { db }: Deps): void {
  route(app, categories.listPublic, async ({ query: { page = 1, limit = PAGE_LIMIT, search = '' } }) => {
    const wanted = search.toLowerCase()
    const rows = (await listCategories(db)).filter(({ label, value }) => label.toLowerCase().includes(wanted) || value.includes(wanted))
    const items = rows.slice((page - 1) * limit, page * limit).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
    return { items, total: rows.length }
  })
}
