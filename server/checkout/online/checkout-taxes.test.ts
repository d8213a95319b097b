import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { VAT_ID_NOTICES } from '#domain/vat-id.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { listReplayDisagreements } from '#server/payments/ledger/replayed-orders.ts'
import {
  ledgerEntries,
  markets,
  orderLines,
  orders,
  products,
  sellerOrders,
  shippingRates,
  taxRegistrations,
  taxRules,
  vatChecks,
} from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { orderOf, refusalOf } from '#server/testing/buyers.ts'
import { goldenForm, openGoldenShop } from '#server/testing/golden-orders.ts'
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
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('super_admin', { passwordHash })
  golden = await openGoldenShop(shop, { buyer: ann, staff })
})
afterEach(async () => {
  const { db } = shop.deps
  expect([...(await listOrderDisagreements(db)), ...(await listReplayDisagreements(db)), ...(await listMoneyDisagreements(db))]).toEqual([])
})

async function storedOf(id: string) {
  const { db } = shop.deps
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, id))
  const parts = await db.select().from(sellerOrders).where(eq(sellerOrders.orderId, id))
  return { order, lines, parts }
}

describe('what is not sold', () => {
  test('G28 T4.6 a parcel that has to clear customs is refused in the cart and on the order, with the same sentence', async () => {
    await golden.addGoods({ T: 1 }, 'EUR')
    const german = { to: 'DE', buyer: 'consumer' } as const
    const cart = await golden.cartOf(german, 'EUR')
    const text = "We can't ship Product T 2 to private buyers in Germany because it has to clear customs. Request a quote instead."
    expect(cart).toMatchObject({
      canCheckOut: false,
      items: [{ available: false, notice: text, shipping: 'quote', price: 10.95 }],
      totals: { total: 0 },
    })
    const problem = await refusalOf(ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: goldenForm(german) } }))
    expect(problem).toMatchObject({ status: 409, code: 'not_sold_there', detail: text, cart: { canCheckOut: false } })
    expect(await shop.deps.db.$count(orders)).toBe(0)
    expect(await golden.cartOf({ to: 'DE', buyer: 'business' }, 'EUR')).toMatchObject({
      canCheckOut: true,
      tax: { lines: [{ reason: 'export_to_eu' }] },
    })
  })

  test('X6 a market for businesses only refuses private buyers, in the cart and on the order', async () => {
    await shop.deps.db.update(markets).set({ sellsToConsumers: false }).where(eq(markets.country, 'DE'))
    await golden.addGoods({ P: 1 }, 'EUR')
    const german = { to: 'DE', buyer: 'consumer' } as const
    const notice = "We don't sell to private buyers in Germany yet."
    const cart = await golden.cartOf(german, 'EUR')
    expect(cart).toMatchObject({ canCheckOut: false, items: [{ available: false, notice }] })
    const problem = await refusalOf(ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: goldenForm(german) } }))
    expect(problem).toMatchObject({ status: 409, code: 'not_sold_there', detail: notice })
    expect(await golden.cartOf({ ...german, buyer: 'business' }, 'EUR')).toMatchObject({ canCheckOut: true })
  })

  test('T4.15 a country without a registration is refused, what else is in the cart is still priced', async () => {
    await shop.deps.db.delete(taxRegistrations)
    await golden.addGoods({ P: 1, T: 1 }, 'EUR')
    const cart = await golden.cartOf({ to: 'DE', buyer: 'business' }, 'EUR')
    expect(cart).toMatchObject({
      canCheckOut: false,
      items: [
        { notice: "We can't take online orders from Germany yet. Request a quote instead.", price: 36.9 },
        { notice: null, price: 9.2 },
      ],
      totals: { subtotal: 9.2 },
    })
    expect(await staff.tax.refusals()).toEqual([{ country: 'DE', buyers: 1 }])
    expect((await refusalOf(ann.tax.refusals())).status).toBe(403)
  })
})

describe('VAT ids', () => {
  test('T5 the cart says why a VAT id does not count, and only where it would change the tax', async () => {
    await golden.addGoods({ P: 1 }, 'EUR')
    const german = { to: 'DE', buyer: 'business', vatId: 'DE136695976' } as const
    expect((await golden.cartOf(german, 'EUR')).vatNotice).toBe(VAT_ID_NOTICES.unavailable)
    await golden.answered('DE136695976', 'invalid')
    expect((await golden.cartOf(german, 'EUR')).vatNotice).toBe(VAT_ID_NOTICES.invalid)
    expect((await golden.cartOf({ ...german, vatId: 'DE1' }, 'EUR')).vatNotice).toContain("isn't a valid VAT ID")
    expect((await golden.cartOf({ ...german, vatId: 'DE111111117' }, 'EUR')).vatNotice).toBeNull()
    expect((await golden.cartOf({ ...german, to: 'IE' }, 'EUR')).vatNotice).toBeNull()
    expect((await golden.cartOf({ ...german, buyer: 'consumer' }, 'EUR')).vatNotice).toBeNull()
  })

  test('T5 an answer counts for seven days, and an order keeps it with its consultation number', async () => {
    await golden.addGoods({ P: 1 }, 'EUR')
    const german = { to: 'DE', buyer: 'business', vatId: 'DE111111117' } as const
    const order = await ann.checkout.placeOrder({ body: { ...orderOf(await golden.cartOf(german, 'EUR')), customer: goldenForm(german) } })
    const { order: stored } = await storedOf(order.id)
    expect(stored).toMatchObject({
      vatWaits: null,
      tags: [],
      taxCountry: 'DE',
      pricing: {
        taxSources: [{ row: 'T4.11', registration: 'IE1234567T', certificate: null }],
        vatCheck: { vatId: 'DE111111117', counted: true, isTrusted: false, answer: { status: 'valid', source: 'staff' } },
      },
    })
    await shop.deps.db.update(vatChecks).set({ checkedAt: new Date(shop.deps.now().getTime() - 8 * 86_400_000) })
    await golden.addGoods({ P: 1 }, 'EUR')
    expect(await golden.cartOf(german, 'EUR')).toMatchObject({ vatNotice: VAT_ID_NOTICES.unavailable, tax: { lines: [{ percent: 19 }] } })
  })

  test('T5 where staff trust ids that nobody could check, the order is marked and waits for the answer', async () => {
    await golden.settle({ tax: { percent: 8, whenViesIsDown: 'accept' } })
    await golden.addGoods({ P: 1 }, 'EUR')
    const german = { to: 'DE', buyer: 'business', vatId: 'DE136695976' } as const
    const cart = await golden.cartOf(german, 'EUR')
    expect(cart).toMatchObject({ vatNotice: null, tax: { lines: [{ reason: 'intra_community' }] } })
    const order = await ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: goldenForm(german) } })
    expect((await storedOf(order.id)).order).toMatchObject({
      vatWaits: 'DE136695976',
      tags: ['unconfirmed VAT ID'],
      pricing: { vatCheck: { counted: true, isTrusted: true } },
    })
  })
})

test('T7 orders keep their totals, taxes and days whatever becomes of rates, zones, registrations, markets, products and VAT checks', async () => {
  const buyers = [
    { to: 'DE', buyer: 'consumer' },
    { to: 'DE', buyer: 'business', vatId: 'DE111111117' },
    { to: 'IL', zip: '60607', buyer: 'consumer' },
  ] as const
  const ids: string[] = []
  for (const buyer of buyers) {
    await golden.addGoods({ P: 2 }, 'EUR')
    const cart = await golden.cartOf(buyer, 'EUR')
    ids.push((await ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: goldenForm(buyer) } })).id)
  }
  const read = () => Promise.all(ids.map((id) => ann.orders.byId({ params: { id } })))
  const before = await read()
  expect(before.map(({ tax }) => tax > 0)).toEqual([true, false, true])
  const { db } = shop.deps
  await db.update(taxRules).set({ rate: 10_000 })
  await db.delete(taxRegistrations)
  await db.update(shippingRates).set({ priceUsdCents: 77_00, priceEurCents: 66_00, minDays: 40, maxDays: 50 })
  await db.update(markets).set({ sellsToConsumers: false })
  await db.update(products).set({ priceUsdCents: 1_00, priceEurCents: 1_00, taxClass: 'reduced', weightGrams: 1 })
  await db.update(vatChecks).set({ status: 'invalid' })
  await staff.settings.update({ body: { tax: { percent: 21.5 }, trade: { sellerOfRecord: 'seller', selfBilling: false } } })
  expect(await listReplayDisagreements(db)).toEqual([])
  expect(await read()).toEqual(before)
})

test('T1 T7 a shop of sellers freezes who sells, and collects for whom the table says', async () => {
  await golden.addGoods({ P: 1, Q: 1 }, 'EUR')
  await golden.sellersWithOneStop()
  const german = { to: 'DE', buyer: 'consumer' } as const
  const order = await ann.checkout.placeOrder({ body: { ...orderOf(await golden.cartOf(german, 'EUR')), customer: goldenForm(german) } })
  const { order: stored, lines, parts } = await storedOf(order.id)
  expect(stored?.sellerOfRecord).toBe('seller')
  expect(lines.every(({ collector, businessId }) => collector === businessId)).toBe(true)
  const byTotal = parts.toSorted((one, other) => one.totalCents - other.totalCents)
  expect(byTotal.map(({ totalCents, shippingCents, taxCents }) => [totalCents, shippingCents, taxCents])).toEqual([
    [25_59, 3_93, 4_09],
    [51_87, 7_96, 8_28],
  ])
})

test('T1 the tax of a seller goes to its earnings, and comes from them when units come back', async () => {
  await golden.addGoods({ P: 1, Q: 1 }, 'EUR')
  await golden.sellersWithOneStop()
  const german = { to: 'DE', buyer: 'consumer' } as const
  const order = await ann.checkout.placeOrder({ body: { ...orderOf(await golden.cartOf(german, 'EUR')), customer: goldenForm(german) } })
  const body = { method: 'bank_transfer' as const, reference: order.number, paidAt: shop.deps.now().toISOString() }
  await staff.orderMoney.markPaid({ params: { id: order.id }, body })
  const sums = async () => {
    const rows = await shop.deps.db.select().from(ledgerEntries)
    const of = (account: string) => rows.filter((row) => row.account === account).reduce((sum, { debitCents }) => sum + debitCents, 0)
    return { tax: of('tax'), seller: of('seller'), commission: of('commission'), clearing: of('clearing') }
  }
  const totalCents = Math.round(order.totalAmount * 100)
  const commission = -5_51 // 10% of 55.10 without tax
  expect(await sums()).toEqual({ tax: 0, seller: -totalCents - commission, commission, clearing: totalCents })
  for (const { productId, quantity } of order.items) {
    const refund = { lines: [{ productId, quantity }], password: PASSWORD, reason: '' }
    await staff.orderMoney.refund({ params: { id: order.id }, body: refund, idempotencyKey: productId })
  }
  expect(await sums()).toMatchObject({ tax: 0, commission: 0, seller: -11_89, clearing: 11_89 })
})
