import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { ORDER_LIST } from '#contract/orders/order-list.ts'
import { orders } from '#contract/orders/orders.ts'
import { orderCorrections } from '#contract/orders/staff-notes.ts'
import { ORDER_STATUS_LABELS } from '#domain/order.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type ExportColumn, exportRoute } from '#server/platform/http/export-route.ts'
import { isSync, readChanges } from '#server/platform/http/read-changes.ts'
import { route } from '#server/platform/http/route.ts'
import { syncedOrders } from './changed-orders.ts'
import { correctAddress } from './correct-address.ts'
import { listAllOrderIds, listAllOrders, readAllOrders, sumAllOrders } from './list-orders.ts'
import { columnsOfOrder, type ExportedLine, exportedLines, LINE_COLUMNS, PARCEL_COLUMNS } from './order-export.ts'
import { listOrders, listOrderTags, readOrders } from './order-list.ts'
import { hasOrder } from './order-record.ts'
import { presentAdminSummary, presentSummary } from './present-order.ts'
import { readOrder } from './read-order.ts'
import { readOverview } from './read-overview.ts'
import { setTags } from './set-tags.ts'

type ExportedOrder = Awaited<ReturnType<typeof readAllOrders>>[number]
type Row = ExportedOrder & ExportedLine & { part: ExportedOrder['parts'][number] | undefined }
const typed = (field: string) => (row: Row) => row.customer[field] ?? ''

const COLUMNS: readonly ExportColumn<Row>[] = [
  ...columnsOfOrder(ORDER_LIST, 'id', 'number', 'createdAt', 'status', 'payment', 'method', 'customer', 'email', 'poNumber'),
  { title: 'Name', value: (row) => [typed('firstName')(row), typed('lastName')(row)].filter(Boolean).join(' '), width: 28 },
  ...columnsOfOrder(ORDER_LIST, 'company'),
  { title: 'Address', value: typed('address'), width: 36 },
  { title: 'City', value: typed('city') },
  { title: 'State', value: typed('state'), width: 10 },
  { title: 'ZIP / Postal code', value: typed('zipCode') },
  ...columnsOfOrder(ORDER_LIST, 'country'),
  { title: 'Phone', value: typed('phone') },
  { title: 'VAT ID', value: typed('vatId') },
  { title: 'Delivery notes', value: typed('notes'), width: 36 },
  { title: 'Seller', value: ({ part }) => part?.businessName ?? '', width: 28 },
  { title: 'Seller status', value: ({ part }) => (part ? ORDER_STATUS_LABELS[part.status] : '') },
  ...LINE_COLUMNS,
  ...columnsOfOrder(ORDER_LIST, 'currency', 'totalInCurrency', 'total', 'shipping'),
  ...PARCEL_COLUMNS,
  { title: 'Due', value: ({ part, summary }) => part?.estimatedDelivery ?? summary.estimatedDelivery, width: 12 },
  ...columnsOfOrder(ORDER_LIST, 'tags'),
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
  route(app, orders.listAll, ({ query, request, reply }) => {
    const { updatedSince: _since, cursor: _cursor, ...filter } = query
    if (!isSync(query)) return listAllOrders(db, filter, deps.now())
    const rowsOf = async (ids: readonly string[]) => (await readOrders(db, { page: 1, limit: ids.length, ids })).map(presentAdminSummary)
    return readChanges(deps, query, syncedOrders(db, null, rowsOf), { request, reply })
  })
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
