import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DocumentContent, type DocumentCredit, type DocumentTax, netOf } from '#domain/document.ts'
import { creditRows, leftOf, sumCredits } from '#domain/document-credits.ts'
import { figuresOf } from '#domain/document-figures.ts'
import { type DocumentRow, type NewDocument, storeDocument } from '#server/payments/documents/document-record.ts'
import { invoiceOf } from '#server/testing/invoiced-orders.ts'
import { decisionFor } from '#server/testing/taxed-orders.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* Journal, tax return and documents of random orders say the same, to the cent. */

let shop: TestShop
let boss: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  boss = await shop.signIn('super_admin')
  const { accounting } = await boss.settings.read()
  await boss.settings.update({ body: { accounting: { ...accounting, consultant: 1001, client: 42 } } })
})

const DECISIONS = [
  decisionFor('domestic', 19),
  decisionFor('domestic', 7),
  decisionFor('oss', 25.5, { country: 'FI' }),
  decisionFor('intra_community', 0, { country: 'FR' }),
  decisionFor('export', 0, { country: 'CH' }),
  decisionFor('sales_tax', 8.875, { country: 'US', state: 'NY', shipsTaxed: false }),
]
/** Accounts of SKR03 that the decisions are booked on. */
const ACCOUNTS = ['8400', '8200', '8320', '8125', '8120', '8200']

const orders = fc.array(
  fc.record({
    lines: fc.array(
      fc.record({ cents: fc.integer({ min: 1, max: 90_000 }), quantity: fc.integer({ min: 1, max: 9 }), decision: fc.nat(5) }),
      { minLength: 1, maxLength: 5 },
    ),
    shipping: fc.nat(9000),
    credits: fc.array(fc.record({ kind: fc.constantFrom('amount', 'units', 'vat'), part: fc.integer({ min: 1, max: 100 }) }), {
      maxLength: 4,
    }),
  }),
  { minLength: 1, maxLength: 4 },
)
type Order = (typeof orders extends fc.Arbitrary<infer Many> ? Many : never) extends (infer One)[] ? One : never

const sumOf = <One>(list: readonly One[], of: (one: One) => number) => list.reduce((sum, one) => sum + of(one), 0)

/** Returns the rows of a credit of an invoice: of a part of what is left, of units, or of all VAT that is left. */
function creditOf(content: DocumentContent, credits: readonly DocumentCredit[], { kind, part }: Order['credits'][number]) {
  const left = leftOf(content, 'seller', credits)
  const whole = sumOf([...left.values()], ({ grossCents }) => grossCents)
  const share = { lines: content.lines, left, taxCents: null, restName: 'Amount' }
  if (kind === 'vat') {
    const vat = content.lines
      .filter(({ tax }) => content.taxes[tax]?.shipsTaxed)
      .map(({ lineId, taxCents }) => ({ lineId, cents: taxCents }))
    const amountCents = sumOf([...left], ([tax, { taxCents }]) => (content.taxes[tax]?.shipsTaxed ? taxCents : 0))
    return creditRows({ ...share, amountCents, units: [], vat })
  }
  const amountCents = Math.ceil((whole * part) / 100)
  const [line] = content.lines
  const units = kind === 'units' && line ? [{ lineId: line.lineId, quantity: 1, amountCents: line.unitPriceCents }] : []
  return creditRows({ ...share, amountCents, units })
}

/** Stores the invoice of an order with its credit notes. */
async function issue(order: Order, label: () => { number: number; label: string }, issuedAt: Date): Promise<DocumentRow[]> {
  const stored = async ({ id: _id, number: _number, label: _label, ...document }: DocumentRow) =>
    storeDocument(shop.deps.db, { ...document, issuedAt } satisfies NewDocument, label())
  const random = invoiceOf(order.lines, DECISIONS, order.shipping)
  const invoice = await stored({ ...random, cause: label().label })
  const notes: DocumentRow[] = []
  for (const credit of order.credits) {
    const before = notes.flatMap(({ content }) => content.credits)
    const credits = creditOf(invoice.content, before, credit)
    if (credits.length === 0) continue
    const sums = sumCredits(credits, invoice.content.taxes)
    const content: DocumentContent = { ...invoice.content, lines: [], credits, ...sums, payment: null }
    const amounts = { netCents: netOf(content.sums), taxCents: content.sums.taxCents, grossCents: content.sums.totalCents }
    notes.push(await stored({ ...random, ...amounts, kind: 'credit_note', refersTo: invoice.id, cause: label().label, content }))
  }
  return [invoice, ...notes]
}

const signOf = ({ kind }: Pick<DocumentRow, 'kind'>) => (kind === 'credit_note' ? -1 : 1)
const toCents = (amount: number) => Math.round(amount * 100)
const keyOf = ({ reason, percent }: Pick<DocumentTax, 'reason' | 'percent'>) => `${reason} ${percent / 10_000}`

/** Adds up amounts by rate and reason. */
function sumByRate(amounts: readonly { key: string; net: number; tax: number }[]) {
  const sums = [...Map.groupBy(amounts, ({ key }) => key)].map(
    ([key, own]) => [key, { net: sumOf(own, ({ net }) => net), tax: sumOf(own, ({ tax }) => tax) }] as const,
  )
  return new Map(sums.filter(([, { net, tax }]) => net !== 0 || tax !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Adds up the figures of documents, with the base that VAT which is credited alone moves to the exempt supply. */
const statedBy = (documents: readonly DocumentRow[]) =>
  sumByRate(
    documents.flatMap((document) =>
      figuresOf(document).map((figure) => ({
        key: keyOf(figure),
        net: signOf(document) * figure.netCents,
        tax: signOf(document) * figure.taxCents,
      })),
    ),
  )

async function returned(month: string) {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  const { rows } = await boss.accounting.taxReturns({ query: { from: `${month}-01`, to: `${month}-${last}` } })
  return rows
}

async function journalOf(month: string) {
  const url = `/api/admin/accounting/journal?month=${month}&format=csv`
  const { body } = await shop.app.inject({ url, headers: { authorization: `Bearer ${boss.token}` } })
  const sums = new Map<string, number>()
  for (const line of body.trim().split(/\r?\n/).slice(1)) {
    const [, , , account = '', , debit, credit] = line.split(',')
    sums.set(account, (sums.get(account) ?? 0) + toCents(Number(credit || 0)) - toCents(Number(debit || 0)))
  }
  return sums
}

async function datevOf(month: string) {
  const url = `/api/admin/accounting/journal?month=${month}&format=datev`
  const { body } = await shop.app.inject({ url, headers: { authorization: `Bearer ${boss.token}` } })
  const sums = new Map<string, number>()
  for (const line of body.split('\r\n').slice(2, -1)) {
    const cells = line.split(';')
    const [gross = '', side, account = ''] = [cells[0], cells[1], cells[7]]
    const cents = toCents(Number(gross.replace(',', '.')))
    sums.set(account, (sums.get(account) ?? 0) + (side === '"S"' ? cents : -cents))
  }
  return sums
}

test('T10 I7 journal, tax return and documents of random orders are the same for each rate and month, to the cent', async () => {
  let run = 0
  let number = 0
  const label = () => ({ number: (number += 1), label: `R-${number}` })
  await fc.assert(
    fc.asyncProperty(orders, async (many) => {
      const month = `${2001 + Math.floor(run / 12)}-${String((run % 12) + 1).padStart(2, '0')}`
      run += 1
      const issued: DocumentRow[] = []
      for (const order of many) issued.push(...(await issue(order, label, new Date(`${month}-17T12:00:00Z`))))

      // documents: their figures are their amounts
      const own = statedBy(issued)
      expect(sumOf([...own.values()], ({ net }) => net)).toBe(sumOf(issued, (one) => signOf(one) * one.netCents))
      const taxes = Map.groupBy(
        issued.flatMap((one) => one.content.taxes.map((tax) => ({ key: keyOf(tax), cents: signOf(one) * tax.taxCents }))),
        ({ key }) => key,
      )
      for (const [key, rates] of taxes) expect(own.get(key)?.tax ?? 0, key).toBe(sumOf(rates, ({ cents }) => cents))

      // tax return: rate by rate
      const rows = await returned(month)
      const reported = sumByRate(
        rows.map(({ reason, percent, net, tax }) => ({ key: `${reason} ${percent}`, net: toCents(net), tax: toCents(tax) })),
      )
      expect(reported).toEqual(own)

      // journal and DATEV: account by account
      const [journal, datev] = [await journalOf(month), await datevOf(month)]
      for (const account of new Set(ACCOUNTS)) {
        const booked = DECISIONS.filter((_, index) => ACCOUNTS[index] === account)
          .map(keyOf)
          .map((key) => own.get(key))
        expect(journal.get(account) ?? 0, account).toBe(sumOf(booked, (one) => one?.net ?? 0))
        expect(datev.get(account) ?? 0, account).toBe(sumOf(booked, (one) => (one ? one.net + one.tax : 0)))
      }
      expect(journal.get('1776') ?? 0).toBe(sumOf(issued, (one) => signOf(one) * one.taxCents))
    }),
    { numRuns: 40, seed: 2006_112 },
  )
})
