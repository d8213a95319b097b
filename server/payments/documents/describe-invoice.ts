import { buyerKindOf } from '#domain/buyer-kind.ts'
import { countryCodeOf } from '#domain/country-codes.ts'
import {
  type DocumentContent,
  type DocumentParty,
  type DocumentTax,
  groupTaxes,
  inTaxCurrency,
  isSalesTax,
  netOf,
  type TaxedDocumentLine,
  taxCurrencyOf,
} from '#domain/document.ts'
import { dueDate } from '#domain/invoice.ts'
import { paymentLabel } from '#domain/manual-payment.ts'
import { EU_COUNTRIES } from '#domain/market-country.ts'
import { allocate } from '#domain/money.ts'
import { isUnsettled, paidForLive } from '#domain/order.ts'
import { milestoneText } from '#domain/payment-plan.ts'
import { documentNumbers } from '#domain/producer-registers.ts'
import { isInForce } from '#domain/tax-rates.ts'
import { dispatchPlace, territoryOf } from '#domain/tax-territory.ts'
import { DEFAULT_TIME_ZONE, dayOf } from '#domain/time.ts'
import { titleOf } from '#domain/trader.ts'
import { vatIdCountry } from '#domain/vat-id.ts'
import { presentContent } from '#server/catalog/products/fact-columns.ts'
import { milestonesOf } from '#server/orders/order-milestones.ts'
import { lineKey, type OrderLineRow, type OrderRecord } from '#server/orders/order-record.ts'
import { decisionsOf, exchangeOf, registrationsOf } from '#server/orders/store-pricing.ts'
import { payToOf, type ShopCompany } from '#server/platform/settings/groups/company.ts'
import type { BusinessRow } from '#server/sellers/applications/business-record.ts'
import type { OrderSource, ShopSource } from './document-orders.ts'
import type { NewDocument } from './document-record.ts'

const NOBODY: DocumentParty = {
  name: '',
  contact: '',
  street: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  vatId: '',
  taxNumber: '',
  email: '',
  phone: '',
}

/** Returns the platform as a party of a document. */
export function platformParty({ name, street, city, country, email, phone, taxNumber }: ShopCompany, vatId: string): DocumentParty {
  return { ...NOBODY, name, street, city, country: countryCodeOf(country), email, phone, taxNumber, vatId }
}

/**
 * Returns a seller as a party of a document: by its legal name, and by its tax number where it is in the European Union and has no VAT id
 * (Art. 226 Directive 2006/112/EC).
 * @param registered number that the tax is reported by; '' for none
 * @param from country whose VAT id must be named, in which case its own VAT id counts only if it is of that country; absent for any
 */
export function sellerParty(business: BusinessRow, registered: string, from?: string): DocumentParty {
  const { address: street, city, postalCode, email, phone } = business
  const own = business.vatId ?? ''
  const vatId = registered || (from === undefined || vatIdCountry(own) === from ? own : '')
  const country = countryCodeOf(business.country)
  const taxNumber = vatId === '' && EU_COUNTRIES.includes(country) ? business.taxId : ''
  return { ...NOBODY, name: titleOf(business), street, city, postalCode, country, email, phone: phone ?? '', vatId, taxNumber }
}

/** Returns the buyer as a party of a document: a company by its name, a consumer as a person whatever company was typed. */
function buyerParty({ customer, buyerKind }: OrderRecord['order']): DocumentParty {
  const person = `${customer.firstName ?? ''} ${customer.lastName ?? ''}`.trim()
  const isConsumer = buyerKindOf({ buyerKind, company: customer.company }) === 'consumer'
  const company = isConsumer && person ? '' : (customer.company ?? '')
  return {
    ...NOBODY,
    name: company || person,
    contact: company ? person : '',
    street: customer.address ?? '',
    city: customer.city ?? '',
    state: customer.state ?? '',
    postalCode: customer.zipCode ?? '',
    country: customer.country ?? '',
    vatId: customer.vatId ?? '',
  }
}

/** Shares of the lines that are older than them, of their seller order: as refunds share it. */
function sharesOfOlder({
  parts,
  lines,
}: Pick<OrderRecord, 'parts' | 'lines'>): Map<string, Record<'discountCents' | 'shippingCents' | 'taxCents', number>> {
  const shares = parts.flatMap((part) => {
    const own = lines.filter(({ businessId }) => businessId === part.businessId)
    const weights = own.map(({ lineTotalCents }) => lineTotalCents)
    const [discounts, shippings, taxes] = [part.discountCents, part.shippingCents, part.taxCents].map((cents) =>
      own.length === 0 ? [] : allocate(cents, weights),
    )
    return own.map(
      ({ id }, index) =>
        [id, { discountCents: discounts?.[index] ?? 0, shippingCents: shippings?.[index] ?? 0, taxCents: taxes?.[index] ?? 0 }] as const,
    )
  })
  return new Map(shares)
}

function linesOf({ record }: OrderSource, { products }: ShopSource): TaxedDocumentLine[] {
  const { order, parts, lines } = record
  const decisions = decisionsOf(order.pricing, order.customer)
  const shares = lines.some(({ taxCents }) => taxCents === null) ? sharesOfOlder(record) : new Map()
  const names = new Map(parts.map(({ businessId, businessName }) => [businessId, businessName]))
  return lines.map((line): TaxedDocumentLine => {
    const share = shares.get(line.id) ?? line
    const facts = products.get(line.productId ?? '')
    return {
      lineId: line.id,
      businessId: line.businessId,
      businessName: names.get(line.businessId) ?? '',
      name: line.name,
      sku: facts?.sku ?? null,
      quantity: line.quantity,
      ...(facts && { saleUnit: facts.saleUnit }),
      unitPriceCents: line.unitPriceCents,
      lineTotalCents: line.lineTotalCents,
      discountCents: share.discountCents,
      shippingCents: share.shippingCents,
      taxCents: share.taxCents,
      content: contentOf(line),
      hsCode: facts?.hsCode ?? null,
      originCountry: facts?.originCountry ?? null,
      weightGrams: facts?.weightGrams ?? null,
      decision: decisions(lineKey(line)),
    }
  })
}

const contentOf = ({ contentAmount, contentUnit }: OrderLineRow) => presentContent({ contentAmount, contentUnit })

/** Reasons of supplies without tax and of those taxed where they leave: the VAT id is that of the country that the goods leave. */
const LEFT_REASONS: readonly DocumentTax['reason'][] = ['export', 'export_to_eu', 'intra_community', 'small_business', 'origin_threshold']

/** Returns the country that the products of a business leave (ISO 3166); '' where it is unknown or in no territory for VAT. */
function countryOfDispatch(business: BusinessRow | undefined): string {
  if (!business) return ''
  const { kind, country } = territoryOf(dispatchPlace(business))
  return kind === 'outside' ? '' : country
}

/** Returns the registration that an issuer reports a tax by; '' where it has none. @param from country that the goods leave */
function registrationOf(
  { registrations }: Pick<ShopSource, 'registrations'>,
  issuer: string | null,
  { reason, country, state }: Pick<DocumentTax, 'reason' | 'country' | 'state'>,
  { day, from }: { day: string; from: string },
): string {
  const own = registrations.filter((row) => row.businessId === issuer && isInForce(row, day))
  const find = (scheme: string, isThere: (row: ShopSource['registrations'][number]) => boolean = () => true) =>
    own.find((row) => row.scheme === scheme && isThere(row))?.number ?? ''
  switch (reason) {
    case 'oss':
      return find('oss')
    case 'ioss':
      return find('ioss')
    case 'sales_tax':
      return find('sales_tax', (row) => row.state === state)
    case 'us_flat':
    case 'no_nexus':
    case 'exempt_certificate':
      return ''
    default:
      return find('domestic', (row) => row.country === (LEFT_REASONS.includes(reason) ? from : country))
  }
}

/**
 * States a tax in the currency of its country by the reference rates of the order's day; orders without them have those of the day of the
 * document.
 */
export function localTaxOf(
  { taxes }: Pick<DocumentContent, 'taxes'>,
  taxCents: number,
  currency: string,
  rates: ReadonlyMap<string, { day: string; perEur: number }>,
): DocumentContent['localTax'] {
  const country = taxes[0]?.country ?? ''
  const to = taxCurrencyOf(country)
  if (taxCents === 0 || isSalesTax({ taxes }) || to === currency) return null
  const rateOf = (code: string) => (code === 'EUR' ? { day: '', perEur: 1 } : rates.get(code))
  const [from, target] = [rateOf(currency), rateOf(to)]
  if (!from || !target) return null
  const cents = inTaxCurrency(taxCents, { from: from.perEur, to: target.perEur })
  return { currency: to, cents, perEur: to === 'EUR' ? from.perEur : target.perEur, day: to === 'EUR' ? from.day : target.day }
}

/** Returns the currency whose reference rate a document lacks to state its VAT in that of its country; null where it lacks none. */
export function missingRateOf({ taxes, sums, localTax }: DocumentContent, currency: string): string | null {
  const to = taxCurrencyOf(taxes[0]?.country ?? '')
  if (localTax !== null || sums.taxCents === 0 || isSalesTax({ taxes }) || to === currency) return null
  return to === 'EUR' ? currency : to
}

/** Returns when an invoice is to be paid: of a milestone by its day or its event. */
function dueOf(order: OrderRecord['order'], milestone: MilestoneState | undefined, at: Date) {
  if (milestone && milestone.dueAt === null) return { by: null, terms: milestoneText(milestone) }
  const dueAt = milestone?.dueAt ?? dueDate(order) ?? at
  return { by: new Date(Math.max(dueAt.getTime(), at.getTime())).toISOString() }
}

type MilestoneState = ReturnType<typeof milestonesOf>[number]

/**
 * Returns how an invoice is paid: it was, or when it is to be, and what was paid of it before.
 * @param milestone the part of the price that it is about; by default all of it
 */
export function paymentOf({ record, payments }: OrderSource, at: Date, milestone?: MilestoneState) {
  const { order, parts } = record
  const about = milestone ?? milestonesOf(record).at(-1) // a plan of one part has one invoice
  return (payTo: string): DocumentContent['payment'] => {
    const isPaid = !isUnsettled(order) || about?.openCents === 0
    const paid = isPaid ? payments.findLast((payment) => payment.at <= at) : undefined
    if (paid) return { kind: 'paid', at: paid.at.toISOString(), label: paymentLabel(paid.method), reference: paid.reference }
    const paidCents = milestone ? milestone.amountCents - milestone.openCents : paidForLive(order, parts)
    return { kind: 'due', ...dueOf(order, about, at), payTo, ...(paidCents > 0 && { paidCents }) }
  }
}

/** Returns the day on which everything was sent; null while something is still to be sent. */
function suppliedOn(parts: OrderRecord['parts'], timeZone: string): string | null {
  if (parts.length === 0 || parts.some(({ shippedAt }) => shippedAt === null)) return null
  const last = Math.max(...parts.map(({ shippedAt }) => shippedAt?.getTime() ?? 0))
  return dayOf(new Date(last), timeZone)
}

/** Part of the price that an invoice is about, instead of the whole order. */
export interface InvoicedPart {
  /** Lines of the invoice from those of the order. */
  linesOf: (lines: readonly TaxedDocumentLine[]) => TaxedDocumentLine[]
  milestoneId: string
  /** Facts of its content. */
  facts: Pick<DocumentContent, 'isAdvance' | 'deducts' | 'reason'>
  payment: (payTo: string) => DocumentContent['payment']
}

/**
 * Composes the invoices of an order from what was frozen with it: one for each issuer of its lines, the platform's first.
 * @param businessIds seller orders that are invoiced
 * @param part the part of the price that is invoiced; absent: the whole order
 */
export function composeInvoices(
  source: OrderSource,
  shop: ShopSource,
  businessIds: ReadonlySet<string>,
  at: Date,
  part?: InvoicedPart,
): NewDocument[] {
  const whole = linesOf(source, shop).filter(({ businessId }) => businessIds.has(businessId))
  const lines = part ? part.linesOf(whole) : whole
  const byIssuer = [...Map.groupBy(lines, ({ decision }) => decision.issuer)].toSorted(([one], [other]) =>
    (one ?? '').localeCompare(other ?? ''),
  )
  return sharePayments(byIssuer.map(([issuer, own]) => composeInvoice(source, shop, { issuer, lines: own, at, part })))
}

/** Divides what was paid before among the invoices of several issuers, by their amounts. */
function sharePayments(invoices: readonly NewDocument[]): NewDocument[] {
  const amounts = invoices.map(({ grossCents }) => grossCents)
  const payment = invoices[0]?.content.payment
  if (payment?.kind !== 'due' || payment.paidCents === undefined) return [...invoices]
  const { paidCents: _, ...due } = payment
  const shares = allocate(
    Math.min(
      payment.paidCents,
      amounts.reduce((sum, cents) => sum + cents, 0),
    ),
    amounts,
  )
  return invoices.map((invoice, index) => {
    const paidCents = shares[index] ?? 0
    return { ...invoice, content: { ...invoice.content, payment: { ...due, ...(paidCents > 0 && { paidCents }) } } }
  })
}

interface InvoiceOf {
  issuer: string | null
  lines: readonly TaxedDocumentLine[]
  at: Date
  part?: InvoicedPart | undefined
}

function composeInvoice(source: OrderSource, shop: ShopSource, { issuer, lines, at, part }: InvoiceOf): NewDocument {
  const { order, parts } = source.record
  const { customer } = order
  const frozen = registrationsOf(order.pricing)
  const keyOf = new Map(source.record.lines.map((line) => [line.id, lineKey(line)]))
  const fromOf = ({ businessId }: TaxedDocumentLine) => countryOfDispatch(shop.businesses.get(businessId))
  const { timeZone } = shop.company
  const day = dayOf(at, timeZone)
  const numbers = lines.map(
    (line) => frozen(keyOf.get(line.lineId) ?? '') ?? registrationOf(shop, issuer, line.decision, { day, from: fromOf(line) }),
  )
  const isOne = new Set(numbers).size <= 1
  const grouped = groupTaxes(isOne ? lines : lines.map((line, index) => ({ ...line, registration: numbers[index] ?? '' })), order.taxMode)
  const [first] = grouped.taxes
  const from = lines[0] ? fromOf(lines[0]) : ''
  const registration = numbers.find(Boolean) ?? ''
  const vatId = isSalesTax(grouped) ? '' : registration
  const seller = issuer === null ? null : shop.businesses.get(issuer)
  const buyer = buyerParty(order)
  const content: DocumentContent = {
    version: 1,
    mode: order.taxMode,
    buyerKind: buyerKindOf({ buyerKind: order.buyerKind, company: customer.company }),
    issuer: seller
      ? sellerParty(seller, vatId, first && LEFT_REASONS.includes(first.reason) ? from : undefined)
      : platformParty(shop.company, vatId),
    buyer,
    onBehalfBy: issuer === null ? null : shop.company.name,
    order: {
      number: order.number,
      placedAt: order.createdAt.toISOString(),
      shippingMethod: order.shippingMethod,
      paymentMethod: order.paymentMethod,
      poNumber: customer.poNumber ?? '',
      promoCode: order.promoCode ?? '',
    },
    ...grouped,
    credits: [],
    localTax: localTaxOf(grouped, grouped.sums.taxCents, order.currency, new Map([...shop.rates, ...exchangeOf(order.pricing)])),
    payment: (part?.payment ?? paymentOf(source, at))(payToOf(shop.company, order.currency)),
    refersTo: null,
    reason: '',
    ...part?.facts,
    registration,
    ...producersOf(lines, shop, { country: buyer.country, day }),
    ...zoneOf(timeZone),
  }
  const covered = new Set(lines.map(({ businessId }) => businessId))
  return {
    issuerBusinessId: issuer,
    kind: 'invoice',
    orderId: order.id,
    businessId: issuer,
    ...(part && { milestoneId: part.milestoneId }),
    cause: ['invoice', order.id, issuer ?? 'platform', ...(part ? [part.milestoneId] : [])].join(':'),
    issuedAt: at,
    suppliedAt: part?.facts.isAdvance
      ? null
      : suppliedOn(
          parts.filter(({ businessId }) => covered.has(businessId)),
          timeZone,
        ),
    ...amountsOf(content, order.currency),
    content,
  }
}

/** Returns the part of a document that names numbers of its sellers in registers of producers, where the country wants them. */
function producersOf(
  lines: readonly TaxedDocumentLine[],
  { producers }: ShopSource,
  { country, day }: { country: string; day: string },
): Pick<DocumentContent, 'producers'> {
  const sellers = new Map(lines.map(({ businessId, businessName }) => [businessId, businessName]))
  const named = [...sellers].flatMap(([id, name]) => {
    const numbers = documentNumbers(producers.get(id) ?? [], country, day)
    return numbers.length === 0 ? [] : [{ name, numbers }]
  })
  return named.length === 0 ? {} : { producers: named }
}

/** Returns the part of a document that says in which zone its days are. */
export const zoneOf = (timeZone: string): Pick<DocumentContent, 'timeZone'> => (timeZone === DEFAULT_TIME_ZONE ? {} : { timeZone })

/** Returns the columns of a document that repeat its content. */
export function amountsOf(
  { sums, buyer }: DocumentContent,
  currency: NewDocument['currency'],
): Pick<NewDocument, 'currency' | 'netCents' | 'taxCents' | 'grossCents' | 'buyerName' | 'country'> {
  return {
    currency,
    netCents: netOf(sums),
    taxCents: sums.taxCents,
    grossCents: sums.totalCents,
    buyerName: buyer.name,
    country: /^[A-Z]{2}$/.test(buyer.country) ? buyer.country : '',
  }
}
