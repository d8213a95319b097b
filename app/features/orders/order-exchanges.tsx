import { Link } from 'react-router'
import type { OrderExchange } from '#contract/orders/order-change.ts'

/** Exchanges that an order is part of, each with the other order. @param path that of orders, such as `/account/orders` */
export function OrderExchanges({ exchanges = [], path }: { exchanges: readonly OrderExchange[] | undefined; path: string }) {
  return exchanges.map(({ kind, returnNumber, orderId, orderNumber }) => (
    <p key={returnNumber} className="notice mt-5">
      {kind === 'sent' ? 'Return' : 'This order replaces return'} {returnNumber} {kind === 'sent' ? 'was exchanged in order' : 'of order'}{' '}
      <Link to={`${path}/${orderId}`}>{orderNumber}</Link>.
    </p>
  ))
}
