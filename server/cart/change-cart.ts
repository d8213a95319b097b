import type { Cart } from '#contract/cart/cart.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { priceWithTaxes } from './calculate-tax.ts'
import {
  emptyCart,
  findCart,
  lockCartRow,
  putIfUnchanged,
  putItem,
  removeItem,
  type StoredCart,
  type StoredCartItem,
  setPromoCode,
  setShippingMethod,
  withItem,
} from './cart-record.ts'
import { type CartFacts, readCartFacts } from './cart-values.ts'
import { type CartOwner, type CartRequest, countryIn, loadCart } from './load-cart.ts'
import type { PricedCart } from './price-cart.ts'

/** The cart that is being changed: locked, so that two changes of one cart take turns. */
interface LockedCart extends CartRequest {
  facts: CartFacts
}

/**
 * Runs one change of the user's cart and returns the whole cart, priced. `change` writes it and returns the cart as it is then.
 * A shipping method that the items no longer allow becomes standard, with a notice in the answer.
 * @param more ids of products that may be put into it
 */
export async function changeCart(
  deps: Deps,
  owner: CartOwner,
  change: (tx: Db, cart: LockedCart) => Promise<StoredCart>,
  more: readonly string[] = [],
): Promise<Cart> {
  const changed = await inTransaction(deps.db, async (tx) => {
    const request = { ...owner, now: deps.now() }
    await lockCartRow(tx, owner.userId)
    // after the lock: it sees what the one before us has written
    const facts = await readCartFacts(tx, owner.userId, request.now, { more, country: countryIn(owner.place) })
    const stored = await change(tx, { ...request, facts })
    const priced = await loadCart(tx, request, { ...facts, stored })
    const { shippingMethod } = priced.input
    if (shippingMethod !== stored.shippingMethod) await setShippingMethod(tx, owner.userId, shippingMethod)
    return { cart: priced.cart, calculation: priced.calculation }
  })
  return withTaxes(deps, owner, changed)
}

/**
 * Puts a line into the user's cart as `changeCart` would, in one statement and without a transaction.
 * @returns null, changing nothing, where that needs the lock: the cart has changed since it was read, or more is to be written
 */
export async function putUnlocked(
  deps: Deps,
  owner: CartOwner,
  itemIn: (facts: CartFacts) => StoredCartItem,
  more: readonly string[],
): Promise<Cart | null> {
  const request = { ...owner, now: deps.now() }
  const { version, ...facts } = await readCartFacts(deps.db, owner.userId, request.now, { more, country: countryIn(owner.place) })
  if (version === null) return null
  const item = itemIn(facts)
  const stored = withItem(facts.stored, item)
  const { input, cart, calculation } = await loadCart(deps.db, request, { ...facts, stored })
  if (input.shippingMethod !== stored.shippingMethod || !(await putIfUnchanged(deps.db, owner.userId, item, version))) return null
  return withTaxes(deps, owner, { cart, calculation })
}

/** Returns a changed cart, priced by the provider of taxes where there is one. */
async function withTaxes(deps: Deps, owner: CartOwner, { cart, calculation }: Pick<PricedCart, 'cart' | 'calculation'>): Promise<Cart> {
  if (calculation?.by !== 'own') return cart
  return (await priceWithTaxes(deps, () => loadCart(deps.db, { ...owner, now: deps.now() }))).cart
}

/** Removes what was bought from the buyer's locked cart; items added since then stay. A cart that is empty afterwards is reset. */
export async function takeFromCart(tx: Db, userId: string, bought: readonly { productId: string; quantity: number }[]): Promise<void> {
  const { items } = await findCart(tx, userId)
  const quantities = new Map(bought.map(({ productId, quantity }) => [productId, quantity]))
  const left = items.map((item) => ({ ...item, quantity: item.quantity - (quantities.get(item.productId) ?? 0) }))
  if (left.every(({ quantity }) => quantity <= 0)) return emptyCart(tx, userId)
  for (const item of left) {
    if (!quantities.has(item.productId)) continue
    if (item.quantity > 0) await putItem(tx, userId, item)
    else await removeItem(tx, userId, item.productId)
  }
  await setPromoCode(tx, userId, null)
}
