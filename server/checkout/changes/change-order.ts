import { randomUUID } from 'node:crypto'
import {
  type OrderChangeBody,
  type OrderChangePreview,
  type OrderChangePreviewBody,
  orderChanges,
} from '#contract/checkout/order-changes.ts'
import type { Order } from '#contract/orders/orders.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { quantityRefusal } from '#domain/order-quantity.ts'
import { dayOf } from '#domain/time.ts'
import { pausesOf } from '#server/cart/price-agreed.ts'
import { requireWithin, takeTurn } from '#server/checkout/by-phone/place-for-customer.ts'
import { findLimit, presentLimit } from '#server/checkout/by-phone/preview-order.ts'
import { StockConflictError, takeDifference } from '#server/checkout/online/take-stock.ts'
import { listOrderWithdrawals } from '#server/orders/buyer-rights.ts'
import { changeProblemOf } from '#server/orders/change-facts.ts'
import { hasInvoiceRow, readOrderMoney } from '#server/orders/order-payments.ts'
import { findOrder, insertEvents, lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { reissueDocuments } from '#server/payments/documents/issue-documents.ts'
import { insertPayment } from '#server/payments/incoming/payment-record.ts'
import { beginWork } from '#server/payments/incoming/record-payment.ts'
import { repostSale } from '#server/payments/ledger/record-sale.ts'
import { requestKeptRefund } from '#server/payments/refunds/request-refund.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireStepUp } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { addedDebt } from './added-debt.ts'
import { insertChange, listStock, stockOf, storeLines } from './changed-rows.ts'
import { notifyChange } from './notify-change.ts'
import { type PricedChange, priceChange } from './price-change.ts'

/** Input of `POST /api/admin/orders/{id}/changes`. */
interface ChangeRequest {
  id: string
  body: OrderChangeBody
  idempotencyKey: string | null
  requestId: string
}

/** Refuses an order whose lines cannot be changed: `order_not_changeable`. */
async function requireChangeable(db: Db, record: OrderRecord): Promise<void> {
  const { id } = record.order
  const money = { ...(await readOrderMoney(db, record)), isInvoiced: await hasInvoiceRow(db, id) }
  const why = changeProblemOf(record, { money, withdrawals: await listOrderWithdrawals(db, id) })
  if (why !== null) refuse('order_not_changeable', { facts: { why } })
}

/** Refuses another quantity than its product is sold in, and a change that needs more units than are in stock: `stock_gone`. */
async function requireQuantities(db: Db, record: OrderRecord, priced: PricedChange): Promise<void> {
  const { had, wanted } = stockOf(record, priced)
  const needed = new Map([...wanted].map(([id, units]) => [id, units - (had.get(id) ?? 0)] as const).filter(([, more]) => more !== 0))
  const changed = await listStock(db, [...needed.keys()])
  for (const product of changed) {
    const units = wanted.get(product.id) ?? 0
    const refused = units > 0 && quantityRefusal(units, product)
    const { name, minQuantity: min, quantityStep: step } = product
    if (refused) refuse(refused.code, { facts: { name, min, step }, errors: [{ field: 'lines', message: refused.text }] })
  }
  const short = changed.filter(({ id, stock }) => (needed.get(id) ?? 0) > Math.max(stock, 0))
  const said = short.map(({ name, stock }) => `${name}: only ${Math.max(stock, 0)} more in stock.`)
  if (said.length > 0) refuse('stock_gone', { facts: { names: `${said.join(' ')} Choose a smaller quantity.` } })
}

/** Prices a change of an order without making it. */
export async function previewChange({ db, config, now }: Deps, id: string, body: OrderChangePreviewBody): Promise<OrderChangePreview> {
  const record = found(await findOrder(db, id, null))
  await requireChangeable(db, record)
  const at = now()
  const priced = await priceChange(db, record, body, at)
  await requireQuantities(db, record, priced)
  const { totals, lines, added, settled } = priced
  const debt = await addedDebt(db, record, priced, config.stripe !== null)
  const before = new Map(record.lines.map((line) => [line.id, line]))
  return {
    lines: [
      ...lines.map(({ id: lineId, quantity, unitPriceCents, lineTotalCents }) => {
        const line = before.get(lineId)
        const isChanged = line?.quantity !== quantity || line.unitPriceCents !== unitPriceCents
        return { id: line?.productId ?? lineId, name: line?.name ?? '', quantity, ...shown(unitPriceCents, lineTotalCents), isChanged }
      }),
      ...added.map(({ productId, name, quantity, unitPriceCents, lineTotalCents }) => {
        return { id: productId ?? '', name, quantity, ...shown(unitPriceCents, lineTotalCents), isChanged: true }
      }),
    ],
    pauses: pausesOf(priced.products, dayOf(at, (await readSettings(db)).company.timeZone)),
    subtotal: toDecimal(totals.subtotalCents),
    discount: toDecimal(totals.discountCents),
    shipping: toDecimal(totals.shippingCents),
    tax: toDecimal(totals.taxCents),
    before: toDecimal(record.order.totalCents),
    total: toDecimal(totals.totalCents),
    due: toDecimal(settled.dueCents),
    refund: toDecimal(settled.excessCents),
    payLater: presentLimit(debt && (await findLimit(db, debt))),
  }
}

const shown = (unitCents: number, totalCents: number) => ({ unitPrice: toDecimal(unitCents), lineTotal: toDecimal(totalCents) })

/**
 * Changes lines of an order that has not shipped, once for each key, in one transaction: amounts, stock, ledger, refund of what it costs
 * less, invoices, history, audit, email and notifications.
 * @throws the refusals `idempotency_key_missing`, `order_not_changeable`, `price_changed` for another total than was previewed,
 * `stock_gone`, `step_up_required` where money is refunded, `pay_later_limit` for what goes beyond it unless staff say so and, for an older
 * version, `edit_conflict`
 */
export async function changeOrder({ db, config, now }: Deps, actor: Actor, request: ChangeRequest): Promise<OnceAnswered<Order>> {
  const { id, body, idempotencyKey: key } = request
  const { method, path, status } = orderChanges.change
  if (key === null) return refuse('idempotency_key_missing')
  const keyed = { userId: actor.userId, key, status, fingerprint: fingerprint(method, path, { id, ...body }) }
  try {
    return await inTransaction(db, (tx) =>
      answerOnce(tx, keyed, now(), () => changeOnce(tx, actor, request, { at: now(), chargesCards: config.stripe !== null })),
    )
  } catch (error) {
    if (!(error instanceof StockConflictError)) throw error
    return refuse('stock_gone', { facts: { names: "There isn't enough stock for this change. Choose a smaller quantity." } })
  }
}

async function changeOnce(
  tx: Db,
  actor: Actor,
  { id, body, requestId }: ChangeRequest,
  { at, chargesCards }: { at: Date; chargesCards: boolean },
): Promise<Order> {
  const { userId } = found(await findOrder(tx, id, null)).order
  await takeTurn(tx, userId) // before the order is locked
  const record = found(await lockOrder(tx, id, null))
  const { order } = record
  if (body.version !== order.version) refuseStale(['order', order.id], await readOrder(tx, actor, order.id))
  await requireChangeable(tx, record)
  const priced = await priceChange(tx, record, body, at)
  if (toMinor(body.amount) !== priced.totals.totalCents) {
    refuse('price_changed', { detail: 'The total has changed since you last saw it. Check the new total, then change the order.' })
  }
  await requireQuantities(tx, record, priced)
  if (priced.settled.excessCents > 0) requireStepUp(actor)
  const debt = await addedDebt(tx, record, priced, chargesCards)
  const { beyondLimit } = body
  if (debt) await requireWithin(tx, actor, { request: debt, orderId: id, said: 'this change adds' }, { beyondLimit, requestId })
  const changeId = randomUUID()
  const { reason } = body
  await storeLines(tx, record, priced, { reason, at })
  const find = (productId: string) => priced.products.find(({ product }) => product.id === productId)?.product
  const taker = { reference: `${order.id}:${order.version}`, actorId: actor.userId, isHold: false, at }
  await takeDifference(tx, { ...stockOf(record, priced), find }, taker)
  const changed = found(await findOrder(tx, order.id, null))
  await writeDown(tx, { record, changed, priced }, { changeId, reason, actor, at, requestId })
  await settle(tx, { record, changed, priced }, { changeId, reason, actor, at, requestId })
  await notifyChange(tx, changed, { changeId, reason, priced, before: order, at })
  await reissueDocuments(tx, order.id, { changeId, reason, at })
  return readOrder(tx, actor, order.id)
}

interface Changed {
  record: OrderRecord
  changed: OrderRecord
  priced: PricedChange
}

interface Cause {
  changeId: string
  reason: string
  actor: Actor
  at: Date
  requestId: string
}

async function writeDown(tx: Db, { record, changed, priced }: Changed, { changeId, reason, actor, at, requestId }: Cause): Promise<void> {
  const { order } = record
  const { settled } = priced
  const said = priced.said.map(({ text }) => text)
  await insertChange(tx, {
    id: changeId,
    orderId: order.id,
    at,
    actorId: actor.userId,
    reason,
    lines: said,
    totalBeforeCents: order.totalCents,
    totalAfterCents: changed.order.totalCents,
    excessCents: settled.excessCents,
  })
  const event = { orderId: order.id, from: order.status, to: order.status, actorId: actor.userId, actorName: actor.name, at }
  await insertEvents(tx, [{ ...event, note: `Order changed: ${said.join('; ')}` }])
  await recordAudit(tx, {
    actor,
    action: 'order.change',
    targetType: 'order',
    targetId: order.id,
    before: { totalCents: order.totalCents },
    after: { totalCents: changed.order.totalCents, lines: said, reason },
    requestId,
  })
}

/** Moves what was paid to the new amounts, refunds what is too much, and lets work begin where nothing is due any more. */
async function settle(tx: Db, { record, changed, priced }: Changed, { changeId, reason, actor, at, requestId }: Cause): Promise<void> {
  const { order } = changed
  const { sold, excessCents, dueCents } = priced.settled
  if (record.order.paidCents === 0) return
  if (excessCents > 0) {
    const row = { orderId: order.id, method: 'manual', reference: changeId, currency: order.currency, amountCents: excessCents }
    await insertPayment(tx, { ...row, kind: 'excess', actorId: actor.userId, at })
  }
  await repostSale(tx, changed, { changeId, sold, excessCents }, at)
  if (dueCents === 0 && order.status === 'pending') await beginWork(tx, changed, 'Paid', { actor, at, requestId })
  if (excessCents === 0) return
  const cause = { kind: 'change', changeId } as const
  await requestKeptRefund(tx, changed, { amountCents: excessCents, reason: `Order changed: ${reason}`, cause, actor, at, requestId })
}
