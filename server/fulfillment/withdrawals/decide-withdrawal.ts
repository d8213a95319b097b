import type { DecideWithdrawalBody, WithdrawalCase } from '#contract/fulfillment/withdrawals.ts'
import { awaitsCard } from '#domain/order.ts'
import { returnNumber } from '#domain/return-request.ts'
import { canTransition } from '#domain/transitions.ts'
import { WITHDRAWAL_STATUS_LABELS, WITHDRAWAL_TRANSITIONS } from '#domain/withdrawal-status.ts'
import { notifySeller } from '#server/fulfillment/returns/notify-return.ts'
import { countOfOrder, findReturn, insertReturn, readWithdrawnUnits } from '#server/fulfillment/returns/order-returns.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { cancelUnshipped } from './cancel-unshipped.ts'
import { mailDecision } from './notify-withdrawal.ts'
import { readCase } from './present-withdrawal.ts'
import { refundUnshipped } from './refund-unshipped.ts'
import { endWithdrawal, findWithdrawal, lockWithdrawal, updateWithdrawal, type WithdrawalRow } from './withdrawal-list.ts'
import { listWithdrawnParts, type WithdrawnPart, withoutUnits } from './withdrawn-units.ts'

/** Decision of a member of staff. */
interface Decision {
  id: string
  body: DecideWithdrawalBody
  actor: Actor
  requestId: string
}

/**
 * Accepts or refuses a withdrawal. Accepting cancels the seller orders that have not shipped, or refunds the withdrawn units of these, and
 * opens a return for what has, whatever its state.
 * @throws the refusals `invalid_withdrawal`, `order_unpaid`, `nothing_withdrawn`, `step_up_required` where money is refunded, `disputed`,
 * and `edit_conflict` for an older version
 */
export async function decideWithdrawal({ db, now }: Deps, decision: Decision): Promise<WithdrawalCase> {
  const { id, body, actor, requestId } = decision
  const at = now()
  return inTransaction(db, async (tx) => {
    const { row: before } = found(await findWithdrawal(tx, id))
    const record = await lockNamed(tx, before, body.orderNumber) // before the withdrawal, as a refund of its return does
    const row = found(await lockWithdrawal(tx, id))
    if (body.version !== undefined && body.version !== row.version) refuseStale(['withdrawal', id], await readCase(tx, id))
    if (body.status === 'received') return linkOrder(tx, row, record, { actor, requestId })
    requireDecidable(row, body)
    const { status, answer } = body
    const decided = { status, answer, decidedAt: at, decidedBy: actor.userId, orderId: record?.order.id ?? row.orderId }
    await updateWithdrawal(tx, id, decided)
    const parts =
      status === 'accepted'
        ? await accept(tx, record, { ...row, lines: body.lines ?? row.lines }, { actor, at, requestId, isChosen: body.lines !== undefined })
        : []
    await recordAudit(tx, {
      actor,
      action: `withdrawal.${status}`,
      targetType: 'withdrawal',
      targetId: id,
      before: { status: row.status },
      after: { number: row.number, status, ...(record && { orderNumber: record.order.number }) },
      requestId,
    })
    await mailDecision(tx, { ...row, ...decided }, { parts, record, at })
    if (status === 'accepted') await endWithdrawal(tx, id) // where everything was canceled
    return readCase(tx, id)
  })
}

/** Notes the order that staff found for a withdrawal that is not decided. */
async function linkOrder(
  tx: Db,
  { id, status, number }: WithdrawalRow,
  record: OrderRecord | null,
  { actor, requestId }: Pick<Decision, 'actor' | 'requestId'>,
): Promise<WithdrawalCase> {
  if (status !== 'received')
    refuse('invalid_withdrawal', { facts: { from: WITHDRAWAL_STATUS_LABELS[status].toLowerCase(), to: 'received' } })
  if (!record) return refuseField('orderNumber', 'Please enter the number of the order')
  await updateWithdrawal(tx, id, { orderId: record.order.id })
  const after = { number, orderNumber: record.order.number }
  await recordAudit(tx, { actor, action: 'withdrawal.link', targetType: 'withdrawal', targetId: id, after, requestId })
  return readCase(tx, id)
}

async function lockNamed(tx: Db, { orderId }: WithdrawalRow, orderNumber: string | undefined): Promise<OrderRecord | null> {
  if (orderId !== null) return lockOrder(tx, orderId, null)
  if (!orderNumber) return null
  return (await lockOrder(tx, orderNumber, null)) ?? refuseField('orderNumber', 'No order has this number')
}

function requireDecidable({ status: from }: WithdrawalRow, { status: to, answer }: DecideWithdrawalBody): void {
  if (!canTransition(WITHDRAWAL_TRANSITIONS, from, to)) {
    const facts = { from: WITHDRAWAL_STATUS_LABELS[from].toLowerCase(), to: WITHDRAWAL_STATUS_LABELS[to].toLowerCase() }
    refuse('invalid_withdrawal', { facts })
  }
  if (to === 'refused' && answer === '') refuseField('answer', 'Please tell the customer why')
}

async function accept(
  tx: Db,
  record: OrderRecord | null,
  row: WithdrawalRow,
  { isChosen, ...context }: { actor: Actor; at: Date; requestId: string; isChosen: boolean },
): Promise<WithdrawnPart[]> {
  if (!record) return refuseField('orderNumber', 'Please enter the number of the order')
  if (row.items !== '' && !isChosen) refuseField('lines', 'Please choose the products')
  if (awaitsCard(record.order)) refuse('order_unpaid')
  const settled = await readWithdrawnUnits(tx, row.id)
  // what was canceled or refunded at once, when the statement came, is no longer among them
  const parts = await listWithdrawnParts(tx, record, isChosen ? row.lines : withoutUnits(row.lines, settled))
  const isSettled = settled.size > 0 || record.parts.some(({ status }) => status === 'cancelled')
  if (parts.length === 0 && !isSettled) refuse('nothing_withdrawn')
  await cancelUnshipped(tx, record, { number: row.number ?? '', parts }, context)
  await refundUnshipped(tx, record, { row, parts }, context)
  for (const part of parts.filter(({ isUnshipped }) => !isUnshipped)) await openReturn(tx, record, row, part, context.at)
  return parts
}

async function openReturn(tx: Db, { order }: OrderRecord, row: WithdrawalRow, part: WithdrawnPart, at: Date): Promise<void> {
  const values = {
    number: returnNumber(order.number, (await countOfOrder(tx, order.id)) + 1),
    orderId: order.id,
    businessId: part.businessId,
    userId: order.userId,
    status: 'approved' as const,
    reason: 'withdrawal' as const,
    withdrawalId: row.id,
    createdAt: at,
    updatedAt: at,
  }
  const lines = part.lines.map(({ lineId, quantity, amountCents }) => ({ lineId, quantity, amountCents }))
  const id = await insertReturn(tx, values, lines)
  await notifySeller(tx, found(await findReturn(tx, id, null)), at)
}
