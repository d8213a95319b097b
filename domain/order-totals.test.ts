import { expect, test } from 'vitest'
import { lineCommission } from './commission.ts'
import { explainTotals } from './explain-totals.ts'
import { legacyTerms } from './legacy-terms.ts'
import type { Currency } from './money.ts'
import { computeOrderTotals, type OrderTotals, type OrderTotalsInput, type PricedItem, type ShippingCharge } from './order-totals.ts'
import { ladderFor } from './pricing.ts'
import { DEMO_PROMOTIONS, type Promo } from './promotion.ts'
import { DEFAULT_SHIPPING_RATES, type ShippingMethod } from './shipping.ts'
import type { TaxDecision } from './tax-decision.ts'

const NOW = new Date('2026-11-23T12:00:00Z')

const item = (productId: string, businessId: string, usdCents: number, eurCents: number, change: Partial<PricedItem> = {}): PricedItem => ({
  productId,
  name: productId,
  businessId,
  category: 'mat',
  shippingClass: 'parcel',
  priceCents: { USD: usdCents, EUR: eurCents },
  quantity: 1,
  ladder: [],
  decision: 0,
  ...change,
})

// the products of the examples: P slit mat, Q plain mat, T trial mats, M mat maker, L paper machine, C chip maker, K surplus mats, F
// filter, A and B of no name
const P = item('P', 'mats', 39_50, 36_90)
const Q = item('Q', 'plain', 19_90, 18_20)
const T = item('T', 'trial', 9_50, 9_20)
const M = item('M', 'maker', 12_500_00, 11_490_00, { category: 'mat-maker', shippingClass: 'freight', ladder: ladderFor('mat-maker') })
const L = item('L', 'lindhorst', 14_200_00, 12_950_00, { shippingClass: 'freight' })
const C = item('C', 'chips', 4_650_00, 4_290_00, { shippingClass: 'freight' })
const K = item('K', 'kiln', 15_80, 14_90)
const F = item('F', 'lindhorst', 117_00, 117_00)
const A = item('A', 'dealer', 100_00, 100_00)
const B = item('B', 'dealer', 50_00, 50_00)
const of = (line: PricedItem, quantity: number, decision = 0): PricedItem => ({ ...line, quantity, decision })

const code = (name: string): Promo => {
  const found = DEMO_PROMOTIONS.find((promotion) => promotion.code === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}

const decision = (reason: TaxDecision['reason'], percent: number, change: Partial<TaxDecision> = {}): TaxDecision => ({
  mode: 'added',
  percent: Math.round(percent * 10_000),
  reason,
  text: '',
  collector: null,
  issuer: null,
  country: 'DE',
  state: '',
  shipsTaxed: true,
  ...change,
})

const gross = (reason: TaxDecision['reason'], percent: number, change: Partial<TaxDecision> = {}) =>
  decision(reason, percent, { mode: 'included', ...change })

/** A parcel charge of the platform for all lines, free from 100 as the buyer sees it. */
const parcel = (lines: readonly PricedItem[], cents = 9_99, change: Partial<ShippingCharge> = {}): ShippingCharge => ({
  owner: null,
  zone: 'European Union',
  class: 'parcel',
  lines: [...lines.keys()],
  netCents: { USD: cents, EUR: cents },
  freeFromCents: { USD: 100_00, EUR: 100_00 },
  label: 'Standard',
  days: '5-7 business days',
  ...change,
})

const always = (lines: readonly PricedItem[], cents: number, change: Partial<ShippingCharge> = {}) =>
  parcel(lines, cents, { freeFromCents: null, ...change })

const price = (lines: readonly PricedItem[], decisions: readonly TaxDecision[], change: Partial<OrderTotalsInput> = {}): OrderTotals =>
  computeOrderTotals({ currency: 'EUR', lines, decisions, charges: [parcel(lines)], promo: null, now: NOW, ...change })

/** An order in the United States at 8% by the shop's own table. */
function flat(
  lines: readonly PricedItem[],
  currency: Currency,
  promo: Promo | null = null,
  method: ShippingMethod = 'standard',
): OrderTotals {
  const terms = legacyTerms({ taxPercent: 8, shippingRates: DEFAULT_SHIPPING_RATES }, { method, lines })
  return computeOrderTotals({ currency, lines, promo, now: NOW, ...terms })
}

/** Amounts of a row of the examples: subtotal, discount, shipping, tax, total; 39.5 is 3950 cents. */
const amounts = ({ subtotalCents, discountCents, shippingCents, taxCents, totalCents }: OrderTotals) =>
  [subtotalCents, discountCents, shippingCents, taxCents, totalCents].map((cents) => cents / 100)

test('G1 one pack of mats in Illinois', () => {
  const totals = flat([P], 'USD')
  expect(amounts(totals)).toEqual([39.5, 0, 9.99, 3.16, 52.65])
  expect(totals.taxLines).toEqual([{ label: 'Tax (8%)', percent: 80_000, reason: 'us_flat', text: '', baseCents: 39_50, taxCents: 3_16 }])
})

test('G2 three packs travel free', () => {
  expect(amounts(flat([of(P, 3)], 'USD'))).toEqual([118.5, 0, 0, 9.48, 127.98])
})

test('G3 three packs with 10% off', () => {
  expect(amounts(flat([of(P, 3)], 'USD', code('WELCOME10')))).toEqual([118.5, 11.85, 0, 8.53, 115.18])
})

test('G4 three packs with 25 off', () => {
  expect(amounts(flat([of(P, 3)], 'USD', code('SAVE25')))).toEqual([118.5, 25, 0, 7.48, 100.98])
})

test('G5 two packs by express, shipping waived by a code', () => {
  expect(amounts(flat([of(P, 2)], 'USD', code('FREESHIP'), 'express'))).toEqual([79, 0, 0, 6.32, 85.32])
})

test('G6 a machine, freight included', () => {
  expect(amounts(flat([M], 'USD'))).toEqual([12_500, 0, 0, 1_000, 13_500])
})

test('G7 three machines at the ladder price', () => {
  const totals = flat([of(M, 3)], 'USD')
  expect(totals.lines[0]).toMatchObject({ unitPriceCents: 11_875_00, ladderPercent: 5 })
  expect(amounts(totals)).toEqual([35_625, 0, 0, 2_850, 38_475])
})

test('G8 a machine and a pack with 20% off', () => {
  expect(amounts(flat([M, P], 'USD', code('BULK20')))).toEqual([12_539.5, 2_507.9, 0, 802.53, 10_834.13])
})

test('G9 a business with a certificate pays no sales tax', () => {
  const certificate = decision('exempt_certificate', 0, { country: 'US', state: 'IL', shipsTaxed: false, text: 'Exempt: certificate IL-1' })
  const totals = price([of(P, 3)], [certificate], { currency: 'USD' })
  expect(amounts(totals)).toEqual([118.5, 0, 0, 0, 118.5])
  expect(totals.taxLines).toMatchObject([{ label: 'Tax (0%)', text: 'Exempt: certificate IL-1', taxCents: 0 }])
})

test('G10 one pack in euros', () => {
  expect(amounts(flat([P], 'EUR'))).toEqual([36.9, 0, 9.99, 2.95, 49.84])
})

const state = (name: string) => ({ country: 'US', state: name })

test.each([
  ['G12 sales tax on products and shipping', decision('sales_tax', 8.25, state('TX')), [39.5, 0, 9.99, 4.08, 53.57]],
  ['G13 a state without nexus', decision('no_nexus', 0, state('OR')), [39.5, 0, 9.99, 0, 49.49]],
  ['G14 sales tax on products only', decision('sales_tax', 6.25, { ...state('IL'), shipsTaxed: false }), [39.5, 0, 9.99, 2.47, 51.96]],
] as const)('%s', (_title, rate, expected) => {
  expect(amounts(price([P], [rate], { currency: 'USD' }))).toEqual(expected)
})

const oss = gross('oss', 19)

test.each([
  ['G15 a consumer pays one price with VAT', [P], null, [43.91, 0, 11.89, 8.91, 55.8]],
  ['G16 free shipping follows the price with VAT', [of(P, 3)], null, [131.73, 0, 0, 21.03, 131.73]],
  ['G17 10% off the price with VAT', [of(P, 3)], 'WELCOME10', [131.73, 13.17, 0, 18.93, 118.56]],
  ['G18 25 off the price with VAT', [of(P, 3)], 'SAVE25', [131.73, 25, 0, 17.04, 106.73]],
] as const)('%s', (_title, lines, name, expected) => {
  expect(amounts(price(lines, [oss], { promo: name && code(name) }))).toEqual(expected)
})

test('G17 commission of 10% is on the price without tax', () => {
  const [line] = price([of(P, 3)], [oss], { promo: code('WELCOME10') }).lines
  expect(line?.netCents).toBe(99_63)
  expect(lineCommission({ businessId: 'mats', category: 'mat', netCents: line?.netCents ?? 0 }, []).commissionCents).toBe(9_96)
})

test('G19 a business in another member state pays no VAT, and reads why', () => {
  const text = 'Intra-Community supply, exempt under Art. 138 Directive 2006/112/EC; the recipient accounts for the VAT (reverse charge)'
  const totals = price([of(P, 3)], [decision('intra_community', 0, { text })])
  expect(amounts(totals)).toEqual([110.7, 0, 0, 0, 110.7])
  expect(totals.taxLines).toEqual([{ label: 'VAT (0%)', percent: 0, reason: 'intra_community', text, baseCents: 110_70, taxCents: 0 }])
})

test.each(['G20 a business whose VAT id is invalid', 'G21 a business whose VAT id could not be checked'])(
  '%s pays VAT on its net price',
  () => {
    expect(amounts(price([P], [decision('oss', 19)]))).toEqual([36.9, 0, 9.99, 8.91, 55.8])
  },
)

const freight = { class: 'freight', zone: 'European Union', label: 'Freight' } as const

test('G22 a machine by freight to a consumer in France', () => {
  const totals = price([L], [gross('oss', 20, { country: 'FR' })], { charges: [always([L], 289_00, freight)] })
  expect(amounts(totals)).toEqual([15_540, 0, 346.8, 2_647.8, 15_886.8])
})

test('G23 the same machine within Germany to a business', () => {
  expect(amounts(price([L], [decision('domestic', 19)], { charges: [always([L], 289_00, freight)] }))).toEqual([
    12_950, 0, 289, 2_515.41, 15_754.41,
  ])
})

test('G24 a rate of 25.5% is exact', () => {
  const totals = price([Q], [gross('oss', 25.5, { country: 'FI' })])
  expect(amounts(totals)).toEqual([22.84, 0, 12.54, 7.19, 35.38])
  expect(totals.taxLines[0]?.label).toBe('VAT (25.5%)')
})

test('G25 a price of 100.34 with VAT travels free, though it is 79.00 without', () => {
  expect(amounts(price([of(P, 2)], [gross('oss', 27, { country: 'HU' })], { currency: 'USD' }))).toEqual([100.34, 0, 0, 21.33, 100.34])
})

test('G26 a chip maker by freight within Sweden', () => {
  const totals = price([C], [gross('domestic', 25, { country: 'SE' })], { charges: [always([C], 149_00, freight)] })
  expect(amounts(totals)).toEqual([5_362.5, 0, 186.25, 1_109.75, 5_548.75])
})

test('G27 products from inside and outside the EU are two document groups with two charges', () => {
  const lines = [P, of(T, 1, 1)]
  const charges = [parcel([P]), always([], 29_90, { zone: 'Into the EU', lines: [1] })]
  const totals = price(lines, [oss, gross('ioss', 19)], { charges })
  expect(amounts(totals)).toEqual([54.86, 0, 47.47, 16.34, 102.33])
  expect(totals.groups.map(({ decision: { reason }, taxCents }) => [reason, taxCents])).toEqual([
    ['oss', 8_91],
    ['ioss', 7_43],
  ])
})

test('G29 an export to a business in the United Kingdom', () => {
  const totals = price([P], [decision('export', 0, { country: 'GB' })], { charges: [always([P], 49_90)] })
  expect(amounts(totals)).toEqual([36.9, 0, 49.9, 0, 86.8])
})

test('G30 an export to a consumer in Switzerland', () => {
  const totals = price([Q], [decision('export', 0, { country: 'CH' })], { charges: [always([Q], 29_90)] })
  expect(amounts(totals)).toEqual([18.2, 0, 29.9, 0, 48.1])
})

test('G31 the platform collects and invoices for a seller outside the EU', () => {
  const totals = price([K], [gross('oss', 19)])
  expect(amounts(totals)).toEqual([17.73, 0, 11.89, 4.73, 29.62])
  expect(totals.groups[0]?.decision).toMatchObject({ issuer: null, collector: null })
})

test('G32 one charge is shared over the invoices of two sellers', () => {
  const supply = (issuer: string) => decision('intra_community', 0, { issuer, collector: issuer })
  const totals = price([P, of(Q, 1, 1)], [supply('mats'), supply('plain')])
  expect(amounts(totals)).toEqual([55.1, 0, 9.99, 0, 65.09])
  expect(totals.groups.map(({ shippingCents, totalCents }) => [shippingCents, totalCents])).toEqual([
    [6_69, 43_59],
    [3_30, 21_50],
  ])
  expect(totals.taxLines, 'the buyer reads one rate').toHaveLength(1)
})

test('G33 VAT is rounded on each invoice', () => {
  const own = (issuer: string) => gross('oss', 19, { issuer, collector: issuer })
  const totals = price([P, of(Q, 1, 1)], [own('mats'), own('plain')])
  expect(amounts(totals)).toEqual([65.57, 0, 11.89, 12.37, 77.46])
  expect(totals.groups.map(({ taxCents, totalCents }) => [totalCents, taxCents])).toEqual([
    [51_87, 8_28],
    [25_59, 4_09],
  ])
  expect(totals.parts.map(({ businessId, totalCents, taxCents }) => [businessId, totalCents, taxCents])).toEqual([
    ['mats', 51_87, 8_28],
    ['plain', 25_59, 4_09],
  ])
})

test('G34 a small enterprise charges no VAT', () => {
  const exempt = gross('small_business', 0, { issuer: 'lindhorst', collector: 'lindhorst' })
  expect(amounts(price([F], [exempt]))).toEqual([117, 0, 0, 0, 117])
})

const twoRates = [decision('domestic', 19), decision('domestic', 7)]
const aAndB = [A, of(B, 1, 1)]

test('G35 two rates share the charge for shipping', () => {
  const totals = price(aAndB, twoRates, { charges: [always(aAndB, 19_99)] })
  expect(amounts(totals)).toEqual([150, 0, 19.99, 25.5, 195.49])
  expect(totals.groups.map(({ shippingCents, taxCents }) => [shippingCents, taxCents])).toEqual([
    [13_33, 21_53],
    [6_66, 3_97],
  ])
})

test('G36 two rates share discount and shipping', () => {
  const totals = price(aAndB, twoRates, { charges: [always(aAndB, 19_99)], promo: code('WELCOME10') })
  expect(amounts(totals)).toEqual([150, 15, 19.99, 23.25, 178.24])
  expect(totals.groups.map(({ taxCents }) => taxCents)).toEqual([19_63, 3_62])
})

test('G37 a consumer pays the same with VAT included', () => {
  const rates = [gross('domestic', 19), gross('domestic', 7)]
  const totals = price(aAndB, rates, { charges: [always(aAndB, 19_99)], promo: code('WELCOME10') })
  expect(amounts(totals)).toEqual([172.5, 17.25, 22.99, 23.25, 178.24])
  expect(totals.groups.map(({ shippingCents }) => shippingCents)).toEqual([15_86, 7_13])
})

test('G38 a consumer in Germany pays in dollars', () => {
  const totals = price([of(P, 2)], [oss], { currency: 'USD' })
  expect(amounts(totals)).toEqual([94.02, 0, 11.89, 16.91, 105.91])
})

test('G39 a business within Ireland', () => {
  expect(amounts(price([P], [decision('domestic', 23, { country: 'IE' })]))).toEqual([36.9, 0, 9.99, 10.78, 57.67])
})

test('G44 the modes may differ by a cent', () => {
  const free = { charges: [] }
  expect(amounts(price([of(Q, 7)], [oss], free))).toEqual([151.62, 0, 0, 24.21, 151.62])
  expect(amounts(price([of(Q, 7)], [decision('oss', 19)], free))).toEqual([127.4, 0, 0, 24.21, 151.61])
})

test('the explanation of an order with VAT names its rates, and the tax in the total after it', () => {
  const rates = [gross('domestic', 19), gross('domestic', 7)]
  const input = { currency: 'EUR', lines: aAndB, decisions: rates, charges: [always(aAndB, 19_99)], promo: null, now: NOW } as const
  expect(explainTotals(input, computeOrderTotals(input)).map(({ kind, text, amountCents }) => [kind, text, amountCents])).toEqual([
    ['line', 'A: 1 × €119.00', 119_00],
    ['line', 'B: 1 × €53.50', 53_50],
    ['subtotal', 'Subtotal: the sum of 2 lines', 172_50],
    ['shipping', 'Shipping (Standard): 5-7 business days', 22_99],
    ['total', 'Total: €172.50 − €0.00 + €22.99', 195_49],
    ['included', 'Includes VAT (19%): on €113.33 without tax, rounded half up to the cent', 21_53],
    ['included', 'Includes VAT (7%): on €56.66 without tax, rounded half up to the cent', 3_97],
  ])
})

test('X3 the explanation of an order with several charges names the sellers of each', () => {
  const [first, second] = [always([P], 149_00), always([Q], 289_00)]
  const charges = [
    { ...first, class: 'freight' as const, label: 'Freight', sellers: 'Box Makers' },
    { ...second, lines: [1], sellers: 'Roller Works' },
  ]
  const input = { currency: 'EUR', lines: [P, Q], decisions: [decision('oss', 19)], charges, promo: null, now: NOW } as const
  const steps = explainTotals(input, computeOrderTotals(input)).filter(({ kind }) => kind === 'shipping')
  expect(steps.map(({ text }) => text)).toEqual([
    'Freight from Box Makers: 5-7 business days',
    'Shipping (Standard) from Roller Works: 5-7 business days',
  ])
})

test('the explanation of an order with tax on shipping says what it is on, and why there is none', () => {
  const lines = [P, of(Q, 1, 1)]
  const input = {
    currency: 'EUR',
    lines,
    decisions: [decision('oss', 19), decision('export', 0, { text: 'Export, no VAT charged' })],
    charges: [parcel(lines)],
    promo: null,
    now: NOW,
  } as const
  const taxes = explainTotals(input, computeOrderTotals(input)).filter(({ kind }) => kind === 'tax')
  expect(taxes.map(({ text }) => text)).toEqual([
    'VAT (19%): of €43.59 (items and shipping at this rate), rounded half up to the cent',
    'Tax (export): of €21.50 (items and shipping at this rate), rounded half up to the cent',
  ])
})

test('a code for free shipping does not waive freight, and the rate of a seller is free from its own items', () => {
  const lines = [P, of(L, 1)]
  const owned = always([], 289_00, { ...freight, owner: 'lindhorst', lines: [1] })
  const shipped = parcel([], 9_99, { owner: 'mats', lines: [0], freeFromCents: { USD: 30_00, EUR: 40_00 } })
  const charged = (promo: Promo | null, currency: Currency) =>
    price(lines, [decision('domestic', 19)], { charges: [shipped, owned], promo, currency }).charges.map(({ cents }) => cents)
  expect(charged(null, 'EUR'), '36.90 of its own is below 40').toEqual([9_99, 289_00])
  expect(charged(null, 'USD'), '39.50 of its own is free from 30').toEqual([0, 289_00])
  expect(charged(code('FREESHIP'), 'EUR')).toEqual([0, 289_00])
})

test('decisions in two modes and an index of nothing are bugs and throw', () => {
  expect(() => price([P], [oss, decision('oss', 19)])).toThrow('one mode')
  expect(() => price([of(P, 1, 3)], [oss])).toThrow('index 3')
})
