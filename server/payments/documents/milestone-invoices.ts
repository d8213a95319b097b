import { issuedOn, type TaxedDocumentLine } from '#domain/document.ts'
import { advanceLines, finalLines, type IssuedAdvance, lessVat, withoutVat } from '#domain/milestone-invoice.ts'
import { formatMoney } from '#domain/money.ts'
import { isUnsettled, type OrderStatus } from '#domain/order.ts'
import { type MilestoneTrigger, milestoneText } from '#domain/payment-plan.ts'
import { formatLongDate } from '#domain/text.ts'
import { milestonesOf } from '#server/orders/order-milestones.ts'
import { vatCause } from './describe-credit.ts'
import { type InvoicedPart, paymentOf } from './describe-invoice.ts'
import type { OrderSource } from './document-orders.ts'
import type { DocumentRow } from './document-record.ts'

const LEFT: readonly OrderStatus[] = ['shipped', 'delivered']

/** Returns whether the event of a milestone has come, so that it is invoiced. */
function isReached({ record: { order, parts } }: OrderSource, trigger: MilestoneTrigger): boolean {
  if (trigger === 'order') return true
  if (trigger === 'dispatch') return order.status !== 'pending'
  return parts.every(({ status }) => status === 'cancelled' || LEFT.includes(status))
}

const isInvoice = ({ kind, milestoneId }: DocumentRow) => kind === 'invoice' && milestoneId !== null

/** Returns the advance invoices that were issued for an order, oldest first, less VAT that was credited on them before it was paid. */
function advancesOf({ record: { order }, documents }: OrderSource): (IssuedAdvance & { row: DocumentRow })[] {
  const credits = documents.filter(({ cause }) => cause.startsWith(`${vatCause(order.id)}:`))
  const advances = documents.filter((row) => isInvoice(row) && row.content.isAdvance)
  return advances.map((row) => {
    const own = credits.filter(({ refersTo }) => refersTo === row.id).flatMap(({ content }) => content.credits)
    const byTax = Map.groupBy(own, ({ tax }) => tax)
    const credited = new Map([...byTax].map(([tax, rows]) => [tax, rows.reduce((sum, { taxCents }) => sum + taxCents, 0)]))
    return { ...lessVat({ label: row.label, lines: row.content.lines }, credited), row }
  })
}

/** Returns lines without the VAT that they do not owe any more; only prices without tax are known to be without it. */
function owedLines({ record: { order, lines: own } }: OrderSource, lines: readonly TaxedDocumentLine[]): TaxedDocumentLine[] {
  if (order.taxMode !== 'added') return [...lines]
  const returned = new Map(
    own.flatMap(({ id, taxReturnedCents, shippingTaxCents }) =>
      taxReturnedCents === null ? [] : [[id, taxReturnedCents + (shippingTaxCents ?? 0)] as const],
    ),
  )
  return lines.map((line) => {
    const cents = returned.get(line.lineId)
    return cents === undefined ? line : withoutVat(line, cents)
  })
}

/** Names the advance invoices that a final invoice deducts, with the tax in them. */
function deductionText(advances: readonly { row: DocumentRow }[]): string {
  const rows = advances.map(({ row }) => {
    const show = (cents: number) => formatMoney(cents, row.currency)
    const day = formatLongDate(new Date(issuedOn(row)))
    return `${row.label} of ${day}, ${show(row.grossCents)} with ${show(row.taxCents)} tax`
  })
  return rows.length === 0 ? '' : `Final invoice, less advance invoices ${rows.join('; ')}`
}

/**
 * Returns the part of an order with a plan that is to be invoiced next: one whose event has come or that was paid. The last one is the
 * final invoice, after which there is none; parts that are still to be paid then are invoiced before it, each with its own day.
 * @returns null where nothing is to be invoiced now
 */
export function nextInvoicedPart(source: OrderSource, at: Date): InvoicedPart | null {
  const { record, documents } = source
  const { order } = record
  const states = milestonesOf(record)
  const last = states.at(-1)
  const issued = new Set(documents.filter(isInvoice).map(({ milestoneId }) => milestoneId))
  if (!last || issued.has(last.id)) return null
  const advances = advancesOf(source)
  const next = states.slice(0, -1).find((one) => !issued.has(one.id) && (one.openCents < one.amountCents || isReached(source, one.trigger)))
  if (!isUnsettled(order) || (isReached(source, last.trigger) && !next?.openCents)) {
    return {
      linesOf: (lines) => finalLines(owedLines(source, lines), advances),
      milestoneId: last.id,
      facts: {
        reason: deductionText(advances),
        deducts: advances.map(({ row }) => ({ label: row.label, issuedOn: issuedOn(row) })),
      },
      payment: paymentOf(source, at, last),
    }
  }
  if (!next) return null
  const name = `${next.percent}% advance payment`
  return {
    linesOf: (lines) =>
      advanceLines(owedLines(source, lines), { mode: order.taxMode, amountCents: next.amountCents, issued: advances, name }),
    milestoneId: next.id,
    facts: { reason: `Advance payment: ${next.percent}% ${milestoneText(next)}`, isAdvance: true },
    payment: paymentOf(source, at, next),
  }
}
