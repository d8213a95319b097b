import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeEInvoices } from '#server/payments/e-invoices/make-e-invoices.ts'
import { eInvoices, taxRegistrations } from '#server/platform/db/schema.ts'
import { pay } from '#server/testing/buyers.ts'
import { someOf } from '#server/testing/race-rounds.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { readXml, textAt } from '#server/testing/read-xml.ts'
import { allowIncludedTax, decisionFor, placeTaxed } from '#server/testing/taxed-orders.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { setTimeZone } from '#server/testing/time-zone.ts'

let shop: TestShop
let ann: SignedInUser
let boss: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
  await allowIncludedTax(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  const registration = { businessId: null, state: null, isBelowThreshold: false, note: '', validFrom: '2020-01-01', validTo: null }
  await shop.deps.db.insert(taxRegistrations).values({ ...registration, country: 'DE', scheme: 'domestic', number: 'DE123456788' })
})

const TEXT = 'Intra-Community supply, exempt under Art. 138 Directive 2006/112/EC; the recipient accounts for the VAT (reverse charge)'
const customer = { company: 'Kartonhaus GmbH', vatId: 'DE111111117', country: 'DE', state: '', city: 'Berlin', zipCode: '10115' }

/** Sets the clock, and signs in again: sessions do not last for years. */
async function goTo(at: string) {
  shop.advance(Date.parse(at) - shop.deps.now().getTime())
  ann = await shop.signIn('customer')
  boss = await shop.signIn('super_admin')
  const { accounting } = await boss.settings.read()
  await boss.settings.update({ body: { accounting: { ...accounting, consultant: 1001, client: 42 } } })
}

async function placeOrder() {
  const { id: businessId } = await shop.make.business({ country: 'Germany' })
  const { id: product } = await shop.make.product({ category: 'mat', priceEurCents: 36_90, ladder: [], hsCode: '482390', businessId })
  return placeTaxed(shop, ann, {
    customer,
    lines: [{ id: product, quantity: 3, decision: decisionFor('intra_community', 0, { text: TEXT }) }],
  })
}

const fetchFile = async (path: string) => shop.app.inject({ url: path, headers: { authorization: `Bearer ${boss.token}` } })
const pdfOf = async (id: string) => readPdf((await fetchFile(`/api/documents/${id}.pdf`)).rawPayload).text.replaceAll(/\s+/g, ' ')

/** Everything that says on which day, or in which month, the documents of an order are. */
async function daysOf(order: string, months: readonly string[]) {
  await makeEInvoices(shop.deps, new AbortController().signal)
  const documents = await boss.documents.ofOrder({ params: { id: order } })
  const stated = []
  for (const { id, number, issuedOn } of documents) {
    const [file] = await shop.deps.db.select().from(eInvoices).where(eq(eInvoices.documentId, id))
    const printed = /Issued: (\w+ \d+, \d+)/.exec(await pdfOf(id))?.[1]
    const data = file?.ubl ? textAt(readXml(file.ubl), 'IssueDate') : null
    stated.push({ number, issuedOn, printed, data })
  }
  const byMonth: Record<string, unknown> = {}
  for (const month of months) {
    const lines = (await fetchFile(`/api/admin/accounting/journal?month=${month}&format=csv`)).body.trim().split(/\r?\n/).slice(1)
    const datev = (await fetchFile(`/api/admin/accounting/journal?month=${month}&format=datev`)).body.trim().split(/\r?\n/).slice(2)
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
    const { totals } = await boss.accounting.taxReturns({ query: { from: `${month}-01`, to: last } })
    byMonth[month] = {
      listed: (await boss.documents.list({ query: { month } })).items.map(({ number }) => number),
      journal: [...new Set(lines.map((line) => line.split(',').slice(0, 2).join(' ')))],
      datev: datev.map((line) => line.split(';')[9]),
      net: totals.map(({ net }) => net),
    }
  }
  return { stated, byMonth }
}

test('a document of 23:30 on January 31 is of January in Chicago, on paper, in data, lists, journal and tax, and stays so when the shop moves', async () => {
  await setTimeZone(shop, 'America/Chicago')
  await goTo('2037-02-01T05:30:00Z')
  const order = await placeOrder()
  await pay(shop, order)
  const months = ['2036-12', '2037-01', '2037-02']
  const then = await daysOf(order, months)
  const nothing = { listed: [], journal: [], datev: [], net: [] }
  expect(then).toEqual({
    stated: [{ number: 'INV-000001', issuedOn: '2037-01-31', printed: 'January 31, 2037', data: '2037-01-31' }],
    byMonth: {
      '2036-12': nothing,
      '2037-01': { listed: ['INV-000001'], journal: ['2037-01-31 INV-000001'], datev: ['3101'], net: [110.7] },
      '2037-02': nothing,
    },
  })
  const text = await pdfOf((await boss.documents.ofOrder({ params: { id: order } }))[0]?.id ?? '')
  expect(text).toContain('Ordered: January 31, 2037')
  expect(text).toContain('Paid on January 31, 2037')

  await setTimeZone(shop, 'Asia/Tokyo')
  expect(await daysOf(order, months)).toEqual(then)
  await ann.orders.cancel({ params: { id: order } }) // its refund settles at once
  const { stated, byMonth } = await daysOf(order, months)
  expect(stated).toEqual([...then.stated, { number: 'CN-000001', issuedOn: '2037-02-01', printed: 'February 1, 2037', data: '2037-02-01' }])
  expect(byMonth).toMatchObject({
    '2037-01': then.byMonth['2037-01'],
    '2037-02': { listed: ['CN-000001'], journal: ['2037-02-01 CN-000001'], datev: ['0102'], net: [-110.7] },
  })
  const note = (await boss.documents.ofOrder({ params: { id: order } })).find(({ kind }) => kind === 'credit_note')
  expect(await pdfOf(note?.id ?? '')).toContain('of January 31, 2037')
})

test.each(
  someOf(
    [
      ['UTC', '2037-01-31T23:50:00.000Z', '2037-01-31'],
      ['UTC', '2037-02-01T00:00:00.000Z', '2037-02-01'],
      ['Europe/Berlin', '2037-06-30T21:50:00.000Z', '2037-06-30'],
      ['Europe/Berlin', '2037-06-30T22:00:00.000Z', '2037-07-01'],
      ['Pacific/Kiritimati', '2037-01-31T10:00:00.000Z', '2037-02-01'],
      ['Pacific/Pago_Pago', '2037-02-01T10:50:00.000Z', '2037-01-31'],
      ['Asia/Kolkata', '2037-03-31T18:20:00.000Z', '2037-03-31'],
      ['Asia/Kolkata', '2037-03-31T18:30:00.000Z', '2037-04-01'],
      ['America/St_Johns', '2037-01-01T03:20:00.000Z', '2036-12-31'],
    ],
    3,
  ),
)('in %s a document of %s is of %s', async (zone, at, day) => {
  await setTimeZone(shop, zone)
  await goTo(at)
  const order = await placeOrder()
  await pay(shop, order)
  const month = day.slice(0, 7)
  const others = [-35, 35].map((days) => new Date(Date.parse(`${month}-15`) + days * 86_400_000).toISOString().slice(0, 7))
  const { stated, byMonth } = await daysOf(order, [month, ...others])
  expect(stated).toMatchObject([{ issuedOn: day, data: day }])
  for (const of of [month, ...others]) {
    const isIts = of === month
    expect(byMonth[of], of).toMatchObject({
      listed: isIts ? ['INV-000001'] : [],
      journal: isIts ? [`${day} INV-000001`] : [],
      net: isIts ? [110.7] : [],
    })
  }
})

test('a payment that staff enter with its day is of that day where the shop is, never of tomorrow', async () => {
  await setTimeZone(shop, 'America/Chicago')
  await goTo('2037-02-01T05:30:00Z')
  const order = await placeOrder()
  const body = { method: 'cash', reference: 'R-1', paidAt: '2037-02-01' } as const
  await expect(boss.orderMoney.markPaid({ params: { id: order }, body })).rejects.toMatchObject({ status: 422 })
  await boss.orderMoney.markPaid({ params: { id: order }, body: { ...body, paidAt: '2037-01-31' } })
  const [document] = await boss.documents.ofOrder({ params: { id: order } })
  expect(await pdfOf(document?.id ?? '')).toContain('Paid on January 31, 2037')
})
