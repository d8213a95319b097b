import type { Cart } from '#contract/cart/cart.ts'
import { refusalText } from '#contract/refusals.ts'
import type { Currency } from '#domain/money.ts'
import { checkShippingMethod, type ShippingMethod } from '#domain/shipping.ts'
import type { Deps } from '#server/platform/deps.ts'
import { RefusalError } from '#server/platform/http/refusal.ts'
import { setShippingMethod } from './cart-record.ts'
import { changeCart } from './change-cart.ts'
import { loadCart } from './load-cart.ts'

function refuseMethod(productName: string): never {
  const refusal = { code: 'freight_standard_only', facts: { productName } } as const
  throw new RefusalError({ ...refusal, errors: [{ field: 'shippingMethod', message: refusalText(refusal) }] })
}

/** Chooses how the cart travels; 422 naming the product that goes by standard freight only. */
export async function chooseShipping(
  deps: Deps,
  owner: { userId: string; currency: Currency },
  shippingMethod: ShippingMethod,
): Promise<Cart> {
  return changeCart(deps, owner, async (tx, { facts, ...request }) => {
    const { lines } = await loadCart(tx, request, facts)
    const products = lines.filter(({ problem }) => !problem).map(({ product }) => product)
    const refusal = checkShippingMethod(shippingMethod, products)
    if (refusal) refuseMethod(refusal.productName)
    await setShippingMethod(tx, owner.userId, shippingMethod)
    return { ...facts.stored, shippingMethod }
  })
}
