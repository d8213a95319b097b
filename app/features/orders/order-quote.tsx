import { Link } from 'react-router'
import type { Order } from '#contract/orders/orders.ts'
import { leadTimeText } from '#domain/quote.ts'

/** Quote that an order was made of, with a link, and its delivery term: pairs of a `<dl>`; nothing for other orders. */
export function OrderQuote({ quote, path }: { quote: Order['quote']; path: '/quotes' | '/business/quotes' | '/admin/quotes' }) {
  if (!quote) return null
  return (
    <>
      <dt>Quote</dt>
      <dd>
        <Link to={`${path}/${quote.id}`}>{quote.number}</Link>
      </dd>
      <dt>Delivery term</dt>
      <dd className="wrap-anywhere">{quote.term}</dd>
    </>
  )
}

/** Returns the agreed lead time of an order, shown instead of an estimated day; null where none was agreed. */
export function agreedLeadTime({ quote }: Pick<Order, 'quote'>): string | null {
  return quote && quote.leadTime.weeks > 0 ? leadTimeText(quote.leadTime) : null
}
