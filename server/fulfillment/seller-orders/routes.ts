import type { FastifyInstance, FastifyReply } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { type SellerOrderQuery, type SellerOrderSummary, sellerOrders } from '#contract/fulfillment/seller-orders.ts'
import { toDecimal } from '#domain/money.ts'
import { ORDER_STATUS_LABELS, shippingMethodLabel } from '#domain/order.ts'
import type { TaxMode } from '#domain/tax-decision.ts'
import { type ExportedLine, exportedLines, LINE_COLUMNS, ofOrder } from '#server/orders/order-export.ts'
import type { OrderLineRow } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireApproved } from '#server/platform/http/actor.ts'
import { type ExportColumn, exportRoute } from '#server/platform/http/export-route.ts'
import { spanOf } from '#server/platform/http/read-days.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { answerOf, sendFile } from '#server/platform/http/send-answer.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { correctOwnTracking } from './correct-own-tracking.ts'
import { listShippedParts, makeSlips } from './packing-slips.ts'
import { presentOwnSummary } from './present-seller-order.ts'
import { readSellerOrder } from './read-seller-order.ts'
import { refundSellerOrder } from './refund-seller-order.ts'
import {
  countSellerOrders,
  findSellerOrder,
  listSellerOrderIds,
  readSellerOrders,
  type SellerOrderFilter,
  sumSellerOrders,
} from './seller-order-list.ts'
import { transitionOwnOrder, transitionOwnOrders } from './transition-own-order.ts'
import { writeCustomsInvoice } from './write-customs-invoice.ts'

interface ExportedOrder {
  summary: SellerOrderSummary
  lines: OrderLineRow[]
  taxMode: TaxMode
}

const COLUMNS: readonly ExportColumn<ExportedOrder & ExportedLine>[] = [
  { title: 'Number', value: ({ summary }) => summary.number },
  { title: 'Placed', value: ({ summary }) => new Date(summary.createdAt) },
  { title: 'Status', value: ({ summary }) => ORDER_STATUS_LABELS[summary.status] },
  { title: 'PO number', value: ({ summary }) => summary.deliverTo.poNumber ?? '' },
  { title: 'Name', value: ({ summary }) => summary.deliverTo.name, width: 28 },
  { title: 'Company', value: ({ summary }) => summary.deliverTo.company ?? '', width: 28 },
  { title: 'Address', value: ({ summary }) => summary.deliverTo.address, width: 36 },
  { title: 'City', value: ({ summary }) => summary.deliverTo.city },
  { title: 'State', value: ({ summary }) => summary.deliverTo.state, width: 10 },
  { title: 'ZIP / Postal code', value: ({ summary }) => summary.deliverTo.zipCode },
  { title: 'Country', value: ({ summary }) => summary.deliverTo.country, width: 10 },
  { title: 'Phone', value: ({ summary }) => summary.deliverTo.phone ?? '' },
  { title: 'Delivery notes', value: ({ summary }) => summary.deliverTo.notes ?? '', width: 36 },
  ...LINE_COLUMNS,
  { title: 'Currency', value: ({ summary }) => summary.currency, width: 10 },
  { title: 'Your part', value: (row) => ofOrder(row, row.summary.total) },
  { title: 'Paid', value: ({ summary }) => (summary.isPaid ? 'yes' : 'no'), width: 8 },
  { title: 'Shipping method', value: ({ summary }) => shippingMethodLabel(summary.shippingMethod) },
  { title: 'Carrier', value: ({ summary }) => summary.carrier ?? '' },
  { title: 'Tracking number', value: ({ summary }) => summary.trackingNumber ?? '', width: 26 },
  { title: 'Due', value: ({ summary }) => summary.estimatedDelivery, width: 12 },
]

const filterOf = async (db: Db, { from, to, ...filter }: Omit<SellerOrderQuery, 'page' | 'limit'>): Promise<SellerOrderFilter> => ({
  ...filter,
  ...spanOf({ from, to }, await readTimeZone(db)),
})

/** A seller's own parts of orders: the list, one of them, its moves and its packing slip. */
export function sellerOrderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, throttle } = deps
  type Named = { actor: Actor; params: { id: string } }
  const isOwn = async ({ actor, params }: Named) =>
    actor.businessId !== null && (await findSellerOrder(db, actor.businessId, params.id)) !== null
  const ownOfApproved = { requires: requireApproved, exists: isOwn }

  route(app, sellerOrders.totals, async ({ actor, query }) => {
    const rows = await sumSellerOrders(db, found(actor.businessId), await filterOf(db, query))
    return rows.map(({ total, refunded, ...row }) => ({
      ...row,
      total: toDecimal(Number(total)),
      refunded: toDecimal(Number(refunded)),
    }))
  })
  route(app, sellerOrders.list, async ({ actor, query: { page = 1, limit = PAGE_LIMIT, ...query } }) => {
    const businessId = found(actor.businessId)
    const filter = await filterOf(db, query)
    const total = await countSellerOrders(db, businessId, filter)
    const offset = (page - 1) * limit
    const items = offset < total ? await readSellerOrders(db, businessId, filter, { limit, offset }) : []
    return { items: items.map(presentOwnSummary), total }
  })
  exportRoute(app, deps, sellerOrders.exportAll, {
    name: 'orders',
    columns: COLUMNS,
    ids: async ({ actor, query }) => listSellerOrderIds(db, found(actor.businessId), await filterOf(db, query)),
    rows: async (tx, { actor, query }, part) =>
      exportedLines(
        (await readSellerOrders(tx, found(actor.businessId), await filterOf(tx, query), part)).map((own) => ({
          summary: presentOwnSummary(own),
          lines: own.lines,
          taxMode: own.order.taxMode,
        })),
      ),
  })
  route(app, sellerOrders.byId, ({ actor, params }) => readSellerOrder(db, actor, params.id))
  route(
    app,
    sellerOrders.move,
    ({ actor, params, body: { status, ...body }, request }) =>
      transitionOwnOrder(deps, actor, { ...params, ...body, to: status, requestId: request.id }),
    ownOfApproved,
  )
  route(
    app,
    sellerOrders.moveMany,
    ({ actor, body: { status, ...body }, request }) => transitionOwnOrders(deps, actor, { ...body, to: status, requestId: request.id }),
    { requires: requireApproved },
  )
  route(
    app,
    sellerOrders.correctTracking,
    ({ actor, params, body, request }) => correctOwnTracking(deps, actor, { ...params, ...body, requestId: request.id }),
    ownOfApproved,
  )
  route(
    app,
    sellerOrders.refund,
    async ({ actor, params: { id }, body, idempotencyKey, request, reply }) => {
      const reauthentication = { actor, address: request.ip, requestId: request.id, throttle }
      return answerOf(await refundSellerOrder(deps, reauthentication, { id, body, idempotencyKey }), reply)
    },
    ownOfApproved,
  )
  const send = (reply: FastifyReply, { name, pdf }: Awaited<ReturnType<typeof makeSlips>>) =>
    sendFile(reply, { name, type: 'application/pdf', bytes: pdf })
  route(app, sellerOrders.packingSlip, async ({ actor, params, reply }) => {
    await readSellerOrder(db, actor, params.id) // 404 for others
    return send(reply, await makeSlips(db, [{ orderId: params.id, businessId: found(actor.businessId) }]))
  })
  route(app, sellerOrders.customsInvoice, async ({ actor, params, reply }) =>
    send(reply, await writeCustomsInvoice(db, found(actor.businessId), params.id)),
  )
  route(app, sellerOrders.packingSlips, async ({ actor, query, reply }) =>
    send(reply, await makeSlips(db, await listShippedParts(db, query.ids, found(actor.businessId)))),
  )
  route(app, sellerOrders.staffPackingSlips, async ({ query, reply }) =>
    send(reply, await makeSlips(db, await listShippedParts(db, query.ids, null))),
  )
}
