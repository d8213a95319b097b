import { proofsOf } from '#app/features/catalog/products/facts.ts'
import { listOf } from '#app/features/catalog/products/list-of.ts'
import { getShop } from '#app/lib/shop.ts'
import { breadcrumbList, graph } from '#app/lib/structured-data.ts'
import type { Product } from '#contract/catalog/products.ts'
import { worldwideGtin } from '#domain/gtin.ts'
import { CURRENCIES, type Currency, toMinor } from '#domain/money.ts'
import { sellableUnits } from '#domain/order-quantity.ts'
import type { ContentUnit } from '#domain/product-fields.ts'
import { isStatement, NOT_VERIFIED } from '#domain/statement.ts'
import { isMadeToOrder } from '#domain/stock.ts'
import { unitPriceOf } from '#domain/unit-price.ts'
import { unitPriceAt } from './prices.ts'

/** Countries of the offer in each currency, on a page that is for no country. The checkout delivers to more. */
const COUNTRIES: Readonly<Record<Currency, readonly string[]>> = { USD: ['US'], EUR: ['AT', 'BE', 'DE', 'ES', 'FR', 'IE', 'IT', 'NL'] }

const SCHEMA = 'https://schema.org'

const days = (from: number, to: number) => ({ '@type': 'QuantitativeValue', minValue: from, maxValue: to, unitCode: 'DAY' })

/** Shipping charge and transit time of the smallest order to the market of the page, by each method open to the product. */
function shipping({ delivery, leadTimeDays }: Product, currency: Currency): object[] {
  return (delivery?.methods ?? []).map(({ charge, minDays, maxDays }) => ({
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: charge[currency], currency },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: delivery?.country },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: days(0, leadTimeDays ?? 0),
      transitTime: days(minDays, maxDays),
    },
  }))
}

function returns({ returnDays }: Product, currency: Currency): object {
  const { isLanding, market } = getShop()
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: isLanding ? market.country : COUNTRIES[currency],
    returnPolicyCategory: `${SCHEMA}/MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: returnDays,
    returnMethod: `${SCHEMA}/ReturnByMail`,
    merchantReturnLink: '/refund-policy',
  }
}

/** Codes of UN/CEFACT Recommendation 20. */
const UNIT_CODES: Readonly<Record<ContentUnit, string>> = { piece: 'H87', m: 'MTR', m2: 'MTK', l: 'LTR', m3: 'MTQ', kg: 'KGM' }

/** The price as that of a content, from which the unit price follows that the page shows beside it. */
function priceWithUnit(product: Product, price: number, currency: Currency): object {
  const { content, display } = product
  const tax = display?.includesTax ? { valueAddedTaxIncluded: true } : {}
  if (!content)
    return display?.includesTax ? { priceSpecification: { '@type': 'PriceSpecification', price, priceCurrency: currency, ...tax } } : {}
  const { per, unit } = unitPriceOf(toMinor(price) ?? 0, content)
  const quantity = (value: number) => ({ '@type': 'QuantitativeValue', value, unitCode: UNIT_CODES[unit] })
  const referenceQuantity = { ...quantity(content.amount), valueReference: quantity(per) }
  return { priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency: currency, ...tax, referenceQuantity } }
}

function availability(product: Product): string {
  if (product.recall) return 'Discontinued'
  if (sellableUnits(product) <= 0) return 'OutOfStock'
  return isMadeToOrder(product) ? 'MadeToOrder' : 'InStock'
}

/** Says whether a product is offered in the market of the page, be it by quote. */
const isOffered = ({ display, delivery }: Product): boolean => display?.sellable !== false || display.reason === delivery?.notice

/** One offer in each currency: the euro price is a price of its own. A page for a country has the offer of that country. */
function offers(product: Product): object[] {
  const { slug, business, warrantyMonths, saleTo } = product
  const prices = unitPriceAt(product, product.minQuantity)
  const shop = getShop()
  return (shop.isLanding ? [shop.currency] : CURRENCIES).map((currency) => ({
    '@type': 'Offer',
    url: `/products/${slug}`,
    price: prices[currency],
    priceCurrency: currency,
    ...priceWithUnit(product, prices[currency], currency),
    ...(product.minQuantity > 1 && { eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.minQuantity } }),
    ...(saleTo && { priceValidUntil: saleTo }),
    availability: `${SCHEMA}/${availability(product)}`,
    itemCondition: `${SCHEMA}/NewCondition`,
    seller: { '@type': 'Organization', name: business.name, url: `/producers/${business.slug}` },
    ...(product.delivery && product.delivery.methods.length > 0 && { shippingDetails: shipping(product, currency) }),
    ...(product.returnDays > 0 && { hasMerchantReturnPolicy: returns(product, currency) }),
    ...(warrantyMonths && {
      warranty: {
        '@type': 'WarrantyPromise',
        durationOfWarranty: { '@type': 'QuantitativeValue', value: warrantyMonths, unitCode: 'MON' },
      },
    }),
  }))
}

/** Typed specifications as numbers with their units in the order of the category, then the rows that none of them stands for. */
function properties({ attributes, specificationRows, papers }: Pick<Product, 'attributes' | 'specificationRows' | 'papers'>): object[] {
  const isUnproven = proofsOf({ papers }).length === 0
  const typed = attributes.map(({ key, label, unit, number, numberMax, display }) => ({
    '@type': 'PropertyValue',
    propertyID: key,
    name: label,
    ...(number !== undefined && numberMax !== undefined ? { minValue: number, maxValue: numberMax } : { value: number ?? display }),
    ...(number !== undefined && unit && { unitText: unit }),
    ...(isUnproven && isStatement(label, key) && { description: NOT_VERIFIED }),
  }))
  const isTyped = (row: { name: string }) => attributes.some(({ label }) => label.toLowerCase() === row.name.trim().toLowerCase())
  const free = specificationRows
    .filter((row) => !isTyped(row))
    .map(({ name, value }) => ({
      '@type': 'PropertyValue',
      name,
      value,
      ...(isUnproven && isStatement(name) && { description: NOT_VERIFIED }),
    }))
  return [...typed, ...free]
}

/** The product and its place in the shop, for search engines (schema.org). */
export function structuredData(product: Product): object {
  const { name, slug, description, fullDescription, images, business, categoryLabel, sku, gtin, mpn, brand, weight } = product
  const url = `/products/${slug}`
  const item = {
    '@type': 'Product',
    '@id': `${url}#product`,
    name,
    description: description || fullDescription,
    sku: sku ?? slug,
    ...(worldwideGtin(gtin) && { gtin }),
    ...(mpn && { mpn }),
    ...(weight && { weight: { '@type': 'QuantitativeValue', value: weight, unitCode: 'KGM' } }),
    url,
    image: images,
    category: categoryLabel,
    brand: { '@type': 'Brand', name: brand ?? business.name },
    additionalProperty: properties(product),
    ...(isOffered(product) && { offers: offers(product) }),
  }
  return graph(item, breadcrumbList([listOf(product), { to: url, label: name }]))
}
