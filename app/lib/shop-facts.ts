import type { ShopFacts } from '#contract/content/shop.ts'
import type { Read } from './api.ts'

/** Everything public in the shop's settings: address, shipping methods and their prices, payment methods. */
export const shopFactsQuery: Read<ShopFacts> = {
  queryKey: ['shop'],
  read: (api, signal) => api.shop.facts({ signal }),
}
