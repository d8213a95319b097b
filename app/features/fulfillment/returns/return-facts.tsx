import { Link } from 'react-router'
import { day, figure, instant, money } from '#app/lib/format.ts'
import type { Return } from '#contract/fulfillment/returns.ts'
import { RETURN_REASON_LABELS, RETURN_WISH_LABELS } from '#domain/return-request.ts'
import { ReturnPhoto } from './return-photo.tsx'

/** Items of a return, its reason and exchange, and the messages about it. @param ordersPath path of orders, such as `/account/orders` */
export function ReturnFacts({ returnRequest, ordersPath }: { returnRequest: Return; ordersPath: string }) {
  const { reason, wish, exchange, note, photos, answer, lines, currency, amount, refundedAmount, createdAt, withdrawal, deduction } =
    returnRequest
  return (
    <div className="grid gap-3">
      <ul>
        {lines.map(({ productId, slug, name, quantity, amount: worth, isRestocked }) => (
          <li key={productId} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {figure(quantity)} ×{' '}
              {slug === '' ? (
                <bdi>{name}</bdi>
              ) : (
                <Link to={`/products/${slug}`}>
                  <bdi>{name}</bdi>
                </Link>
              )}
              {isRestocked && <span className="text-sm text-ink-2"> (back in stock)</span>}
            </span>
            <span className="price ml-auto">{money(worth, currency)}</span>
          </li>
        ))}
      </ul>
      <dl className="pairs">
        <dt>Value</dt>
        <dd className="price">{money(amount, currency)}</dd>
        {exchange && (
          <>
            <dt>Exchanged in</dt>
            <dd>
              <Link to={`${ordersPath}/${exchange.orderId}`}>Order {exchange.orderNumber}</Link>
              {exchange.credit > 0 && `, ${money(exchange.credit, currency)} of it paid by this return`}
            </dd>
          </>
        )}
        {refundedAmount !== null && (exchange === null || refundedAmount > 0) && (
          <>
            <dt>Refunded</dt>
            <dd className="price">{money(refundedAmount, currency)}</dd>
          </>
        )}
        {deduction && (
          <>
            <dt>Deducted</dt>
            <dd>
              <span className="price">{money(deduction.amount, currency)}</span>, <bdi>{deduction.reason}</bdi>
            </dd>
          </>
        )}
        <dt>Reason</dt>
        <dd>{withdrawal ? `${RETURN_REASON_LABELS[reason]}, ${withdrawal.number}` : RETURN_REASON_LABELS[reason]}</dd>
        {wish !== 'refund' && (
          <>
            <dt>Asked for</dt>
            <dd>{RETURN_WISH_LABELS[wish]}</dd>
          </>
        )}
        {withdrawal && refundedAmount === null && (
          <>
            <dt>Refund due</dt>
            <dd>
              <time dateTime={withdrawal.dueAt}>{day(withdrawal.dueAt)}</time>
            </dd>
          </>
        )}
        <dt>Requested</dt>
        <dd>
          <time dateTime={createdAt}>{instant(createdAt)}</time>
        </dd>
      </dl>
      {note && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      )}
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2.5">
          {photos.map((url, index) => (
            <li key={url}>
              <ReturnPhoto url={url} alt={`Returned item, ${index + 1} of ${figure(photos.length)}, opens in a new tab`} isLink />
            </li>
          ))}
        </ul>
      )}
      {answer && (
        <p dir="auto" className="notice wrap-anywhere whitespace-pre-line">
          <b>Answer:</b> {answer}
        </p>
      )}
    </div>
  )
}
