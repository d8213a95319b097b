import { and, eq, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lockOrder } from '#server/orders/order-record.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { disputes, ledgerEntries, ledgerTransactions, notifications } from '#server/platform/db/schema.ts'
import { outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import {
  accounts,
  boss,
  close,
  disagreements,
  fundsOf,
  mailsOf,
  open,
  openDisputeShop,
  PASSWORD,
  paidOrder,
  ripeOrder,
  sendOut,
  shop,
  tell,
} from '#server/testing/disputed-orders.ts'
import { raceRounds, raceTimeout, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { closeDispute } from '#server/testing/stripe-disputes.ts'

openDisputeShop()

test('golden: 1,000.00 paid at 10%: 900.00 are held while disputed, and free again when won', async () => {
  const { intentId, first, orderId } = await ripeOrder(1000_00)
  expect(await shop.orderRow(orderId)).toMatchObject({ paidCents: 1000_00, paymentStatus: 'paid' })
  expect(await fundsOf(first.businessId)).toEqual({ balance: 900_00, available: 900_00, disputed: 0 })
  const dispute = await open(intentId)
  expect(await fundsOf(first.businessId)).toEqual({ balance: 900_00, available: 0, disputed: 900_00 })
  expect((await shop.orderRow(orderId)).paymentStatus).toBe('paid')
  expect(await boss.payouts.prepare()).toEqual([])
  expect((await boss.payouts.preview()).proposals).toMatchObject([{ amount: 0, pending: 900, disputed: 900, obstacle: 'disputed' }])
  expect((await first.earnings.read()).balances).toMatchObject([{ balance: 900, available: 0, pending: 900, disputed: 900 }])
  await close(dispute, 'won')
  expect(await fundsOf(first.businessId)).toEqual({ balance: 900_00, available: 900_00, disputed: 0 })
  expect(await accounts(first.businessId)).toEqual({ seller: 900_00, commission: 100_00, fee: 0 })
  expect(await boss.payouts.prepare()).toMatchObject([{ amount: 900 }])
})

test('golden: 1,000.00 lost takes 900.00 from the seller, 100.00 of commission, and the fee of 15.00 from the platform', async () => {
  const { intentId, first, orderId, buyer } = await ripeOrder(1000_00)
  const stock = await shop.stockOf(first.productId)
  const dispute = await open(intentId)
  await close(dispute, 'lost')
  expect(await accounts(first.businessId)).toEqual({ seller: 0, commission: 0, fee: -15_00 })
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'delivered', paidCents: 1000_00, refundedCents: 1000_00 })
  expect(await shop.stockOf(first.productId)).toBe(stock)
  const { items } = await first.earnings.entries({ query: {} })
  expect(items[0]).toMatchObject({ reason: 'refund', note: 'Payment dispute lost', gross: -1000, commission: -100, net: -900, balance: 0 })
  expect(await mailsOf('order-refunded')).toEqual([]) // the bank informed the buyer, and it sent the money
  expect(await sendOut()).toBe('0 done.')
  expect(shop.provider.refunds).toEqual([])
  expect(
    await refusalOf(boss.orderMoney.refund({ params: { id: orderId }, body: { reason: 'x', password: PASSWORD }, idempotencyKey: 'k' })),
  ).toMatchObject({
    code: 'nothing_to_refund',
  })
  expect((await buyer.orders.byId({ params: { id: orderId } })).dispute).toBeNull()
})

const permute = <One>(rest: One[]): One[][] =>
  rest.length === 0 ? [[]] : rest.flatMap((one) => permute(rest.filter((each) => each !== one)).map((more) => [one, ...more]))

/** Number of orders that every commit passes. */
const SOME = 4
for (const end of ['won', 'lost'] as const) {
  test(`${TESTS_ALL ? 'all' : SOME} orders of the messages of a payment and its dispute, each twice, come to the same end: ${end}`, async () => {
    const box = await shop.parcel(500)
    const buyer = await shop.signIn('customer')
    const ends = new Map<string, number>()
    const types = ['payment_intent.succeeded', 'charge.dispute.created', 'charge.dispute.closed', 'last'] as const
    const every = permute(end === 'won' ? [...types] : [...types, 'charge.dispute.updated' as const])
    const all = TESTS_ALL ? every : every.filter((_, at) => at % (every.length / SOME) === 0)
    for (const order of all) {
      await buyer.cart.addItem({ body: { productId: box.id, quantity: 1 } })
      const { orderId, clientSecret } = await shop.begin(buyer)
      const intentId = clientSecret.split('_secret_')[0] ?? ''
      const paid = structuredClone(shop.provider.pay(intentId))
      const dispute = shop.provider.dispute(intentId, { at: shop.deps.now() })
      const opened = structuredClone({ ...dispute, balance_transactions: [] })
      const underReview = structuredClone({ ...dispute, status: 'under_review' })
      const closed = structuredClone({ ...dispute, status: end })
      const last = structuredClone(closeDispute(dispute, end))
      const messages = {
        'payment_intent.succeeded': shop.message('payment_intent.succeeded', paid),
        'charge.dispute.created': shop.message('charge.dispute.created', opened),
        'charge.dispute.updated': shop.message('charge.dispute.updated', underReview),
        'charge.dispute.closed': shop.message('charge.dispute.closed', closed),
        last: shop.message(end === 'won' ? 'charge.dispute.funds_reinstated' : 'charge.dispute.funds_withdrawn', last),
      }
      for (const type of order) {
        expect(await shop.send(messages[type])).toBe(200)
        expect(await shop.send(messages[type])).toBe(200)
      }
      const { status, paymentStatus, paidCents, refundedCents } = await shop.orderRow(orderId)
      const [row] = await shop.deps.db.select().from(disputes).where(eq(disputes.orderId, orderId))
      const fees = await shop.deps.db
        .select({ cents: ledgerEntries.debitCents })
        .from(ledgerTransactions)
        .innerJoin(ledgerEntries, and(eq(ledgerEntries.transactionId, ledgerTransactions.id), eq(ledgerEntries.account, 'adjustment')))
        .where(like(ledgerTransactions.reference, `dispute-fee:${row?.id}:%`))
      const fee = fees.reduce((sum, { cents }) => sum + cents, 0)
      const key = JSON.stringify({ status, paymentStatus, paidCents, refundedCents, dispute: row?.status, fee })
      ends.set(key, (ends.get(key) ?? 0) + 1)
      await buyer.cart.clear()
    }
    const total = 120_00
    const rest = end === 'won' ? { refundedCents: 0, dispute: 'won', fee: 0 } : { refundedCents: total, dispute: 'lost', fee: 15_00 }
    const expected = { status: 'processing', paymentStatus: end === 'won' ? 'paid' : 'refunded', paidCents: total, ...rest }
    expect(Object.fromEntries(ends)).toEqual({ [JSON.stringify(expected)]: all.length })
    expect(await shop.deps.db.$count(disputes)).toBe(all.length)
  })
}

test('an inquiry holds the shares and never costs anything', async () => {
  const { intentId, first } = await ripeOrder(100_00)
  const inquiry = {
    ...shop.provider.dispute(intentId, { at: shop.deps.now() }),
    status: 'warning_needs_response',
    balance_transactions: [],
  }
  await tell('charge.dispute.created', inquiry)
  expect(await fundsOf(first.businessId)).toMatchObject({ available: 0, disputed: 90_00 })
  const closed = shop.message('charge.dispute.closed', { ...inquiry, status: 'warning_closed' })
  expect(await shop.send(closed)).toBe(200)
  expect(await fundsOf(first.businessId)).toMatchObject({ available: 90_00, disputed: 0 })
  expect((await accounts(first.businessId)).fee).toBe(0)
  await tell('charge.dispute.updated', { ...inquiry, status: 'needs_response' }) // the bank makes a dispute of it after all
  expect(await fundsOf(first.businessId)).toMatchObject({ available: 0, disputed: 90_00 })
})

test('a lost dispute stays lost while it is appealed, and staff are asked when the appeal wins', async () => {
  const { intentId, orderId, first } = await ripeOrder(100_00)
  const dispute = await open(intentId)
  await close(dispute, 'lost')
  const lost = { funds: await fundsOf(first.businessId), ...(await accounts(first.businessId)) }
  for (const status of ['appeal_needs_response', 'appeal_under_review', 'lost', 'appeal_under_review'] as const) {
    await tell('charge.dispute.updated', { ...dispute, status })
    expect({ funds: await fundsOf(first.businessId), ...(await accounts(first.businessId)) }).toEqual(lost)
    expect((await boss.orders.byId({ params: { id: orderId } })).dispute).toMatchObject({ status: 'lost' })
  }
  await tell('charge.dispute.funds_reinstated', closeDispute(dispute, 'won'))
  expect(await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'payment-problem'))).toMatchObject([
    { userId: boss.user.id, text: expect.stringContaining('was lost, but the bank has changed its decision since') },
  ])
})

test('the checks find a loss that was not booked, one booked too much, and a wrong fee', async () => {
  const { intentId } = await ripeOrder(100_00)
  const { db } = shop.deps
  const rules = async () => [...new Set((await disagreements()).map(({ rule }) => rule))].sort()
  await close(await open(intentId, { amount: 60_00 }), 'lost')
  expect(await rules()).toEqual([])
  await db.update(disputes).set({ amountCents: 59_99 })
  expect(await rules()).toEqual(['dispute'])
  await db.update(disputes).set({ amountCents: 60_01 })
  expect(await rules()).toEqual(['dispute'])
  await db.update(disputes).set({ amountCents: 60_00, status: 'won' })
  expect(await rules()).toEqual(['dispute'])
  await db.update(disputes).set({ status: 'lost', feeCents: 14_99 })
  expect(await rules()).toEqual(['dispute fee'])
  await db.update(disputes).set({ feeCents: 15_00, status: 'under_review' })
  expect(await rules()).toEqual(['dispute', 'dispute fee'])
  await db.update(disputes).set({ status: 'lost' })
  await db.update(ledgerTransactions).set({ reference: sql`replace(reference, 'dispute-fee:', 'dispute-fee:0')` })
  expect(await rules()).toEqual(['dispute fee'])
  await db.update(ledgerTransactions).set({ reference: sql`replace(reference, 'dispute-fee:0', 'dispute-fee:')` })
  expect(await rules()).toEqual([])
})

test('a loss, refunds and a cancellation at the same moment: never more than was paid goes back, and all adds up', {
  timeout: raceTimeout(20),
}, async () => {
  for (let round = 0; round < raceRounds(20); round += 1) {
    const { intentId, orderId, buyer } = await paidOrder(100_00, 50_00)
    const dispute = structuredClone(shop.provider.dispute(intentId, { at: shop.deps.now(), amount: 120_00 }))
    const params = { id: orderId }
    const created = shop.message('charge.dispute.created', structuredClone(dispute))
    const closed = shop.message('charge.dispute.closed', structuredClone(closeDispute(dispute, 'lost')))
    const answers = await Promise.all([
      shop.send(created),
      shop.send(closed),
      shop.send(created),
      outcomeOf(boss.orderMoney.refund({ params, body: { amount: 80, reason: 'Late', password: PASSWORD }, idempotencyKey: `r${round}` })),
      outcomeOf(buyer.orders.cancel({ params, body: {} })),
      inTransaction(shop.deps.db, async (tx) => {
        const record = await lockOrder(tx, orderId, null)
        const businessId = record?.parts[0]?.businessId ?? ''
        const cause = { kind: 'request', userId: 'test', key: `x${round}` } as const
        const request = { shares: [{ businessId, amountCents: 10_00 }], reason: 'x', cause, actor: null, at: shop.deps.now() }
        return record && requestRefund(tx, record, request)
      }).catch(() => null),
      shop.send(closed),
    ])
    expect(answers.filter((answer) => typeof answer === 'number')).toEqual([200, 200, 200, 200])
    await sendOut()
    const { paidCents, refundedCents } = await shop.orderRow(orderId)
    expect(paidCents).toBe(150_00)
    expect(refundedCents).toBeGreaterThanOrEqual(120_00)
    expect(refundedCents).toBeLessThanOrEqual(150_00)
    expect(await disagreements()).toEqual([])
  }
})
