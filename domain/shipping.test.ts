import { expect, test } from 'vitest'
import { DEMO_PROMOTIONS } from './promotion.ts'
import {
  checkShippingMethod,
  DEFAULT_SHIPPING_RATES,
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
