import { expect, test } from 'vitest'
import { isEuConsumer, lawOf } from './consumer-law.ts'
import { EU_COUNTRIES } from './market-country.ts'
import { computeOrderTotals, type OrderTotalsInput, withStandardDelivery } from './order-totals.ts'
import type { TaxDecision } from './tax-decision.ts'
import { DAY_MS } from './time.ts'
import { LONGEST_WITHDRAWAL_DAYS, refundDueAt, withdrawalEnd, withdrawalRight, withdrawalStatement, withdrawnRefund } from './withdrawal.ts'

const endOf = (delivered: string, country: string) => {
  const { lastDay, endsAt } = withdrawalEnd(new Date(delivered), country)
  return `${lastDay} ${endsAt.toISOString()}`
}

test.each([
  ['the end of the 14th day in Berlin', '2026-11-03T10:00:00Z', 'DE', '2026-11-17 2026-11-17T23:00:00.000Z'],
  ['summer time ends between', '2026-10-12T10:00:00Z', 'DE', '2026-10-26 2026-10-26T23:00:00.000Z'],
  ['late in the evening the buyer has the next day', '2026-11-03T23:30:00Z', 'DE', '2026-11-18 2026-11-18T23:00:00.000Z'],
  ['Finland is ahead', '2026-11-03T10:00:00Z', 'FI', '2026-11-17 2026-11-17T22:00:00.000Z'],
  ['the day has to end on the Canaries, too', '2026-11-03T10:00:00Z', 'ES', '2026-11-17 2026-11-18T00:00:00.000Z'],
  ['and on the Azores', '2026-11-04T10:00:00Z', 'PT', '2026-11-18 2026-11-19T01:00:00.000Z'],
  ['and on Martinique', '2026-11-04T10:00:00Z', 'FR', '2026-11-18 2026-11-19T04:00:00.000Z'],
  ['Norway, where staff chose this law', '2026-11-03T23:30:00Z', 'NO', '2026-11-18 2026-11-18T23:00:00.000Z'],
  ['Réunion by its own code', '2026-11-03T21:00:00Z', 'RE', '2026-11-18 2026-11-18T20:00:00.000Z'],
  ['Martinique by its own code', '2026-11-04T10:00:00Z', 'MQ', '2026-11-18 2026-11-19T04:00:00.000Z'],
  ['a Saturday becomes the Monday', '2026-11-07T10:00:00Z', 'DE', '2026-11-23 2026-11-23T23:00:00.000Z'],
  ['a Sunday becomes the Monday', '2026-11-08T10:00:00Z', 'DE', '2026-11-23 2026-11-23T23:00:00.000Z'],
  ['Christmas becomes the next working day', '2026-12-11T10:00:00Z', 'DE', '2026-12-28 2026-12-28T23:00:00.000Z'],
] as const)('L1 the right of withdrawal ends with %s', (_case, delivered, country, expected) => {
  expect(endOf(delivered, country)).toBe(expected)
})

test('L1 weekends and holidays make no period longer than the days that are looked back', () => {
  const start = Date.UTC(2026, 11, 1) // Christmas, New Year and Easter
  for (const country of [...EU_COUNTRIES, 'IS', 'LI', 'NO', 'AX', 'GF', 'GP', 'MF', 'MQ', 'RE', 'YT']) {
    for (let day = 0; day < 130; day += 1) {
      const { endsAt } = withdrawalEnd(new Date(start + day * DAY_MS), country)
      expect(endsAt.getTime()).toBeLessThan(start + (day + LONGEST_WITHDRAWAL_DAYS) * DAY_MS)
    }
  }
})

test('L1 the money is due 14 days after the statement, which names what it is about', () => {
  expect(refundDueAt(new Date('2026-11-03T10:00:00Z')).toISOString()).toBe('2026-11-17T10:00:00.000Z')
  const facts = { shop: 'Reflute', name: 'Eva Kunde', email: 'eva@test.test', orderNumber: 'ORD-1' }
  expect(withdrawalStatement({ ...facts, items: [] })).toBe(
    'To Reflute: I withdraw from my contract of sale.\nOrder: ORD-1\nProducts: all products of this order\nName: Eva Kunde\nEmail: eva@test.test',
  )
  expect(withdrawalStatement({ ...facts, items: ['2 × Mats', '1 × Chips'] })).toContain('Products: 2 × Mats; 1 × Chips')
})

const VAT: TaxDecision = {
  mode: 'included',
  percent: 190_000,
  reason: 'oss',
  text: '',
  collector: null,
  issuer: null,
  country: 'DE',
  state: '',
  shipsTaxed: true,
}
const STANDARD = { netCents: { USD: 9_99, EUR: 9_99 }, freeFromCents: { USD: 100_00, EUR: 100_00 } }
const express = (quantity: number): OrderTotalsInput => ({
  currency: 'EUR',
  lines: [
    {
      productId: 'p',
      name: 'Slit mat',
      businessId: 'b',
      category: 'mat',
      shippingClass: 'parcel',
      priceCents: { USD: 39_50, EUR: 36_90 },
      quantity,
      ladder: [],
      decision: 0,
    },
  ],
  decisions: [VAT],
  charges: [
    {
      owner: null,
      zone: 'European Union',
      class: 'parcel',
      lines: [0],
      netCents: { USD: 19_99, EUR: 19_99 },
      freeFromCents: null,
      label: 'Express',
      days: '2-3 business days',
      standard: STANDARD,
    },
  ],
  promo: null,
  now: new Date('2026-11-23T12:00:00Z'),
})

test('L1 G41 a buyer who chose express gets back the products with their tax and standard shipping: 55.80', () => {
  const paid = computeOrderTotals(express(1))
  expect([paid.subtotalCents, paid.shippingCents]).toEqual([43_91, 23_79])
  const owed = computeOrderTotals(withStandardDelivery(express(1)))
  expect(withdrawnRefund({ itemsCents: owed.subtotalCents, shippingCents: owed.shippingCents, deductionCents: 0 })).toBe(55_80)
})

test('L1 where standard shipping is free, none is owed back, and extras of freight never are', () => {
  expect(computeOrderTotals(withStandardDelivery(express(3))).shippingCents).toBe(0)
  const [charge] = express(1).charges
  if (!charge) throw new Error('no charge')
  const { standard: _standard, ...always } = charge
  const withExtra = { ...express(1), charges: [always, { ...always, isExtra: true, netCents: { USD: 45_00, EUR: 45_00 } }] }
  expect(computeOrderTotals(withExtra).shippingCents).toBe(23_79 + 53_55)
  expect(computeOrderTotals(withStandardDelivery(withExtra)).shippingCents).toBe(23_79)
})

test('L1 a deduction takes at most the products, never the shipping', () => {
  const amounts = { itemsCents: 43_91, shippingCents: 11_89 }
  expect(withdrawnRefund({ ...amounts, deductionCents: 10_00 })).toBe(45_80)
  expect(withdrawnRefund({ ...amounts, deductionCents: 99_99 })).toBe(11_89)
  expect(withdrawnRefund({ ...amounts, deductionCents: -1 })).toBe(55_80)
})

test('L1 the right is that of consumers in the European Union; a buyer with a company is a business', () => {
  expect(['DE', 'FR', 'US', 'GB'].map((country) => lawOf(country, null))).toEqual(['eu', 'eu', 'us', 'other'])
  expect(isEuConsumer({ country: 'DE', law: null, buyerKind: 'consumer' })).toBe(true)
  expect(isEuConsumer({ country: 'DE', law: null, buyerKind: null })).toBe(true)
  expect(isEuConsumer({ country: 'DE', law: null, buyerKind: null, company: 'Kiln GmbH' })).toBe(false)
  expect(isEuConsumer({ country: 'DE', law: null, buyerKind: 'business' })).toBe(false)
  expect(isEuConsumer({ country: 'US', law: null, buyerKind: 'consumer' })).toBe(false)
  expect(isEuConsumer({ country: 'CH', law: 'eu', buyerKind: 'consumer' })).toBe(true)
  expect(isEuConsumer({ country: 'DE', law: 'other', buyerKind: 'consumer' })).toBe(false)
})

test('L1 what is custom-made has no right of withdrawal; a business hears that it is one', () => {
  const parts = [{ status: 'processing' as const, deliveredAt: null }]
  const facts = { country: 'DE', law: null, buyerKind: 'consumer' as const, company: undefined, parts }
  expect(withdrawalRight({ ...facts, isCustom: true }, new Date())).toEqual({ state: 'custom', lastDay: null, endsAt: null })
  expect(withdrawalRight({ ...facts, isCustom: false }, new Date()).state).toBe('open')
  expect(withdrawalRight({ ...facts, buyerKind: 'business', isCustom: true }, new Date()).state).toBe('business')
  expect(withdrawalRight({ ...facts, parts: [{ status: 'cancelled', deliveredAt: null }], isCustom: true }, new Date()).state).toBe('ended')
})
