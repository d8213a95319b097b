import { countryCodeOf } from '#domain/country-codes.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { cityLine } from '#domain/customer.ts'
import { EU_COUNTRIES } from '#domain/market-country.ts'
import { formatMoney } from '#domain/money.ts'
import { parcelWeight, weightText } from '#domain/parcel-weight.ts'
import { unitsShare } from '#domain/refund-amount.ts'
import { isAllShipped } from '#domain/shipment.ts'
import { formatCount, formatLongDay } from '#domain/text.ts'
import { toPack } from '#domain/to-pack.ts'
import { titleOf } from '#domain/trader.ts'
import { findCustomsFacts } from '#server/catalog/products/fact-columns.ts'
import { lineKey, type OrderLineRow, productIdsOf } from '#server/orders/order-record.ts'
import type { Shipment } from '#server/orders/shipment-list.ts'
import { offerOf, registrationsOf } from '#server/orders/store-pricing.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { createPdf, type PdfWriter } from '#server/platform/vendors/pdf.ts'
import { findBusiness } from '#server/sellers/applications/business-record.ts'
import { crossesCustoms } from './present-seller-order.ts'
import { findSellerOrder, type PricedSellerOrder } from './seller-order-list.ts'

/** Returns the delivery term of a shipment: that of the offer of the order, else the shop's own. */
function termsOf(pricing: unknown): string {
  const offer = offerOf(pricing)
  return offer ? `Terms: ${offer.incoterm.rule} ${offer.incoterm.place}, Incoterms 2020` : 'Terms: delivered at place (DAP)'
}

type Facts = Awaited<ReturnType<typeof findCustomsFacts>>

/** Sender of the products: name and address, one line each. */
type Sender = readonly string[]

/**
 * Writes the customs invoice of a parcel of a seller order, or of what is left to ship, or, where nothing is left, of all that has left:
 * values without tax, HS codes, origins and weights, delivered at place or with the number by which VAT is paid already (IOSS). The
 * invoices of its parcels add up.
 * @throws the refusals `not_found` and, for products that cross no customs, `no_customs`
 */
export async function writeCustomsInvoice(
  db: Db,
  businessId: string,
  { orderId, shipmentId }: { orderId: string; shipmentId?: string | undefined },
): Promise<{ name: string; pdf: Buffer }> {
  const own = found(await findSellerOrder(db, businessId, orderId))
  const parcel = shipmentId === undefined ? null : found(own.shipments.find(({ id }) => id === shipmentId))
  const facts = await findCustomsFacts(db, productIdsOf(own.lines))
  const packed = packedLines(own, facts, parcel)
  if (!crossesCustoms({ ...own, lines: packed })) refuse('no_customs')
  const { business } = found(await findBusiness(db, businessId))
  const { dispatch } = business
  const place = dispatch
    ? [dispatch.address, cityLine({ ...dispatch, zipCode: dispatch.postalCode }), countryNameOf(dispatch.country)]
    : [business.address, [business.postalCode, business.city].filter(Boolean).join(' '), business.country]
  const title = titleOf(business)
  const isInUnion = EU_COUNTRIES.includes(countryCodeOf(business.country))
  const taxNumber = isInUnion && business.taxId ? `Tax number: ${business.taxId}` : ''
  const sender = [title, ...place, business.vatId ? `VAT ID: ${business.vatId}` : taxNumber].filter(Boolean)
  const { number, createdAt } = own.order
  const timeZone = await readTimeZone(db)
  const about = {
    title: `Customs invoice ${number}`,
    subject: `Products of ${title} for order ${number}.`,
    author: title,
    createdAt,
  }
  return {
    name: `customs-invoice-${[number, parcel?.number].filter(Boolean).join('-')}.pdf`,
    pdf: await createPdf(about, (page) => writeWhole(page, own, { sender, facts, packed, parcel, timeZone })),
  }
}

/** Returns the units of a line that have left before a parcel, or, without one, before what is left; 0 where nothing is left. */
function unitsBefore({ lines, shipments }: PricedSellerOrder, { id, shipped }: OrderLineRow, parcel: Shipment | null): number {
  if (parcel === null) return isAllShipped(lines) ? 0 : shipped
  const earlier = shipments.filter(({ number }) => number < parcel.number).flatMap((one) => one.lines)
  return earlier.reduce((sum, line) => (line.id === id ? sum + line.quantity : sum), 0)
}

/** Returns what is packed of the lines, with the kilograms of each and how many were ordered. */
const packedLines = ({ lines }: PricedSellerOrder, facts: Facts, parcel: Shipment | null) =>
  toPack(
    lines.map((line) => {
      const weightGrams = facts.get(line.productId ?? '')?.weightGrams ?? null
      const weight = weightGrams === null ? null : (weightGrams * line.quantity) / 1000
      return { ...line, ordered: line.quantity, weight }
    }),
    parcel?.lines,
  )

/** Facts of a customs invoice; `parcel` null: it is for no parcel of its own. */
interface CustomsParcel {
  sender: Sender
  facts: Facts
  packed: ReturnType<typeof packedLines>
  parcel: Shipment | null
  timeZone: string
}

/** Returns the price of a line after its discount, without tax, in cents. */
const valueOf = ({ taxMode }: PricedSellerOrder['order'], line: OrderLineRow) =>
  line.lineTotalCents - (line.discountCents ?? 0) - (taxMode === 'included' ? (line.taxCents ?? 0) - (line.shippingTaxCents ?? 0) : 0)

function writeWhole(page: PdfWriter, own: PricedSellerOrder, { sender, facts, packed, parcel, timeZone }: CustomsParcel): void {
  const { order, lines, part, pricing } = own
  const { customer, currency, number } = order
  const show = (cents: number) => formatMoney(cents, currency)
  const person = `${customer.firstName ?? ''} ${customer.lastName ?? ''}`.trim()
  const country = /^[A-Z]{2}$/.test(customer.country ?? '') ? countryNameOf(customer.country ?? '') : (customer.country ?? '')
  const recipient = [customer.company, person, customer.address, cityLine(customer), country, customer.vatId && `VAT ID: ${customer.vatId}`]
  const items = packed.map((line) => {
    const { hsCode = null, originCountry = null } = facts.get(line.productId ?? '') ?? {}
    const cents = unitsShare(valueOf(order, line), { quantity: line.ordered, gone: unitsBefore(own, line, parcel) }, line.quantity)
    return { line, hsCode, originCountry, kilograms: line.weight, cents }
  })
  const value = items.reduce((sum, { cents }) => sum + cents, 0)
  const shippingTax = order.taxMode === 'included' ? lines.reduce((sum, { shippingTaxCents }) => sum + (shippingTaxCents ?? 0), 0) : 0
  const sent = lines.filter(({ kind }) => kind !== 'service')
  const upTo = (units: (line: OrderLineRow) => number) =>
    sent.reduce((sum, line) => sum + unitsShare(valueOf(order, line), { quantity: line.quantity, gone: 0 }, units(line)), 0)
  const before = upTo((line) => unitsBefore(own, line, parcel))
  const whole = upTo(({ quantity, withdrawn }) => quantity - withdrawn)
  const shipping =
    whole === 0 ? part.shippingCents - shippingTax : unitsShare(part.shippingCents - shippingTax, { quantity: whole, gone: before }, value)
  const registrationOf = registrationsOf(pricing)
  const [paidBy] = packed.flatMap((line) => (line.taxReason === 'ioss' ? [registrationOf(lineKey(line)) ?? ''] : []))
  const tracking = parcel ? parcel.trackingNumber : isAllShipped(lines) ? part.trackingNumber : null
  page.heading(1, 'Customs invoice')
  page.text(`For order ${number} of ${formatLongDay(order.createdAt, timeZone)}. All amounts in ${currency}, without tax.`, 'lead')
  page.table({
    caption: 'Sender and recipient',
    columns: [
      { title: 'From', share: 1 },
      { title: 'To', share: 1 },
      { title: 'This shipment', share: 1 },
    ],
    rows: [
      [
        sender.join('\n'),
        recipient.filter(Boolean).join('\n'),
        [
          'Reason: sale',
          paidBy === undefined ? termsOf(pricing) : paidBy && `IOSS number: ${paidBy}`,
          `Weight: ${parcelWeight(items.map(({ kilograms }) => kilograms))}`,
          tracking ? `Tracking: ${tracking}` : '',
        ]
          .filter(Boolean)
          .join('\n'),
      ],
    ],
  })
  page.table({
    caption: 'Products',
    columns: [
      { title: 'Product', share: 3.2 },
      { title: 'HS code', share: 1.2 },
      { title: 'Origin', share: 1.4 },
      { title: 'Weight', share: 1.1, align: 'right' },
      { title: 'Quantity', share: 1, align: 'right' },
      { title: 'Value', share: 1.4, align: 'right' },
    ],
    rows: [
      ...items.map(({ line, hsCode, originCountry, kilograms, cents }) => [
        line.name,
        hsCode ?? 'Unknown',
        originCountry === null ? 'Unknown' : countryNameOf(originCountry),
        weightText(kilograms),
        formatCount(line.quantity),
        show(cents),
      ]),
      ['Products', '', '', '', '', show(value)],
      ['Shipping', '', '', '', '', show(shipping)],
      ['Total', '', '', '', '', show(value + shipping)],
    ],
    strong: [items.length + 2],
  })
  page.text(
    paidBy === undefined
      ? 'Duty and import tax are charged on delivery.'
      : 'VAT is paid through the import one-stop shop (IOSS): none is due on delivery.',
  )
}
