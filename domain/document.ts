import type { BuyerKind } from './buyer-kind.ts'
import { fractionOf } from './money.ts'
import type { ContentUnit, SaleUnit } from './product-fields.ts'
import { type DocumentReason, percentOfRate, type TaxDecision, type TaxMode, taxLabel } from './tax-decision.ts'
import { DEFAULT_TIME_ZONE, dayOf } from './time.ts'

/** Kinds of documents: about the sale to a buyer, and about commission and sales between the platform and a seller. */
export const DOCUMENT_KINDS = ['invoice', 'credit_note', 'commission', 'self_bill'] as const

/** One of `DOCUMENT_KINDS`. */
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Labels of the kinds. */
export const DOCUMENT_KIND_LABELS: Readonly<Record<DocumentKind, string>> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  commission: 'Commission invoice',
  self_bill: 'Self-billed invoice',
}

/** Returns the number of a document as people quote it, after the prefix of its series: 'INV-000042'. */
export function documentLabel(prefix: string, number: number): string {
  return `${prefix}${String(number).padStart(6, '0')}`
}

/** A company or person on a document; '' for what nobody gave. `country` is a code (ISO 3166, two letters) or ''. */
export interface DocumentParty {
  name: string
  /** Person at a company. */
  contact: string
  street: string
  city: string
  state: string
  postalCode: string
  country: string
  vatId: string
  /** Tax number where there is no VAT id. */
  taxNumber: string
  email: string
  phone: string
}

/** A decision about the tax of a line of a document. */
export type DocumentDecision = Omit<TaxDecision, 'reason'> & { reason: DocumentReason }

/** A rate on a document with its reason: lines refer to it by its index. Amounts in cents, `baseCents` without the tax. */
export interface DocumentTax
  extends Pick<DocumentDecision, 'percent' | 'reason' | 'text' | 'country' | 'state' | 'shipsTaxed' | 'collector'> {
  label: string
  baseCents: number
  taxCents: number
  /** Registration that it is reported by, where the lines of the document have several; absent on others. */
  registration?: string
}

/** Facts about a product that customs ask for; null where nobody gave them. */
export interface CustomsFacts {
  hsCode: string | null
  originCountry: string | null
  /** Weight of one unit in grams. */
  weightGrams: number | null
}

/** A line of an invoice with its shares in cents, in the mode of its order. */
export interface DocumentLine extends CustomsFacts {
  lineId: string
  businessId: string
  businessName: string
  name: string
  sku: string | null
  quantity: number
  /** Unit of the quantity; single items where it is missing, as on older documents. */
  saleUnit?: SaleUnit
  unitPriceCents: number
  lineTotalCents: number
  discountCents: number
  shippingCents: number
  taxCents: number
  content: { amount: number; unit: ContentUnit } | null
  /** Index of its tax in `taxes`. */
  tax: number
}

/** A credited amount: with tax in cents, and the tax in it. */
export interface DocumentCredit {
  /** Line of the order; null for shipping and amounts that name no units. */
  lineId: string | null
  businessId: string
  businessName: string
  name: string
  quantity: number | null
  grossCents: number
  taxCents: number
  /**
   * Base of VAT that is credited alone, which moves from its rate to the intra-Community supply; absent on others and on older documents.
   */
  baseCents?: number
  /** Index of its tax in `taxes`. */
  tax: number
}

/** Amounts of a document in cents; `totalCents` is what the buyer pays. */
export interface DocumentSums {
  subtotalCents: number
  discountCents: number
  shippingCents: number
  taxCents: number
  totalCents: number
}

/** Payment of an invoice that is still to come: by a day, or by an event whose day is not known, such as 'before dispatch'. */
type DuePayment = {
  kind: 'due'
  payTo: string
  /** Cents that were paid before; absent: nothing was. */
  paidCents?: number
} & ({ by: string } | { by: null; terms: string })

/** Payment of an invoice as it was when the invoice was issued. */
type DocumentPayment = { kind: 'paid'; at: string; label: string; reference: string } | DuePayment

/** Returns what is left to pay of an invoice, in cents. */
export const dueOfInvoice = ({ payment, sums }: Pick<DocumentContent, 'payment' | 'sums'>): number =>
  payment?.kind === 'due' ? Math.max(sums.totalCents - (payment.paidCents ?? 0), 0) : 0

/** Everything that an invoice or a credit note prints. It is frozen: nothing that changes later changes it. */
export interface DocumentContent {
  version: 1
  mode: TaxMode
  buyerKind: BuyerKind
  issuer: DocumentParty
  buyer: DocumentParty
  /** Shop that issues in the name and on behalf of a seller; null where the shop is the issuer. */
  onBehalfBy: string | null
  order: { number: string; placedAt: string; shippingMethod: string; paymentMethod: string; poNumber: string; promoCode: string }
  lines: DocumentLine[]
  credits: DocumentCredit[]
  taxes: DocumentTax[]
  sums: DocumentSums
  /** VAT in the currency of the country of the tax; null where that is the currency of the document. */
  localTax: { currency: string; cents: number; perEur: number; day: string } | null
  /** Null on credit notes. */
  payment: DocumentPayment | null
  /** The invoice that a credit note corrects. */
  refersTo: { label: string; issuedAt: string; issuedOn?: string } | null
  /** Reason of a credit note. */
  reason: string
  /** Registration of the issuer that the tax is reported by; '' where there is none. */
  registration: string
  /** Numbers of the sellers in registers of producers, where the law of the buyer's country wants them on the document; absent for none. */
  producers?: { name: string; numbers: string[] }[]
  /** True for an invoice of a part of the price that is due before the supply; absent on others. */
  isAdvance?: boolean
  /** Advance invoices that a final invoice deducts; absent on others. */
  deducts?: { label: string; issuedOn: string }[]
  /** First day of what a monthly document is about, and the day after its last (ISO dates); absent on others. */
  period?: { from: string; to: string }
  /** Time zone of the shop when it was issued: days that it states are days there. Absent: UTC. */
  timeZone?: string
}

/** Returns the day of a moment as a document states it: in the zone that the shop had when it was issued. */
export const statedDay = (at: Date | string, { timeZone }: Pick<DocumentContent, 'timeZone'>): string =>
  dayOf(new Date(at), timeZone ?? DEFAULT_TIME_ZONE)

/** Returns the day of the issue of a document. */
export const issuedOn = ({ issuedAt, content }: { issuedAt: Date; content: Pick<DocumentContent, 'timeZone'> }): string =>
  statedDay(issuedAt, content)

/** Returns the first and the last day of the supply of a monthly document; null for others, which have one day at most. */
export const supplyPeriod = ({
  suppliedAt,
  content: { period },
}: {
  suppliedAt: string | null
  content: Pick<DocumentContent, 'period'>
}) => (period && suppliedAt !== null ? { from: period.from, to: suppliedAt } : null)

/** Returns the day of the issue of the invoice that a credit note corrects. */
export const correctedOn = (refersTo: NonNullable<DocumentContent['refersTo']>): string =>
  refersTo.issuedOn ?? statedDay(refersTo.issuedAt, {})

/** A line before its tax is grouped. */
export type TaxedDocumentLine = Omit<DocumentLine, 'tax'> & { decision: DocumentDecision; registration?: string }

const GROUPED_BY = ['percent', 'reason', 'text', 'country', 'state', 'shipsTaxed', 'collector'] as const

/** Returns what a line costs its buyer with its share of shipping and tax, in cents. */
export function grossOf({ lineTotalCents, discountCents, shippingCents, taxCents }: Omit<DocumentLine, 'tax'>, mode: TaxMode): number {
  return lineTotalCents - discountCents + shippingCents + (mode === 'added' ? taxCents : 0)
}

function baseOf(line: Omit<DocumentLine, 'tax'>, mode: TaxMode, shipsTaxed: boolean): number {
  const shown = line.lineTotalCents - line.discountCents + (shipsTaxed ? line.shippingCents : 0)
  return mode === 'added' ? shown : shown - line.taxCents
}

/**
 * Puts the lines of an invoice into groups of one rate, reason and registration, as the calculator did (decision 047); each group is the
 * sum of its lines.
 */
export function groupTaxes(lines: readonly TaxedDocumentLine[], mode: TaxMode): Pick<DocumentContent, 'lines' | 'taxes' | 'sums'> {
  const taxes: DocumentTax[] = []
  const grouped = lines.map(({ decision, registration, ...line }): DocumentLine => {
    let tax = taxes.findIndex((one) => one.registration === registration && GROUPED_BY.every((fact) => one[fact] === decision[fact]))
    if (tax === -1) {
      const { percent, reason, text, country, state, shipsTaxed, collector } = decision
      const facts = { percent, reason, text, country, state, shipsTaxed, collector, ...(registration !== undefined && { registration }) }
      tax = taxes.push({ ...facts, label: taxLabel(decision), baseCents: 0, taxCents: 0 }) - 1
    }
    const group = taxes[tax]
    if (group) {
      group.baseCents += baseOf(line, mode, decision.shipsTaxed)
      group.taxCents += line.taxCents
    }
    return { ...line, tax }
  })
  return { lines: grouped, taxes, sums: sumLines(grouped, mode) }
}

/** Adds up lines in cents. */
export function sumLines(lines: readonly DocumentLine[], mode: TaxMode): DocumentSums {
  const of = (name: 'lineTotalCents' | 'discountCents' | 'shippingCents' | 'taxCents') => lines.reduce((sum, line) => sum + line[name], 0)
  return {
    subtotalCents: of('lineTotalCents'),
    discountCents: of('discountCents'),
    shippingCents: of('shippingCents'),
    taxCents: of('taxCents'),
    totalCents: lines.reduce((sum, line) => sum + grossOf(line, mode), 0),
  }
}

/** Reasons that are sales tax of the United States. */
const SALES_TAX: readonly DocumentReason[] = ['us_flat', 'exempt_certificate', 'sales_tax', 'no_nexus']

/** Returns true if a document is about sales tax of the United States, so that it does not speak of VAT. */
export function isSalesTax({ taxes }: Pick<DocumentContent, 'taxes'>): boolean {
  return taxes.every(({ reason }) => SALES_TAX.includes(reason))
}

/** Returns true if products cross customs: exports, and imports into the European Union. */
export function isCustomsSale({ taxes }: Pick<DocumentContent, 'taxes'>): boolean {
  return taxes.some(({ reason }) => reason === 'export' || reason === 'export_to_eu')
}

const CURRENCY_OF: Readonly<Record<string, string>> = {
  CZ: 'CZK',
  DK: 'DKK',
  HU: 'HUF',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  GB: 'GBP',
  CH: 'CHF',
  NO: 'NOK',
}

/** Returns the currency in which VAT of a country is reported: that of the country, in the euro area the euro. */
export const taxCurrencyOf = (country: string): string => CURRENCY_OF[country] ?? 'EUR'

/** Returns an amount in another currency by reference rates (units for one euro), rounded half up to the cent. */
export function inTaxCurrency(cents: number, rates: { from: number; to: number }): number {
  return fractionOf(cents, Math.round(rates.to * 1_000_000), Math.round(rates.from * 1_000_000))
}

/** Returns the percentage of a tax on a document: 19 means 19%. */
export const percentOfTax = ({ percent }: Pick<DocumentTax, 'percent'>): number => percentOfRate(percent)

/** Returns the net amount of a document in cents. */
export const netOf = ({ totalCents, taxCents }: Pick<DocumentSums, 'totalCents' | 'taxCents'>): number => totalCents - taxCents
