import type { Cart } from '#contract/cart/cart.ts'
import type { ShopFacts } from '#contract/content/shop.ts'
import { deliveryWindow } from '#domain/delivery.ts'
import { type ShippingMethod } from '#domain/shipping.ts'

/** First and last day on which a cart arrives in a country by a shipping method; null for a method that the shop does not have. */
export function arrivalOf({ items }: Pick<Cart, 'items'>, { shippingMethods }: ShopFacts, method: ShippingMethod, country: string) {
  const rate = shippingMethods.find((each) => each.method === method)
  const leadTimes = items.filter(({ available }) => available).map(({ leadTimeDays }) => leadTimeDays ?? 0)
  return rate ? deliveryWindow(new Date(), rate, Math.max(0, ...leadTimes), country) : null
}
