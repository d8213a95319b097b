import { expect, test } from 'vitest'
import type { DocumentLine, DocumentTax } from './document.ts'
import { creditRows, leftOf, sumCredits } from './document-credits.ts'
import { figuresOf } from './document-figures.ts'

const line = (lineId: string, lineTotalCents: number, taxCents: number, tax: number): DocumentLine => ({
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
  tax,
})
const rate = (percent: number, baseCents: number, taxCents: number): DocumentTax => ({
  percent: percent * 10_000,
  reason: 'oss',
  text: '',
  country: 'DE',
  state: '',
  shipsTaxed: true,
  collector: null,
  label: '',
  baseCents,
  taxCents,
})
const lines = [line('a', 100_00, 19_00, 0), line('b', 50_00, 3_50, 1)]
const taxes = [rate(19, 100_00, 19_00), rate(7, 50_00, 3_50)]
const buyer = { vatId: 'DE111111117' }
const vatOf = (amountCents: number, vat: { lineId: string; cents: number }[]) =>
  creditRows({ lines, left: leftOf({ lines, mode: 'added' }, 's', []), amountCents, units: [], taxCents: null, restName: 'Amount', vat })

test('T10 VAT alone is credited at the rates of the lines that returned it, with the base that it moves', () => {
  const rows = (...given: Parameters<typeof vatOf>) =>
    vatOf(...given).map(({ name, tax, grossCents, taxCents, baseCents }) => [name, tax, grossCents, taxCents, baseCents])
  expect(rows(3_50, [{ lineId: 'b', cents: 3_50 }])).toEqual([['VAT', 1, 3_50, 3_50, 50_00]])
  const both = [
    { lineId: 'a', cents: 19_00 },
    { lineId: 'b', cents: 3_50 },
  ]
  expect(rows(22_50, both)).toEqual([
    ['VAT', 0, 19_00, 19_00, 100_00],
    ['VAT', 1, 3_50, 3_50, 50_00],
  ])
  expect(rows(4_50, both)).toEqual([
    ['VAT', 0, 3_80, 3_80, 20_00],
    ['VAT', 1, 70, 70, 10_00],
  ])
  expect(rows(22_60, both).slice(2)).toEqual([
    ['Amount', 0, 7, 0, undefined],
    ['Amount', 1, 3, 0, undefined],
  ])
})

test('T10 I7 the figures of a credit note of VAT alone are its base at the rate, and less exempt supply', () => {
  const credits = vatOf(3_50, [{ lineId: 'b', cents: 3_50 }])
  const content = { lines: [], credits, mode: 'added' as const, buyer, ...sumCredits(credits, taxes) }
  const figures = figuresOf({ kind: 'credit_note', content }).map((one) => [
    one.reason,
    one.percent,
    one.netCents,
    one.baseCents,
    one.taxCents,
  ])
  expect(figures).toEqual([
    ['oss', 70_000, 50_00, 50_00, 3_50],
    ['intra_community', 0, -50_00, -50_00, 0],
  ])
})
