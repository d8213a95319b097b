import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { businesses } from '#contract/sellers/businesses.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readPublicNumbers } from '#server/sellers/registers/present-registers.ts'
import { readPauseText } from './pause-business.ts'
import {
  findPublicBusiness,
  findPublicBusinessBySlug,
  listPublicBusinesses,
  type PublicBusinessRow,
  readOnTime,
} from './public-businesses.ts'

const present = (row: PublicBusinessRow) => ({ ...row, createdAt: row.createdAt.toISOString() })

export function businessRoutes(app: FastifyInstance, { db, now }: Deps): void {
  const presentSeller = async (row: PublicBusinessRow) => ({
    ...present(row),
    producerNumbers: await readPublicNumbers(db, row.id, now()),
    pauseText: await readPauseText(db, row.id, now()),
  })

  route(app, businesses.list, async ({ query: { page = 1, limit = PAGE_LIMIT, businessType, search, sort } }) => {
    const { rows, total } = await listPublicBusinesses(db, { businessType, search }, { sort, limit, offset: (page - 1) * limit })
    return { items: rows.map(present), total }
  })

  route(app, businesses.bySlug, async ({ params }) => {
    const business = found(await findPublicBusinessBySlug(db, params.slug))
    return { ...(await presentSeller(business)), onTime: await readOnTime(db, business.id, now()) }
  })

  route(app, businesses.byId, async ({ params }) => presentSeller(found(await findPublicBusiness(db, params.id))))
}
