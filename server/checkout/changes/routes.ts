import type { FastifyInstance } from 'fastify'
import { orderChanges } from '#contract/checkout/order-changes.ts'
import { hasOrder } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { answerOf } from '#server/platform/http/send-answer.ts'
import { changeOrder, previewChange } from './change-order.ts'

/** Changes of orders by staff. */
export function orderChangeRoutes(app: FastifyInstance, deps: Deps): void {
  const exists = ({ params }: { params: { id: string } }) => hasOrder(deps.db, params.id, null)
  route(app, orderChanges.preview, ({ params, body }) => previewChange(deps, params.id, body), { exists })
  route(
    app,
    orderChanges.change,
    async ({ actor, params: { id }, body, idempotencyKey, request, reply }) =>
      answerOf(await changeOrder(deps, actor, { id, body, idempotencyKey, requestId: request.id }), reply),
    { exists },
  )
}
