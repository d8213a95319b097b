import { shippingMethodLabel } from '#domain/order.ts'
import type { ShippingMethod } from '#domain/shipping.ts'

/** Returns how an order is shipped, with the extras of its freight: "Standard, Lift-gate delivery". */
export const shippingText = ({
  shippingMethod,
  freightExtras,
}: {
  shippingMethod: ShippingMethod
  freightExtras: readonly string[]
}): string => [shippingMethodLabel(shippingMethod), ...new Set(freightExtras)].join(', ')
