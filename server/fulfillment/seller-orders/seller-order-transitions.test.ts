import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { auditEntries, notifications, outbox, products, refunds, stockMovements } from '#server/platform/db/schema.ts'
import { checkOut, pay, refusalOf } from '#server/testing/buyers.ts'
import { balanceOf } from '#server/testing/earners.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import {
  ann,
  bag,
  box,
  move,
  openSellerShop,
  order,
  params,
  shop,
  sol,
  staff,
  tia,
  transitionSellerOrder,
} from '#server/testing/shared-orders.ts'
import { type SignedInUser } from '#server/testing/test-shop.ts'

openSellerShop()

const stockOf = async (id: string) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock

/** The mails to the buyer, oldest first. */
async function mailsToAnn() {
  const rows = await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(outbox.id)
  const mails = rows.map(({ payload }) => payload as { template: string; to: string; facts: Record<string, unknown> })
  return mails.filter(({ to }) => to === ann.user.email)
}

/** Notifications of a user about moves, oldest first. */
async function noticesOf({ user }: SignedInUser) {
  const all = await shop.deps.db.select().from(notifications).where(eq(notifications.userId, user.id)).orderBy(notifications.id)
  return all.filter(({ kind }) => /^order-(processing|shipped|delivered|cancelled)$/.test(kind))
}

test('D112 D232 sellers move their own parts step by step; the order stands where the least advanced part stands, and the buyer is notified of every move', async () => {
  const placed = await order()
  expect(await move(sol, placed, 'processing')).toMatchObject({ status: 'processing', version: 2 })
  expect((await ann.orders.byId(params(placed))).status).toBe('pending')
  const shipped = await move(sol, placed, 'shipped', { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
  expect(shipped).toMatchObject({ status: 'shipped', carrier: 'UPS', nextStatuses: ['delivered'] })
  expect(shipped.history.map(({ to, by }) => [to, by])).toEqual([
    ['pending', 'Ann Buyer'],
    ['processing', 'Sol Seller'],
    ['shipped', 'Sol Seller'],
  ])
  await move(tia, placed, 'processing')
  expect(await ann.orders.byId(params(placed))).toMatchObject({ status: 'processing', canCancel: false })
  await move(tia, placed, 'shipped')
  await move(sol, placed, 'delivered')
  await move(tia, placed, 'delivered')
  const done = await ann.orders.byId(params(placed))
  expect(done.history.map(({ to, by }) => [to, by])).toEqual([
    ['pending', 'Ann Account'],
    ['processing', 'Tin Bags'],
    ['shipped', 'Tin Bags'],
    ['delivered', 'Tin Bags'],
  ])
  expect(done.fulfilments[0]).toMatchObject({
    trackingNumber: '1Z999AA10123456784',
    shippedAt: expect.any(String),
    deliveredAt: expect.any(String),
  })
  expect(done.fulfilments[0]?.history.map(({ to, by }) => [to, by])).toEqual([
    ['pending', 'Ann Account'],
    ['processing', 'Sun Boxes'],
    ['shipped', 'Sun Boxes'],
    ['delivered', 'Sun Boxes'],
  ])
  const mails = await mailsToAnn()
  expect(mails.map(({ template, facts }) => [template, facts.seller])).toEqual([
    ['order-placed', undefined],
    ['order-processing', 'Sun Boxes'],
    ['order-shipped', 'Sun Boxes'],
    ['document', undefined],
    ['order-processing', 'Tin Bags'],
    ['order-shipped', 'Tin Bags'],
    ['order-delivered', 'Sun Boxes'],
    ['order-delivered', 'Tin Bags'],
  ])
  expect(mails[2]?.facts).toMatchObject({ carrier: 'UPS', trackingNumber: '1Z999AA10123456784', lines: [{ name: 'Sun Box' }] })
  const notified = await noticesOf(ann)
  expect(notified.map(({ kind, path }) => [kind, path])).toHaveLength(6)
  expect(notified[1]).toMatchObject({ title: `Part of order ${placed.number} is on its way`, path: `/account/orders/${placed.id}` })
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.move')).orderBy(auditEntries.id)
  expect(entry).toMatchObject({
    actorName: 'Sol Seller',
    before: { status: 'pending', parts: [{ businessId: box.businessId, status: 'pending' }] },
    after: { status: 'pending', parts: [{ businessId: box.businessId, status: 'processing' }] },
  })
})

test('every other move of a part is 409, and so is one that was decided on an older version of that part', async () => {
  const placed = await order()
  for (const status of ['pending', 'shipped', 'delivered'] as const)
    expect(await refusalOf(move(sol, placed, status))).toMatchObject({ status: 409, code: 'invalid_transition' })
  const mine = await sol.sellerOrders.byId(params(placed))
  await move(tia, placed, 'processing')
  await move(sol, placed, 'processing', { version: mine.version })
  expect(await refusalOf(move(sol, placed, 'shipped', { version: mine.version }))).toMatchObject({
    status: 409,
    code: 'edit_conflict',
    current: { status: 'processing', version: mine.version + 1 },
  })
  await move(sol, placed, 'shipped')
  for (const status of ['pending', 'processing', 'shipped', 'cancelled'] as const)
    expect(await refusalOf(move(sol, placed, status, { reason: 'No' }))).toMatchObject({ status: 409, code: 'invalid_transition' })
})

test('a seller cancels their own part with a reason: its stock returns once, the order goes on without it, and its code stays used', async () => {
  for (const { id } of [box, bag]) await ann.cart.addItem({ body: { productId: id, quantity: 2 } })
  await ann.cart.applyPromo({ body: { code: 'SAVE10' } })
  const placed = await checkOut(ann)
  expect(await refusalOf(move(sol, placed, 'cancelled'))).toMatchObject({ status: 422, errors: [{ field: 'reason' }] })
  await move(sol, placed, 'cancelled', { reason: 'Broken machine' })
  expect([await stockOf(box.id), await stockOf(bag.id)]).toEqual([10, 8])
  expect(await ann.orders.byId(params(placed))).toMatchObject({ status: 'pending', canCancel: true })
  expect(await refusalOf(move(sol, placed, 'cancelled', { reason: 'Again' }))).toMatchObject({ status: 409 })
  const mails = await mailsToAnn()
  const left = placed.fulfilments.find(({ businessId }) => businessId === bag.businessId)
  expect(mails.at(-1)).toMatchObject({
    template: 'order-cancelled',
    facts: { reason: 'Broken machine', seller: 'Sun Boxes', dueCents: Math.round((left?.total ?? 0) * 100) },
  })
  const uses = async () => (await listUses()).length
  expect(await uses()).toBe(1)
  await move(tia, placed, 'cancelled', { reason: 'No bags' })
  expect(await uses()).toBe(0)
  expect((await ann.orders.byId(params(placed))).status).toBe('cancelled')
  expect(await stockOf(bag.id)).toBe(10)
  expect(await shop.deps.db.$count(refunds)).toBe(0)
})

async function listUses() {
  const { rows } = await shop.database.pool.query('select order_id from promotion_uses')
  return rows
}

test('ruling 5 a paid part that is cancelled gives its own money back, once, and a whole order then only what is left', async () => {
  const placed = await order()
  await pay(shop, placed.id)
  const totals = new Map(placed.fulfilments.map(({ businessId, total }) => [businessId, Math.round(total * 100)]))
  const races = await Promise.allSettled(Array.from({ length: 5 }, () => move(sol, placed, 'cancelled', { reason: 'Sold out' })))
  expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const listed = () =>
    shop.deps.db
      .select({ cents: refunds.amountCents, cause: refunds.cause, status: refunds.status })
      .from(refunds)
      .orderBy(refunds.createdAt, refunds.cause)
  const first = { cents: totals.get(box.businessId), cause: `cancel:${placed.id}:${box.businessId}`, status: 'settled' }
  expect(await listed()).toEqual([first])
  expect(await ann.orders.byId(params(placed))).toMatchObject({
    status: 'processing',
    paymentStatus: 'partially_refunded',
    canCancel: true,
  })
  expect(await sol.sellerOrders.byId(params(placed))).toMatchObject({ refunded: (totals.get(box.businessId) ?? 0) / 100, nextStatuses: [] })
  expect(await balanceOf(shop.deps.db, box.businessId, 'USD')).toBe(0)
  expect(await balanceOf(shop.deps.db, bag.businessId, 'USD')).toBeGreaterThan(0)
  shop.advance(1000)
  await ann.orders.cancel(params(placed))
  expect(await listed()).toEqual([first, { cents: totals.get(bag.businessId), cause: `cancel:${placed.id}`, status: 'settled' }])
  expect(await ann.orders.byId(params(placed))).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
  expect(await balanceOf(shop.deps.db, bag.businessId, 'USD')).toBe(0)
})

test('staff move one part alone, see the history of each, and tell seller and buyer', async () => {
  const placed = await order()
  const moved = await transitionSellerOrder(placed, box.businessId, 'processing', { version: placed.version })
  expect(moved.fulfilments.map(({ status }) => status)).toEqual(['processing', 'pending'])
  expect(moved.fulfilments[0]?.history.at(-1)).toMatchObject({ to: 'processing', by: 'Sam Staff' })
  const forAnn = await ann.orders.byId(params(placed))
  expect(forAnn.fulfilments[0]?.history.map(({ by }) => by)).toEqual(['Ann Account', 'Reflute'])
  expect(await refusalOf(transitionSellerOrder(placed, box.businessId, 'shipped', { version: placed.version }))).toMatchObject({
    code: 'edit_conflict',
  })
  expect(await refusalOf(transitionSellerOrder(placed, box.businessId, 'cancelled'))).toMatchObject({ status: 422 })
  await transitionSellerOrder(placed, box.businessId, 'cancelled', { reason: 'Seller is ill' })
  const forSol = await noticesOf(sol)
  expect(forSol.map(({ title }) => title)).toEqual([
    `Your items in order ${placed.number} are now processing`,
    `Order ${placed.number} was canceled`,
  ])
  const mails = (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(
    ({ payload }) => payload as { template: string; to: string; facts: object },
  )
  expect(mails.filter(({ template }) => template === 'seller-order-cancelled')).toMatchObject([
    { to: sol.user.email, facts: { number: placed.number, reason: 'Seller is ill' } },
  ])
  expect((await sol.sellerOrders.byId(params(placed))).history.at(-1)).toMatchObject({
    to: 'cancelled',
    by: 'Reflute',
    note: 'Seller is ill',
  })
  expect(await noticesOf(tia)).toEqual([])
  expect(
    (await staff.orders.setStatus({ ...params(placed), body: { status: 'processing' } })).fulfilments.map(({ status }) => status),
  ).toEqual(['cancelled', 'processing'])
})

test('R-A10 ten people move one part at once: one move wins, the rest are 409, one mail, one row of history', async () => {
  const placed = await order()
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) =>
      at % 2 === 0 ? move(sol, placed, 'processing') : transitionSellerOrder(placed, box.businessId, 'processing'),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await sol.sellerOrders.byId(params(placed))).history).toHaveLength(2)
  const mails = (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).filter(({ dedupeKey }) =>
    dedupeKey.startsWith('order-processing'),
  )
  expect(mails).toHaveLength(1)
  expect(await shop.deps.db.$count(auditEntries, eq(auditEntries.action, 'order.move'))).toBe(1)
})

/** Enough for each of five calls to be the first, and for both ends. */
const ROUNDS = raceRounds(50, 7)

test(`R-A11 a customer cancels while a seller ships and the payment is written down, ${ROUNDS} times: a legal end, stock and money returned once or never`, {
  timeout: raceTimeout(50),
}, async () => {
  const product = await shop.make.product({ category: 'accessories', stock: ROUNDS, businessId: box.businessId })
  const ends = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const placed = await order([[product, 1]])
    const isPaidFirst = round % 2 === 0
    if (isPaidFirst) await pay(shop, placed.id)
    else await move(sol, placed, 'processing')
    const moves = [
      () => ann.orders.cancel(params(placed)),
      () => move(sol, placed, 'shipped'),
      () => pay(shop, placed.id),
      () => move(sol, placed, 'cancelled', { reason: 'No more' }),
      () => staff.orders.setStatus({ ...params(placed), body: { status: 'shipped' } }),
    ]
    const first = round % moves.length
    await Promise.allSettled([...moves.slice(first), ...moves.slice(0, first)].map((call) => call()))
    const end = await ann.orders.byId(params(placed))
    ends.add(`${end.status} ${end.paymentStatus}`)
    const returned = await shop.deps.db.$count(stockMovements, eq(stockMovements.reference, placed.id))
    const paidBack = await shop.deps.db.$count(refunds, eq(refunds.orderId, placed.id))
    if (end.status === 'cancelled') {
      expect(returned).toBe(2)
      expect([end.paymentStatus, paidBack]).toEqual(paidBack > 0 ? ['refunded', 1] : ['unpaid', 0])
      if (isPaidFirst) expect(paidBack).toBe(1)
    } else {
      expect([end.status, returned, paidBack]).toEqual(['shipped', 1, 0])
    }
  }
  expect([...ends].filter((end) => /^(cancelled refunded|shipped paid)$/.test(end))).toHaveLength(2)
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  expect(await balanceOf(shop.deps.db, box.businessId, 'USD')).toBeGreaterThanOrEqual(0)
})

test('F7.3.14 a seller moves many of its own orders by one call: each by itself, others are refused as not found, and the same call again changes nothing', async () => {
  const [one, two, done] = [await order(), await order(), await order()]
  for (const status of ['processing', 'shipped', 'delivered'] as const) await move(sol, done, status)
  const foreign = await order([[bag, 1]])
  const body = { ids: [one.id, two.id, done.id, foreign.id, one.id], status: 'processing' as const }
  const refused = [
    { id: done.id, number: done.number, reason: "An order that is delivered can't become processing." },
    { id: foreign.id, number: null, reason: 'Not found.' },
  ]
  expect(await sol.sellerOrders.moveMany({ body })).toEqual({ moved: 2, unchanged: 0, refused })
  const mails = (await mailsToAnn()).length
  expect(await sol.sellerOrders.moveMany({ body })).toEqual({ moved: 0, unchanged: 2, refused })
  expect(await mailsToAnn()).toHaveLength(mails)
  expect(await tia.sellerOrders.byId(params(one))).toMatchObject({ status: 'pending', version: 1 })
  expect(await staff.orders.moveMany({ body: { ids: [one.id], status: 'processing' } })).toMatchObject({ moved: 1 })
  expect(await staff.orders.moveMany({ body: { ids: [one.id], status: 'processing' } })).toEqual({ moved: 0, unchanged: 1, refused: [] })
  expect(await refusalOf(ann.sellerOrders.moveMany({ body }))).toMatchObject({ status: 403 })
  expect(await refusalOf(sol.sellerOrders.moveMany({ body: { ...body, ids: [] } }))).toMatchObject({ status: 422 })
})
