import { countryCodeOf } from '#domain/country-codes.ts'
import { type DocumentContent, groupTaxes, netOf, type TaxedDocumentLine } from '#domain/document.ts'
import type { Currency } from '#domain/money.ts'
import { decideCommission, decideSelfBill, splitByClass, taxRunningSums } from '#domain/monthly-tax.ts'
import type { TaxClass } from '#domain/product-fields.ts'
import type { TaxRule } from '#domain/tax-rates.ts'
import { findRegistration, type TaxRegistration } from '#domain/tax-registration.ts'
import type { Place } from '#domain/tax-territory.ts'
import { formatLongDate, pluralize } from '#domain/text.ts'
import { addDays } from '#domain/time.ts'
import { localTaxOf, platformParty, sellerParty, zoneOf } from '#server/payments/documents/describe-invoice.ts'
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

/** Cents of one day, kind of movement and class of tax, with the number of orders or refunds. */
interface DaySum extends Pick<MonthlyMovement, 'day' | 'reason'> {
  taxClass: TaxClass
  cents: number
  count: number
}

function sumByDay(movements: readonly MonthlyMovement[], isSplit: boolean): DaySum[] {
  const sums = new Map<string, DaySum>()
  for (const movement of movements) {
    const { day, reason, cents, weights } = movement
    for (const [taxClass, part] of isSplit ? splitByClass(cents, weights) : [['standard', cents] as const]) {
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

/**
 * Composes the monthly document of a seller and a currency; null where nothing is left to bill: its movements then are part of the next
 * one.
 */
export function composeMonthly(source: MonthlySource): NewDocument | null {
  const { kind, currency, business, movements, period, shop, at } = source
  const sums = sumByDay(movements, kind === 'self_bill')
  const hasClasses = new Set(sums.map(({ taxClass }) => taxClass)).size > 1
  const lastDay = addDays(period.to, -1)
  const ofIssuer = (id: string | null) => source.registrations.filter(({ businessId }) => businessId === id)
  const { vatScheme, vatId } = business
  const facts = {
    seller: { country: countryCodeOf(business.country), vatScheme, vatId: vatId ?? '', registrations: ofIssuer(business.id) },
    rules: source.rules,
    registrations: ofIssuer(null),
    day: lastDay,
  }
  const decisionOf = (taxClass: TaxClass) =>
    kind === 'commission' ? decideCommission(facts) : decideSelfBill(facts, source.dispatch, taxClass)
  const issuerId = kind === 'commission' ? null : business.id
  const byClass = [...Map.groupBy(sums, ({ taxClass }) => taxClass)]
  const lines = byClass.flatMap(([taxClass, own]) => {
    const { registration: _registration, ...decision } = decisionOf(taxClass)
    const taxes = taxRunningSums(
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
  const platformNumber = (country: string) => findRegistration(facts.registrations, 'domestic', { country }, lastDay)?.number ?? ''
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
    ...zoneOf(shop.company.timeZone),
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
