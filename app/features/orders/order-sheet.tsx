import { useQuery } from '@tanstack/react-query'
import { LineUnitPrice } from '#app/features/catalog/products/unit-price.tsx'
import { queryOf } from '#app/lib/api.ts'
import { day, figure, money } from '#app/lib/format.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import { useIsPrinting } from '#app/lib/use-is-printing.ts'
import { Mark } from '#app/ui/icons.tsx'
import type { ShopFacts } from '#contract/content/shop.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ORDER_STATUS_LABELS, PAYMENT_STATUS_LABELS, paymentMethodLabel, shippingText } from '#domain/order.ts'
import { EstimatedDelivery } from './estimated-delivery.tsx'
import { OrderCustomer } from './order-customer.tsx'
import { TotalRows } from './total-rows.tsx'

/**
 * An order as it is printed, on A4 or Letter: who sells, who buys, what it is, what it costs. It is there only while the page is printed.
 */
export function OrderSheet({ order }: { order: Order }) {
  const isPrinting = useIsPrinting()
  const { data } = useQuery(queryOf(shopFactsQuery)) // read beforehand: the printer does not wait
  return isPrinting ? <Sheet order={order} shop={data} /> : null
}

function Sheet({ order, shop }: { order: Order; shop: ShopFacts | undefined }) {
  return (
    <div className="order-sheet">
      <SheetHead order={order} shop={shop} />
      <div className="print:grid print:grid-cols-[1fr_1fr] print:gap-[12mm] print:my-[7mm]">
        <div>
          <p className="print:mb-[1.5mm] print:font-bold">Deliver to</p>
          <OrderCustomer customer={order.customer} />
        </div>
        <div>
          <p className="print:mb-[1.5mm] print:font-bold">Payment and delivery</p>
          <dl className="pairs">
            <dt>Payment</dt>
            <dd>
              {paymentMethodLabel(order.paymentMethod)}, {PAYMENT_STATUS_LABELS[order.paymentStatus]}
            </dd>
            <dt>Shipping</dt>
            <dd>{shippingText(order)}</dd>
            <dt>Status</dt>
            <dd>{ORDER_STATUS_LABELS[order.status]}</dd>
            <EstimatedDelivery order={order} />
          </dl>
        </div>
      </div>
      <SheetLines order={order} />
      <SheetTotals order={order} />
    </div>
  )
}

function SheetHead({ order, shop }: { order: Order; shop: ShopFacts | undefined }) {
  const contact = shop?.contact
  return (
    <div className="print:grid print:grid-cols-[1fr_1fr] print:gap-[12mm] print:pb-[5mm] print:border-b-2 print:border-[#12173a]">
      <div>
        <p className="logo">
          <Mark />
          {shop?.name ?? 'Reflute'}
        </p>
        {contact && (
          <p>
            {contact.street}
            <br />
            {[contact.city, contact.country].filter(Boolean).join(', ')}
            <br />
            {contact.email}, {contact.phone}
          </p>
        )}
      </div>
      <div className="text-right">
        <p className="sheet-title">Order {order.number}</p>
        <p>Placed on {day(order.createdAt)}</p>
      </div>
    </div>
  )
}

function SheetLines({ order }: { order: Order }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Sold by</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <tr key={item.productId}>
            <td>
              <bdi>{item.name}</bdi>
            </td>
            <td>
              <bdi>{item.businessName}</bdi>
            </td>
            <td>{figure(item.quantity)}</td>
            <td>
              {money(item.unitPrice, order.currency)}
              <LineUnitPrice price={item.unitPrice} content={item.content} currency={order.currency} />
            </td>
            <td>{money(item.lineTotal, order.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SheetTotals({ order }: { order: Order }) {
  const { currency, discount, freightText, fulfilments, promoCode, shipping, subtotal, tax, taxes, totalAmount } = order
  const sent = fulfilments.flatMap(({ businessName, shipments }) =>
    shipments.filter(({ trackingNumber }) => trackingNumber).map((shipment) => ({ ...shipment, businessName })),
  )
  return (
    <div className="print:grid print:grid-cols-[1fr_1fr] print:gap-[12mm] print:mt-[4mm] print:break-inside-avoid">
      <div>
        {sent.map(({ id, businessName, carrier, trackingNumber }) => (
          <p key={id}>
            <bdi>{businessName}</bdi>: {[carrier, trackingNumber].filter(Boolean).join(' ')}
          </p>
        ))}
      </div>
      <TotalRows
        totals={{ subtotal, discount, shipping, tax, total: totalAmount }}
        currency={currency}
        tax={taxes}
        promoCode={promoCode}
        freightText={freightText}
      />
    </div>
  )
}

/** Prints the page, of which only the sheet is on paper. */
export function PrintButton() {
  return (
    <button type="button" className="button hollow" onClick={() => window.print()}>
      Print
    </button>
  )
}
