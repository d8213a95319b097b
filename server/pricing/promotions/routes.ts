import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { PROMOTION_LIST } from '#contract/pricing/promotion-list.ts'
import { promotions } from '#contract/pricing/promotions.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { presentPromotion } from './present-promotion.ts'
import { countPromotions, findPromotion, listPromotionIds, listPromotions } from './promotion-list.ts'
import { createPromotion, deletePromotion, editPromotion, restorePromotion } from './save-promotion.ts'

const AMOUNTS = ['value', 'valueEUR', 'description', 'minimumOrder', 'minimumOrderEUR'] as const
const COLUMNS = fileColumns(PROMOTION_LIST, ['code', 'type', ...AMOUNTS, 'state', 'starts', 'ends'])

export function promotionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  const exists = async ({ params }: { params: { id: string } }) => (await findPromotion(db, params.id)) !== null

  route(app, promotions.list, async ({ query: { page = 1, limit = PAGE_LIMIT, sort, ...rest } }) => {
    const filter = { ...rest, now: now() }
    const rows = await listPromotions(db, filter, { sort, limit, offset: (page - 1) * limit })
    return { items: rows.map((row) => presentPromotion(row, filter.now)), total: await countPromotions(db, filter) }
  })
  exportRoute(app, deps, promotions.export, {
    name: 'promotions',
    columns: COLUMNS,
    ids: ({ query: { page: _page, limit: _limit, format: _format, sort, ...rest } }) => listPromotionIds(db, { ...rest, now: now() }, sort),
    rows: async (tx, { query: { sort } }, part) =>
      (await listPromotions(tx, { now: now() }, { sort, ...part })).map((row) => presentPromotion(row, now())),
  })
  route(app, promotions.byId, async ({ params }) => presentPromotion(found(await findPromotion(db, params.id)), now()), { exists })
  route(app, promotions.create, ({ actor, body, request }) => createPromotion(deps, body, { actor, requestId: request.id }))
  route(
    app,
    promotions.update,
    ({ actor, body, params, request }) => editPromotion(deps, params.id, body, { actor, requestId: request.id }),
    {
      exists,
    },
  )
  route(
    app,
    promotions.remove,
    async ({ actor, params, request }) => {
      await deletePromotion(deps, params.id, { actor, requestId: request.id })
      return { ok: true as const }
    },
    { exists },
  )
  route(app, promotions.restore, ({ actor, params, request }) => restorePromotion(deps, params.id, { actor, requestId: request.id }))
}
