import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { cityLine } from '#domain/customer.ts'
import { shippingMethodLabel } from '#domain/order.ts'
import { formatLongDate, pluralize } from '#domain/text.ts'
import { createPdf } from '#server/platform/vendors/pdf.ts'

/** Name and address of the sender. */
interface Sender {
  name: string
  lines: readonly string[]
}

/** Writes the packing slip for the parcel: sender, recipient and items; no prices. */
export async function writeSlip(order: SellerOrder, sender: Sender, shop: { name: string; phone: string }): Promise<Buffer> {
  const { number, deliverTo, items, itemCount, createdAt, shippingMethod, carrier, trackingNumber } = order
  const title = `Packing slip ${number}`
  const subject = `${pluralize(itemCount, 'unit')} from ${sender.name} for ${deliverTo.name}`
  const countries = new Intl.DisplayNames('en', { type: 'region' })
  const country = /^[A-Z]{2}$/.test(deliverTo.country) ? (countries.of(deliverTo.country) ?? deliverTo.country) : deliverTo.country
  const facts = { title, subject, author: shop.name, createdAt: new Date(createdAt) }
  return createPdf(facts, (page) => {
    page.heading(1, 'Packing slip')
    page.text(`Order ${number}, placed on ${formatLongDate(new Date(createdAt))}. ${shippingMethodLabel(shippingMethod)} shipping.`, 'lead')
    page.heading(2, 'Deliver to')
    const address = [deliverTo.name, deliverTo.company, deliverTo.address, cityLine(deliverTo), country].filter(Boolean)
    page.text(address.join('\n'), 'lead')
    if (deliverTo.phone) page.text(`Phone ${deliverTo.phone}`)
    if (deliverTo.notes) page.text(`Delivery notes: ${deliverTo.notes}`)
    page.heading(2, 'From')
    page.text([sender.name, ...sender.lines].join('\n'))
    if (carrier || trackingNumber) page.text(`Sent with ${[carrier, trackingNumber].filter(Boolean).join(' ')}`)
    page.table({
      caption: `In this parcel: ${pluralize(itemCount, 'unit')}`,
      columns: [
        { title: 'Product', share: 6 },
        { title: 'Quantity', share: 1, align: 'right' },
      ],
      rows: items.map(({ name, quantity }) => [name, String(quantity)]),
    })
    page.text(`Something is missing or damaged? Call ${shop.name} at ${shop.phone} and name the order ${number}.`, 'small')
  })
}
