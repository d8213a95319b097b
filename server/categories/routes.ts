import type { FastifyInstance } from 'fastify'
import { categories } from '#contract/categories.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { listCategories } from './repository.ts'

/** The categories of the shop. */
export function categoryRoutes(app: FastifyInstance, { db }: Deps): void {
  route(app, categories.listPublic, async () =>
    (await listCategories(db)).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  )
}
