import { type DocumentContent, type DocumentCredit, type DocumentKind, type DocumentTax } from './document.ts'
import { fractionOf, WHOLE_RATE } from './money.ts'

/*
 * What a document says about each of its rates: the one source of tax returns, of the journal, and of e-invoices and credit notes that
 * print it.
 */

/** Facts by which a figure is reported and booked. */
export type FiguredTax = Pick<DocumentTax, 'percent' | 'reason' | 'country' | 'state' | 'collector'>

/** Amounts of a document at one rate for one reason, in cents; those of a credit note are what it takes back. */
interface DocumentFigure extends FiguredTax {
  netCents: number
  /** Taxed part of the net amount. */
  baseCents: number
  taxCents: number
}

/** A tax of a document with what else its figures follow from. Of invoices it may be the sum of many with the same facts. */
interface StatedTax {
  kind: DocumentKind
  tax: FiguredTax & Pick<DocumentTax, 'shipsTaxed' | 'baseCents' | 'taxCents'>
  /** Shipping of an invoice that its tax leaves out, in cents. */
  untaxedCents: number
  /** Base of the VAT that a credit note returns alone; null where it has none, or is older than the field. */
  movedCents: number | null
  /** The same tax on the invoice that a credit note corrects; null where there is none. */
  invoiced: Pick<DocumentTax, 'baseCents' | 'taxCents'> | null
  /** True if the buyer has a VAT id. */
  hasVatId: boolean
}

/** Reasons of VAT that is returned when the VAT id of a business in another member state is confirmed. */
const RETURNED_REASONS: readonly DocumentTax['reason'][] = ['domestic', 'origin_threshold', 'oss']

/**
 * Returns the base of VAT that is credited alone: that which its row states; on older documents the tax by its rate, as their e-invoices
 * have it.
 */
export const movedBaseOf = ({ baseCents, taxCents }: Pick<DocumentCredit, 'baseCents' | 'taxCents'>, percent: number): number =>
  baseCents ?? fractionOf(taxCents, WHOLE_RATE, percent)

/**
 * Returns the part of a credited net amount that belongs to the intra-Community supply. VAT that is credited alone, once a VAT id is
 * confirmed, moves its base there from the rate, and what is credited later without VAT is part of it.
 */
function movedOf({ kind, tax, movedCents, hasVatId }: StatedTax): number {
  const { percent, reason, shipsTaxed, baseCents: net, taxCents } = tax
  if (kind !== 'credit_note' || !hasVatId || percent === 0 || !shipsTaxed || !RETURNED_REASONS.includes(reason)) return 0
  if (movedCents !== null) return net - movedCents
  if (net === 0 && taxCents > 0) return -movedBaseOf({ taxCents }, percent)
  return taxCents === 0 && fractionOf(net, percent, WHOLE_RATE) > 0 ? net : 0
}

function taxedPartOf({ kind, tax, untaxedCents, invoiced }: StatedTax): number {
  const { percent, shipsTaxed, baseCents: stated, taxCents } = tax
  if (!shipsTaxed && percent === 0) return stated + untaxedCents
  if (shipsTaxed || kind !== 'credit_note' || !invoiced || invoiced.taxCents === 0) return stated
  return Math.min(stated, fractionOf(invoiced.baseCents, taxCents, invoiced.taxCents))
}

/**
 * Returns the figures of a tax of a document: its own, and the intra-Community supply that a credit note moves an amount to or takes it
 * from.
 */
export function figuresOfTax(stated: StatedTax): DocumentFigure[] {
  const { tax, untaxedCents } = stated
  const { percent, reason, country, state, collector, baseCents, taxCents } = tax
  const moved = movedOf(stated)
  const own = { percent, reason, country, state, collector, netCents: baseCents + untaxedCents - moved, taxCents }
  const figures: DocumentFigure[] = [{ ...own, baseCents: taxedPartOf(stated) - moved }]
  if (moved !== 0) {
    figures.push({ ...own, percent: 0, reason: 'intra_community', netCents: moved, baseCents: moved, taxCents: 0 })
  }
  return figures.filter((figure) => figure.netCents !== 0 || figure.baseCents !== 0 || figure.taxCents !== 0)
}

/** Parts of a document that its figures follow from. */
type FiguredContent = Pick<DocumentContent, 'lines' | 'credits' | 'taxes' | 'mode'> & { buyer: Pick<DocumentContent['buyer'], 'vatId'> }

/**
 * Returns the taxes of a document with what their figures follow from.
 * @param invoiced taxes of the invoice that a credit note corrects; without them all that it takes back counts as taxed
 */
function statedTaxes(
  { kind, content }: { kind: DocumentKind; content: FiguredContent },
  invoiced: readonly DocumentTax[] = [],
): StatedTax[] {
  const { lines, credits, taxes, buyer } = content
  return taxes.map((tax, index) => {
    const untaxed = tax.shipsTaxed ? [] : lines.filter((line) => line.tax === index)
    const moved = credits.filter((credit) => credit.tax === index && credit.baseCents !== undefined)
    return {
      kind,
      tax,
      untaxedCents: untaxed.reduce((sum, { shippingCents }) => sum + shippingCents, 0),
      movedCents: moved.length === 0 ? null : moved.reduce((sum, { baseCents = 0 }) => sum + baseCents, 0),
      invoiced: invoiced[index] ?? null,
      hasVatId: buyer.vatId !== '',
    }
  })
}

/** Returns the figures of a document by rate and reason; together they are its net amount and its tax. */
export const figuresOf = (...document: Parameters<typeof statedTaxes>): DocumentFigure[] => statedTaxes(...document).flatMap(figuresOfTax)
