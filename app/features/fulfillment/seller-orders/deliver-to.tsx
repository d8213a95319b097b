import type { DeliverTo } from '#contract/fulfillment/seller-orders.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { cityLine } from '#domain/customer.ts'

/** Delivery address, as on the parcel. */
export function DeliveryAddress({ to }: { to: DeliverTo }) {
  return (
    <address className="wrap-anywhere not-italic">
      {to.name}
      <br />
      {to.company && (
        <>
          {to.company}
          <br />
        </>
      )}
      {to.address}
      <br />
      {cityLine(to)}
      <br />
      {countryNameOf(to.country)}
      {to.phone && (
        <>
          <br />
          Phone {to.phone}
        </>
      )}
    </address>
  )
}
