import { type DocumentContent, type DocumentCredit, grossOf, issuedOn } from '#domain/document.ts'
import { creditRows, leftOf, sumCredits } from '#domain/document-credits.ts'
import { allocate } from '#domain/money.ts'
import { isUnsettled } from '#domain/order.ts'
import { returnedTaxCents, returnedTaxes } from '#server/orders/refunded-lines.ts'
import type { StoredPricing } from '#server/orders/store-pricing.ts'
import { amountsOf, zoneOf } from './describe-invoice.ts'
import type { OrderSource, SettledRefund } from './document-orders.ts'
import { changeCause, type DocumentRow, type NewDocument } from './document-record.ts'

/** Event for which amounts of an order are credited. */
interface CreditCause {
  /** Prefix of the cause of its documents; the id of the invoice follows. */
  cause: string
  reason: string
  at: Date
  shares: readonly { businessId: string; amountCents: number | null; taxCents: number | null }[]
  units: SettledRefund['units']
  /** True for VAT that is credited alone. */
  isVat: boolean
  /** Name of the row for what names no units. */
  restName: string
}

/** A credit note that is due, with the invoice that it corrects. */
interface DueCredit {
  invoice: DocumentRow
  document: NewDocument
}

/** Name of an amount that names no units. */
const AMOUNT = 'Amount not tied to items, or shipping'

const creditsOn = (invoice: DocumentRow, documents: readonly Pick<DocumentRow, 'kind' | 'refersTo' | 'content'>[]): DocumentCredit[] =>
  documents.filter(({ kind, refersTo }) => kind === 'credit_note' && refersTo === invoice.id).flatMap(({ content }) => content.credits)

/** Returns the credit note that takes back all that is left of an invoice; null where nothing is. */
export function composeVoid(
  source: OrderSource,
  invoice: DocumentRow,
  { changeId, reason, at }: { changeId: string; reason: string; at: Date },
): NewDocument | null {
  const { lines, mode } = invoice.content
  const cause: CreditCause = {
    cause: changeCause(changeId),
    reason: `Replaced by a new invoice. ${reason}`,
    at,
    shares: [...new Set(lines.map(({ businessId }) => businessId))].map((businessId) => ({
      businessId,
      amountCents: null,
      taxCents: null,
    })),
    units: lines.map((line) => ({
      lineId: line.lineId,
      businessId: line.businessId,
      quantity: line.quantity,
      amountCents: grossOf(line, mode),
    })),
    isVat: false,
    restName: AMOUNT,
  }
  const invoices = source.documents.filter(({ kind }) => kind === 'invoice')
  return composeCredit(source, { cause, invoice, invoices, known: source.documents, left: null })
}

/** Returns the tax of a seller's lines that the invoices of an order have not credited yet, in cents; null where it has no invoice. */
export function uncreditedTaxCents({ documents }: Pick<OrderSource, 'documents'>, businessId: string): number | null {
  const invoices = documents.filter(({ kind }) => kind === 'invoice')
  if (invoices.length === 0) return null
  const left = invoices.flatMap((invoice) => [...leftOf(invoice.content, businessId, creditsOn(invoice, documents)).values()])
  return left.reduce((sum, { taxCents }) => sum + taxCents, 0)
}

/** Returns the cause of credit for VAT that an order does not owe any more and that nobody has paid; none where there is no such VAT. */
function unpaidVatOf({ record }: OrderSource): CreditCause[] {
  const { order, parts } = record
  const { vatCheck } = order.pricing as StoredPricing & { vatCheck?: { vatId: string } } // only storePricing writes it
  const live = isUnsettled(order) ? parts.filter(({ status }) => status !== 'cancelled') : []
  const shares = live.flatMap(({ businessId }) => {
    const cents = returnedTaxCents(record, businessId)
    return cents > 0 ? [{ businessId, amountCents: cents, taxCents: cents }] : []
  })
  if (!vatCheck || shares.length === 0) return []
  const reason = vatConfirmedText(vatCheck.vatId)
  return [{ cause: vatCause(order.id), reason, at: order.updatedAt, shares, units: [], isVat: true, restName: AMOUNT }]
}

/** Prefix of the causes of credit notes for VAT that was not paid yet. */
export const vatCause = (orderId: string): string => `vat:${orderId}`

/** Reason of a credit note or refund of VAT. */
export const vatConfirmedText = (vatId: string): string => `VAT ID ${vatId} is confirmed, so no VAT is due.`

/**
 * Returns the causes for credit notes of an order, in the order of their time: settled refunds, VAT that is not owed any more, and seller
 * orders that were canceled before they were paid in full, of what was not. VAT that was credited before the payment is not credited again
 * with the refund that the ledger has of it.
 */
function causesOf(source: OrderSource): CreditCause[] {
  const { record, refunds, sold, canceledAt, documents } = source
  const { order, parts } = record
  const isVatCredited = documents.some(({ cause }) => cause.startsWith(`${vatCause(order.id)}:`))
  const refunded = refunds
    .filter(({ isVat }) => !isVat || !isVatCredited)
    .map(
      ({ id, reason, at, shares, units, isVat }): CreditCause => ({
        cause: `refund:${id}`,
        reason: reason || 'Refund',
        at,
        shares,
        units,
        isVat,
        restName: AMOUNT,
      }),
    )
  const canceled = parts
    .filter(({ status, businessId, totalCents }) => status === 'cancelled' && (sold.get(businessId) ?? 0) < totalCents)
    .map(
      ({ businessId, updatedAt }): CreditCause => ({
        cause: `cancel:${order.id}:${businessId}`,
        reason: 'Canceled before payment',
        at: canceledAt.get(businessId) ?? canceledAt.get('') ?? updatedAt,
        shares: [{ businessId, amountCents: null, taxCents: null }],
        units: [],
        isVat: false,
        restName: 'Canceled seller order',
      }),
    )
  return [...refunded, ...unpaidVatOf(source), ...canceled].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/**
 * Returns the credit notes of an order that are due and not written yet, in the order of their time; each is about one invoice. What an
 * invoice has no more to credit, is not credited.
 */
export function composeCredits(source: OrderSource): DueCredit[] {
  const invoices = source.documents.filter(({ kind }) => kind === 'invoice')
  const written = new Set(source.documents.map(({ cause }) => cause))
  const known: Pick<DocumentRow, 'kind' | 'refersTo' | 'content'>[] = [...source.documents]
  return causesOf(source).flatMap((cause) => {
    const isInParts = (source.record.order.paymentPlan?.length ?? 0) > 1
    const left = isInParts ? new Map(cause.shares.map((share) => [share.businessId, { ...share }])) : null
    const due = (left ? invoices.toReversed() : invoices).flatMap((invoice) => {
      if (written.has(`${cause.cause}:${invoice.id}`)) return []
      const document = composeCredit(source, { cause, invoice, invoices, known, left })
      return document ? [{ invoice, document }] : []
    })
    for (const { invoice, document } of due) known.push({ kind: 'credit_note', refersTo: invoice.id, content: document.content })
    return due
  })
}

interface CreditOf {
  cause: CreditCause
  invoice: DocumentRow
  invoices: readonly DocumentRow[]
  known: readonly Pick<DocumentRow, 'kind' | 'refersTo' | 'content'>[]
  /** Rest of the cause by seller, of an order with an invoice for each part of its price, the newest first; null: it has one. */
  left: Map<string, CreditCause['shares'][number]> | null
}

function composeCredit(source: OrderSource, { cause, invoice, invoices, known, left }: CreditOf): NewDocument | null {
  const grossLeft = (of: DocumentRow, businessId: string) =>
    [...leftOf(of.content, businessId, creditsOn(of, known)).values()].reduce((sum, { grossCents }) => sum + grossCents, 0)
  const credits = cause.shares.flatMap(({ businessId, amountCents, taxCents }) => {
    const lines = invoice.content.lines.filter((line) => line.businessId === businessId)
    if (lines.length === 0) return []
    const all = invoices.map((one) => grossLeft(one, businessId))
    const place = invoices.indexOf(invoice)
    const own = all[place] ?? 0
    if (own === 0 || left?.get(businessId)?.amountCents === 0) return []
    const whole = all.reduce((sum, cents) => sum + cents, 0)
    const rest = left?.get(businessId)
    const restCents = rest ? rest.amountCents : amountCents
    const taxLeft = () =>
      [...leftOf(invoice.content, businessId, creditsOn(invoice, known)).values()].reduce((sum, { taxCents: cents }) => sum + cents, 0)
    const most = left && cause.isVat ? taxLeft() : own // VAT of a part that is not invoiced yet is on none
    const shared = left ? Math.min(restCents ?? own, most) : (allocate(Math.min(amountCents ?? 0, whole), all)[place] ?? 0)
    const asked = amountCents === null ? own : shared
    const isLast = left ? restCents !== null && restCents <= most : own === whole && amountCents !== null && amountCents <= own
    const rows = creditRows({
      lines,
      left: leftOf(invoice.content, businessId, creditsOn(invoice, known)),
      amountCents: Math.min(asked, own),
      units: cause.units.filter((unit) => unit.businessId === businessId),
      taxCents: isLast ? (rest ? rest.taxCents : taxCents) : null,
      restName: cause.restName,
      vat: cause.isVat ? returnedTaxes(source.record, businessId) : null,
    })
    if (rest && rest.amountCents !== null) {
      rest.amountCents -= rows.reduce((sum, { grossCents }) => sum + grossCents, 0)
      if (rest.taxCents !== null) rest.taxCents -= rows.reduce((sum, row) => sum + row.taxCents, 0)
    }
    return rows
  })
  if (credits.length === 0) return null
  const { timeZone: _, ...invoiced } = invoice.content
  const content: DocumentContent = {
    ...invoiced,
    ...zoneOf(source.timeZone),
    lines: [],
    credits,
    ...sumCredits(credits, invoice.content.taxes),
    localTax: localTaxOf(invoice.content, credits),
    payment: null,
    refersTo: { label: invoice.label, issuedAt: invoice.issuedAt.toISOString(), issuedOn: issuedOn(invoice) },
    reason: cause.reason,
  }
  const { order } = source.record
  return {
    issuerBusinessId: invoice.issuerBusinessId,
    kind: 'credit_note',
    orderId: order.id,
    businessId: invoice.businessId,
    refersTo: invoice.id,
    cause: `${cause.cause}:${invoice.id}`,
    issuedAt: cause.at > invoice.issuedAt ? cause.at : invoice.issuedAt,
    suppliedAt: invoice.suppliedAt,
    ...amountsOf(content, order.currency),
    content,
  }
}

/** Tax of a credit note in the currency of its country, at the rate of the invoice. */
function localTaxOf({ localTax, sums }: DocumentContent, credits: readonly DocumentCredit[]): DocumentContent['localTax'] {
  const taxCents = credits.reduce((sum, credit) => sum + credit.taxCents, 0)
  if (!localTax || sums.taxCents === 0) return null
  return { ...localTax, cents: Math.round((localTax.cents * taxCents) / sums.taxCents) }
}
