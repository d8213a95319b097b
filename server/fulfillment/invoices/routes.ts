import type { FastifyInstance } from 'fastify'
import { orderMoney } from '#contract/fulfillment/order-money.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { readInvoice } from './read-invoice.ts'

/** Binds the invoice of an order. */
export function invoiceRoutes(app: FastifyInstance, deps: Deps): void {
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
