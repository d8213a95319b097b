import type { Order } from '#contract/orders/orders.ts'
import { BUYER_KIND_LABELS } from '#domain/buyer-kind.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { cityLine } from '#domain/customer.ts'

/** Delivery address and contact of an order. */
export function OrderCustomer({ customer }: { customer: Order['customer'] }) {
  const details = [
    ['Bought as', customer.buyerKind && BUYER_KIND_LABELS[customer.buyerKind]],
    ['Company', customer.company],
    ['VAT ID', customer.vatId],
    ['PO number', customer.poNumber],
    ['Phone', customer.phone],
    ['Delivery notes', customer.notes],
  ].filter(([, value]) => value)
  return (
    <>
      <address className="not-italic">
        <bdi>
          {customer.firstName} {customer.lastName}
        </bdi>
        <br />
        <bdi>{customer.address}</bdi>
        <br />
        <bdi>{cityLine(customer)}</bdi>
        <br />
        {countryNameOf(customer.country)}
        <br />
        <span className="break-all text-ink-2">{customer.email}</span>
      </address>
      {details.length > 0 && (
        <dl className="pairs mt-3">
          {details.map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd dir="auto" className="break-words whitespace-pre-line">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
