import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { arrivalOf } from '#app/features/cart/arrival.ts'
import { useCartChange } from '#app/features/cart/use-cart.ts'
import { useDestination } from '#app/features/identity/addresses/use-destination.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { money } from '#app/lib/format.ts'
import { queryOf } from '#app/lib/load.ts'
import { shopFactsQuery } from '#app/lib/shop.ts'
import type { Cart } from '#contract/cart/cart.ts'

type Option = Cart['shippingOptions'][number]

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

function datesOf({ earliest, latest }: { earliest: Date | string; latest: Date | string }): string {
  const [first, last] = [earliest, latest].map((date) => shortDay.format(new Date(date)))
  return first === last ? `${last}` : `${first} to ${last}`
}

/** Choice of the shipping method: every method with its charge and its days (S128). */
export function ShippingChoice({ cart }: { cart: Cart }) {
  const choose = useCartChange((shippingMethod: Option['method'], query) => api.cart.setShipping({ query, body: { shippingMethod } }))
  const [wanted, setWanted] = useState<Option['method'] | null>(null)
  const [error, setError] = useState<string>()
  const country = useDestination()
  const { data: facts } = useQuery(queryOf(shopFactsQuery))
  const arrival = (option: Option) => datesOf((facts && arrivalOf(cart, facts, option.method, country)) ?? option)
  const chosen = wanted ?? cart.shippingMethod
  const change = (method: Option['method']) => {
    setWanted(method)
    setError(undefined)
    choose.mutate(method, {
      onError: (failure) => setError(messageOf(failure, 'The shipping method could not be changed. Please choose it again.')),
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
            <span className="text-sm text-ink-2">{option.offered ? `Arrives ${arrival(option)}` : 'Not offered: ships as freight'}</span>
          </span>
          <span className="font-medium">{option.offered && (option.charge === 0 ? 'Free' : money(option.charge, cart.currency))}</span>
        </label>
      ))}
      {error && (
        <p role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
