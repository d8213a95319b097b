import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEMO_PROMOTIONS } from './promotion.ts'
import {
  checkShippingMethod,
  DEFAULT_SHIPPING_RATES,
  deliveryWindow,
  estimatedDelivery,
  offeredMethods,
  SHIPPING_METHODS,
  type ShippingMethod,
  shippingCents,
} from './shipping.ts'

const parcel = { name: 'Chips', shippingClass: 'parcel' as const }
const freight = { name: 'EcoMat 1000', shippingClass: 'freight' as const }
const freeship = DEMO_PROMOTIONS.find(({ code }) => code === 'FREESHIP') ?? null
const save10 = DEMO_PROMOTIONS.find(({ code }) => code === 'SAVE10') ?? null

const charge = (method: ShippingMethod, subtotalCents: number, change: Partial<Parameters<typeof shippingCents>[0]> = {}) =>
  shippingCents({ rates: DEFAULT_SHIPPING_RATES, method, currency: 'USD', subtotalCents, lines: [parcel], promo: null, ...change })

test('S221 there are three methods', () => {
  expect(SHIPPING_METHODS).toEqual(['standard', 'express', 'overnight'])
})

test.each([
  ['S314', 'standard', 1, 9_99],
  ['S314', 'standard', 99_99, 9_99],
  ['S314', 'standard', 100_00, 0],
  ['S314', 'standard', 100_01, 0],
  ['S315', 'express', 99_99, 19_99],
  ['S315', 'express', 100_00, 19_99],
  ['S315', 'express', 24500_00, 19_99],
  ['S316', 'overnight', 99_99, 39_99],
  ['S316', 'overnight', 24500_00, 39_99],
] as const)('%s %s for %i cents of products costs %i', (_, method, subtotal, expected) => {
  expect(charge(method, subtotal)).toBe(expected)
  expect(charge(method, subtotal, { currency: 'EUR' })).toBe(expected)
})

test.each(SHIPPING_METHODS)('an empty cart ships for nothing by %s', (method) => {
  expect(charge(method, 0, { lines: [] })).toBe(0)
})

test.each([
  [49_99, 9_99],
  [50_00, 0],
  [50_01, 0],
])('S247 S318 with FREESHIP %i cents ship for %i', (subtotal, expected) => {
  expect(charge('standard', subtotal, { promo: freeship })).toBe(expected)
})

test('S247 a shipping code waives every method, other codes waive none', () => {
  expect(charge('overnight', 50_00, { promo: freeship })).toBe(0)
  expect(charge('overnight', 50_00, { promo: save10 })).toBe(39_99)
  expect(charge('express', 1, { promo: freeship && { ...freeship, minimumCents: null } })).toBe(0)
})

test('S313 the numbers of the other reading are not used', () => {
  expect(SHIPPING_METHODS.map((method) => DEFAULT_SHIPPING_RATES[method].priceCents)).toEqual([
    { USD: 999, EUR: 999 },
    { USD: 1999, EUR: 1999 },
    { USD: 3999, EUR: 3999 },
  ])
})

test.each([
  ['standard', [freight], null],
  ['standard', [parcel], null],
  ['express', [parcel], null],
  ['overnight', [], null],
  ['express', [parcel, freight], { code: 'freight_standard_only', productName: 'EcoMat 1000' }],
  ['overnight', [freight], { code: 'freight_standard_only', productName: 'EcoMat 1000' }],
] as const)('freight travels by standard only: %s for %j', (method, lines, expected) => {
  expect(checkShippingMethod(method, lines)).toEqual(expected)
})

test('what is offered is exactly what is not refused', () => {
  for (const lines of [[], [parcel], [freight], [parcel, freight]]) {
    expect(offeredMethods(lines)).toEqual(SHIPPING_METHODS.filter((method) => checkShippingMethod(method, lines) === null))
  }
})

// 2026-03-04 is a Wednesday.
test.each([
  ['standard', '2026-03-04', 0, '2026-03-11'],
  ['standard', '2026-03-07', 0, '2026-03-14'],
  ['standard', '2026-03-04', 1, '2026-03-16'],
  ['express', '2026-03-04', 0, '2026-03-09'],
  ['express', '2026-03-06', 0, '2026-03-11'],
  ['express', '2026-03-02', 0, '2026-03-05'],
  ['overnight', '2026-03-04', 0, '2026-03-05'],
  ['overnight', '2026-03-06', 0, '2026-03-09'],
  ['overnight', '2026-03-07', 0, '2026-03-09'],
  ['overnight', '2026-03-08', 0, '2026-03-09'],
  ['overnight', '2026-03-04', 10, '2026-03-19'],
] as const)('S325 S138 %s ordered on %s with a lead time of %i days arrives on %s', (method, from, lead, expected) => {
  const at = new Date(`${from}T15:30:00Z`)
  expect(estimatedDelivery(at, DEFAULT_SHIPPING_RATES[method], lead)).toEqual(new Date(`${expected}T15:30:00Z`))
})

test('the window runs from the first to the last of the business days', () => {
  const at = new Date('2026-03-04T00:00:00Z')
  expect(deliveryWindow(at, DEFAULT_SHIPPING_RATES.standard, 0)).toEqual({
    earliest: new Date('2026-03-11T00:00:00Z'),
    latest: new Date('2026-03-13T00:00:00Z'),
  })
  expect(deliveryWindow(at, DEFAULT_SHIPPING_RATES.standard, -3)).toEqual(deliveryWindow(at, DEFAULT_SHIPPING_RATES.standard, 0))
  expect(deliveryWindow(at, { ...DEFAULT_SHIPPING_RATES.standard, minDays: 0 }, 0).earliest).toEqual(at)
})

test.each([
  ['overnight', '2026-11-25', 'US', '2026-11-27'],
  ['overnight', '2026-11-25', 'DE', '2026-11-26'],
  ['overnight', '2026-04-02', 'DE', '2026-04-07'],
  ['express', '2026-12-23', 'GB', '2026-12-30'],
] as const)('F7.2.4 %s ordered on %s counts the holidays of %s and arrives by %s', (method, from, country, expected) => {
  const at = new Date(`${from}T15:30:00Z`)
  expect(estimatedDelivery(at, DEFAULT_SHIPPING_RATES[method], 0, country)).toEqual(new Date(`${expected}T15:30:00Z`))
})

test('F7.2.4 the holidays of the destination lengthen the transport, not the lead time; the specified day stays', () => {
  const window = (from: string, lead: number) => {
    const { earliest, latest } = deliveryWindow(new Date(`${from}T00:00:00Z`), DEFAULT_SHIPPING_RATES.standard, lead, 'US')
    return [earliest, latest].map((day) => day.toISOString().slice(0, 10))
  }
  expect(window('2026-11-20', 0)).toEqual(['2026-11-27', '2026-12-02'])
  expect(window('2026-11-20', 5)).toEqual(['2026-12-04', '2026-12-08'])
})

test('the window holds the estimate, and counting days one by one gives the same day', () => {
  const oneByOne = (from: Date, days: number): Date => {
    const day = new Date(from)
    for (let left = days; left > 0; ) {
      day.setUTCDate(day.getUTCDate() + 1)
      if (day.getUTCDay() % 6 !== 0) left -= 1
    }
    return day
  }
  const anyDay = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...SHIPPING_METHODS), fc.nat(60), (from, method, lead) => {
      const rate = DEFAULT_SHIPPING_RATES[method]
      const { earliest, latest } = deliveryWindow(from, rate, lead, 'XX')
      expect([earliest, latest]).toEqual([oneByOne(from, lead + rate.minDays), oneByOne(from, lead + rate.maxDays)])
      const estimate = estimatedDelivery(from, rate, lead, 'XX')
      expect(estimate >= earliest && estimate <= latest).toBe(true)
    }),
  )
})
