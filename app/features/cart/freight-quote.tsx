import { Link } from 'react-router'
import { useDefaultAddress } from '#app/features/identity/addresses/use-destination.ts'
import { countryName } from '#app/lib/countries.ts'
import { figure } from '#app/lib/format.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { usePlace } from './place.ts'

/** Notice about lines whose freight is by quote, with the request that carries them; nothing where every line has a rate. */
export function FreightQuote({ cart, id }: { cart: Pick<Cart, 'items' | 'quoteNotice' | 'shippingCountry'>; id?: string }) {
  const typed = usePlace((state) => state.place)
  const address = useDefaultAddress()
  const place = typed ?? (address && { state: address.state, zip: address.zipCode })
  if (cart.quoteNotice === null) return null
  const lines = cart.items.map(
    ({ name, quantity, shipping }) => `${figure(quantity)} × ${name}${shipping === 'quote' ? ' (freight by quote)' : ''}`,
  )
  const to = [place?.zip, place?.state, countryName(cart.shippingCountry)].filter(Boolean).join(', ')
  const message = `Please quote this order, with freight:\n${lines.join('\n')}\n\nDelivery to: ${to}`
  return (
    <div id={id} className="notice warn mt-4">
      <p>{cart.quoteNotice}</p>
      <Link to="/contact?topic=quote" state={{ message }} className="button small mt-3 w-full">
        Request quote
      </Link>
    </div>
  )
}
