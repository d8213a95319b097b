import { Link } from 'react-router'
import { day } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'

/** Asks a buyer with an unconfirmed email to confirm it, so that an unpaid order is not canceled; nothing for other orders. */
export function ConfirmEmail({ order: { confirmBy } }: { order: Pick<Order, 'confirmBy'> }) {
  if (!confirmBy) return null
  return (
    <p className="notice warn my-5">
      <Link to="/account">Confirm your email</Link> by {day(confirmBy)}, or pay, to keep this order.
    </p>
  )
}
