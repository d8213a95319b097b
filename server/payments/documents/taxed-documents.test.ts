import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareRefund } from '#server/fulfillment/corrections/share-refund.ts'
import { findOrder } from '#server/orders/order-record.ts'
import { listGoneLines } from '#server/orders/refunded-lines.ts'
import { listSales } from '#server/payments/ledger/ledger-entries.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listReplayDisagreements } from '#server/payments/ledger/replayed-orders.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import { businesses, exchangeRates, notifications, taxRegistrations } from '#server/platform/db/schema.ts'
import { pay } from '#server/testing/buyers.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { PRINTED_NAMES, REWRITTEN_NAMES } from '#server/testing/script-names.ts'
import { allowIncludedTax, decisionFor, placeTaxed, type TaxedOrder } from '#server/testing/taxed-orders.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { listDocumentDisagreements } from './document-disagreements.ts'

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
  await allowIncludedTax(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
  staff = await shop.signIn('super_admin')
  const registration = { businessId: null, state: null, isBelowThreshold: false, note: '', validFrom: '2020-01-01', validTo: null }
  await shop.deps.db.insert(taxRegistrations).values([
    { ...registration, country: 'IE', scheme: 'oss', number: 'IE1234567T' },
    { ...registration, country: 'DE', scheme: 'domestic', number: 'DE123456788' },
  ])
})
afterEach(async () => {
  expect(await listDocumentDisagreements(shop.deps.db)).toEqual([])
  expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
  expect(await listReplayDisagreements(shop.deps.db)).toEqual([])
})

const mats = (more = {}) =>
  shop.make.product({ category: 'mat', name: 'Slit mat', priceUsdCents: 39_50, priceEurCents: 36_90, ladder: [], ...more })
const germany = { country: 'DE', state: '', city: 'Berlin', zipCode: '10115' }
const documentsOf = (id: string) => staff.documents.ofOrder({ params: { id } })
const textOf = async (id: string) =>
  readPdf(
    (await shop.app.inject({ url: `/api/documents/${id}.pdf`, headers: { authorization: `Bearer ${ann.token}` } })).rawPayload,
  ).text.replaceAll(/\s+/g, ' ')

async function paid(order: Omit<TaxedOrder, 'customer'> & { customer?: Record<string, string> }) {
  const id = await placeTaxed(shop, ann, { ...order, customer: { ...germany, ...order.customer } })
  await pay(shop, id)
  return { id, documents: await documentsOf(id) }
}
const amounts = (documents: Awaited<ReturnType<typeof documentsOf>>) =>
  documents.map(({ number, net, tax, gross }) => [number, net, tax, gross])
const oss = decisionFor('oss', 19, { mode: 'included' })

test('G15 I3 the invoice of a consumer has prices with VAT and the rate with its base, in the country of the buyer', async () => {
  const { id: product } = await mats()
  const customer = { firstName: 'Ann', lastName: 'Buyer', company: 'Typed Company Ltd' }
  const order = { buyerKind: 'consumer' as const, lines: [{ id: product, quantity: 1, decision: oss }], shippingCents: 9_99 }
  const { documents } = await paid({ ...order, customer })
  expect(amounts(documents)).toEqual([['INV-000001', 46.89, 8.91, 55.8]])
  const text = await textOf(documents[0]?.id ?? '')
  for (const words of [
    'Unit price with VAT',
    '€43.91',
    'Includes VAT (19%)',
    'VAT 19%, Germany',
    '€46.89',
    '€8.91',
    'VAT ID: IE1234567T',
    'Germany',
  ]) {
    expect(text).toContain(words)
  }
  expect(text).not.toContain('Sales tax')
  expect(text).toContain('Ann Buyer')
  expect(text).not.toContain('Typed Company')
})

test('G40 G17 I2 refunds of units one after the other have credit notes whose amounts and VAT add up to the invoice', async () => {
  const { id: product } = await mats()
  const { id, documents } = await paid({ buyerKind: 'consumer', lines: [{ id: product, quantity: 3, decision: oss }] })
  expect(amounts(documents)).toEqual([['INV-000001', 110.7, 21.03, 131.73]])
  for (let unit = 0; unit < 3; unit += 1) await refundUnits(id, [{ productId: product, quantity: 1 }])
  const notes = (await documentsOf(id)).slice(1)
  expect(notes.map(({ gross, tax }) => [gross, tax])).toEqual([
    [43.91, 7.01],
    [43.91, 7.01],
    [43.91, 7.01],
  ])
  expect(await textOf(notes[0]?.id ?? '')).toContain('Slit mat')
})

async function refundUnits(id: string, wanted: { productId: string; quantity: number }[]) {
  const { db, now } = shop.deps
  const record = await findOrder(db, id, null)
  if (!record) throw new Error('no order')
  const { shares, lines } = shareRefund({ record, sold: await listSales(db, id), gone: await listGoneLines(db, id) }, { lines: wanted })
  const cause = { kind: 'request' as const, userId: 'test', key: crypto.randomUUID() }
  await requestRefund(db, record, { shares, lines, reason: 'Broken', cause, actor: null, at: now() })
}

test('G19 I3 the invoice of a reverse charge names both VAT IDs and the reason, and has no VAT', async () => {
  const text = 'Intra-Community supply, exempt under Art. 138 Directive 2006/112/EC; the recipient accounts for the VAT (reverse charge)'
  const { id: product } = await mats({ businessId: (await shop.make.business({ country: 'Germany' })).id })
  const customer = { company: 'Kartonhaus GmbH', vatId: 'DE111111117', poNumber: 'PO 7' }
  const { documents } = await paid({
    customer,
    lines: [{ id: product, quantity: 3, decision: decisionFor('intra_community', 0, { text }) }],
  })
  expect(amounts(documents)).toEqual([['INV-000001', 110.7, 0, 110.7]])
  const pdf = await textOf(documents[0]?.id ?? '')
  for (const words of ['VAT ID: DE123456788', 'VAT ID: DE111111117', text, 'PO 7', 'VAT 0%']) expect(pdf).toContain(words)
  expect(pdf).not.toContain('VAT 0%, Germany')
})

test('G29 I3 goods that cross customs have HS code, origin and weight, and DAP', async () => {
  const { id: product } = await mats({ hsCode: '4823.90', originCountry: 'IE', weightGrams: 10_000 })
  const decision = decisionFor('export', 0, { country: 'GB', text: 'Export, no VAT charged' })
  const customer = { country: 'GB', city: 'Leeds', zipCode: 'LS1 4AP' }
  const { documents } = await paid({ customer, lines: [{ id: product, quantity: 2, decision }], shippingCents: 49_90 })
  const pdf = await textOf(documents[0]?.id ?? '')
  for (const words of ['HS code: 4823.90', 'Origin: Ireland', 'Weight: 20 kg', 'Delivered at place (DAP)', 'Export, no VAT charged'])
    expect(pdf).toContain(words)
})

test('I3 each document prints names in twelve alphabets as they are written, and those of others in Latin letters', async () => {
  const rewritten = REWRITTEN_NAMES.map(([name]) => name)
  const all = [...PRINTED_NAMES, ...rewritten].join('; ')
  const business = await shop.make.business({ name: all, legalName: all, address: all, city: all, country: 'Germany' })
  const seller = await shop.signIn('business_admin', { businessId: business.id })
  const { id: product } = await mats({ name: all, businessId: business.id })
  // orders from before such letters were asked for otherwise
  const customer = { firstName: all, lastName: all, company: all, address: all, country: 'GB', city: all, zipCode: 'LS1 4AP', notes: all }
  const { id } = await paid({ customer, lines: [{ id: product, quantity: 2, decision: decisionFor('export', 0, { country: 'GB' }) }] })
  await refundUnits(id, [{ productId: product, quantity: 1 }])
  const [invoice, credit] = await documentsOf(id)
  const month = shop.deps.now().toISOString().slice(0, 7)
  const files = [
    [`/api/documents/${invoice?.id}.pdf`, ann],
    [`/api/documents/${credit?.id}.pdf`, ann],
    [`/api/business/orders/${id}/packing-slip.pdf`, seller],
    [`/api/business/orders/${id}/customs-invoice.pdf`, seller],
    [`/api/business/statements/${month}.pdf`, seller],
  ] as const
  for (const [url, by] of files) {
    const text = readPdf((await shop.app.inject({ url, headers: { authorization: `Bearer ${by.token}` } })).rawPayload).text.replaceAll(
      /\s/g,
      '',
    )
    for (const name of PRINTED_NAMES) expect(text, url).toContain(name.replaceAll(' ', ''))
    for (const [, written] of REWRITTEN_NAMES) expect(text, url).toContain(written.replaceAll(' ', ''))
    expect(text, url).toContain('arewritteninLatinletters')
    expect(text.replace('damaged?', ''), url).not.toContain('?')
  }
})

test('G29 I3 the seller has a customs invoice for products that cross customs, and none for others', async () => {
  const business = await shop.make.business({
    name: 'Wellen',
    legalName: 'Wellen GmbH',
    legalForm: 'GmbH',
    country: 'Germany',
    taxId: '12/345/67890',
  })
  const seller = await shop.signIn('business_admin', { businessId: business.id })
  const { id: product } = await mats({ businessId: business.id, hsCode: '4823.90', originCountry: 'IE', weightGrams: 10_000 })
  const customer = { country: 'GB', city: 'Leeds', zipCode: 'LS1 4AP' }
  const decision = decisionFor('export', 0, { country: 'GB' })
  const { id } = await paid({ customer, lines: [{ id: product, quantity: 2, decision }], shippingCents: 49_90 })
  const other = await paid({ lines: [{ id: product, quantity: 1, decision: decisionFor('oss', 19) }] })
  expect((await seller.sellerOrders.byId({ params: { id } })).crossesCustoms).toBe(true)
  const fetchPdf = (orderId: string, by: SignedInUser) =>
    shop.app.inject({ url: `/api/business/orders/${orderId}/customs-invoice.pdf`, headers: { authorization: `Bearer ${by.token}` } })
  const text = readPdf((await fetchPdf(id, seller)).rawPayload).text.replaceAll(/\s+/g, ' ')
  for (const words of [
    'Customs invoice',
    'Wellen GmbH',
    'Tax number: 12/345/67890',
    'United Kingdom',
    '4823.90',
    'Ireland',
    '20 kg',
    'delivered at place (DAP)',
    '€73.80',
    '€123.70',
  ]) {
    expect(text).toContain(words)
  }
  expect((await fetchPdf(other.id, seller)).json()).toMatchObject({ status: 409, code: 'no_customs' })
  const stranger = await shop.signIn('business_admin')
  expect((await fetchPdf(id, stranger)).statusCode).toBe(404)
})

test('G30 I3 the customs invoice of an order with import VAT paid has its IOSS number, and values without that VAT', async () => {
  const business = await shop.make.business({ country: 'United States' })
  const seller = await shop.signIn('business_admin', { businessId: business.id })
  const { id: product } = await mats({ businessId: business.id, hsCode: '4823.90', originCountry: 'US', weightGrams: 1000 })
  const decision = decisionFor('ioss', 19, { mode: 'included' })
  const { id } = await paid({ buyerKind: 'consumer', lines: [{ id: product, quantity: 1, decision }], shippingCents: 29_90 })
  const url = `/api/business/orders/${id}/customs-invoice.pdf`
  const { rawPayload } = await shop.app.inject({ url, headers: { authorization: `Bearer ${seller.token}` } })
  const text = readPdf(rawPayload).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('€29.90')
  expect(text).toContain('€66.80') // 36.90 + 29.90
  expect(text).toContain('VAT is paid through the import one-stop shop (IOSS): none is due on delivery.')
  expect(text).not.toMatch(/delivered at place|Duty and import tax/)
})

test('L1 I3 units that were withdrawn before the shipment are not on its customs invoice', async () => {
  const business = await shop.make.business({ country: 'United States' })
  const seller = await shop.signIn('business_admin', { businessId: business.id })
  const { id: product } = await mats({ businessId: business.id, hsCode: '4823.90', originCountry: 'US', weightGrams: 1000 })
  const decision = decisionFor('ioss', 19, { mode: 'included' })
  const { id } = await paid({ buyerKind: 'consumer', lines: [{ id: product, quantity: 3, decision }], shippingCents: 29_90 })
  const { number: orderNumber, customer } = await ann.orders.byId({ params: { id } })
  const body = { orderNumber, name: 'Ann Buyer', email: customer.email ?? '', items: '', lines: [{ productId: product, quantity: 1 }] }
  const draft = await ann.withdrawals.start({ body })
  await ann.withdrawals.confirm({ params: { id: draft.id }, body: { token: draft.token } })
  await staff.withdrawals.decide({ params: { id: draft.id }, body: { status: 'accepted', answer: '' } })
  const url = `/api/business/orders/${id}/customs-invoice.pdf`
  const { rawPayload } = await shop.app.inject({ url, headers: { authorization: `Bearer ${seller.token}` } })
  const text = readPdf(rawPayload).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('2 kg 2 €73.80')
  expect(text).toContain('€103.70') // 2 x 36.90 + 29.90
  expect(text).not.toContain('3 kg')
})

test('G38 I3 VAT of an order in dollars is also given in euros at the reference rate', async () => {
  await shop.deps.db.insert(exchangeRates).values({ day: '2026-01-02', currency: 'USD', perEur: 1.16, source: 'Test' })
  const { id: product } = await mats()
  const { id, documents } = await paid({
    currency: 'USD',
    buyerKind: 'consumer',
    lines: [{ id: product, quantity: 2, decision: oss }],
    shippingCents: 9_99,
  })
  expect(documents.map(({ tax, gross }) => [tax, gross])).toEqual([[16.91, 105.91]])
  expect(await textOf(documents[0]?.id ?? '')).toContain('VAT in EUR: 14.58 (reference rate of January 2, 2026: 1 EUR = 1.16 USD)')
  await refundUnits(id, [{ productId: product, quantity: 2 }])
  const [, note] = await documentsOf(id)
  expect(note?.gross).toBe(94.02)
})

test('T10 I3 staff learn once a day that an exchange rate is missing which an invoice needs for its VAT', async () => {
  const { id: product } = await mats()
  const notices = async () => (await shop.deps.db.select().from(notifications)).filter(({ kind }) => kind === 'exchange-rate')
  const order = { currency: 'USD' as const, lines: [{ id: product, quantity: 1, decision: decisionFor('domestic', 19) }] }
  await paid(order)
  await paid(order)
  expect(new Set((await notices()).map(({ title }) => title))).toEqual(new Set(['The exchange rate of USD is missing']))
  const readers = (await notices()).map(({ userId }) => userId)
  expect(new Set(readers).size).toBe(readers.length)
  await shop.deps.db.insert(exchangeRates).values({ day: '2026-01-02', currency: 'USD', perEur: 1.16, source: 'Test' })
  shop.advance(86_400_000)
  await paid(order)
  expect(await notices()).toHaveLength(readers.length)
})

test('G33 I2 sellers of record invoice their own parts, in the name of each, with their own numbers; the platform issues none', async () => {
  const wellen = await shop.make.business({ name: 'Wellen GmbH', legalName: 'Wellen GmbH', country: 'Ireland' })
  const plain = await shop.make.business({
    name: 'Plain Pack',
    country: 'France',
    legalName: 'Plain Emballages',
    legalForm: 'SARL',
    taxId: 'FR-TIN-77',
  })
  await shop.deps.db.update(businesses).set({ vatId: 'IE6388047V' }).where(eq(businesses.id, wellen.id))
  const p = await mats({ businessId: wellen.id })
  const q = await shop.make.product({
    category: 'mat',
    name: 'Plain mat',
    priceEurCents: 18_20,
    priceUsdCents: 19_90,
    ladder: [],
    businessId: plain.id,
  })
  const own = (issuer: string) => ({ ...oss, issuer, collector: issuer })
  const { id, documents } = await paid({
    buyerKind: 'consumer',
    shippingCents: 9_99,
    lines: [
      { id: p.id, quantity: 1, decision: own(wellen.id) },
      { id: q.id, quantity: 1, decision: own(plain.id) },
    ],
  })
  const bySeller = new Map(documents.map((document) => [document.issuer, document]))
  expect(documents).toHaveLength(2)
  expect(bySeller.get('Wellen GmbH')).toMatchObject({ number: 'WELLEN-000001', gross: 51.87, tax: 8.28 })
  expect(bySeller.get('Plain Emballages, SARL')).toMatchObject({ number: 'PLAINP-000001', gross: 25.59, tax: 4.09 })
  const text = await textOf(bySeller.get('Wellen GmbH')?.id ?? '')
  expect(text).toContain('Issued by Reflute in the name and on behalf of Wellen GmbH.')
  expect(text).toContain('VAT ID: IE6388047V')
  expect(await textOf(bySeller.get('Plain Emballages, SARL')?.id ?? '')).toContain('Tax number: FR-TIN-77')
  const seller = await shop.signIn('business_admin', { businessId: wellen.id })
  expect((await seller.documents.listOwn()).items.map(({ number }) => number)).toEqual(['WELLEN-000001'])
  await refundUnits(id, [{ productId: q.id, quantity: 1 }])
  expect((await documentsOf(id)).slice(2)).toMatchObject([
    { kind: 'credit_note', number: 'PLAINP-CN-000001', corrects: 'PLAINP-000001', issuer: 'Plain Emballages, SARL' },
  ])
  expect((await seller.documents.listOwn()).items).toHaveLength(1)
})

test('G35 I2 an amount that names no units is credited over both rates, and what is left goes with the last refund', async () => {
  const dealer = await shop.make.business()
  const a = await shop.make.product({ category: 'mat', priceEurCents: 100_00, ladder: [], businessId: dealer.id })
  const b = await shop.make.product({ category: 'mat', priceEurCents: 50_00, ladder: [], businessId: dealer.id })
  const { id, documents } = await paid({
    shippingCents: 19_99,
    lines: [
      { id: a.id, quantity: 1, decision: decisionFor('domestic', 19) },
      { id: b.id, quantity: 1, decision: decisionFor('domestic', 7) },
    ],
  })
  expect(amounts(documents)).toEqual([['INV-000001', 169.99, 25.5, 195.49]])
  for (const amountCents of [33_33, 100_00, 62_16]) {
    const record = await findOrder(shop.deps.db, id, null)
    if (!record) throw new Error('no order')
    const cause = { kind: 'request' as const, userId: 'test', key: crypto.randomUUID() }
    const shares = [{ businessId: dealer.id, amountCents }]
    await requestRefund(shop.deps.db, record, { shares, reason: '', cause, actor: null, at: shop.deps.now() })
  }
  const notes = (await documentsOf(id)).slice(1)
  const sum = (name: 'gross' | 'tax') => Math.round(notes.reduce((total, note) => total + note[name] * 100, 0))
  expect([sum('gross'), sum('tax')]).toEqual([195_49, 25_50])
})

test('documents for France and Germany name the confirmed register numbers of their sellers that the law wants named, credit notes as well', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Kartonhof' })
  const { id: product } = await mats({ businessId })
  const order = { buyerKind: 'consumer' as const, lines: [{ id: product, quantity: 1, decision: oss }], shippingCents: 9_99 }
  const customer = { firstName: 'Ann', lastName: 'Buyer' }
  const french = await paid({ ...order, customer: { ...customer, country: 'FR', city: 'Lyon', zipCode: '69001' } })
  const words = 'Register numbers of Kartonhof as a producer: FR123456_01ABCD, FR123456_05ABCD.'
  expect(await textOf(french.documents[0]?.id ?? '')).toContain(words)
  await refundUnits(french.id, [{ productId: product, quantity: 1 }])
  const [, note] = await documentsOf(french.id)
  expect([note?.kind, await textOf(note?.id ?? '')]).toEqual(['credit_note', expect.stringContaining(words)])
  const german = await paid({ ...order, customer })
  expect(await textOf(german.documents[0]?.id ?? '')).toContain('Register numbers of Kartonhof as a producer: WEEE-Reg.-Nr. DE 12345678.')
})
