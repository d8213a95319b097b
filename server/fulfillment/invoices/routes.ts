import type { FastifyInstance } from 'fastify'
import { orderMoney } from '#contract/fulfillment/order-money.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { readInvoice } from './read-invoice.ts'

/** Binds the invoice of an order. */
export function invoiceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, orderMoney.invoice, async ({ actor, params, reply }) => {
    const { name, bytes } = await readInvoice(deps, actor, params.id)
    return sendFile(reply, { name, type: 'application/pdf', bytes })
  })
}
