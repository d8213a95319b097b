import { countryCodeOf } from '#domain/country-codes.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { type DocumentContent, type DocumentDecision, groupTaxes, netOf, type TaxedDocumentLine } from '#domain/document.ts'
import { allocate, type Currency, fractionOf, WHOLE_RATE } from '#domain/money.ts'
import { TAX_CLASSES, type TaxClass } from '#domain/product-facts.ts'
import { findRate, type TaxRule } from '#domain/tax-rates.ts'
import { findRegistration, type TaxRegistration } from '#domain/tax-registration.ts'
import { EU_COUNTRIES, type Place } from '#domain/tax-territory.ts'
import { formatLongDate, pluralize } from '#domain/text.ts'
import { vatIdCountry } from '#domain/vat-id.ts'
import { localTaxOf, platformParty, sellerParty } from '#server/payments/documents/describe-invoice.ts'
import type { ShopSource } from '#server/payments/documents/document-orders.ts'
import type { NewDocument } from '#server/payments/documents/document-record.ts'
import type { BusinessRow } from '#server/sellers/applications/business-record.ts'
import type { MonthlyKind, MonthlyMovement } from './monthly-sums-list.ts'

/** Facts that a monthly document follows from. */
interface MonthlySource {
  kind: MonthlyKind
  currency: Currency
  business: BusinessRow
  /** Place that the seller's products leave from. */
  dispatch: Place
  movements: readonly MonthlyMovement[]
  /** First day (ISO date), and the day after the last. */
  period: { from: string; to: string }
  rules: readonly TaxRule[]
  registrations: readonly (TaxRegistration & { businessId: string | null })[]
  shop: Pick<ShopSource, 'company' | 'rates'>
  at: Date
}

const REVERSE = 'Reverse charge: the recipient accounts for the VAT (Art. 44 and 196 Directive 2006/112/EC)'

type Facts = Pick<MonthlySource, 'business' | 'dispatch' | 'rules' | 'registrations' | 'shop'> & { day: string }
type Decision = Pick<DocumentDecision, 'percent' | 'reason' | 'text' | 'country'> & {
  /** Registration of the issuer that the tax is reported by; '' for none. */
  registration: string
}

const none = (reason: DocumentDecision['reason'], text: string, country: string): Decision => ({
  percent: 0,
  reason,
  text,
  country,
  registration: '',
})

/**
 * Decides the tax of the platform's commission, a service to a business: the rate of the seller's country where the platform is registered there, else the
 * seller owes it (Art. 44, 196); no VAT outside the European Union.
 */
function decideCommission({ business, rules, registrations, day }: Pick<Facts, 'business' | 'rules' | 'registrations' | 'day'>): Decision {
  const country = countryCodeOf(business.country)
  const platform = registrations.filter(({ businessId }) => businessId === null)
  if (country === 'US') return none('no_nexus', 'No sales tax on this service', country)
  if (!EU_COUNTRIES.includes(country))
    return none('not_taxed', 'Service to a business outside the European Union, no VAT (Art. 44)', country)
  const registration = findRegistration(platform, 'domestic', { country }, day)
  const rate = registration && findRate(rules, { country, state: '', postalCode: '' }, 'standard', day)
  if (!registration || !rate) return none('reverse_charge', REVERSE, country)
  return { percent: rate.rate, reason: 'domestic', text: '', country, registration: registration.number }
}

/**
 * Decides the tax of the seller's sale to the platform, which sells on: transport belongs to the platform, which uses its VAT id of the dispatch state, so
 * that the sale is taxed there (Art. 36a(2)), at the rate of the class of the products.
 */
function decideSelfBill({ business, dispatch, rules, registrations, day }: Omit<Facts, 'shop'>, taxClass: TaxClass): Decision {
  const { country } = dispatch
  if (country === 'US') return none('no_nexus', 'Sale for resale, no sales tax', country)
  if (!EU_COUNTRIES.includes(country)) return none('not_taxed', 'Sale outside the European Union, no VAT', country)
  if (business.vatScheme === 'small_business' && countryCodeOf(business.country) === country) {
    return none('small_business', 'VAT exempt: small enterprise scheme (Art. 284)', country)
  }
  const own = registrations.filter(({ businessId }) => businessId === business.id)
  const registered =
    findRegistration(own, 'domestic', { country }, day)?.number ??
    (business.vatId && vatIdCountry(business.vatId) === country ? business.vatId : '')
  const rate = findRate(rules, dispatch, taxClass, day)
  if (!registered || !rate) return none('not_taxed', `No VAT: the seller is not registered for VAT in ${countryNameOf(country)}`, country)
  return { percent: rate.rate, reason: 'domestic', text: '', country, registration: registered }
}

/** Cents of one day, kind of movement and class of tax, with the number of orders or refunds. */
interface DaySum extends Pick<MonthlyMovement, 'day' | 'reason'> {
  taxClass: TaxClass
  cents: number
  count: number
}

/** Splits the cents of a movement over the classes of its products. */
function splitByClass({ cents, weights }: MonthlyMovement): [TaxClass, number][] {
  const classes = TAX_CLASSES.filter((taxClass) => (weights[taxClass] ?? 0) > 0)
  if (classes.length < 2) return [[classes[0] ?? 'standard', cents]]
  const shares = allocate(
    Math.abs(cents),
    classes.map((taxClass) => weights[taxClass] ?? 0),
  )
  return classes.map((taxClass, index) => [taxClass, Math.sign(cents) * (shares[index] ?? 0)])
}

function sumByDay(movements: readonly MonthlyMovement[], isSplit: boolean): DaySum[] {
  const sums = new Map<string, DaySum>()
  for (const movement of movements) {
    const { day, reason, cents } = movement
    for (const [taxClass, part] of isSplit ? splitByClass(movement) : [['standard', cents] as const]) {
      const key = `${day} ${reason} ${taxClass}`
      const known = sums.get(key) ?? { day, reason, taxClass, cents: 0, count: 0 }
      sums.set(key, { ...known, cents: known.cents + part, count: known.count + 1 })
    }
  }
  return [...sums.values()].filter(({ cents }) => cents !== 0)
}

function nameOf(kind: MonthlyKind, { day, reason, taxClass, count }: DaySum, hasClasses: boolean): string {
  const on = formatLongDate(new Date(`${day}T12:00:00Z`))
  const about = reason === 'sale' ? `${pluralize(count, 'order')} paid on ${on}` : `${pluralize(count, 'refund')} on ${on}`
  const group = hasClasses ? `, ${taxClass} rate` : ''
  if (kind === 'commission') return reason === 'sale' ? `Commission on ${about}` : `Commission returned for ${about}`
  return reason === 'sale' ? `Products and shipping of ${about}, less commission${group}` : `Less ${about}${group}`
}

/** Taxes the lines of one decision: that of their sum, rounded once, shared so that each running sum is right to the cent. */
function taxesOf(amounts: readonly number[], percent: number): number[] {
  let [sum, taxed] = [0, 0]
  return amounts.map((cents) => {
    sum += cents
    const next = Math.sign(sum) * fractionOf(Math.abs(sum), percent, WHOLE_RATE)
    const own = next - taxed
    taxed = next
    return own
  })
}

/** Composes the monthly document of a seller and a currency; null where nothing is left to bill: its movements then are part of the next one. */
export function composeMonthly(source: MonthlySource): NewDocument | null {
  const { kind, currency, business, movements, period, shop, at } = source
  const sums = sumByDay(movements, kind === 'self_bill')
  const hasClasses = new Set(sums.map(({ taxClass }) => taxClass)).size > 1
  const lastDay = new Date(Date.parse(period.to) - 1).toISOString().slice(0, 10)
  const facts = { ...source, day: lastDay }
  const decisionOf = (taxClass: TaxClass) => (kind === 'commission' ? decideCommission(facts) : decideSelfBill(facts, taxClass))
  const issuerId = kind === 'commission' ? null : business.id
  const byClass = [...Map.groupBy(sums, ({ taxClass }) => taxClass)]
  const lines = byClass.flatMap(([taxClass, own]) => {
    const { registration: _registration, ...decision } = decisionOf(taxClass)
    const taxes = taxesOf(
      own.map(({ cents }) => cents),
      decision.percent,
    )
    return own.map(
      (sum, index): TaxedDocumentLine => ({
        lineId: `${sum.day}:${sum.reason}:${taxClass}`,
        businessId: business.id,
        businessName: business.name,
        name: nameOf(kind, sum, hasClasses),
        sku: null,
        quantity: 1,
        unitPriceCents: sum.cents,
        lineTotalCents: sum.cents,
        discountCents: 0,
        shippingCents: 0,
        taxCents: taxes[index] ?? 0,
        content: null,
        hsCode: null,
        originCountry: null,
        weightGrams: null,
        decision: { ...decision, mode: 'added', collector: issuerId, issuer: issuerId, state: '', shipsTaxed: true },
      }),
    )
  })
  const grouped = groupTaxes(lines, 'added')
  const netCents = netOf(grouped.sums)
  if (netCents <= 0 || grouped.sums.taxCents < 0) return null
  const { registration } = decisionOf(byClass[0]?.[0] ?? 'standard')
  const platformNumber = (country: string) =>
    findRegistration(
      source.registrations.filter(({ businessId }) => businessId === null),
      'domestic',
      { country },
      lastDay,
    )?.number ?? ''
  const platform = platformParty(shop.company, kind === 'commission' ? registration : platformNumber(source.dispatch.country))
  const seller = sellerParty(business, kind === 'self_bill' ? registration : '')
  const content: DocumentContent = {
    version: 1,
    mode: 'added',
    buyerKind: 'business',
    issuer: kind === 'commission' ? platform : seller,
    buyer: kind === 'commission' ? seller : platform,
    onBehalfBy: kind === 'commission' ? null : shop.company.name,
    order: { number: '', placedAt: '', shippingMethod: '', paymentMethod: '', poNumber: '', promoCode: '' },
    ...grouped,
    credits: [],
    localTax: localTaxOf(grouped, grouped.sums.taxCents, currency, shop.rates),
    payment: null,
    refersTo: null,
    reason: '',
    registration,
    period,
  }
  return {
    issuerBusinessId: issuerId,
    kind,
    orderId: null,
    businessId: business.id,
    cause: `${kind}:${business.id}:${currency}:${lastDay.slice(0, 7)}`,
    issuedAt: at,
    suppliedAt: lastDay,
    currency,
    netCents,
    taxCents: grouped.sums.taxCents,
    grossCents: grouped.sums.totalCents,
    buyerName: content.buyer.name,
    country: /^[A-Z]{2}$/.test(content.buyer.country) ? content.buyer.country : '',
    content,
  }
}
