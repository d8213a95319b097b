import { money } from '#app/lib/format.ts'
import type { Product } from '#contract/catalog/products.ts'
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

/** Says if the smallest order ships free, or from which order value shipping is free; null without such a threshold. */
export function freeShippingText(
  charge: number,
  currency: Currency,
  { freeFrom }: { freeFrom: Record<Currency, number> | null },
): string | null {
  if (charge === 0) return 'Free Shipping'
  return freeFrom && `Free Shipping from ${money(freeFrom[currency], currency).replace('.00', '')}`
}
