import type { DocumentContent, DocumentCredit, DocumentLine, DocumentTax } from '#domain/document.ts'
import { movedBaseOf } from '#domain/document-figures.ts'
import type { SaleUnit } from '#domain/product-fields.ts'
import { INTRA_COMMUNITY_TEXT } from '#domain/tax-decision.ts'

/* Lines, charges and taxes of e-invoices. BT and BR are terms and rules of EN 16931. */

/** A category of VAT with its rate and, where there is no tax, the reason. */
export interface Category {
  code: 'S' | 'K' | 'G' | 'E' | 'Z'
  /** Ten-thousandths of a percent. */
  percent: number
  exemption?: { code?: string; text: string }
}

/** A line of an e-invoice; cents without tax. */
export interface Line {
  name: string
  sku: string | null
  quantity: number
  unit: SaleUnit
  /** Price of `perUnits` units. */
  priceCents: number
  perUnits: number
  discountCents: number
  netCents: number
  category: Category
  customs?: Pick<DocumentLine, 'hsCode' | 'originCountry' | 'weightGrams'>
}

/** A charge on the whole document; cents without tax. */
interface Charge {
  cents: number
  category: Category
}

/** Taxable amount and tax of a category and rate, in cents. */
interface Subtotal {
  category: Category
  baseCents: number
  taxCents: number
}

/** Lines, charges and taxes of a document. */
export interface Amounts {
  lines: Line[]
  charges: Charge[]
  subtotals: Subtotal[]
}

/** Units of Rec 20 and 21 of UNECE. */
export const UNIT_CODES: Readonly<Record<SaleUnit, string>> = { piece: 'H87', pack: 'XPK', roll: 'XRO', box: 'XBX', bag: 'XBG', set: 'SET' }

const NOT_TAXED: Category = { code: 'E', percent: 0, exemption: { text: 'Shipping without VAT' } }
const INTRA_COMMUNITY = 'VATEX-EU-IC'

/** Returns the category of a tax (BT-118, BT-151). */
function categoryOf({ reason, percent, text }: Pick<DocumentTax, 'reason' | 'percent' | 'text'>): Category {
  if (percent > 0) return { code: 'S', percent }
  switch (reason) {
    case 'intra_community':
      return { code: 'K', percent, exemption: { code: INTRA_COMMUNITY, text } }
    case 'export':
    case 'export_to_eu':
      return { code: 'G', percent, exemption: { code: 'VATEX-EU-G', text } }
    case 'small_business':
      return { code: 'E', percent, exemption: { text } }
    default:
      return { code: 'Z', percent }
  }
}

/** Adds up a number of each of a list. */
export const sumOf = <One>(list: readonly One[], of: (one: One) => number) => list.reduce((sum, one) => sum + of(one), 0)

/** Adds up what lines and charges have of each category and rate; `taxes` has the tax of each. */
function subtotalsOf(parts: readonly { cents: number; category: Category }[], taxes: readonly { taxCents: number; category: Category }[]) {
  const keyOf = ({ code, percent }: Category) => `${code} ${percent}`
  const subtotals = new Map<string, Subtotal>()
  const add = (category: Category, baseCents: number, taxCents: number) => {
    const known = subtotals.get(keyOf(category)) ?? { category, baseCents: 0, taxCents: 0 }
    subtotals.set(keyOf(category), { ...known, baseCents: known.baseCents + baseCents, taxCents: known.taxCents + taxCents })
  }
  for (const { category, cents } of parts) add(category, cents, 0)
  for (const { category, taxCents } of taxes) add(category, 0, taxCents)
  return [...subtotals.values()]
}

/** Returns the lines, charges and taxes of an invoice. */
export function amountsOfInvoice({ lines, taxes }: DocumentContent): Amounts {
  const categories = taxes.map(categoryOf)
  const none = NOT_TAXED
  const own = lines.map((line): Line => {
    const {
      name,
      sku,
      quantity,
      saleUnit = 'piece',
      unitPriceCents,
      lineTotalCents,
      discountCents,
      hsCode,
      originCountry,
      weightGrams,
    } = line
    return {
      name,
      sku,
      quantity,
      unit: saleUnit,
      priceCents: unitPriceCents,
      perUnits: 1,
      discountCents,
      netCents: lineTotalCents - discountCents,
      category: categories[line.tax] ?? none,
      customs: { hsCode, originCountry, weightGrams },
    }
  })
  const charges = taxes.flatMap(({ shipsTaxed }, index): Charge[] => {
    const cents = sumOf(
      lines.filter(({ tax }) => tax === index),
      ({ shippingCents }) => shippingCents,
    )
    return cents === 0 ? [] : [{ cents, category: shipsTaxed ? (categories[index] ?? none) : NOT_TAXED }]
  })
  const parts = [...own.map(({ netCents, category }) => ({ cents: netCents, category })), ...charges]
  const taxed = taxes.map(({ taxCents }, index) => ({ taxCents, category: categories[index] ?? none }))
  return { lines: own, charges, subtotals: subtotalsOf(parts, taxed) }
}

/**
 * Returns the lines of a credited row. VAT that is credited without an amount, once a VAT id is confirmed, moves its base from the rate to
 * the exempt supply: one line takes it back, another one charges it again without VAT.
 */
function linesOfCredit(credit: DocumentCredit, category: Category): Line[] {
  const { name, quantity, grossCents, taxCents } = credit
  const line = { name, sku: null, unit: 'piece' as const, quantity: quantity ?? 1, perUnits: quantity ?? 1, discountCents: 0 }
  const netCents = grossCents - taxCents
  if (netCents > 0 || category.percent === 0) return [{ ...line, priceCents: netCents, netCents, category }]
  const base = movedBaseOf(credit, category.percent)
  const exempt: Category = { code: 'K', percent: 0, exemption: { code: INTRA_COMMUNITY, text: INTRA_COMMUNITY_TEXT } }
  return [
    { ...line, priceCents: base, netCents: base, category },
    { ...line, quantity: -line.quantity, priceCents: base, netCents: -base, category: exempt },
  ]
}

/** Returns the lines and taxes of a credit note. */
export function amountsOfCredit({ credits, taxes }: DocumentContent): Amounts {
  const none = NOT_TAXED
  const categories = taxes.map(categoryOf)
  const lines = credits.flatMap((credit) => linesOfCredit(credit, categories[credit.tax] ?? none))
  const taxed = credits.map(({ taxCents, tax }) => ({ taxCents, category: categories[tax] ?? none }))
  return {
    lines,
    charges: [],
    subtotals: subtotalsOf(
      lines.map(({ netCents, category }) => ({ cents: netCents, category })),
      taxed,
    ),
  }
}
