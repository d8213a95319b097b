import { useState } from 'react'
import { Link } from 'react-router'
import { day, instant } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'
import { CUSTOM_TEXT, OUTCOME_TEXTS, WITHDRAW_LABEL, WITHDRAWAL_STATUS_LABELS } from '#domain/withdrawal-status.ts'

const BUSINESS =
  'You ordered as a business. The right to withdraw within 14 days is for private buyers, but our voluntary returns apply to you, too.'

/** The right to withdraw from an order of the European Union, with what was stated; nothing for other orders. */
export function OrderWithdrawal({ order: { number, status: orderStatus, withdrawal, items } }: { order: Order }) {
  const [now] = useState(() => new Date())
  if (!withdrawal) return null
  const { isGiven, isBusiness, isCustom, isLeft, lastDay, endsAt, statements } = withdrawal
  const isOpen = isGiven && isLeft && (endsAt === null || now < new Date(endsAt))
  const isCanceled = orderStatus === 'cancelled'
  const custom = items.filter((item) => item.isCustom)
  if (!isOpen && !isBusiness && !isCustom && statements.length === 0) return null
  return (
    <section aria-labelledby="withdrawal" className="side-part">
      <h2 id="withdrawal">Right of withdrawal</h2>
      {isBusiness && <p className="mt-2 text-ink-2">{BUSINESS}</p>}
      {(isCustom || isOpen) &&
        custom.map(({ productId, name }) => (
          <p key={productId} className="mt-2 text-ink-2">
            <bdi>{name}</bdi>: {CUSTOM_TEXT}
          </p>
        ))}
      {isOpen && (
        <p className="mt-2">
          {lastDay
            ? `Until the end of ${day(lastDay)}, without giving a reason.`
            : 'Until 14 days after the last delivery, without giving a reason.'}{' '}
          <Link to={`/withdraw?order=${number}`} className="block py-2.5 font-medium">
            {WITHDRAW_LABEL}
          </Link>
        </p>
      )}
      {statements.map(({ number: id, status, receivedAt, answer }) => (
        <p key={id} className="mt-2">
          {id}: {WITHDRAWAL_STATUS_LABELS[status].toLowerCase()}, submitted <time dateTime={receivedAt}>{instant(receivedAt)}</time>
          {status === 'received' && <span className="block text-ink-2">{OUTCOME_TEXTS[isCanceled ? 'settled' : 'received']}</span>}
          {answer && (
            <span dir="auto" className="block text-ink-2 wrap-anywhere whitespace-pre-line">
              {answer}
            </span>
          )}
        </p>
      ))}
    </section>
  )
}
