import { type Return, type ReturnBody, returns } from '#contract/fulfillment/returns.ts'
import { unitsCost } from '#domain/refund-amount.ts'
import { returnNumber } from '#domain/return-request.ts'
import { isStillOpen } from '#domain/return-window.ts'
import { returnableUnits } from '#domain/shipment.ts'
import { returnWindowsOf } from '#server/orders/buyer-rights.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { costsOf, listGoneLines } from '#server/orders/refunded-lines.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { auditedReturn, notifyCustomer, notifySeller } from './notify-return.ts'
import { countOfOrder, countOwnPhotos, findReturn, insertReturn } from './order-returns.ts'
import { presentReturn } from './present-return.ts'

/** Request of `POST /api/orders/{id}/returns`. */
interface ReturnRequest {
  orderId: string
  body: ReturnBody
  idempotencyKey: string | null
  requestId: string
}

/**
 * Requests the return of delivered items of one seller for the order's customer: within the return window, and no units that were refunded
 * or are being returned. Refuses 409 `not_delivered`, `not_returnable`, `too_many_returned`.
 */
export async function requestReturn({ db, now }: Deps, actor: Actor, request: ReturnRequest): Promise<OnceAnswered<Return>> {
  const { orderId, body, idempotencyKey: key } = request
  const { method, path, status } = returns.request
  const keyed = key === null ? null : { userId: actor.userId, key, status, fingerprint: fingerprint(method, path, { orderId, ...body }) }
  return inTransaction(db, (tx) => answerOnce(tx, keyed, now(), () => requestOnce(tx, actor, request, now())))
}

async function requestOnce(tx: Db, actor: Actor, { orderId, body, requestId }: ReturnRequest, at: Date): Promise<Return> {
  const { userId } = actor
  const record = found(await lockOrder(tx, orderId, { userId }))
  const { businessId, reason, wish, note, photos } = body
  const lines = await linesOf(tx, record, body, at)
  if ((await countOwnPhotos(tx, userId, photos)) !== new Set(photos).size) refuseField('photos', 'Please choose the pictures again')
  const number = returnNumber(record.order.number, (await countOfOrder(tx, orderId)) + 1)
  const values = { number, orderId, businessId, userId, reason, wish, note, photos: [...new Set(photos)], createdAt: at, updatedAt: at }
  const id = await insertReturn(tx, values, lines)
  const returned = found(await findReturn(tx, id, null))
  await notifySeller(tx, returned, at)
  await notifyCustomer(tx, returned, at)
  const answer = presentReturn(returned, { userId })
  await recordAudit(tx, { actor, action: 'return.request', targetType: 'return', targetId: id, after: auditedReturn(answer), requestId })
  return answer
}

async function linesOf(tx: Db, record: OrderRecord, { businessId, lines: asked }: ReturnBody, at: Date) {
  const part = record.parts.find((one) => one.businessId === businessId)
  if (!part) refuseField('businessId', 'This seller has no items in the order')
  const gone = await listGoneLines(tx, record.order.id)
  const timeZone = await readTimeZone(tx)
  const costs = costsOf(record)
  return [...Map.groupBy(asked, ({ productId }) => productId)].map(([productId, many]) => {
    const line = record.lines.find((one) => one.productId === productId && one.businessId === businessId)
    if (!line) return refuseField('lines', 'This product is not in the order')
    const windows = returnWindowsOf(record, line, timeZone)
    if (windows.length === 0 && part.status !== 'delivered') refuse('not_delivered')
    const isOpen = (until: string) => isStillOpen(until, at, timeZone)
    if (!windows.some(({ until }) => isOpen(until))) refuse('not_returnable', { facts: { name: line.name } })
    const quantity = many.reduce((sum, one) => sum + one.quantity, 0)
    const { quantity: goneQuantity, cents: goneCents } = gone.get(line.id) ?? { quantity: 0, cents: 0 }
    const left = returnableUnits({ windows, gone: goneQuantity, withdrawn: line.withdrawn }, isOpen)
    if (quantity > left) refuse('too_many_returned', { facts: { name: line.name, left } })
    const whole = { costCents: costs.get(line.id) ?? 0, quantity: line.quantity, goneQuantity, goneCents }
    return { lineId: line.id, quantity, amountCents: unitsCost(whole, quantity) }
  })
}
