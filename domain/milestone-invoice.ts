import { type DocumentLine, grossOf, type TaxedDocumentLine } from './document.ts'
import { fractionOf } from './money.ts'
import { spreadByLeft } from './refund-amount.ts'
import { INTRA_COMMUNITY_TEXT, type TaxMode } from './tax-decision.ts'

/* Invoices of an order that is paid in parts: one for each, and a final one that deducts them (Art. 65, 226 Directive 2006/112/EC). */

/** An advance invoice that was issued, with its lines by the id of the order's lines. */
export interface IssuedAdvance {
  label: string
  lines: readonly DocumentLine[]
}

/** A part of the price that is invoiced in advance. */
interface Advance {
  mode: TaxMode
  /** Amount with tax, over all lines. */
  amountCents: number
  issued: readonly IssuedAdvance[]
  /** Beginning of the name of each line, such as "30% advance payment". */
  name: string
}

/**
 * Returns a line without the VAT that is not owed any more, since the buyer's VAT id was confirmed after the order; with all of it gone,
 * it is an intra-Community supply.
 */
export function withoutVat(line: TaxedDocumentLine, returnedCents: number): TaxedDocumentLine {
  const taxCents = Math.max(line.taxCents - returnedCents, 0)
  if (taxCents > 0) return { ...line, taxCents }
  return { ...line, taxCents, decision: { ...line.decision, percent: 0, reason: 'intra_community', text: INTRA_COMMUNITY_TEXT } }
}

/** Returns an advance invoice less credited VAT, in cents by the index of its tax, so that the final invoice deducts the rest. */
export function lessVat(advance: IssuedAdvance, credited: ReadonlyMap<number, number>): IssuedAdvance {
  const left = new Map(credited)
  const lines = advance.lines.map((line) => {
    const cents = Math.min(left.get(line.tax) ?? 0, line.taxCents)
    left.set(line.tax, (left.get(line.tax) ?? 0) - cents)
    return { ...line, taxCents: line.taxCents - cents }
  })
  return { ...advance, lines }
}

/**
 * Returns the lines of an advance invoice: the amount is split over the lines by what was not invoiced of each, and each share over price,
 * shipping and tax of its line with cumulative rounding.
 */
export function advanceLines(lines: readonly TaxedDocumentLine[], { mode, amountCents, issued, name }: Advance): TaxedDocumentLine[] {
  const before = lines.map(({ lineId }) =>
    issued.flatMap((advance) => advance.lines).reduce((sum, line) => sum + (line.lineId === lineId ? grossOf(line, mode) : 0), 0),
  )
  const whole = lines.map((line) => grossOf(line, mode))
  const shares = spreadByLeft(
    amountCents,
    whole.map((cents, index) => Math.max(cents - (before[index] ?? 0), 0)),
  )
  return lines.flatMap((line, index): TaxedDocumentLine[] => {
    const [grossCents, start, share] = [whole[index] ?? 0, before[index] ?? 0, shares[index] ?? 0]
    if (share === 0) return []
    const partOf = (cents: number) => fractionOf(cents, start + share, grossCents) - fractionOf(cents, start, grossCents)
    const taxCents = Math.min(partOf(line.taxCents), share)
    const added = mode === 'added' ? taxCents : 0
    const shippingCents = Math.min(partOf(line.shippingCents), share - added)
    const lineTotalCents = share - added - shippingCents
    const { saleUnit: _unit, ...known } = line
    return [{ ...known, ...ofAdvance(lineTotalCents), name: `${name}: ${line.name}`, lineTotalCents, shippingCents, taxCents }]
  })
}

const ofAdvance = (unitPriceCents: number) => ({
  quantity: 1,
  unitPriceCents,
  discountCents: 0,
  content: null,
  hsCode: null,
  originCountry: null,
  weightGrams: null,
})

/** Returns the lines of the final invoice: all of the order, and what was invoiced of them in advance with its tax, deducted. */
export function finalLines(lines: readonly TaxedDocumentLine[], issued: readonly IssuedAdvance[]): TaxedDocumentLine[] {
  const deductions = issued.flatMap(({ label, lines: advanced }) =>
    advanced.flatMap(({ lineId, name, lineTotalCents, shippingCents, taxCents }): TaxedDocumentLine[] => {
      const line = lines.find((one) => one.lineId === lineId)
      if (!line) return []
      const { saleUnit: _unit, ...known } = line
      const less = { quantity: -1, lineTotalCents: -lineTotalCents, shippingCents: -shippingCents, taxCents: -taxCents }
      return [{ ...known, ...ofAdvance(lineTotalCents), ...less, name: `Less ${label}, ${name}` }]
    }),
  )
  return [...lines, ...deductions]
}
