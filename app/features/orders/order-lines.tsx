import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { money } from '#app/lib/format.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { OrderStatusWord } from './order-status.tsx'
import { PartFacts } from './part-facts.tsx'

interface OrderLinesProps {
  order: Order
  /** Actions of a part. */
  Actions?: ComponentType<{ order: Order; part: Order['fulfilments'][number] }>
}

/** The items of an order by seller, with the status and history of each part. */
export function OrderLines({ order, Actions }: OrderLinesProps) {
  return (
    <div className="frame order-parts">
      {order.fulfilments.map((part) => (
        <section key={part.businessId} aria-labelledby={`part-${part.businessId}`} className="seller-lines">
          <div className="part-head">
            <h3 id={`part-${part.businessId}`}>{part.businessName}</h3>
            <OrderStatusWord status={part.status} />
            <PartFacts part={part} />
            {Actions && <Actions order={order} part={part} />}
          </div>
          <ul>
            {order.items
              .filter(({ businessId }) => businessId === part.businessId)
              .map((item) => (
                <li key={item.productId} className="order-line">
                  <Thumbnail image={item.image} />
                  <p className="min-w-0">
                    <Link to={`/products/${item.slug}`} className="font-medium">
                      {item.name}
                    </Link>
                    <br />
                    <span className="text-sm text-ink-2">
                      {item.quantity} × {money(item.unitPrice, order.currency)}
                      {item.goneQuantity > 0 && `, ${item.goneQuantity} coming back or refunded`}
                    </span>
                  </p>
                  <p className="price">{money(item.lineTotal, order.currency)}</p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
