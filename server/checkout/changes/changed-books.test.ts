import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrderChangePreviewBody } from '#contract/checkout/order-changes.ts'
import { sendRequests } from '#server/payments/cards/send-provider-requests.ts'
import { listDisagreements } from '#server/payments/ledger/list-disagreements.ts'
import { cardRefunds, orderChanges, orders, products, refunds, sellerOrders } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { orderOf, outcomeOf } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { raceRounds, raceTimeout, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { randomFrom } from '#server/testing/random-from.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'

/* Changes of orders among all else that happens to them, in any order and at the same moment: the books and the stock add up. */

const PASSWORD = 'a box of old boxes'
let shop: CardShop
let ann: SignedInUser
let staff: SignedInUser
let passwordHash = ''
beforeAll(async () => {
  shop = await openCardShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
  staff = await shop.signIn('super_admin', { passwordHash })
})

const sendOut = () => sendRequests(shop.deps, openStripe(shop.deps.config.stripe ?? expect.fail('no keys')))
let keys = 0
const nextKey = () => `key-${(keys += 1)}`
const read = (id: string) => staff.orders.adminById({ params: { id } })
const sell = (input: Parameters<CardShop['make']['product']>[0] = {}) =>
  shop.make.product({ category: 'accessories', stock: 1000, priceUsdCents: 37_19, priceEurCents: 33_01, ...input })

/** Asks for a change at its preview; answers what came of it. */
async function change(id: string, body: OrderChangePreviewBody, key = nextKey()) {
  const seen = await outcomeOf(staff.orderChanges.preview({ params: { id }, body }))
  if (!seen.answer) return seen
  const { version } = await read(id)
  const wanted = { ...body, reason: 'Test', amount: seen.answer.total, version }
  return outcomeOf(staff.orderChanges.change({ params: { id }, body: wanted, idempotencyKey: key }))
}
function pay(id: string, amount?: number) {
  const paidAt = shop.deps.now().toISOString()
  const body = { method: 'bank_transfer' as const, reference: nextKey(), paidAt, ...(amount && { amount }) }
  return outcomeOf(staff.orderMoney.markPaid({ params: { id }, body }))
}
const cancel = (id: string) => outcomeOf(staff.orders.setStatus({ params: { id }, body: { status: 'cancelled', reason: 'Test' } }))
const ship = (id: string, businessId: string) =>
  outcomeOf(
    staff.orders.setPartStatus({
      params: { id, businessId },
      body: { status: 'shipped', carrier: 'Own truck', trackingNumber: nextKey() },
    }),
  )
const refund = (id: string, amount: number) =>
  outcomeOf(staff.orderMoney.refund({ params: { id }, body: { amount, reason: 'Test', password: PASSWORD }, idempotencyKey: nextKey() }))

/** A change of some lines, with a product or a line that is added now and then. */
async function someChange(below: ReturnType<typeof randomFrom>, id: string, offered: readonly { id: string; businessId: string }[]) {
  const { items } = await read(id)
  const lines = items
    .filter(() => below(2) === 0)
    .map(({ productId, quantity }) => ({
      id: productId,
      quantity: below(4) === 0 ? 0 : Math.max(1, quantity + below(7) - 3),
      ...(below(3) === 0 && { price: below(60_00) / 100 }),
    }))
  const product = offered[below(offered.length)]
  const isNew = product && !items.some(({ productId }) => productId === product.id)
  return {
    lines,
    ...(isNew &&
      below(3) === 0 && { items: [{ id: product.id, quantity: 1 + below(6), ...(below(2) === 0 && { price: below(50_00) / 100 }) }] }),
    ...(below(5) === 0 && {
      customLines: [
        {
          text: 'Training',
          kind: 'service' as const,
          quantity: 1,
          price: below(90_00) / 100,
          taxClass: 'standard' as const,
          businessId: items[0]?.businessId ?? '',
        },
      ],
    }),
  }
}

async function placeSome(below: ReturnType<typeof randomFrom>, offered: readonly { id: string }[]): Promise<string> {
  for (let at = 0; at <= below(3); at += 1) {
    const product = offered[below(offered.length)]
    if (product) await ann.cart.addItem({ body: { productId: product.id, quantity: 1 + below(6) } })
  }
  if (below(3) === 0) await outcomeOf(ann.cart.applyPromo({ body: { code: 'welcome10' } }))
  if (below(3) === 0) {
    const { orderId, clientSecret } = await shop.begin(ann)
    await shop.notifyPaid(clientSecret.split('_secret_')[0] ?? '')
    return orderId
  }
  const currency = below(3) === 0 ? ('EUR' as const) : ('USD' as const)
  return (await ann.checkout.placeOrder({ body: orderOf(await ann.cart.list({ query: { currency } })) })).id
}

/** Orders of a run, each changed and moved in an order of its own. */
const ORDERS = TESTS_ALL ? 6 : 4
/** 504 orders at night. */
const SEEDS = Array.from({ length: TESTS_ALL ? 84 : 1 }, (_, at) => at + 1)
const made = { changed: 0, refunded: 0, due: 0 }

test.each(SEEDS)(
  'changes, payments, cancels, refunds and parcels in any order (run %i): the books and the stock add up',
  { timeout: raceTimeout(400) },
  async (seed) => {
    const below = randomFrom(seed)
    const [one, two] = [await sell(), await sell({ ladder: [{ minQuantity: 5, discountPercent: 10 }] })]
    const offered = [
      one,
      two,
      await sell({ businessId: one.businessId, priceUsdCents: 5_55, priceEurCents: 4_99 }),
      await sell({ businessId: two.businessId }),
    ]
    for (let round = 0; round < ORDERS; round += 1) {
      const id = await placeSome(below, offered)
      for (let step = 0; step < 7; step += 1) {
        const order = await read(id)
        const act = step === 0 && round % 2 === 0 ? 8 : below(12) // half of the orders are paid first
        if (act < 7) {
          const { status, answer } = await change(id, await someChange(below, id, offered))
          if (status === 200 && answer && 'version' in answer) made.changed += 1
        } else if (act < 9) await pay(id, below(2) === 0 ? 1 + below(50) : undefined)
        else if (act === 9) await refund(id, 1 + below(10))
        else if (act === 10) await ship(id, order.fulfilments[below(order.fulfilments.length)]?.businessId ?? '')
        else if (below(3) === 0) await cancel(id)
        if (below(2) === 0) await sendOut()
        if (TESTS_ALL) expect(await listDisagreements(shop.deps.db), `round ${round} step ${step} act ${act}`).toEqual([])
        const after = await read(id)
        if (after.dueAmount > 0 && after.paidAmount > 0) made.due += 1
        made.refunded += Number(after.refunds.some(({ reason }) => reason.startsWith('Order changed')))
      }
      expect(await listDisagreements(shop.deps.db), `round ${round}`).toEqual([])
      await sendOut()
      await pay(id)
      await cancel(id)
      await sendOut()
      expect(await listDisagreements(shop.deps.db)).toEqual([])
    }
    expect(await shop.deps.db.$count(refunds, eq(refunds.status, 'failed'))).toBe(0)
    expect(await shop.deps.db.$count(cardRefunds, isNotNull(cardRefunds.problem))).toBe(0)
  },
)

test('these runs have changed orders, refunded what cost less and asked for what cost more', () => {
  expect(Math.min(made.changed, made.refunded, made.due)).toBeGreaterThan(0)
})

const ROUNDS = 50

/** Runs a race in rounds, each with a paid order of two units and a change to one. @param run returns nothing: it checks the outcome */
async function race(
  isPaid: boolean,
  run: (id: string, less: () => ReturnType<typeof outcomeOf<unknown>>, businessId: string) => Promise<void>,
) {
  const product = await sell()
  for (let round = 0; round < raceRounds(ROUNDS); round += 1) {
    await ann.cart.addItem({ body: { productId: product.id, quantity: 2 } })
    const { id } = await ann.checkout.placeOrder({ body: orderOf(await ann.cart.list()) })
    if (isPaid) await pay(id)
    const body = { lines: [{ id: product.id, quantity: 1 }] }
    const { total } = await staff.orderChanges.preview({ params: { id }, body })
    const { version } = await read(id)
    const key = nextKey()
    const wanted = { ...body, reason: 'Race', amount: total, version }
    await run(id, () => outcomeOf(staff.orderChanges.change({ params: { id }, body: wanted, idempotencyKey: key })), product.businessId)
    const [order] = await shop.deps.db.select().from(orders).where(eq(orders.id, id))
    expect(order?.paidCents).toBeLessThanOrEqual(order?.totalCents ?? 0)
  }
  expect(await listDisagreements(shop.deps.db)).toEqual([])
}

test('a change against the parcel: one of them is first, and what leaves is what the order says', {
  timeout: raceTimeout(ROUNDS),
}, async () => {
  await race(true, async (id, less, businessId) => {
    const [changed, shipped] = await Promise.all([less(), ship(id, businessId)])
    expect(shipped.status).toBe(200)
    expect([200, 409]).toContain(changed.status)
    expect((await read(id)).items[0]?.quantity).toBe(changed.status === 200 ? 1 : 2)
  })
})

test('a change against the cancellation: all money and stock is back, once', { timeout: raceTimeout(ROUNDS) }, async () => {
  await race(true, async (id, less) => {
    const [changed, canceled] = await Promise.all([less(), cancel(id)])
    expect([changed.status, canceled.status].filter((status) => status === 200).length).toBeGreaterThan(0)
    if (canceled.status === 200) expect(await read(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
  })
  const [product] = await shop.deps.db.select().from(products)
  const live = await shop.deps.db.$count(sellerOrders, eq(sellerOrders.status, 'processing'))
  expect(product?.stock).toBe(1000 - live)
})

test('a change against the payment: whatever came first, the buyer has paid what it costs', { timeout: raceTimeout(ROUNDS) }, async () => {
  await race(false, async (id, less) => {
    const [changed, paid] = await Promise.all([less(), pay(id)])
    expect(paid.status).toBe(200)
    const order = await read(id)
    expect(order.items[0]?.quantity).toBe(changed.status === 200 ? 1 : 2)
    expect(order).toMatchObject({ paymentStatus: 'paid', paidAmount: order.totalAmount })
  })
})

test('the same key twice at once changes once, answered alike', { timeout: raceTimeout(ROUNDS) }, async () => {
  await race(true, async (id, less) => {
    const [one, other] = await Promise.all([less(), less()])
    expect([one?.status, other?.status]).toEqual([200, 200])
    expect(one?.answer).toEqual(other?.answer)
    expect(await shop.deps.db.$count(orderChanges, eq(orderChanges.orderId, id))).toBe(1)
  })
})

test('a card order: less goes back to the card, more is paid by transfer and goes back by transfer first', async () => {
  const mat = await sell({ priceUsdCents: 100_00, ladder: [] })
  const { orderId: id, intentId } = await shop.beginOf(mat, 3)
  expect((await read(id)).changeProblem).toBe('Its card payment is still to come. Wait until it has arrived.')
  expect((await change(id, { lines: [{ id: mat.id, quantity: 2 }] })).status).toBe(409)
  await shop.notifyPaid(intentId)
  const paid = await read(id)
  await change(id, { lines: [{ id: mat.id, quantity: 2 }] })
  await sendOut()
  expect(shop.provider.refunds.map(({ amount }) => amount)).toEqual([108_00])
  expect(await read(id)).toMatchObject({
    paymentStatus: 'paid',
    paidAmount: paid.totalAmount - 108,
    refunds: [{ status: 'settled', amount: 108 }],
  })
  const known = shop.message('charge.refunded', shop.provider.charge(intentId, 108_00))
  expect(await shop.send(known)).toBe(200)
  expect(await read(id)).toMatchObject({ refundedAmount: 0 })
  await change(id, { lines: [{ id: mat.id, quantity: 4 }] })
  expect(await read(id)).toMatchObject({ dueAmount: 216, paymentStatus: 'partially_paid', paymentMethod: 'card' })
  expect((await pay(id)).status).toBe(200)
  expect(await read(id)).toMatchObject({ dueAmount: 0, paymentStatus: 'paid' })
  await change(id, { lines: [{ id: mat.id, quantity: 3 }] })
  await sendOut()
  expect(shop.provider.refunds).toHaveLength(1)
  await cancel(id)
  await sendOut()
  expect(shop.provider.refunds.map(({ amount }) => amount)).toEqual([108_00, Math.round(paid.totalAmount * 100) - 108_00])
  expect(await shop.send(shop.message('charge.refunded', shop.provider.charge(intentId, Math.round(paid.totalAmount * 100))))).toBe(200)
  expect(await read(id)).toMatchObject({ paymentStatus: 'refunded' })
  expect(await listDisagreements(shop.deps.db)).toEqual([])
})

test('a refund of a change that the card refuses is kept for the buyer until staff send it', async () => {
  const mat = await sell({ priceUsdCents: 100_00, ladder: [] })
  const { orderId: id, intentId } = await shop.beginOf(mat, 3)
  await shop.notifyPaid(intentId)
  shop.provider.refundStatus = 'failed'
  await change(id, { lines: [{ id: mat.id, quantity: 2 }] })
  await sendOut()
  expect(await read(id)).toMatchObject({ keptAmount: 108, refunds: [{ status: 'failed' }] })
  const body = { isKept: true, password: PASSWORD }
  await staff.orderMoney.refund({ params: { id }, body, idempotencyKey: nextKey() })
  expect(await read(id)).not.toHaveProperty('keptAmount')
  expect(await listDisagreements(shop.deps.db)).toEqual([])
})

test('staff read at the refund of a change that its card, or a part of it, did not arrive', async () => {
  const mat = await sell({ priceUsdCents: 100_00, ladder: [] })
  const { orderId: id, intentId } = await shop.beginOf(mat, 3)
  await shop.notifyPaid(intentId)
  shop.provider.refundStatus = 'pending'
  await change(id, { lines: [{ id: mat.id, quantity: 2 }] })
  await sendOut()
  expect(await read(id)).toMatchObject({ refunds: [{ status: 'settled', problem: null }] })
  const lost = { ...shop.provider.refunds[0], status: 'failed', failure_reason: 'lost_or_stolen_card' }
  expect(await shop.send(shop.message('refund.failed', lost))).toBe(200)
  expect(await read(id)).toMatchObject({ refunds: [{ status: 'settled', problem: expect.stringContaining('lost_or_stolen_card') }] })
  await change(id, { lines: [{ id: mat.id, quantity: 4 }] })
  await pay(id)
  shop.provider.refundStatus = 'failed'
  await cancel(id)
  await sendOut()
  const [, canceled] = (await read(id)).refunds
  expect(canceled).toMatchObject({ status: 'settled', problem: expect.stringContaining('Transfer it to the buyer') })
  expect(await listDisagreements(shop.deps.db)).toEqual([])
})
