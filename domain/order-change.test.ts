import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedInput, changeProblem, isBeyondSums, type LineEdit, settleChange } from './order-change.ts'
import { computeOrderTotals, type OrderTotalsInput, type PricedItem, type ShippingCharge } from './order-totals.ts'
import { DEMO_PROMOTIONS } from './promotion.ts'
import type { TaxDecision } from './tax-decision.ts'

const vat = (percent: number, more: Partial<TaxDecision> = {}): TaxDecision => ({
  mode: 'added',
  percent: percent * 10_000,
  reason: 'domestic',
  text: '',
  collector: null,
  issuer: null,
  country: 'DE',
  state: '',
  shipsTaxed: true,
  ...more,
})
const item = (productId: string, cents: number, quantity: number, more: Partial<PricedItem> = {}): PricedItem => ({
  productId,
  name: productId,
  businessId: 'wellen',
  category: 'mat',
  shippingClass: 'parcel',
  priceCents: { USD: cents, EUR: cents },
  quantity,
  ladder: [],
  decision: 0,
  ...more,
})
const charge = (cents: number, lines: readonly number[], more: Partial<ShippingCharge> = {}): ShippingCharge => ({
  owner: null,
  zone: 'Germany',
  class: 'parcel',
  lines,
  netCents: { USD: cents, EUR: cents },
  freeFromCents: null,
  label: 'Standard',
  days: '',
  ...more,
})
const BREAKS = [{ minQuantity: 5, discountPercent: 10 }]

/** Two mats at 100 and a filter at 40 to Germany: 240 + 10 freight + 19% = 297.50. */
const ORDER: OrderTotalsInput = {
  currency: 'EUR',
  lines: [item('mat', 100_00, 2, { ladder: BREAKS }), item('filter', 40_00, 1)],
  decisions: [vat(19)],
  charges: [charge(10_00, [0, 1])],
  promo: null,
  now: new Date('2026-11-23T12:00:00Z'),
}
const NOTHING = { items: [], decisions: [] }
const amountsOf = (input: OrderTotalsInput) => {
  const { subtotalCents, discountCents, shippingCents, taxCents, totalCents } = computeOrderTotals(input)
  return [subtotalCents, discountCents, shippingCents, taxCents, totalCents]
}
const promo = (code: string) => DEMO_PROMOTIONS.find((one) => one.code === code) ?? null
const free = (cents: number): OrderTotalsInput => ({
  ...ORDER,
  charges: [charge(10_00, [0, 1], { freeFromCents: { USD: cents, EUR: cents } })],
})

test.each<[string, OrderTotalsInput, LineEdit[], number[]]>([
  ['nothing', ORDER, [], [240_00, 0, 10_00, 47_50, 297_50]],
  ['a unit more', ORDER, [{ id: 'mat', quantity: 3 }], [340_00, 0, 10_00, 66_50, 416_50]],
  ['a unit less', ORDER, [{ id: 'mat', quantity: 1 }], [140_00, 0, 10_00, 28_50, 178_50]],
  ['a quantity that reaches a price break', ORDER, [{ id: 'mat', quantity: 5 }], [490_00, 0, 10_00, 95_00, 595_00]],
  ['an agreed price, which takes no price break', ORDER, [{ id: 'mat', quantity: 5, unitCents: 95_00 }], [515_00, 0, 10_00, 99_75, 624_75]],
  ['a price of nothing', ORDER, [{ id: 'filter', quantity: 1, unitCents: 0 }], [200_00, 0, 10_00, 39_90, 249_90]],
  ['a line that goes', ORDER, [{ id: 'filter', quantity: 0 }], [200_00, 0, 10_00, 39_90, 249_90]],
  ['freight that was waived stays so below its limit', free(200_00), [{ id: 'mat', quantity: 1 }], [140_00, 0, 0, 26_60, 166_60]],
  ['freight that was paid stays so above its limit', free(300_00), [{ id: 'mat', quantity: 4 }], [440_00, 0, 10_00, 85_50, 535_50]],
  [
    'a code of 10 percent stays below its minimum',
    { ...ORDER, promo: { ...(promo('WELCOME10') ?? fail()), minimumCents: { USD: 200_00, EUR: 200_00 } } },
    [{ id: 'mat', quantity: 1 }],
    [140_00, 14_00, 10_00, 25_84, 161_84],
  ],
  [
    'an agreed discount stays, never beyond the subtotal',
    { ...ORDER, agreedDiscount: { USD: 60_00, EUR: 60_00 } },
    [{ id: 'mat', quantity: 0 }],
    [40_00, 40_00, 10_00, 1_90, 11_90],
  ],
  [
    'prices with tax in them',
    { ...ORDER, decisions: [vat(19, { mode: 'included' })] },
    [{ id: 'filter', quantity: 1, unitCents: 30_00 }],
    [273_70, 0, 11_90, 45_60, 285_60],
  ],
])('an order changes by %s', (_name, input, edits, expected) => {
  expect(amountsOf(changedInput(input, edits, NOTHING))).toEqual(expected)
})

function fail(): never {
  throw new Error('The demo has this code')
}

test('the list price of a changed line is kept, that of a line without a product has none', () => {
  const edits = [{ id: 'mat', quantity: 2, unitCents: 90_00 }]
  expect(changedInput(ORDER, edits, NOTHING).lines[0]).toMatchObject({ listCents: 100_00, priceCents: { EUR: 90_00, USD: 90_00 } })
  const again = changedInput(changedInput(ORDER, edits, NOTHING), [{ id: 'mat', quantity: 2, unitCents: 80_00 }], NOTHING)
  expect(again.lines[0]?.listCents).toBe(100_00)
  expect(changedInput(ORDER, edits, NOTHING, new Set(['mat'])).lines[0]?.listCents).toBeUndefined()
})

test('an agreed price counts in USD in proportion of the list prices of its product', () => {
  const order = { ...ORDER, lines: [item('mat', 0, 1, { priceCents: { USD: 120_00, EUR: 100_00 } })], charges: [] }
  expect(changedInput(order, [{ id: 'mat', quantity: 1, unitCents: 50_00 }], NOTHING).lines[0]?.priceCents).toEqual({
    USD: 60_00,
    EUR: 50_00,
  })
})

test('an added product has its own tax, shares no freight, and takes nothing from the others', () => {
  const added = { items: [item('book', 20_00, 1, { businessId: 'kiln' })], decisions: [vat(7)] }
  const totals = computeOrderTotals(changedInput(ORDER, [], added))
  expect(totals.parts.map(({ businessId, totalCents }) => [businessId, totalCents])).toEqual([
    ['wellen', 297_50],
    ['kiln', 21_40],
  ])
})

test('charges follow their lines', () => {
  const order = { ...ORDER, charges: [charge(10_00, [0]), charge(5_00, [1])] }
  expect(changedInput(order, [{ id: 'mat', quantity: 0 }], NOTHING).charges.map(({ lines }) => lines)).toEqual([[], [0]])
})

test('a line beyond what sums hold is found, an unknown one is a bug', () => {
  expect(isBeyondSums(changedInput(ORDER, [{ id: 'mat', quantity: 100_000, unitCents: 9_000_000_00 }], NOTHING))).toBe(true)
  expect(() => changedInput(ORDER, [{ id: 'other', quantity: 1 }], NOTHING)).toThrow(RangeError)
})

test.each([
  ['nothing was paid', {}, { a: 120_00 }, { a: 0 }, 0, 120_00],
  ['more is due', { a: 100_00 }, { a: 120_00 }, { a: 100_00 }, 0, 20_00],
  ['less is owed', { a: 100_00 }, { a: 70_00 }, { a: 70_00 }, 30_00, 0],
  ['one costs less, another more', { a: 100_00, b: 50_00 }, { a: 70_00, b: 90_00 }, { a: 70_00, b: 80_00 }, 0, 10_00],
  ['one costs much less, another more', { a: 100_00, b: 50_00 }, { a: 20_00, b: 60_00 }, { a: 20_00, b: 60_00 }, 70_00, 0],
  ['a seller is added', { a: 100_00 }, { a: 80_00, b: 30_00 }, { a: 80_00, b: 20_00 }, 0, 10_00],
  ['a deposit covers it now', { a: 50_00 }, { a: 50_00 }, { a: 50_00 }, 0, 0],
])('money of a change where %s', (_name, sold, totals, after, excessCents, dueCents) => {
  const parts = Object.entries(totals).map(([businessId, totalCents]) => ({ businessId, totalCents }))
  const settled = settleChange(new Map(Object.entries(sold)), parts)
  expect([Object.fromEntries(settled.sold), settled.excessCents, settled.dueCents]).toEqual([after, excessCents, dueCents])
})

test('whatever was paid and changes, no cent is lost, and no seller order has more than it costs', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(fc.array(fc.tuple(cents, cents), { minLength: 1, maxLength: 5 }), (rows) => {
      const sold = new Map(rows.map(([paid], index) => [`s${index}`, paid]))
      const parts = rows.map(([, totalCents], index) => ({ businessId: `s${index}`, totalCents }))
      const settled = settleChange(sold, parts)
      const sum = (list: Iterable<number>) => [...list].reduce((all, one) => all + one, 0)
      expect(sum(settled.sold.values())).toBe(settled.paidCents)
      expect(settled.paidCents + settled.excessCents).toBe(sum(sold.values()))
      expect(settled.paidCents + settled.dueCents).toBe(sum(parts.map(({ totalCents }) => totalCents)))
      expect(Math.min(settled.excessCents, settled.dueCents)).toBe(0)
      for (const { businessId, totalCents } of parts) expect(settled.sold.get(businessId)).toBeLessThanOrEqual(totalCents)
    }),
  )
})

const OPEN = {
  order: { status: 'processing', paymentMethod: 'pay_later', paymentStatus: 'paid', refundedCents: 0 },
  parts: [{ status: 'processing' }],
  hasReturns: false,
  isDisputed: false,
  isFixed: false,
  isInvoicedInParts: false,
} as const

test.each([
  ['open', OPEN, null],
  [
    'shipped',
    { ...OPEN, order: { ...OPEN.order, status: 'shipped' as const } },
    'It has shipped or was canceled. Refund an amount, or place another order.',
  ],
  [
    'waits for its card',
    { ...OPEN, order: { ...OPEN.order, paymentMethod: 'card', paymentStatus: 'unpaid' } },
    'Its card payment is still to come. Wait until it has arrived.',
  ],
  [
    'refunded',
    { ...OPEN, order: { ...OPEN.order, refundedCents: 1 } },
    'Some of it was already refunded, returned or withdrawn. Refund an amount for a lower price, or place another order.',
  ],
  ['disputed', { ...OPEN, isDisputed: true }, 'Its payment is disputed. Wait until the dispute is closed.'],
  [
    'taxed by a provider',
    { ...OPEN, isFixed: true },
    'Its taxes or prices were fixed by another calculation. Refund an amount, or place another order.',
  ],
  [
    'invoiced in parts',
    { ...OPEN, isInvoicedInParts: true },
    'Part of its payment plan is already invoiced. Refund an amount, or place another order.',
  ],
])('an order that is %s can or cannot be changed', (_name, facts, expected) => {
  expect(changeProblem(facts)).toBe(expected)
})
