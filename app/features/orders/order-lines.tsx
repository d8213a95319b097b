import { Link } from 'react-router'
import { money } from '#app/lib/format.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { Order } from '#contract/orders.ts'
import { OrderStatusWord } from './order-status.tsx'

/** What was ordered, seller by seller, with the state and the tracking number of each part. */
export function OrderLines({ order }: { order: Order }) {
  return (
    <div className="frame order-parts">
      {order.fulfilments.map((part) => (
        <section key={part.businessId} aria-labelledby={`part-${part.businessId}`} className="seller-lines">
          <div className="part-head">
            <h3 id={`part-${part.businessId}`}>{part.businessName}</h3>
            <OrderStatusWord status={part.status} />
            {part.trackingNumber && (
              <p className="part-tracking">
                {part.carrier && `${part.carrier}, `}tracking number <b>{part.trackingNumber}</b>
              </p>
            )}
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
