import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decisionFor } from '#server/testing/taxed-orders.ts'
import { grossOf, groupTaxes, type TaxedDocumentLine } from './document.ts'
import { advanceLines, finalLines, type IssuedAdvance, lessVat, withoutVat } from './milestone-invoice.ts'
import { milestoneAmounts, PLAN_PRESETS } from './payment-plan.ts'

const standard = decisionFor('domestic', 19)
const reduced = decisionFor('domestic', 7)

function lineOf(index: number, cents: { total: number; off: number; shipping: number; tax: number }): TaxedDocumentLine {
  return {
    lineId: String(index),
    businessId: 'seller',
    businessName: 'Seller',
    name: `Machine ${index}`,
    sku: null,
    quantity: 1,
    unitPriceCents: cents.total,
    lineTotalCents: cents.total,
    discountCents: cents.off,
    shippingCents: cents.shipping,
    taxCents: cents.tax,
    content: null,
    hsCode: null,
    originCountry: null,
    weightGrams: null,
    decision: index % 2 === 0 ? standard : reduced,
  }
}

/** All invoices of an order by a plan, as content of documents. */
function invoicesOf(lines: readonly TaxedDocumentLine[], plan = PLAN_PRESETS.retention.of(30), mode: 'added' | 'included' = 'added') {
  const total = lines.reduce((sum, line) => sum + grossOf(line, mode), 0)
  const issued: IssuedAdvance[] = []
  const advances = milestoneAmounts(total, plan)
    .slice(0, -1)
    .map((amountCents, index) => {
      const grouped = groupTaxes(advanceLines(lines, { mode, amountCents, issued, name: `Part ${index + 1}` }), mode)
      issued.push({ label: `INV-${index + 1}`, lines: grouped.lines })
      return grouped
    })
  return { total, advances, final: groupTaxes(finalLines(lines, issued), mode) }
}

test('30, 60 and 10 percent of a machine: each part has its tax, and the last invoice deducts both to the cent', () => {
  const machine = lineOf(0, { total: 900_00, off: 0, shipping: 100_00, tax: 190_00 })
  const { advances, final } = invoicesOf([machine])
  expect(advances.map(({ sums }) => sums)).toEqual([
    { subtotalCents: 270_00, discountCents: 0, shippingCents: 30_00, taxCents: 57_00, totalCents: 357_00 },
    { subtotalCents: 540_00, discountCents: 0, shippingCents: 60_00, taxCents: 114_00, totalCents: 714_00 },
  ])
  expect(final.sums).toEqual({ subtotalCents: 90_00, discountCents: 0, shippingCents: 10_00, taxCents: 19_00, totalCents: 119_00 })
  expect(final.lines.map(({ name, quantity, unitPriceCents, lineTotalCents }) => [name, quantity, unitPriceCents, lineTotalCents])).toEqual(
    [
      ['Machine 0', 1, 900_00, 900_00],
      ['Less INV-1, Part 1: Machine 0', -1, 270_00, -270_00],
      ['Less INV-2, Part 2: Machine 0', -1, 540_00, -540_00],
    ],
  )
})

test('two rates with remainders of a cent: each part has both, and together they are the order', () => {
  const { advances, final, total } = invoicesOf([
    lineOf(0, { total: 100_01, off: 0, shipping: 0, tax: 19_00 }),
    lineOf(1, { total: 33_33, off: 1_11, shipping: 3, tax: 2_26 }),
  ])
  expect(advances.map(({ taxes }) => taxes.map(({ percent }) => percent))).toEqual([
    [standard.percent, reduced.percent],
    [standard.percent, reduced.percent],
  ])
  expect([...advances, final].reduce((sum, { sums }) => sum + sums.totalCents, 0)).toBe(total)
  expect([...advances, final].reduce((sum, { sums }) => sum + sums.taxCents, 0)).toBe(21_26)
})

const cents = (max: number) => fc.integer({ min: 0, max })
const anyLine = fc.record({ total: fc.integer({ min: 1, max: 3_900_000 }), off: cents(100), shipping: cents(90_000), tax: cents(100) })

test('the invoices of any order by any plan add up to it: amount, shipping and tax of each rate, and none is negative', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(PLAN_PRESETS.retention.of(30), PLAN_PRESETS.deposit.of()),
      fc.constantFrom('added' as const, 'included' as const),
      (rows, plan, mode) => {
        const lines = rows.map(({ total, off, shipping, tax }, index) => {
          const discount = Math.min(off, total)
          return lineOf(index, { total, off: discount, shipping, tax: Math.floor(((total - discount + shipping) * tax) / 400) })
        })
        const { advances, final } = invoicesOf(lines, plan, mode)
        const whole = groupTaxes(lines, mode)
        const all = [...advances, final]
        for (const name of ['shippingCents', 'taxCents', 'totalCents'] as const) {
          expect(all.reduce((sum, { sums }) => sum + sums[name], 0)).toBe(whole.sums[name])
          for (const { sums } of all) expect(sums[name]).toBeGreaterThanOrEqual(0)
        }
        for (const { percent, taxCents } of whole.taxes) {
          const own = all.flatMap(({ taxes }) => taxes.filter((tax) => tax.percent === percent))
          expect(own.reduce((sum, tax) => sum + tax.taxCents, 0)).toBe(taxCents)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('VAT that is removed after any of the invoices is on no later one: all invoices less what was credited are the order without VAT', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(PLAN_PRESETS.retention.of(30), PLAN_PRESETS.deposit.of()),
      fc.nat(2),
      (rows, plan, issuedBefore) => {
        const lines = rows.map(({ total, off, shipping, tax }, index) => {
          const discount = Math.min(off, total)
          return lineOf(index, { total, off: discount, shipping, tax: Math.floor(((total - discount + shipping) * tax) / 400) })
        })
        const grossCents = lines.reduce((sum, line) => sum + grossOf(line, 'added'), 0)
        const netCents = lines.reduce((sum, line) => sum + grossOf(line, 'added') - line.taxCents, 0)
        const before = milestoneAmounts(grossCents, plan).slice(0, Math.min(issuedBefore, plan.length - 1))
        const issued: IssuedAdvance[] = []
        const taxed = before.map((amountCents) => {
          const grouped = groupTaxes(advanceLines(lines, { mode: 'added', amountCents, issued, name: 'Part' }), 'added')
          issued.push({ label: 'INV', lines: grouped.lines })
          return grouped
        })
        const credited = taxed.map(({ taxes }) => new Map(taxes.map(({ taxCents }, index) => [index, taxCents])))
        const known = issued.map((advance, index) => lessVat(advance, credited[index] ?? new Map()))
        const owed = lines.map((line) => withoutVat(line, line.taxCents))
        const later = milestoneAmounts(netCents, plan)
          .slice(before.length, -1)
          .map((amountCents) => {
            const grouped = groupTaxes(advanceLines(owed, { mode: 'added', amountCents, issued: known, name: 'Part' }), 'added')
            known.push({ label: 'INV', lines: grouped.lines })
            return grouped
          })
        const last = groupTaxes(finalLines(owed, known), 'added')
        for (const { sums } of [...later, last]) expect(sums.taxCents).toBe(0)
        const all = [...taxed, ...later, last].reduce((sum, { sums }) => sum + sums.totalCents, 0)
        expect(all - taxed.reduce((sum, { sums }) => sum + sums.taxCents, 0)).toBe(netCents)
        expect(last.taxes.map(({ reason, percent }) => [reason, percent])).toEqual([['intra_community', 0]])
      },
    ),
    { numRuns: 500 },
  )
})
