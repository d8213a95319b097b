import { expect, test } from 'vitest'
import { cpuTimeOf } from '#server/testing/cpu-time.ts'
import { seeded } from '#server/testing/freight-lines.ts'
import { consumer, decisionOf, line, placed, SETUP } from '#server/testing/tax-cases.ts'
import { decideTax } from './decide-tax.ts'
import { freightCharges, planFreight } from './freight.ts'
import { computeOrderTotals, type PricedItem, type ShippingCharge } from './order-totals.ts'
import type { Promo } from './promotion.ts'
import { destinationOf } from './shipping-zones.ts'

const LINES = 20
const SELLERS = ['IE', 'FR', 'DE', 'SE', 'IE'] as const
const ROUNDS = 300
const LIMIT_MS = 1

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
const promo: Promo = {
  code: 'WELCOME10',
  description: '',
  type: 'percentage',
  percent: 10,
  valueCents: null,
  minimumCents: null,
  isActive: true,
  startsAt: null,
  endsAt: null,
  usageLimit: null,
  timesUsed: 0,
  perCustomerLimit: null,
  timesUsedByCustomer: 0,
}

/** Prices the cart as the server does: taxes, freight and totals. */
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
  return computeOrderTotals({ currency: 'EUR', lines: items, decisions, charges, promo, now: new Date('2026-11-27') })
}

test('a cart of 20 lines of 5 sellers is priced in less than a millisecond of processor time', async () => {
  const { lines, parts, shippingCents, taxCents } = priceCart()
  expect([lines.length, parts.length]).toEqual([LINES, SELLERS.length])
  expect(Math.min(shippingCents, taxCents)).toBeGreaterThan(0)
  for (let round = 0; round < ROUNDS; round += 1) priceCart()
  const spent = await cpuTimeOf(() => {
    for (let round = 0; round < ROUNDS; round += 1) priceCart()
  })
  expect(spent / ROUNDS).toBeLessThan(LIMIT_MS)
})
