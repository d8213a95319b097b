import type { DeliverTo } from '#contract/fulfillment/seller-orders.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { cityLine } from '#domain/customer.ts'

/** Delivery address, as on the parcel. */
export function DeliveryAddress({ to }: { to: DeliverTo }) {
  return (
    <address className="wrap-anywhere not-italic">
      <bdi>{to.name}</bdi>
      <br />
      {to.company && (
        <>
          <bdi>{to.company}</bdi>
          <br />
        </>
      )}
      <bdi>{to.address}</bdi>
      <br />
      <bdi>{cityLine(to)}</bdi>
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
