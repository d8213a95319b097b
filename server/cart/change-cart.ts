import type { Cart } from '#contract/cart/cart.ts'
import type { Currency } from '#domain/money.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findCart, lockCart, type StoredCart, setShippingMethod } from './cart-record.ts'
import { type CartRequest, loadCart } from './load-cart.ts'

/** The cart that is being changed: locked, so that two changes of one cart take turns. */
interface LockedCart extends CartRequest {
  stored: StoredCart
}

/**
 * Runs one change of the user's cart and returns the whole cart, priced.
 * A shipping method that the items no longer allow becomes standard, with a notice in the answer.
 */
export async function changeCart(
  { db, now }: Deps,
  owner: { userId: string; currency: Currency },
  change: (tx: Db, cart: LockedCart) => Promise<void>,
): Promise<Cart> {
  return inTransaction(db, async (tx) => {
    const request = { ...owner, now: now() }
    const stored = await lockCart(tx, owner.userId)
    await change(tx, { ...request, stored })
    const changed = await findCart(tx, owner.userId)
    const { cart } = await loadCart(tx, request, changed)
    if (cart.shippingMethod !== changed.shippingMethod) await setShippingMethod(tx, owner.userId, cart.shippingMethod)
    return cart
  })
}
