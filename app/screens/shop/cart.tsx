import { useState } from 'react'
import { Link } from 'react-router'
import { useCart, useCartChange, useIsCartChanging } from '#app/features/cart/use-cart.ts'
import { useIsHydrated, usePageSession } from '#app/features/kit/session/use-session.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { toast } from '#app/lib/toast.ts'
import { type Failure, FailureNotice } from '#app/ui/failure-notice.tsx'
import { LoadingNote } from '#app/ui/loading-note.tsx'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { Cart } from '#contract/cart/cart.ts'
import type { RouteHandle } from '#contract/route-handle.ts'
import { CartLines } from './cart/cart-lines.tsx'
import { CartSummary } from './cart/cart-summary.tsx'
import { EmptyCart } from './cart/empty-cart.tsx'
import { PromoBox } from './cart/promo-box.tsx'
import { notRestored, restoreCart } from './cart/restore-cart.ts'
import { ShippingChoice } from './cart/shipping-choice.tsx'
import { WaitingItems } from './cart/waiting-items.tsx'

export const handle: RouteHandle = { isListed: false }

export const meta = () =>
  pageMeta({
    title: 'Cart',
    description:
      'The machines, parts and packaging in your cart, with shipping, tax and the total before you order. Your cart is saved to your account.',
    isPrivate: true,
  })

export default function CartScreen() {
  const session = usePageSession()
  const isHydrated = useIsHydrated()
  const cart = useCart()
  const isChanging = useIsCartChanging()
  if (session.status === 'signedOut' || !isHydrated)
    return (
      <>
        <div className={isHydrated ? '' : 'visitors-cart'}>
          <EmptyCart isSignedIn={false} />
        </div>
        {!isHydrated && <UnreadCart className="stored-cart" />}
      </>
    )
  if (cart.data?.items.length === 0) return <EmptyCart isSignedIn />
  if (cart.data) {
    const isSettled = !isChanging && !cart.isPlaceholderData
    return <FullCart cart={cart.data} isSettled={isSettled} {...(cart.isError && { onRefresh: () => void cart.refetch() })} />
  }
  if (cart.isError) return <FailedCart message={messageOf(cart.error, "We couldn't load your cart.")} onRetry={() => void cart.refetch()} />
  return <UnreadCart />
}

function UnreadCart({ className = '' }: { className?: string }) {
  return (
    <div className={`wrap py-8 ${className}`}>
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
      <div className="mt-6">
        <ReadFailed text={message} onAgain={onRetry} />
      </div>
    </div>
  )
}

interface FullCartProps {
  cart: Cart
  isSettled: boolean
  /** Given where the cart could not be read anew: what is seen may be old. */
  onRefresh?: () => void
}

function FullCart({ cart, isSettled, onRefresh }: FullCartProps) {
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
      {onRefresh && (
        <FailureNotice
          className="mb-4"
          failure={{ sentence: "We couldn't update your cart. Prices and availability may be out of date.", retry: onRefresh }}
        />
      )}
      <WaitingItems isSignedIn />
      <div className="cart-columns mt-6">
        <div>
          <CartLines cart={cart} />
          <CartActions cart={cart} />
        </div>
        <div className="frame print:mt-4">
          <CartSummary cart={cart} isSettled={isSettled} />
          <ShippingChoice cart={cart} />
          <PromoBox cart={cart} />
        </div>
      </div>
    </div>
  )
}

function CartActions({ cart }: { cart: Cart }) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const clear = useCartChange((_: Cart, query) => api.cart.clear({ query }))
  const restore = useRestore()
  const clearAll = () => {
    setFailure(null)
    clear
      .mutateAsync(cart)
      .then(() => toast.info('Cart cleared', { label: 'Undo', act: () => restore(cart) }))
      .catch((error: unknown) =>
        setFailure({ sentence: messageOf(error, "We couldn't clear your cart. Please try again."), retry: clearAll }),
      )
  }
  return (
    <div className="mt-4">
      <FailureNotice className="mb-4" failure={failure} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link to="/products" className="button hollow">
          Continue Shopping
        </Link>
        <button type="button" className="link-button -mr-1" disabled={clear.isPending} onClick={clearAll}>
          Clear Cart
        </button>
      </div>
    </div>
  )
}

/** Restores a cleared cart; the page shows an empty cart meanwhile, so a failure appears in a message with a retry. */
function useRestore() {
  const change = useCartChange((cleared: Cart, query) => restoreCart(cleared, query))
  const restore = (cleared: Cart) =>
    void change
      .mutateAsync(cleared)
      .then((cart) => {
        const lost = notRestored(cleared, cart)
        if (lost.length > 0) toast.warning(`We couldn't restore: ${lost.join(', ')}`)
      })
      .catch((error: unknown) =>
        toast.error(messageOf(error, "We couldn't restore your cart."), { label: 'Try again', act: () => restore(cleared) }),
      )
  return restore
}
