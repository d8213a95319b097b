import { usePlace } from '#app/features/cart/place.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { RequestLink } from './request-link.tsx'

type QuotedCart = Pick<Cart, 'items' | 'quoteNotice'>

/** Notice about lines that are sold by quote, with the request for them or for the whole cart; nothing where the cart can be ordered. */
export function FreightQuote({ cart: { items, quoteNotice }, id }: { cart: QuotedCart; id?: string }) {
  const place = usePlace((state) => state.place)
  const refused = items.find(({ available, shipping }) => !available && shipping === 'quote')
  const notice = quoteNotice ?? refused?.notice
  if (!notice) return null
  const quoted = items.filter(({ shipping }) => shipping === 'quote')
  return (
    <div id={id} className="notice warn mt-4">
      <p>{notice}</p>
      <RequestLink products={items} place={place} className="button small mt-3 w-full" />
      {quoted.length < items.length && (
        <RequestLink products={quoted} place={place} className="inline-block py-2">
          Request a quote for what can't be ordered here
        </RequestLink>
      )}
    </div>
  )
}

/** Link to the request of a quote for a cart that could be ordered, too. */
export function CartQuoteLink({ cart: { items, quoteNotice } }: { cart: QuotedCart }) {
  if (items.length === 0 || quoteNotice !== null) return null
  return (
    <p className="mt-4 text-sm">
      <RequestLink products={items}>Request a quote for this cart</RequestLink>
    </p>
  )
}
