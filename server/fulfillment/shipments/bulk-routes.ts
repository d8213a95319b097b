import type { FastifyInstance } from 'fastify'
import { type OpenParcel, shipments } from '#contract/fulfillment/shipments.ts'
import { TRACKING_COLUMNS } from '#domain/tracking-file.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireApproved } from '#server/platform/http/actor.ts'
import { type ExportColumn, exportRoute } from '#server/platform/http/export-route.ts'
import { acceptFile } from '#server/platform/http/form.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { importTracking } from './import-tracking.ts'
import { listOpenLines, type OpenLine } from './lines-to-ship.ts'
import { shipMany } from './ship-many.ts'
import { writePickList } from './write-pick-list.ts'

const MAX_BYTES = 5 * 1024 * 1024

/** The columns of the import of tracking numbers, then what the warehouse reads. */
const COLUMNS: readonly ExportColumn<OpenLine>[] = [
  { title: TRACKING_COLUMNS.order, value: ({ number }) => number },
  { title: TRACKING_COLUMNS.carrier, value: () => null },
  { title: TRACKING_COLUMNS.trackingNumber, value: () => null, width: 24 },
  { title: TRACKING_COLUMNS.sku, value: ({ sku }) => sku },
  { title: TRACKING_COLUMNS.quantity, value: ({ left }) => left },
  { title: 'Product', value: ({ name }) => name, width: 40 },
  { title: 'Storage place', value: ({ storagePlace }) => storagePlace },
  { title: 'Recipient', value: ({ customer }) => recipientOf(customer), width: 40 },
  { title: 'Seller', value: ({ businessName }) => businessName },
]

const recipientOf = ({ firstName, lastName, company, city, country }: Record<string, string>): string =>
  [[firstName, lastName].filter(Boolean).join(' '), company, city, country].filter(Boolean).join(', ')

function presentOpen(lines: readonly OpenLine[]): OpenParcel[] {
  return [...Map.groupBy(lines, ({ orderId, businessId }) => `${orderId} ${businessId}`).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { orderId, number, businessId, businessName, status, customer } = first
    return {
      orderId,
      number,
      businessId,
      businessName,
      recipient: recipientOf(customer),
      canShip: status === 'processing',
      units: own.reduce((sum, { left }) => sum + left, 0),
      lines: own.map(({ id, name, sku, storagePlace, left }) => ({ id, name, sku, storagePlace, units: left })),
    }
  })
}

/** Binds parcels of many orders, for sellers and staff: what is open, bulk shipping, tracking numbers by file, and the pick list. */
export async function bulkShipmentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, now } = deps
  const ownOf = ({ businessId }: Actor) => found(businessId)
  const approved = { requires: requireApproved }
  route(app, shipments.open, async ({ actor, query }) => presentOpen(await listOpenLines(db, ownOf(actor), query.ids ?? null)))
  route(app, shipments.staffOpen, async ({ query }) => presentOpen(await listOpenLines(db, null, query.ids ?? null)))
  const file = { name: 'to-ship', columns: COLUMNS }
  exportRoute(app, deps, shipments.exportOpen, {
    ...file,
    all: (tx, { actor, query }) => listOpenLines(tx, ownOf(actor), query.ids ?? null),
  })
  exportRoute(app, deps, shipments.staffExportOpen, { ...file, all: (tx, { query }) => listOpenLines(tx, null, query.ids ?? null) })
  route(app, shipments.shipMany, ({ actor, body, request }) => shipMany(deps, actor, { ...body, requestId: request.id }), approved)
  route(app, shipments.staffShipMany, ({ actor, body, request }) => shipMany(deps, actor, { ...body, requestId: request.id }))
  route(app, shipments.pickList, async ({ actor, query, reply }) => {
    const bytes = await writePickList(db, { businessId: ownOf(actor), orderIds: query.ids ?? null, now: now() })
    return sendFile(reply, { name: 'pick-list.pdf', type: 'application/pdf', bytes })
  })
  route(app, shipments.staffPickList, async ({ query, reply }) => {
    const bytes = await writePickList(db, { businessId: null, orderIds: query.ids ?? null, now: now() })
    return sendFile(reply, { name: 'pick-list.pdf', type: 'application/pdf', bytes })
  })
  await app.register(async (scope) => {
    const { options, fileOf } = await acceptFile(scope, { field: 'file', fileSize: MAX_BYTES })
    const read = ({
      actor,
      body,
      request,
    }: {
      actor: Actor
      body: { check?: string | undefined }
      request: Parameters<typeof fileOf>[0]
    }) => importTracking(deps, actor, { file: fileOf(request), isCheck: body.check === 'true', requestId: request.id })
    route(scope, shipments.importTracking, read, { ...options, ...approved })
    route(scope, shipments.staffImportTracking, read, options)
  })
}
