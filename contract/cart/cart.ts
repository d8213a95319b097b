import * as z from 'zod/mini'
import { ContentFact } from '#contract/catalog/product-facts.ts'
import { ProductIdParams } from '#contract/catalog/products.ts'
import { CountryCode, CurrencyQuery, Id, identifier } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { CUSTOMER_LIMITS } from '#domain/customer.ts'
import { CURRENCIES } from '#domain/money.ts'
import { SHIPPING_CLASSES, SHIPPING_METHODS } from '#domain/shipping.ts'
import { EXTRA_KEYS } from '#domain/shipping-zones.ts'
import { TAX_MODES, TAX_REASONS } from '#domain/tax-decision.ts'

/**
 * One line of the calculation that leads to a total, in words and in the cart's or order's currency; what is taken off is below 0.
 * Lines `included` come after the total: tax that the prices hold already.
 */
export const TotalStepView = z.object({
  kind: z.enum(['line', 'subtotal', 'discount', 'shipping', 'tax', 'total', 'included']),
  text: z.string(),
  amount: Amount,
})

/** Sums of the cart in its currency; `discount` is taken off, all others are added. */
export const TotalsView = z.object({ subtotal: Amount, discount: Amount, shipping: Amount, tax: Amount, total: Amount })

/** The tax of a cart or an order by its rates: added to the other amounts, or included in them. */
export const TaxView = z.object({
  mode: z.enum(TAX_MODES),
  lines: z.array(
    z.object({
      /** "Tax (8%)", "VAT (19%)". */
      label: z.string(),
      /** 8 means 8%. */
      percent: z.number(),
      /** Amount that is taxed, without the tax. */
      base: Amount,
      amount: Amount,
      reason: z.enum(TAX_REASONS),
      /** Sentence below the rate; '' where the rate says everything. */
      text: z.string(),
    }),
  ),
})

/** A product in the cart, priced in the cart's currency at its quantity. */
export const CartItem = z.object({
  productId: z.string(),
  slug: z.string(),
  name: z.string(),
  image: z.string(),
  category: z.string(),
  /** The first specifications of the product, such as "Width: 900 mm". */
  features: z.array(z.string()),
  /** Ladder unit price in the cart's currency. */
  price: Amount,
  /** Unit price before the quantity discount. */
  listPrice: Amount,
  discountPercent: z.number(),
  /** The quantity from which that discount applies; null for none. */
  discountFrom: z.nullable(z.int()),
  lineTotal: Amount,
  /** List price when it was added, where that was another one; null where nothing changed. */
  previousPrice: z.nullable(Amount),
  quantity: z.int(),
  stock: z.int(),
  /** Ordered are this many, and any number of `quantityStep` more. */
  minQuantity: z.int(),
  quantityStep: z.int(),
  /** Content of one unit, from which the unit price follows; null where its seller did not say it. */
  content: z.nullable(ContentFact),
  /** Made to the buyer's order: consumers cannot withdraw from its contract. */
  isCustom: z.boolean(),
  /** False when the product cannot be bought any more, or not in this quantity. */
  available: z.boolean(),
  notice: z.nullable(z.string()),
  shippingClass: z.enum(SHIPPING_CLASSES),
  /** `quote`: it cannot be ordered to the country of the cart without a quote, for want of a rate or for the reason in `notice`. */
  shipping: z.enum(['rate', 'quote']),
  leadTimeDays: z.nullable(z.int()),
  /** Sentences on the mains of the country of the cart where they do not suit the product; null: they do, or one of them is not known. */
  supplyNotice: z.nullable(z.string()),
  /** The buyer said to `supplyNotice` that they have a suitable supply. */
  hasSupply: z.boolean(),
  /** First and last day on which it arrives when it is ordered now; null where it cannot be. */
  arrives: z.nullable(z.object({ earliest: z.string(), latest: z.string() })),
  businessId: z.string(),
  businessName: z.string(),
})
export type CartItem = z.output<typeof CartItem>

/** The signed-in user's cart, priced by the server. */
export const Cart = z.object({
  items: z.array(CartItem),
  /** Sum of the quantities. */
  itemCount: z.int(),
  appliedPromoCode: z.nullable(
    z.object({
      code: z.string(),
      description: z.string(),
      type: z.enum(['percentage', 'fixed', 'shipping']),
      /** False while its rule does not hold; `notice` says why, or what a code that counts does not cover. */
      active: z.boolean(),
      notice: z.nullable(z.string()),
    }),
  ),
  shippingMethod: z.enum(SHIPPING_METHODS),
  /** Every method with its charge for this cart; `offered` false where a freight product forbids it, and for all while one is by quote. */
  shippingOptions: z.array(
    z.object({
      method: z.enum(SHIPPING_METHODS),
      label: z.string(),
      days: z.string(),
      charge: Amount,
      offered: z.boolean(),
      /** First and last day on which everything may have arrived. */
      earliest: z.string(),
      latest: z.string(),
      /** The same days of each seller's lines, by the seller's longest lead time; sellers whose lines cannot be bought are left out. */
      sellers: z.array(z.object({ businessId: z.string(), businessName: z.string(), earliest: z.string(), latest: z.string() })),
    }),
  ),
  /** Country that the cart is priced for. */
  shippingCountry: z.string(),
  /** Services that the freight of a seller can have, with their price, and whether they are chosen. */
  shippingExtras: z.array(
    z.object({ businessId: z.string(), key: z.enum(EXTRA_KEYS), label: z.string(), price: Amount, isChosen: z.boolean() }),
  ),
  /** Price of the freight of this cart, by which a consumer can tell what sending it back costs; null where nothing goes by freight. */
  freightCharge: z.nullable(Amount),
  /** Sentence about the lines whose `shipping` is by quote; null for none. */
  quoteNotice: z.nullable(z.string()),
  /** Kind of the buyer that the cart is priced for; null where its prices do not depend on it. */
  buyerKind: z.nullable(z.enum(BUYER_KINDS)),
  /** Sentence about a VAT id that does not count, where it would change the tax; null for none. */
  vatNotice: z.nullable(z.string()),
  currency: z.enum(CURRENCIES),
  /** The rate of the cart, such as 0.08; of several the highest. */
  taxRate: z.number(),
  tax: TaxView,
  totals: TotalsView,
  /** The total, explained line by line. */
  steps: z.array(TotalStepView),
  canCheckOut: z.boolean(),
  /** Changes that the shop made to this cart, in sentences: a shipping method that is no longer offered, a code that is gone. */
  notices: z.array(z.string()),
})
export type Cart = z.output<typeof Cart>

/** Amount that a code takes off products and shipping of a cart, before tax that is added. */
const PromoSaving = z.object({ code: z.string(), saves: Amount })

/** Saving of a promo code, and of the applied one as it is now; `applied` null: there is none. */
export const PromoQuote = z.extend(PromoSaving, { applied: z.nullable(PromoSaving) })
export type PromoQuote = z.output<typeof PromoQuote>

/** Place and buyer that a cart is priced for; without a country that of the default address, else the United States. */
const query = z.extend(CurrencyQuery, {
  country: z.optional(CountryCode),
  state: z.optional(identifier(100)),
  zip: z.optional(identifier(20)),
  /** Left out: as the default address says. */
  buyer: z.optional(z.enum(BUYER_KINDS)),
  vatId: z.optional(identifier(CUSTOMER_LIMITS.vatId)),
})

/** Turns anything that is not a number into NaN, so that the cart refuses it with the sentence of any other wrong quantity. */
const Quantity = z.catch(z.number(), Number.NaN)

/** Services to add to freight, by seller. */
export const FreightExtras = z.record(Id, z.array(z.enum(EXTRA_KEYS)).check(z.maxLength(EXTRA_KEYS.length)))

export const cart = {
  list: endpoint({ method: 'GET', path: '/api/cart', access: 'signedIn', summary: 'The cart, priced.', query, response: Cart }),
  addItem: endpoint({
    method: 'POST',
    path: '/api/cart',
    access: 'signedIn',
    summary: 'Adds a product; what is in the cart already counts.',
    query,
    body: z.object({ productId: Id, quantity: Quantity }),
    response: Cart,
  }),
  setQuantity: endpoint({
    method: 'PUT',
    path: '/api/cart/:productId',
    access: 'signedIn',
    summary: 'Sets the quantity of a line, or says that the buyer has a suitable supply; 0 or less removes it.',
    params: ProductIdParams,
    query,
    body: z.object({
      quantity: Quantity,
      /** The `supplyNotice` to which the buyer says that they have a suitable supply, or null to take that back; left out: as before. */
      confirmedSupply: z.optional(z.nullable(identifier(500))),
    }),
    response: Cart,
  }),
  removeItem: endpoint({
    method: 'DELETE',
    path: '/api/cart/:productId',
    access: 'signedIn',
    summary: 'Removes a line.',
    params: ProductIdParams,
    query,
    response: Cart,
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/api/cart',
    access: 'signedIn',
    summary: 'Empties the cart, removes the code and sets shipping back to standard.',
    query,
    response: Cart,
  }),
  applyPromo: endpoint({
    method: 'PUT',
    path: '/api/cart/promo',
    access: 'signedIn',
    summary: 'Applies a promo code.',
    query,
    body: z.object({ code: identifier(60) }),
    response: Cart,
  }),
  quotePromo: endpoint({
    method: 'POST',
    path: '/api/cart/promo',
    access: 'signedIn',
    summary: 'Says what a promo code would save in place of the applied one; changes nothing.',
    query,
    body: z.object({ code: identifier(60) }),
    response: PromoQuote,
  }),
  removePromo: endpoint({
    method: 'DELETE',
    path: '/api/cart/promo',
    access: 'signedIn',
    summary: 'Removes the promo code.',
    query,
    response: Cart,
  }),
  setShipping: endpoint({
    method: 'PUT',
    path: '/api/cart/shipping',
    access: 'signedIn',
    summary: 'Chooses the shipping method, and the extras of freight by seller.',
    query,
    body: z.object({
      shippingMethod: z.enum(SHIPPING_METHODS),
      /** Services to add to the freight of each seller; left out: as before. */
      extras: z.optional(FreightExtras),
    }),
    response: Cart,
  }),
}
