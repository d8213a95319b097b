import { day, figure, instant, money } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'
import { REFUND_STATUS_LABELS } from '#domain/refund-amount.ts'

const TONES = { requested: 'blue', settled: 'ok', failed: 'bad' } as const

/** Payments and refunds of an order, oldest first; for staff with reference, person and problem. Renders nothing while there are none. */
export function MoneyList({ order }: { order: Order }) {
  const { currency, payments, refunds } = order
  if (payments.length + refunds.length === 0) return null
  return (
    <ul className="grid">
      {payments.map(({ id, label, amount, at, reference, by }) => (
        <li key={id} className="money-line grid gap-0.5 py-2.5">
          <p className="flex flex-wrap justify-between gap-x-4">
            <b>{amount < 0 ? label : `Paid, ${label}`}</b> <span className="price">{money(amount, currency)}</span>
          </p>
          <p className="text-sm text-ink-2">
            <time dateTime={at}>{day(at)}</time>
            {reference !== null && <span className="wrap-anywhere">, {reference}</span>}
            {by !== null && `, recorded by ${by}`}
          </p>
        </li>
      ))}
      {refunds.map((refund) => (
        <Refund key={refund.id} refund={refund} currency={currency} />
      ))}
    </ul>
  )
}

/** A refund as far as its reader can see it. */
type VisibleRefund = Pick<Order['refunds'][number], 'id' | 'amount' | 'status' | 'at'> &
  Partial<Pick<Order['refunds'][number], 'lines' | 'by' | 'problem'>> & { reason: string | null }

interface RefundListProps {
  refunds: readonly VisibleRefund[]
  currency: Order['currency']
  className?: string
}

/** Refunds alone, oldest first. Renders nothing while there are none. */
export function RefundList({ refunds, currency, className = '' }: RefundListProps) {
  if (refunds.length === 0) return null
  return (
    <ul className={`grid ${className}`}>
      {refunds.map((refund) => (
        <Refund key={refund.id} refund={refund} currency={currency} />
      ))}
    </ul>
  )
}

function Refund({ refund, currency }: { refund: VisibleRefund; currency: Order['currency'] }) {
  const { amount, reason, status, at, lines = [], by = null, problem = null } = refund
  return (
    <li className="money-line grid gap-0.5 py-2.5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <b>Refund</b> <span className="price">{money(-amount, currency)}</span>
      </p>
      {reason && <p className="wrap-anywhere">{reason}</p>}
      {lines.length > 0 && (
        <ul className="text-sm">
          {lines.map(({ productId, name, quantity }) => (
            <li key={productId}>
              {figure(quantity)} × {name}
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
        <span className={`status ${TONES[status]}`}>{REFUND_STATUS_LABELS[status]}</span>
        <time dateTime={at}>{instant(at)}</time>
        {by !== null && <span>by {by}</span>}
      </p>
      {problem !== null && <p className="text-sm wrap-anywhere text-bad">{problem}</p>}
    </li>
  )
}
