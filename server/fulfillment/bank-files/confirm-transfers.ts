import type { BankFile, ConfirmTransfersBody } from '#contract/fulfillment/bank-files.ts'
import { openCents } from '#domain/order.ts'
import { splitTransfer } from '#domain/part-payment.ts'
import { readMoment } from '#domain/time.ts'
import { receiveMoney, requirePayable } from '#server/fulfillment/corrections/mark-paid.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { readCreditCents } from '#server/orders/refunded-lines.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, RefusalError, refuseField } from '#server/platform/http/refusal.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { type BankTransferRow, decideTransfer, lockTransfer, transferReference } from './bank-file-list.ts'
import { readBankFile } from './read-bank-file.ts'

/** Request of staff about transfers of one file. */
interface Confirmation {
  id: string
  body: ConfirmTransfersBody
  requestId: string
}

/** Result for the transfers: those that were refused keep waiting. */
interface Confirmed {
  recorded: number
  dismissed: number
  restored: number
  refused: { id: string; reason: string }[]
  file: BankFile
}

/**
 * Records transfers of a bank statement as payments, each in a transaction of its own, dismisses others, and brings back dismissed ones.
 * One that was recorded before changes nothing.
 */
export async function confirmTransfers(deps: Deps, actor: Actor, { id: fileId, body, requestId }: Confirmation): Promise<Confirmed> {
  const { db } = deps
  const refused: Confirmed['refused'] = []
  let [recorded, dismissed, restored] = [0, 0, 0]
  for (const id of body.restored) {
    restored += Number(
      await inTransaction(db, (tx) => decideOne(tx, deps, actor, { fileId, id, from: 'dismissed', to: 'waiting', requestId })),
    )
  }
  for (const { id, orders } of body.transfers) {
    try {
      recorded += Number(await inTransaction(db, (tx) => recordTransfer(tx, deps, actor, { fileId, id, orders, requestId })))
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      refused.push({ id, reason: error.message })
    }
  }
  for (const id of body.dismissed) {
    dismissed += Number(
      await inTransaction(db, (tx) => decideOne(tx, deps, actor, { fileId, id, from: 'waiting', to: 'dismissed', requestId })),
    )
  }
  return { recorded, dismissed, restored, refused, file: await readBankFile(db, fileId) }
}

const UNDECIDED = { state: 'waiting', actorId: null, decidedAt: null } as const

/** Locks orders by their numbers, always in the same order, and returns them as they were named. */
async function lockOrders(tx: Db, numbers: readonly string[]): Promise<OrderRecord[]> {
  const records = new Map<string, OrderRecord>()
  for (const number of [...new Set(numbers)].toSorted()) {
    const record = await lockOrder(tx, number, null)
    if (!record) return refuseField('orders', `There is no order ${number}`)
    records.set(number, record)
  }
  return [...records.keys()]
    .toSorted((one, other) => numbers.indexOf(one) - numbers.indexOf(other))
    .map((number) => found(records.get(number)))
}

async function recordTransfer(
  tx: Db,
  { now }: Deps,
  actor: Actor,
  { fileId, id, orders: numbers, requestId }: { fileId: string; id: string; orders: readonly string[]; requestId: string },
): Promise<boolean> {
  const transfer = found(await lockTransfer(tx, fileId, id))
  if (transfer.state === 'dismissed') refuseField('transfers', 'This transfer was dismissed. Bring it back first.')
  if (transfer.state !== 'waiting') return false
  const at = now()
  const records = await lockOrders(tx, numbers)
  const due = []
  for (const record of records) {
    const { order, parts } = record
    await requirePayable(tx, actor, record, undefined)
    if (order.currency !== transfer.currency) refuseField('orders', `Order ${order.number} is in ${order.currency}`)
    due.push({ orderId: order.id, dueCents: openCents(order, parts, await readCreditCents(tx, record)), record })
  }
  const paidAt = await bookedAt(tx, transfer, at)
  const shares = splitTransfer(transfer.amountCents, due).filter(({ amountCents }) => amountCents > 0)
  for (const { orderId, amountCents } of shares) {
    const record = found(due.find((one) => one.orderId === orderId)).record
    const own = transferReference(id)
    const reference = shares.length > 1 ? `${own}, ${record.order.number}` : own
    await receiveMoney(tx, record, { method: 'bank_transfer', reference, receivedCents: amountCents, paidAt }, { actor, at, requestId })
  }
  await decideTransfer(tx, id, { state: 'recorded', actorId: actor.userId, decidedAt: at })
  return true
}

/** Returns the beginning of the day of a booking, not later than now. */
async function bookedAt(tx: Db, { bookedOn }: BankTransferRow, now: Date): Promise<Date> {
  const at = new Date(readMoment(bookedOn, { isEnd: false, timeZone: await readTimeZone(tx) }) ?? bookedOn)
  return at > now ? now : at
}

interface Decision {
  fileId: string
  id: string
  from: BankTransferRow['state']
  to: 'waiting' | 'dismissed'
  requestId: string
}

/** Dismisses a transfer, or brings it back; one in another state stays as it is. */
async function decideOne(tx: Db, { now }: Deps, actor: Actor, { fileId, id, from, to, requestId }: Decision): Promise<boolean> {
  const transfer = found(await lockTransfer(tx, fileId, id))
  if (transfer.state !== from) return false
  await decideTransfer(tx, id, to === 'waiting' ? UNDECIDED : { state: to, actorId: actor.userId, decidedAt: now() })
  const after = { amountCents: transfer.amountCents, currency: transfer.currency, name: transfer.name }
  await recordAudit(tx, {
    actor,
    action: to === 'waiting' ? 'bank_file.restore' : 'bank_file.dismiss',
    targetType: 'bank_file',
    targetId: fileId,
    after,
    requestId,
  })
  return true
}
