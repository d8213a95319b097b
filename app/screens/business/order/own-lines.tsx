import { Link } from 'react-router'
import { LineUnitPrice } from '#app/features/catalog/products/unit-price.tsx'
import { LinePromise } from '#app/features/orders/line-promise.tsx'
import { figure, money } from '#app/lib/format.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { mainDrawing } from '#domain/picture.ts'
import { withdrawnText } from '#domain/to-pack.ts'

/** The seller's own lines of an order. */
export function OwnLines({ order }: { order: SellerOrder }) {
  return (
    <ul className="frame order-parts">
      {order.items.map(
        ({ productId, slug, image, name, sku, quantity, withdrawn, unitPrice, lineTotal, content, promisedFrom, promisedTo }) => (
          <li
            key={productId}
            className="grid gap-3 items-start py-3 border-t-[1.5px] border-line grid-cols-[88px_minmax(0,1fr)] min-[28rem]:grid-cols-[88px_minmax(0,1fr)_auto] px-5 print:break-inside-avoid"
          >
            <Thumbnail image={image} instead={mainDrawing(slug)} />
            <p className="min-w-0">
              <Link to={`/products/${slug}`} className="font-medium inline-block py-0.5">
                <bdi>{name}</bdi>
              </Link>
              <br />
              {sku !== null && (
                <span className="block text-sm text-ink-2">
                  SKU <bdi>{sku}</bdi>
                </span>
              )}
              <span className="text-sm text-ink-2">
                {figure(quantity)} × {money(unitPrice, order.currency)}
              </span>
              {withdrawnText(withdrawn) && <strong className="block text-sm">{withdrawnText(withdrawn)}</strong>}
              <LineUnitPrice price={unitPrice} content={content} currency={order.currency} />
              <LinePromise item={{ promisedFrom, promisedTo }} part={order} />
            </p>
            <p className="price max-[28rem]:col-start-2 max-[28rem]:-mt-2">{money(lineTotal, order.currency)}</p>
          </li>
        ),
      )}
    </ul>
  )
}
