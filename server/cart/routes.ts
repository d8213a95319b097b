import type { FastifyInstance } from 'fastify'
import { cart } from '#contract/cart/cart.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { countRefusal } from '#server/pricing/tax/tax-refusals.ts'
import { addToCart } from './add-to-cart.ts'
import { applyPromo, quotePromo } from './apply-promo.ts'
import { priceWithTaxes } from './calculate-tax.ts'
import { EMPTY_CART, emptyCart, removeItem, setPromoCode, withoutItem } from './cart-record.ts'
import { changeCart } from './change-cart.ts'
import { chooseShipping } from './choose-shipping.ts'
import { type CartOwner, type CartPlace, loadCart } from './load-cart.ts'
import type { PricedCart } from './price-cart.ts'
import { setQuantity } from './set-quantity.ts'

const ownerOf = ({ userId }: { userId: string }, { currency, ...place }: CartPlace & Pick<CartOwner, 'currency'>): CartOwner => ({
  userId,
  currency,
  place,
})

/** Returns true if a line cannot be ordered because the shop has no registration for its country. */
const isUnregistered = ({ tax }: PricedCart) => tax?.outcomes.some(({ refusal }) => refusal === 'no_registration') === true

/** The signed-in user's cart. No call names a cart: it is always the caller's own. */
export function cartRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, cart.list, async ({ actor, query }) => {
    const now = deps.now()
    const priced = await priceWithTaxes(deps, () => loadCart(deps.db, { ...ownerOf(actor, query), now }))
    if (isUnregistered(priced)) await countRefusal(deps.db, priced.shipping.to.country, actor.userId, now)
    return priced.cart
  })
  route(app, cart.addItem, ({ actor, query, body }) => addToCart(deps, ownerOf(actor, query), body))
  route(app, cart.applyPromo, ({ actor, query, body }) => applyPromo(deps, ownerOf(actor, query), body.code))
  route(app, cart.quotePromo, ({ actor, query, body }) => quotePromo(deps, ownerOf(actor, query), body.code))
  route(app, cart.removePromo, ({ actor, query }) =>
    changeCart(deps, ownerOf(actor, query), async (tx, { facts: { stored }, userId }) => {
      await setPromoCode(tx, userId, null)
      return { ...stored, promoCode: null }
    }),
  )
  route(app, cart.setShipping, ({ actor, query, body }) => chooseShipping(deps, ownerOf(actor, query), body))
  route(app, cart.setQuantity, ({ actor, query, params, body }) => setQuantity(deps, ownerOf(actor, query), { ...params, ...body }))
  route(app, cart.removeItem, ({ actor, query, params }) =>
    changeCart(deps, ownerOf(actor, query), async (tx, { facts: { stored }, userId }) => {
      await removeItem(tx, userId, params.productId)
      return withoutItem(stored, params.productId)
    }),
  )
  route(app, cart.clear, ({ actor, query }) =>
    changeCart(deps, ownerOf(actor, query), async (tx, { userId }) => {
      await emptyCart(tx, userId)
      return EMPTY_CART
    }),
  )
}
