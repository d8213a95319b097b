import { inflateSync } from 'node:zlib'
import { eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { attachDocuments } from '#server/payments/documents/attach-documents.ts'
import { documents, eInvoices, notifications, outbox, taxRegistrations } from '#server/platform/db/schema.ts'
import { deliverDueMails } from '#server/platform/mail/deliver-mails.ts'
import { type EInvoiceWriter, openEInvoiceWriter } from '#server/platform/vendors/e-invoice.ts'
import type { OutgoingMail } from '#server/platform/vendors/mailer.ts'
import { outcomeOf, pay } from '#server/testing/buyers.ts'
import { brokenBy } from '#server/testing/check-e-invoice.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { readXml, textAt } from '#server/testing/read-xml.ts'
import { allowIncludedTax, decisionFor, placeTaxed, type TaxedOrder } from '#server/testing/taxed-orders.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { hasDueEInvoice, makeEInvoices } from './make-e-invoices.ts'

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
  await shop.deps.db.insert(taxRegistrations).values({ ...registration, country: 'DE', scheme: 'domestic', number: 'DE123456788' })
})

/* By the rules of the standard at night, as those of any order are: they take longer than the tests. */
afterEach(async () => {
  if (!TESTS_ALL) return
  const made = (await shop.deps.db.select().from(eInvoices)).flatMap(({ cii, ubl }) => [cii, ubl]).filter((xml) => xml !== null)
  for (const xml of made) expect(brokenBy(xml)).toEqual([])
})

const LEITWEG = '04011000-1234512345-06'
const TEXT = 'Intra-Community supply, exempt under Art. 138 Directive 2006/112/EC; the recipient accounts for the VAT (reverse charge)'
const reverse = decisionFor('intra_community', 0, { text: TEXT })
const business = { company: 'Kartonhaus GmbH', vatId: 'DE111111117', country: 'DE', state: '', city: 'Berlin', zipCode: '10115' }
const now = () => shop.deps.now()
const minutes = (count: number) => count * 60_000

/** A paid order of one mat, by default of a business in Germany; its document. */
async function paid(order: Partial<TaxedOrder> = {}, decision = reverse) {
  const { id: businessId } = await shop.make.business({ country: 'Germany' })
  const { id: product } = await shop.make.product({ category: 'mat', priceEurCents: 36_90, ladder: [], hsCode: '482390', businessId })
  const id = await placeTaxed(shop, ann, { customer: business, lines: [{ id: product, quantity: 3, decision }], ...order })
  await pay(shop, id)
  const [document] = await staff.documents.ofOrder({ params: { id } })
  if (!document) throw new Error('no document')
  return document
}
/** One writer for all tests: its thread reads the library and its schema for two seconds of the processor. */
const writer = openEInvoiceWriter()
const kept: EInvoiceWriter = { write: writer.write, close: async () => {} }
afterAll(() => writer.close())
const make = (open = () => kept, signal = new AbortController().signal) => makeEInvoices(shop.deps, signal, open)
const fetchFile = (path: string, user = ann) => shop.app.inject({ url: path, headers: { authorization: `Bearer ${user.token}` } })
const pdfOf = async (id: string) => (await fetchFile(`/api/documents/${id}.pdf`)).rawPayload
const rowOf = async (id: string) => (await shop.deps.db.select().from(eInvoices).where(eq(eInvoices.documentId, id)))[0]

const broken: EInvoiceWriter = { write: () => Promise.reject(new Error('Out of memory')), close: async () => {} }

/** The embedded files of a PDF with their relationship, and its metadata. */
function partsOf(bytes: Buffer) {
  const source = bytes.toString('latin1')
  const objects = new Map([...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]))
  const streamOf = (body = '') => {
    const raw = Buffer.from(/stream\n([\s\S]*)\nendstream/.exec(body)?.[1] ?? '', 'latin1')
    return (body.includes('FlateDecode') ? inflateSync(raw) : raw).toString('utf8')
  }
  const specs = [...objects.values()].filter((body) => body.includes('/Type /Filespec'))
  return {
    files: specs.map((body) => ({
      name: /\/UF \(([^)]*)\)/.exec(body)?.[1],
      relationship: /\/AFRelationship \/(\w+)/.exec(body)?.[1],
      text: streamOf(objects.get(/\/EF <<\s*\/F (\d+) 0 R/.exec(body)?.[1] ?? '')),
    })),
    isAssociated: /\/AF \[\d+ 0 R\]/.test(source),
    metadata: streamOf([...objects.values()].find((body) => body.includes('/Type /Metadata'))),
    intent: source.includes('/S /GTS_PDFA1'),
  }
}

test('I4 the invoice of a business in the EU is a Factur-X: PDF/A-3b with exactly one factur-x.xml that has the totals', async () => {
  const document = await paid()
  expect(document.eInvoice).toEqual({ form: 'factur_x', isMade: false, problem: '' })
  const plain = await pdfOf(document.id)
  expect(partsOf(plain).files).toEqual([])
  expect((await outcomeOf(ann.documents.xml({ params: { id: document.id } }))).problem?.code).toBe('e_invoice_waiting')
  expect(await make()).toBe('1 e-invoice made.')
  const bytes = await pdfOf(document.id)
  const { files, metadata, isAssociated, intent } = partsOf(bytes)
  expect(files.map(({ name, relationship }) => [name, relationship])).toEqual([['factur-x.xml', 'Alternative']])
  expect([isAssociated, intent]).toEqual([true, true])
  expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>')
  expect(metadata).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
  expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
  const xml = readXml(files[0]?.text ?? '')
  const totals = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation'
  expect(
    ['TaxBasisTotalAmount', 'TaxTotalAmount', 'GrandTotalAmount', 'DuePayableAmount'].map((name) => textAt(xml, `${totals}/${name}`)),
  ).toEqual(['110.70', '0.00', '110.70', '0.00'])
  expect(readPdf(bytes).text).toBe(readPdf(plain).text)
  expect(readPdf(bytes).isTagged).toBe(true)
  expect(await pdfOf(document.id)).toEqual(bytes)
  const [cii, ubl] = [await fetchFile(`/api/documents/${document.id}.xml`), await fetchFile(`/api/documents/${document.id}.xml?syntax=ubl`)]
  expect(cii.headers['content-type']).toContain('application/xml')
  expect(cii.body).toBe(files[0]?.text)
  expect(textAt(readXml(ubl.body), 'LegalMonetaryTotal/TaxInclusiveAmount')).toBe('110.70')
})

test('I4 consumers, buyers outside the EU and buyers who want a PDF get no e-invoice; what a buyer chooses counts from then on', async () => {
  const consumer = await paid({ buyerKind: 'consumer' }, decisionFor('oss', 19, { mode: 'included' }))
  const abroad = await paid({ customer: { ...business, country: 'CH', vatId: '' } }, decisionFor('export', 0, { text: 'Export' }))
  const flat = await paid({ customer: { ...business, country: 'US' } }, decisionFor('us_flat', 8, { country: 'US', shipsTaxed: false }))
  await ann.documents.saveForm({ body: { form: 'pdf', buyerReference: '' } })
  const plain = await paid()
  for (const { id, eInvoice } of [consumer, abroad, flat, plain]) {
    expect(eInvoice).toBeNull()
    expect((await fetchFile(`/api/documents/${id}.xml`)).statusCode).toBe(404)
  }
  expect(await hasDueEInvoice(shop.deps)).toBe(false)
  const { version } = await ann.documents.readForm()
  await ann.documents.saveForm({ body: { form: 'factur_x', buyerReference: '', version } })
  expect((await outcomeOf(ann.documents.saveForm({ body: { form: 'pdf', buyerReference: '', version } }))).problem?.code).toBe(
    'edit_conflict',
  )
  expect((await paid()).eInvoice?.form).toBe('factur_x')
})

test('I4 XRechnung asks for a Leitweg-ID, and its email has the PDF and the XML with it', async () => {
  const wrong = await outcomeOf(ann.documents.saveForm({ body: { form: 'xrechnung', buyerReference: '04011000-1234512345-07' } }))
  expect(wrong).toMatchObject({ status: 422, problem: { errors: [{ field: 'buyerReference' }] } })
  expect(await outcomeOf(ann.documents.saveForm({ body: { form: 'xrechnung', buyerReference: '' } }))).toMatchObject({ status: 422 })
  await ann.documents.saveForm({ body: { form: 'xrechnung', buyerReference: LEITWEG.toLowerCase() } })
  const document = await paid()
  const { sent, mailer } = openMailbox()
  await deliverDueMails(shop.deps, mailer, { attach: attachDocuments(shop.deps, () => kept) })
  const files = sent.flatMap(({ attachments = [] }) => attachments)
  expect(files.map(({ filename, contentType }) => [filename.split('-ORD')[0], contentType])).toEqual([
    ['INV-000001', 'application/pdf'],
    ['INV-000001', 'application/xml'],
  ])
  expect(textAt(readXml(String(files[1]?.content)), 'BuyerReference')).toBe(LEITWEG)
  expect((await fetchFile(`/api/documents/${document.id}.xml`)).body).toContain('kosit:xrechnung_3.0')
})

function openMailbox() {
  const sent: OutgoingMail[] = []
  return { sent, mailer: { send: async (mail: OutgoingMail) => void sent.push(mail), close: () => {} } }
}

test('I4 while e-invoices cannot be made the plain PDF leaves, the job tries again and staff see it; afterwards each is settled once', async () => {
  const order = await paid()
  const { sent, mailer } = openMailbox()
  await deliverDueMails(shop.deps, mailer, { attach: attachDocuments(shop.deps, () => broken) })
  const first = sent.flatMap(({ attachments = [] }) => attachments)
  expect(first.map(({ contentType }) => contentType)).toEqual(['application/pdf'])
  expect(partsOf(Buffer.from(first[0]?.content ?? '')).files).toEqual([])
  expect(await rowOf(order.id)).toMatchObject({ attempts: 1, problem: 'Out of memory', madeAt: null })
  expect(await hasDueEInvoice(shop.deps)).toBe(false)
  shop.advance(minutes(1))
  expect(await make(() => broken)).toBe('0 e-invoices made, 1 failed.')
  const [listed] = (await staff.documents.list({})).items
  expect(listed?.eInvoice?.problem).toBe('Out of memory')
  const bells = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'e-invoice-failed'))
  expect(bells.map(({ title }) => title)).toEqual(["E-invoice for INV-000001 couldn't be created"])
  shop.advance(minutes(2))
  expect(await make()).toBe('1 e-invoice made.')
  expect(await make()).toBe('0 e-invoices made.')
  await deliverDueMails(shop.deps, mailer, { attach: attachDocuments(shop.deps, () => kept) })
  await deliverDueMails(shop.deps, mailer, { attach: attachDocuments(shop.deps, () => kept) })
  const later = sent.slice(-1).flatMap(({ attachments = [] }) => attachments)
  expect(partsOf(Buffer.from(later[0]?.content ?? '')).files).toHaveLength(1)
  expect(await shop.deps.db.$count(outbox, like(outbox.dedupeKey, 'e-invoice:%'))).toBe(1)
})

test.runIf(TESTS_ALL)(
  'I4 a job that is stopped in the middle goes on where it was, and two servers settle each e-invoice once',
  async () => {
    const ids: string[] = []
    for (let at = 0; at < 4; at += 1) ids.push((await paid()).id)
    const stopping = new AbortController()
    let written = 0
    const dying: EInvoiceWriter = {
      write: (invoice, format) => {
        written += 1
        if (written === 3) stopping.abort() // in the second invoice
        return written > 3 ? Promise.reject(new Error('killed')) : kept.write(invoice, format)
      },
      close: () => kept.close(),
    }
    await make(() => dying, stopping.signal)
    const states = async () => (await shop.deps.db.select().from(eInvoices)).map(({ madeAt }) => madeAt !== null).filter(Boolean).length
    expect(await states()).toBe(1)
    shop.advance(minutes(10))
    await Promise.all([make(), make()])
    expect(await states()).toBe(4)
    const files = await Promise.all(ids.map(async (id) => (await rowOf(id))?.cii))
    expect(new Set(files).size).toBe(4)
  },
)

test('I4 I1 an e-invoice is written once: neither its files change nor its row goes, also past the server', async () => {
  const { id } = await paid()
  await make()
  const { db } = shop.deps
  await expect(db.update(eInvoices).set({ cii: '<x/>' })).rejects.toThrow()
  await expect(db.delete(eInvoices)).rejects.toThrow()
  expect((await rowOf(id))?.cii).toContain('INV-000001')
})

test('I4 an e-invoice that can never be made is tried once, and staff read why', async () => {
  const { id } = await paid({ customer: { ...business, vatId: '' } })
  expect(await make()).toBe('0 e-invoices made, 1 failed.')
  expect(await rowOf(id)).toMatchObject({ problem: 'The buyer has no VAT ID.', nextAt: null })
  shop.advance(minutes(10_000))
  expect(await hasDueEInvoice(shop.deps)).toBe(false)
  expect((await shop.deps.db.select().from(documents)).map(({ label }) => label)).toEqual(['INV-000001'])
  expect(now()).toBeInstanceOf(Date)
})

test('I4 others than staff, the customer and the seller of a document do not get its e-invoice', async () => {
  const { id } = await paid()
  await make()
  expect((await fetchFile(`/api/documents/${id}.xml`, staff)).statusCode).toBe(200)
  const seller = await shop.signIn('business_admin', { businessId: (await shop.make.business()).id })
  for (const user of [seller, await shop.signIn('customer')])
    expect((await fetchFile(`/api/documents/${id}.xml`, user)).statusCode).toBe(404)
  expect((await shop.app.inject({ url: `/api/documents/${id}.xml` })).statusCode).toBe(401)
})

test('an e-invoice names the register numbers of its seller that the law of the country wants named', async () => {
  const { id } = await paid()
  await make()
  const [stored] = await shop.deps.db.select().from(eInvoices).where(eq(eInvoices.documentId, id))
  expect(stored?.cii).toContain('as a producer: WEEE-Reg.-Nr. DE 12345678.')
})

test('a change of an order takes its e-invoice back whole, and the new one states what it costs', async () => {
  const { id: businessId } = await shop.make.business({ country: 'Germany' })
  const mat = await shop.make.product({ category: 'mat', priceEurCents: 36_90, ladder: [], businessId })
  const book = await shop.make.product({ category: 'mat', priceEurCents: 12_35, ladder: [], businessId })
  const lines = [
    { id: mat.id, quantity: 3, decision: decisionFor('domestic', 19) },
    { id: book.id, quantity: 2, decision: decisionFor('domestic', 7) },
  ]
  const id = await placeTaxed(shop, ann, { customer: business, lines })
  await pay(shop, id)
  const change = { lines: [{ id: mat.id, quantity: 1, price: 35 }] }
  const { total: amount, before } = await staff.orderChanges.preview({ params: { id }, body: change })
  const { version } = await staff.orders.adminById({ params: { id } })
  const body = { ...change, amount, reason: 'Two mats less', version }
  await staff.orderChanges.change({ params: { id }, body, idempotencyKey: 'change' })
  expect(await make()).toBe('3 e-invoices made.')
  const rows = await shop.deps.db.select().from(documents).where(eq(documents.orderId, id)).orderBy(documents.kind, documents.number)
  expect(rows.map(({ kind, grossCents }) => [kind, grossCents / 100])).toEqual([
    ['credit_note', before],
    ['invoice', before],
    ['invoice', amount],
  ])
  const [credit, first] = rows
  expect(credit?.content).toMatchObject({ reason: 'Replaced by a new invoice. Two mats less', refersTo: { label: first?.label } })
  expect(credit?.content.taxes.map(({ taxCents }) => taxCents)).toEqual(first?.content.taxes.map(({ taxCents }) => taxCents))
})
