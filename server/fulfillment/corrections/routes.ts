import type { FastifyInstance } from 'fastify'
import { orderMoney } from '#contract/fulfillment/order-money.ts'
import { hasOrder } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { answerOf } from '#server/platform/http/send-answer.ts'
import { checkPayment } from './check-payment.ts'
import { markManyPaid, markPaid } from './mark-paid.ts'
import { refundOrder } from './refund-order.ts'

/** Binds what staff correct about the money of an order: marked as paid, refunded, checked. */
export function correctionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, throttle } = deps
  const exists = ({ params }: { params: { id: string } }) => hasOrder(db, params.id, null)
  route(
    app,
    orderMoney.markPaid,
    async ({ actor, params: { id }, body, idempotencyKey, request, reply }) =>
      answerOf(await markPaid(deps, actor, { id, body, idempotencyKey, requestId: request.id }), reply),
    { exists },
  )
  route(app, orderMoney.markManyPaid, ({ actor, body, request }) => markManyPaid(deps, actor, body, request.id))
  route(
    app,
    orderMoney.refund,
    async ({ actor, params: { id }, body, idempotencyKey, request, reply }) => {
      const reauthentication = { actor, address: request.ip, requestId: request.id, throttle }
      return answerOf(await refundOrder(deps, reauthentication, { id, body, idempotencyKey }), reply)
    },
    { exists },
  )
  route(app, orderMoney.checkPayment, ({ actor, params: { id }, body, request }) =>
    checkPayment(deps, actor, { id, ...body, requestId: request.id }),
  )
}
