import { loadavg } from 'node:os'
import { decideTax } from '#domain/decide-tax.ts'
import { explainTotals } from '#domain/explain-totals.ts'
import { freightCharges, planFreight } from '#domain/freight.ts'
import { computeOrderTotals, type PricedItem, type ShippingCharge } from '#domain/order-totals.ts'
import { DEMO_PROMOTIONS } from '#domain/promotion.ts'
import { destinationOf } from '#domain/shipping-zones.ts'
import { seeded } from '#server/testing/freight-lines.ts'
import { consumer, decisionOf, line, placed, SETUP } from '#server/testing/tax-cases.ts'
import { percentile } from './figures.ts'

const LINES = 20
const SELLERS = ['IE', 'FR', 'DE', 'SE', 'IE'] as const
const TURNS = 30
const ROUNDS = 100

const items = Array.from({ length: LINES }, (_, index): PricedItem & { dispatch: string } => {
  const seller = index % SELLERS.length
  return {
    productId: `product-${index}`,
    name: `Product ${index}`,
    businessId: `seller-${seller}`,
    category: 'mat',
    shippingClass: seller === 2 ? 'freight' : 'parcel',
    priceCents: { USD: 1990 + index, EUR: 1820 + index },
    quantity: 1 + (index % 4),
    ladder: [{ minQuantity: 3, discountPercent: 5 }],
    decision: index,
    dispatch: SELLERS[seller] ?? 'IE',
  }
})
const to = destinationOf({ country: 'DE', zip: '10115' })
const BERLIN = placed('DE', '10115')
const promo = DEMO_PROMOTIONS.find(({ code }) => code === 'WELCOME10') ?? null

/** Prices the cart as the server does: taxes, freight and totals; and explains the result. */
function priceCart() {
  const decisions = items.map(({ dispatch, businessId }) => {
    const taxed = line(dispatch, BERLIN)
    return decisionOf(decideTax(SETUP, consumer, { ...taxed, seller: { ...taxed.seller, businessId } }))
  })
  const lines = items.map(({ productId, businessId, shippingClass, quantity, dispatch: dispatchCountry }) => {
    return { productId, businessId, shippingClass, quantity, dispatchCountry, weightGrams: 3000, packageMm: null }
  })
  const charges = freightCharges(planFreight({ zones: seeded, lines, to }), { method: 'standard' }).map((charge): ShippingCharge => {
    const { class: of, ownerId: owner, zoneName: zone, productIds, label, netCents, freeFromCents, minDays, maxDays } = charge
    const shipped = productIds.map((id) => items.findIndex(({ productId }) => productId === id))
    return { owner, zone, class: of, lines: shipped, netCents, freeFromCents, label, days: `${minDays}-${maxDays} business days` }
  })
  const input = { currency: 'EUR', lines: items, decisions, charges, promo, now: new Date('2026-11-27') } as const
  return explainTotals(input, computeOrderTotals(input))
}

/** Measures the rules by which a cart is priced, in this process. @returns the figure as text */
export function measureRules(): string {
  const turns = Array.from({ length: TURNS }, () => {
    const before = process.cpuUsage()
    for (let round = 0; round < ROUNDS; round += 1) priceCart()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / ROUNDS
  })
  return `Cart of ${LINES} lines of ${SELLERS.length} sellers, priced and explained: median of ${TURNS} ${percentile(turns, 0.5).toFixed(2)} ms of processor time, load ${(loadavg()[0] ?? 0).toFixed(1)}; at most 1 ms is asked for`
}
