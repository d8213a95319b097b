import { useQuery } from '@tanstack/react-query'
import { ownProfileQuery } from '#app/features/sellers/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { day, figure } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { useIsPrinting } from '#app/lib/use-is-printing.ts'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { shippingText } from '#domain/order.ts'
import { parcelWeight, weightText } from '#domain/parcel-weight.ts'
import { pluralize } from '#domain/text.ts'
import { toPack } from '#domain/to-pack.ts'
import { DeliveryAddress } from './deliver-to.tsx'

/** Packing slip for printing, without prices. It is rendered only while the page is printed. */
export function PackingSheet({ order }: { order: SellerOrder }) {
  const isPrinting = useIsPrinting()
  const token = useToken((state) => state.token)
  const { data: seller } = useQuery(queryOf(ownProfileQuery(token))) // read beforehand: the printer does not wait
  if (!isPrinting) return null
  const items = toPack(order.items)
  return (
    <div className="order-sheet">
      <div className="print:grid print:grid-cols-[1fr_1fr] print:gap-[12mm] print:pb-[5mm] print:border-b-2 print:border-[#12173a]">
        <div>
          <p className="logo">{seller?.name}</p>
          <p>
            {seller?.address}
            <br />
            {[seller?.city, seller?.country].filter(Boolean).join(', ')}
          </p>
        </div>
        <div className="text-right">
          <p className="sheet-title">Packing slip</p>
          <p>
            Order {order.number}
            <br />
            Placed on {day(order.createdAt)}
          </p>
        </div>
      </div>
      <div className="print:grid print:grid-cols-[1fr_1fr] print:gap-[12mm] print:my-[7mm]">
        <div>
          <p className="print:mb-[1.5mm] print:font-bold">Deliver to</p>
          <DeliveryAddress to={order.deliverTo} />
        </div>
        <div>
          <p className="print:mb-[1.5mm] print:font-bold">Shipping</p>
          <p>{shippingText(order)}</p>
          <p>{[order.carrier, order.trackingNumber].filter(Boolean).join(' ')}</p>
          {order.deliverTo.poNumber && <p>Purchase order: {order.deliverTo.poNumber}</p>}
          {order.deliverTo.notes && (
            <p className="whitespace-pre-line">
              Delivery notes: <bdi>{order.deliverTo.notes}</bdi>
            </p>
          )}
        </div>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">HS code</th>
            <th scope="col">Origin</th>
            <th scope="col">Weight</th>
            <th scope="col">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ productId, name, sku, hsCode, originCountry, weight, quantity }) => (
            <tr key={productId}>
              <td>
                <bdi>{name}</bdi>
                {sku !== null && (
                  <>
                    <br />
                    SKU {sku}
                  </>
                )}
              </td>
              <td>{hsCode ?? 'Unknown'}</td>
              <td>{originCountry === null ? 'Unknown' : countryNameOf(originCountry)}</td>
              <td>{weightText(weight)}</td>
              <td>{figure(quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3">
        {pluralize(
          items.reduce((sum, { quantity }) => sum + quantity, 0),
          'unit',
        )}{' '}
        in total. Total weight: {parcelWeight(items.map(({ weight }) => weight))}
      </p>
    </div>
  )
}
