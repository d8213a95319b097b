import { Link } from 'react-router'
import { usePendingItems } from '#app/features/cart/pending-items.ts'
import { WaitingItems } from './waiting-items.tsx'

/** The page of a cart with nothing in it: of a visitor, or of somebody who is signed in. */
export function EmptyCart({ isSignedIn }: { isSignedIn: boolean }) {
  const isWaiting = usePendingItems().length > 0
  return isWaiting ? <OnlyWaiting isSignedIn={isSignedIn} /> : <NothingInIt isSignedIn={isSignedIn} />
}

/** Nothing is in the cart yet, but something is wanted. */
function OnlyWaiting({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className="wrap py-8">
      <h1>Cart</h1>
      <p className="mt-1 text-ink-2">
        {isSignedIn
          ? "These products aren't in your cart yet."
          : 'Your cart is saved to your account. Sign in to add these products to it.'}
      </p>
      <WaitingItems isSignedIn={isSignedIn} />
      <p className="mt-6">
        <Link to="/products" className="button hollow">
          Continue Shopping
        </Link>
      </p>
    </div>
  )
}

function NothingInIt({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className="wrap py-8 md:py-12">
      <div className="frame grid items-stretch md:grid-cols-[5fr_6fr]">
        <div className="flex flex-col justify-center gap-4 p-6 md:p-10">
          <h1>Your cart is empty</h1>
          <p className="max-w-lead text-ink-2">
            {isSignedIn
              ? 'Choose a machine that makes packing material from your own boxes, or buy packing material ready-made.'
              : 'Your cart is saved to your account. Sign in to see it, or look around first.'}
          </p>
          <p className="flex flex-wrap gap-3">
            {!isSignedIn && (
              <Link to="/login?from=%2Fcart" className="button">
                Sign In
              </Link>
            )}
            <Link to="/products" className={isSignedIn ? 'button' : 'button hollow'}>
              Continue Shopping
            </Link>
          </p>
        </div>
        <img src="/drawings/scenes/empty-box.svg" width={800} height={600} alt="" fetchPriority="high" className="joined-drawing" />
      </div>
    </div>
  )
}
