import { Link } from 'react-router'
import { useDefaultAddress } from '#app/features/identity/addresses/use-destination.ts'
import { figure } from '#app/lib/format.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { usePlace } from './place.ts'

/** Notice about lines that are sold by quote, with the request that carries them; nothing where the cart can be ordered. */
export function FreightQuote({ cart, id }: { cart: Pick<Cart, 'items' | 'quoteNotice' | 'shippingCountry'>; id?: string }) {
  const typed = usePlace((state) => state.place)
  const address = useDefaultAddress()
  const place = typed ?? (address && { state: address.state, zip: address.zipCode })
  const refused = cart.items.find(({ available, shipping }) => !available && shipping === 'quote')
  const notice = cart.quoteNotice ?? refused?.notice
  if (!notice) return null
  const lines = cart.items.map(
    ({ name, quantity, shipping }) => `${figure(quantity)} × ${name}${shipping === 'quote' ? ' (by quote)' : ''}`,
  )
  const to = [place?.zip, place?.state, countryNameOf(cart.shippingCountry)].filter(Boolean).join(', ')
  const message = `Please quote this order, with delivery:\n${lines.join('\n')}\n\nDelivery to: ${to}`
  return (
    <div id={id} className="notice warn mt-4">
      <p>{notice}</p>
      <Link to="/contact?topic=quote" state={{ message }} className="button small mt-3 w-full">
        Request quote
      </Link>
    </div>
  )
}
