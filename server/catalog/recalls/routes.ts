import type { FastifyInstance } from 'fastify'
import { recalls } from '#contract/catalog/recalls.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { firstPicture } from '#drawings/product-pictures.ts'
import { mayEdit } from '#server/catalog/product-edits/product-form.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { route } from '#server/platform/http/route.ts'
import { changeRecall } from './change-recall.ts'
import { listRecalls } from './recall-list.ts'

/** Binds the recalls of products: read by anyone, announced by staff. */
export function recallRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const exists = ({ actor, params }: { actor: Actor; params: { productId: string } }) => mayEdit(db, actor, params.productId)

  route(app, recalls.list, async ({ query: { page = 1, limit = PAGE_LIMIT } }) => {
    const { rows, total } = await listRecalls(db, { limit, offset: (page - 1) * limit })
    const items = rows.map((row) => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      image: firstPicture(row),
      brand: row.brand ?? row.businessName,
      mpn: row.mpn,
      sku: row.sku,
      businessName: row.businessName,
      recall: { at: row.recalledAt?.toISOString() ?? '', text: row.recallText },
    }))
    return { items, total }
  })
  route(
    app,
    recalls.change,
    ({ actor, params, body, request }) => changeRecall(deps, actor, { ...params, ...body, requestId: request.id }),
    { exists },
  )
  route(app, recalls.end, ({ actor, params, request }) => changeRecall(deps, actor, { ...params, text: null, requestId: request.id }), {
    exists,
  })
}
