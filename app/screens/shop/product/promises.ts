import { money } from '#app/lib/format.ts'
import type { Product } from '#contract/catalog/products.ts'
import type { ShopFacts } from '#contract/content/shop.ts'
import type { Currency } from '#domain/money.ts'
import { MACHINE_CATEGORIES } from '#domain/product.ts'

/**
 * Link to the warranty of a product: the shop's two years for machines, the seller's own words for other products with a warranty;
 * null for products without one, which must not carry the badge.
 */
export function guaranteeHref({ baseCategory, warrantyMonths }: Pick<Product, 'baseCategory' | 'warrantyMonths'>): string | null {
  if ((warrantyMonths ?? 0) <= 0) return null
  return MACHINE_CATEGORIES.includes(baseCategory) ? '/faq#warranty' : '#warranty'
}

/** Says if one unit ships free, or from which order value shipping is free; null without such a threshold. */
export function freeShippingText(price: number, currency: Currency, shop: Pick<ShopFacts, 'shippingMethods'>): string | null {
  const from = shop.shippingMethods.find(({ method }) => method === 'standard')?.freeFrom?.[currency]
  if (from === undefined) return null
  return price >= from ? 'Free Shipping' : `Free Shipping from ${money(from, currency).replace('.00', '')}`
}
