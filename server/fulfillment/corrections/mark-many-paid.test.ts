import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderMoney } from '#contract/fulfillment/order-money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ROLES } from '#domain/user.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import {
  auditEntries,
  documents,
  ledgerEntries,
  ledgerTransactions,
  notifications,
  orderEvents,
  orders,
  outbox,
  payments,
  sellerOrders,
} from '#server/platform/db/schema.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let slip = 0

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('application_admin', { name: 'Sam Staff' })
})
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

const ids = ({ id }: Pick<Order, 'id'>) => ({ params: { id } })
const today = () => shop.deps.now().toISOString().slice(0, 10)
const received = () => ({ method: 'bank_transfer' as const, paidAt: today() })
const payAll = (payments: { id: string; reference: string }[], by = staff) =>
  by.orderMoney.markManyPaid({ body: { ...received(), payments } })

/** The products of two sellers, as many orders of which are placed as a test needs. */
async function makeProducts() {
  slip += 1
  const box = await shop.make.product({ category: 'accessories', name: 'Box', slug: `box-${slip}`, priceUsdCents: 13_333 })
  const belt = await shop.make.product({ category: 'accessories', name: 'Belt', slug: `belt-${slip}`, priceUsdCents: 1001 })
  return { box, belt }
}
type Products = Awaited<ReturnType<typeof makeProducts>>

async function place({ box, belt }: Products, { boxes = 3, promo = '' } = {}): Promise<Order> {
  await ann.cart.addItem({ body: { productId: box.id, quantity: boxes } })
  await ann.cart.addItem({ body: { productId: belt.id, quantity: 1 } })
  if (promo) await ann.cart.applyPromo({ body: { code: promo } })
  return checkOut(ann)
}

/** Everything that a payment leaves behind, without ids, numbers and references. */
async function booksOf({ id, number }: Order) {
  const { db } = shop.deps
  const plain = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value)
        .replaceAll(id, '<id>')
        .replaceAll(number, '<number>')
        .replaceAll(/TRX \d+/g, '<reference>')
        .replaceAll(/"updatedAt":"[^"]+"/g, '"updatedAt":0'),
    )
  const moved = await db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.orderId, id))
    .orderBy(asc(ledgerTransactions.reference))
  const entries = await db
    .select()
    .from(ledgerEntries)
    .where(
      inArray(
        ledgerEntries.transactionId,
        moved.map((one) => one.id),
      ),
    )
    .orderBy(asc(ledgerEntries.account), asc(ledgerEntries.businessId), asc(ledgerEntries.debitCents))
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  return plain({
    order: order && { ...order, createdAt: 0, changeNumber: 0, searchText: '', pricing: 0, number: 0 },
    parts: (await db.select().from(sellerOrders).where(eq(sellerOrders.orderId, id)).orderBy(asc(sellerOrders.businessId))).map((part) => ({
      ...part,
      placedAt: 0,
    })),
    moved: moved.map(({ reason, currency, note }) => ({ reason, currency, note })),
    entries: entries.map(({ account, businessId, currency, debitCents }) => ({ account, businessId, currency, debitCents })),
    payments: (await db.select().from(payments).where(eq(payments.orderId, id)).orderBy(payments.at)).map((payment) => ({
      ...payment,
      id: 0,
      createdAt: 0,
    })),
    events: (await db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id))).map((event) => ({
      ...event,
      id: 0,
      at: 0,
    })),
    audit: (await db.select().from(auditEntries).where(eq(auditEntries.targetId, id)).orderBy(auditEntries.id)).map(
      ({ action, actorName, before, after }) => ({
        action,
        actorName,
        before,
        after,
      }),
    ),
    notified: (
      await db
        .select()
        .from(notifications)
        .where(eq(notifications.dedupeKey, `order-paid:${id}`))
    )
      .map(({ title, text }) => `${title} ${text}`)
      .sort(),
    mails: (await db.select().from(outbox))
      .filter(({ dedupeKey }) => dedupeKey.includes(id))
      .map(({ kind, dedupeKey }) => `${kind} ${dedupeKey}`)
      .sort(),
    invoices: (await db.select().from(documents).where(eq(documents.orderId, id)).orderBy(documents.grossCents)).map(
      ({ kind, grossCents }) => ({ kind, grossCents }),
    ),
  })
}

describe('orders marked as paid together', () => {
  test('each is booked as a call of its own books it: ledger, payment, invoice, history, audit, emails and bell', async () => {
    const whole = await makeProducts()
    const alone = [await place(whole), await place(whole, { promo: 'SAVE10', boxes: 7 }), await place(whole), await place(whole)]
    const together = [await place(whole), await place(whole, { promo: 'SAVE10', boxes: 7 }), await place(whole), await place(whole)]
    for (const group of [alone, together]) {
      const [, , partly, begun] = group
      const gone = partly?.items.find(({ name }) => name === 'Belt')?.businessId ?? ''
      await staff.orders.setPartStatus({
        params: { id: partly?.id ?? '', businessId: gone },
        body: { status: 'cancelled', reason: 'Gone' },
      })
      await staff.orders.setStatus({ params: { id: begun?.id ?? '' }, body: { status: 'processing' } })
    }
    for (const [at, order] of alone.entries()) {
      await staff.orderMoney.markPaid({ ...ids(order), body: { ...received(), reference: `TRX ${at}` } })
    }
    const result = await payAll(together.map(({ id }, at) => ({ id, reference: `TRX ${at + 50}` })))
    expect(result).toEqual({ moved: 4, unchanged: 0, refused: [] })
    for (const [at, order] of together.entries()) {
      const single = alone[at]
      if (!single) throw new Error('no order to compare with')
      expect(await booksOf(order)).toEqual(await booksOf(single))
    }
    const [first] = together
    expect((await staff.orders.adminById(ids(first as Order))).payments).toMatchObject([{ reference: 'TRX 50', by: 'Sam Staff' }])
  })

  test('sent again, or ten times at once, it changes nothing more', async () => {
    const products = await makeProducts()
    const placed = [await place(products), await place(products), await place(products)]
    const list = placed.map(({ id }, at) => ({ id, reference: `TRX ${at}` }))
    const answers = await Promise.all(Array.from({ length: 10 }, () => payAll(list)))
    expect(answers.reduce((sum, { moved }) => sum + moved, 0)).toBe(3)
    for (const { moved, unchanged, refused } of answers) expect({ sum: moved + unchanged, refused }).toEqual({ sum: 3, refused: [] })
    expect(await payAll(list)).toEqual({ moved: 0, unchanged: 3, refused: [] })
    expect(await shop.deps.db.$count(payments)).toBe(3)
    expect(await shop.deps.db.$count(documents)).toBe(3)
  })

  test('those that cannot be paid are named with the reason, and the others are booked', async () => {
    const products = await makeProducts()
    const next = () => place(products)
    const [good, paid, canceled, card, sameReference] = [await next(), await next(), await next(), await next(), await next()]
    await staff.orderMoney.markPaid({ ...ids(paid), body: { ...received(), reference: 'TRX 1' } })
    await ann.orders.cancel(ids(canceled))
    await shop.deps.db.update(orders).set({ paymentMethod: 'card' }).where(eq(orders.id, card.id))
    const unknown = crypto.randomUUID()
    const result = await payAll([
      { id: paid.id, reference: 'TRX 2' },
      { id: canceled.id, reference: 'TRX 3' },
      { id: card.id, reference: 'TRX 4' },
      { id: unknown, reference: 'TRX 5' },
      { id: good.id, reference: 'TRX 6' },
      { id: sameReference.id, reference: 'TRX 6' },
    ])
    expect(result).toMatchObject({ moved: 1, unchanged: 0 })
    expect(result.refused.map(({ number }) => number)).toEqual([paid.number, canceled.number, card.number, null, sameReference.number])
    for (const { reason } of result.refused) expect(reason).not.toBe('')
    expect(result.refused.at(-1)?.reason).toContain(`already recorded: Bank transfer, reference TRX 6, for order ${good.number}`)
    expect(await shop.deps.db.$count(payments)).toBe(2)
    await shop.deps.db.update(orders).set({ paymentMethod: 'pay_later' }).where(eq(orders.id, card.id))
  })

  test('a day to come, an order twice, no reference and no order are refused as a whole', async () => {
    const { id } = await place(await makeProducts())
    const send = (body: object) =>
      refusalOf(staff.orderMoney.markManyPaid({ body: { ...received(), payments: [{ id, reference: 'TRX 1' }], ...body } }))
    expect(await send({ paidAt: '2199-01-01' })).toMatchObject({ errors: [{ field: 'paidAt' }] })
    expect(
      await send({
        payments: [
          { id, reference: 'TRX 1' },
          { id, reference: 'TRX 2' },
        ],
      }),
    ).toMatchObject({ errors: [{ field: 'payments' }] })
    expect(await send({ payments: [{ id, reference: ' ' }] })).toMatchObject({ errors: [{ field: 'payments.0.reference' }] })
    expect(await send({ payments: [] })).toMatchObject({ status: 422 })
    expect(await shop.deps.db.$count(payments)).toBe(0)
  })

  test('users who may not mark one order as paid may not mark several, and need the same proof', async () => {
    const placed = await place(await makeProducts())
    const list = [{ id: placed.id, reference: 'TRX 1' }]
    const businessId = placed.fulfilments[0]?.businessId ?? null
    for (const role of ROLES) {
      const by = await shop.signIn(role, role === 'business_admin' ? { businessId } : {})
      const single = await refusalOf(
        by.orderMoney.markPaid({ params: { id: crypto.randomUUID() }, body: { ...received(), reference: 'x' } }),
      )
      const isAllowed = single.status === 404
      expect(isAllowed, role).toBe(role === 'application_admin' || role === 'super_admin')
      if (!isAllowed) expect(await refusalOf(payAll(list, by)), role).toMatchObject({ status: 403 })
    }
    expect(await refusalOf(shop.visitor.orderMoney.markManyPaid({ body: { ...received(), payments: list } }))).toMatchObject({
      status: 401,
    })
    const proofOf = ({ access, money, stepUp }: { access: unknown; money: unknown; stepUp: boolean }) => ({ access, money, stepUp })
    expect(proofOf(orderMoney.markManyPaid)).toEqual(proofOf(orderMoney.markPaid))
    expect(await shop.deps.db.$count(payments)).toBe(0)
  })
})
