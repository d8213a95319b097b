import { OrderLine } from '#app/features/orders/order-lines.tsx'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { unsentText, withdrawnText } from '#domain/to-pack.ts'

/** The seller's own lines of an order. */
export function OwnLines({ order }: { order: SellerOrder }) {
  const isToPack = order.status === 'pending' || order.status === 'processing'
  return (
    <ul className="frame order-parts">
      {order.items.map((item) => (
        <OrderLine key={item.productId} item={item} part={order} currency={order.currency}>
          {item.withdrawn > 0 &&
            (isToPack ? (
              <strong className="block text-sm">{withdrawnText(item.withdrawn)}</strong>
            ) : (
              <span className="text-sm text-ink-2">, {unsentText(item.withdrawn)}</span>
            ))}
        </OrderLine>
      ))}
    </ul>
  )
}
