import { eq } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { type PaymentPlan, PLAN_PRESETS } from '#domain/payment-plan.ts'
import { DAY_MS } from '#domain/time.ts'
import { settleCredited } from '#server/fulfillment/corrections/settle-credited.ts'
import { remindPayers } from '#server/payments/incoming/remind-payers.ts'
import { listDisagreements } from '#server/payments/ledger/list-disagreements.ts'
import { cardRefunds, milestoneIntents, orders, outbox, payments } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { checkOut, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { openPaymentShop, provider, sendOut, shop } from '#server/testing/card-orders.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'
import { hasDueIntent, watchIntents } from './watch-intents.ts'

/* Milestones that are paid by card: each once, and each back to where it came from. */

openPaymentShop()

const PASSWORD = 'corrugated-board-7'
let slip = 0
let hash: string | undefined
const passwordHash = async () => (hash ??= await hashPassword(PASSWORD))

interface Placed {
  buyer: SignedInUser
  staff: SignedInUser
  order: Order
}

/** An order of 259.20 that is paid by a plan. */
async function place(plan: PaymentPlan = PLAN_PRESETS.retention.of(30)): Promise<Placed> {
  const buyer = await shop.signIn('customer')
  const staff = await shop.signIn('super_admin', { passwordHash: await passwordHash() })
  const { id: productId } = await shop.parcel(10)
  await buyer.cart.addItem({ body: { productId, quantity: 2 } })
  const { id } = await checkOut(buyer)
  const paymentPlan = plan.map((milestone) => ({ ...milestone, id: crypto.randomUUID() }))
  await shop.deps.db.update(orders).set({ paymentPlan }).where(eq(orders.id, id))
  return { buyer, staff, order: await buyer.orders.byId({ params: { id } }) }
}
const params = ({ order: { id } }: Placed) => ({ params: { id } })
const read = (placed: Placed) => placed.buyer.orders.byId(params(placed))
const begin = (placed: Placed) => placed.buyer.milestoneCards.begin(params(placed))
const intentOf = ({ clientSecret }: { clientSecret: string }) => clientSecret.split('_secret_')[0] ?? ''
const payByCard = async (placed: Placed) => {
  const intentId = intentOf(await begin(placed))
  expect(await shop.notifyPaid(intentId)).toBe(200)
  return intentId
}
const transfer = (placed: Placed, amount?: number) => {
  slip += 1
  const paidAt = shop.deps.now().toISOString().slice(0, 10)
  const body = { method: 'bank_transfer' as const, reference: `TRX ${slip}`, paidAt, ...(amount !== undefined && { amount }) }
  return placed.staff.orderMoney.markPaid({ ...params(placed), body })
}
/** A transfer that came in a day later, so that it is newer than what was paid before. */
const transferLater = (placed: Placed, amount: number) => {
  shop.advance(DAY_MS)
  return transfer(placed, amount)
}
const refund = (placed: Placed, amount?: number) =>
  placed.staff.orderMoney.refund({
    ...params(placed),
    body: { reason: 'Late', password: PASSWORD, ...(amount !== undefined && { amount }) },
    idempotencyKey: crypto.randomUUID(),
  })
const move = async (placed: Placed, ...statuses: ('shipped' | 'delivered')[]) => {
  for (const status of statuses) await placed.staff.orders.setStatus({ ...params(placed), body: { status } })
}
const rows = (placed: Placed, kind: 'payment' | 'refund' = 'payment') =>
  shop.deps.db
    .select()
    .from(payments)
    .where(eq(payments.orderId, placed.order.id))
    .then((all) => all.filter((row) => row.kind === kind).map(({ method, amountCents }) => [method, amountCents]))
const agrees = async () => expect(await listDisagreements(shop.deps.db)).toEqual([])

test('the deposit is paid by card and starts the work, the rest before dispatch by transfer, the last part by card once it is due', async () => {
  const placed = await place()
  expect(placed.order).toMatchObject({ totalAmount: 259.2, cardAmount: 77.76 })
  const begun = await begin(placed)
  expect(begun).toMatchObject({ amount: 77.76, currency: 'USD', orderNumber: placed.order.number })
  const intent = shop.provider.intent(intentOf(begun))
  expect(intent).toMatchObject({ amount: 77_76, currency: 'usd', metadata: { orderId: placed.order.id } })
  expect((await read(placed)).paymentStatus).toBe('unpaid')
  expect(await shop.notifyPaid(intent.id)).toBe(200)
  expect(await read(placed)).toMatchObject({ status: 'processing', paymentStatus: 'partially_paid', paidAmount: 77.76, cardAmount: 155.52 })
  await transfer(placed, 155.52)
  expect((await read(placed)).cardAmount).toBeUndefined() // the last part waits for the delivery
  expect((await refusalOf(begin(placed))).code).toBe('not_by_card')
  await move(placed, 'shipped', 'delivered')
  expect((await read(placed)).cardAmount).toBe(25.92)
  await payByCard(placed)
  expect(await read(placed)).toMatchObject({ paymentStatus: 'paid', dueAmount: 0, paymentMethod: 'pay_later' })
  expect((await refusalOf(begin(placed))).code).toBe('already_paid')
  expect(await rows(placed)).toEqual(
    expect.arrayContaining([
      ['card', 77_76],
      ['bank_transfer', 155_52],
      ['card', 25_92],
    ]),
  )
  await agrees()
})

test('an event that is repeated, and the return of the buyer, record a payment once', async () => {
  const placed = await place()
  const intentId = intentOf(await begin(placed))
  const paid = shop.provider.pay(intentId)
  expect((await placed.buyer.cardPayments.check(params(placed))).paidAmount).toBe(77.76)
  for (let times = 0; times < 3; times += 1) expect(await shop.send(shop.message('payment_intent.succeeded', paid))).toBe(200)
  expect(await rows(placed)).toEqual([['card', 77_76]])
  await agrees()
})

test('two tabs get one payment; once the milestone is paid by transfer its card payment ends, and the next one is another', async () => {
  const placed = await place()
  const [first, second] = [await begin(placed), await begin(placed)]
  expect(second).toEqual(first)
  await transfer(placed, 77.76)
  expect(await hasDueIntent(shop.deps)).toBe(true)
  await watchIntents(shop.deps, provider())
  expect(shop.provider.intent(intentOf(first)).status).toBe('canceled')
  const next = await begin(placed)
  expect(next.amount).toBe(155.52)
  expect(intentOf(next)).not.toBe(intentOf(first))
  await transfer(placed, 50)
  expect((await begin(placed)).amount).toBe(105.52)
  expect(shop.provider.intent(intentOf(next)).status).toBe('canceled')
})

test('a card payment that succeeds after its milestone was paid by transfer goes back to the card, whole and once', async () => {
  const placed = await place()
  const intentId = intentOf(await begin(placed))
  await transfer(placed, 77.76)
  await shop.notifyPaid(intentId)
  await shop.notifyPaid(intentId)
  await sendOut()
  await sendOut()
  expect(shop.provider.refunds).toMatchObject([{ amount: 77_76, payment_intent: intentId }])
  const charge = shop.message('charge.refunded', shop.provider.charge(intentId))
  expect(await shop.send(charge)).toBe(200)
  expect(await rows(placed)).toEqual([['bank_transfer', 77_76]])
  expect((await placed.staff.orders.adminById(params(placed))).refunds).toEqual([])
})

test('a card payment that succeeds after the order was canceled goes back to the card', async () => {
  const placed = await place()
  const intentId = intentOf(await begin(placed))
  await placed.buyer.orders.cancel({ ...params(placed), body: null })
  await shop.notifyPaid(intentId)
  await sendOut()
  expect(shop.provider.refunds).toMatchObject([{ amount: 77_76 }])
  expect(await rows(placed)).toEqual([])
  expect((await refusalOf(begin(placed))).code).toBe('order_cancelled')
})

test('a payment of another amount or currency is left to staff and pays nothing', async () => {
  const placed = await place()
  const intent = shop.provider.intent(intentOf(await begin(placed)))
  const odd = { ...intent, status: 'succeeded', amount_received: intent.amount - 1 }
  expect(await shop.send(shop.message('payment_intent.succeeded', odd))).toBe(200)
  expect(await read(placed)).toMatchObject({ paymentStatus: 'unpaid', paidAmount: 0 })
  expect((await shop.orderRow(placed.order.id)).paymentProblem).toContain('77.75 USD')
})

test('a card payment that nobody finished ends after a day; one that was paid without an event is found', async () => {
  const [left, paid] = [await place(), await place()]
  const [leftId, paidId] = [intentOf(await begin(left)), intentOf(await begin(paid))]
  shop.provider.pay(paidId)
  expect(await hasDueIntent(shop.deps)).toBe(false)
  shop.advance(3 * 60_000)
  await watchIntents(shop.deps, provider())
  expect((await read(paid)).paidAmount).toBe(77.76)
  expect(shop.provider.intent(leftId).status).toBe('requires_payment_method')
  shop.advance(DAY_MS)
  await watchIntents(shop.deps, provider())
  expect(shop.provider.intent(leftId).status).toBe('canceled')
  expect(await hasDueIntent(shop.deps)).toBe(false)
  expect(intentOf(await begin(left))).not.toBe(leftId)
})

test('what the provider has canceled begins anew; what it does not answer is a 503 and begins once', async () => {
  const placed = await place()
  shop.provider.trouble('POST /v1/payment_intents', 'reset-after', 9)
  expect((await refusalOf(begin(placed))).code).toBe('payment_unavailable')
  shop.provider.troubles.length = 0
  const first = intentOf(await begin(placed))
  expect([...shop.provider.intents.keys()]).toEqual([first])
  shop.provider.intent(first).status = 'canceled'
  expect(intentOf(await begin(placed))).not.toBe(first)
  shop.provider.intent(intentOf(await begin(placed))).status = 'processing'
  expect((await refusalOf(begin(placed))).code).toBe('payment_processing')
})

test('only the buyer begins it, and only where a plan asks for something', async () => {
  const placed = await place()
  const other = await shop.signIn('customer')
  expect((await refusalOf(other.milestoneCards.begin(params(placed)))).status).toBe(404)
  const { id: productId } = await shop.parcel(10)
  await other.cart.addItem({ body: { productId, quantity: 1 } })
  const later = await checkOut(other)
  expect(later.cardAmount).toBeUndefined()
  expect((await refusalOf(other.milestoneCards.begin({ params: { id: later.id } }))).code).toBe('not_by_card')
})

test('a refund goes back along the payments, newest first: by card what came by card, the rest by hand', async () => {
  const placed = await place()
  const deposit = await payByCard(placed)
  await transferLater(placed, 155.52)
  await move(placed, 'shipped', 'delivered')
  const last = await payByCard(placed)
  const asked = await refund(placed, 100)
  expect(asked.refunds).toMatchObject([{ amount: 100, status: 'requested' }])
  await sendOut()
  expect(shop.provider.refunds.map((one) => [one.payment_intent, one.amount])).toEqual([[last, 25_92]])
  expect(await rows(placed, 'refund')).toEqual(
    expect.arrayContaining([
      ['card', 25_92],
      ['manual', 74_08],
    ]),
  )
  expect((await read(placed)).refunds).toMatchObject([{ amount: 100, status: 'settled' }])
  await agrees()
  await refund(placed)
  await sendOut()
  expect(shop.provider.refunds.map((one) => [one.payment_intent, one.amount])).toEqual([
    [last, 25_92],
    [deposit, 77_76],
  ])
  expect(await read(placed)).toMatchObject({ paymentStatus: 'refunded', refundedAmount: 259.2 })
  await agrees()
})

test('a canceled order sends its deposit back to the card', async () => {
  const placed = await place()
  const deposit = await payByCard(placed)
  await placed.buyer.orders.cancel({ ...params(placed), body: null })
  await sendOut()
  expect(shop.provider.refunds).toMatchObject([{ payment_intent: deposit, amount: 77_76 }])
  expect(await read(placed)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
  await agrees()
})

test('a card that refuses its part of a refund leaves that part to staff; a refund that was refused whole has failed', async () => {
  const placed = await place()
  await payByCard(placed)
  await transferLater(placed, 155.52)
  shop.provider.refundStatus = 'failed'
  await refund(placed, 200)
  await sendOut()
  expect((await read(placed)).refunds).toMatchObject([{ amount: 200, status: 'settled' }])
  expect((await shop.orderRow(placed.order.id)).paymentProblem).toContain('$44.48')
  expect(await rows(placed, 'refund')).toEqual([['manual', 200_00]])
  await agrees()
  const other = await place()
  await payByCard(other)
  await refund(other, 10)
  await sendOut()
  expect((await read(other)).refunds).toMatchObject([{ amount: 10, status: 'failed' }])
  expect(await read(other)).toMatchObject({ refundedAmount: 0, paidAmount: 77.76 })
  await agrees()
})

test('a refund that was made at the provider is taken over, also when it is reported before its payment', async () => {
  const placed = await place()
  const intentId = intentOf(await begin(placed))
  shop.provider.pay(intentId)
  await shop.send(shop.message('charge.refunded', shop.provider.charge(intentId, 20_00)))
  expect(await read(placed)).toMatchObject({ paidAmount: 77.76, refundedAmount: 20 })
  await shop.send(shop.message('charge.refunded', shop.provider.charge(intentId, 20_00)))
  await transferLater(placed, 155.52)
  await shop.send(shop.message('charge.refunded', shop.provider.charge(intentId, 30_00)))
  expect(await read(placed)).toMatchObject({ paidAmount: 233.28, refundedAmount: 30 })
  expect(await rows(placed, 'refund')).toEqual(
    expect.arrayContaining([
      ['card', 20_00],
      ['card', 10_00],
    ]),
  )
  await refund(placed, 200)
  await sendOut()
  expect(shop.provider.refunds.map(({ amount }) => amount)).toEqual([44_48])
  await agrees()
})

test('a disputed deposit holds refunds; a lost one takes its amount from that payment', async () => {
  const placed = await place()
  const intentId = await payByCard(placed)
  await transferLater(placed, 155.52)
  const dispute = shop.provider.dispute(intentId)
  await shop.send(shop.message('charge.dispute.created', dispute))
  expect((await refusalOf(refund(placed, 10))).code).toBe('disputed')
  const lost = { ...dispute, status: 'lost' }
  await shop.send(shop.message('charge.dispute.closed', lost))
  expect(await read(placed)).toMatchObject({ refundedAmount: 77.76, paymentStatus: 'partially_paid' })
  await agrees()
  await refund(placed)
  await sendOut()
  expect(shop.provider.refunds).toEqual([])
  expect(await rows(placed, 'refund')).toEqual(
    expect.arrayContaining([
      ['card', 77_76],
      ['manual', 155_52],
    ]),
  )
  await agrees()
})

test('what came back before the last part is deducted from it, and what it is worth more goes back to the card', async () => {
  const placed = await place()
  await payByCard(placed)
  await payByCard(placed)
  await move(placed, 'shipped', 'delivered')
  const [line] = placed.order.items
  const lines = [{ productId: line?.productId ?? '', quantity: 1 }]
  const body = { businessId: line?.businessId ?? '', lines, reason: 'unsuitable' as const, note: '', photos: [] }
  const returned = await placed.buyer.returns.request({ ...params(placed), body })
  for (const status of ['approved', 'received', 'refunded'] as const)
    await placed.staff.returns.move({ params: { id: returned.id }, body: { status } })
  expect(await read(placed)).toMatchObject({ dueAmount: 0, paymentStatus: 'partially_paid' })
  expect((await read(placed)).cardAmount).toBeUndefined()
  expect(await settleCredited(shop.deps)).toBe('1 orders settled.')
  await sendOut()
  expect(shop.provider.refunds.map(({ amount }) => amount)).toEqual([103_68]) // one of two units, less the last part
  expect(await read(placed)).toMatchObject({ dueAmount: 0, paymentStatus: 'partially_refunded', refundedAmount: 129.6 })
  expect(await settleCredited(shop.deps)).toBe('0 orders settled.')
  await agrees()
})

test('what staff let leave unpaid is due when it leaves, and is reminded of', async () => {
  const placed = await place()
  for (const status of ['processing', 'shipped'] as const)
    await placed.staff.orders.setStatus({ ...params(placed), body: { status, unpaidReason: 'Agreed' } })
  shop.advance(3 * DAY_MS)
  await remindPayers(shop.deps)
  const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  const reminded = rows.filter(({ dedupeKey }) => dedupeKey.startsWith('payment-reminder:'))
  expect(reminded.map(({ payload }) => payload)).toMatchObject([{ facts: { dueCents: 77_76 } }, { facts: { dueCents: 155_52 } }])
})

test('reminders ask for the next part by its day; once it is paid, or its payment is disputed, none leaves', async () => {
  const placed = await place()
  const remindersAfter = async (days: number) => {
    shop.advance(days * DAY_MS)
    await remindPayers(shop.deps)
    const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
    return rows.filter(({ dedupeKey }) => dedupeKey.startsWith('payment-reminder:')).map(({ payload }) => payload)
  }
  expect(await remindersAfter(2)).toEqual([])
  expect(await remindersAfter(1)).toMatchObject([{ facts: { dueCents: 77_76 } }])
  await payByCard(placed)
  await transferLater(placed, 155.52)
  await move(placed, 'shipped', 'delivered')
  expect(await remindersAfter(26)).toHaveLength(1) // the last part is due 30 days after the delivery
  expect(await remindersAfter(1)).toMatchObject([{}, { facts: { dueCents: 25_92, isEarly: 'yes' } }])
  const [paid] = await shop.deps.db.select().from(payments).where(eq(payments.method, 'card'))
  await shop.send(shop.message('charge.dispute.created', shop.provider.dispute(paid?.reference ?? '')))
  expect(await remindersAfter(6)).toHaveLength(2)
})

const onServer = test.runIf(inject('database').kind === 'postgres')

onServer(
  'two tabs at once, 50 times: one payment at the provider',
  async () => {
    for (let round = 0; round < raceRounds(50); round += 1) {
      const placed = await place()
      const both = await Promise.all([begin(placed), begin(placed)])
      expect(new Set(both.map(intentOf)).size).toBe(1)
      expect([...shop.provider.intents.values()].filter(({ metadata }) => metadata.orderId === placed.order.id)).toHaveLength(1)
      expect(await shop.deps.db.$count(milestoneIntents, eq(milestoneIntents.orderId, placed.order.id))).toBe(1)
    }
  },
  raceTimeout(50),
)

onServer(
  'the event, the return of the buyer, the job and a transfer at once, 50 times: the milestone is paid once, the rest goes back',
  async () => {
    for (let round = 0; round < raceRounds(50); round += 1) {
      const placed = await place()
      const intentId = intentOf(await begin(placed))
      const paid = shop.provider.pay(intentId)
      shop.advance(3 * 60_000)
      await Promise.all([
        shop.send(shop.message('payment_intent.succeeded', paid)),
        outcomeOf(placed.buyer.cardPayments.check(params(placed))),
        watchIntents(shop.deps, provider()),
        outcomeOf(transfer(placed, 77.76)),
        outcomeOf(begin(placed)),
      ])
      await sendOut()
      const sentBack = shop.provider.refunds.filter(({ payment_intent }) => payment_intent === intentId)
      const taken = await rows(placed)
      const byCard = taken.filter(([method]) => method === 'card')
      expect(byCard.length + sentBack.length).toBe(1)
      expect(taken.filter(([method]) => method === 'bank_transfer')).toHaveLength(1)
      const after = await read(placed)
      expect(after.paidAmount).toBe(byCard.length === 1 ? 155.52 : 77.76)
    }
    await agrees()
  },
  raceTimeout(50),
)

onServer(
  'a card payment against a cancellation, 50 times: canceled, and the money is back on the card',
  async () => {
    for (let round = 0; round < raceRounds(50); round += 1) {
      const placed = await place()
      const intentId = intentOf(await begin(placed))
      await Promise.all([shop.notifyPaid(intentId), outcomeOf(placed.buyer.orders.cancel({ ...params(placed), body: null }))])
      await sendOut()
      expect(await read(placed)).toMatchObject({ status: 'cancelled' })
      const back = shop.provider.refunds.filter(({ payment_intent }) => payment_intent === intentId)
      expect(back.map(({ amount }) => amount)).toEqual([77_76])
    }
    expect(await shop.deps.db.$count(cardRefunds)).toBeLessThanOrEqual(raceRounds(50))
    await agrees()
  },
  raceTimeout(50),
)
