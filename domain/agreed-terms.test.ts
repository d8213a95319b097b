import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AgreedTerms,
  differsFromList,
  type FreeLine,
  freeItem,
  inBoth,
  LIST_TERMS,
  MAX_AGREED_CENTS,
  ratioOf,
  withAgreedFreight,
} from './agreed-terms.ts'
import { lineCommission } from './commission.ts'
import { explainTotals } from './explain-totals.ts'
import type { Currency } from './money.ts'
import { computeOrderTotals, type OrderTotals, type OrderTotalsInput, type PricedItem, type ShippingCharge } from './order-totals.ts'
import { ladderFor } from './pricing.ts'
import { DEMO_PROMOTIONS } from './promotion.ts'
import type { TaxDecision } from './tax-decision.ts'

const item = (productId: string, businessId: string, USD: number, EUR: number, change: Partial<PricedItem> = {}): PricedItem => ({
  productId,
  name: productId,
  businessId,
  category: 'mat',
  shippingClass: 'freight',
  priceCents: { USD, EUR },
  quantity: 1,
  ladder: [],
  decision: 0,
  ...change,
})
const L = item('L', 'lindhorst', 14_200_00, 12_950_00)
const M = item('M', 'maker', 12_500_00, 11_490_00, { category: 'mat-maker', ladder: ladderFor('mat-maker'), quantity: 3 })
const P = item('P', 'mats', 39_50, 36_90, { shippingClass: 'parcel' })

const free = (text: string, unitCents: number, change: Partial<FreeLine> = {}): FreeLine => ({
  id: text,
  kind: 'service',
  text,
  quantity: 1,
  unitCents,
  taxClass: 'standard',
  businessId: 'lindhorst',
  ...change,
})

const decision = (reason: TaxDecision['reason'], percent: number, change: Partial<TaxDecision> = {}): TaxDecision => ({
  mode: 'added',
  percent: percent * 10_000,
  reason,
  text: '',
  collector: null,
  issuer: null,
  country: 'DE',
  state: '',
  shipsTaxed: true,
  ...change,
})
const ILLINOIS = decision('us_flat', 8, { shipsTaxed: false, country: 'US' })
const EXPORT = decision('export', 0, { country: 'CA' })
const REVERSE = decision('intra_community', 0)

interface Agreed extends Partial<Omit<AgreedTerms, 'prices'>> {
  prices?: Record<string, number>
  decisions?: TaxDecision[]
  charges?: ShippingCharge[]
  usdPerEur?: number
  code?: string
}

/** The input of an order at agreed terms, as a cart composes it. */
function inputOf(products: readonly PricedItem[], currency: Currency, agreed: Agreed): OrderTotalsInput {
  const { prices = {}, freeLines = [], freight = null, discountCents = 0, decisions = [ILLINOIS], charges = [], usdPerEur = null } = agreed
  const ratio = ratioOf(products, usdPerEur)
  const priced = products.map((line): PricedItem => {
    const cents = prices[line.productId]
    return cents === undefined ? line : { ...line, priceCents: inBoth(cents, currency, line.priceCents), ladder: [] }
  })
  const lines = [...priced, ...freeLines.map((line) => freeItem(line, currency, ratio))]
  const sent = [...lines.keys()].filter((index) => freeLines[index - products.length]?.kind !== 'service')
  const netCents = inBoth(freight?.cents ?? 0, currency, ratio)
  return {
    currency,
    lines,
    decisions,
    charges: freight ? withAgreedFreight(charges, { text: freight.text, netCents, lines: sent }) : charges,
    promo: DEMO_PROMOTIONS.find(({ code }) => code === agreed.code) ?? null,
    now: new Date('2026-11-23T12:00:00Z'),
    ...(discountCents > 0 && { agreedDiscount: inBoth(discountCents, currency, ratio) }),
  }
}

const price = (products: readonly PricedItem[], currency: Currency, agreed: Agreed) =>
  computeOrderTotals(inputOf(products, currency, agreed))

/** Subtotal, discount, shipping, tax, total; 39.5 is 3950 cents. */
const amounts = ({ subtotalCents, discountCents, shippingCents, taxCents, totalCents }: OrderTotals) =>
  [subtotalCents, discountCents, shippingCents, taxCents, totalCents].map((cents) => cents / 100)

test('a machine at a price of its own, in Illinois', () => {
  expect(amounts(price([L], 'USD', { prices: { L: 13_500_00 } }))).toEqual([13_500, 0, 0, 1_080, 14_580])
})

test('a price that was agreed is the price of each unit: no quantity price comes off it', () => {
  expect(amounts(price([M], 'USD', {}))).toEqual([35_625, 0, 0, 2_850, 38_475])
  expect(amounts(price([M], 'USD', { prices: { M: 11_000_00 } }))).toEqual([33_000, 0, 0, 2_640, 35_640])
})

test('a machine to Toronto with freight, installation and two days of training', () => {
  const freeLines = [free('Installation', 2_400_00), free('Training, one day', 650_00, { quantity: 2 })]
  const input = inputOf([L], 'USD', { freeLines, freight: { cents: 1_850_00, text: 'Sea freight to Toronto' }, decisions: [EXPORT] })
  const totals = computeOrderTotals(input)
  expect(amounts(totals)).toEqual([17_900, 0, 1_850, 0, 19_750])
  expect(totals.lines.map(({ shippingCents }) => shippingCents / 100)).toEqual([1_850, 0, 0])
  const steps = explainTotals(input, totals)
  expect(steps.find(({ kind }) => kind === 'shipping')).toEqual({ kind: 'shipping', text: 'Sea freight to Toronto', amountCents: 1_850_00 })
})

test('reverse charge with a discount on the whole', () => {
  const input = inputOf([L], 'EUR', {
    prices: { L: 12_000_00 },
    discountCents: 500_00,
    freight: { cents: 640_00, text: 'Freight' },
    decisions: [REVERSE],
  })
  const totals = computeOrderTotals(input)
  expect(amounts(totals)).toEqual([12_000, 500, 640, 0, 12_140])
  const steps = explainTotals(input, totals)
  expect(steps.find(({ kind }) => kind === 'discount')).toEqual({ kind: 'discount', text: 'Agreed discount', amountCents: -500_00 })
  const added = steps.filter(({ kind }) => ['subtotal', 'discount', 'shipping', 'tax'].includes(kind))
  expect(added.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(totals.totalCents)
})

test('two tax rates share discount and freight by value', () => {
  const A = item('A', 'dealer', 110_00, 100_00, { quantity: 2 })
  const decisions = [decision('domestic', 19), decision('domestic', 7)]
  const input = inputOf([A], 'EUR', {
    prices: { A: 90_00 },
    freeLines: [free('Printed manuals', 33_33, { kind: 'custom', taxClass: 'reduced', businessId: 'dealer' })],
    discountCents: 10_00,
    freight: { cents: 15_00, text: 'Freight' },
    decisions,
  })
  const lines = input.lines.map((line, index) => ({ ...line, decision: index }))
  const totals = computeOrderTotals({ ...input, lines })
  expect(amounts(totals)).toEqual([213.33, 10, 15, 37.39, 255.72])
  expect(totals.taxLines.map(({ label, taxCents }) => [label, taxCents])).toEqual([
    ['VAT (19%)', 35_00],
    ['VAT (7%)', 2_39],
  ])
})

test('a consumer sees agreed amounts with tax; the discount comes off what is seen', () => {
  const totals = price([{ ...P, quantity: 2 }], 'EUR', {
    prices: { P: 30_00 },
    freeLines: [free('Installation', 100_00, { businessId: 'mats' })],
    freight: { cents: 10_00, text: 'Courier' },
    discountCents: 5_00,
    decisions: [decision('oss', 19, { mode: 'included' })],
  })
  expect(totals.lines.map(({ unitPriceCents }) => unitPriceCents)).toEqual([35_70, 119_00])
  expect(amounts(totals)).toEqual([190.4, 5, 11.9, 31.5, 197.3])
})

test('a discount beyond the subtotal takes the subtotal', () => {
  expect(amounts(price([P], 'USD', { discountCents: 1_000_00 }))).toEqual([39.5, 39.5, 0, 0, 0])
})

test('a discount comes after that of a code', () => {
  const agreed = { code: 'WELCOME10', discountCents: 6_65 }
  const input = inputOf([{ ...P, quantity: 3 }], 'USD', agreed)
  const totals = computeOrderTotals(input)
  expect(amounts(totals)).toEqual([118.5, 18.5, 0, 8, 108])
  const discounts = explainTotals(input, totals).filter(({ kind }) => kind === 'discount')
  expect(discounts.map(({ amountCents }) => amountCents)).toEqual([-11_85, -6_65])
})

test('neither a shipping code nor a threshold waives agreed freight, and extras stay', () => {
  const lift: ShippingCharge = {
    owner: null,
    zone: 'United States',
    class: 'freight',
    lines: [0],
    netCents: { USD: 45_00, EUR: 40_00 },
    freeFromCents: null,
    label: 'Lift-gate delivery',
    days: '',
    isExtra: true,
  }
  const rate = { ...lift, netCents: { USD: 300_00, EUR: 280_00 }, isExtra: false }
  const totals = price([{ ...P, quantity: 9 }], 'USD', {
    code: 'FREESHIP',
    freight: { cents: 25_00, text: 'Courier' },
    charges: [rate, lift],
  })
  expect(totals.charges.map(({ charge, cents }) => [charge.label, cents])).toEqual([
    ['Courier', 25_00],
    ['Lift-gate delivery', 45_00],
  ])
})

test('in USD an order in EUR counts agreed amounts in proportion of list prices', () => {
  const input = inputOf([L], 'EUR', {
    prices: { L: 12_000_00 },
    discountCents: 500_00,
    freight: { cents: 640_00, text: 'Freight' },
    decisions: [REVERSE],
  })
  expect(amounts(computeOrderTotals({ ...input, currency: 'USD' }))).toEqual([13_158.3, 548.26, 701.78, 0, 13_311.82])
})

test('without products, agreed amounts count by the reference rate, and one to one without it', () => {
  const inUsd = (usdPerEur: number | null) => {
    const terms = { freeLines: [free('Service visit', 1_000_00)], decisions: [REVERSE], ...(usdPerEur && { usdPerEur }) }
    return computeOrderTotals({ ...inputOf([], 'EUR', terms), currency: 'USD' }).totalCents
  }
  expect([inUsd(1.0842), inUsd(null)]).toEqual([1_084_20, 1_000_00])
})

test('the commission is on what was paid, of free lines at the rate of the seller for all categories', () => {
  const rates = [
    { businessId: 'lindhorst', category: 'mat', basisPoints: 500 },
    { businessId: 'lindhorst', category: null, basisPoints: 800 },
  ]
  const input = inputOf([L], 'USD', { prices: { L: 13_000_00 }, freeLines: [free('Installation', 1_000_00)], discountCents: 1_400_00 })
  const totals = computeOrderTotals(input)
  const commissions = totals.lines.map(({ netCents }, index) => {
    const { businessId = '', category = '' } = input.lines[index] ?? {}
    return lineCommission({ businessId, category, netCents }, rates)
  })
  expect(commissions).toEqual([
    { commissionBasisPoints: 500, commissionCents: 585_00 }, // of 13,000 less 1,300
    { commissionBasisPoints: 800, commissionCents: 72_00 }, // of 1,000 less 100
  ])
})

test('agreed freight of two sellers is shared by value, and lines, parts and groups add up', () => {
  const totals = price([L, M], 'USD', {
    freight: { cents: 1_000_01, text: 'Freight' },
    discountCents: 99_99,
    freeLines: [free('Training', 1)],
  })
  for (const name of ['subtotalCents', 'discountCents', 'shippingCents', 'taxCents', 'totalCents'] as const) {
    const sum = (rows: readonly Record<typeof name, number>[]) => rows.reduce((cents, row) => cents + row[name], 0)
    expect([sum(totals.parts), sum(totals.groups)]).toEqual([totals[name], totals[name]])
  }
  expect(totals.parts.map(({ shippingCents }) => shippingCents)).toEqual([285_00, 715_01])
})

test('terms differ from the list by a price, a free line, freight or a discount; not by what is made to order', () => {
  expect(differsFromList(LIST_TERMS)).toBe(false)
  expect(differsFromList({ ...LIST_TERMS, madeToOrder: new Set(['L']) })).toBe(false)
  const others: Partial<AgreedTerms>[] = [
    { prices: new Map([['L', 1]]) },
    { freeLines: [free('x', 0)] },
    { freight: { cents: 0, text: 'Free' } },
    { discountCents: 1 },
  ]
  for (const terms of others) expect(differsFromList({ ...LIST_TERMS, ...terms })).toBe(true)
})

test('at any terms nothing is below 0, and lines, parts and groups add up in both currencies', () => {
  const cents = fc.integer({ min: 0, max: MAX_AGREED_CENTS })
  const product = fc.record({ id: fc.constantFrom('L', 'M', 'P'), quantity: fc.integer({ min: 1, max: 50 }), price: fc.option(cents) })
  const line = fc.record({
    unitCents: cents,
    quantity: fc.integer({ min: 1, max: 50 }),
    isSent: fc.boolean(),
    percent: fc.constantFrom(0, 7, 19),
  })
  const terms = fc.record({
    products: fc.uniqueArray(product, { maxLength: 3, selector: ({ id }) => id }),
    lines: fc.array(line, { maxLength: 4 }),
    freight: fc.option(cents),
    discountCents: cents,
    mode: fc.constantFrom('added' as const, 'included' as const),
  })
  const listed = new Map([L, M, P].map((one) => [one.productId, one]))
  fc.assert(
    fc.property(terms, ({ products, lines, freight, discountCents, mode }) => {
      const bought = products.flatMap(({ id, quantity }) => ({ ...(listed.get(id) ?? L), quantity }))
      const prices = Object.fromEntries(products.flatMap(({ id, price: agreed }) => (agreed === null ? [] : [[id, agreed]])))
      const freeLines = lines.map(({ unitCents, quantity, isSent }, at) =>
        free(`line ${at}`, unitCents, { quantity, kind: isSent ? 'custom' : 'service' }),
      )
      const rates = [19, ...lines.map(({ percent }) => percent)]
      const decisions = rates.map((percent) => decision('domestic', percent, { mode }))
      const input = inputOf(bought, 'EUR', {
        prices,
        freeLines,
        discountCents,
        decisions,
        ...(freight !== null && { freight: { cents: freight, text: 'Freight' } }),
      })
      const rated = input.lines.map((one, index) => ({ ...one, decision: Math.max(0, index - bought.length + 1) }))
      for (const currency of ['EUR', 'USD'] as const) {
        const totals = computeOrderTotals({ ...input, lines: rated, currency })
        for (const name of ['subtotalCents', 'discountCents', 'shippingCents', 'taxCents', 'totalCents'] as const) {
          const sum = (rows: readonly Record<typeof name, number>[]) => rows.reduce((all, row) => all + row[name], 0)
          expect(totals[name]).toBeGreaterThanOrEqual(0)
          expect([sum(totals.parts), sum(totals.groups)]).toEqual([totals[name], totals[name]])
        }
        expect(totals.discountCents).toBeLessThanOrEqual(totals.subtotalCents)
      }
    }),
    { numRuns: 500 },
  )
})
