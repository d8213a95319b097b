import type { FastifyInstance, FastifyReply } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { SELLER_ORDER_LIST } from '#contract/fulfillment/seller-order-list.ts'
import { type SellerOrderQuery, type SellerOrderSummary, sellerOrders } from '#contract/fulfillment/seller-orders.ts'
import { toDecimal } from '#domain/money.ts'
import type { TaxMode } from '#domain/tax-decision.ts'
import { syncedOrders } from '#server/orders/changed-orders.ts'
import { columnsOfOrder, type ExportedLine, exportedLines, LINE_COLUMNS, PARCEL_COLUMNS } from '#server/orders/order-export.ts'
import type { OrderLineRow } from '#server/orders/order-record.ts'
import { listShipments, type Shipment } from '#server/orders/shipment-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireApproved } from '#server/platform/http/actor.ts'
import { type ExportColumn, exportRoute } from '#server/platform/http/export-route.ts'
import { isSync, readChanges } from '#server/platform/http/read-changes.ts'
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
  shipments: Shipment[]
  taxMode: TaxMode
}

const ADDRESS = ['poNumber', 'customer', 'company', 'address', 'city', 'state', 'zipCode', 'country', 'phone', 'notes'] as const
const COLUMNS: readonly ExportColumn<ExportedOrder & ExportedLine>[] = [
  ...columnsOfOrder(SELLER_ORDER_LIST, 'order', 'createdAt', 'status', ...ADDRESS),
  ...LINE_COLUMNS,
  ...columnsOfOrder(SELLER_ORDER_LIST, 'currency', 'total', 'isPaid', 'shippingMethod'),
  ...PARCEL_COLUMNS,
  ...columnsOfOrder(SELLER_ORDER_LIST, 'due'),
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
  route(app, sellerOrders.list, async ({ actor, query: asked, request, reply }) => {
    const businessId = found(actor.businessId)
    if (isSync(asked)) {
      const rowsOf = async (ids: readonly string[]) =>
        (await readSellerOrders(db, businessId, {}, { ids, limit: ids.length, offset: 0 })).map(presentOwnSummary)
      return readChanges(deps, asked, syncedOrders(db, businessId, rowsOf), { request, reply })
    }
    const { page = 1, limit = PAGE_LIMIT, updatedSince: _since, cursor: _cursor, ...query } = asked
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
    rows: async (tx, { actor, query }, part) => {
      const businessId = found(actor.businessId)
      const own = await readSellerOrders(tx, businessId, await filterOf(tx, query), part)
      const ids = own.map(({ order }) => order.id)
      const shipments = Map.groupBy(await listShipments(tx, ids, businessId), ({ orderId }) => orderId)
      return exportedLines(
        own.map((one) => ({
          summary: presentOwnSummary(one),
          lines: one.lines,
          shipments: shipments.get(one.order.id) ?? [],
          taxMode: one.order.taxMode,
        })),
      )
    },
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
  route(app, sellerOrders.packingSlip, async ({ actor, params, query, reply }) => {
    await readSellerOrder(db, actor, params.id) // 404 for others
    const part = { orderId: params.id, businessId: found(actor.businessId), ...query }
    return send(reply, await makeSlips(deps, [part], 'business'))
  })
  route(app, sellerOrders.customsInvoice, async ({ actor, params, query, reply }) =>
    send(reply, await writeCustomsInvoice(db, found(actor.businessId), { orderId: params.id, ...query })),
  )
  route(app, sellerOrders.packingSlips, async ({ actor, query, reply }) =>
    send(reply, await makeSlips(deps, await listShippedParts(db, query.ids, found(actor.businessId)), 'business')),
  )
  route(app, sellerOrders.staffPackingSlips, async ({ query, reply }) =>
    send(reply, await makeSlips(deps, await listShippedParts(db, query.ids, null), 'admin')),
  )
}
