import type { DeliveryTerms } from '#domain/delivery-terms.ts'
import { PAYMENT_TERM_DAYS } from '#domain/invoice.ts'
import type { EuConsumers } from '#domain/market.ts'
import { CURRENCIES, type Currency, formatMoney, formatPercent, toMinor } from '#domain/money.ts'
import type { ReturnKind } from '#domain/returns.ts'
import type { RateBasis } from '#domain/settings.ts'
import type { SellerOfRecord } from '#domain/tax-decision.ts'
import type { TaxSettings } from '#domain/tax-settings.ts'
import { pluralize } from '#domain/text.ts'

/**
 * Sentence about the legal guarantee of consumers in the European Union (Directive (EU) 2019/771), until staff have uploaded the official
 * notice.
 */
export const LEGAL_GUARANTEE =
  'Consumers in the European Union have a legal guarantee of at least two years from delivery: if a product is faulty or not as described, the seller must repair or replace it, reduce the price or take it back, free of charge.'

type Amounts = Readonly<Record<Currency, number>>

/** Settings and rules as texts need them; amounts in whole units, `taxRate` a share. The response of GET /api/shop is one. */
export type ShopTerms = SettingTerms & {
  /** Delivery to each place with an open market, by the platform's zones; empty in a shop with one row of rates. */
  delivery: readonly DeliveryTerms[]
}

/** The part of the terms that follows from the settings alone. */
export type SettingTerms = {
  name: string
  taxRate: number
  taxes: {
    /** `legacy`: one rate of tax and one row of shipping rates count in every country. */
    basis: RateBasis
    /** `states`: the rates of the states of the United States where the shop is registered. */
    usMode: TaxSettings['usMode']
    sellerOfRecord: SellerOfRecord
    /** Calculator of taxes: the shop itself, or Stripe Tax. */
    provider: TaxSettings['provider']
    euConsumers: EuConsumers
  }
  /** Countries that the shop sells to, ISO 3166. */
  countries: readonly string[]
  shippingMethods: readonly { method: string; label: string; days: string; price: Amounts; freeFrom: Amounts | null }[]
  promoHints: readonly { code: string; description: string }[]
  contact: {
    email: string
    phone: string
    street: string
    city: string
    country: string
    hours: readonly string[]
    /** Time zone of the shop's days; absent: UTC. */
    timeZone?: string
    /** Facts of the imprint; absent or '': not given. */
    taxNumber?: string
    legalForm?: string
    representative?: string
    register?: string
    registerNumber?: string
  }
  cardPayment: { configured: boolean }
  payLater: { offered: boolean; newBuyerLimit: number | null; unconfirmedDays: number; transferCurrencies: readonly Currency[] }
  retention: { orderYears: number; auditYears: number }
  promises: {
    warrantyMonths: number
    returnDays: Readonly<Record<ReturnKind, number>>
    ladder: readonly { minQuantity: number; discountPercent: number }[]
  }
}

const plain = (amount: number, currency: Currency) => formatMoney(toMinor(amount) ?? Math.round(amount * 100), currency).replace('.00', '')

/** Formats an amount in both currencies: "$9.99 or €9.99", "$100 or €100". */
export function inBoth(amounts: Amounts): string {
  return CURRENCIES.map((currency) => plain(amounts[currency], currency)).join(' or ')
}

const MONEY_NAMES: Readonly<Record<Currency, string>> = { USD: 'US dollars', EUR: 'euros' }

/**
 * Describes how an order with Pay Later is paid, in sentences: as its confirmation, its email and its invoice say in the currency of the
 * order.
 */
export function describeTransfer({ payLater: { transferCurrencies } }: Pick<SettingTerms, 'payLater'>): string {
  const named = CURRENCIES.filter((currency) => transferCurrencies.includes(currency))
  const term = `within ${PAYMENT_TERM_DAYS} days`
  if (named.length === 0) return `Nothing is charged when you order. We email you how to pay, and you pay ${term}.`
  const orders = named.length === CURRENCIES.length ? '' : ` For orders in other currencies, we email you how to pay.`
  return `Nothing is charged when you order. You transfer the amount ${term} to the account shown on your order and invoice, in ${listed(named.map((currency) => MONEY_NAMES[currency]))}.${orders}`
}

/** Describes the Pay Later limit of a new buyer and the deadline to confirm the email; sentences that begin with a space. */
export function describeNewBuyerLimit({ payLater: { newBuyerLimit, unconfirmedDays } }: Pick<SettingTerms, 'payLater'>): string {
  const limit =
    newBuyerLimit === null
      ? ''
      : ` Until you have paid an order and confirmed your email address, your unpaid Pay Later orders can total up to ${plain(newBuyerLimit, 'USD')} or the equivalent in euros.`
  return `${limit} An unpaid order is canceled after ${unconfirmedDays} days if your email address is not confirmed by then. We send two reminders first.`
}

/** Returns true if the shop sells to the United States. */
export const sellsToUs = ({ countries }: Pick<SettingTerms, 'countries'>): boolean => countries.includes('US')

/** Returns true if the shop sells to the United States and to no other country. */
export const sellsToUsOnly = (shop: Pick<SettingTerms, 'countries'>): boolean => sellsToUs(shop) && shop.countries.length === 1

/** Describes the tax of the United States, or, in a shop with one rate, of every country, in a sentence after "The cart adds". */
export function describeTax({ taxRate, taxes }: Pick<SettingTerms, 'taxRate' | 'taxes'>): string {
  const rate = formatPercent(taxRate * 100)
  if (taxes.basis === 'legacy') return `${rate} tax on products after discounts`
  return taxes.usMode === 'flat'
    ? `${rate} tax on products after discounts in the United States`
    : 'sales tax in the US states where we are registered'
}

/** Describes whether shipping is taxed, in a sentence. */
export function describeShippingTax(shop: Pick<SettingTerms, 'countries' | 'taxes'>): string {
  const { basis, usMode } = shop.taxes
  if (basis === 'legacy' || (usMode === 'flat' && sellsToUsOnly(shop))) return 'Shipping is not taxed.'
  if (sellsToUsOnly(shop)) return 'Shipping is taxed if your state taxes it.'
  const us =
    usMode === 'flat' ? ', except in the United States, where it is not taxed' : '; in the United States, only where the state taxes it'
  return `Shipping is taxed like the products${sellsToUs(shop) ? us : ''}.`
}

/** Joins items in a sentence: "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** Returns the seller of new orders: the shop where one rate counts in every country. */
export const sellerOfRecordOf = ({ taxes }: Pick<SettingTerms, 'taxes'>): SellerOfRecord =>
  taxes.basis === 'rules' ? taxes.sellerOfRecord : 'platform'

/**
 * Returns the sentence that says with whom the buyer of products has a contract.
 * @param sellers names of the sellers of the products, at least one
 */
export function contractText(sellerOfRecord: SellerOfRecord, sellers: readonly string[], shop: string): string {
  const names = [...new Set(sellers)]
  const soldBy = `Sold by ${listed(names)};`
  if (sellerOfRecord === 'platform') return `${soldBy} your contract is with ${shop}.`
  return names.length === 1 ? `${soldBy} your contract is with ${listed(names)}.` : `${soldBy} you have a separate contract with each.`
}

/** Formats months: 24 gives "2 years", 18 "18 months". */
export function formatMonths(months: number): string {
  return months >= 12 && months % 12 === 0 ? pluralize(months / 12, 'year') : pluralize(months, 'month')
}

/** Describes the price breaks: "5%, 10% and 15% off from 3, 5 and 10 machines". */
export function describePriceBreaks({ ladder }: SettingTerms['promises']): string {
  const off = listed(ladder.map(({ discountPercent }) => `${discountPercent}%`))
  return `${off} off from ${listed(ladder.map(({ minQuantity }) => String(minQuantity)))} machines`
}
