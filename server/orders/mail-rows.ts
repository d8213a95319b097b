import { AGREED_FREIGHT_DAYS } from '#domain/delivery.ts'
import { boldDrawing, rasterPath } from '#domain/picture.ts'
import { formatLongDate, promisedDays } from '#domain/text.ts'
import type { MailButton, MailPicture, MailRow, MailSetting } from '#server/platform/mail/mail-text.ts'
import type { Facts } from '#server/platform/mail/read-facts.ts'

/** Returns the picture of an item with an absolute URL, as a small PNG where it is a drawing: mail programs show no SVG. */
function pictureOf(line: Facts, publicUrl: string): MailPicture | undefined {
  const image = line.line('image')
  const path = rasterPath(boldDrawing(image) ?? image)
  const src = path.startsWith('/') ? `${publicUrl}${path}` : line.link('image')
  return src ? { src, alt: line.line('name') } : undefined
}

/** The total of a line with the price of one unit below it, both as the order was shown: net, or with tax. */
function lineAmounts(line: Facts): string {
  const unit = line.money('unitCents') // '' where the email was queued by an older version
  return [line.money('totalCents'), unit && `${unit} each`].filter(Boolean).join('\n')
}

/** Names a line with its quantity: "2 × Belt, SKU B-1". */
export const lineLabel = (line: Facts): string =>
  `${line.line('quantity')} × ${line.line('name')}${line.line('sku') && `, SKU ${line.line('sku')}`}`

/** Rows of the ordered items and of the totals, labeled as in cart, checkout and order page. */
export function orderRows(facts: Facts, { publicUrl }: Pick<MailSetting, 'publicUrl'>): MailRow[] {
  const isZero = (name: string) => Number(facts.line(name)) === 0
  const code = facts.line('promoCode')
  const isIncluded = facts.line('taxIncluded') !== ''
  const discount: MailRow = [code ? `Discount (${code})` : 'Discount', `−${facts.money('discountCents')}`]
  const lines = facts.list('lines').map((line): MailRow => [lineLabel(line), lineAmounts(line), pictureOf(line, publicUrl)])
  return [
    ...lines,
    ['Subtotal', facts.money('subtotalCents')],
    ...(isZero('discountCents') ? [] : [discount]),
    ['Shipping', [isZero('shippingCents') ? 'Free' : facts.money('shippingCents'), facts.line('freightText')].filter(Boolean).join('\n')],
    ...(isIncluded ? [] : taxRows(facts)),
    ['Total', facts.money('totalCents'), 'total'],
    ...(isIncluded ? taxRows(facts) : []),
  ]
}

/** The tax by its rates, with the reason where the rate does not say everything. */
function taxRows(facts: Facts): MailRow[] {
  const rates = facts.list('taxes')
  if (rates.length === 0) return [['Tax', facts.money('taxCents')]] // queued by an older version
  const isIncluded = facts.line('taxIncluded') !== ''
  return rates.flatMap((rate): MailRow[] => {
    const label = isIncluded ? `includes ${rate.line('label')}` : rate.line('label')
    const text = rate.line('text')
    return [[label, rate.money('cents')], ...(text ? [['Tax note', text] as const] : [])]
  })
}

/** Row of the seller of a shipment. */
export const sellerRow = (facts: Facts): MailRow => ['Sold by', facts.line('seller')]

/** The agreed lead time, else the day: one row where everything arrives on one, else one for each seller; none for services alone. */
export function deliveryRows(facts: Facts): MailRow[] {
  if (!facts.line('estimatedDelivery')) return []
  if (facts.line('leadTime')) return [['Lead time', facts.line('leadTime')]]
  const sellers = facts.list('sellers')
  const days = new Set(sellers.map((seller) => seller.line('estimatedDelivery')))
  const note = facts.line('freightText') ? `\n${AGREED_FREIGHT_DAYS}` : ''
  if (days.size <= 1) {
    const day = [...days][0] ?? facts.line('estimatedDelivery')
    return [['Estimated delivery', `${formatLongDate(new Date(day))}${note}`]]
  }
  return sellers.map((seller) => [
    `Delivery from ${seller.line('name')}`,
    `by ${formatLongDate(new Date(seller.line('estimatedDelivery')))}`,
  ])
}

/** Rows of the days that lines were promised for: one where all have the same, else one for each. */
function promiseRows(facts: Facts): MailRow[] {
  const lines = facts.list('lines').filter((line) => line.line('promisedTo'))
  const daysOf = (line: Facts) => promisedDays(line.line('promisedFrom'), line.line('promisedTo'))
  const [first] = lines
  if (!first) return []
  if (new Set(lines.map(daysOf)).size === 1) return [['Arrives', daysOf(first)]]
  return lines.map((line) => [`Arrives: ${line.line('name')}`, daysOf(line)])
}

/** Rows of the delivery address; sellers of the items, shipping method and delivery days. */
export function shippingRows(facts: Facts): MailRow[] {
  const sellers = facts.list('sellers').map((seller) => seller.line('name'))
  return [
    ...addressRows(facts),
    ['Shipping method', facts.line('shippingMethod')],
    ['Sold by', sellers.join(', ')],
    ...deliveryRows(facts),
    ...promiseRows(facts),
  ]
}

/** Rows of the delivery address of an order. */
export const addressRows = (facts: Facts): MailRow[] => facts.list('shipTo').map((row) => [row.line('label'), row.text('value')])

/** The button that opens the order; null without an order id. */
export function orderLink(facts: Facts, publicUrl: string): MailButton | null {
  const id = facts.line('orderId')
  return id ? { label: 'View order', href: `${publicUrl}/account/orders/${encodeURIComponent(id)}` } : null
}
