import { money } from '#app/lib/format.ts'
import type { Product } from '#contract/products.ts'
import type { ShopFacts } from '#contract/shop.ts'
import type { Currency } from '#domain/money.ts'

const GUARANTEED = ['mat-maker', 'chip-maker']

/** Machines proper that carry a warranty (D55, D66). */
export function isGuaranteed({ type, category, warrantyMonths }: Pick<Product, 'type' | 'category' | 'warrantyMonths'>): boolean {
  return type === 'machine' && GUARANTEED.includes(category) && (warrantyMonths ?? 0) > 0
}

/** Whether one piece already travels free, or from which sum an order does; null when the shop has no such sum (D54). */
export function freeShippingText(price: number, currency: Currency, shop: Pick<ShopFacts, 'shippingMethods'>): string | null {
  const from = shop.shippingMethods.find(({ method }) => method === 'standard')?.freeFrom?.[currency]
  if (from === undefined) return null
  return price >= from ? 'Free Shipping' : `Free Shipping from ${money(from, currency).replace('.00', '')}`
}
