import { useState } from 'react'
import { api, messageOf } from '#app/lib/api.ts'
import type { Cart, CartItem } from '#contract/cart/cart.ts'
import { useCartChange } from './use-cart.ts'

/** Machines of a cart that the mains of its country do not suit, each with the choice about it. */
export function SupplyChoices({ cart: { items } }: { cart: Cart }) {
  return items.filter(({ available }) => available).map((item) => <SupplyChoice key={item.productId} item={item} isNamed />)
}

/** Notice about the mains that a line needs, and the buyer's word on them. Nothing depends on it: the seller reads it with the order. */
export function SupplyChoice({ item, isNamed = false }: { item: CartItem; isNamed?: boolean }) {
  const { productId, quantity, name, supplyNotice, hasSupply } = item
  const change = useCartChange((confirmedSupply: string | null, query) =>
    api.cart.setQuantity({ params: { productId }, query, body: { quantity, confirmedSupply } }),
  )
  const [error, setError] = useState<string>()
  if (supplyNotice === null) return null
  const wanted = change.isPending ? change.variables !== null : hasSupply
  return (
    <div className="mt-2 px-3 py-2 border-l-4 border-warn bg-warn-tint text-sm">
      <p>
        {isNamed && (
          <>
            <bdi>{name}</bdi>:{' '}
          </>
        )}
        {supplyNotice}
      </p>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={wanted}
          onChange={() => {
            setError(undefined)
            change.mutate(wanted ? null : supplyNotice, {
              onError: (failure) => setError(messageOf(failure, 'Your answer could not be saved. Please try again.')),
            })
          }}
        />
        <span>
          I have a suitable supply
          <span className="visually-hidden">
            {' '}
            for <bdi>{name}</bdi>
          </span>
        </span>
      </label>
      {error && (
        <p role="alert" className="font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
