import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { formatMoney, toDecimal } from '#domain/money.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { listReplayDisagreements } from '#server/payments/ledger/replayed-orders.ts'
import { ledgerEntries, ledgerTransactions, orderLines, orders, products } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { customerForm, orderOf, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* The golden totals of a shop as it starts, from the cart over the order and its replay to the invoice and the refund of single units. */

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let passwordHash = ''
let made = 0

const PASSWORD = 'corrugated-board-7'

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('super_admin', { passwordHash })
  made = 0
})
afterEach(async () => {
  const { db } = shop.deps
  expect([...(await listOrderDisagreements(db)), ...(await listReplayDisagreements(db)), ...(await listMoneyDisagreements(db))]).toEqual([])
})

const nameOf = (name: string) => `${name} ${(made += 1)}`
const mats = () => shop.make.product({ category: 'accessories', name: nameOf('Slit mats'), priceUsdCents: 39_50, priceEurCents: 36_90 })
const machine = () =>
  shop.make.product({ category: 'mat-maker', name: nameOf('EcoMat'), priceUsdCents: 12_500_00, priceEurCents: 11_490_00 })

interface Row {
  id: string
  currency?: 'USD' | 'EUR'
  mats?: number
  machines?: number
  code?: string
  method?: 'express'
  state?: 'MN'
  /** Subtotal, discount, shipping, tax, total. */
  amounts: readonly [number, number, number, number, number]
}

const ROWS: readonly Row[] = [
  { id: 'G1', mats: 1, amounts: [39.5, 0, 9.99, 3.16, 52.65] },
  { id: 'G2', mats: 3, amounts: [118.5, 0, 0, 9.48, 127.98] },
  { id: 'G3', mats: 3, code: 'WELCOME10', amounts: [118.5, 11.85, 0, 8.53, 115.18] },
  { id: 'G4', mats: 3, code: 'SAVE25', amounts: [118.5, 25, 0, 7.48, 100.98] },
  { id: 'G5', mats: 2, code: 'FREESHIP', method: 'express', amounts: [79, 0, 0, 6.32, 85.32] },
  { id: 'G6', machines: 1, state: 'MN', amounts: [12_500, 0, 0, 1_000, 13_500] },
  { id: 'G7', machines: 3, state: 'MN', amounts: [35_625, 0, 0, 2_850, 38_475] },
  { id: 'G8', machines: 1, mats: 1, code: 'BULK20', state: 'MN', amounts: [12_539.5, 2_507.9, 0, 802.53, 10_834.13] },
  { id: 'G10', currency: 'EUR', mats: 1, amounts: [36.9, 0, 9.99, 2.95, 49.84] },
]

async function fill({ currency = 'USD', ...row }: Omit<Row, 'id' | 'amounts'>) {
  const query = { currency }
  if (row.machines) await ann.cart.addItem({ query, body: { productId: (await machine()).id, quantity: row.machines } })
  if (row.mats) await ann.cart.addItem({ query, body: { productId: (await mats()).id, quantity: row.mats } })
  if (row.code) await ann.cart.applyPromo({ query, body: { code: row.code } })
  if (row.method) await ann.cart.setShipping({ query, body: { shippingMethod: row.method } })
  return ann.cart.list({ query })
}

const invoiceOf = async ({ id }: Order) => {
  const answer = await shop.app.inject({ url: `/api/orders/${id}/invoice.pdf`, headers: { authorization: `Bearer ${ann.token}` } })
  return readPdf(answer.rawPayload).text
}

test.each(ROWS)('$id is the same in the cart, the order, its replay and the invoice', async (row) => {
  const { amounts, currency = 'USD', state = 'IL' } = row
  const [subtotal, discount, shipping, tax, total] = amounts
  const cart = await fill(row)
  expect(cart.totals).toEqual({ subtotal, discount, shipping, tax, total })
  const base = Math.round((subtotal - discount) * 100) / 100
  expect(cart).toMatchObject({
    taxRate: 0.08,
    tax: { mode: 'added', lines: [{ label: 'Tax (8%)', percent: 8, base, amount: tax, reason: 'us_flat', text: '' }] },
  })
  const customer = { ...customerForm, state, ...(state === 'MN' && { zipCode: '55401' }) }
  const order = await ann.checkout.placeOrder({ body: { ...orderOf(cart), customer, expectedTotal: total } })
  expect(order).toMatchObject({ subtotal, discount, shipping, tax, totalAmount: total, taxRate: 0.08 })
  const { db } = shop.deps
  const [stored] = await db.select().from(orders).where(eq(orders.id, order.id))
  expect(stored).toMatchObject({
    taxMode: 'added',
    buyerKind: 'consumer',
    sellerOfRecord: 'platform',
    taxCountry: 'US',
    pricing: { version: 2 },
  })
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
  const sum = (name: 'discountCents' | 'shippingCents' | 'taxCents') =>
    toDecimal(lines.reduce((cents, line) => cents + (line[name] ?? 0), 0))
  expect([sum('discountCents'), sum('shippingCents'), sum('taxCents')]).toEqual([discount, shipping, tax])
  expect(lines.every((line) => line.taxRate === 80_000 && line.taxReason === 'us_flat' && line.collector === null)).toBe(true)
  const text = await invoiceOf(order)
  for (const shown of [base, tax, total]) expect(text).toContain(formatMoney(Math.round(shown * 100), currency))
  expect(text).toContain('Tax (8%)')
})

test('T7 an order replays to the cent after rates, shipping, prices and the code have changed', async () => {
  const cart = await fill({ mats: 2, machines: 1, code: 'BULK20' })
  const before = await ann.checkout.placeOrder({ body: orderOf(cart) })
  const { shipping } = await staff.settings.read()
  const standard = { ...shipping.standard, price: { USD: 77, EUR: 66 }, freeFrom: null }
  await staff.settings.update({ body: { tax: { percent: 21.5 }, shipping: { ...shipping, standard } } })
  await shop.deps.db.update(products).set({ priceUsdCents: 1_00, priceEurCents: 1_00 })
  expect(await listReplayDisagreements(shop.deps.db)).toEqual([])
  expect(await ann.orders.byId({ params: { id: before.id } })).toMatchObject({
    totalAmount: before.totalAmount,
    taxRate: 0.08,
    steps: before.steps,
  })
  expect(await invoiceOf(before)).toContain('Tax (8%)')
})

test('T7 an order that the version before has stored replays, shows and refunds as it did', async () => {
  const { order, refund } = await paidOrder()
  const { db } = shop.deps
  const shown = await staff.orders.byId({ params: { id: order.id } })
  await db.execute(sql`update orders set pricing = pricing - 'version' - 'decisions' - 'charges', buyer_kind = null, tax_country = null`)
  await db.execute(sql`update order_lines set discount_cents = null, shipping_cents = null, tax_cents = null, shipping_tax_cents = null,
    tax_rate = null, tax_reason = null`)
  expect(await staff.orders.byId({ params: { id: order.id } })).toEqual({ ...shown, changeProblem: expect.any(String) })
  expect(await invoiceOf(order)).toContain('Tax (8%)')
  for (const key of ['one', 'two', 'three']) await refund(1, key)
  expect((await taxRefunds()).reduce((sum, cents) => sum + cents, 0)).toBe(8_53)
})

test('T7 the checks name an order whose pricing gives another amount, and a part that its lines do not add up to', async () => {
  const order = await ann.checkout.placeOrder({ body: orderOf(await fill({ mats: 3, code: 'WELCOME10' })) })
  const { db } = shop.deps
  const setRate = (rate: string) => db.execute(sql`update orders set pricing = jsonb_set(pricing, '{decisions,0,percent}', ${rate}::jsonb)`)
  await setRate('190000')
  expect(await listReplayDisagreements(db)).toEqual([
    { rule: 'replay', id: `${order.id}:taxCents`, expected: 20_26, actual: 8_53 },
    { rule: 'replay', id: `${order.id}:totalCents`, expected: 126_91, actual: 115_18 },
    { rule: 'replay in USD', id: order.id, expected: 126_91, actual: 115_18 },
  ])
  await setRate('80000')
  await db.execute(sql`update order_lines set tax_cents = tax_cents - 1`)
  expect(await listOrderDisagreements(db)).toMatchObject([{ rule: 'line shares', actual: 20_37, expected: 20_38 }])
  await db.execute(sql`update order_lines set tax_cents = tax_cents + 1`)
})

test('T7 another total than the buyer saw is answered with the cart, and nothing is ordered', async () => {
  const seen = await fill({ mats: 1 })
  await staff.settings.update({ body: { tax: { percent: 10 } } })
  const { amount: _total, ...body } = orderOf(seen)
  const problem = await refusalOf(ann.checkout.placeOrder({ body: { ...body, expectedTotal: 52.65 } }))
  expect(problem).toMatchObject({
    status: 409,
    code: 'total_changed',
    detail: 'Your total is now $53.44. Review your order and place it again.',
    cart: { totals: { tax: 3.95, total: 53.44 }, tax: { lines: [{ label: 'Tax (10%)' }] } },
  })
  expect(await shop.deps.db.$count(orders)).toBe(0)
  expect(await ann.checkout.placeOrder({ body: { ...body, expectedTotal: 53.44 } })).toMatchObject({ totalAmount: 53.44 })
})

/** Pays an order of three packs with 10% off: each costs 38.39 or 38.40, with tax of 2.84 or 2.85. */
async function paidOrder() {
  const order = await ann.checkout.placeOrder({ body: orderOf(await fill({ mats: 3, code: 'WELCOME10' })) })
  const body = { method: 'bank_transfer' as const, reference: order.number, paidAt: shop.deps.now().toISOString() }
  await staff.orderMoney.markPaid({ params: { id: order.id }, body })
  const [{ productId = '' } = {}] = order.items
  const refund = (quantity: number, key: string) =>
    staff.orderMoney.refund({
      params: { id: order.id },
      body: { lines: [{ productId, quantity }], password: PASSWORD, reason: '' },
      idempotencyKey: key,
    })
  return { order, refund }
}

/** Tax that refunds have taken from the tax account, in cents, one by one. */
async function taxRefunds() {
  const rows = await shop.deps.db
    .select({ cents: ledgerEntries.debitCents, account: ledgerEntries.account })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(eq(ledgerTransactions.reason, 'refund'))
    .orderBy(ledgerEntries.id)
  return rows.filter(({ account }) => account === 'tax').map(({ cents }) => cents)
}

test('G40 units that come back one by one refund exactly the tax and the total that were charged', async () => {
  const { order, refund } = await paidOrder()
  expect(order).toMatchObject({ tax: 8.53, totalAmount: 115.18 })
  for (const key of ['one', 'two', 'three']) await refund(1, key)
  expect(await taxRefunds()).toEqual([2_84, 2_85, 2_84])
  expect(await staff.orders.byId({ params: { id: order.id } })).toMatchObject({ refundedAmount: 115.18, paymentStatus: 'refunded' })
})

test('shipping keeps no tax where its order taxes products only', async () => {
  const order = await ann.checkout.placeOrder({ body: orderOf(await fill({ mats: 1 })) })
  const body = { method: 'bank_transfer' as const, reference: order.number, paidAt: shop.deps.now().toISOString() }
  await staff.orderMoney.markPaid({ params: { id: order.id }, body })
  const call = { params: { id: order.id } }
  const lines = [{ productId: order.items[0]?.productId ?? '', quantity: 1 }]
  await staff.orderMoney.refund({ ...call, body: { lines, password: PASSWORD, reason: '' }, idempotencyKey: 'mats' })
  await staff.orderMoney.refund({ ...call, body: { amount: 9.99, password: PASSWORD, reason: '' }, idempotencyKey: 'shipping' })
  expect(await taxRefunds(), 'all of it with the mats').toEqual([3_16])
})

test(
  'G40 refunds of units at the same moment refund no unit and no cent twice',
  async () => {
    for (let round = 0; round < (inject('database').kind === 'embedded' ? 1 : raceRounds(8)); round += 1) {
      const { order, refund } = await paidOrder()
      const before = (await taxRefunds()).length
      const outcomes = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => outcomeOf(refund(1, `${key}${round}`))))
      expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(3)
      const taxes = (await taxRefunds()).slice(before)
      expect(taxes.reduce((sum, cents) => sum + cents, 0)).toBe(8_53)
      expect(await staff.orders.byId({ params: { id: order.id } })).toMatchObject({ refundedAmount: 115.18 })
    }
  },
  raceTimeout(8),
)
