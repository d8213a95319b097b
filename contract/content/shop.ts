import * as z from 'zod/mini'
import { LadderStep } from '#contract/catalog/product-facts.ts'
import { marketFields } from '#contract/catalog/products.ts'
import { queryInt } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { TAX_PROVIDERS } from '#domain/calculated-tax.ts'
import { US_MODES } from '#domain/decide-tax.ts'
import { DELIVERY_PLACES, FREIGHT_TERMS, PARCEL_TERMS } from '#domain/delivery-terms.ts'
import { EU_CONSUMERS, PRICE_DISPLAYS } from '#domain/market.ts'
import { CURRENCIES } from '#domain/money.ts'
import { RETURN_KINDS } from '#domain/returns.ts'
import { RATE_BASES } from '#domain/settings.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'
import { SELLERS_OF_RECORD } from '#domain/tax-decision.ts'

const PerCurrency = z.object({ USD: Amount, EUR: Amount })

/** A way of shipping with its price and its delivery window. */
export const ShippingMethodView = z.object({
  method: z.enum(SHIPPING_METHODS),
  label: z.string(),
  days: z.string(),
  /** The same window in business days from shipment. */
  minDays: z.int(),
  maxDays: z.int(),
  price: PerCurrency,
  freeFrom: z.nullable(PerCurrency),
})

const PriceFrom = { price: PerCurrency, freeFrom: z.nullable(PerCurrency) }

/** Charges of delivery in the United States, inside the European Union, from outside into it, or to other countries. */
const DeliveryTermsView = z.object({
  place: z.enum(DELIVERY_PLACES),
  /** `settings`: the rates of `shippingMethods`. */
  parcels: z.enum(PARCEL_TERMS),
  /** The rates of `own`. */
  methods: z.array(z.object({ method: z.enum(SHIPPING_METHODS), label: z.string(), days: z.string(), ...PriceFrom })),
  freight: z.enum(FREIGHT_TERMS),
  /** The price of `price`. */
  freightPrice: z.nullable(z.object(PriceFrom)),
  /** Names of states of the United States where freight has other terms; "the territories" for all of these. */
  exceptions: z.array(z.string()),
})

/** Words and rates of a market, by which a visitor's prices are shown. */
export const MarketFacts = z.object({
  country: z.string(),
  buyer: z.enum(BUYER_KINDS),
  /** Prices that this buyer sees: without tax, or with it. */
  priceDisplay: z.enum(PRICE_DISPLAYS),
  /** Words beside the prices; '' for none. */
  taxLabel: z.string(),
  /** Percent of tax by the class of a product, in the country as a whole. */
  rates: z.object({ standard: z.number(), reduced: z.number(), zero: z.number() }),
  sellsToConsumers: z.boolean(),
  /** Sentences that this buyer should know. */
  notes: z.array(z.string()),
})
export type MarketFacts = z.output<typeof MarketFacts>

/** Settings and facts that every screen needs. */
export const ShopFacts = z.object({
  name: z.string(),
  currencies: z.array(z.enum(CURRENCIES)),
  defaultCurrency: z.enum(CURRENCIES),
  /** Countries that the shop sells to, in order. */
  countries: z.array(z.string()),
  /** Those of them whose private buyers have the rights of consumers of the European Union. */
  euCountries: z.array(z.string()),
  /** Address of the official notice of the legal guarantee; null: one sentence stands for it. */
  guaranteeNotice: z.nullable(z.string()),
  /** Market of a visitor who has chosen none. */
  market: MarketFacts,
  taxRate: z.number(),
  /** Rules of taxes: `legacy` is one rate in every country, which is `taxRate`. */
  taxes: z.object({
    basis: z.enum(RATE_BASES),
    usMode: z.enum(US_MODES),
    sellerOfRecord: z.enum(SELLERS_OF_RECORD),
    /** Calculator of taxes: the shop itself, or Stripe Tax. */
    provider: z.enum(TAX_PROVIDERS),
    /** Prices that private buyers in the European Union see: all with VAT, or not in every market; none: the shop sells to none. */
    euConsumers: z.enum(EU_CONSUMERS),
  }),
  shippingMethods: z.array(ShippingMethodView),
  /** Charges of delivery by the zones of the platform, where the shop sells; empty while one row of rates counts in every country. */
  delivery: z.array(DeliveryTermsView),
  promoHints: z.array(z.object({ code: z.string(), description: z.string() })),
  contact: z.object({
    email: z.string(),
    phone: z.string(),
    street: z.string(),
    city: z.string(),
    country: z.string(),
    /** '' for none. */
    taxNumber: z.string(),
    /** Facts of the imprint; '' for none. */
    legalForm: z.string(),
    representative: z.string(),
    register: z.string(),
    registerNumber: z.string(),
    /** Time zone (IANA) of the shop's days. */
    timeZone: z.string(),
    hours: z.array(z.string()),
    /** The map's marker; null: no map is shown. */
    location: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  }),
  /** Stock levels in units: below `low` is low, below `medium` is medium; restocking aims at `restock`. */
  stockLevels: z.object({ low: z.int(), medium: z.int(), restock: z.int() }),
  /** Business days within which an application is answered, also in words. */
  review: z.object({ minDays: z.int(), maxDays: z.int(), days: z.string() }),
  /** Promises in texts that carts apply, too; days count from delivery, the price breaks are those of machines. */
  promises: z.object({
    warrantyMonths: z.int(),
    returnDays: z.record(z.enum(RETURN_KINDS), z.int()),
    ladder: z.array(LadderStep),
  }),
  payLater: z.object({
    /** True when Submit Order (Pay Later) is offered; always while cards cannot be charged. */
    offered: z.boolean(),
    /** Maximum open amount of a buyer without a paid order or a confirmed email, in USD; null: no limit. */
    newBuyerLimit: z.nullable(Amount),
    /** Days after which an unpaid order is canceled whose buyer has not confirmed the email. */
    unconfirmedDays: z.int(),
    /** Currencies for which orders and invoices name an account; for others the shop emails how to pay. */
    transferCurrencies: z.array(z.enum(CURRENCIES)),
  }),
  /** Years for which orders are kept with what their buyers typed, and the audit log. */
  retention: z.object({ orderYears: z.int(), auditYears: z.int() }),
  cardPayment: z.object({ configured: z.boolean(), publishableKey: z.nullable(z.string()) }),
})
export type ShopFacts = z.output<typeof ShopFacts>

export const shop = {
  facts: endpoint({
    method: 'GET',
    path: '/api/shop',
    access: 'anyone',
    summary:
      'Returns currencies, tax rate, shipping methods, promotion hints, contact details, promises, and whether cards can be charged.',
    response: ShopFacts,
  }),
  market: endpoint({
    method: 'GET',
    path: '/api/shop/market',
    access: 'anyone',
    summary:
      'Returns how prices are shown to a buyer in a country; by default that of the shop. A country that the shop does not sell to is refused.',
    query: z.object(marketFields),
    response: MarketFacts,
  }),
  placeholder: endpoint({
    method: 'GET',
    path: '/api/placeholder/:width/:height',
    access: 'anyone',
    summary: 'Returns a placeholder SVG of this size, 1 to 2000 pixels each way.',
    params: z.object({ width: queryInt(1, 2000), height: queryInt(1, 2000) }),
    response: z.string(),
    produces: ['image/svg+xml'],
  }),
}
