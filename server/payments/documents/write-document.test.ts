import { expect, test } from 'vitest'
import { formatMoney } from '#domain/money.ts'
import { documentOf, invoiceOf, percentageCode } from '#server/testing/invoiced-orders.ts'
import { someOf } from '#server/testing/race-rounds.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { decisionFor } from '#server/testing/taxed-orders.ts'
import type { DocumentRow } from './document-record.ts'
import { writeDocument } from './write-document.ts'

const NET = [decisionFor('domestic', 19), decisionFor('domestic', 7)]
const LINES = Array.from({ length: 12 }, (_, at) => 3 * (at + 1))
const SELLERS = ['Wellen & Co', 'Roller Works', 'Carton Clair']
const PAY_TO = 'Reflute GmbH\nBank of Ireland\nIBAN IE29 AIBK 9311 5212 3456 78\nBIC AIBKIE2D\nReference as below'
const money = (cents: number) => formatMoney(cents, 'EUR')
const read = async (document: DocumentRow) => readPdf(await writeDocument({ document, email: 'buyer@test.test' }))

interface Order {
  lines: number
  sellers?: number
  off?: number
  price?: number
  code?: string
  isPaid?: boolean
}

/** An invoice of lines that sellers share, with a code unless `off` is 0. */
function invoice({ lines, sellers = 1, off = 10, price = 1_234_50, code = 'SAVE10', isPaid = false }: Order): DocumentRow {
  const priced = Array.from({ length: lines }, (_, at) => ({ cents: price + 7 * at, quantity: 1 + (at % 3), decision: at % NET.length }))
  const { content } = invoiceOf(priced, NET, 99_90, {}, off > 0 ? percentageCode(off) : null)
  return documentOf({
    ...content,
    order: { ...content.order, promoCode: off > 0 ? code : '' },
    lines: content.lines.map((line, at) => ({
      ...line,
      name: `Replacement disc set ${at} for the chip maker EcoMat 1000`,
      businessId: `${at % sellers}`,
      businessName: SELLERS[at % sellers] ?? '',
    })),
    payment: isPaid
      ? { kind: 'paid', at: '2026-11-27T09:00:00.000Z', label: 'Bank transfer', reference: 'TRX 4711' }
      : { kind: 'due', by: '2026-12-27T00:00:00.000Z', payTo: PAY_TO },
  })
}

test('a row with a discount has the price, the discount and the amount after it', async () => {
  const { text } = await read(invoice({ lines: 1, price: 12_500_00 }))
  expect(text).toContain(['€12,500.00', money(-1_250_00), '€11,250.00'].join('\n'))
  expect(text.replaceAll(/\s+/g, ' ')).toContain('discount by code SAVE10')
  expect(text).toContain('Subtotal\n€11,250.00')
})

test.each([
  'A',
  'SAVE10',
  'WWWWWW',
  'WELCOME',
  'WELCOME10',
  'BLACKFRIDAY2026',
  'SPRING-SALE-FOR-BUSINESSES-IN-THE-EU',
  'W'.repeat(40),
  'ABC_DEF-12',
])('the code %s is printed whole, and breaks no heading', async (code) => {
  for (const sellers of [1, 3]) {
    const { text } = await read(invoice({ lines: 3, sellers, code }))
    const lines = text.split('\n')
    const words = text.replaceAll(/\s+/g, ' ')
    expect(words).toContain('Unit price Discount Amount')
    expect(
      lines.some((line) => line.includes(code)),
      words,
    ).toBe(true)
  }
})

test.each([
  { lines: 1 },
  { lines: 1, off: 0 },
  { lines: 7, off: 33 },
  { lines: 3, off: 100 },
  { lines: 12, off: 1 },
  { lines: 6, sellers: 3 },
  { lines: 9, sellers: 2, off: 12 },
  { lines: 40, sellers: 3, off: 7 },
])('the rows of $lines lines with $off% off add up to the printed subtotal, and that with shipping and tax to the total', async (order) => {
  const document = invoice(order)
  const { content } = document
  const { text } = await read(document)
  let rest = text
  let sum = 0
  for (const line of [...Map.groupBy(content.lines, ({ businessId }) => businessId).values()].flat()) {
    const { name, unitPriceCents, discountCents, lineTotalCents } = line
    rest = rest.slice(rest.indexOf(name))
    const row = rest.slice(0, rest.indexOf('Replacement', name.length)).split('\n')
    const amounts = row.filter((cell) => /^[−-]?€/.test(cell))
    const after = lineTotalCents - discountCents
    expect(amounts.slice(0, discountCents > 0 ? 3 : 2)).toEqual(
      discountCents > 0 ? [money(unitPriceCents), money(-discountCents), money(after)] : [money(unitPriceCents), money(after)],
    )
    sum += after
  }
  expect(text).toContain(order.sellers ? `All sellers\n${money(sum)}` : `Subtotal\n${money(sum)}`)
  expect(sum + content.sums.shippingCents + content.sums.taxCents).toBe(document.grossCents)
})

test('total, balance and how to pay are on one page, however many lines come before', async () => {
  for (const sellers of [1, 3]) {
    for (const isPaid of [false, true]) {
      for (const lines of someOf(LINES, 4)) {
        const { pageTexts, pages } = await read(invoice({ lines, sellers, isPaid }))
        const last = pageTexts.at(-1) ?? ''
        const words = ['Amount due', 'VAT 19%', ...(isPaid ? ['Paid. Thank you.', 'TRX 4711'] : ['Please pay', 'IE29', 'AIBKIE2D'])]
        for (const word of [...words, sellers > 1 ? 'All sellers' : 'Subtotal'])
          expect([lines, sellers, last.includes(word), word]).toEqual([lines, sellers, true, word])
        expect(pages).toBeLessThanOrEqual(1 + Math.ceil(lines / 14))
      }
    }
  }
})

test('the invoice of three sellers with a code fits on one page, with two products of each, paid or not', async () => {
  for (const isPaid of [false, true]) expect((await read(invoice({ lines: 6, sellers: 3, isPaid }))).pages).toBe(1)
})
