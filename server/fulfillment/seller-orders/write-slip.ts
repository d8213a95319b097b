import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { cityLine } from '#domain/customer.ts'
import { shippingMethodLabel } from '#domain/order.ts'
import { parcelWeight, weightText } from '#domain/parcel-weight.ts'
import { producerText } from '#domain/producer-registers.ts'
import { formatCount, formatLongDay, pluralize } from '#domain/text.ts'
import { createPdf, type PdfWriter } from '#server/platform/vendors/pdf.ts'

/** Name and address of the sender. */
export interface Sender {
  name: string
  lines: readonly string[]
}

/** One parcel: a seller's part of an order, who sends it, the numbers in registers of producers that the country wants named. */
export interface Parcel {
  order: SellerOrder
  sender: Sender
  numbers: readonly string[]
  /** Page of the order for who packs it. */
  url: string
}

interface Shop {
  name: string
  phone: string
  timeZone: string
}

/** Writes the packing slips of parcels, each on a page of its own: sender, recipient and items; no prices. */
export async function writeSlips(parcels: readonly [Parcel, ...Parcel[]], shop: Shop): Promise<Buffer> {
  const [{ order, sender }] = parcels
  const isOne = parcels.length === 1
  const facts = {
    title: isOne ? `Packing slip ${order.number}` : `${parcels.length} packing slips`,
    subject: isOne ? `${pluralize(order.itemCount, 'unit')} from ${sender.name} for ${order.deliverTo.name}` : 'Packing slips',
    author: shop.name,
    createdAt: new Date(order.createdAt),
  }
  return createPdf(facts, (page) => {
    for (const [index, parcel] of parcels.entries()) {
      if (index > 0) page.newPage()
      writeSlip(page, parcel, shop)
    }
  })
}

function writeSlip(page: PdfWriter, { order, sender, numbers, url }: Parcel, shop: Shop): void {
  const { number, deliverTo, items, itemCount, createdAt, shippingMethod, freightExtras, carrier, trackingNumber } = order
  const countries = new Intl.DisplayNames('en', { type: 'region' })
  const country = /^[A-Z]{2}$/.test(deliverTo.country) ? (countries.of(deliverTo.country) ?? deliverTo.country) : deliverTo.country
  page.heading(1, 'Packing slip')
  page.text(
    `Order ${number}, placed on ${formatLongDay(new Date(createdAt), shop.timeZone)}. ${shippingMethodLabel(shippingMethod)} shipping.`,
    'lead',
  )
  page.heading(2, 'Deliver to')
  const address = [deliverTo.name, deliverTo.company, deliverTo.address, cityLine(deliverTo), country].filter(Boolean)
  page.text(address.join('\n'), 'lead')
  if (freightExtras.length > 0) page.text(`Freight services: ${freightExtras.join(', ')}`)
  if (deliverTo.phone) page.text(`Phone ${deliverTo.phone}`)
  if (deliverTo.poNumber) page.text(`Purchase order ${deliverTo.poNumber}`)
  if (deliverTo.notes) page.text(`Delivery notes: ${deliverTo.notes}`)
  page.heading(2, 'From')
  page.text([sender.name, ...sender.lines].join('\n'))
  if (carrier || trackingNumber) page.text(`Shipped with ${[carrier, trackingNumber].filter(Boolean).join(' ')}`)
  page.table({
    caption: `In this parcel: ${pluralize(itemCount, 'unit')}`,
    columns: [
      { title: 'Product', share: 4 },
      { title: 'HS code', share: 1.2 },
      { title: 'Origin', share: 1.4 },
      { title: 'Weight', share: 1.2, align: 'right' },
      { title: 'Quantity', share: 1, align: 'right' },
    ],
    rows: items.map(({ name, sku, hsCode, originCountry, weight, quantity }) => [
      sku === null ? name : `${name}\nSKU ${sku}`,
      hsCode ?? 'Unknown',
      originCountry === null ? 'Unknown' : countryNameOf(originCountry),
      weightText(weight),
      formatCount(quantity),
    ]),
  })
  page.text(`Total weight: ${parcelWeight(items.map(({ weight }) => weight))}`, 'small')
  if (numbers.length > 0) page.text(producerText({ name: sender.name, numbers }), 'small')
  page.code(url, `Open order ${number} in the back office`)
  page.text(`Is anything missing or damaged? Call ${shop.name} at ${shop.phone} and mention order ${number}.`, 'small')
}
