import { expect, test } from 'vitest'
import { randomFrom } from '#server/testing/random-from.ts'
import { type DocumentCredit, documentLabel, groupTaxes, inTaxCurrency, netOf, type TaxedDocumentLine, taxCurrencyOf } from './document.ts'
import { creditRows, leftOf, sumCredits } from './document-credits.ts'
import { computeOrderTotals, type PricedItem } from './order-totals.ts'
import type { TaxDecision, TaxMode } from './tax-decision.ts'

const decision = (percent: number, mode: TaxMode, change: Partial<TaxDecision> = {}): TaxDecision => ({
  mode,
  percent: Math.round(percent * 10_000),
  reason: 'domestic',
  text: '',
  collector: null,
  issuer: null,
  country: 'DE',
  state: '',
  shipsTaxed: true,
  ...change,
})

const roll = randomFrom(7)

/** A random order as the calculator prices it, as lines of an invoice. */
function randomLines(mode: TaxMode) {
  const decisions = [decision(19, mode), decision(7, mode), decision(25.5, mode, { country: 'FI', shipsTaxed: false })]
  const items = Array.from({ length: 1 + roll(6) }, (_, index): PricedItem => {
    const cents = 1 + roll(40_000)
    return {
      productId: `p${index}`,
      name: `Product ${index}`,
      businessId: `seller${roll(2)}`,
      category: 'mat',
      shippingClass: 'parcel',
      priceCents: { USD: cents, EUR: cents },
      quantity: 1 + roll(9),
      ladder: [],
      decision: roll(3),
    }
  })
  const charge = { owner: null, zone: '', class: 'parcel' as const, lines: [...items.keys()], freeFromCents: null, label: '', days: '' }
  const netCents = { USD: roll(3000), EUR: roll(3000) }
  const totals = computeOrderTotals({
    currency: 'EUR',
    lines: items,
    decisions,
    charges: [{ ...charge, netCents }],
    promo: null,
    now: new Date(0),
  })
  const lines = totals.lines.map((line, index): TaxedDocumentLine => {
    const item = items[index]
    const own = decisions[line.decision]
    if (!item || !own) throw new Error('no item')
    const { unitPriceCents, lineTotalCents, discountCents, shippingCents, taxCents } = line
    const facts = { sku: null, content: null, hsCode: null, originCountry: null, weightGrams: null }
    return {
      ...facts,
      lineId: item.productId,
      businessId: item.businessId,
      businessName: item.businessId,
      name: item.name,
      quantity: item.quantity,
      unitPriceCents,
      lineTotalCents,
      discountCents,
      shippingCents,
      taxCents,
      decision: own,
    }
  })
  return { totals, lines }
}

test.each(['added', 'included'] as const)('I1 T7 taxes of an invoice are those of the calculator, group by group (%s)', (mode) => {
  for (let round = 0; round < 300; round += 1) {
    const { totals, lines } = randomLines(mode)
    const { taxes, sums } = groupTaxes(lines, mode)
    expect(sums).toMatchObject({ totalCents: totals.totalCents, taxCents: totals.taxCents, subtotalCents: totals.subtotalCents })
    const expected = totals.groups.map(({ decision: { percent }, baseCents, taxCents }) => [percent, baseCents, taxCents])
    expect(taxes.map(({ percent, baseCents, taxCents }) => [percent, baseCents, taxCents])).toEqual(expected)
  }
})

test.each(['added', 'included'] as const)(
  'I2 credits of any sizes together credit an invoice to the cent: amount, tax and each rate, and never more than it has (%s)',
  (mode) => {
    for (let round = 0; round < 300; round += 1) {
      const { lines: taxed } = randomLines(mode)
      const { lines, taxes, sums } = groupTaxes(taxed, mode)
      const credits: DocumentCredit[] = []
      for (const seller of ['seller0', 'seller1']) {
        const own = lines.filter(({ businessId }) => businessId === seller)
        const leftNow = () => leftOf({ lines, mode }, seller, credits)
        const grossLeft = () => [...leftNow().values()].reduce((sum, { grossCents }) => sum + grossCents, 0)
        for (let step = 0; grossLeft() > 0; step += 1) {
          const most = grossLeft()
          const amountCents = step > 4 ? most : 1 + roll(most)
          const [line] = own
          const units =
            roll(2) === 0 && line ? [{ lineId: line.lineId, quantity: 1, amountCents: Math.min(amountCents, line.unitPriceCents) }] : []
          const rows = creditRows({ lines: own, left: leftNow(), amountCents, units, taxCents: null, restName: 'Rest' })
          expect(rows.reduce((sum, { grossCents }) => sum + grossCents, 0)).toBe(amountCents)
          for (const { grossCents, taxCents } of rows) {
            expect(taxCents).toBeGreaterThanOrEqual(0)
            expect(taxCents).toBeLessThanOrEqual(grossCents)
          }
          credits.push(...rows)
        }
        for (const left of leftNow().values()) expect(left).toEqual({ grossCents: 0, taxCents: 0 })
      }
      const credited = sumCredits(credits, taxes)
      expect(credited.sums).toMatchObject({ totalCents: sums.totalCents, taxCents: sums.taxCents })
      expect(netOf(credited.sums)).toBe(netOf(sums))
      expect(credited.taxes.map(({ taxCents }) => taxCents)).toEqual(taxes.map(({ taxCents }) => taxCents))
    }
  },
)

test('I2 a credit takes the tax that the ledger posted, as far as its rates can bear it', () => {
  const line = (lineId: string, lineTotalCents: number, taxCents: number, percent: number): TaxedDocumentLine => ({
    lineId,
    businessId: 's',
    businessName: 'S',
    name: lineId,
    sku: null,
    quantity: 1,
    unitPriceCents: lineTotalCents,
    lineTotalCents,
    discountCents: 0,
    shippingCents: 0,
    taxCents,
    content: null,
    hsCode: null,
    originCountry: null,
    weightGrams: null,
    decision: decision(percent, 'added'),
  })
  const { lines } = groupTaxes([line('a', 100_00, 19_00, 19), line('b', 50_00, 3_50, 7)], 'added')
  const left = leftOf({ lines, mode: 'added' }, 's', [])
  const credit = (taxCents: number | null) =>
    creditRows({ lines, left, amountCents: 60_00, units: [], taxCents, restName: 'Amount' }).map(({ grossCents, taxCents: tax }) => [
      grossCents,
      tax,
    ])
  expect(credit(null)).toEqual([
    [41_39, 6_61],
    [18_61, 1_22],
  ])
  expect(credit(7_85)).toEqual([
    [41_39, 6_63],
    [18_61, 1_22],
  ])
})

test('G38 VAT is also given in the currency of its country, by the reference rate', () => {
  expect([taxCurrencyOf('DE'), taxCurrencyOf('SE'), taxCurrencyOf('BG')]).toEqual(['EUR', 'SEK', 'EUR'])
  expect(inTaxCurrency(16_91, { from: 1.16, to: 1 })).toBe(14_58)
  expect(inTaxCurrency(100_00, { from: 1, to: 11.2345 })).toBe(1_123_45)
})

test('I1 numbers have six digits after the prefix of their series', () => {
  expect([documentLabel('INV-', 7), documentLabel('SB-WELLEN-', 1_234_567)]).toEqual(['INV-000007', 'SB-WELLEN-1234567'])
})
