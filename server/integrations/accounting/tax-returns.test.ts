import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TaxReturns } from '#contract/integrations/accounting.ts'
import { documents, exchangeRates } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { orderOf, refusalOf } from '#server/testing/buyers.ts'
import { GOLDEN_ORDERS, goldenForm, openGoldenShop } from '#server/testing/golden-orders.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let golden: Awaited<ReturnType<typeof openGoldenShop>>
let passwordHash = ''
const PASSWORD = 'corrugated-board-7'
beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
  staff = await shop.signIn('super_admin', { passwordHash })
  golden = await openGoldenShop(shop, { buyer: ann, staff })
})

const today = () => shop.deps.now().toISOString().slice(0, 10)
const period = () => ({ from: `${today().slice(0, 7)}-01`, to: today() })
const cents = (amount: number) => Math.round(amount * 100)

/** Places golden orders and pays them. @returns the order of the last one */
async function sell(...ids: string[]) {
  let last = ''
  for (const id of ids) {
    const row = GOLDEN_ORDERS.find((one) => one.id === id)
    if (!row) throw new Error(`no row ${id}`)
    const { currency = 'EUR' } = row
    await golden.addGoods(row.goods, currency)
    await golden.prepare(row)
    last = await pay({ ...orderOf(await golden.cartOf(row, currency)), customer: goldenForm(row) })
  }
  return last
}

async function pay(body: Parameters<SignedInUser['checkout']['placeOrder']>[0]['body']) {
  const { id, number } = await ann.checkout.placeOrder({ body })
  const paidAt = shop.deps.now().toISOString()
  await staff.orderMoney.markPaid({ params: { id }, body: { method: 'bank_transfer', reference: number, paidAt } })
  return id
}

/** Sells slit mats to Chicago, with untaxed shipping. */
async function sellAtHome() {
  const home = { to: 'IL', zip: '60607', buyer: 'business' } as const
  await golden.addGoods({ P: 1 }, 'USD')
  return pay({ ...orderOf(await golden.cartOf(home, 'USD')), customer: goldenForm(home) })
}

const refund = (id: string, body: { amount?: number; lines?: { productId: string; quantity: number }[] }) =>
  staff.orderMoney.refund({ params: { id }, body: { ...body, password: PASSWORD, reason: '' }, idempotencyKey: `refund-${id}` })

/** Sums of the documents of a currency, credit notes subtracted. */
async function documentSums(currency: 'USD' | 'EUR') {
  const rows = (await shop.deps.db.select().from(documents)).filter((row) => row.currency === currency)
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + (row.kind === 'credit_note' ? -1 : 1) * of(row), 0)
  return { net: sum(({ netCents }) => netCents), tax: sum(({ taxCents }) => taxCents) }
}

function sumsOf({ rows }: TaxReturns, currency: 'USD' | 'EUR') {
  const own = rows.filter((row) => row.currency === currency)
  return { net: own.reduce((sum, { net }) => sum + cents(net), 0), tax: own.reduce((sum, { tax }) => sum + cents(tax), 0) }
}

test('T10 the figures of a period are the sums of its documents, credit notes subtracted', async () => {
  const german = await sell('G19', 'G22', 'G23', 'G24', 'G29', 'G36', 'G38', 'G17')
  const { items } = await ann.orders.byId({ params: { id: german } })
  await refund(german, { lines: [{ productId: items[0]?.productId ?? '', quantity: 1 }] })
  await refund(await sellAtHome(), { amount: 20 })
  const returns = await staff.accounting.taxReturns({ query: period() })
  for (const currency of ['EUR', 'USD'] as const) {
    const sums = await documentSums(currency)
    expect(sums.tax).toBeGreaterThan(0)
    expect(sumsOf(returns, currency)).toEqual(sums)
    const total = returns.totals.find((one) => one.currency === currency)
    expect([cents(total?.net ?? 0), cents(total?.tax ?? 0)]).toEqual([sums.net, sums.tax])
  }
  const oss = returns.rows.filter(({ scheme, currency }) => scheme === 'oss' && currency === 'EUR')
  expect(oss.map(({ country, percent, tax, taxEur, collector }) => [country, percent, tax, taxEur, collector])).toEqual([
    ['DE', 19, 12.62, 12.62, null],
    ['FI', 25.5, 7.19, 7.19, null],
    ['FR', 20, 2647.8, 2647.8, null],
  ])
  expect(returns.oneStop.map(({ country, corrects, taxEur }) => [country, corrects, taxEur])).toEqual([
    ['DE', null, 27.2],
    ['FI', null, 7.19],
    ['FR', null, 2647.8],
  ])
  expect(returns.recapitulative).toEqual([{ collector: null, vatId: 'DE111111117', name: 'Ann Buyer', baseEur: 110.7 }])
  expect(returns.missingRates).toEqual([])
  const only = await staff.accounting.taxReturns({ query: { ...period(), scheme: 'oss' } })
  expect(new Set(only.rows.map(({ scheme }) => scheme))).toEqual(new Set(['oss']))
})

test('T10 sales in the United States have their taxed part by state; shipping is none of it, and a refund takes its part', async () => {
  const id = await sellAtHome()
  const before = await staff.accounting.taxReturns({ query: period() })
  expect(before.unitedStates).toEqual([{ state: 'IL', currency: 'USD', net: 49.49, base: 39.5, tax: 3.16 }])
  await refund(id, { amount: 52.65 })
  const after = await staff.accounting.taxReturns({ query: period() })
  expect(after.unitedStates).toEqual([{ state: 'IL', currency: 'USD', net: 0, base: 0, tax: 0 }])
})

test('T10 an amount without an exchange rate is in its currency only, and the day is named', async () => {
  await sell('G38')
  await shop.deps.db.delete(exchangeRates)
  const { rows, missingRates } = await staff.accounting.taxReturns({ query: period() })
  expect(rows).toMatchObject([{ currency: 'USD', tax: 16.91, baseEur: null, taxEur: null }])
  expect(missingRates).toEqual([{ currency: 'USD', day: today() }])
})

test('T10 a period without documents is empty; wrong days and too long periods are refused at their field', async () => {
  const query = { from: '2020-01-01', to: '2020-12-31' }
  expect(await staff.accounting.taxReturns({ query })).toMatchObject({ rows: [], totals: [], oneStop: [] })
  const problems = [
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ from: '2026-03-01', to: '2026-02-01' }, 'to'],
    [{ from: '2024-01-01', to: '2026-02-01' }, 'to'],
  ] as const
  for (const [wrong, field] of problems) {
    expect(await refusalOf(staff.accounting.taxReturns({ query: wrong }))).toMatchObject({ status: 422, errors: [{ field }] })
  }
})

test('T10 staff may read and save it, others not; each file is one table and is recorded', async () => {
  await sell('G19', 'G22')
  const fetchFile = (layout: string, by: SignedInUser) => {
    const query = new URLSearchParams({ ...period(), format: 'csv', layout })
    return shop.app.inject({ url: `/api/admin/tax/returns?${query.toString()}`, headers: { authorization: `Bearer ${by.token}` } })
  }
  const admin = await shop.signIn('application_admin')
  const file = await fetchFile('recapitulative', admin)
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(file.body.replace('\ufeff', '').trim().split(/\r?\n/)).toEqual([
    'Collector,Country,VAT ID,Name,Supplies EUR',
    'Platform,DE,DE111111117,Ann Buyer,110.7',
  ])
  expect((await fetchFile('oneStop', admin)).body).toContain('OSS,Platform,FR,,20,13239,2647.8')
  const seller = await shop.signIn('business_admin')
  for (const other of [ann, seller]) expect((await fetchFile('rows', other)).statusCode).toBe(403)
  const { items } = await staff.audit.list({ query: { action: 'tax_returns.export' } })
  expect(items).toHaveLength(2)
})
