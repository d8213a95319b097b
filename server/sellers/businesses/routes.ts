import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { businesses, type PublicSeller } from '#contract/sellers/businesses.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readPublicNumbers } from '#server/sellers/registers/present-registers.ts'
import {
  findPublicBusiness,
  findPublicBusinessBySlug,
  listPublicBusinesses,
  type PublicBusinessRow,
  readOnTime,
} from './public-businesses.ts'

const present = (row: PublicBusinessRow): PublicSeller => ({ ...row, createdAt: row.createdAt.toISOString() })

export function businessRoutes(app: FastifyInstance, { db, now }: Deps): void {
  route(app, businesses.list, async ({ query: { page = 1, limit = PAGE_LIMIT, businessType, search, sort } }) => {
    const { rows, total } = await listPublicBusinesses(db, { businessType, search }, { sort, limit, offset: (page - 1) * limit })
    return { items: rows.map(present), total }
  })

  route(app, businesses.bySlug, async ({ params }) => {
    const business = present(found(await findPublicBusinessBySlug(db, params.slug)))
    const producerNumbers = await readPublicNumbers(db, business.id, now())
    return { ...business, onTime: await readOnTime(db, business.id, now()), producerNumbers }
  })

  route(app, businesses.byId, async ({ params }) => present(found(await findPublicBusiness(db, params.id))))
}
