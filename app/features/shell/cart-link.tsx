import { Link } from 'react-router'
import { useCart } from '#app/features/cart/use-cart.ts'
import { useIsHydrated } from '#app/features/session/use-session.ts'
import { CartIcon } from '#app/ui/icons.tsx'

/** The cart with the number of goods in it, when there are any (S42, D26). */
export function CartLink() {
  const isHydrated = useIsHydrated()
  const { data } = useCart()
  const items = isHydrated ? (data?.itemCount ?? 0) : 0
  return (
    <Link to="/cart" className="icon-button relative" aria-label={items > 0 ? `Cart, ${items} items` : 'Cart'}>
      <CartIcon />
      {items > 0 && <span className="cart-badge">{items > 99 ? '99+' : items}</span>}
    </Link>
  )
}
