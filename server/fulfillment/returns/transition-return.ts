import type { MoveReturnBody, Return } from '#contract/fulfillment/returns.ts'
import { toMinor } from '#domain/money.ts'
import { RETURN_STATUS_LABELS } from '#domain/return-request.ts'
import { isStaffRole } from '#domain/user.ts'
import { restockLines } from '#server/catalog/products/product-record.ts'
import { endWithdrawal } from '#server/fulfillment/withdrawals/withdrawal-list.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { requireStepUp } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { auditedReturn, type ExchangeFacts, notifyCustomer } from './notify-return.ts'
import { findReturn, markRestocked, type ReturnRecord, type ReturnScope, updateReturn } from './order-returns.ts'
import { nextStatusesOf, presentReturn, worthOf } from './present-return.ts'
import { refundReturn, type Settler, shippingOf } from './refund-return.ts'

/** User who changes a return, with the time and request. */
type ReturnActor = Required<Settler> & { actor: Actor }

/** Requested status of a return within the caller's scope. */
interface ReturnTransition {
  id: string
  scope: ReturnScope
  body: MoveReturnBody
}

/**
 * Changes the status of a return for its seller or for staff: 'refunded' refunds it, and units are restocked when the actor asks for it
 * after they arrived.
 * @throws the refusals `invalid_return`, `return_restocked`, for a refund `step_up_required` and, for an older version, `edit_conflict`.
 */
export async function transitionReturn(
  { db, now }: Deps,
  { id, scope, body }: ReturnTransition,
  by: Omit<ReturnActor, 'at'>,
): Promise<Return> {
  const settler = { ...by, at: now() }
  return inTransaction(db, async (tx) => {
    const { row } = found(await findReturn(tx, id, scope))
    const record = found(await lockOrder(tx, row.orderId, null)) // its lock is that of the order's returns, too
    const returned = found(await findReturn(tx, id, scope))
    requireTransition(returned, body, scope)
    if (body.status === 'refunded') requireStepUp(by.actor)
    const isBack = body.restock === true && (body.status === 'received' || body.status === 'refunded')
    if (isBack) await restock(tx, returned, settler)
    const { status, answer } = body
    const money = status === 'refunded' ? await refund(tx, record, returned, body, settler) : {}
    await updateReturn(tx, id, { status, updatedAt: settler.at, ...(answer && { answer }), ...money })
    if (status === 'refunded' && row.withdrawalId !== null) await endWithdrawal(tx, row.withdrawalId)
    return recordTransition(tx, { before: returned, after: found(await findReturn(tx, id, scope)) }, scope, settler)
  })
}

/** Refunds a return. @returns what is stored of it: the refund, its shipping and a deduction */
async function refund(
  tx: Db,
  record: OrderRecord,
  returned: ReturnRecord,
  { deduction }: MoveReturnBody,
  settler: ReturnActor,
): Promise<Partial<ReturnRecord['row']>> {
  const deductionCents = deduction ? (toMinor(deduction.amount) ?? 0) : 0
  if (deductionCents > worthOf(returned)) refuseField('deduction.amount', "The deduction can't be more than the price of the products")
  const priced: ReturnRecord = { ...returned, row: { ...returned.row, deductionCents } }
  const shippingCents = await shippingOf(tx, record, priced)
  const refunded = await refundReturn(tx, record, { ...priced, row: { ...priced.row, shippingCents } }, settler)
  return { shippingCents, deductionCents, deductionReason: deduction?.reason ?? '', ...(refunded && { refundId: refunded.id }) }
}

function requireTransition(returned: ReturnRecord, { status, answer, version, deduction }: MoveReturnBody, scope: ReturnScope): void {
  const { row, lines } = returned
  if (version !== undefined && version !== row.version) refuseStale(['return', row.id], presentReturn(returned, scope))
  if (!nextStatusesOf(returned, scope).includes(status)) {
    const facts = { from: RETURN_STATUS_LABELS[row.status].toLowerCase(), to: RETURN_STATUS_LABELS[status].toLowerCase() }
    refuse('invalid_return', { facts })
  }
  if (deduction && (row.withdrawalId === null || scope !== null || status !== 'refunded')) refuse('no_deduction')
  if (status === 'declined' && !answer) refuseField('answer', 'Please tell the customer why')
  if (status === 'declined' && lines.some(({ isRestocked }) => isRestocked)) refuse('return_restocked')
}

/** Restocks the units of a return. */
export async function restock(tx: Db, { row, lines }: ReturnRecord, { actor }: Pick<ReturnActor, 'actor'>): Promise<void> {
  await restockLines(tx, lines, { reason: 'return', reference: row.id, actorId: actor.userId })
  await markRestocked(tx, row.id)
}

/** A return before and after a transition; `exchange` where products are sent instead. */
interface MadeTransition {
  before: ReturnRecord
  after: ReturnRecord
  exchange?: ExchangeFacts
}

/** Records a transition in the audit log, and notifies the customer. @returns the return as its reader sees it */
export async function recordTransition(
  tx: Db,
  { before, after, exchange }: MadeTransition,
  scope: ReturnScope,
  { actor, at, requestId }: ReturnActor,
): Promise<Return> {
  const answer = presentReturn(after, scope)
  await recordAudit(tx, {
    actor,
    action: `return.${after.row.status}`,
    targetType: 'return',
    targetId: after.row.id,
    before: { status: before.row.status },
    after: auditedReturn(answer),
    requestId,
  })
  const isAnswer = after.row.answer !== null && after.row.answer !== before.row.answer
  await notifyCustomer(tx, after, at, { exchange, ...(isAnswer && { answerBy: isStaffRole(actor.role) ? 'staff' : 'seller' }) })
  return answer
}
