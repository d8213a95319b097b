import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { orders } from '#contract/orders/orders.ts'
import { orderCorrections } from '#contract/orders/staff-notes.ts'
import { ORDER_STATUS_LABELS, PAYMENT_STATUS_LABELS, paymentMethodLabel, shippingMethodLabel } from '#domain/order.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type ExportColumn, exportRoute } from '#server/platform/http/export-route.ts'
import { route } from '#server/platform/http/route.ts'
import { correctAddress } from './correct-address.ts'
import { listAllOrderIds, listAllOrders, readAllOrders, sumAllOrders } from './list-orders.ts'
import { type ExportedLine, exportedLines, LINE_COLUMNS, ofOrder } from './order-export.ts'
import { listOrders, listOrderTags } from './order-list.ts'
import { hasOrder } from './order-record.ts'
import { presentSummary } from './present-order.ts'
import { readOrder } from './read-order.ts'
import { readOverview } from './read-overview.ts'
import { setTags } from './set-tags.ts'

type ExportedOrder = Awaited<ReturnType<typeof readAllOrders>>[number]
type Row = ExportedOrder & ExportedLine & { part: ExportedOrder['parts'][number] | undefined }
const typed = (field: string) => (row: Row) => row.customer[field] ?? ''

const COLUMNS: readonly ExportColumn<Row>[] = [
  { title: 'Id', value: ({ summary }) => summary.id, width: 38 },
  { title: 'Number', value: ({ summary }) => summary.number },
  { title: 'Placed', value: ({ summary }) => new Date(summary.createdAt) },
  { title: 'Status', value: ({ summary }) => ORDER_STATUS_LABELS[summary.status] },
  { title: 'Payment', value: ({ summary }) => PAYMENT_STATUS_LABELS[summary.paymentStatus] },
  { title: 'Payment method', value: ({ summary }) => paymentMethodLabel(summary.paymentMethod) },
  { title: 'Customer', value: ({ summary }) => summary.user.name, width: 28 },
  { title: 'Email', value: ({ summary }) => summary.user.email, width: 32 },
  { title: 'PO number', value: typed('poNumber') },
  { title: 'Name', value: (row) => [typed('firstName')(row), typed('lastName')(row)].filter(Boolean).join(' '), width: 28 },
  { title: 'Company', value: typed('company'), width: 28 },
  { title: 'Address', value: typed('address'), width: 36 },
  { title: 'City', value: typed('city') },
  { title: 'State', value: typed('state'), width: 10 },
  { title: 'ZIP / Postal code', value: typed('zipCode') },
  { title: 'Country', value: typed('country'), width: 10 },
  { title: 'Phone', value: typed('phone') },
  { title: 'VAT ID', value: typed('vatId') },
  { title: 'Delivery notes', value: typed('notes'), width: 36 },
  { title: 'Seller', value: ({ part }) => part?.businessName ?? '', width: 28 },
  { title: 'Seller status', value: ({ part }) => (part ? ORDER_STATUS_LABELS[part.status] : '') },
  ...LINE_COLUMNS,
  { title: 'Currency', value: ({ summary }) => summary.currency, width: 10 },
  { title: 'Order total', value: (row) => ofOrder(row, row.summary.totalInCurrency) },
  { title: 'Order total (USD)', value: (row) => ofOrder(row, row.summary.totalAmount) },
  { title: 'Shipping method', value: ({ summary }) => shippingMethodLabel(summary.shippingMethod) },
  { title: 'Carrier', value: ({ part }) => part?.carrier ?? '' },
  { title: 'Tracking number', value: ({ part }) => part?.trackingNumber ?? '', width: 26 },
  { title: 'Due', value: ({ part, summary }) => part?.estimatedDelivery ?? summary.estimatedDelivery, width: 12 },
  { title: 'Tags', value: ({ summary }) => summary.tags.join(', ') },
]

/** The lines of orders, each with the seller order that it is in. */
function partedLines(orders: readonly ExportedOrder[]): Row[] {
  return exportedLines(orders).map((row) => ({
    ...row,
    part: row.parts.find(({ businessId }) => businessId === row.line.businessId),
  }))
}

/** Most tags that a filter offers. */
const MAX_TAGS = 200

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
  route(app, orders.totals, ({ query }) => sumAllOrders(db, query, deps.now()))
  exportRoute(app, deps, orders.exportAll, {
    name: 'orders',
    columns: COLUMNS,
    ids: ({ query }) => listAllOrderIds(db, query, deps.now()),
    rows: async (tx, { query }, { ids }) => partedLines(await readAllOrders(tx, query, ids)),
  })
  route(app, orders.listTags, () => listOrderTags(db, MAX_TAGS))
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
