import { type DocumentContent, groupTaxes, netOf, type TaxedDocumentLine } from '#domain/document.ts'
import { computeOrderTotals, type PricedItem } from '#domain/order-totals.ts'
import { SALE_UNITS } from '#domain/product-fields.ts'
import type { Promo } from '#domain/promotion.ts'
import type { TaxDecision } from '#domain/tax-decision.ts'
import type { DocumentRow } from '#server/payments/documents/document-record.ts'

/* Invoices of random orders, as the calculator and the documents make them, without a database. */

const nobody = { contact: '', state: '', taxNumber: '', email: '', phone: '' }
/** The issuer of invoices of tests. */
export const issuer = {
  ...nobody,
  name: 'Reflute & Co',
  street: '1 Quay Street',
  city: 'Limerick',
  postalCode: 'V94 X2F3',
  country: 'IE',
  vatId: 'IE1234567T',
  email: 'hello@reflute.test',
  phone: '+353 61 000000',
}
/** The buyer of invoices of tests. */
export const buyer = {
  ...nobody,
  name: 'Kartonhaus <Nord> GmbH',
  contact: 'Ann Ho',
  street: 'Lindenstr. 5',
  city: 'Berlin',
  postalCode: '10115',
  country: 'DE',
  vatId: 'DE111111117',
}
/** Text of an intra-Community supply. */
export const REVERSE =
  'Intra-Community supply, exempt under Art. 138 Directive 2006/112/EC; the recipient accounts for the VAT (reverse charge)'

/** A code that takes a percentage off. */
export const percentageCode = (percent: number): Promo => ({
  code: `CODE${percent}`,
  type: 'percentage',
  percent,
  valueCents: null,
  minimumCents: null,
  isActive: true,
  startsAt: null,
  endsAt: null,
  usageLimit: null,
  timesUsed: 0,
  perCustomerLimit: null,
  timesUsedByCustomer: 0,
  description: '',
})

interface Priced {
  cents: number
  quantity: number
  decision: number
}

/** An invoice of a random order, as the calculator and the documents make it; a code takes 10% off unless another one is given. */
export function invoiceOf(
  priced: readonly Priced[],
  decisions: readonly TaxDecision[],
  shippingCents: number,
  change: Partial<DocumentRow> = {},
  promo: Promo | null = percentageCode(10),
): DocumentRow {
  const items = priced.map(
    ({ cents, quantity, decision }, index): PricedItem => ({
      productId: `p${index}`,
      name: `Mat ${index} "A&B"`,
      businessId: 'seller',
      category: 'mat',
      shippingClass: 'parcel',
      priceCents: { USD: cents, EUR: cents },
      quantity,
      ladder: [],
      decision,
    }),
  )
  const charge = { owner: null, zone: '', class: 'parcel' as const, lines: [...items.keys()], freeFromCents: null, label: '', days: '' }
  const totals = computeOrderTotals({
    currency: 'EUR',
    lines: items,
    decisions,
    charges: [{ ...charge, netCents: { USD: shippingCents, EUR: shippingCents } }],
    promo,
    now: new Date('2026-11-27T00:00:00Z'),
  })
  const lines = totals.lines.map((line, index): TaxedDocumentLine => {
    const [item, own] = [items[index], decisions[line.decision]]
    if (!item || !own) throw new Error('no item')
    const { unitPriceCents, lineTotalCents, discountCents, shippingCents: shipped, taxCents } = line
    return {
      lineId: item.productId,
      businessId: item.businessId,
      businessName: 'Seller',
      name: item.name,
      sku: `SKU-${index}`,
      quantity: item.quantity,
      saleUnit: SALE_UNITS[index % SALE_UNITS.length] ?? SALE_UNITS[0],
      unitPriceCents,
      lineTotalCents,
      discountCents,
      shippingCents: shipped,
      taxCents,
      content: null,
      hsCode: index % 2 === 0 ? '482390' : null,
      originCountry: 'IE',
      weightGrams: 10_250,
      decision: own,
    }
  })
  const grouped = groupTaxes(lines, 'added')
  const content: DocumentContent = {
    version: 1,
    mode: 'added',
    buyerKind: 'business',
    issuer,
    buyer,
    onBehalfBy: null,
    order: {
      number: 'ORD-20261127-0001',
      placedAt: '2026-11-26T10:00:00.000Z',
      shippingMethod: 'standard',
      paymentMethod: 'pay_later',
      poNumber: 'PO 7',
      promoCode: '',
    },
    ...grouped,
    credits: [],
    localTax: null,
    payment: { kind: 'due', by: '2026-12-27T00:00:00.000Z', payTo: 'Reflute\nIBAN DE02 1203 0000 0000 2020 51' },
    refersTo: null,
    reason: '',
    registration: issuer.vatId,
  }
  return documentOf({ ...content, ...change.content }, change)
}

/** Makes a document of its content. */
export function documentOf(content: DocumentContent, change: Partial<DocumentRow> = {}): DocumentRow {
  const { sums } = content
  return {
    id: '0',
    issuerBusinessId: null,
    kind: 'invoice',
    number: 7,
    label: 'INV-000007',
    orderId: null,
    businessId: null,
    refersTo: null,
    milestoneId: null,
    cause: '',
    issuedAt: new Date('2026-11-27T09:00:00Z'),
    suppliedAt: '2026-11-28',
    currency: 'EUR',
    netCents: netOf(sums),
    taxCents: sums.taxCents,
    grossCents: sums.totalCents,
    buyerName: buyer.name,
    country: 'DE',
    searchText: '',
    ...change,
    content,
  }
}
