import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { LineUnitPrice } from '#app/features/catalog/products/unit-price.tsx'
import { figure, money } from '#app/lib/format.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { Order } from '#contract/orders/orders.ts'
import type { Shipment } from '#contract/orders/shipment.ts'
import type { Currency } from '#domain/money.ts'
import { mainDrawing } from '#domain/picture.ts'
import { countUnits, shippedText } from '#domain/shipment.ts'
import { unsentText } from '#domain/to-pack.ts'
import { LinePromise, LineSupply } from './line-promise.tsx'
import { ShippedStatus } from './order-status.tsx'
import { PartFacts } from './part-facts.tsx'

interface OrderLinesProps {
  order: Order
  /** Actions of a part. */
  Actions?: ComponentType<{ order: Order; part: Order['fulfilments'][number] }>
  /** Renders the actions on a parcel of a part. */
  renderParcel?: (part: Order['fulfilments'][number], shipment: Shipment) => ReactNode
}

/** The items of an order by seller, with the status and history of each part. */
export function OrderLines({ order, Actions, renderParcel }: OrderLinesProps) {
  return (
    <div className="frame order-parts">
      {order.fulfilments.map((part) => (
        <section key={part.businessId} aria-labelledby={`part-${part.businessId}`} className="not-first:fold-t">
          <div className="part-head flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-5 py-3">
            <h3 id={`part-${part.businessId}`}>
              <bdi>{part.businessName}</bdi>
            </h3>
            <ShippedStatus status={part.status} counts={part} />
            <PartFacts part={part} renderActions={renderParcel && ((shipment) => renderParcel(part, shipment))} />
            {Actions && <Actions order={order} part={part} />}
          </div>
          <ul>
            {order.items
              .filter(({ businessId }) => businessId === part.businessId)
              .map((item) => (
                <OrderLine key={item.id} item={item} part={part} currency={order.currency}>
                  {item.listPrice !== undefined && (
                    <span className="block text-sm text-ink-2">Agreed price; list price {money(item.listPrice, order.currency)}</span>
                  )}
                  <Gone item={item} />
                </OrderLine>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Units of a line that are not sent any more, and further ones that come back. */
function Gone({ item: { goneQuantity, withdrawn } }: { item: Order['items'][number] }) {
  const back = goneQuantity - withdrawn
  const words = [unsentText(withdrawn), back > 0 && `${back} being returned or refunded`].filter(Boolean)
  return words.length > 0 && <span className="text-sm text-ink-2">, {words.join(', ')}</span>
}

interface OrderLineProps {
  item: ComponentProps<typeof LinePromise>['item'] &
    Pick<Order['items'][number], 'shipped' | 'withdrawn'> &
    ComponentProps<typeof LineSupply>['item'] &
    Pick<Order['items'][number], 'kind' | 'slug' | 'name' | 'image' | 'sku' | 'quantity' | 'unitPrice' | 'lineTotal' | 'content'>
  part: ComponentProps<typeof LinePromise>['part']
  currency: Currency
  /** Said behind the quantity. */
  children: ReactNode
}

/** One item of an order: what it is, what was promised, and its price. */
export function OrderLine({ item, part, currency, children }: OrderLineProps) {
  const shipped = shippedText(countUnits([item]))
  return (
    <li className="grid gap-3 items-start py-3 border-t-[1.5px] border-line grid-cols-[88px_minmax(0,1fr)] min-[28rem]:grid-cols-[88px_minmax(0,1fr)_auto] px-5 print:break-inside-avoid">
      {item.kind === 'product' ? (
        <Thumbnail image={item.image} instead={mainDrawing(item.slug)} />
      ) : (
        <span className="text-sm text-ink-2">{item.kind === 'service' ? 'Service' : 'Agreed item'}</span>
      )}
      <p className="min-w-0 wrap-break-word">
        {item.kind === 'product' ? (
          <Link to={`/products/${item.slug}`} className="font-medium inline-block py-0.5">
            <bdi>{item.name}</bdi>
          </Link>
        ) : (
          <bdi className="font-medium inline-block py-0.5">{item.name}</bdi>
        )}
        <br />
        {item.sku !== null && (
          <span className="block text-sm text-ink-2">
            SKU <bdi>{item.sku}</bdi>
          </span>
        )}
        <span className="text-sm text-ink-2">
          {figure(item.quantity)} × {money(item.unitPrice, currency)}
        </span>
        {shipped && <span className="text-sm text-ink-2">, {shipped}</span>}
        {children}
        <LineUnitPrice price={item.unitPrice} content={item.content} currency={currency} />
        <LinePromise item={item} part={part} />
        <LineSupply item={item} />
      </p>
      <p className="price max-[28rem]:col-start-2 max-[28rem]:-mt-2">{money(item.lineTotal, currency)}</p>
    </li>
  )
}
