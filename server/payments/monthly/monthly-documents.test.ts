import { and, asc, eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { MAIL_TEXTS } from '#server/mail-texts.ts'
import { listDocumentDisagreements } from '#server/payments/documents/document-disagreements.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { type Database, openPostgres } from '#server/platform/db/client.ts'
import {
  businesses,
  documents,
  ledgerEntries,
  notifications,
  orders,
  outbox,
  taxRegistrations,
  taxRules,
} from '#server/platform/db/schema.ts'
import type { MailSetting } from '#server/platform/mail/mail-text.ts'
import type { QueuedMail } from '#server/platform/mail/queued-mails.ts'
import { readFacts } from '#server/platform/mail/read-facts.ts'
import { outcomeOf, pay } from '#server/testing/buyers.ts'
import { balanceOf, refundPart } from '#server/testing/earners.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { decisionFor, placeTaxed } from '#server/testing/taxed-orders.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { issueMonthly } from './issue-monthly-documents.ts'

let shop: TestShop
let second: Database | null = null
let ann: SignedInUser
let staff: SignedInUser
let sellerId: string
let seller: SignedInUser
let productId: string

beforeAll(async () => {
  shop = await openTestShop()
  const given = inject('database')
  if (given.kind === 'postgres') {
    const { rows } = await shop.database.pool.query<{ name: string }>('select current_database() as name')
    second = await openPostgres(`${given.server}/${rows[0]?.name}`)
  }
})
afterAll(async () => {
  await second?.close()
  await shop.close()
})
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
  staff = await shop.signIn('super_admin')
  const business = await shop.make.business({
    name: 'Kells Board',
    legalName: 'Kells Board',
    slug: 'kells',
    country: 'Ireland',
    vatId: 'IE7654321G',
  })
  sellerId = business.id
  seller = await shop.signIn('business_admin', { businessId: sellerId })
  productId = (await shop.make.product({ category: 'mat', businessId: sellerId, priceEurCents: 36_90, ladder: [], stock: 10_000 })).id
  await registered(sellerId, 'IE', 'IE7654321G')
  const rule = { state: null, postcodeFrom: null, postcodeTo: null, validFrom: '2020-01-01', validTo: null }
  await shop.deps.db.insert(taxRules).values({ ...rule, country: 'IE', taxClass: 'reduced', rate: 135_000 }) // 23% is seeded
})
afterEach(async () => {
  expect(await listDocumentDisagreements(shop.deps.db)).toEqual([])
  expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
})

async function registered(businessId: string | null, country: string, number: string): Promise<void> {
  const registration = { businessId, country, state: null, isBelowThreshold: false, note: '', validFrom: '2020-01-01', validTo: null }
  await shop.deps.db.insert(taxRegistrations).values({ ...registration, scheme: 'domestic', number })
}

const reverse = (issuer: string | null) => decisionFor('intra_community', 0, { text: 'Reverse charge', issuer, collector: issuer })

/** G19: a business in Germany buys three mats. @returns the id of the paid order */
async function sell(sellerOfRecord: 'platform' | 'seller', ids = [productId], quantity = 3): Promise<string> {
  const issuer = sellerOfRecord === 'seller' ? sellerId : null
  const lines = ids.map((id) => ({ id, quantity, decision: reverse(issuer) }))
  const id = await placeTaxed(shop, ann, { lines, customer: { company: 'Kartonhaus GmbH', vatId: 'DE111111117', country: 'DE' } })
  await shop.deps.db.update(orders).set({ sellerOfRecord }).where(eq(orders.id, id))
  await pay(shop, id)
  return id
}

/** Goes to 04:00 UTC on the first day of the next month. */
function nextMonth(): void {
  const now = shop.deps.now()
  shop.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 4) - now.getTime())
}
const issue = (deps: Parameters<typeof issueMonthly>[0] = shop.deps) => issueMonthly(deps, new AbortController().signal)
const monthly = async () =>
  (await shop.deps.db.select().from(documents).orderBy(asc(documents.issuedAt), asc(documents.label))).filter(
    ({ orderId }) => orderId === null,
  )
const amounts = async () => (await monthly()).map(({ label, netCents, taxCents, grossCents }) => [label, netCents, taxCents, grossCents])
const selfBilling = (isOn: boolean) => staff.settings.update({ body: { trade: { sellerOfRecord: 'platform', selfBilling: isOn } } })
const textOf = async (id: string) =>
  readPdf(
    (await shop.app.inject({ url: `/api/documents/${id}.pdf`, headers: { authorization: `Bearer ${seller.token}` } })).rawPayload,
  ).text.replaceAll(/\s+/g, ' ')

test('G42 I6 the commission on G19 is 11.07 and 2.55 VAT for an Irish seller of a platform that is registered there', async () => {
  await registered(null, 'IE', 'IE1234567T')
  await sell('seller')
  const before = await balanceOf(shop.deps.db, sellerId, 'EUR')
  expect(await issue()).toBe('0 documents written.')
  nextMonth()
  expect(await issue()).toBe('1 document written.')
  expect(await amounts()).toEqual([['COM-000001', 11_07, 2_55, 13_62]])
  expect(await balanceOf(shop.deps.db, sellerId, 'EUR')).toBe(before - 2_55)
  const [document] = await monthly()
  const text = await textOf(document?.id ?? '')
  for (const words of [
    'Commission invoice COM-000001',
    'Commission on 1 order paid on',
    'VAT ID: IE1234567T',
    'VAT ID: IE7654321G',
    'VAT 23%, Ireland',
    '€11.07',
    '€2.55',
    '€13.62',
    'No payment is due',
  ]) {
    expect(text).toContain(words)
  }
  const [statement] = await seller.earnings.statements()
  expect(statement).toMatchObject({ documentTax: -2.55 })
  expect((await seller.earnings.statements()).flatMap(({ documents: own }) => own.map(({ number }) => number))).toEqual(['COM-000001'])
  const [bell] = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'monthly-document'))
  expect(bell?.title).toBe('Commission invoice COM-000001 is ready')
})

test('I6 a seller gets one email a month about its documents, in every currency, with a link to them', async () => {
  const mails = async () =>
    (await shop.deps.db.select().from(outbox).where(like(outbox.dedupeKey, 'monthly-documents:%')).orderBy(asc(outbox.id))).map(
      ({ payload }) => payload as QueuedMail,
    )
  await sell('seller')
  nextMonth()
  await Promise.all([issue(), issue()])
  const [first, ...none] = await mails()
  expect(none).toEqual([])
  const { email } = (await shop.deps.db.select().from(businesses).where(eq(businesses.id, sellerId)))[0] ?? {}
  expect(first).toMatchObject({ to: email, facts: { documents: [{ label: 'COM-000001', currency: 'EUR', grossCents: 11_07 }] } })
  const text = readFacts(first?.facts ?? {})
  const setting = { shop: { name: 'Reflute', phone: '+1 555 0100' }, publicUrl: 'https://shop.test' } as MailSetting
  const { subject, button } = MAIL_TEXTS['monthly-documents'](text, setting)
  expect(subject).toMatch(/^Commission invoice COM-000001 for [A-Z][a-z]+ \d{4}$/)
  expect(button).toEqual({ label: 'View document', href: 'https://shop.test/business/documents?search=COM-000001' })
  expect((await seller.documents.listOwn({ query: { search: 'COM-000001' } })).items.map(({ number }) => number)).toEqual(['COM-000001'])

  await sell('seller')
  await sell('platform')
  await selfBilling(true)
  nextMonth()
  await issue()
  const [, second] = await mails()
  expect(((second?.facts.documents ?? []) as { label: string }[]).map(({ label }) => label)).toEqual(['COM-000002', 'SB-KELLSB-000001'])
  expect(MAIL_TEXTS['monthly-documents'](readFacts(second?.facts ?? {}), setting).rows?.map(([label]) => label)).toEqual([
    'Commission invoice COM-000002',
    'Self-billed invoice SB-KELLSB-000001',
  ])
  await issue()
  expect(await mails()).toHaveLength(2)
})

test('G42 I6 a platform that is not registered in the country of the seller charges no VAT: reverse charge', async () => {
  await sell('seller')
  nextMonth()
  await issue()
  expect(await amounts()).toEqual([['COM-000001', 11_07, 0, 11_07]])
  const [document] = await monthly()
  expect(await textOf(document?.id ?? '')).toContain(
    'Reverse charge: the recipient accounts for the VAT (Art. 44 and 196 Directive 2006/112/EC)',
  )
})

test('G43 I6 the self-billed invoice for the products of G19 is 99.63 and 22.91 Irish VAT, which is added to the balance', async () => {
  await registered(null, 'IE', 'IE1234567T')
  await sell('platform')
  const before = await balanceOf(shop.deps.db, sellerId, 'EUR')
  nextMonth()
  expect(await issue()).toBe('0 documents written.')
  await selfBilling(true)
  expect(await issue()).toBe('1 document written.')
  expect(await amounts()).toEqual([['SB-KELLSB-000001', 99_63, 22_91, 122_54]])
  expect(await balanceOf(shop.deps.db, sellerId, 'EUR')).toBe(before + 22_91)
  const [entry] = await shop.deps.db.select().from(ledgerEntries).where(eq(ledgerEntries.account, 'input_tax'))
  expect(entry?.debitCents).toBe(22_91)
  const [document] = await monthly()
  const text = await textOf(document?.id ?? '')
  for (const words of [
    'Self-billed invoice',
    'in the name and on behalf of Kells Board',
    'Self-billing: issued by the customer',
    'less commission',
    '€122.54',
  ]) {
    expect(text).toContain(words)
  }
  const entries = (await seller.earnings.entries({ query: { reason: 'document_tax' } })).items
  expect(entries.map(({ net, note }) => [net, note])).toEqual([[22.91, 'VAT of SB-KELLSB-000001']])
})

test('I6 a Greek VAT id, which begins with EL, counts in Greece', async () => {
  await shop.deps.db.update(businesses).set({ country: 'Greece', vatId: 'EL123456783' }).where(eq(businesses.id, sellerId))
  await sell('platform')
  nextMonth()
  await selfBilling(true)
  await issue()
  expect((await monthly()).map(({ taxCents, content }) => [taxCents, content.issuer.vatId])).toEqual([[23_91, 'EL123456783']])
})

test('I6 a seller that has not agreed is not self-billed, and what it sold before it agreed never is', async () => {
  await selfBilling(true)
  const { db } = shop.deps
  await db.update(businesses).set({ documentsAgreedAt: null }).where(eq(businesses.id, sellerId))
  await sell('platform')
  nextMonth()
  expect(await issue()).toBe('0 documents written.')
  await seller.documents.saveTerms({ body: { prefix: 'KELLS', agreed: true } })
  shop.advance(1000)
  await sell('platform')
  nextMonth()
  await issue()
  expect((await amounts()).map(([label, net]) => [label, net])).toEqual([['SB-KELLS-000001', 99_63]])
})

test('I6 refunds lower the month in which they settle; a month with nothing left is part of the next one, and each rate has its own lines', async () => {
  await selfBilling(true)
  const { accounting } = await staff.settings.read()
  await staff.settings.update({ body: { accounting: { ...accounting, consultant: 1001, client: 42 } } })
  const reduced = await shop.make.product({
    category: 'mat',
    businessId: sellerId,
    priceEurCents: 50_00,
    ladder: [],
    taxClass: 'reduced',
    stock: 100,
  })
  const first = await sell('platform')
  nextMonth()
  await issue()
  await refundPart(shop, first, { businessId: sellerId, amountCents: 36_90 }, 'broken')
  nextMonth()
  expect(await issue()).toBe('0 documents written.')
  await sell('platform', [productId, reduced.id], 1)
  nextMonth()
  await issue()
  const [, last] = await monthly()
  expect(last?.content.period?.from.slice(0, 7)).not.toBe(last?.suppliedAt?.slice(0, 7))
  // sold 36.90 at 23% and 50.00 at 13.5%, less 10%; returned 36.90 less 10%
  expect([last?.netCents, last?.taxCents]).toEqual([45_00, 6_08])
  expect(last?.content.taxes.map(({ percent, baseCents }) => [percent, baseCents])).toEqual([
    [230_000, 0],
    [135_000, 45_00],
  ])
  const [from, to] = [last?.content.period?.from ?? '', last?.suppliedAt ?? '']
  const { items } = await staff.documents.list({ query: { search: last?.label } })
  expect(items).toMatchObject([{ suppliedFrom: from, suppliedOn: to }])
  const rowsOf = async (format: string) => {
    const url = `/api/admin/accounting/journal?month=${shop.deps.now().toISOString().slice(0, 7)}&format=${format}`
    const { rawPayload } = await shop.app.inject({ url, headers: { authorization: `Bearer ${staff.token}` } })
    return rawPayload.toString('latin1').split('\r\n')
  }
  const dotted = (day: string) => day.split('-').toReversed().join('.')
  const [, titles = '', ...lines] = await rowsOf('datev')
  const cellsOf = (line: string, title: string) => line.split(';')[titles.split(';').indexOf(`"${title}"`)]
  const posted = lines.filter((line) => line.includes(`"${last?.label}"`))
  expect(posted.length).toBeGreaterThan(0)
  for (const line of posted) {
    expect(cellsOf(line, 'Zusatzinformation - Art 1')).toBe('"Leistungszeitraum"')
    expect(cellsOf(line, 'Zusatzinformation - Inhalt 1')).toBe(`"${dotted(from)}-${dotted(to)}"`)
    expect(cellsOf(line, 'Leistungsdatum')).toBe(to.split('-').toReversed().join(''))
  }
  const entries = (await rowsOf('csv')).filter((line) => line.includes(last?.label ?? '?'))
  expect(entries.length).toBeGreaterThan(0)
  for (const line of entries) expect(line).toMatch(new RegExp(`,${to},${from}$`))
})

test('I6 two servers and repeated runs write each document once, without a gap', async () => {
  const ids = [sellerId]
  for (const name of ['Alder', 'Birch', 'Cedar', 'Elm']) ids.push((await shop.make.business({ name, country: 'Ireland' })).id)
  for (const id of ids.slice(1)) {
    const { id: product } = await shop.make.product({ category: 'mat', businessId: id, priceEurCents: 20_00, ladder: [] })
    const order = await placeTaxed(shop, ann, {
      lines: [{ id: product, quantity: 1, decision: reverse(id) }],
      customer: { company: 'K', country: 'DE', vatId: 'DE111111117' },
    })
    await shop.deps.db.update(orders).set({ sellerOfRecord: 'seller' }).where(eq(orders.id, order))
    await pay(shop, order)
  }
  await sell('seller')
  nextMonth()
  const other = { ...shop.deps, db: second?.db ?? shop.deps.db }
  await Promise.all([issue(), issue(other), issue(), issue(other)])
  await issue()
  const labels = (await monthly()).map(({ label }) => label)
  expect(labels.toSorted()).toEqual(['COM-000001', 'COM-000002', 'COM-000003', 'COM-000004', 'COM-000005'])
})

test('I1 I6 a seller chooses its prefix until the first document; one that is taken is refused', async () => {
  const other = await shop.signIn('business_admin', { businessId: (await shop.make.business({ name: 'Other' })).id })
  await other.documents.saveTerms({ body: { prefix: 'KELLS', agreed: false } })
  const read = await seller.documents.readTerms()
  expect(read).toMatchObject({ prefix: '', proposedPrefix: 'KELLSB', isPrefixFixed: false })
  expect((await outcomeOf(seller.documents.saveTerms({ body: { prefix: 'kells', agreed: true } }))).problem).toMatchObject({
    status: 409,
    code: 'prefix_taken',
    detail: 'The prefix KELLS is taken. Choose another one.',
  })
  for (const prefix of ['INV', 'CN', 'COM', 'SB']) {
    const message = `The prefix ${prefix} is taken. Choose another one.`
    expect((await outcomeOf(seller.documents.saveTerms({ body: { prefix, agreed: true } }))).problem).toMatchObject({
      code: 'prefix_taken',
      errors: [{ field: 'prefix', message }],
    })
  }
  expect((await outcomeOf(seller.documents.saveTerms({ body: { prefix: 'K1', agreed: true } }))).status).toBe(422)
  await seller.documents.saveTerms({ body: { prefix: 'kb', agreed: true } })
  const { version } = await seller.documents.saveTerms({ body: { prefix: 'KBX', agreed: true } })
  expect((await outcomeOf(seller.documents.saveTerms({ body: { prefix: 'KBY', agreed: true, version: version - 1 } }))).problem?.code).toBe(
    'edit_conflict',
  )
  const order = await sell('seller')
  expect((await staff.documents.ofOrder({ params: { id: order } })).map(({ number }) => number)).toEqual(['KBX-000001'])
  expect((await outcomeOf(seller.documents.saveTerms({ body: { prefix: 'KBZ', agreed: true } }))).problem?.code).toBe('prefix_fixed')
  await seller.documents.saveTerms({ body: { prefix: 'KBX', agreed: false } })
  expect((await seller.documents.readTerms()).agreedAt).toBeNull()
  const [row] = await shop.deps.db
    .select()
    .from(documents)
    .where(and(eq(documents.issuerBusinessId, sellerId), eq(documents.kind, 'invoice')))
  expect(row?.content.onBehalfBy).toBe('Reflute')
})
