import { useState } from 'react'
import { Link } from 'react-router'
import { day } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'
import { WithdrawalState } from '../withdrawal-state.tsx'

/** Right of withdrawal of the buyer, and the withdrawals from the order with the way to them. Renders nothing where there is neither. */
export function OrderWithdrawals({ order: { withdrawal } }: { order: Order }) {
  const [now] = useState(() => new Date())
  if (!withdrawal) return null
  const { isGiven, lastDay, endsAt, statements } = withdrawal
  const isOpen = isGiven && (endsAt === null || now < new Date(endsAt))
  if (!isOpen && statements.length === 0) return null
  return (
    <section aria-labelledby="withdrawal" className="side-part no-print">
      <h2 id="withdrawal">Withdrawal</h2>
      {statements.map(({ id, number, status, receivedAt }) => (
        <p key={id} className="mt-2 flex flex-wrap items-center gap-x-4">
          <Link to={`/admin/withdrawals?open=${id}`} className="font-medium py-2.5">
            {number}
          </Link>
          <WithdrawalState status={status} />
          <span className="text-ink-2">
            Received <time dateTime={receivedAt}>{day(receivedAt)}</time>
          </span>
        </p>
      ))}
      {isOpen && (
        <p className="mt-2 text-ink-2">
          The buyer can withdraw until {lastDay ? `the end of ${day(lastDay)}` : '14 days after the last delivery'}.
        </p>
      )}
    </section>
  )
}
