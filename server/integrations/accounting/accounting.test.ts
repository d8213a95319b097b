import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { documents, exchangeRates } from '#server/platform/db/schema.ts'
import { checkOut, outcomeOf, pay, refusalOf } from '#server/testing/buyers.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { allowIncludedTax, decisionFor, placeTaxed } from '#server/testing/taxed-orders.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

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
  ann = await shop.signIn('customer')
  boss = await shop.signIn('super_admin')
})

const month = () => shop.deps.now().toISOString().slice(0, 7)
const fetchFile = (path: string, by: SignedInUser = boss) =>
  shop.app.inject({ url: path, headers: { authorization: `Bearer ${by.token}` } })
const journal = (format: string) => fetchFile(`/api/admin/accounting/journal?month=${month()}&format=${format}`)
const rowsOf = (text: string) =>
  text
    .replace('\ufeff', '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))

async function withNumbers() {
  const { accounting } = await boss.settings.read()
  await boss.settings.update({ body: { accounting: { ...accounting, consultant: 1001, client: 42 } } })
}

/** A domestic sale, one within the European Union, an export, and a refunded one. */
async function sell() {
  const mat = (priceEurCents: number) => shop.make.product({ category: 'mat', priceEurCents, ladder: [] })
  const [one, two, three] = [await mat(100_00), await mat(50_00), await mat(30_00)]
  const german = { country: 'DE', state: '', city: 'Berlin', zipCode: '10115', company: 'Größe & Söhne', vatId: 'DE111111117' }
  const orders = [
    await placeTaxed(shop, ann, {
      customer: german,
      shippingCents: 9_99,
      lines: [
        { id: one.id, quantity: 1, decision: decisionFor('domestic', 19) },
        { id: two.id, quantity: 1, decision: decisionFor('domestic', 7) },
      ],
    }),
    await placeTaxed(shop, ann, { customer: german, lines: [{ id: two.id, quantity: 3, decision: decisionFor('intra_community', 0) }] }),
    await placeTaxed(shop, ann, {
      customer: { ...german, country: 'CH' },
      lines: [{ id: three.id, quantity: 1, decision: decisionFor('export', 0, { country: 'CH' }) }],
    }),
  ]
  for (const id of orders) await pay(shop, id)
  await ann.orders.cancel({ params: { id: orders[2] ?? '' } }) // its refund settles at once
}

test('I7 the journal has entries that are balanced for each document, and adds up to the documents of the month', async () => {
  await sell()
  const answer = await journal('csv')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const [titles, ...rows] = rowsOf(answer.body)
  expect(titles).toEqual([
    'Date',
    'Document',
    'Kind',
    'Account',
    'Counter account',
    'Debit',
    'Credit',
    'Currency',
    'EUR amount',
    'Tax key',
    'Country',
    'VAT ID',
    'Order',
    'Supplied on',
    'Supplied from',
  ])
  const byDocument = Map.groupBy(rows, ([, label]) => label)
  const stored = await shop.deps.db.select().from(documents).orderBy(asc(documents.issuedAt))
  expect(new Set(byDocument.keys())).toEqual(new Set(stored.map(({ label }) => label)))
  for (const { label, grossCents } of stored) {
    const own = byDocument.get(label) ?? []
    const sum = (column: number) => own.reduce((total, row) => total + Math.round(Number(row[column] || 0) * 100), 0)
    expect([sum(5), sum(6)], label).toEqual([grossCents, grossCents])
  }
  const dated = stored.map(({ label, suppliedAt, content }) => [label, content.order.number, suppliedAt ?? ''])
  expect(stored.map(({ label }) => [label, byDocument.get(label)?.[0]?.[12], byDocument.get(label)?.[0]?.[13]])).toEqual(dated)
  const accountsOf = (label: string) => new Set(byDocument.get(label)?.map((row) => row[3]))
  expect(accountsOf('INV-000001')).toEqual(new Set(['1400', '8400', '8200', '1776']))
  expect(accountsOf('INV-000002')).toEqual(new Set(['1400', '8125']))
  expect(rows.flatMap((row) => [row[5], row[6], row[8]].filter(Boolean)).filter((amount) => !/^\d+\.\d\d$/.test(amount ?? ''))).toEqual([])
  expect(accountsOf('CN-000001')).toEqual(new Set(['1400', '8120']))
})

test('I7 the DATEV file has its header, Windows-1252, decimal commas, CRLF and a row for each rate; without the numbers it is refused', async () => {
  await sell()
  expect(await refusalOf(boss.accounting.journal({ query: { month: month(), format: 'datev' } }))).toMatchObject({
    status: 409,
    detail: 'Enter the DATEV consultant and client numbers in Settings first.',
  })
  await withNumbers()
  const answer = await journal('datev')
  const bytes = answer.rawPayload
  const text = bytes.toString('latin1')
  const lines = text.split('\r\n')
  expect(lines.at(-1)).toBe('')
  const [head = '', titles = '', ...rows] = lines.slice(0, -1)
  expect(head.split(';').slice(0, 5)).toEqual(['"EXTF"', '700', '21', '"Buchungsstapel"', '13'])
  expect(head.split(';').slice(10, 16)).toEqual([
    '1001',
    '42',
    `${month().slice(0, 4)}0101`,
    '4',
    `${month().replace('-', '')}01`,
    expect.stringMatching(/^\d{8}$/),
  ])
  expect(head.split(';')).toHaveLength(31)
  expect(titles).toContain('"Gegenkonto (ohne BU-Schl\u00fcssel)"')
  expect(text).not.toContain('\n\n')
  expect(bytes.includes(Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65]))).toBe(true) // Größe, one byte a letter
  const cells = rows.map((row) => row.split(';'))
  const day = shop.deps.now().toISOString().slice(5, 10).split('-').toReversed().join('')
  expect(cells.map((row) => [row[0], row[1], row[6], row[7], row[9], row[10]])).toEqual(
    expect.arrayContaining([
      ['126,93', '"S"', '1400', '8400', day, '"INV-000001"'],
      ['150,00', '"S"', '1400', '8125', day, '"INV-000002"'],
      ['30,00', '"H"', '1400', '8120', day, '"CN-000001"'],
    ]),
  )
  expect(
    titles
      .split(';')
      .map((title) => title.replaceAll('"', ''))
      .indexOf('Leistungsdatum'),
    'the 115th column of the format',
  ).toBe(114)
  expect(titles.split(';').indexOf('"Auftragsnummer"')).toBe(94)
  const facts = await shop.deps.db.select().from(documents)
  for (const row of cells) {
    const { suppliedAt, content } = facts.find(({ label }) => `"${label}"` === row[10]) ?? expect.fail(row[10])
    expect([row[94], row[114]], row[10]).toEqual([`"${content.order.number}"`, suppliedAt?.split('-').toReversed().join('') ?? ''])
    expect(row).toHaveLength(115)
  }
  const cents = cells.reduce((sum, row) => sum + (row[1] === '"S"' ? 1 : -1) * Math.round(Number(row[0]?.replace(',', '.')) * 100), 0)
  const stored = await shop.deps.db.select().from(documents)
  expect(cents).toBe(stored.reduce((sum, { kind, grossCents }) => sum + (kind === 'credit_note' ? -grossCents : grossCents), 0))
})

test('an open invoice has the day by which its buyer owes it, by the terms of the buyer; what is paid has none', async () => {
  await withNumbers()
  await shop.deps.db.insert(exchangeRates).values({ day: '2026-01-02', currency: 'USD', perEur: 1.16, source: 'Test' })
  const { id: productId } = await shop.make.product({ category: 'accessories', priceUsdCents: 100_00 })
  const order = async () => {
    await ann.cart.addItem({ body: { productId, quantity: 1 } })
    return (await checkOut(ann)).id
  }
  const ship = async (id: string) => {
    for (const status of ['processing', 'shipped'] as const) await boss.orders.setStatus({ params: { id }, body: { status } })
  }
  const usual = await order()
  await boss.customers.setTerms({ params: { id: ann.user.id }, body: { days: 30, limit: null, reason: 'Good customer' } })
  const own = await order()
  for (const id of [usual, own]) await ship(id)
  await pay(shop, await order())
  const dueAfter = (days: number) => {
    const [year = '', date = '', dayOfMonth = ''] = new Date(shop.deps.now().getTime() + days * 86_400_000)
      .toISOString()
      .slice(0, 10)
      .split('-')
    return `"${dayOfMonth}${date}${year.slice(2)}"`
  }
  const rows = (await journal('datev')).body.split('\r\n').slice(2, -1)
  expect(new Set(rows.map((row) => row.split(';')[11]))).toEqual(new Set(['', dueAfter(14), dueAfter(30)]))
  expect(rows).toHaveLength(3)
})

test('I7 documents in dollars have their rate, and without one the file is refused', async () => {
  await withNumbers()
  const { id: productId } = await shop.make.product({ category: 'accessories', priceUsdCents: 100_00 })
  await ann.cart.addItem({ body: { productId, quantity: 1 } })
  await pay(shop, (await checkOut(ann)).id)
  expect(await refusalOf(boss.accounting.journal({ query: { month: month(), format: 'datev' } }))).toMatchObject({
    code: 'no_exchange_rate',
  })
  await shop.deps.db.insert(exchangeRates).values({ day: '2026-01-02', currency: 'USD', perEur: 1.16, source: 'Test' })
  const row = (await journal('datev')).body.split('\r\n')[2]?.split(';')
  expect(row?.slice(0, 8)).toEqual(['108,00', '"S"', '"USD"', '1,160000', '93,10', '"EUR"', '1400', '8200'])
})

test('I7 only super admins read the journal and the figures of sellers, a seller reads its journal', async () => {
  for (const by of [await shop.signIn('application_admin'), await shop.signIn('business_admin'), ann]) {
    expect((await outcomeOf(by.accounting.journal({ query: { month: month() } }))).status).toBe(403)
    expect((await outcomeOf(by.accounting.sellers({ query: { year: '2026' } }))).status).toBe(403)
  }
  const business = await shop.make.business({
    name: 'Wellen',
    legalName: 'Wellen Verpackung GmbH',
    legalForm: 'GmbH',
    taxId: '12/345/67890',
    address: '',
    city: '',
  })
  const seller = await shop.signIn('business_admin', { businessId: business.id })
  const mat = await shop.make.product({ category: 'mat', priceEurCents: 100_00, ladder: [], businessId: business.id })
  const decision = decisionFor('domestic', 19, { issuer: business.id, collector: business.id })
  const id = await placeTaxed(shop, ann, { lines: [{ id: mat.id, quantity: 1, decision }] })
  await pay(shop, id)
  const own = await fetchFile(`/api/business/accounting/journal?month=${month()}`, seller)
  expect(
    rowsOf(own.body)
      .slice(1)
      .map((row) => [row[1], row[3]]),
  ).toEqual([
    ['WELLEN-000001', '1400'],
    ['WELLEN-000001', '8400'],
    ['WELLEN-000001', '1776'],
  ])
  expect(rowsOf((await journal('csv')).body)).toHaveLength(1)
  const path = `/api/business/accounting/journal?month=${month()}`
  expect(rowsOf((await fetchFile(path, await shop.signIn('business_admin'))).body)).toHaveLength(1)
  for (const other of [ann, boss]) expect((await fetchFile(path, other)).statusCode).toBe(403)
  const year = month().slice(0, 4)
  const figures = rowsOf((await fetchFile(`/api/admin/accounting/sellers?year=${year}`)).body)
  const quarter = Math.floor(shop.deps.now().getUTCMonth() / 3) + 1
  expect(figures.slice(1)).toEqual([
    ['Wellen', 'Wellen Verpackung GmbH', '', 'United States', '', '12/345/67890', '', `${year}-Q${quarter}`, 'EUR', '1', '119.00', '10.00'],
  ])
})

test('I7 the partner of what a seller bills the platform is the seller, in the journal and in the DATEV file', async () => {
  await withNumbers()
  await sell()
  await shop.deps.db.execute(sql`
    insert into documents (kind, number, label, order_id, cause, issued_at, currency, net_cents, tax_cents, gross_cents, buyer_name, country, content, search_text)
    select 'self_bill', number, 'SB-1', null, 'test:1', issued_at, currency, net_cents, tax_cents, gross_cents, buyer_name, country,
      jsonb_set(content, '{issuer}', content->'issuer' || '{"name": "Wellwerk GmbH", "country": "Netherlands", "vatId": "NL123456789B01"}'), ''
    from documents where label = 'INV-000001'`)
  const rows = rowsOf((await journal('csv')).body).filter((row) => row[1] === 'SB-1')
  expect(new Set(rows.map((row) => `${row[10]} ${row[11]}`))).toEqual(new Set(['NL NL123456789B01']))
  const datev = (await journal('datev')).body.split('\r\n').filter((line) => line.includes('"SB-1"'))
  expect(datev.length).toBeGreaterThan(0)
  expect(datev.every((line) => line.includes('"Wellwerk GmbH"'))).toBe(true)
})

test.each([
  ['Łódź Pakownia „Żuk”', 'Lódz Pakownia „Zuk”'],
  ['Őrsi & Şükrü Kft.', 'Orsi & Sükrü Kft.'],
  ['Αθήνα Χαρτί ΑΕ', 'Athina Charti AE'],
  ['Картон ЕООД', 'Karton EOOD'],
  ['王小明；上海', 'WangXiaoMing ShangHai'],
  ['Škoda Œuvre €', 'Škoda Œuvre €'],
  ['Kartonáž Ň'.repeat(20), 'Kartonáž N'.repeat(6)],
])('I7 the DATEV file has the name %s as Windows-1252 can write it: %s, never a question mark', async (company, written) => {
  await withNumbers()
  const { id: product } = await shop.make.product({ category: 'mat', priceEurCents: 50_00, ladder: [] })
  const customer = { country: 'DE', state: '', city: 'Berlin', zipCode: '10115', company }
  await pay(shop, await placeTaxed(shop, ann, { customer, lines: [{ id: product, quantity: 1, decision: decisionFor('domestic', 19) }] }))
  const text = new TextDecoder('windows-1252').decode((await journal('datev')).rawPayload)
  expect(text).toContain(`"${written}"`)
  expect(text).not.toContain('?')
})

test.runIf(TESTS_ALL)('I7 10,000 documents are one DATEV file', async () => {
  await withNumbers()
  await sell()
  await shop.deps.db.execute(sql`
    insert into documents (kind, number, label, order_id, cause, issued_at, currency, net_cents, tax_cents, gross_cents, buyer_name, country, content, search_text)
    select 'commission', n, 'X-' || n, null, 'test:' || n, d.issued_at, d.currency, d.net_cents, d.tax_cents, d.gross_cents, d.buyer_name, d.country, d.content, ''
    from documents d, generate_series(1, 10000) n where d.label = 'INV-000001'`)
  const answer = await journal('datev')
  expect(answer.statusCode).toBe(200)
  expect(answer.body.split('\r\n').length).toBeGreaterThan(20_000)
})

test('I7 super admins change every account; those that an older client does not send stay', async () => {
  const { accounting } = await boss.settings.read()
  expect(accounting).toMatchObject({ clearing: '1360', commission: '8510', purchases: '3200', inputTax: '1576' })
  const own = { clearing: '1361', commission: '8511', purchases: '3201', inputTax: '1577' }
  await boss.settings.update({ body: { accounting: { ...accounting, ...own } } })
  const { clearing: _1, commission: _2, purchases: _3, inputTax: _4, version: _5, ...older } = accounting
  expect((await boss.settings.update({ body: { accounting: { ...older, receivables: '1401' } } })).accounting).toMatchObject({
    ...own,
    receivables: '1401',
  })
})
