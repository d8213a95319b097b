import { Link } from 'react-router'
import { restoreCart } from '#app/features/cart/restore-cart.ts'
import { useCart, useCartChange } from '#app/features/cart/use-cart.ts'
import { useSession } from '#app/features/session/use-session.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { LoadingNote } from '#app/ui/loading-note.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Cart } from '#contract/cart.ts'
import { CartLines } from './cart/cart-lines.tsx'
import { CartSummary } from './cart/cart-summary.tsx'
import { EmptyCart } from './cart/empty-cart.tsx'
import { PromoBox } from './cart/promo-box.tsx'
import { ShippingChoice } from './cart/shipping-choice.tsx'

export const meta = () => pageMeta({ title: 'Cart', description: 'What you are about to order from Reflute.', isPrivate: true })

export default function CartScreen() {
  const session = useSession()
  const cart = useCart()
  if (session.status === 'signedOut') return <EmptyCart isSignedIn={false} />
  if (cart.data) return cart.data.items.length === 0 ? <EmptyCart isSignedIn /> : <FullCart cart={cart.data} />
  if (cart.isError)
    return <FailedCart message={messageOf(cart.error, 'Your cart could not be loaded.')} onRetry={() => void cart.refetch()} />
  return (
    <div className="wrap py-8">
      <h1>Cart</h1>
      <LoadingNote className="mt-4 text-ink-2" />
      <div className="skeleton needs-script mt-6 h-80" />
    </div>
  )
}

function FailedCart({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="wrap py-8">
      <h1>Cart</h1>
      <p role="alert" className="notice bad my-6">
        {message}
      </p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}

function FullCart({ cart }: { cart: Cart }) {
  return (
    <div className="wrap py-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1>Cart</h1>
        <p className="text-ink-2">{count(cart.itemCount, 'item')}</p>
      </div>
      {cart.notices.map((notice) => (
        <p key={notice} role="status" className="notice warn mt-4">
          {notice}
        </p>
      ))}
      <div className="cart-columns mt-6">
        <div>
          <CartLines cart={cart} />
          <CartActions cart={cart} />
        </div>
        <div className="cart-side frame">
          <PromoBox cart={cart} />
          <ShippingChoice cart={cart} />
          <CartSummary cart={cart} />
        </div>
      </div>
    </div>
  )
}

function CartActions({ cart }: { cart: Cart }) {
  const clear = useCartChange((_: Cart, query) => api.cart.clear({ query }))
  const restore = useCartChange((cleared: Cart, query) => restoreCart(cleared, query))
  const undo = (cleared: Cart) =>
    restore.mutate(cleared, {
      onError: (error) => toast.error(messageOf(error, 'Your cart could not be restored.')),
    })
  const clearAll = () =>
    clear
      .mutateAsync(cart)
      .then(() => toast.info('Cart cleared', { label: 'Undo', act: () => undo(cart) }))
      .catch((error: unknown) => toast.error(messageOf(error, 'Your cart could not be cleared.')))
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <Link to="/products" className="button hollow">
        Continue Shopping
      </Link>
      <button type="button" className="link-button -mr-1" disabled={clear.isPending} onClick={() => void clearAll()}>
        Clear Cart
      </button>
    </div>
  )
}
