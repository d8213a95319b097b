import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Return } from '#contract/fulfillment/returns.ts'
import type { Order } from '#contract/orders/orders.ts'
import { settleCredited } from '#server/fulfillment/corrections/settle-credited.ts'
import { sendRequests } from '#server/payments/cards/send-provider-requests.ts'
import { listDocumentDisagreements } from '#server/payments/documents/document-disagreements.ts'
import { listDisagreements } from '#server/payments/ledger/list-disagreements.ts'
import { cardRefunds, exchanges, payments, products, refunds } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { orderOf, outcomeOf } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { raceRounds, raceTimeout, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { randomFrom } from '#server/testing/random-from.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'

/* Exchanges among all else that happens to orders, by card and by transfer, and at the same moment: the books and the stock add up. */

const PASSWORD = 'a box of old boxes'
let shop: CardShop
let ann: SignedInUser
let staff: SignedInUser
let seller: SignedInUser
let businessId = ''
let passwordHash = ''
beforeAll(async () => {
  shop = await openCardShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  businessId = (await shop.make.business({ name: 'Wellwerk' })).id
  ann = await shop.signIn('customer')
  seller = await shop.signIn('business_admin', { businessId })
  staff = await shop.signIn('super_admin', { passwordHash })
})

let keys = 0
const nextKey = () => `key-${(keys += 1)}`
const cents = (amount: number) => Math.round(amount * 100)
const sendOut = () => sendRequests(shop.deps, openStripe(shop.deps.config.stripe ?? expect.fail('no keys')))
const read = (id: string) => staff.orders.adminById({ params: { id } })
const sell = (input: Parameters<CardShop['make']['product']>[0] = {}) =>
  shop.make.product({ category: 'accessories', businessId, stock: 1000, priceUsdCents: 37_19, priceEurCents: 33_01, ladder: [], ...input })
function pay(id: string, amount?: number) {
  const paidAt = shop.deps.now().toISOString()
  return outcomeOf(
    staff.orderMoney.markPaid({
      params: { id },
      body: { method: 'bank_transfer', reference: nextKey(), paidAt, ...(amount && { amount }) },
    }),
  )
}
const refund = (id: string, amount: number) =>
  outcomeOf(staff.orderMoney.refund({ params: { id }, body: { amount, reason: 'Test', password: PASSWORD }, idempotencyKey: nextKey() }))

async function deliver(id: string): Promise<Order> {
  for (const status of ['processing', 'shipped', 'delivered'] as const) {
    if ((await read(id)).nextStatuses.includes(status)) await staff.orders.setStatus({ params: { id }, body: { status } })
  }
  return read(id)
}

async function order(product: { id: string }, quantity: number, isByCard = false): Promise<string> {
  await ann.cart.addItem({ body: { productId: product.id, quantity } })
  if (!isByCard) return (await ann.checkout.placeOrder({ body: orderOf(await ann.cart.list()) })).id
  const { orderId, clientSecret } = await shop.begin(ann)
  await shop.notifyPaid(clientSecret.split('_secret_')[0] ?? '')
  return orderId
}

async function received({ id, items }: Order, quantity = 1): Promise<Return | null> {
  const body = {
    businessId,
    lines: [{ productId: items[0]?.productId ?? '', quantity }],
    wish: 'other',
    reason: 'faulty',
    note: '',
    photos: [],
  } as const
  const { answer } = await outcomeOf(ann.returns.request({ params: { id }, body: { ...body, lines: [...body.lines], photos: [] } }))
  if (!answer) return null
  await seller.returns.moveAsSeller({ params: { id: answer.id }, body: { status: 'approved' } })
  return seller.returns.moveAsSeller({ params: { id: answer.id }, body: { status: 'received' } })
}

/** An exchange as it was previewed: each call sends it, with the same key unless another is given. */
async function prepare(
  { id, version }: Return,
  product: { id: string },
  more: { quantity?: number; isEven?: boolean; restock?: boolean } = {},
) {
  const { quantity = 1, isEven = false, restock = false } = more
  const wanted = { items: [{ id: product.id, quantity }], isEven }
  const seen = await staff.exchanges.preview({ params: { id }, body: wanted })
  const body = { ...wanted, amount: seen.total, version, restock }
  const first = nextKey()
  return { seen, settle: (key = first) => outcomeOf(staff.exchanges.exchange({ params: { id }, body, idempotencyKey: key })) }
}

/** Sums the cents that came in and went out, without those that moved between orders. */
async function movedCents(): Promise<number> {
  const sign = sql`case when ${payments.kind} in ('payment', 'credit') then ${payments.amountCents} else -${payments.amountCents} end`
  const [row] = await shop.deps.db
    .select({ cents: sql<string>`coalesce(sum(${sign}), 0)` })
    .from(payments)
    .where(and(ne(payments.method, 'exchange'), ne(payments.kind, 'excess')))
  return Number(row?.cents)
}

test.each(TESTS_ALL ? [1, 2, 3, 4, 5, 6] : [1])(
  'exchanges, refunds and payments in any order (run %i): what the buyer paid is the price of what they keep',
  { timeout: raceTimeout(400) },
  async (seed) => {
    const below = randomFrom(seed)
    const offered = [await sell(), await sell({ priceUsdCents: 5_55 }), await sell({ priceUsdCents: 91_07 })]
    const pick = () => offered[below(offered.length)] ?? expect.fail('none')
    let goneCents = 0
    const made = { refunded: 0, due: 0, even: 0, unpaid: 0 }
    for (let round = 0; round < (TESTS_ALL ? 6 : 3); round += 1) {
      const isByCard = round % 3 === 0
      const all = [await order(pick(), 2 + below(4), isByCard)]
      if (!isByCard && round % 3 === 1) await pay(all[0] ?? '')
      for (let step = 0; step < 4; step += 1) {
        const id = all[below(all.length)] ?? ''
        const now = await deliver(id)
        if (below(4) === 0 && now.paymentStatus === 'paid' && (await refund(id, 1)).answer) goneCents += 100
        const returned = await received(await deliver(id))
        if (!returned) continue
        const wanted = await outcomeOf(
          prepare(returned, pick(), { quantity: 1 + below(3), isEven: below(3) === 0, restock: below(2) === 0 }),
        )
        if (!wanted.answer) continue
        const { answer } = await wanted.answer.settle()
        if (!answer?.exchange) continue
        goneCents += cents(wanted.answer.seen.value)
        all.push(answer.exchange.orderId)
        const sent = await read(answer.exchange.orderId)
        made.refunded += Number((answer.refundedAmount ?? 0) > 0)
        made.due += Number(sent.dueAmount > 0 && sent.paidAmount > 0)
        made.even += Number(sent.discount > 0)
        made.unpaid += Number(answer.exchange.credit === 0)
        if (below(2) === 0) await sendOut()
        if (TESTS_ALL) expect(await listDisagreements(shop.deps.db), `round ${round} step ${step}`).toEqual([])
      }
      expect(await listDisagreements(shop.deps.db), `round ${round}`).toEqual([])
      await sendOut()
      for (const id of all) if ((await read(id)).dueAmount > 0) expect((await pay(id)).status).toBe(200)
      await sendOut()
      await settleCredited(shop.deps)
    }
    const { items: everything } = await staff.orders.listAll({ query: { limit: '100' } })
    let keptCents = -goneCents
    for (const { id } of everything) {
      const { totalAmount, dueAmount } = await read(id)
      expect(dueAmount).toBe(0)
      keptCents += cents(totalAmount)
    }
    expect(await movedCents()).toBe(keptCents)
    expect(await listDisagreements(shop.deps.db)).toEqual([])
    expect(await listDocumentDisagreements(shop.deps.db)).toEqual([])
    expect(Math.min(made.refunded, made.due, made.even, made.unpaid)).toBeGreaterThan(0)
    expect(await shop.deps.db.$count(refunds, eq(refunds.status, 'failed'))).toBe(0)
  },
)

test('a card order that was refunded before: only the difference goes to the card, and nothing of it is taken over twice', async () => {
  const [mat, clip] = [await sell({ priceUsdCents: 100_00 }), await sell({ priceUsdCents: 60_00 })]
  const id = await order(mat, 3, true)
  const [intentId = ''] = shop.provider.intents.keys()
  await deliver(id)
  expect((await refund(id, 7)).status).toBe(200)
  const returned = (await received(await read(id))) ?? expect.fail('no return')
  const settled = await (await prepare(returned, clip)).settle()
  expect(settled.answer).toMatchObject({ exchange: { credit: 64.8 }, refundedAmount: 43.2 })
  await sendOut()
  expect(shop.provider.refunds.map(({ amount }) => amount)).toEqual([7_00, 43_20])
  expect(await shop.send(shop.message('charge.refunded', shop.provider.charge(intentId, 50_20)))).toBe(200)
  expect(await read(id)).toMatchObject({ refundedAmount: 115, paymentStatus: 'partially_refunded' })
  expect((await refund(id, 10)).status).toBe(200)
  await sendOut()
  expect(shop.provider.refunds.map(({ amount }) => amount)).toEqual([7_00, 43_20, 10_00])
  expect(await listDisagreements(shop.deps.db)).toEqual([])
})

test('a card that refuses the difference: the exchange stays, and staff transfer the difference', async () => {
  const [mat, clip] = [await sell({ priceUsdCents: 100_00 }), await sell({ priceUsdCents: 60_00 })]
  const id = await order(mat, 2, true)
  const returned = (await received(await deliver(id))) ?? expect.fail('no return')
  shop.provider.refundStatus = 'failed'
  const { answer } = await (await prepare(returned, clip)).settle()
  await sendOut()
  expect(await read(answer?.exchange?.orderId ?? '')).toMatchObject({ paymentStatus: 'paid' })
  expect(await read(id)).toMatchObject({ refunds: [{ status: 'settled', amount: 108 }] })
  expect(await shop.deps.db.select().from(cardRefunds)).toMatchObject([{ amountCents: 43_20, reference: null }])
  expect(await listDisagreements(shop.deps.db)).toEqual([])
})

const ROUNDS = 50

async function race(run: (returned: Return, settle: Awaited<ReturnType<typeof prepare>>['settle']) => Promise<void>): Promise<void> {
  const [mat, clip] = [await sell(), await sell({ priceUsdCents: 30_00 })]
  for (let round = 0; round < raceRounds(ROUNDS); round += 1) {
    const id = await order(mat, 1)
    await pay(id)
    const returned = (await received(await deliver(id))) ?? expect.fail('no return')
    await run(returned, (await prepare(returned, clip, { restock: true })).settle)
    expect((await read(id)).refundedAmount).toBe((await read(id)).totalAmount)
  }
  expect(await listDisagreements(shop.deps.db)).toEqual([])
}
const countOf = ({ id }: Return) => shop.deps.db.$count(exchanges, eq(exchanges.returnId, id))

test('two settlements at once: one of them is made', { timeout: raceTimeout(ROUNDS) }, async () => {
  await race(async (returned, settle) => {
    const statuses = (await Promise.all([settle(nextKey()), settle(nextKey())])).map(({ status }) => status)
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 409])
    expect(await countOf(returned)).toBe(1)
  })
})

test('the same key twice at once exchanges once, answered alike', { timeout: raceTimeout(ROUNDS) }, async () => {
  await race(async (returned, settle) => {
    const [one, other] = await Promise.all([settle(), settle()])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.answer).toEqual(other.answer)
    expect(await countOf(returned)).toBe(1)
  })
})

test('an exchange against the refund: the value goes one way', { timeout: raceTimeout(ROUNDS) }, async () => {
  await race(async (returned, settle) => {
    const refunded = () => outcomeOf(seller.returns.moveAsSeller({ params: { id: returned.id }, body: { status: 'refunded' } }))
    const [exchanged, back] = await Promise.all([settle(), refunded()])
    expect([exchanged.status, back.status].sort((a, b) => a - b)).toEqual([200, 409])
    expect(await countOf(returned)).toBe(exchanged.status === 200 ? 1 : 0)
  })
})

test('crosswise exchanges of two products and a buyer of both: nobody waits for ever, stock adds up', {
  timeout: raceTimeout(ROUNDS),
}, async () => {
  const pair = [await sell(), await sell()] as const
  const bob = await shop.signIn('customer')
  for (let round = 0; round < raceRounds(ROUNDS); round += 1) {
    const settle: (() => Promise<{ status: number }>)[] = []
    for (const [from, to] of [pair, [pair[1], pair[0]] as const]) {
      const id = await order(from, 1)
      await pay(id)
      const returned = (await received(await deliver(id))) ?? expect.fail('no return')
      settle.push((await prepare(returned, to, { restock: true })).settle)
    }
    for (const { id: productId } of pair) await bob.cart.addItem({ body: { productId, quantity: 1 } })
    const bought = orderOf(await bob.cart.list())
    const outcomes = await Promise.all([...settle.map((one) => one()), outcomeOf(bob.checkout.placeOrder({ body: bought }))])
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200])
  }
  expect(await listDisagreements(shop.deps.db)).toEqual([])
  const rows = await shop.deps.db.select({ stock: products.stock }).from(products).where(eq(products.businessId, businessId))
  expect(rows.map(({ stock }) => stock)).toEqual([1000 - 2 * raceRounds(ROUNDS), 1000 - 2 * raceRounds(ROUNDS)])
})
