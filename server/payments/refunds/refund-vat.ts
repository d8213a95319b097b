import { formatMoney } from '#domain/money.ts'
import { normalizeOrder } from '#domain/normalize-order.ts'
import { isUnsettled, openCents } from '#domain/order.ts'
import { unitsShare } from '#domain/refund-amount.ts'
import { UNCONFIRMED_VAT_TAG } from '#domain/vat-id.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { findBuyerEmail, lineKey, lockOrder, type OrderRecord, updateOrder } from '#server/orders/order-record.ts'
import { listGoneLines, readCreditCents, returnedTaxCents, taxOnProducts } from '#server/orders/refunded-lines.ts'
import { chargedVatRows, type StoredPricing } from '#server/orders/store-pricing.ts'
import { hasOpenDispute } from '#server/payments/disputes/dispute-list.ts'
import { uncreditedTaxCents, vatConfirmedText } from '#server/payments/documents/describe-credit.ts'
import { readOrderSources } from '#server/payments/documents/document-orders.ts'
import { creditDocuments } from '#server/payments/documents/issue-documents.ts'
import { listPostedRefunds } from '#server/payments/ledger/ledger-entries.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { requestRefund } from './request-refund.ts'
import { endVatWait, findVatStatus, listAnsweredOrders, storeReturnedTax } from './vat-answer-record.ts'

/*
 * Orders whose VAT id nobody could confirm when they were placed: once there is an answer, the VAT is returned, or staff are notified of
 * what is missing.
 */

const BATCH = 50

/** Checks if an order waits for what its VAT id was answered. */
export const hasVatAnswers = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> => (await listAnsweredOrders(db, 1)).length > 0

/** Settles the orders whose VAT id was answered, each in a transaction of its own. @returns a summary in words */
export async function settleVatAnswers({ db, now }: Pick<Deps, 'db' | 'now'>, signal?: AbortSignal): Promise<string> {
  const ids = await listAnsweredOrders(db, BATCH)
  for (const id of ids) {
    signal?.throwIfAborted()
    await inTransaction(db, (tx) => settleOrder(tx, id, now()))
  }
  return `${ids.length} orders settled.`
}

async function settleOrder(tx: Db, orderId: string, at: Date): Promise<void> {
  const record = await lockOrder(tx, orderId, null)
  const vatId = record?.order.vatWaits
  if (!record || !vatId) return
  const status = await findVatStatus(tx, vatId)
  if (status === null || status === 'unavailable' || (await hasOpenDispute(tx, orderId))) return // the bank may take the same money
  await endVatWait(tx, orderId)
  if (status === 'valid') await removeMark(tx, record)
  const { vatCheck } = record.order.pricing as StoredPricing & { vatCheck?: { counted: boolean } } // only storePricing writes it
  if (status === 'valid' && vatCheck?.counted === false) await returnVat(tx, record, vatId, at)
  if (status === 'invalid' && vatCheck?.counted === true) await tellStaff(tx, record, vatId, at)
}

/** Removes the mark of an order whose VAT id was trusted before it was confirmed. */
async function removeMark(tx: Db, { order }: OrderRecord): Promise<void> {
  if (!order.tags.includes(UNCONFIRMED_VAT_TAG)) return
  const tags = order.tags.filter((tag) => tag !== UNCONFIRMED_VAT_TAG)
  await updateOrder(tx, order.id, { tags, searchText: normalizeOrder({ ...order, tags }) })
}

/** Returns the VAT of what a business in another member state bought and has not sent back. */
async function returnVat(tx: Db, record: OrderRecord, vatId: string, at: Date): Promise<void> {
  const { order, parts, lines } = record
  const charged = chargedVatRows(order.pricing)
  const kept = new Set(parts.filter(({ status }) => status !== 'cancelled').map(({ businessId }) => businessId))
  const gone = await listGoneLines(tx, order.id)
  const returned = lines.filter((line) => kept.has(line.businessId) && charged.has(lineKey(line)))
  for (const line of returned) {
    const cents = taxOnProducts(line) ?? 0
    line.taxReturnedCents = cents - unitsShare(cents, { quantity: line.quantity, gone: 0 }, gone.get(line.id)?.quantity ?? 0)
    await storeReturnedTax(tx, line.id, line.taxReturnedCents)
  }
  if (returned.length === 0) return
  if (!isUnsettled(order)) await refundReturnedTax(tx, record, { vatId, at })
  else await tellBuyer(tx, record, vatId, at)
}

/**
 * Refunds the tax that lines of a paid order have returned, never more than is left of it; once for an order.
 * @param deductedCents part of it by which the buyer has paid less; absent: it was paid
 */
export async function refundReturnedTax(
  tx: Db,
  record: OrderRecord,
  { vatId, at, deductedCents }: { vatId: string; at: Date; deductedCents?: number },
): Promise<void> {
  const { order, parts } = record
  const posted = await listPostedRefunds(tx, order.id)
  const [source] = deductedCents !== undefined ? [] : await readOrderSources(tx, [order.id]) // what was deducted is credited already
  const shares = parts.flatMap((part) => {
    const { businessId } = part
    const left = Math.min(
      part.taxCents - (posted.get(businessId)?.taxCents ?? 0),
      (source && uncreditedTaxCents(source, businessId)) ?? part.taxCents, // what a seller owes is in no account of tax
      part.totalCents - part.refundedCents,
    )
    const cents = part.status === 'cancelled' ? 0 : Math.min(returnedTaxCents(record, businessId), left)
    return cents > 0 ? [{ businessId, amountCents: cents, taxCents: cents }] : []
  })
  if (shares.length === 0) return
  const reason = vatConfirmedText(vatId)
  await requestRefund(tx, record, {
    shares,
    reason,
    cause: { kind: 'vat', orderId: order.id },
    deductedCents: deductedCents ?? 0,
    actor: null,
    at,
  })
}

/** Credits the VAT where there is an invoice already, and informs the buyer of what is due now. */
async function tellBuyer(tx: Db, record: OrderRecord, vatId: string, at: Date): Promise<void> {
  const { order, parts, lines } = record
  await creditDocuments(tx, order.id, at)
  const due = openCents(order, parts, await readCreditCents(tx, record))
  const returnedCents = parts.reduce((sum, { businessId }) => sum + returnedTaxCents(record, businessId), 0)
  const facts = { ...orderMailFacts(order, lines), vatId, returnedCents, dueCents: due }
  const to = await findBuyerEmail(tx, order.userId)
  await queueMail(tx, { dedupeKey: `vat-confirmed:${order.id}`, template: 'vat-confirmed', to, facts, at })
  await notify(tx, {
    audience: { userId: order.userId },
    kind: 'vat-confirmed',
    title: `We removed the VAT from your order ${order.number}`,
    text: `VAT ID ${vatId} is confirmed. Amount due: ${formatMoney(due, order.currency)}`,
    path: `/account/orders/${order.id}`,
    dedupeKey: `vat-confirmed:${order.id}`,
    at,
  })
}

/**
 * Notifies staff of the net amount that was sold without VAT by a VAT id that is not registered: without canceled parts, and what has VAT.
 */
async function tellStaff(tx: Db, { order, parts, lines }: OrderRecord, vatId: string, at: Date): Promise<void> {
  const live = new Set(parts.filter(({ status }) => status !== 'cancelled').map(({ businessId }) => businessId))
  const untaxed = lines.filter(({ businessId, taxReason }) => live.has(businessId) && taxReason === 'intra_community')
  const netCents = untaxed.reduce(
    (sum, { lineTotalCents, discountCents, shippingCents }) => sum + lineTotalCents - (discountCents ?? 0) + (shippingCents ?? 0),
    0,
  )
  const dedupeKey = `vat-refuted:${order.id}`
  const { company } = await readSettings(tx)
  const facts = { number: order.number, orderId: order.id, currency: order.currency, vatId, netCents }
  await queueMail(tx, { dedupeKey, template: 'vat-refuted', to: company.email, facts, at })
  await notify(tx, {
    audience: { staff: 'orders.read' },
    kind: 'vat-refuted',
    title: `VAT ID ${vatId} of order ${order.number} isn't registered`,
    text: `The order was placed without VAT at the shop's risk. VAT is due on ${formatMoney(netCents, order.currency)}.`,
    path: `/admin/orders/${order.id}`,
    dedupeKey,
    at,
  })
}
