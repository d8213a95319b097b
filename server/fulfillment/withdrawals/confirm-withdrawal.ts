import type { WithdrawalReceipt } from '#contract/fulfillment/withdrawals.ts'
import { normalizeText } from '#domain/search/words.ts'
import { HOUR_MS } from '#domain/time.ts'
import { normalizeEmail } from '#domain/user.ts'
import { CONFIRM_WITHDRAWAL_MS } from '#domain/withdrawal.ts'
import type { WithdrawalOutcome } from '#domain/withdrawal-status.ts'
import { rightOf } from '#server/orders/buyer-rights.ts'
import { findBuyerEmail, findOrder, lineKey, lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isNumberTaken } from '#server/platform/db/take-number.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, isOwnAddress } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { hashToken, isToken } from '#server/platform/secrets/token.ts'
import { cancelUnshipped, isDisputed } from './cancel-unshipped.ts'
import { mailReceipt, notifyReceived } from './notify-withdrawal.ts'
import { refundUnshipped } from './refund-unshipped.ts'
import {
  countReceived,
  lockRecipient,
  lockWithdrawal,
  newWithdrawalNumber,
  updateWithdrawal,
  type WithdrawalRow,
} from './withdrawal-list.ts'
import { listWithdrawnParts } from './withdrawn-units.ts'

/** Confirmation of a statement. */
interface Confirmation {
  id: string
  token: string
  requestId: string
}

/** Limit of receipts to one address, so that nobody's mailbox can be flooded. */
const RECEIPTS_PER_RECIPIENT = { limit: 5, windowMs: HOUR_MS }

/**
 * Confirms a statement of withdrawal once: gives it a number, emails its receipt and notifies staff. Where number, email and name are
 * those of an order whose buyer may withdraw, what has not shipped of it is canceled or refunded at once, which the answer says; everything
 * else is left to staff, and answered alike whether or not there is such an order.
 * @throws the refusal `link_invalid` for a wrong token, or after an hour
 */
export async function confirmWithdrawal(
  { db, now, config }: Deps,
  actor: Actor | null,
  { id, token, requestId }: Confirmation,
): Promise<WithdrawalReceipt> {
  return inTransaction(
    db,
    async (tx) => {
      const at = now()
      const row = await lockWithdrawal(tx, id)
      if (!row || !isToken(token) || row.tokenHash !== hashToken(token)) return refuse('link_invalid')
      if (row.receivedAt && row.number) {
        const earlier = { number: row.number, email: row.email, receivedAt: row.receivedAt.toISOString() }
        return { ...earlier, outcome: await outcomeOf(tx, row, false) }
      }
      if (at.getTime() - row.createdAt.getTime() > CONFIRM_WITHDRAWAL_MS) refuse('link_invalid')
      const number = await newWithdrawalNumber(tx)
      const canMail = !config.limitsRates || (await takeReceipt(tx, row.email, at))
      const record = await findNamedOrder(tx, row)
      await updateWithdrawal(tx, id, { number, receivedAt: at, orderId: record?.order.id ?? null })
      const received = { ...row, number, receivedAt: at, orderId: record?.order.id ?? null }
      await recordAudit(tx, {
        actor,
        action: 'withdrawal.receive',
        targetType: 'withdrawal',
        targetId: id,
        after: { number, orderNumber: row.orderNumber },
        requestId,
      })
      const isNamed = record !== null && hasName(record, row.name)
      const hasCanceled = isNamed && (await cancelAtOnce(tx, record, received, { actor, at, requestId }))
      const outcome = await outcomeOf(tx, received, hasCanceled)
      const isKnown = isOwnAddress(actor, row.email) || (await isBuyerAddress(tx, record, row.email))
      if (canMail) await mailReceipt(tx, received, { at, isKnown, outcome })
      await notifyReceived(tx, received, at)
      return { number, email: row.email, receivedAt: at.toISOString(), outcome }
    },
    isNumberTaken,
  )
}

/** Returns whether a receipt may be sent to this address now. Those who ask for it at once take turns until their transactions end. */
async function takeReceipt(tx: Db, email: string, at: Date): Promise<boolean> {
  await lockRecipient(tx, email)
  const { limit, windowMs } = RECEIPTS_PER_RECIPIENT
  return (await countReceived(tx, email, new Date(at.getTime() - windowMs))) < limit
}

/** Locks the order that a statement names by its number and an email address of its buyer; null where there is none. */
async function findNamedOrder(tx: Db, { orderNumber, email, userId }: WithdrawalRow): Promise<OrderRecord | null> {
  const record = await lockOrder(tx, orderNumber, null)
  if (!record) return null
  const { order } = record
  const known = [order.userEmail, order.customer.email ?? '', await findBuyerEmail(tx, order.userId)].map(normalizeEmail)
  return order.userId === userId || known.includes(normalizeEmail(email)) ? record : null
}

/** Returns true for an address that the confirmation of the order went to, or of its buyer now. */
async function isBuyerAddress(tx: Db, record: OrderRecord | null, email: string): Promise<boolean> {
  if (!record) return false
  const { userEmail, userId } = record.order
  return [userEmail, await findBuyerEmail(tx, userId)].map(normalizeEmail).includes(normalizeEmail(email))
}

function hasName({ order: { userName, customer } }: OrderRecord, name: string): boolean {
  const full = `${customer.firstName ?? ''} ${customer.lastName ?? ''}`
  return [userName, full].map(normalizeText).includes(normalizeText(name))
}

/** Cancels or refunds what has not shipped. @returns true where something was */
async function cancelAtOnce(
  tx: Db,
  record: OrderRecord,
  { id, number, lines, items }: WithdrawalRow & { number: string },
  { actor, at, requestId }: { actor: Actor | null; at: Date; requestId: string },
): Promise<boolean> {
  if (items !== '' || rightOf(record, at).state !== 'open' || (await isDisputed(tx, record))) return false
  const parts = await listWithdrawnParts(tx, record, lines)
  const isBuyer = actor?.userId === record.order.userId
  const context = { actor: isBuyer ? actor : null, isBuyer, at, requestId }
  await cancelUnshipped(tx, record, { number, parts }, context)
  await refundUnshipped(tx, record, { row: { id, number }, parts }, context)
  return parts.some(({ isUnshipped }) => isUnshipped)
}

/** Returns what became of a statement at once. @param hasCanceled it has canceled or refunded something */
async function outcomeOf(tx: Db, { orderId, name, lines, items }: WithdrawalRow, hasCanceled: boolean): Promise<WithdrawalOutcome> {
  const record = orderId === null ? null : await findOrder(tx, orderId, null)
  if (!record || !hasName(record, name) || items !== '') return 'received'
  const asked = record.lines.filter((line) => !lines || lines.some(({ productId }) => productId === lineKey(line)))
  const isAllCanceled = record.order.status === 'cancelled'
  const hasLeft = (await listWithdrawnParts(tx, record, lines)).length > 0 || asked.length === 0 || asked.some(({ isCustom }) => isCustom)
  if (hasLeft && !isAllCanceled) return hasCanceled ? 'partly' : 'received'
  if (!hasCanceled) return 'settled'
  return record.order.paidCents > 0 ? 'refunded' : 'canceled'
}
