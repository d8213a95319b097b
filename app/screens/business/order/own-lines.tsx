import { Link } from 'react-router'
import { LineUnitPrice } from '#app/features/catalog/products/unit-price.tsx'
import { LinePromise, LineSupply } from '#app/features/orders/line-promise.tsx'
import { figure, money } from '#app/lib/format.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { mainDrawing } from '#domain/picture.ts'
import { withdrawnText } from '#domain/to-pack.ts'

/** The seller's own lines of an order. */
export function OwnLines({ order }: { order: SellerOrder }) {
  return (
    <ul className="frame order-parts">
      {order.items.map((item) => (
        <li
          key={item.productId}
          className="grid gap-3 items-start py-3 border-t-[1.5px] border-line grid-cols-[88px_minmax(0,1fr)] min-[28rem]:grid-cols-[88px_minmax(0,1fr)_auto] px-5 print:break-inside-avoid"
        >
          <Thumbnail image={item.image} instead={mainDrawing(item.slug)} />
          <p className="min-w-0">
            <Link to={`/products/${item.slug}`} className="font-medium inline-block py-0.5">
              <bdi>{item.name}</bdi>
            </Link>
            <br />
            {item.sku !== null && (
              <span className="block text-sm text-ink-2">
                SKU <bdi>{item.sku}</bdi>
              </span>
            )}
            <span className="text-sm text-ink-2">
              {figure(item.quantity)} × {money(item.unitPrice, order.currency)}
            </span>
            {withdrawnText(item.withdrawn) && <strong className="block text-sm">{withdrawnText(item.withdrawn)}</strong>}
            <LineUnitPrice price={item.unitPrice} content={item.content} currency={order.currency} />
            <LinePromise item={item} part={order} />
            <LineSupply item={item} />
          </p>
          <p className="price max-[28rem]:col-start-2 max-[28rem]:-mt-2">{money(item.lineTotal, order.currency)}</p>
        </li>
      ))}
    </ul>
  )
}
