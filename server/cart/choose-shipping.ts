import type { Cart } from '#contract/cart/cart.ts'
import { refusalText } from '#contract/refusals.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { checkShippingMethod, DEFAULT_SHIPPING_RATES, type ShippingMethod } from '#domain/shipping.ts'
import type { Deps } from '#server/platform/deps.ts'
import { RefusalError, refuseField } from '#server/platform/http/refusal.ts'
import { setShippingExtras, setShippingMethod } from './cart-record.ts'
import { changeCart } from './change-cart.ts'
import { type CartOwner, loadCart } from './load-cart.ts'

function refuseMethod(productName: string): never {
  const refusal = { code: 'freight_standard_only', facts: { productName } } as const
  throw new RefusalError({ ...refusal, errors: [{ field: 'shippingMethod', message: refusalText(refusal) }] })
}

/**
 * Chooses how the cart travels, and the extras of freight by seller; left out, those stay. 422 naming the product that goes by standard
 * freight only, and for a method that is not offered to the place.
 */
export async function chooseShipping(
  deps: Deps,
  owner: CartOwner,
  { shippingMethod, extras }: { shippingMethod: ShippingMethod; extras?: Record<string, string[]> | undefined },
): Promise<Cart> {
  return changeCart(deps, owner, async (tx, { facts, ...request }) => {
    const { lines, shipping } = await loadCart(tx, request, facts)
    const products = lines.filter(({ problem }) => !problem).map(({ product }) => product)
    const refusal = checkShippingMethod(shippingMethod, products)
    if (refusal) refuseMethod(refusal.productName)
    if (products.length > 0 && shipping.quotes.size === 0 && !shipping.offered.includes(shippingMethod)) {
      const { label } = DEFAULT_SHIPPING_RATES[shippingMethod]
      refuseField('shippingMethod', `${label} shipping isn't offered to ${countryNameOf(shipping.to.country)}.`)
    }
    await setShippingMethod(tx, owner.userId, shippingMethod)
    if (extras === undefined) return { ...facts.stored, shippingMethod }
    await setShippingExtras(tx, owner.userId, extras)
    return { ...facts.stored, shippingMethod, shippingExtras: extras }
  })
}
