import { randomUUID } from 'node:crypto'
import type { PhoneOrderBody, PhonePreview, PhonePreviewBody } from '#contract/checkout/phone-orders.ts'
import { type AgreedTerms, type FreeLine, LIST_TERMS, MAX_AGREED_CENTS, MAX_LINE_CENTS } from '#domain/agreed-terms.ts'
import { buyerKindOf } from '#domain/buyer-kind.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { unitPriceCents } from '#domain/pricing.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import { type CartPlace, placeOfForm } from '#server/cart/load-cart.ts'
import { type AgreedRequest, type Pricer, readPricer } from '#server/cart/price-agreed.ts'
import { type PricedCart, TOO_LARGE } from '#server/cart/price-cart.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'

type PhoneBody = PhonePreviewBody | PhoneOrderBody

/** Items that were priced, and the terms at which. */
export interface PricedItems {
  priced: PricedCart
  terms: AgreedTerms
}

const isOrder = (body: PhoneBody): body is PhoneOrderBody => 'customer' in body

/** Returns the place of an order by phone: that of its form, else the one that was asked for. */
function placeOf(body: PhoneBody): CartPlace & { country: string } {
  if (isOrder(body)) return { ...placeOfForm(body.customer), country: body.customer.country ?? DEFAULT_COUNTRY }
  const { country = DEFAULT_COUNTRY, state, zip, buyer, company, vatId } = body
  return { country, state, zip, buyer: buyerKindOf({ buyerKind: buyer, company }), vatId }
}

/** Prices items for a customer as the customer's own cart would be priced, but for the terms that were agreed. */
export async function priceItems(db: Db, body: PhoneBody, settings: ShopSettings, now: Date): Promise<PricedItems> {
  const { currency, shippingMethod, userId, extras = {}, promoCode = null, customLines = [] } = body
  const sellerIds = customLines.flatMap(({ businessId }) => businessId ?? [])
  const request: AgreedRequest = { userId, currency, shippingMethod, extras, promoCode, place: placeOf(body), items: body.items, sellerIds }
  const pricer = await readPricer(db, request, settings, now)
  const list = pricer.price()
  const terms = termsOf(body, list, pricer)
  const priced = terms === LIST_TERMS ? list : pricer.price(terms)
  requireDiscount(terms, priced)
  return { terms, priced }
}

/** Refuses a discount above what a code leaves of the subtotal. */
function requireDiscount({ discountCents }: AgreedTerms, { totals }: PricedCart): void {
  const { subtotalCents, discountCents: taken, agreedDiscountCents } = totals
  if (subtotalCents > 0 && discountCents > subtotalCents - (taken - agreedDiscountCents)) {
    refuseField('discount', "The discount can't be more than the lines")
  }
}

/** Returns the terms of a body that differ from the list; `LIST_TERMS` where none do. */
function termsOf(body: PhoneBody, list: PricedCart, { sellers }: Pricer): AgreedTerms {
  const { customLines = [], freight, discount = 0 } = body
  const prices = agreedPrices(body, list)
  if (prices.size + customLines.length + discount === 0 && !freight) return LIST_TERMS
  const owners = [...new Set(list.lines.map(({ product }) => product.businessId))]
  const freeLines = customLines.map((line, index): FreeLine => {
    const businessId = line.businessId ?? (owners.length === 1 ? owners[0] : undefined)
    const field = (name: string) => `customLines.${index}.${name}`
    if (businessId === undefined) return refuseField(field('businessId'), 'Please choose the seller.')
    if (!sellers.has(businessId)) return refuseField(field('businessId'), "This seller can't sell right now. Please choose another one.")
    const { text, kind, quantity, price, taxClass } = line
    const unitCents = toMinor(price) ?? 0
    if (unitCents * quantity > MAX_LINE_CENTS) refuseField(field('price'), TOO_LARGE)
    return { id: randomUUID(), kind: kind === 'custom' ? kind : 'service', text, quantity, unitCents, taxClass, businessId }
  })
  if (freight && body.items.length === 0 && freeLines.every(({ kind }) => kind === 'service')) {
    refuseField('freight', 'There is nothing to ship. Please add a product, or remove the freight.')
  }
  return {
    ...LIST_TERMS,
    prices,
    freeLines,
    freight: freight ? { cents: toMinor(freight.amount) ?? 0, text: freight.text } : null,
    discountCents: toMinor(discount) ?? 0,
  }
}

/**
 * Returns the unit prices that are not those of the list. In an order without a reason none was agreed: another price is one that has
 * changed.
 */
function agreedPrices(body: PhoneBody, { lines, input }: PricedCart): Map<string, number> {
  if (isOrder(body) && !body.reason) return new Map()
  const agreed = body.items.flatMap(({ id, price }): [string, number][] => {
    const line = lines.find(({ product }) => product.id === id)
    const cents = price === undefined ? null : toMinor(price)
    if (!line || cents === null || (isOrder(body) && cents === line.unitPriceCents)) return []
    if (cents > MAX_AGREED_CENTS || cents < 0) refuseField(`items.${id}`, `${line.product.name}: Please enter a price up to 9,000,000`)
    return [[id, cents]]
  })
  const listed = new Map(
    lines.map(({ product, quantity, ladder }) => {
      const cents = input.currency === 'USD' ? product.priceUsdCents : product.priceEurCents
      return [product.id, unitPriceCents(cents, quantity, ladder)]
    }),
  )
  return new Map(agreed.filter(([id, cents]) => listed.get(id) !== cents))
}

/** Presents the lines without a product. */
export const presentCustomLines = ({ freeLines }: PricedCart): PhonePreview['customLines'] =>
  freeLines.map(({ line: { text, kind, quantity }, seller, unitPriceCents, problem }) => ({
    text,
    kind,
    quantity,
    price: toDecimal(unitPriceCents),
    lineTotal: toDecimal(unitPriceCents * quantity),
    businessId: seller.businessId,
    businessName: seller.businessName,
    notice: problem?.notice ?? null,
  }))
