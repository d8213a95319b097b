import { useState } from 'react'
import { arrivalText, chosenExtras } from '#app/features/cart/deliveries.ts'
import { useCartChange } from '#app/features/cart/use-cart.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { money } from '#app/lib/format.ts'
import type { Cart } from '#contract/cart/cart.ts'

type Option = Cart['shippingOptions'][number]

/** Services that freight can have, to tick. */
function FreightExtras({ cart }: { cart: Cart }) {
  const choose = useCartChange((extras: Record<string, Cart['shippingExtras'][number]['key'][]>, query) =>
    api.cart.setShipping({ query, body: { shippingMethod: cart.shippingMethod, extras } }),
  )
  const [toggled, setToggled] = useState<Cart['shippingExtras'][number] | null>(null)
  const [error, setError] = useState<string>()
  if (cart.shippingExtras.length === 0) return null
  const toggle = (extra: Cart['shippingExtras'][number]) => {
    setToggled(extra)
    setError(undefined)
    choose.mutate(chosenExtras(cart, extra), {
      onError: (failure) => setError(messageOf(failure, "We couldn't change this extra. Please choose it again.")),
      onSettled: () => setToggled(null),
    })
  }
  return (
    <div className="border-t-[1.5px] border-line pt-2">
      {cart.shippingExtras.map((extra) => (
        <label key={`${extra.businessId} ${extra.key}`} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={extra.isChosen !== (extra === toggled)}
            disabled={choose.isPending}
            onChange={() => toggle(extra)}
          />
          <span className="flex-1">
            {extra.label}
            <span className="text-sm text-ink-2"> for freight from {sellerOf(cart, extra.businessId)}</span>
          </span>
          <span className="font-medium">{money(extra.price, cart.currency)}</span>
        </label>
      ))}
      {error && (
        <p role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

const sellerOf = ({ items }: Cart, id: string) => items.find(({ businessId }) => businessId === id)?.businessName ?? ''

/** Choice of the shipping method: every method with its charge and its days (S128). */
export function ShippingChoice({ cart }: { cart: Cart }) {
  const choose = useCartChange((shippingMethod: Option['method'], query) => api.cart.setShipping({ query, body: { shippingMethod } }))
  const [wanted, setWanted] = useState<Option['method'] | null>(null)
  const [error, setError] = useState<string>()
  const chosen = wanted ?? cart.shippingMethod
  const hasFreight = cart.items.some(({ available, shippingClass }) => available && shippingClass === 'freight')
  if (cart.quoteNotice !== null) return null
  const change = (method: Option['method']) => {
    setWanted(method)
    setError(undefined)
    choose.mutate(method, {
      onError: (failure) => setError(messageOf(failure, "We couldn't change the shipping method. Please choose it again.")),
      onSettled: () => setWanted(null),
    })
  }
  return (
    <fieldset className="side-part">
      <legend className="display-lg/[1.2] tracking-[-0.012em]">Shipping</legend>
      {cart.shippingOptions.map((option) => (
        <label
          key={option.method}
          className="shipping-row grid grid-cols-[20px_1fr_auto] gap-3 py-3 leading-[1.4] data-off:text-ink-2 data-off:cursor-not-allowed"
          data-off={!option.offered || undefined}
        >
          <input
            type="radio"
            name="shippingMethod"
            value={option.method}
            checked={chosen === option.method}
            disabled={!option.offered}
            onChange={() => change(option.method)}
          />
          <span>
            <b>{option.label}</b> <span className="text-sm text-ink-2">{option.days}</span>
            <br />
            <span className="text-sm text-ink-2">
              {option.offered ? arrivalText(option) : hasFreight ? 'Not available for freight' : 'Not available in this country'}
            </span>
          </span>
          <span className="font-medium">{option.offered && (option.charge === 0 ? 'Free' : money(option.charge, cart.currency))}</span>
        </label>
      ))}
      <FreightExtras cart={cart} />
      {error && (
        <p role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
