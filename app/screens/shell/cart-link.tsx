import { useEffect, useRef, useState } from 'react'
import { useCart } from '#app/features/cart/use-cart.ts'
import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { count } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { CartIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'

const MOST_SHOWN = 99

/** Returns the announcement for screen readers when the number of items changes; nothing for the initial number. */
function useAnnouncement(items: number | undefined): string {
  const previous = useRef(items)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (previous.current !== undefined && items !== undefined && previous.current !== items) {
      setWords(items === 0 ? 'Your cart is empty' : `${count(items, 'item')} in your cart`)
    }
    previous.current = items
  }, [items])
  return words
}

/** Cart link with the number of items, if any (S42). */
export function CartLink() {
  const isHydrated = useIsHydrated()
  const { data } = useCart()
  const isEnded = useToken((state) => state.isEnded)
  const items = isHydrated && !isEnded ? data?.itemCount : undefined
  const announcement = useAnnouncement(items)
  return (
    <>
      <Link to="/cart" className="icon-button relative" aria-label={items ? `Cart, ${count(items, 'item')}` : 'Cart'}>
        <CartIcon />
        {items !== undefined && items > 0 && (
          <span className="cart-badge forced-highlight">{items > MOST_SHOWN ? `${MOST_SHOWN}+` : items}</span>
        )}
      </Link>
      <span className="visually-hidden" aria-live="polite">
        {announcement}
      </span>
    </>
  )
}
