import { documentLabel } from '#domain/document.ts'
import { DEFAULT_TIME_ZONE } from '#domain/time.ts'
import { findBuyerEmail, type OrderRecord } from '#server/orders/order-record.ts'
import { requestEInvoices } from '#server/payments/e-invoices/e-invoice-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { composeCredits, composeVoid } from './describe-credit.ts'
import { composeInvoices, missingRateOf } from './describe-invoice.ts'
import { type OrderSource, readOrderSources, readShopSource } from './document-orders.ts'
import { type DocumentRow, insertDocument, type NewDocument, storeDocument } from './document-record.ts'
import { queueDocumentMail } from './mail-document.ts'
import { nextInvoicedPart } from './milestone-invoices.ts'

/**
 * Writes the documents of an order that are due: its invoices, unless it has them, and a credit note for each settled refund and each
 * seller order that was canceled before payment. Repeating it writes nothing. The caller holds the order's lock; call it last in the
 * transaction, which then holds the numbers.
 * @returns the new documents
 */
export async function issueDocuments(tx: Db, orderId: string, at: Date): Promise<DocumentRow[]> {
  const [source] = await readOrderSources(tx, [orderId])
  return source ? writeDue(tx, source, at) : []
}

/** As `issueDocuments`, only credit notes: an order without an invoice has none. */
export async function creditDocuments(tx: Db, orderId: string, at: Date): Promise<DocumentRow[]> {
  const [source] = await readOrderSources(tx, [orderId])
  if (!source || (source.older === null && source.documents.length === 0)) return []
  return writeDue(tx, source, at)
}

/** Queues an email for each document, which is attached when it is sent. */
export async function mailDocuments(tx: Db, { order }: Pick<OrderRecord, 'order'>, rows: readonly DocumentRow[], at: Date): Promise<void> {
  if (rows.length === 0) return
  const to = await findBuyerEmail(tx, order.userId)
  const name = order.customer.firstName ?? ''
  for (const row of rows) await queueDocumentMail(tx, row, { to, dedupeKey: `document:${row.id}`, name, at })
}

/**
 * Takes back each invoice of an order that a change made wrong by a credit note, and writes a new one of the whole; an order without an
 * invoice has none to change. The caller holds the order's lock and calls it last, as `issueDocuments`.
 * @returns the new documents, credit notes first
 */
export async function reissueDocuments(
  tx: Db,
  orderId: string,
  change: { changeId: string; reason: string; at: Date },
): Promise<DocumentRow[]> {
  const [source] = await readOrderSources(tx, [orderId])
  const invoices = source?.documents.filter(({ kind }) => kind === 'invoice') ?? []
  if (source?.older && invoices.length === 0) refuse('order_not_changeable', { facts: { why: NOT_YET } })
  if (!source || invoices.length === 0) return []
  const shop = await readShopSource(tx, [source], change.at)
  const isSame = (one: NewDocument, other: DocumentRow) =>
    (one.issuerBusinessId ?? null) === other.issuerBusinessId && statedOf(one) === statedOf(other)
  const composed = composeInvoices(source, shop, invoicedParts(source), change.at)
  const wrong = invoices.filter((invoice) => !composed.some((one) => isSame(one, invoice)))
  const due = [
    ...wrong.flatMap((invoice) => composeVoid(source, invoice, change) ?? []),
    ...composed
      .filter((one) => !invoices.some((invoice) => isSame(one, invoice)))
      .map((one) => ({ ...one, milestoneId: change.changeId, cause: `${one.cause}:${change.changeId}` })),
  ]
  const written: DocumentRow[] = []
  for (const document of due) {
    written.push((await insertDocument(tx, document)) ?? refuse('order_not_changeable', { facts: { why: NOT_YET } }))
  }
  await requestEInvoices(tx, source.record.order.userId, written, change.at)
  return written
}

const NOT_YET = 'Its older invoice is still being stored. Try again in a few minutes.'

/** Amounts of an invoice by line, to tell if a change makes it wrong. */
const statedOf = ({ content: { lines, taxes, sums } }: Pick<NewDocument, 'content'>): string =>
  JSON.stringify([
    lines.map(({ name, quantity, unitPriceCents, discountCents, shippingCents, taxCents, tax }) => [
      name,
      quantity,
      unitPriceCents,
      discountCents,
      shippingCents,
      taxCents,
      tax,
    ]),
    taxes,
    sums,
  ])

async function writeDue(tx: Db, source: OrderSource, at: Date): Promise<DocumentRow[]> {
  const invoices = await writeInvoices(tx, source, at)
  const written = [...invoices]
  for (const { document } of composeCredits({ ...source, documents: [...source.documents, ...invoices] })) {
    const row = await insertDocument(tx, { ...document, issuedAt: at })
    if (row) written.push(row)
  }
  await requestEInvoices(tx, source.record.order.userId, written, at)
  return written
}

/**
 * Seller orders that a new invoice is about: all that are not canceled; a payment that came after the end of the order is for all of them.
 */
function invoicedParts({ record: { parts } }: OrderSource): Set<string> {
  const live = parts.filter(({ status }) => status !== 'cancelled')
  return new Set((live.length > 0 ? live : parts).map(({ businessId }) => businessId))
}

/** Returns the documents that an invoice of the version before stands for: it was about the whole order, and its days were those of UTC. */
export function olderInvoiceOf(
  source: OrderSource,
  shop: Parameters<typeof composeInvoices>[1],
  { number, issuedAt }: NonNullable<OrderSource['older']>,
) {
  const whole = new Set(source.record.parts.map(({ businessId }) => businessId))
  const then = { ...shop, company: { ...shop.company, timeZone: DEFAULT_TIME_ZONE } }
  return composeInvoices(source, then, whole, issuedAt).map((document) => ({ ...document, number, label: documentLabel('INV-', number) }))
}

async function writeInvoices(tx: Db, source: OrderSource, at: Date): Promise<DocumentRow[]> {
  const isByPlan = (source.record.order.paymentPlan?.length ?? 0) > 1
  if (isByPlan) return writeParts(tx, source, at)
  if (source.documents.some(({ kind }) => kind === 'invoice')) return []
  const shop = await readShopSource(tx, [source], at)
  const { older } = source
  const rows: DocumentRow[] = []
  if (older) {
    for (const { number, label, ...document } of olderInvoiceOf(source, shop, older)) {
      rows.push(await storeDocument(tx, document, { number, label }))
    }
    return rows
  }
  for (const document of composeInvoices(source, shop, invoicedParts(source), at)) {
    const row = await insertDocument(tx, document)
    if (!row) continue
    rows.push(row)
    await notifyOfMissingRate(tx, row, at)
  }
  return rows
}

/** Writes the invoices of an order that is paid by a plan: of each part that is due, the final one last. */
async function writeParts(tx: Db, source: OrderSource, at: Date): Promise<DocumentRow[]> {
  const rows: DocumentRow[] = []
  for (;;) {
    const known = { ...source, documents: [...source.documents, ...rows] }
    const part = nextInvoicedPart(known, at)
    if (!part) return rows
    const shop = await readShopSource(tx, [source], at)
    let isWritten = false
    for (const document of composeInvoices(known, shop, invoicedParts(source), at, part)) {
      const row = await insertDocument(tx, document)
      if (!row) continue
      rows.push(row)
      isWritten = true
      await notifyOfMissingRate(tx, row, at)
    }
    if (!isWritten) return rows
  }
}

/** Notifies staff, once for each currency and day, that an invoice could not state its VAT in the currency of its country. */
async function notifyOfMissingRate(tx: Db, { label, currency, content }: DocumentRow, at: Date): Promise<void> {
  const missing = missingRateOf(content, currency)
  if (missing === null) return
  await notify(tx, {
    audience: { staff: 'finance.read' },
    kind: 'exchange-rate',
    title: `The exchange rate of ${missing} is missing`,
    text: `Invoice ${label} doesn't show VAT in the local currency. Add the rate for future invoices.`,
    path: '/admin/tax/exchange-rates',
    dedupeKey: `exchange-rate:${missing}:${at.toISOString().slice(0, 10)}`,
    at,
  })
}
