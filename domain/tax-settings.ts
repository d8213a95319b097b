import type { TaxProvider } from './calculated-tax.ts'
import type { US_MODES } from './decide-tax.ts'
import { DEFAULT_TAX_PERCENT } from './tax.ts'
import type { SellerOfRecord } from './tax-decision.ts'

/** Answers to a VAT id that cannot be checked: charge VAT and refund it later, or accept it at the shop's risk. */
export const VIES_DOWN_MODES = ['charge', 'accept'] as const

/** Settings of taxes. */
export interface TaxSettings {
  /** Percent of the flat mode in the United States, and of all orders until they use the rules; 8 means 8%. */
  percent: number
  usMode: (typeof US_MODES)[number]
  /** Calculator of taxes: the shop by its own rules, or Stripe Tax. */
  provider: TaxProvider
  whenViesIsDown: (typeof VIES_DOWN_MODES)[number]
}

/** Settings of a shop that has not changed them. */
export const DEFAULT_TAX: TaxSettings = {
  percent: DEFAULT_TAX_PERCENT,
  usMode: 'flat',
  provider: 'own',
  whenViesIsDown: 'charge',
}

/** Settings of contracts and documents. */
export interface TradeSettings {
  sellerOfRecord: SellerOfRecord
  /** True if the platform writes the invoices of its sellers to itself. */
  selfBilling: boolean
}

/** Settings of a shop that has not changed them. */
export const DEFAULT_TRADE: TradeSettings = { sellerOfRecord: 'platform', selfBilling: false }
