import { paymentShares } from '#domain/commission.ts'
import { spreadByLeft } from '#domain/refund-amount.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import { shopTaxCents } from '#server/orders/refunded-lines.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listSales, postTransaction } from './ledger-entries.ts'

/**
 * Posts a payment of an order as it was before: it is split over the seller orders that are not canceled by what is left of each, and each
 * share over its seller, the platform and the tax account. The payment that completes the order posts all that is left.
 */
export async function recordSale(
  tx: Db,
  record: OrderRecord,
  { paymentId, amountCents }: { paymentId: string; amountCents: number },
  at: Date,
): Promise<void> {
  const { order } = record
  const live = record.parts.filter(({ status }) => status !== 'cancelled')
  const sold: Awaited<ReturnType<typeof listSales>> = order.paidCents === 0 ? new Map() : await listSales(tx, order.id)
  const before = live.map(({ businessId }) => sold.get(businessId)?.amountCents ?? 0)
  const shares = spreadByLeft(
    amountCents,
    live.map(({ totalCents }, index) => totalCents - (before[index] ?? 0)),
  )
  for (const [index, part] of live.entries()) {
    const posted = sold.get(part.businessId)
    const paidCents = (before[index] ?? 0) + (shares[index] ?? 0)
    await postShares(tx, record, { part, paidCents, posted, cause: posted ? paymentId : '' }, at)
  }
}

/**
 * Posts what was paid of the seller orders of an order after a change: money moves between them, and what none of them needs goes to the
 * account of what is kept for the buyer. Seller, platform and tax account then have their shares of the new amounts.
 * @param sold cents that are paid of each seller order after it
 */
export async function repostSale(
  tx: Db,
  record: OrderRecord,
  { changeId, sold, excessCents }: { changeId: string; sold: ReadonlyMap<string, number>; excessCents: number },
  at: Date,
): Promise<void> {
  const { order, parts } = record
  const before = await listSales(tx, order.id)
  for (const part of parts.filter(({ status }) => status !== 'cancelled')) {
    const paidCents = sold.get(part.businessId) ?? 0
    await postShares(tx, record, { part, paidCents, posted: before.get(part.businessId), cause: changeId, note: 'Order changed' }, at)
  }
  await postTransaction(tx, {
    reason: 'credit',
    reference: changeId,
    orderId: order.id,
    currency: order.currency,
    at,
    entries: [
      { account: 'clearing', debitCents: excessCents },
      { account: 'credit', debitCents: -excessCents },
    ],
  })
}

interface SoldPart {
  part: OrderRecord['parts'][number]
  /** Paid of it in all, and what of that is posted already. */
  paidCents: number
  posted: { amountCents: number; taxCents: number; commissionCents: number } | undefined
  /** Payment or change that it is posted for; '': the first payment. */
  cause: string
  note?: string
}

/** Posts what is paid of a seller order beyond what is posted, split so that all of it has the shares of the seller order. */
async function postShares(tx: Db, record: OrderRecord, { part, paidCents, posted, cause, note }: SoldPart, at: Date): Promise<void> {
  const { order } = record
  const { businessId, totalCents, commissionCents } = part
  const whole = { totalCents, commissionCents, taxCents: shopTaxCents(record, part) }
  const all = paymentShares(whole, { beforeCents: 0, amountCents: paidCents })
  const cents = paidCents - (posted?.amountCents ?? 0)
  const [commission, tax] = [all.commission - (posted?.commissionCents ?? 0), all.tax - (posted?.taxCents ?? 0)]
  await postTransaction(tx, {
    reason: 'sale',
    reference: [order.id, businessId, ...(cause ? [cause] : [])].join(':'),
    orderId: order.id,
    currency: order.currency,
    ...(note && { note }),
    at,
    entries: [
      { account: 'clearing', debitCents: cents },
      { account: 'seller', businessId, debitCents: -(cents - commission - tax) },
      { account: 'commission', debitCents: -commission },
      { account: 'tax', debitCents: -tax },
    ],
  })
}
