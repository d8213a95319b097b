import type { BuyerKind } from './buyer-kind.ts'
import { isEuConsumer, notForConsumersText } from './consumer-law.ts'
import { decideTax, type TaxBuyer, type TaxedLine, type TaxSetup } from './decide-tax.ts'
import { closedMarketText, type Market, privateBuyersText } from './market.ts'
import { salesTaxName } from './market-country.ts'
import { type Currency, WHOLE_RATE, withTax } from './money.ts'
import { notOfferedText } from './producer-streams.ts'
import type { TaxClass } from './product-fields.ts'
import { findRate } from './tax-rates.ts'
import { findRegistration } from './tax-registration.ts'
import { territoryOf } from './tax-territory.ts'

/** Country and buyer that prices are shown for. */
export type VisitorMarket = {
  /** ISO 3166, two letters. */
  country: string
  buyer: BuyerKind
}

/** Returns the smallest net amount in cents that is shown as `cents` or more. */
export function netFrom(cents: number, rate: number): number {
  let net = Math.max(0, Math.floor((cents * WHOLE_RATE) / (WHOLE_RATE + rate)) - 1)
  while (withTax(net, rate) < cents) net += 1
  return net
}

/** Returns the greatest net amount in cents that is shown as `cents` or less; below 0 where there is none. */
export const netUpTo = (cents: number, rate: number): number => netFrom(cents + 1, rate) - 1

/** Display of a product in a market. */
export type ShownProduct = {
  /** Ten-thousandths of a percent that its price is raised by; 0 where prices are without tax. */
  rate: number
  /** The same for what its delivery costs. */
  shippingRate: number
  includesTax: boolean
  sellable: boolean
  /** Sentence that says why it cannot be bought online; null: it can. */
  reason: string | null
  /** Present where a register number or a paper is missing: it is not sold there, by quote neither. */
  isWithheld?: true
  /** Sentence of a seller who takes no orders now; absent elsewhere. */
  pauseText?: string
  /** Freight of the smallest order, as it is shown, where it costs more than the goods; absent elsewhere. */
  freight?: Record<Currency, number>
}

/** A market with what taxes are decided by. */
export interface ShownMarket extends VisitorMarket {
  /** Null where the country is no market. */
  market: Market | null
  /** Null where one rate counts everywhere, as in shops from before there were rules by country. */
  tax: { setup: TaxSetup; buyer: TaxBuyer } | null
}

/** Returns true if the visitors of a market see prices with tax. */
export const seesTax = ({ buyer, market, tax }: ShownMarket): boolean =>
  tax !== null && buyer === 'consumer' && market?.priceDisplay === 'gross'

/** Returns the rate of a place that tax is shown at where no decision says one: of products that are not sold there. */
function placeRate({ country, tax }: ShownMarket, taxClass: TaxClass): number {
  const place = { country: territoryOf({ country, postalCode: '' }).country, state: '', postalCode: '' }
  return (tax && findRate(tax.setup.rules, place, taxClass, tax.setup.day)?.rate) ?? 0
}

/**
 * Returns how a product is shown in a market: at which rate, and whether it can be bought. A business is taken to have a VAT ID that
 * counts: without one it pays VAT, and the cart says so.
 * @param line `isForConsumers`: nothing is missing that consumers of the European Union have to know; `isOffered`: neither a register
 * number of its seller nor a required paper is missing there; `paused`: sentence where its seller takes no orders now
 * @param quoteText sentence where its freight is by quote, else null
 */
export function showProduct(
  shown: ShownMarket,
  {
    isForConsumers,
    isOffered,
    paused,
    ...line
  }: Omit<TaxedLine, 'destination'> & {
    isForConsumers: boolean
    isOffered: boolean
    paused: string | null
  },
  quoteText: string | null,
): ShownProduct {
  const { country, buyer, market, tax } = shown
  const closed = market?.isOpen ? null : closedMarketText(country)
  const reserved = market && buyer === 'consumer' && !market.sellsToConsumers ? privateBuyersText(country) : null
  const isWithheld = !isForConsumers && isEuConsumer({ country, law: market?.legal, buyerKind: buyer })
  const forConsumers = isWithheld ? notForConsumersText(line.name, country) : null
  const withheld = isOffered ? null : notOfferedText(country)
  const about = (reason: string | null) => ({
    sellable: reason === null,
    reason,
    ...(withheld !== null && { isWithheld: true as const }),
    ...(paused !== null && { pauseText: paused }),
  })
  if (!tax) return { rate: 0, shippingRate: 0, includesTax: false, ...about(closed ?? withheld ?? reserved ?? forConsumers ?? paused) }
  const taxed: TaxedLine = { ...line, destination: { country, state: '', postalCode: '' } }
  const decided = decideTax(tax.setup, tax.buyer, taxed)
  const withVatId = () => decideTax(tax.setup, { ...tax.buyer, vatCountry: territoryOf(taxed.destination).country }, taxed)
  const outcome = decided.refusal !== null && buyer === 'business' ? withVatId() : decided
  const refused = outcome.refusal === null ? null : outcome.text
  const facts = about(closed ?? withheld ?? reserved ?? refused ?? forConsumers ?? paused ?? quoteText)
  if (!seesTax(shown)) return { rate: 0, shippingRate: 0, includesTax: false, ...facts }
  if (outcome.refusal === null) {
    const { percent, shipsTaxed } = outcome.decision
    return { rate: percent, shippingRate: shipsTaxed ? percent : 0, includesTax: true, ...facts }
  }
  const rate = placeRate(shown, line.taxClass)
  return { rate, shippingRate: rate, includesTax: true, ...facts }
}

/**
 * Returns the words beside the prices of a market: with tax, or what is added to them; '' where the checkout alone says it, as in the
 * United States.
 */
export function taxWords(shown: ShownMarket): string {
  const { country, tax } = shown
  if (!tax) return ''
  const { kind, country: counted } = territoryOf({ country, postalCode: '' })
  const name = salesTaxName(counted)
  if (seesTax(shown)) return `incl. ${name}, plus shipping`
  if (kind === 'us') return ''
  const isRegistered = findRegistration(tax.setup.registrations, 'domestic', { country: counted }, tax.setup.day) !== null
  return kind === 'eu' || isRegistered ? `plus ${name}` : 'plus import duty and tax'
}
