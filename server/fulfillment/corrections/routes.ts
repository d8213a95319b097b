import type { FastifyInstance } from 'fastify'
import { orderMoney } from '#contract/fulfillment/order-money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { hasOrder } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { createThrottle } from '#server/platform/http/throttle.ts'
import type { OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { markPaid } from './mark-paid.ts'
import { readInvoice } from './read-invoice.ts'
import { refundOrder } from './refund-order.ts'

/** The money of an order: marked as paid, refunded, and its invoice. */
export function orderMoneyRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const throttle = deps.config.limitsRates ? createThrottle() : null
  const exists = ({ params }: { params: { id: string } }) => hasOrder(db, params.id, null)
  const said = ({ answer, isReplay }: OnceAnswered<Order>, reply: { header: (name: string, value: string) => unknown }) => {
    if (isReplay) reply.header('idempotency-replayed', 'true')
    return answer
  }
  route(
    app,
    orderMoney.markPaid,
    async ({ actor, params: { id }, body, idempotencyKey, request, reply }) =>
      said(await markPaid(deps, actor, { id, body, idempotencyKey, requestId: request.id }), reply),
    { exists },
  )
  route(
    app,
    orderMoney.refund,
    async ({ actor, params: { id }, body, idempotencyKey, request, reply }) => {
      const reauthentication = { actor, address: request.ip, requestId: request.id, throttle }
      return said(await refundOrder(deps, reauthentication, { id, body, idempotencyKey }), reply)
    },
    { exists },
  )
  route(app, orderMoney.invoice, async ({ actor, params, reply }) => {
    const { name, bytes } = await readInvoice(deps, actor, params.id)
    reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
    await reply.send(bytes)
    return undefined as never // the answer has left
  })
}
