import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listDocumentDisagreements } from '#server/payments/documents/document-disagreements.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { listReplayDisagreements } from '#server/payments/ledger/replayed-orders.ts'
import { documents, orderLines, orders, sellerOrders } from '#server/platform/db/schema.ts'
import { orderOf, refusalOf } from '#server/testing/buyers.ts'
import { GOLDEN_ORDERS, goldenForm, openGoldenShop } from '#server/testing/golden-orders.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let golden: Awaited<ReturnType<typeof openGoldenShop>>
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('super_admin')
  golden = await openGoldenShop(shop, { buyer: ann, staff })
})
afterEach(async () => {
  const { db } = shop.deps
  const found = [await listOrderDisagreements(db), await listReplayDisagreements(db), await listMoneyDisagreements(db)]
  expect([...found, await listDocumentDisagreements(db)].flat()).toEqual([])
})

async function storedOf(id: string) {
  const { db } = shop.deps
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, id))
  const parts = await db.select().from(sellerOrders).where(eq(sellerOrders.orderId, id))
  return { order, lines, parts }
}

/** Pays an order: its invoices are written then. */
async function pay(id: string, reference: string) {
  const paidAt = shop.deps.now().toISOString()
  await staff.orderMoney.markPaid({ params: { id }, body: { method: 'bank_transfer', reference, paidAt } })
  const shown = await ann.documents.ofOrder({ params: { id } })
  const stored = await shop.deps.db.select().from(documents).where(eq(documents.orderId, id))
  return { shown, taxes: stored.flatMap(({ content }) => content.taxes), localTax: stored[0]?.content.localTax }
}

/** Adds up amounts in cents by a label. */
const sumBy = (rows: readonly (readonly [label: string, cents: number])[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(rows, ([label]) => label)].map(([label, own]) => [label, own.reduce((sum, [, cents]) => sum + cents, 0)]),
  )

test.each(GOLDEN_ORDERS)('$id is the same in the cart, the order, its replay and its documents', async (row) => {
  const { currency = 'EUR', amounts } = row
  const [subtotal = 0, discount = 0, shipping = 0, tax = 0, total = 0] = amounts
  await golden.addGoods(row.goods, currency)
  await golden.prepare(row)
  const cart = await golden.cartOf(row, currency)
  expect(cart.totals).toEqual({ subtotal, discount, shipping, tax, total })
  expect(cart.tax.lines.map(({ label, amount }) => [label, amount])).toEqual(row.rates)
  expect(cart.items.reduce((sum, { lineTotal }) => sum + Math.round(lineTotal * 100), 0)).toBe(Math.round(subtotal * 100))
  expect(cart.canCheckOut).toBe(true)
  const isIncluded = cart.tax.mode === 'included'
  const { amount: _amount, ...body } = orderOf(cart)
  const order = await ann.checkout.placeOrder({ body: { ...body, customer: goldenForm(row), expectedTotal: total } })
  expect(order).toMatchObject({ subtotal, discount, shipping, tax, totalAmount: total })
  const { order: stored, lines, parts } = await storedOf(order.id)
  expect(stored).toMatchObject({ taxMode: isIncluded ? 'included' : 'added', buyerKind: row.buyer, pricing: { version: 2 } })
  expect(lines.some(({ taxReason }) => taxReason === row.reason)).toBe(true)
  const sums = (['discountCents', 'shippingCents', 'taxCents'] as const).map(
    (name) => lines.reduce((cents, line) => cents + (line[name] ?? 0), 0) / 100,
  )
  expect(sums).toEqual([discount, shipping, tax])
  expect(parts.reduce((cents, part) => cents + part.totalCents, 0) / 100).toBe(total)
  const { shown, taxes, localTax } = await pay(order.id, order.number)
  const invoices = shown.map(({ net, tax: of, gross }) => [net, of, gross])
  expect(invoices.toSorted(([, , one = 0], [, , other = 0]) => other - one)).toEqual(row.invoices)
  const ofDocuments = taxes.map(({ label, taxCents }) => [label, taxCents] as const)
  expect(sumBy(ofDocuments)).toEqual(sumBy(row.rates.map(([label, amount]) => [label, Math.round(amount * 100)] as const)))
  expect(taxes.some(({ reason }) => reason === row.reason)).toBe(true)
  if (row.id === 'G38') expect(localTax).toMatchObject({ currency: 'EUR', cents: 14_58, perEur: 1.16 })
})

test('T7 G38 an order freezes the exchange rate of its day, and its invoice says the VAT by it', async () => {
  const row = GOLDEN_ORDERS.find(({ id }) => id === 'G38')
  if (!row) throw new Error('no such row')
  await golden.addGoods(row.goods, 'USD')
  await golden.prepare(row)
  const body = { ...orderOf(await golden.cartOf(row, 'USD')), customer: goldenForm(row) }
  const order = await ann.checkout.placeOrder({ body })
  const day = shop.deps.now().toISOString().slice(0, 10)
  const { order: stored } = await storedOf(order.id)
  expect(stored?.pricing).toMatchObject({ exchange: [{ currency: 'USD', day, perEur: 1.16 }] })
  expect(stored?.pricing).toMatchObject({ charges: [{ zone: 'European Union', chargeableGrams: 20_000 }] })
  await staff.tax.changeExchangeRate({ params: { id: `${day}.USD` }, body: { perEur: 2 } })
  expect((await pay(order.id, order.number)).localTax).toEqual({ currency: 'EUR', cents: 14_58, perEur: 1.16, day })
})

test('G11 X3 a machine to Hawaii is by quote, in the cart and on the order', async () => {
  const hawaii = { to: 'HI', zip: '96813', buyer: 'business' } as const
  await golden.addGoods({ M: 1 }, 'USD')
  const cart = await golden.cartOf(hawaii, 'USD')
  expect(cart).toMatchObject({ canCheckOut: false, items: [{ shipping: 'quote' }] })
  const problem = await refusalOf(ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: goldenForm(hawaii) } }))
  expect(problem).toMatchObject({ status: 409, code: 'needs_freight_quote' })
  expect(await shop.deps.db.$count(orders)).toBe(0)
})

test('G28 T4.6 a parcel that has to clear customs is refused, in the cart and on the order', async () => {
  const german = { to: 'DE', buyer: 'consumer' } as const
  await golden.addGoods({ T: 1 }, 'EUR')
  const cart = await golden.cartOf(german, 'EUR')
  expect(cart).toMatchObject({ canCheckOut: false, items: [{ available: false, shipping: 'quote' }] })
  const problem = await refusalOf(ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: goldenForm(german) } }))
  expect(problem).toMatchObject({ status: 409, code: 'not_sold_there' })
  expect(await shop.deps.db.$count(orders)).toBe(0)
})
