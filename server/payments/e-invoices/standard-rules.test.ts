import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type DocumentContent, groupTaxes } from '#domain/document.ts'
import { sumCredits } from '#domain/document-credits.ts'
import { advanceLines, finalLines } from '#domain/milestone-invoice.ts'
import type { DocumentRow } from '#server/payments/documents/document-record.ts'
import { openEInvoiceWriter } from '#server/platform/vendors/e-invoice.ts'
import { brokenBy } from '#server/testing/check-e-invoice.ts'
import { buyer, documentOf, invoiceOf, issuer, percentageCode, REVERSE } from '#server/testing/invoiced-orders.ts'
import { someOf, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { decisionFor } from '#server/testing/taxed-orders.ts'
import { describeEInvoice } from './describe-e-invoice.ts'

const writer = openEInvoiceWriter()
afterAll(() => writer.close())

const LEITWEG = '04011000-1234512345-06'
const IMPORT = 'Import VAT and duty are charged on delivery (DAP)'
const domestic = decisionFor('domestic', 19)
const reduced = decisionFor('domestic', 7)
const finnish = decisionFor('oss', 25.5, { country: 'FI' })
const zero = decisionFor('domestic', 0)
const reverse = decisionFor('intra_community', 0, { text: REVERSE })
const exported = decisionFor('export', 0, { text: 'Export, exempt under Art. 146 Directive 2006/112/EC' })
const imported = decisionFor('export_to_eu', 0, { text: IMPORT })
const small = decisionFor('small_business', 0, { text: 'VAT exempt: small enterprise scheme (Art. 284)' })
const untaxedShipping = decisionFor('domestic', 19, { shipsTaxed: false })

type Change = Partial<DocumentContent>

/** An invoice with one line for each decision. */
function invoiceWith(
  decisions: (typeof domestic)[],
  { shipping = 9_99, off = 0, ...change }: { shipping?: number; off?: number } & Change = {},
) {
  const priced = decisions.map((_, decision) => ({ cents: 36_91 + 11 * decision, quantity: 3 + decision, decision }))
  const row = invoiceOf(priced, decisions, shipping, {}, off > 0 ? percentageCode(off) : null)
  return { ...row, content: { ...row.content, ...change } }
}

/** A credit note of these rows for an invoice. */
function creditOf(
  invoice: DocumentRow,
  rows: { tax?: number; quantity?: number | null; gross: number; vat: number; base?: number }[],
): DocumentRow {
  const credits = rows.map(({ tax = 0, quantity = null, gross, vat, base }) => ({
    lineId: null,
    businessId: 'seller',
    businessName: 'Seller',
    name: 'Mat',
    quantity,
    grossCents: gross,
    taxCents: vat,
    tax,
    ...(base !== undefined && { baseCents: base }),
  }))
  const { taxes } = invoice.content
  const refersTo = { label: invoice.label, issuedAt: invoice.issuedAt.toISOString() }
  const content = { ...invoice.content, lines: [], credits, ...sumCredits(credits, taxes), payment: null, refersTo, reason: 'Returned' }
  return documentOf(content, { kind: 'credit_note', label: 'CN-000001', suppliedAt: invoice.suppliedAt })
}

/** The advance invoice of 30%, and the final invoice that deducts it, of an invoice with one line for each decision. */
function partsOf(decisions: (typeof domestic)[]): { advance: DocumentRow; final: DocumentRow } {
  const { content } = invoiceWith(decisions, { off: 10 })
  const lines = content.lines.flatMap(({ tax, ...line }) => {
    const decision = decisions[tax]
    return decision ? [{ ...line, decision }] : []
  })
  const { mode, sums } = content
  const amountCents = Math.round(sums.totalCents * 0.3)
  const advance = groupTaxes(advanceLines(lines, { mode, amountCents, issued: [], name: '30% advance payment' }), mode)
  const final = groupTaxes(finalLines(lines, [{ label: 'INV-000001', lines: advance.lines }]), mode)
  const deducts = [{ label: 'INV-000001', issuedOn: '2026-11-27' }]
  return {
    advance: documentOf({ ...content, ...advance, isAdvance: true, reason: 'Advance payment' }, { suppliedAt: null }),
    final: documentOf({ ...content, ...final, deducts, reason: 'Final invoice' }),
  }
}

const paid = { kind: 'paid', at: '2026-11-27T09:00:00.000Z', label: 'Card', reference: 'pi_1' } as const
const due = (payTo: string) => ({ kind: 'due', by: '2026-12-27T00:00:00.000Z', payTo }) as const
const unsent = (row: DocumentRow): DocumentRow => ({ ...row, suppliedAt: null })

const CASES: Record<string, DocumentRow> = {
  plain: invoiceWith([domestic], { shipping: 0 }),
  'with shipping': invoiceWith([domestic]),
  'line discount': invoiceWith([domestic], { off: 10 }),
  'code of 100%': invoiceWith([domestic], { off: 100 }),
  'code of 100% and no shipping': invoiceWith([domestic, reduced], { off: 100, shipping: 0 }),
  'several rates': invoiceWith([domestic, reduced, finnish], { off: 7 }),
  'several rates and none': invoiceWith([domestic, zero, small]),
  'reverse charge': invoiceWith([reverse], { off: 10 }),
  'reverse charge, not sent yet': unsent(invoiceWith([reverse])),
  export: invoiceWith([exported], { off: 10, buyer: { ...buyer, country: 'CH', vatId: '' } }),
  'import into the EU': invoiceWith([imported], { buyer: { ...buyer, vatId: '' } }),
  'small enterprise without VAT ID': invoiceWith([small], { issuer: { ...issuer, vatId: '', taxNumber: '12/345/67890' } }),
  'VAT ID and tax number': invoiceWith([domestic], { issuer: { ...issuer, taxNumber: '12/345/67890' } }),
  'rate of zero': invoiceWith([zero]),
  'shipping without VAT': invoiceWith([untaxedShipping], { off: 10 }),
  'paid by card': invoiceWith([domestic], { payment: paid }),
  'paid and free': invoiceWith([domestic], { off: 100, shipping: 0, payment: paid }),
  'account without IBAN': invoiceWith([domestic], { payment: due('First Bank, routing 021000021, account 12345') }),
  'no account': invoiceWith([domestic], { payment: due('') }),
  'paid in part': invoiceWith([domestic], { payment: { ...due(''), paidCents: 10_00 } }),
  'due at an event': invoiceWith([domestic], { payment: { kind: 'due', by: null, terms: '14 days after delivery', payTo: '' } }),
  'VAT in Czech crowns': invoiceWith([decisionFor('oss', 21, { country: 'CZ' })], {
    localTax: { currency: 'CZK', cents: 5_432, perEur: 24.3, day: '2026-11-26' },
    buyer: { ...buyer, country: 'CZ', vatId: 'CZ12345679' },
  }),
  'seller without email': invoiceWith([domestic], { issuer: { ...issuer, email: '' } }),
  'in dollars': {
    ...invoiceWith([domestic], { localTax: { currency: 'EUR', cents: 1_803, perEur: 1.1, day: '2026-11-26' } }),
    currency: 'USD',
  },
  'for a seller': invoiceWith([domestic], { onBehalfBy: 'Reflute' }),
  'without contact data': invoiceWith([domestic], {
    issuer: { ...issuer, email: '', phone: '' },
    buyer: { ...buyer, contact: '', vatId: '' },
  }),
  'Greek buyer': invoiceWith([reverse], { buyer: { ...buyer, name: 'Χαρτοκιβώτια Α.Ε.', country: 'GR', vatId: 'EL123456783' } }),
  'advance payment': partsOf([domestic, reduced]).advance,
  'final invoice': partsOf([domestic, reduced]).final,
  'advance payment, reverse charge': partsOf([reverse]).advance,
  'final invoice, shipping without VAT': partsOf([untaxedShipping]).final,
  'partial refund': creditOf(invoiceWith([domestic], { off: 10 }), [{ quantity: 1, gross: 39_53, vat: 6_31 }]),
  'refund of an amount': creditOf(invoiceWith([domestic, reduced]), [
    { gross: 10_00, vat: 1_60 },
    { tax: 1, gross: 5_35, vat: 35 },
  ]),
  'refund of reverse charge': creditOf(invoiceWith([reverse]), [{ quantity: 2, gross: 73_82, vat: 0 }]),
  'refund of reverse charge, not sent yet': unsent(creditOf(unsent(invoiceWith([reverse])), [{ quantity: 2, gross: 73_82, vat: 0 }])),
  'whole refund': creditOf(invoiceWith([domestic], { shipping: 0 }), [{ quantity: 3, gross: 131_77, vat: 21_04 }]),
  'refund of VAT alone': creditOf(invoiceWith([finnish]), [{ gross: 25_50, vat: 25_50, base: 100_00 }]),
}

async function writtenOf(row: DocumentRow): Promise<Record<string, string>> {
  const { invoice, hasAddresses } = describeEInvoice(row, { form: 'factur_x', buyerReference: '' })
  return { CII: await writer.write(invoice, 'CII'), ...(hasAddresses && { UBL: await writer.write(invoice, 'UBL') }) }
}

test.each(someOf(Object.entries(CASES), 5))('I4 %s: the e-invoice breaks no rule of EN 16931 in either syntax', async (_, row) => {
  for (const [syntax, xml] of Object.entries(await writtenOf(row))) expect(brokenBy(xml), syntax).toEqual([])
})

test('I4 an XRechnung breaks no rule either, as invoice and as credit note', async () => {
  for (const row of someOf([CASES['line discount'], CASES['several rates'], CASES['advance payment'], CASES['partial refund']], 2)) {
    if (!row) throw new Error('no case')
    const { invoice } = describeEInvoice(row, { form: 'xrechnung', buyerReference: LEITWEG })
    for (const format of ['CII', 'XRECHNUNG-UBL'] as const) expect(brokenBy(await writer.write(invoice, format)), format).toEqual([])
  }
})

test('a text that looks like an entity is written as it is', async () => {
  const { invoice } = describeEInvoice(invoiceWith([domestic], { buyer: { ...buyer, name: 'Smith &co; Sons &#65; &amp; Daughters' } }), {
    form: 'factur_x',
    buyerReference: '',
  })
  for (const format of ['CII', 'UBL'] as const)
    expect(await writer.write(invoice, format)).toContain('Smith &amp;co; Sons &amp;#65; &amp;amp; Daughters')
})

const COUNTRIES = [
  { country: 'DE', vatId: 'DE111111117', postalCode: '10115', state: '' },
  { country: 'AT', vatId: 'ATU12345675', postalCode: '1010', state: '' },
  { country: 'FR', vatId: 'FR83404833048', postalCode: '75001', state: '' },
  { country: 'GR', vatId: 'EL123456783', postalCode: '104 31', state: '' },
  { country: 'IE', vatId: 'IE1234567FA', postalCode: 'D02 X285', state: 'Dublin' },
  { country: 'PL', vatId: 'PL1234563218', postalCode: '90-001', state: '' },
  { country: 'ES', vatId: 'ESB12345674', postalCode: '28001', state: 'Madrid' },
  { country: 'FI', vatId: 'FI12345671', postalCode: '00100', state: '' },
  { country: 'NL', vatId: 'NL123456782B90', postalCode: '1234 AB', state: '' },
  { country: 'DE', vatId: '', postalCode: '', state: '' },
]
const text = fc.oneof(
  fc.constantFrom('Łódź Pakownia Sp. z o.o.', 'Smith & Sons <Boxes> "Ltd"', 'Христо ЕООД', "O'Neill]]>"),
  fc.string({ minLength: 1, maxLength: 60 }),
)
const line = fc.record({ cents: fc.integer({ min: 1, max: 2_000_000 }), quantity: fc.integer({ min: 1, max: 1_200 }), decision: fc.nat(5) })
const orders = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  shipping: fc.constantFrom(0, 1, 9_99, 289_00),
  off: fc.constantFrom(0, 1, 12.5, 33, 100),
  from: fc.constantFrom(...COUNTRIES.slice(0, 9)),
  to: fc.constantFrom(...COUNTRIES),
  name: text,
  street: text,
  contact: fc.oneof(fc.constant(''), text),
  email: fc.constantFrom('', 'a@b.test'),
  po: fc.oneof(fc.constant(''), text),
  isSent: fc.boolean(),
  payment: fc.constantFrom<NonNullable<DocumentContent['payment']>>(
    paid,
    due(''),
    due('IBAN FR76 3000 6000 0112 3456 7890 189\nBIC AGRIFRPP'),
  ),
})

test('I4 e-invoices of random orders, parties and texts break no rule', async () => {
  const decisions = [domestic, reduced, finnish, small, zero, untaxedShipping]
  const samples = fc.sample(orders, { numRuns: TESTS_ALL ? 300 : 3, seed: 16931 })
  for (const { lines, shipping, off, from, to, name, street, contact, email, po, isSent, payment } of samples) {
    const row = invoiceOf(
      lines,
      to.vatId && lines.length % 2 ? [reverse, reverse, reverse, exported, reverse, reverse] : decisions,
      shipping,
      {},
      percentageCode(off),
    )
    const content: DocumentContent = {
      ...row.content,
      issuer: { ...issuer, ...from, name, email },
      buyer: { ...buyer, ...to, name, street, contact },
      order: { ...row.content.order, poNumber: po },
      payment,
    }
    const whole = { ...row, suppliedAt: isSent ? '2026-11-28' : null, content }
    for (const [syntax, xml] of Object.entries(await writtenOf(whole)))
      expect(brokenBy(xml), `${syntax} ${JSON.stringify(content)}`).toEqual([])
  }
})
