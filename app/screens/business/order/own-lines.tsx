import { Link } from 'react-router'
import { money } from '#app/lib/format.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'

/** The seller's own lines of an order. */
export function OwnLines({ order }: { order: SellerOrder }) {
  return (
    <ul className="frame order-parts">
      {order.items.map(({ productId, slug, image, name, quantity, unitPrice, lineTotal }) => (
        <li key={productId} className="order-line">
          <Thumbnail image={image} />
          <p className="min-w-0">
            <Link to={`/products/${slug}`} className="font-medium">
              {name}
            </Link>
            <br />
            <span className="text-sm text-ink-2">
              {quantity} × {money(unitPrice, order.currency)}
            </span>
          </p>
          <p className="price">{money(lineTotal, order.currency)}</p>
        </li>
      ))}
    </ul>
  )
}
