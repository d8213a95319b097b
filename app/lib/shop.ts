import { sellerOfRecordOf } from '#content/shop-terms.ts'
import type { MarketFacts, ShopFacts } from '#contract/content/shop.ts'
import { DEFAULT_MARKET } from '#domain/market-country.ts'
import { CURRENCIES, type Currency } from '#domain/money.ts'
import { businessDays, DEFAULT_REVIEW_DAYS, type ReviewDays } from '#domain/settings.ts'
import { DEFAULT_SHIPPING_RATES } from '#domain/shipping.ts'
import { DEFAULT_STOCK_LEVELS, type StockLevels } from '#domain/stock.ts'
import type { SellerOfRecord } from '#domain/tax-decision.ts'
import { DEFAULT_TIME_ZONE } from '#domain/time.ts'

/** Settings of the shop that nearly every page shows. */
interface ShopBasics {
  name: string
  /** Of visitors who have not chosen. */
  currency: Currency
  /** Countries that the shop sells to, in order: ISO 3166. */
  countries: readonly string[]
  /** Those of them under the law of the European Union for consumers. */
  euCountries: readonly string[]
  /** Address of the official notice of the legal guarantee; null: none. */
  guaranteeNotice: string | null
  /** True on a page whose address names a country: market and currency are for that one. */
  isLanding: boolean
  /** Market of visitors who have not chosen. */
  market: Pick<MarketFacts, 'country' | 'buyer' | 'priceDisplay' | 'taxLabel'>
  /** Seller of new orders. */
  sellerOfRecord: SellerOfRecord
  stock: StockLevels
  /** Within which days applications are answered: '2-3 business days'. */
  reviewDays: string
  review: ReviewDays
  /** Address of the company, one line each, and its tax number ('' for none). */
  address: string[]
  taxNumber: string
  /** Time zone of the shop's days. */
  timeZone: string
  /** Ways to pay, in words: card brands while cards are charged, Pay Later while it is offered. */
  payments: string[]
  /** Amounts from which standard shipping is free; null: never. */
  freeFrom: Record<Currency, number> | null
}

/** Card brands that the payment provider charges in every country. */
const CARD_BRANDS = ['Visa', 'Mastercard', 'American Express']

const { USD, EUR } = DEFAULT_SHIPPING_RATES.standard.freeFromCents ?? { USD: 0, EUR: 0 }
const DEFAULTS: ShopBasics = {
  name: 'Reflute',
  currency: CURRENCIES[0],
  countries: [DEFAULT_MARKET.country],
  euCountries: [],
  guaranteeNotice: null,
  isLanding: false,
  market: { ...DEFAULT_MARKET, priceDisplay: 'net', taxLabel: '' },
  sellerOfRecord: 'platform',
  stock: DEFAULT_STOCK_LEVELS,
  reviewDays: businessDays(DEFAULT_REVIEW_DAYS),
  review: DEFAULT_REVIEW_DAYS,
  address: [],
  taxNumber: '',
  timeZone: DEFAULT_TIME_ZONE,
  payments: [],
  freeFrom: { USD: USD / 100, EUR: EUR / 100 },
}

function fromPage(): ShopBasics {
  try {
    // written by the root's layout
    return { ...DEFAULTS, ...(JSON.parse(document.documentElement.dataset.shop ?? '{}') as Partial<ShopBasics>) }
  } catch {
    return DEFAULTS
  }
}

/** The server learns it before each page; the browser finds it in the page, so that both write the same. */
let shop = typeof document === 'undefined' ? DEFAULTS : fromPage()

/** Market and currency of a page whose address names a country, in place of the shop's own. */
export type Landing = Pick<ShopBasics, 'market' | 'currency'>

/** The landing of the page that is being made; the server makes several at a time, and says which one. */
let readLanding: () => Landing | null = () => null

export function setLandings(read: () => Landing | null): void {
  readLanding = read
}

/** The shop as its settings had it when this page was made. */
export function getShop(): ShopBasics {
  const landing = readLanding()
  return landing ? { ...shop, ...landing, isLanding: true } : shop
}

/** Takes the shop as it is now; the same object while nothing has changed. */
export function setShop(facts: ShopFacts): ShopBasics {
  const standard = facts.shippingMethods.find(({ method }) => method === 'standard')
  const now: ShopBasics = {
    name: facts.name,
    currency: facts.defaultCurrency,
    countries: facts.countries,
    euCountries: facts.euCountries,
    guaranteeNotice: facts.guaranteeNotice,
    isLanding: false,
    market: {
      country: facts.market.country,
      buyer: facts.market.buyer,
      priceDisplay: facts.market.priceDisplay,
      taxLabel: facts.market.taxLabel,
    },
    sellerOfRecord: sellerOfRecordOf(facts),
    stock: facts.stockLevels,
    reviewDays: facts.review.days,
    review: { minDays: facts.review.minDays, maxDays: facts.review.maxDays },
    address: [facts.contact.street, facts.contact.city, facts.contact.country].filter(Boolean),
    taxNumber: facts.contact.taxNumber,
    timeZone: facts.contact.timeZone,
    payments: [...(facts.cardPayment.configured ? CARD_BRANDS : []), ...(facts.payLater.offered ? ['Pay Later'] : [])],
    freeFrom: standard?.freeFrom ?? null,
  }
  if (JSON.stringify(now) !== JSON.stringify(shop)) shop = now
  return shop
}
