import { Link } from 'react-router'
import { day } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'

/** What a buyer with an unconfirmed email has to do to keep an unpaid order; nothing where it is kept. */
export function ConfirmEmail({ order: { confirmBy } }: { order: Pick<Order, 'confirmBy'> }) {
  if (!confirmBy) return null
  return (
    <p className="notice warn my-5">
      <Link to="/account">Confirm your email</Link> by {day(confirmBy)}, or pay, to keep this order.
    </p>
  )
}
