import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CURRENCIES } from './money.ts'
import { ladderFor } from './pricing.ts'
import { DEMO_PROMOTIONS, PROMO_TYPES, type Promo } from './promotion.ts'
import { DEFAULT_SHIPPING_RATES, SHIPPING_CLASSES, SHIPPING_METHODS } from './shipping.ts'
import { DEFAULT_TAX_PERCENT } from './tax.ts'
import { computeTotals, type ShopRules, type TotalsInput, type TotalsLine } from './totals.ts'

const NOW = new Date('2026-03-04T12:00:00Z')
const DEFAULT_RULES: ShopRules = { taxPercent: DEFAULT_TAX_PERCENT, shippingRates: DEFAULT_SHIPPING_RATES }

function line(change: Partial<TotalsLine> = {}): TotalsLine {
  const category = change.category ?? 'chip'
  return {
    productId: 'p1',
    name: 'Chip Bag',
    businessId: 'b1',
    category,
    shippingClass: 'parcel',
    basePriceCents: 12_50,
    quantity: 2,
    ladder: ladderFor(category),
    ...change,
  }
}

const machine = (change: Partial<TotalsLine> = {}) =>
  line({
    productId: 'm1',
    name: 'EcoMat 1000',
    businessId: 'b2',
    category: 'mat-maker',
    shippingClass: 'freight',
    basePriceCents: 12500_00,
    quantity: 3,
    ...change,
  })

const code = (name: string): Promo => {
  const found = DEMO_PROMOTIONS.find((promotion) => promotion.code === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}

const total = (lines: readonly TotalsLine[], change: Partial<TotalsInput> = {}) =>
  computeTotals({ currency: 'USD', lines, promo: null, shippingMethod: 'standard', rules: DEFAULT_RULES, now: NOW, ...change })

test('S310 S311 a small cart is subtotal less discount plus shipping plus tax', () => {
  expect(total([line()], { promo: code('WELCOME10') })).toMatchObject({
    subtotalCents: 25_00,
    discountCents: 2_50,
    shippingCents: 9_99,
    taxCents: 1_80,
    totalCents: 34_29,
    promoRefusal: null,
  })
})

test('S129 an empty cart costs nothing, whatever the method', () => {
  expect(total([], { shippingMethod: 'overnight', promo: code('SAVE10') })).toMatchObject({
    lines: [],
    parts: [],
    subtotalCents: 0,
    discountCents: 0,
    shippingCents: 0,
    taxCents: 0,
    totalCents: 0,
  })
})

test('S332 the ladder price is the unit price, and the subtotal is made of it', () => {
  const { lines, subtotalCents } = total([machine(), line()])
  expect(lines).toEqual([
    { productId: 'm1', unitPriceCents: 11875_00, lineTotalCents: 35625_00, ladderPercent: 5 },
    { productId: 'p1', unitPriceCents: 12_50, lineTotalCents: 25_00, ladderPercent: 0 },
  ])
  expect(subtotalCents).toBe(35650_00)
})

test('free shipping looks at the subtotal before the discount', () => {
  const hundred = line({ basePriceCents: 100_00, quantity: 1 })
  expect(total([hundred], { promo: code('SAVE25') })).toMatchObject({
    discountCents: 25_00,
    shippingCents: 0,
    taxCents: 6_00,
    totalCents: 81_00,
  })
})

test('S245 a code below its minimum stays, is reported and gives no discount', () => {
  const result = total([line()], { promo: code('SAVE25') })
  expect(result.promoRefusal).toEqual({ code: 'promo_minimum_not_met', missingCents: 75_00, minimumCents: 100_00 })
  expect(result).toMatchObject({ discountCents: 0, totalCents: 25_00 + 9_99 + 2_00 })
  expect(result.steps.find(({ kind }) => kind === 'discount')).toEqual({
    kind: 'discount',
    text: 'SAVE25: not applied, $75.00 short of its minimum of $100.00',
    amountCents: 0,
  })
})

test.each<[Partial<Promo>, string]>([
  [{ isActive: false }, 'BULK20: not applied, the code is turned off'],
  [{ startsAt: new Date('2026-03-05') }, 'BULK20: not applied, the code is not valid yet'],
  [{ endsAt: NOW }, 'BULK20: not applied, the code has ended'],
  [{ usageLimit: 1, timesUsed: 1 }, 'BULK20: not applied, the code is used up'],
])('a code that does not count says why: %o', (change, text) => {
  const result = total([machine()], { promo: { ...code('BULK20'), ...change } })
  expect(result.steps.map((step) => step.text)).toContain(text)
  expect(result.discountCents).toBe(0)
})

test.each([
  [49_99, 9_99],
  [50_00, 0],
  [50_01, 0],
])('S247 FREESHIP on %i cents leaves %i of shipping', (basePriceCents, expected) => {
  expect(total([line({ basePriceCents, quantity: 1 })], { promo: code('FREESHIP') }).shippingCents).toBe(expected)
})

test('S247 a shipping code that has ended waives nothing', () => {
  expect(
    total([line({ basePriceCents: 60_00 })], { promo: { ...code('FREESHIP'), endsAt: NOW }, shippingMethod: 'express' }).shippingCents,
  ).toBe(19_99)
})

test('the total is explained line by line', () => {
  expect(total([machine(), line()], { promo: code('BULK20') }).steps).toEqual([
    { kind: 'line', text: 'EcoMat 1000: 3 × $11,875.00 (5% off from 3)', amountCents: 35625_00 },
    { kind: 'line', text: 'Chip Bag: 2 × $12.50', amountCents: 25_00 },
    { kind: 'subtotal', text: 'Subtotal: the sum of 2 lines', amountCents: 35650_00 },
    { kind: 'discount', text: 'BULK20: 20% of $35,650.00, rounded half up to the cent', amountCents: -7130_00 },
    { kind: 'shipping', text: 'Shipping (Standard): free from $100.00', amountCents: 0 },
    { kind: 'tax', text: 'Tax (8%): of $28,520.00 (subtotal less discount), rounded half up to the cent', amountCents: 2281_60 },
    { kind: 'total', text: 'Total: $35,650.00 − $7,130.00 + $0.00 + $2,281.60', amountCents: 30801_60 },
  ])
})

test.each([
  [[line()], {}, 'Shipping (Standard): 5-7 business days, subtotal below $100.00'],
  [[line({ basePriceCents: 50_00 })], {}, 'Shipping (Standard): free from $100.00'],
  [[line({ basePriceCents: 49_99 })], {}, 'Shipping (Standard): 5-7 business days, subtotal below $100.00'],
  [[line()], { shippingMethod: 'overnight' }, 'Shipping (Overnight): next business day'],
  [[line({ basePriceCents: 30_00 })], { promo: code('FREESHIP') }, 'Shipping (Standard): waived by FREESHIP'],
  [[], {}, 'Shipping (Standard): nothing to ship'],
] as const)('shipping is explained: %#', (lines, change, text) => {
  expect(total(lines, change).steps.find(({ kind }) => kind === 'shipping')?.text).toBe(text)
})

test('a fixed code is explained in the currency of the cart', () => {
  const steps = total([line({ quantity: 10 })], { promo: code('SAVE25'), currency: 'EUR' }).steps
  expect(steps).toContainEqual({ kind: 'discount', text: 'SAVE25: €25.00 off, at most the subtotal', amountCents: -25_00 })
})

test('a seller of freight only carries no shipping charge', () => {
  const { parts } = total([machine(), line(), line({ businessId: 'b3', basePriceCents: 37_50 })], { shippingMethod: 'express' })
  expect(parts.map(({ businessId, shippingCents }) => [businessId, shippingCents])).toEqual([
    ['b2', 0],
    ['b1', 5_00],
    ['b3', 14_99],
  ])
})

test('when all is freight the charge is split by subtotal', () => {
  const lines = [machine({ basePriceCents: 20_00, quantity: 1 }), machine({ businessId: 'b9', basePriceCents: 60_00, quantity: 1 })]
  expect(total(lines).parts.map((part) => part.shippingCents)).toEqual([2_50, 7_49])
})

test('one seller with two lines is one part, in order of first appearance', () => {
  const { parts } = total([line(), machine(), line({ productId: 'p2', quantity: 1 })])
  expect(parts.map(({ businessId, subtotalCents }) => [businessId, subtotalCents])).toEqual([
    ['b1', 37_50],
    ['b2', 35625_00],
  ])
})

test('parts keep the cents that do not divide', () => {
  const lines = ['a', 'b', 'c'].map((businessId) => line({ businessId, basePriceCents: 3_33, quantity: 1 }))
  const { parts, shippingCents, taxCents } = total(lines)
  expect([shippingCents, taxCents]).toEqual([9_99, 80])
  expect(parts.map((part) => part.taxCents)).toEqual([27, 27, 26])
  expect(parts.map((part) => part.totalCents)).toEqual([6_93, 6_93, 6_92])
})

const anyMoney = fc.record({ USD: fc.nat(500_00), EUR: fc.nat(500_00) })
const anyPromo: fc.Arbitrary<Promo> = fc.record({
  code: fc.constant('ANY'),
  type: fc.constantFrom(...PROMO_TYPES),
  percent: fc.option(fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)),
  valueCents: fc.option(anyMoney),
  minimumCents: fc.option(anyMoney),
  isActive: fc.boolean(),
  startsAt: fc.constant(null),
  endsAt: fc.constant(null),
  usageLimit: fc.option(fc.nat(2)),
  timesUsed: fc.nat(2),
  perCustomerLimit: fc.constant(null),
  timesUsedByCustomer: fc.constant(0),
  description: fc.constant(''),
})
const anyLine: fc.Arbitrary<TotalsLine> = fc
  .record({
    productId: fc.uuid(),
    name: fc.constant('Thing'),
    businessId: fc.constantFrom('b1', 'b2', 'b3', 'b4'),
    category: fc.constantFrom('mat-maker', 'chip', 'mat'),
    shippingClass: fc.constantFrom(...SHIPPING_CLASSES),
    basePriceCents: fc.oneof(fc.nat(200_00), fc.nat(50_000_00)),
    quantity: fc.integer({ min: 1, max: 12 }),
  })
  .map((made) => ({ ...made, ladder: ladderFor(made.category) }))
const anyInput: fc.Arbitrary<TotalsInput> = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  lines: fc.array(anyLine, { maxLength: 8 }),
  promo: fc.option(anyPromo),
  shippingMethod: fc.constantFrom(...SHIPPING_METHODS),
  rules: fc.integer({ min: 0, max: 3000 }).map((hundredths) => ({ ...DEFAULT_RULES, taxPercent: hundredths / 100 })),
  now: fc.constant(NOW),
})

const KEYS = ['subtotalCents', 'discountCents', 'shippingCents', 'taxCents', 'totalCents'] as const

test('S310 every amount is a whole number of cents from 0, and the sum is right', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const result = computeTotals(input)
      for (const amounts of [result, ...result.parts]) {
        for (const key of KEYS) expect(Number.isInteger(amounts[key]) && amounts[key] >= 0, key).toBe(true)
        expect(amounts.totalCents).toBe(amounts.subtotalCents - amounts.discountCents + amounts.shippingCents + amounts.taxCents)
        expect(amounts.discountCents).toBeLessThanOrEqual(amounts.subtotalCents)
      }
    }),
    { numRuns: 500 },
  )
})

test("the sellers' parts add up to the cent in each component", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const result = computeTotals(input)
      for (const key of KEYS)
        expect(
          result.parts.reduce((sum, part) => sum + part[key], 0),
          key,
        ).toBe(result[key])
    }),
    { numRuns: 500 },
  )
})

test('a seller of freight alone pays shipping only when nobody sends a priced parcel', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const isPaidParcel = (sold: TotalsLine) => sold.shippingClass === 'parcel' && sold.basePriceCents > 0
      fc.pre(input.lines.some(isPaidParcel))
      for (const part of computeTotals(input).parts) {
        const own = input.lines.filter(({ businessId }) => businessId === part.businessId)
        if (!own.some(isPaidParcel)) expect(part.shippingCents).toBe(0)
      }
    }),
  )
})

test('S220 S298 removing a code restores the total, and a refused code is as good as none', () => {
  fc.assert(
    fc.property(anyInput, anyPromo, (input, promo) => {
      const without = computeTotals({ ...input, promo: null })
      const withCode = computeTotals({ ...input, promo })
      expect(computeTotals({ ...input, promo: null })).toEqual(without)
      expect(withCode.totalCents).toBeLessThanOrEqual(without.totalCents)
      if (withCode.promoRefusal) {
        const { promoRefusal: _refusal, steps: _steps, ...rest } = withCode
        expect(without).toMatchObject(rest)
      }
    }),
  )
})

test('the explanation adds up to the total, and its lines to the subtotal', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { steps, subtotalCents, totalCents } = computeTotals(input)
      const sum = (kinds: readonly string[]) =>
        steps.filter(({ kind }) => kinds.includes(kind)).reduce((all, step) => all + step.amountCents, 0)
      expect(sum(['line'])).toBe(subtotalCents)
      expect(sum(['subtotal', 'discount', 'shipping', 'tax'])).toBe(totalCents)
      expect(sum(['total'])).toBe(totalCents)
    }),
  )
})

test('computing a total changes nothing it is given, and the stored inputs give it again', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const stored = structuredClone(input)
      const first = computeTotals(input)
      expect(input).toEqual(stored)
      expect(computeTotals(stored)).toEqual(first)
    }),
  )
})

test('a code for free shipping takes nothing off the subtotal, and the tax is of the whole of it', () => {
  const { steps } = total([line({ basePriceCents: 30_00 })], { promo: code('FREESHIP') })
  expect(steps.map(({ kind }) => kind)).toEqual(['line', 'subtotal', 'shipping', 'tax', 'total'])
  expect(steps[3]?.text).toBe('Tax (8%): of $60.00, rounded half up to the cent')
  expect(total([line()]).steps.map(({ kind }) => kind)).toEqual(['line', 'subtotal', 'shipping', 'tax', 'total'])
})
