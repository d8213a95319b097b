import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { type DocumentCredit, groupTaxes, type TaxedDocumentLine } from './document.ts'
import { creditRows, leftOf, sumCredits } from './document-credits.ts'
import { explainTotals } from './explain-totals.ts'
import { legacyTerms } from './legacy-terms.ts'
import { CURRENCIES } from './money.ts'
import { computeOrderTotals, type OrderTotalsInput, type PricedItem, type ShippingCharge } from './order-totals.ts'
import { ladderFor } from './pricing.ts'
import { PROMO_TYPES, type Promo } from './promotion.ts'
import { DEFAULT_SHIPPING_RATES, SHIPPING_CLASSES, SHIPPING_METHODS } from './shipping.ts'
import { TAX_MODES, TAX_REASONS, type TaxDecision } from './tax-decision.ts'
import { computeTotals } from './totals.ts'

const RUNS = TESTS_ALL ? 1000 : 250
const NOW = new Date('2026-11-23T12:00:00Z')

const cents = fc.nat(2_000_000)
const perCurrency = fc.record({ USD: cents, EUR: cents })
const paid = perCurrency.map(({ USD, EUR }) => ({ USD: USD + 1, EUR: EUR + 1 }))

const anyItem = (decisions: number): fc.Arbitrary<PricedItem> =>
  fc.record({
    productId: fc.string(),
    name: fc.constant('Any'),
    businessId: fc.constantFrom('b1', 'b2', 'b3'),
    category: fc.constantFrom('chip', 'mat-maker'),
    shippingClass: fc.constantFrom(...SHIPPING_CLASSES),
    priceCents: fc.oneof({ weight: 9, arbitrary: paid }, { weight: 1, arbitrary: fc.constant({ USD: 0, EUR: 0 }) }),
    quantity: fc.integer({ min: 1, max: 30 }),
    ladder: fc.constantFrom([], ladderFor('mat-maker')),
    decision: fc.nat(decisions - 1),
  })

const anyPromo: fc.Arbitrary<Promo> = fc.record({
  code: fc.constant('ANY'),
  type: fc.constantFrom(...PROMO_TYPES),
  percent: fc.integer({ min: 0, max: 10_000 }).map((value) => value / 100),
  valueCents: perCurrency,
  minimumCents: fc.option(perCurrency),
  isActive: fc.boolean(),
  startsAt: fc.constant(null),
  endsAt: fc.option(fc.constant(new Date('2026-11-24'))),
  usageLimit: fc.constant(null),
  timesUsed: fc.constant(0),
  perCustomerLimit: fc.constant(null),
  timesUsedByCustomer: fc.constant(0),
  description: fc.constant(''),
})

const anyDecision = (mode: TaxDecision['mode']): fc.Arbitrary<TaxDecision> =>
  fc.record({
    mode: fc.constant(mode),
    percent: fc.constantFrom(0, 70_000, 80_000, 88_750, 190_000, 255_000, 270_000),
    reason: fc.constantFrom(...TAX_REASONS),
    text: fc.constantFrom('', 'Reverse charge'),
    collector: fc.constantFrom(null, 'b1'),
    issuer: fc.constantFrom(null, 'b1', 'b2'),
    country: fc.constantFrom('US', 'DE'),
    state: fc.constant(''),
    shipsTaxed: fc.boolean(),
  })

const anyCharge = (lines: number): fc.Arbitrary<ShippingCharge> =>
  fc.record({
    owner: fc.constantFrom(null, 'b1'),
    zone: fc.constant('Any'),
    class: fc.constantFrom(...SHIPPING_CLASSES),
    lines: fc.subarray([...Array(lines).keys()]),
    netCents: perCurrency,
    freeFromCents: fc.option(perCurrency),
    label: fc.constant('Standard'),
    days: fc.constant('5-7 business days'),
  })

/** Any order: up to 8 lines of three sellers, in either mode, with up to 4 decisions and 3 charges. */
const anyInput: fc.Arbitrary<OrderTotalsInput> = fc
  .tuple(fc.constantFrom(...TAX_MODES), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 8 }))
  .chain(([mode, decisions, lines]) =>
    fc.record({
      currency: fc.constantFrom(...CURRENCIES),
      lines: fc.array(anyItem(decisions), { minLength: lines, maxLength: lines }),
      decisions: fc.array(anyDecision(mode), { minLength: decisions, maxLength: decisions }),
      charges: fc.array(anyCharge(lines), { maxLength: 3 }),
      promo: fc.option(anyPromo),
      now: fc.constant(NOW),
    }),
  )

test('T7 version 2 at one rate is version 1 to the cent', () => {
  const anyCart = fc.record({
    lines: fc.array(anyItem(1), { maxLength: 20 }),
    currency: fc.constantFrom(...CURRENCIES),
    promo: fc.option(anyPromo),
    method: fc.constantFrom(...SHIPPING_METHODS),
    taxPercent: fc.constantFrom(0, 7.25, 8, 8.875, 25.5),
  })
  const property = fc.property(anyCart, ({ lines, currency, promo, method, taxPercent }) => {
    const rules = { taxPercent, shippingRates: DEFAULT_SHIPPING_RATES }
    const before = computeTotals({
      currency,
      lines: lines.map(({ priceCents, decision: _decision, ...line }) => ({ ...line, basePriceCents: priceCents[currency] })),
      promo,
      shippingMethod: method,
      rules,
      now: NOW,
    })
    const input = { currency, lines, promo, now: NOW, ...legacyTerms(rules, { method, lines }) }
    const after = computeOrderTotals(input)
    const { lines: linesBefore, parts: _parts, steps, ...charges } = before
    expect(after).toMatchObject(charges)
    expect(after.lines).toMatchObject(linesBefore)
    const explained = explainTotals(input, after)
    expect(explained).toEqual(lines.length === 0 ? steps.filter(({ kind }) => kind !== 'tax') : steps)
    expect(after.groups).toHaveLength(Math.min(lines.length, 1))
    // sellers differ by what rounding moves between their lines; where nothing that is shipped costs anything, the charge is shared by
    // seller in version 1 and by line in version 2
    const isShared = after.charges.every(
      ({ cents, charge }) => cents === 0 || charge.lines.some((index) => (after.lines[index]?.lineTotalCents ?? 0) > 0),
    )
    after.parts.forEach((part, index) => {
      const old = before.parts[index]
      expect(part.businessId).toBe(old?.businessId)
      expect(part.subtotalCents).toBe(old?.subtotalCents)
      for (const name of isShared ? (['discountCents', 'shippingCents', 'taxCents'] as const) : (['discountCents', 'taxCents'] as const)) {
        expect(Math.abs(part[name] - (old?.[name] ?? 0))).toBeLessThanOrEqual(lines.length)
      }
    })
  })
  const free = {
    productId: '',
    name: 'Any',
    category: 'chip',
    shippingClass: 'parcel',
    priceCents: { USD: 0, EUR: 0 },
    quantity: 1,
    decision: 0,
  } as const
  const lines = ['b2', 'b1', 'b1'].map((businessId) => ({ ...free, businessId, ladder: [] }))
  fc.assert(property, { numRuns: RUNS, examples: [[{ lines, currency: 'USD', promo: null, method: 'standard', taxPercent: 0 }]] })
})

const AMOUNTS = ['subtotalCents', 'discountCents', 'shippingCents', 'taxCents', 'totalCents'] as const

const plus = (items: readonly number[]) => items.reduce((all, one) => all + one, 0)

test('S310 lines, parts, document groups and tax lines each add up to the order', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const totals = computeOrderTotals(input)
      const { mode, lines, parts, groups, taxLines, charges } = totals
      const of = { lines: lines.map((line) => ({ ...line, subtotalCents: line.lineTotalCents })), parts, groups }
      for (const rows of Object.values(of)) {
        for (const name of AMOUNTS) expect(plus(rows.map((row) => row[name])), name).toBe(totals[name])
        for (const row of rows) {
          const tax = mode === 'added' ? row.taxCents : 0
          expect(row.totalCents).toBe(row.subtotalCents - row.discountCents + row.shippingCents + tax)
        }
      }
      expect(plus(taxLines.map(({ taxCents }) => taxCents))).toBe(totals.taxCents)
      expect(plus(charges.map(({ cents: charged }) => charged))).toBe(totals.shippingCents)
      expect(groups.flatMap((group) => group.lines).toSorted((a, b) => a - b)).toEqual([...lines.keys()])
      lines.forEach((line, index) => expect(groups[line.group]?.lines).toContain(index))
      expect(plus(lines.map(({ netCents }) => netCents))).toBeLessThanOrEqual(totals.subtotalCents - totals.discountCents)
    }),
    { numRuns: RUNS },
  )
})

test('nothing is ever negative, and tax is no more than its rate of what is taxed', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { lines, parts, groups, taxLines, charges } = computeOrderTotals(input)
      for (const row of [...lines, ...parts, ...groups, ...taxLines, ...charges]) {
        for (const value of Object.values(row)) if (typeof value === 'number') expect(value).toBeGreaterThanOrEqual(0)
      }
      for (const line of lines) expect(line.shippingTaxCents).toBeLessThanOrEqual(line.taxCents)
      for (const {
        baseCents,
        taxCents,
        decision: { percent },
      } of groups) {
        expect(Math.abs(taxCents - (baseCents * percent) / 1_000_000)).toBeLessThanOrEqual(0.64) // half a cent with tax at 27%
      }
    }),
    { numRuns: RUNS },
  )
})

test('S220 S298 removing a code restores the total, and a code never makes it higher', () => {
  fc.assert(
    fc.property(anyInput, anyPromo, (input, promo) => {
      const without = computeOrderTotals({ ...input, promo: null })
      const withCode = computeOrderTotals({ ...input, promo })
      expect(computeOrderTotals({ ...input, promo: null })).toEqual(without)
      expect(withCode.totalCents).toBeLessThanOrEqual(without.totalCents)
      if (withCode.promoRefusal) expect({ ...withCode, promoRefusal: null }).toEqual(without)
    }),
    { numRuns: RUNS },
  )
})

test('T7 a stored order replays to the cent, and computing changes nothing it is given', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const before = structuredClone(input)
      const first = computeOrderTotals(input)
      expect(input).toEqual(before)
      const { promo, now: _now, ...rest } = input
      const stored = JSON.parse(JSON.stringify(rest)) as Omit<OrderTotalsInput, 'promo' | 'now'>
      expect(computeOrderTotals({ ...stored, promo, now: NOW })).toEqual(first)
    }),
    { numRuns: RUNS },
  )
})

test('the explanation adds up to the total, and its lines to the subtotal', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const totals = computeOrderTotals(input)
      const steps = explainTotals(input, totals)
      const of = (kinds: readonly string[]) => plus(steps.filter(({ kind }) => kinds.includes(kind)).map((step) => step.amountCents))
      expect(of(['line'])).toBe(totals.subtotalCents)
      expect(of(['subtotal', 'discount', 'shipping', 'tax'])).toBe(totals.totalCents)
      expect(of(['total'])).toBe(totals.totalCents)
      expect(of(['tax', 'included'])).toBe(totals.taxCents)
    }),
    { numRuns: RUNS },
  )
})

/** Some units of a line, or an amount of its seller, that is refunded. */
const anyRefund = fc.record({
  line: fc.nat(7),
  quantity: fc.option(fc.integer({ min: 1, max: 30 })),
  cents: fc.integer({ min: 1, max: 500_000 }),
})

/** Returns the invoice of an order, whose lines are named by their position. */
function invoiceOf(input: OrderTotalsInput) {
  const { mode, lines } = computeOrderTotals(input)
  const facts = { businessName: '', sku: null, content: null, hsCode: null, originCountry: null, weightGrams: null }
  const taxed = lines.flatMap((line, index): TaxedDocumentLine[] => {
    const [item, decision] = [input.lines[index], input.decisions[line.decision]]
    const amounts = { unitPriceCents: 0, discountCents: line.discountCents, shippingCents: line.shippingCents, taxCents: line.taxCents }
    const { name, businessId, quantity } = item ?? { name: '', businessId: '', quantity: 0 }
    const { lineTotalCents } = line
    return decision ? [{ ...facts, ...amounts, lineId: String(index), lineTotalCents, name, businessId, quantity, decision }] : []
  })
  return { mode, ...groupTaxes(taxed, mode) }
}

test('I4 invoices minus credit notes are what was paid minus what was refunded, and any sequence of refunds credits exactly the tax', () => {
  const property = fc.property(anyInput, fc.array(anyRefund, { maxLength: 12 }), (input, refunds) => {
    const totals = computeOrderTotals(input)
    const invoice = invoiceOf(input)
    expect([invoice.sums.totalCents, invoice.sums.taxCents]).toEqual([totals.totalCents, totals.taxCents])
    const credits: DocumentCredit[] = []
    let refundedCents = 0
    const refund = (businessId: string, asked: number, units: { lineId: string; quantity: number; amountCents: number }[]) => {
      const left = leftOf(invoice, businessId, credits)
      const amountCents = Math.min(asked, plus([...left.values()].map(({ grossCents }) => grossCents)))
      const lines = invoice.lines.filter((line) => line.businessId === businessId)
      const rows = creditRows({ lines, left, amountCents, units, taxCents: null, restName: 'Amount' })
      expect(plus(rows.map(({ grossCents }) => grossCents))).toBe(amountCents)
      for (const { grossCents, taxCents } of rows) {
        expect(taxCents).toBeGreaterThanOrEqual(0)
        expect(taxCents).toBeLessThanOrEqual(grossCents)
      }
      credits.push(...rows)
      refundedCents += amountCents
      for (const rest of leftOf(invoice, businessId, credits).values())
        expect(Math.min(rest.grossCents, rest.taxCents)).toBeGreaterThanOrEqual(0)
      const { sums } = sumCredits(credits, invoice.taxes)
      expect(invoice.sums.totalCents - sums.totalCents).toBe(totals.totalCents - refundedCents)
    }
    for (const { line: index, quantity, cents: amountCents } of refunds) {
      const line = invoice.lines[index % Math.max(invoice.lines.length, 1)]
      if (!line) continue
      const units = quantity === null ? [] : [{ lineId: line.lineId, quantity: Math.min(quantity, line.quantity), amountCents }]
      refund(line.businessId, amountCents, units)
    }
    for (const { businessId } of totals.parts) refund(businessId, totals.totalCents, [])
    const credited = sumCredits(credits, invoice.taxes)
    expect(credited.sums.totalCents).toBe(totals.totalCents)
    expect(credited.taxes.map(({ taxCents }) => taxCents)).toEqual(invoice.taxes.map(({ taxCents }) => taxCents))
  })
  fc.assert(property, { numRuns: RUNS })
})
