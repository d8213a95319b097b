import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { type ShipmentBody, type StaffShipmentBody, shipments } from '#contract/fulfillment/shipments.ts'
import type { Order } from '#contract/orders/orders.ts'
import { lockSellerOrder } from '#server/fulfillment/seller-orders/lock-seller-order.ts'
import { readSellerOrder } from '#server/fulfillment/seller-orders/read-seller-order.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { onlySellerOf, shipParcel } from './ship-parcel.ts'

/** Request for a parcel of an order. */
interface ParcelRequest<Body> {
  id: string
  body: Body
  idempotencyKey: string | null
  requestId: string
}

type Call = typeof shipments.ship | typeof shipments.staffShip

const keyOf = ({ method, path, status }: Call, { userId }: Actor, { id, body, idempotencyKey: key }: ParcelRequest<ShipmentBody>) =>
  key === null ? null : { userId, key, status, fingerprint: fingerprint(method, path, { id, ...body }) }

/** Ships a parcel of the caller's seller order, once for each key; an older version is 409 with the `current` one. */
export async function addOwnShipment(
  { db, now }: Deps,
  actor: Actor,
  request: ParcelRequest<ShipmentBody>,
): Promise<OnceAnswered<SellerOrder>> {
  const { id, body, requestId } = request
  const { version, lines = null, ...tracking } = body
  return inTransaction(db, (tx) =>
    answerOnce(tx, keyOf(shipments.ship, actor, request), now(), async () => {
      const { businessId, record } = await lockSellerOrder(tx, actor, { id, version })
      await shipParcel(tx, record, { businessId, lines, ...tracking }, { actor, at: now(), requestId })
      return readSellerOrder(tx, actor, id)
    }),
  )
}

/** Ships a parcel of one seller of an order for staff, once for each key; an older version is 409 with the `current` order. */
export async function addShipment(
  { db, now }: Deps,
  actor: Actor,
  request: ParcelRequest<StaffShipmentBody>,
): Promise<OnceAnswered<Order>> {
  const { id, body, requestId } = request
  const { version, lines = null, businessId, ...tracking } = body
  return inTransaction(db, (tx) =>
    answerOnce(tx, keyOf(shipments.staffShip, actor, request), now(), async () => {
      const record = found(await lockOrder(tx, id, null))
      if (version !== undefined && version !== record.order.version) refuseStale(['order', id], await readOrder(tx, actor, id))
      const seller = businessId ?? sellerOf(record, lines)
      await shipParcel(tx, record, { businessId: seller, lines, ...tracking }, { actor, at: now(), requestId })
      return readOrder(tx, actor, id)
    }),
  )
}

/** Returns the seller of the first line, or the only one of the order. */
function sellerOf(record: OrderRecord, asked: readonly { id: string }[] | null): string {
  const line = asked && record.lines.find(({ id }) => id === asked[0]?.id)
  if (line) return line.businessId
  if (asked) return refuseField('lines', 'This item is not in the order')
  return onlySellerOf(record)
}
