import { shippingDay } from '#domain/delivery.ts'
import { worldwideGtin } from '#domain/gtin.ts'
import { usualCurrency } from '#domain/market.ts'
import { escapeMarkup } from '#domain/markup.ts'
import { type Currency, formatPercent, toMinor, withTax } from '#domain/money.ts'
import { largestQuantity } from '#domain/order-quantity.ts'
import { isDrawing } from '#domain/picture.ts'
import { ladderFor, unitPriceCents } from '#domain/pricing.ts'
import type { ContentUnit } from '#domain/product-fields.ts'
import { isMadeToOrder } from '#domain/stock.ts'
import { pluralize, truncateAtWord } from '#domain/text.ts'
import { DAY_MS } from '#domain/time.ts'
import { unitPriceOf } from '#domain/unit-price.ts'
import { firstPicture } from '#drawings/product-pictures.ts'
import { presentContent } from '#server/catalog/products/fact-columns.ts'
import type { OfferedProduct } from '#server/catalog/products/shown-products.ts'
import type { FeedProduct } from './feed-products.ts'

/** Maximum numbers of characters, by Google's product data specification. */
const LENGTHS = { id: 50, title: 150, description: 5000, brand: 70, productType: 750 } as const
/** Maximum number of pictures beside the first. */
const MORE_PICTURES = 10

/** Country and currency of a feed, and what its items depend on. */
interface FeedOffer {
  country: string
  currency: Currency
  /** Without a slash at its end. */
  publicUrl: string
  /** SKUs, in lower case, that more than one product has. */
  sharedSkus: ReadonlySet<string>
  /** Now, on the shop's clock as if it were UTC. */
  from: Date
}

const element = (name: string, text: string | null) =>
  text === null || text === '' ? [] : [`<g:${name}>${escapeMarkup(text)}</g:${name}>`]
const amount = (cents: number, currency: Currency) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')} ${currency}`

/** Returns what names a product in the feed for good: its SKU, or its slug where the SKU is missing, too long or not its own. */
function feedId({ id, sku, slug }: Pick<FeedProduct, 'id' | 'sku' | 'slug'>, sharedSkus: FeedOffer['sharedSkus']): string {
  if (sku !== null && sku.length <= LENGTHS.id && !sharedSkus.has(sku.toLowerCase())) return sku
  return slug.length <= LENGTHS.id ? slug : `${slug.slice(0, LENGTHS.id - 9)}-${id.slice(0, 8)}`
}

/** Returns a picture's whole address; drawings as PNG, because Google takes no SVG. */
function pictureAddress(url: string, publicUrl: string): string {
  const address = isDrawing(url) ? `${url.replace('.svg', '.png')}${url.includes('?') ? '&' : '?'}size=plain` : url
  return new URL(address, `${publicUrl}/`).href
}

function pictures(row: FeedProduct, { publicUrl }: FeedOffer): string[] {
  const first = firstPicture({ ...row, category: row.baseCategory })
  const more = row.images.map(({ url }) => url).filter((url) => url !== first && !isDrawing(url))
  return [
    ...element('image_link', pictureAddress(first, publicUrl)),
    ...more.slice(0, MORE_PICTURES).flatMap((url) => element('additional_image_link', pictureAddress(url, publicUrl))),
  ]
}

/**
 * Returns the address of a product's page as it shows the price of the feed: for the country, and in the currency where that is another one
 * than usual.
 */
function landingOf({ slug }: Pick<FeedProduct, 'slug'>, { country, currency, publicUrl }: FeedOffer): string {
  const named = currency === usualCurrency(country) ? '' : `&currency=${currency}`
  return `${publicUrl}/products/${slug}?country=${country}${named}`
}

const inMinutes = (instant: string) => `${new Date(instant).toISOString().slice(0, 16)}+0000`

/** Returns the price of one unit in the smallest order, in cents, as the product's page shows it. */
function pricesOf(row: FeedProduct, { currency }: FeedOffer, rate: number) {
  const ladder = row.ladder ?? ladderFor(row.baseCategory)
  const each = (cents: number) => unitPriceCents(cents, row.minQuantity, ladder)
  const isUsd = currency === 'USD'
  const net = each(isUsd ? row.priceUsdCents : row.priceEurCents)
  const shown = withTax(net, rate)
  const regular = (isUsd ? row.regularUsdCents : row.regularEurCents) ?? null
  if (regular !== null) return { price: withTax(each(regular), rate), sale: shown, shown, ladder }
  return { price: shown, sale: null, shown, ladder }
}

const UNITS: Readonly<Record<ContentUnit, string>> = { piece: 'ct', m: 'm', m2: 'sqm', l: 'l', m3: 'cbm', kg: 'kg' }

/** Latest day of an availability in milliseconds from now, by Google's specification: a year. */
const MAX_AHEAD_MS = 365 * DAY_MS

/** Availability; what is made to order is `backorder`, with the day on which an order of now ships. */
function availability(row: FeedProduct, from: Date): string[] {
  if (largestQuantity(row.stock, row) <= 0) return element('availability', 'out_of_stock')
  if (!isMadeToOrder(row)) return element('availability', 'in_stock')
  const at = Math.min(shippingDay(from, row.leadTimeDays ?? 0).getTime(), from.getTime() + MAX_AHEAD_MS)
  return [...element('availability', 'backorder'), ...element('availability_date', `${new Date(at).toISOString().slice(0, 10)}T00:00+0000`)]
}

/** The content of a unit, and the amount that its unit price is of. */
function measures(row: FeedProduct, cents: number): string[] {
  const content = presentContent(row)
  if (!content) return []
  const unit = UNITS[content.unit]
  return [
    ...element('unit_pricing_measure', `${content.amount} ${unit}`),
    ...element('unit_pricing_base_measure', `${unitPriceOf(cents, content).per} ${unit}`),
  ]
}

/** The charge of each method for the smallest order, where a rate is known. */
function shipping({ methods }: OfferedProduct['delivery'], { country, currency }: FeedOffer): string[] {
  return methods.map(({ label, charge }) => {
    const cents = toMinor(charge[currency]) ?? 0
    const parts = [...element('country', country), ...element('service', label), ...element('price', amount(cents, currency))]
    return `<g:shipping>${parts.join('')}</g:shipping>`
  })
}

/** A fact for which the specification has no attribute of its own. */
const detail = (name: string, value: string) =>
  `<g:product_detail>${[...element('section_name', 'Ordering'), ...element('attribute_name', name), ...element('attribute_value', value)].join('')}</g:product_detail>`

function ordering({ minQuantity, quantityStep }: FeedProduct, ladder: ReturnType<typeof pricesOf>['ladder']): string[] {
  const steps = quantityStep === 1 ? '' : `, in steps of ${quantityStep}`
  return [
    ...(minQuantity > 1 || quantityStep > 1 ? [detail('Minimum order', `${pluralize(minQuantity, 'unit')}${steps}`)] : []),
    ...(ladder.length > 0
      ? [detail('Quantity discount', ladder.map((tier) => `from ${tier.minQuantity}: ${formatPercent(tier.discountPercent)}`).join(', '))]
      : []),
  ]
}

/**
 * Writes a product as an item of Google's product data specification, at the prices that its page shows to private buyers of the country.
 */
export function writeGoogleItem(row: FeedProduct, offer: FeedOffer, { shown: { rate }, delivery }: OfferedProduct): string {
  const { currency, sharedSkus } = offer
  const { price, sale, shown, ladder } = pricesOf(row, offer, rate)
  const { mpn, brand, businessName, saleFrom, saleTo, weightGrams } = row
  const gtin = worldwideGtin(row.gtin)
  const period = sale !== null && saleFrom !== null && saleTo !== null ? `${inMinutes(saleFrom)}/${inMinutes(saleTo)}` : null
  return [
    '<item>',
    ...element('id', feedId(row, sharedSkus)),
    ...element('title', truncateAtWord(row.name, LENGTHS.title)),
    ...element('description', truncateAtWord(row.fullDescription || row.description || row.name, LENGTHS.description)),
    ...element('link', landingOf(row, offer)),
    ...pictures(row, offer),
    ...availability(row, offer.from),
    ...element('price', amount(price, currency)),
    ...(sale === null ? [] : element('sale_price', amount(sale, currency))),
    ...element('sale_price_effective_date', period),
    ...element('condition', 'new'),
    ...element('brand', truncateAtWord(brand ?? businessName, LENGTHS.brand)),
    ...element('gtin', gtin),
    ...element('mpn', mpn),
    ...element('identifier_exists', gtin === null && mpn === null ? 'no' : 'yes'),
    ...element(
      'product_type',
      truncateAtWord(`${row.type === 'machine' ? 'Equipment' : 'Materials'} > ${row.categoryLabel}`, LENGTHS.productType),
    ),
    ...element('shipping_weight', weightGrams === null ? null : `${weightGrams / 1000} kg`),
    ...shipping(delivery, offer),
    ...measures(row, shown),
    ...ordering(row, ladder),
    '</item>\n',
  ].join('')
}
