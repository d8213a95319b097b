import { OrderLine } from '#app/features/orders/order-lines.tsx'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { withdrawnText } from '#domain/to-pack.ts'

/** The seller's own lines of an order. */
export function OwnLines({ order }: { order: SellerOrder }) {
  return (
    <ul className="frame order-parts">
      {order.items.map((item) => (
        <OrderLine key={item.productId} item={item} part={order} currency={order.currency}>
          {withdrawnText(item.withdrawn) && <strong className="block text-sm">{withdrawnText(item.withdrawn)}</strong>}
        </OrderLine>
      ))}
    </ul>
  )
}
