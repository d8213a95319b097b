import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { useCart, useIsCartChanging } from '#app/features/cart/use-cart.ts'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { messageOf, queryOf } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import { useToken } from '#app/lib/token.ts'
import { useMediaQuery } from '#app/lib/use-media-query.ts'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import { CheckoutForm } from './checkout/checkout-form.tsx'
import { CheckoutSummary } from './checkout/checkout-summary.tsx'
import { useAddressBook } from './checkout/use-address-book.ts'
import { useEmptyCheckout } from './checkout/use-empty-checkout.ts'

/** There is room for the summary beside the form. */
const WIDE = '(width >= 64rem)'

export const meta = () =>
  pageMeta({ title: 'Checkout', description: 'Enter your delivery address and choose how to pay.', isPrivate: true })

/** A visitor's cart is empty: the cart page says how to fill it (S136). A buyer whose session has ended signs in and comes back. */
export default function CheckoutScreen() {
  const isVisitor = useToken(({ token }) => token === null)
  const isHydrated = useIsHydrated()
  if (isHydrated && isVisitor) return <Navigate to="/cart" replace />
  return <Guard>{(user) => <Checkout user={user} />}</Guard>
}

function Checkout({ user }: { user: SessionUser }) {
  const cart = useCart()
  const isChanging = useIsCartChanging()
  const facts = useQuery(queryOf(shopFactsQuery))
  const book = useAddressBook()
  // a form that is filled in later would fold under the eyes of its reader
  const order = cart.data && facts.data && !book.isReading ? { cart: cart.data, facts: facts.data } : null
  const [isPlaced, setPlaced] = useState(false)
  const isEmpty = !isPlaced && cart.data?.items.length === 0 && !cart.isFetching
  useEmptyCheckout(isEmpty)
  const failed = facts.isError
    ? { text: 'Failed to initialize payment. Please try again.', isReading: facts.isFetching, onAgain: () => void facts.refetch() }
    : cart.isError && !cart.data
      ? { text: messageOf(cart.error, "We couldn't load your cart."), isReading: cart.isFetching, onAgain: () => void cart.refetch() }
      : null
  return (
    <div className="wrap py-8">
      <Link to="/cart" className="back-link no-print">
        Back to cart
      </Link>
      <h1>Checkout</h1>
      {failed && (
        <div className="mt-6">
          <ReadFailed again="Retry" {...failed} />
        </div>
      )}
      {!facts.isError && !cart.isError && !order && <SettingUp />}
      {order && (
        <div className="checkout-columns mt-6 grid gap-6 items-start lg:grid-cols-[minmax(0,1fr)_396px] lg:gap-8">
          <Columns
            user={user}
            {...order}
            book={book}
            isSettled={!isChanging && !cart.isPlaceholderData}
            isChanging={isChanging}
            onPlaced={() => setPlaced(true)}
          />
        </div>
      )}
    </div>
  )
}

type ColumnsProps = Pick<ComponentProps<typeof CheckoutForm>, 'user' | 'cart' | 'facts' | 'book' | 'isSettled' | 'isChanging' | 'onPlaced'>

/** Form and summary: side by side in this order, on a small screen the summary first. */
function Columns(order: ColumnsProps) {
  const isWide = useMediaQuery(WIDE)
  const [buttonsPlace, setButtonsPlace] = useState<HTMLElement | null>(null)
  const { cart, isSettled, book } = order
  const columns = [
    <CheckoutForm key="form" {...order} buttonsPlace={buttonsPlace} />,
    <CheckoutSummary key="summary" {...{ cart, isSettled, isWide }} market={book.market} onButtonsPlace={setButtonsPlace} />,
  ]
  return isWide ? columns : columns.toReversed()
}

function SettingUp() {
  return (
    <>
      <p role="status" className="mt-4 text-ink-2">
        Loading payment setup...
      </p>
      <div className="skeleton mt-6 h-screen" />
    </>
  )
}
