import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { type AdminOrderSummary, orders } from '#contract/orders/orders.ts'
import { orderCorrections } from '#contract/orders/staff-notes.ts'
import { ORDER_STATUS_LABELS, PAYMENT_STATUS_LABELS, paymentMethodLabel } from '#domain/order.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type ExportColumn, exportRoute } from '#server/platform/http/export-route.ts'
import { route } from '#server/platform/http/route.ts'
import { correctAddress } from './correct-address.ts'
import { listAllOrderIds, listAllOrders, readAllOrders } from './list-orders.ts'
import { listOrders } from './order-list.ts'
import { hasOrder } from './order-record.ts'
import { presentSummary } from './present-order.ts'
import { readOrder } from './read-order.ts'
import { readOverview } from './read-overview.ts'
import { setTags } from './set-tags.ts'

const COLUMNS: readonly ExportColumn<AdminOrderSummary>[] = [
  { title: 'Id', value: ({ id }) => id, width: 38 },
  { title: 'Number', value: ({ number }) => number },
  { title: 'Customer', value: ({ user }) => user.name, width: 28 },
  { title: 'Email', value: ({ user }) => user.email, width: 32 },
  { title: 'Products', value: ({ items }) => items.map(({ name, quantity }) => `${quantity} x ${name}`).join('; '), width: 60 },
  { title: 'Units', value: ({ itemCount }) => itemCount, width: 8 },
  { title: 'Total (USD)', value: ({ totalAmount }) => totalAmount },
  { title: 'Currency', value: ({ currency }) => currency, width: 10 },
  { title: 'Total (currency)', value: ({ totalInCurrency }) => totalInCurrency },
  { title: 'Status', value: ({ status }) => ORDER_STATUS_LABELS[status] },
  { title: 'Payment', value: ({ paymentStatus }) => PAYMENT_STATUS_LABELS[paymentStatus] },
  { title: 'Payment method', value: ({ paymentMethod }) => paymentMethodLabel(paymentMethod) },
  { title: 'Placed', value: ({ createdAt }) => new Date(createdAt) },
]

/** Orders of the caller, and of everybody for staff. */
export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, orders.listOwn, async ({ actor, query }) => {
    const { status, isUnpaid, search, sort, page = 1, limit = PAGE_LIMIT } = query
    const { items, total } = await listOrders(db, {
      userId: actor.userId,
      status,
      unpaidSince: isUnpaid ? deps.now() : undefined,
      search,
      sort: sort && [sort],
      page,
      limit,
    })
    return { items: items.map(presentSummary), total }
  })
  route(app, orders.overview, ({ actor }) => readOverview(db, actor.userId, deps.now()))
  route(app, orders.byId, ({ actor, params }) => readOrder(db, actor, params.id))
  route(app, orders.listAll, ({ query }) => listAllOrders(db, query, deps.now()))
  exportRoute(app, deps, orders.exportAll, {
    name: 'orders',
    columns: COLUMNS,
    ids: ({ query }) => listAllOrderIds(db, query, deps.now()),
    rows: (tx, { query }, { ids }) => readAllOrders(tx, query, ids),
  })
  route(app, orders.adminById, ({ actor, params }) => readOrder(db, actor, params.id))
  const exists = ({ params }: { params: { id: string } }) => hasOrder(db, params.id, null)
  route(
    app,
    orderCorrections.setTags,
    ({ actor, params, body, request }) => setTags(deps, actor, { ...params, ...body, requestId: request.id }),
    { exists },
  )
  route(
    app,
    orderCorrections.correctAddress,
    ({ actor, params, body, request }) => correctAddress(deps, actor, { ...params, form: body, requestId: request.id }),
    { exists },
  )
}
