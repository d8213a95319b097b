import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPromo, DEMO_PROMOTIONS, discountCents, normalizeCode, type Promo, promoState } from './promotion.ts'

const NOW = new Date('2026-03-04T12:00:00Z')
const before = new Date(NOW.getTime() - 1)
const after = new Date(NOW.getTime() + 1)

function promo(change: Partial<Promo> = {}): Promo {
  return {
    code: 'TEST',
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
    description: '',
    ...change,
  }
}

const demo = (code: string): Promo => {
  const found = DEMO_PROMOTIONS.find((promotion) => promotion.code === code)
  if (!found) throw new Error(`no ${code}`)
  return found
}

test.each([
  ['', null],
  ['   ', null],
  ['\t\n', null],
  [' welcome10 ', 'WELCOME10'],
  ['Save25', 'SAVE25'],
  ['BULK20', 'BULK20'],
])('S243 S244 the text %j stands for the code %j', (text, expected) => {
  expect(normalizeCode(text)).toBe(expected)
})

test.each<[string, Partial<Promo>, object | null]>([
  ['a plain code', {}, null],
  ['one switched off', { isActive: false }, { code: 'promo_inactive' }],
  ['one that starts now', { startsAt: NOW }, null],
  ['one that started', { startsAt: before }, null],
  ['one that starts later', { startsAt: after }, { code: 'promo_not_started' }],
  ['one that ends now', { endsAt: NOW }, { code: 'promo_ended' }],
  ['one that ended', { endsAt: before }, { code: 'promo_ended' }],
  ['one that ends later', { endsAt: after }, null],
  ['one with a use left', { usageLimit: 5, timesUsed: 4 }, null],
  ['one used up', { usageLimit: 5, timesUsed: 5 }, { code: 'promo_used_up' }],
  ['one overused', { usageLimit: 5, timesUsed: 6 }, { code: 'promo_used_up' }],
  ['one with no use at all', { usageLimit: 0 }, { code: 'promo_used_up' }],
  ['one the customer may use again', { perCustomerLimit: 2, timesUsedByCustomer: 1 }, null],
  ['one the customer has used up', { perCustomerLimit: 2, timesUsedByCustomer: 2 }, { code: 'promo_used_up' }],
])('S244 the check of %s is right', (_, change, expected) => {
  expect(checkPromo(promo(change), 100_00, 'USD', NOW)).toEqual(expected)
})

test.each([
  [99_99, { code: 'promo_minimum_not_met', missingCents: 1, minimumCents: 100_00 }],
  [100_00, null],
  [100_01, null],
  [0, { code: 'promo_minimum_not_met', missingCents: 100_00, minimumCents: 100_00 }],
])('S245 a minimum of 100 with a subtotal of %i cents gives %j', (subtotal, expected) => {
  expect(checkPromo(demo('SAVE25'), subtotal, 'USD', NOW)).toEqual(expected)
})

test('the minimum and the value are those of the currency', () => {
  const both = promo({ type: 'fixed', valueCents: { USD: 25_00, EUR: 20_00 }, minimumCents: { USD: 100_00, EUR: 90_00 } })
  expect(checkPromo(both, 95_00, 'EUR', NOW)).toBeNull()
  expect(checkPromo(both, 95_00, 'USD', NOW)).toEqual({ code: 'promo_minimum_not_met', missingCents: 5_00, minimumCents: 100_00 })
  expect(discountCents(both, 95_00, 'EUR')).toBe(20_00)
  expect(discountCents(both, 100_00, 'USD')).toBe(25_00)
})

test.each([
  [promo({ percent: 10 }), 12_45, 1_25],
  [promo({ percent: 10 }), 12_44, 1_24],
  [promo({ percent: 100 }), 12_44, 12_44],
  [promo({ percent: 250 }), 12_44, 12_44],
  [promo({ percent: -5 }), 12_44, 0],
  [promo({ percent: null }), 12_44, 0],
  [promo({ type: 'fixed', valueCents: { USD: 25_00, EUR: 0 } }), 24_99, 24_99],
  [promo({ type: 'fixed', valueCents: { USD: 25_00, EUR: 0 } }), 25_00, 25_00],
  [promo({ type: 'fixed', valueCents: { USD: 25_00, EUR: 0 } }), 25_01, 25_00],
  [promo({ type: 'fixed', valueCents: { USD: -3, EUR: 0 } }), 25_01, 0],
  [promo({ type: 'fixed' }), 25_01, 0],
  [promo({ type: 'shipping' }), 25_01, 0],
])('S312 the discount of %o on %i cents is %i', (code, subtotal, expected) => {
  expect(discountCents(code, subtotal, 'USD')).toBe(expected)
})

test('S312 a discount lies between 0 and the subtotal, whatever the code', () => {
  const anyPromo = fc.record({
    type: fc.constantFrom('percentage' as const, 'fixed' as const, 'shipping' as const),
    percent: fc.double({ min: -200, max: 500, noNaN: true }),
    value: fc.integer(),
  })
  fc.assert(
    fc.property(anyPromo, fc.nat(1e9), ({ type, percent, value }, subtotal) => {
      const discount = discountCents(promo({ type, percent, valueCents: { USD: value, EUR: value } }), subtotal, 'USD')
      expect(Number.isInteger(discount) && discount >= 0 && discount <= subtotal).toBe(true)
    }),
  )
})

test.each([
  ['S317', 'WELCOME10', 'percentage', 10, null, null, false],
  ['S321', 'SAVE10', 'percentage', 10, null, null, true],
  ['S318', 'FREESHIP', 'shipping', null, null, 50_00, true],
  ['S319', 'SAVE25', 'fixed', null, 25_00, 100_00, false],
  ['S321', 'WELCOME25', 'fixed', null, 25_00, 100_00, true],
  ['S320', 'BULK20', 'percentage', 20, null, 500_00, true],
])('%s the first codes hold %s as %s', (_, code, type, percent, value, minimum, hinted) => {
  const both = (cents: number | null) => (cents === null ? null : { USD: cents, EUR: cents })
  expect(demo(code)).toMatchObject({ type, percent, hinted, isActive: true, valueCents: both(value), minimumCents: both(minimum) })
})

test('S321 there are six first codes and the page hints at four of them', () => {
  expect(DEMO_PROMOTIONS).toHaveLength(6)
  expect(DEMO_PROMOTIONS.filter(({ hinted }) => hinted).map(({ code }) => code)).toEqual(['SAVE10', 'FREESHIP', 'WELCOME25', 'BULK20'])
})

test.each<[string, Partial<Promo>, string]>([
  ['one switched off that has ended', { isActive: false, endsAt: before }, 'off'],
  ['one that starts later and is used up', { startsAt: after, usageLimit: 0 }, 'scheduled'],
  ['one that starts now', { startsAt: NOW }, 'active'],
  ['one that ends now and is used up', { endsAt: NOW, usageLimit: 0 }, 'ended'],
  ['one that ends later', { endsAt: after }, 'active'],
  ['one with a use left', { usageLimit: 5, timesUsed: 4 }, 'active'],
  ['one used up', { usageLimit: 5, timesUsed: 5 }, 'used_up'],
  ['one without a limit', { timesUsed: 5 }, 'active'],
])('the state of %s is right', (_, change, state) => {
  expect(promoState(promo(change), NOW)).toBe(state)
})
