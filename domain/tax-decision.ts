import { salesTaxName } from './market-country.ts'
import { formatPercent, WHOLE_RATE } from './money.ts'

/** Modes of the prices of an order: tax is added to them, or included in them. */
export const TAX_MODES = ['added', 'included'] as const

/** One of `TAX_MODES`. */
export type TaxMode = (typeof TAX_MODES)[number]

/** Sellers of the contract of an order: the platform, or each business of its own part. */
export const SELLERS_OF_RECORD = ['platform', 'seller'] as const

/** One of `SELLERS_OF_RECORD`. */
export type SellerOfRecord = (typeof SELLERS_OF_RECORD)[number]

/** Reasons for a rate, as they are stored with an order. */
export const TAX_REASONS = [
  'us_flat',
  'exempt_certificate',
  'sales_tax',
  'no_nexus',
  'domestic',
  'oss',
  'ioss',
  'origin_threshold',
  'intra_community',
  'small_business',
  'export_to_eu',
  'export',
] as const

/** One of `TAX_REASONS`. */
type TaxReason = (typeof TAX_REASONS)[number]

/** Reasons on documents: those of orders, and those of services and sales between the platform and a seller. */
export type DocumentReason = TaxReason | 'reverse_charge' | 'not_taxed'

/** Reasons that are sales tax of the United States; all others are about VAT. */
const SALES_TAX: readonly DocumentReason[] = ['us_flat', 'exempt_certificate', 'sales_tax', 'no_nexus']

/** Sentence of an intra-Community supply on carts and documents. */
export const INTRA_COMMUNITY_TEXT =
  'Intra-Community supply, exempt under Art. 138 Directive 2006/112/EC; the recipient accounts for the VAT (reverse charge)'

/** A decision about the tax of a line, frozen with its order: nothing that changes later changes it. */
export type TaxDecision = {
  mode: TaxMode
  /** The rate in ten-thousandths of a percent. */
  percent: number
  reason: TaxReason
  /** Sentence of cart and invoice below the rate; '' where the rate says everything. */
  text: string
  /** Business that owes the tax; null: the platform. */
  collector: string | null
  /** Business that writes the invoice; null: the platform. */
  issuer: string | null
  /** Country of the tax (ISO 3166, two letters), and its state; '' where it has none or none was given. */
  country: string
  state: string
  /** True if shipping is taxed at this rate, too. */
  shipsTaxed: boolean
}

/** Returns a rate in ten-thousandths of a percent as a percentage: 80,000 gives 8. */
export function percentOfRate(rate: number): number {
  return (rate * 100) / WHOLE_RATE
}

/** Returns the highest of the rates of some decisions as a percentage; 0 without any. */
export function highestPercent(decisions: readonly Pick<TaxDecision, 'percent'>[]): number {
  return percentOfRate(Math.max(0, ...decisions.map(({ percent }) => percent)))
}

/** Facts that the name of a rate follows from; `country` '': where it does not matter. */
type RatedTax = Pick<TaxDecision, 'percent'> & { reason: DocumentReason; country?: string }

/**
 * Returns the name of a rate: "Tax (8%)" for sales tax of the United States and in countries without VAT, "Tax (export)" for what leaves
 * for a place without VAT, else "VAT (19%)".
 */
export function taxLabel({ reason, percent, country = '' }: RatedTax): string {
  if (reason === 'export') return 'Tax (export)'
  const isSalesTax = SALES_TAX.includes(reason) || (reason === 'domestic' && salesTaxName(country) === 'tax')
  return `${isSalesTax ? 'Tax' : 'VAT'} (${formatPercent(percentOfRate(percent))})`
}
