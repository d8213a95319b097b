import type { BankFile } from '#contract/fulfillment/bank-files.ts'
import { matchTransfer, type OpenOrder } from '#domain/bank-match.ts'
import { toDecimal } from '#domain/money.ts'
import { openCents } from '#domain/order.ts'
import { milestonesOf } from '#server/orders/order-milestones.ts'
import { findOrder } from '#server/orders/order-record.ts'
import { readCreditCents } from '#server/orders/refunded-lines.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import {
  type BankTransferRow,
  findBankFile,
  listOpenOrders,
  listPaidOrders,
  listTransfers,
  listTwins,
  transferReference,
} from './bank-file-list.ts'

type OpenRow = Awaited<ReturnType<typeof listOpenOrders>>[number]

async function openOrderOf(db: Db, { order, parts, invoices, hasCredit }: OpenRow): Promise<OpenOrder & { customer: string }> {
  const { id: orderId, number, currency, customer, userName } = order
  const record = hasCredit ? await findOrder(db, orderId, null) : null
  const dueCents = openCents(order, parts, record ? await readCreditCents(db, record) : 0)
  const next = milestonesOf(record ?? { order, parts, lines: [] }).find((milestone) => milestone.openCents > 0)
  const names = [customer.company ?? '', `${customer.firstName ?? ''} ${customer.lastName ?? ''}`]
  return {
    orderId,
    number,
    currency,
    invoices,
    dueCents,
    nextCents: Math.min(next?.openCents ?? dueCents, dueCents),
    names,
    customer: customer.company || userName,
  }
}

/** Returns what is due for each open order, less what came back. */
async function listDue(db: Db): Promise<(OpenOrder & { customer: string })[]> {
  const due = []
  for (const row of await listOpenOrders(db)) due.push(await openOrderOf(db, row))
  return due
}

/** Reads a bank statement with its transfers: what waits is matched with the orders that are open now. Refuses `not_found`. */
export async function readBankFile(db: Db, id: string): Promise<BankFile> {
  const file = found(await findBankFile(db, id))
  const transfers = await listTransfers(db, id)
  const open = transfers.some(({ state }) => state === 'waiting') ? await listDue(db) : []
  const twins = open.length > 0 ? await listTwins(db, id) : new Set<string>()
  const recorded = transfers.filter(({ state }) => state === 'recorded').map((transfer) => transfer.id)
  const paid = Map.groupBy(await listPaidOrders(db, recorded), ({ reference }) => reference)
  return {
    ...file,
    createdAt: file.createdAt.toISOString(),
    transfers: transfers.map((transfer) => ({
      ...presentTransfer(transfer),
      ...(transfer.state === 'waiting'
        ? presentMatch(transfer, open, twins.has(transfer.id))
        : {
            orders: (paid.get(transferReference(transfer.id)) ?? []).map(({ id, number, customer }) => ({ id, number, customer, due: 0 })),
            isSure: false,
            isTwin: false,
            matchedBy: '',
          }),
    })),
  }
}

const presentTransfer = ({ id, bookedOn, currency, amountCents, name, text, state }: BankTransferRow) => ({
  id,
  bookedOn,
  currency,
  amount: toDecimal(amountCents),
  name,
  text,
  state,
})

function presentMatch(transfer: BankTransferRow, open: readonly (OpenOrder & { customer: string })[], isTwin: boolean) {
  const { orderIds, isSure, by } = matchTransfer(transfer, open)
  const orders = orderIds.flatMap((orderId) => {
    const order = open.find((one) => one.orderId === orderId)
    return order ? [{ id: orderId, number: order.number, customer: order.customer, due: toDecimal(order.dueCents) }] : []
  })
  return { orders, isSure: isSure && !isTwin, isTwin, matchedBy: by }
}
