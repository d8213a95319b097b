import type { BankFile } from '#contract/fulfillment/bank-files.ts'
import { matchTransfer, type OpenOrder } from '#domain/bank-match.ts'
import { toDecimal } from '#domain/money.ts'
import { openCents } from '#domain/order.ts'
import { milestonesOf } from '#server/orders/order-milestones.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { type BankTransferRow, findBankFile, listOpenOrders, listPaidOrders, listTransfers, transferReference } from './bank-file-list.ts'

type OpenRow = Awaited<ReturnType<typeof listOpenOrders>>[number]

function openOrderOf({ order, parts, invoices }: OpenRow): OpenOrder & { customer: string } {
  const { id: orderId, number, currency, customer, userName } = order
  const dueCents = openCents(order, parts, 0)
  const next = milestonesOf({ order, parts }).find((milestone) => milestone.openCents > 0)
  const names = [customer.company ?? '', `${customer.firstName ?? ''} ${customer.lastName ?? ''}`]
  return {
    orderId,
    number,
    currency,
    invoices,
    dueCents,
    nextCents: next?.openCents ?? dueCents,
    names,
    customer: customer.company || userName,
  }
}

/** Reads a bank statement with its transfers: what waits is matched with the orders that are open now. Refuses `not_found`. */
export async function readBankFile(db: Db, id: string): Promise<BankFile> {
  const file = found(await findBankFile(db, id))
  const transfers = await listTransfers(db, id)
  const open = transfers.some(({ state }) => state === 'waiting') ? (await listOpenOrders(db)).map(openOrderOf) : []
  const recorded = transfers.filter(({ state }) => state === 'recorded').map((transfer) => transfer.id)
  const paid = Map.groupBy(await listPaidOrders(db, recorded), ({ reference }) => reference)
  return {
    ...file,
    createdAt: file.createdAt.toISOString(),
    transfers: transfers.map((transfer) => ({
      ...presentTransfer(transfer),
      ...(transfer.state === 'waiting'
        ? presentMatch(transfer, open)
        : {
            orders: (paid.get(transferReference(transfer.id)) ?? []).map(({ id, number, customer }) => ({ id, number, customer, due: 0 })),
            isSure: false,
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

function presentMatch(transfer: BankTransferRow, open: readonly (OpenOrder & { customer: string })[]) {
  const { orderIds, isSure, by } = matchTransfer(transfer, open)
  const orders = orderIds.flatMap((orderId) => {
    const order = open.find((one) => one.orderId === orderId)
    return order ? [{ id: orderId, number: order.number, customer: order.customer, due: toDecimal(order.dueCents) }] : []
  })
  return { orders, isSure, matchedBy: by }
}
