import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatLongDate } from '#domain/text.ts'
import { hashPassword } from '#server/identity/auth/password.ts'
import { listLedgerDisagreements } from '#server/orders/ledger-disagreements.ts'
import { lockOrder } from '#server/orders/order-record.ts'
import { listFunds } from '#server/payments/ledger/available-funds.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import {
  auditEntries,
  disputes,
  ledgerEntries,
  ledgerTransactions,
  notifications,
  outbox,
  paymentEvents,
  payoutAccounts,
} from '#server/platform/db/schema.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { balanceOf, days, giveAccount } from '#server/testing/earners.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { closeDispute, type FakeDispute } from '#server/testing/stripe-disputes.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'
import { hasDisputable, reconcileDisputes } from './reconcile-disputes.ts'
import { sendRefunds } from './send-refunds.ts'

const PASSWORD = 'a box of old boxes'
let shop: CardShop
let boss: SignedInUser
let offset = 0

beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  shop.advance(-offset)
  offset = 0
  boss = await shop.signIn('super_admin', { name: 'Bea Boss', passwordHash: await hashPassword(PASSWORD) })
  await boss.settings.update({ body: { tax: { percent: 0 } } })
})
afterEach(async () => {
  expect(await disagreements()).toEqual([])
  const { rows } = await shop.deps.db.execute<{ cents: string }>(
    sql`select coalesce(sum(debit_cents), 0)::text as cents from ledger_entries`,
  )
  expect(rows).toEqual([{ cents: '0' }])
})

const disagreements = async () => [...(await listLedgerDisagreements(shop.deps.db)), ...(await listMoneyDisagreements(shop.deps.db))]
const provider = () => openStripe(shop.deps.config.stripe ?? expect.fail('no keys'))
const sendOut = () => sendRefunds(shop.deps, provider())
const tell = (type: string, about: object) => shop.send(shop.message(type, structuredClone(about)))
const goOn = (count: number) => {
  shop.advance(days(count))
  offset += days(count)
}

/** An order of these sellers' products at these prices, paid by card. */
async function paidOrder(...prices: number[]) {
  const buyer = await shop.signIn('customer', { name: 'Ann Buyer' })
  const sellers = []
  for (const priceUsdCents of prices) {
    const seller = await shop.signIn('business_admin', { passwordHash: await hashPassword(PASSWORD) })
    const businessId = seller.user.businessId ?? ''
    await giveAccount(shop, businessId)
    const product = await shop.make.product({ businessId, category: 'accessories', priceUsdCents, stock: 50 })
    await buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })
    sellers.push({ ...seller, businessId, productId: product.id })
  }
  const { orderId, clientSecret } = await shop.begin(buyer)
  const intentId = clientSecret.split('_secret_')[0] ?? ''
  expect(await shop.notifyPaid(intentId)).toBe(200)
  const [first] = sellers
  if (!first) throw new Error('no seller')
  return { buyer, orderId, intentId, sellers, first }
}

async function deliver(id: string): Promise<void> {
  for (const status of ['shipped', 'delivered'] as const) await boss.orders.setStatus({ params: { id }, body: { status } })
}

/** As `paidOrder`, and its sellers could be paid out. */
async function ripeOrder(...prices: number[]) {
  const order = await paidOrder(...prices)
  await deliver(order.orderId)
  goOn(31)
  return order
}

async function fundsOf(businessId: string) {
  const [row] = await listFunds(shop.deps.db, shop.deps.now(), businessId)
  const { balanceCents = 0, pendingCents = 0, disputedCents = 0 } = row ?? {}
  return { balance: balanceCents, available: Math.max(0, balanceCents - Math.max(0, pendingCents)), disputed: disputedCents }
}

/** Cents on each account of the platform's, credits above 0, beside the one of the seller. */
async function accounts(businessId: string) {
  const rows = await shop.deps.db
    .select({ account: ledgerEntries.account, cents: sql<string>`-sum(${ledgerEntries.debitCents})` })
    .from(ledgerEntries)
    .groupBy(ledgerEntries.account)
  const sums = Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]))
  return { seller: await balanceOf(shop.deps.db, businessId, 'USD'), commission: sums.commission ?? 0, fee: sums.adjustment ?? 0 }
}

const open = async (intentId: string, how: { amount?: number; reason?: string } = {}) => {
  const dispute = shop.provider.dispute(intentId, { at: shop.deps.now(), ...how })
  expect(await tell('charge.dispute.created', dispute)).toBe(200)
  return dispute
}

const close = async (dispute: FakeDispute, status: 'won' | 'lost') => {
  expect(await tell('charge.dispute.closed', closeDispute(dispute, status))).toBe(200)
}

const mailsOf = async (template: string) => {
  const rows = await shop.deps.db
    .select()
    .from(outbox)
    .where(like(outbox.dedupeKey, `${template}:%`))
  return rows.map(({ payload }) => payload as { to: string; facts: Record<string, unknown> })
}

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

for (const end of ['won', 'lost'] as const) {
  test(`all orders of the messages of a payment and its dispute, each twice, come to the same end: ${end}`, {
    timeout: 240_000,
  }, async () => {
    const box = await shop.parcel(500)
    const buyer = await shop.signIn('customer')
    const ends = new Map<string, number>()
    const types = ['payment_intent.succeeded', 'charge.dispute.created', 'charge.dispute.closed', 'last'] as const
    const all = permute(end === 'won' ? [...types] : [...types, 'charge.dispute.updated' as const])
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

test('while a payment is disputed nothing that refunds is done: by staff, sellers, cancellations, returns; afterwards it is', async () => {
  const { intentId, orderId, first, buyer } = await paidOrder(100_00, 60_00)
  const dispute = await open(intentId)
  const params = { id: orderId }
  const money = { reason: 'Broken', password: PASSWORD }
  const sentence = 'This payment is disputed. Answer it in Stripe first.'
  const refused = { status: 409, code: 'disputed', detail: sentence }
  expect(await refusalOf(boss.orderMoney.refund({ params, body: money, idempotencyKey: 'a' }))).toMatchObject(refused)
  expect(await refusalOf(first.sellerOrders.refund({ params, body: { amount: 1, ...money }, idempotencyKey: 'b' }))).toMatchObject(refused)
  expect(await refusalOf(buyer.orders.cancel({ params, body: {} }))).toMatchObject(refused)
  expect(await refusalOf(boss.orders.setStatus({ params, body: { status: 'cancelled' } }))).toMatchObject(refused)
  const part = { id: orderId, businessId: first.businessId }
  expect(await refusalOf(boss.orders.setPartStatus({ params: part, body: { status: 'cancelled', reason: 'Gone' } }))).toMatchObject(refused)
  expect(await refusalOf(first.sellerOrders.move({ params, body: { status: 'cancelled', reason: 'Gone' } }))).toMatchObject(refused)
  const many = await boss.orders.moveMany({ body: { ids: [orderId], status: 'cancelled' } })
  expect(many).toMatchObject({ moved: 0, refused: [{ id: orderId, reason: sentence }] })
  const read = await boss.orders.adminById({ params })
  expect([read.canCancel, read.nextStatuses, read.fulfilments.map(({ canCancel }) => canCancel)]).toEqual([
    false,
    ['shipped'],
    [false, false],
  ])
  expect((await buyer.orders.byId({ params })).canCancel).toBe(false)
  const own = await first.sellerOrders.byId({ params })
  expect([own.refundable, own.nextStatuses]).toEqual([0, ['shipped']])
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', refundedCents: 0 })
  expect(await shop.stockOf(first.productId)).toBe(49)

  await first.sellerOrders.move({ params, body: { status: 'shipped' } }) // packing goes on
  await first.sellerOrders.move({ params, body: { status: 'delivered' } })
  const lines = [{ productId: first.productId, quantity: 1 }]
  const back = await buyer.returns.request({ params, body: { businessId: first.businessId, lines, reason: 'faulty' } })
  const move = (status: 'approved' | 'received' | 'refunded') => first.returns.moveAsSeller({ params: { id: back.id }, body: { status } })
  await move('approved')
  await move('received')
  expect(await refusalOf(move('refunded'))).toMatchObject(refused)
  await close(dispute, 'won')
  expect((await move('refunded')).status).toBe('refunded')
  expect((await first.sellerOrders.byId({ params })).refundable).toBe(0)
  expect((await shop.orderRow(orderId)).refundedCents).toBeGreaterThan(0)
})

test('a refund that waits when the dispute is opened is not sent, and can be asked for again once it is won', async () => {
  const { intentId, orderId } = await paidOrder(100_00)
  const refund = (key: string) =>
    boss.orderMoney.refund({ params: { id: orderId }, body: { amount: 40, reason: 'Late', password: PASSWORD }, idempotencyKey: key })
  await refund('a')
  const dispute = await open(intentId)
  await sendOut()
  expect(shop.provider.refunds).toEqual([])
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 0, paymentStatus: 'paid' })
  await close(dispute, 'won')
  await refund('b')
  await sendOut()
  expect(shop.provider.refunds).toMatchObject([{ amount: 40_00 }])
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 40_00, paymentStatus: 'partially_refunded' })
})

test('a lost dispute takes what a refund that has not left was to take; never more than was paid', async () => {
  const { intentId, orderId, first } = await ripeOrder(100_00)
  await boss.orderMoney.refund({ params: { id: orderId }, body: { amount: 40, reason: 'Late', password: PASSWORD }, idempotencyKey: 'a' })
  const dispute = await open(intentId)
  await close(dispute, 'lost')
  await sendOut()
  expect(shop.provider.refunds).toEqual([])
  expect(await shop.orderRow(orderId)).toMatchObject({ paidCents: 100_00, refundedCents: 100_00, paymentStatus: 'refunded' })
  expect((await accounts(first.businessId)).seller).toBe(0)
})

test('a dispute larger than what is left of the payment takes what is left, and no more', async () => {
  const { intentId, orderId, first } = await ripeOrder(100_00)
  await boss.orderMoney.refund({ params: { id: orderId }, body: { amount: 70, reason: 'Late', password: PASSWORD }, idempotencyKey: 'a' })
  await sendOut()
  const dispute = await open(intentId)
  await close(dispute, 'lost')
  expect(await shop.orderRow(orderId)).toMatchObject({ paidCents: 100_00, refundedCents: 100_00, paymentStatus: 'refunded' })
  expect(await accounts(first.businessId)).toEqual({ seller: 0, commission: 0, fee: -15_00 })
})

test('a part of the payment of two sellers is lost: each gives its share, a payout that left before is owed, and the rest can be refunded', async () => {
  const { intentId, orderId, sellers } = await ripeOrder(300_00, 100_00)
  expect((await boss.payouts.prepare()).map(({ amount }) => amount)).toEqual([270, 90])
  const dispute = await open(intentId, { amount: 200_00 })
  for (const { businessId } of sellers) expect(await fundsOf(businessId)).toMatchObject({ balance: 0, available: 0 })
  await close(dispute, 'lost')
  const left = await Promise.all(sellers.map(({ businessId }) => balanceOf(shop.deps.db, businessId, 'USD')))
  expect(left).toEqual([-135_00, -45_00])
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 200_00, paymentStatus: 'partially_refunded' })
  const [own] = sellers
  expect(await own?.disputes.listOwn({ query: {} })).toMatchObject({ items: [{ amount: 150, status: 'lost' }], total: 1 })
  await boss.orderMoney.refund({ params: { id: orderId }, body: { reason: 'Rest', password: PASSWORD }, idempotencyKey: 'a' })
  expect((await shop.orderRow(orderId)).refundedCents).toBe(400_00)
  shop.provider.disputes.length = 0 // the provider would refuse it after a loss in this fake
  await sendOut()
  // what the provider sent back by itself is not mixed up with what the bank took
  await tell('charge.refunded', shop.provider.charge(intentId, 200_00))
  expect((await shop.orderRow(orderId)).refundedCents).toBe(400_00)
})

test('a refund that is asked for after a loss in part stays, however often the loss is reported', async () => {
  const { intentId, orderId } = await ripeOrder(100_00)
  const dispute = await open(intentId, { amount: 60_00 })
  await close(dispute, 'lost')
  await boss.orderMoney.refund({ params: { id: orderId }, body: { reason: 'Rest', password: PASSWORD }, idempotencyKey: 'a' })
  await tell('charge.dispute.funds_withdrawn', dispute)
  await reconcileDisputes(shop.deps, provider())
  const { refunds } = await boss.orders.adminById({ params: { id: orderId } })
  expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([
    [60, 'settled'],
    [40, 'requested'],
  ])
  expect((await shop.orderRow(orderId)).refundedCents).toBe(100_00)
})

test('money sent back by hand at the provider after a loss in part is taken over', async () => {
  const { intentId, orderId } = await ripeOrder(400_00)
  await close(await open(intentId, { amount: 200_00 }), 'lost')
  await tell('charge.refunded', shop.provider.charge(intentId, 50_00))
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 250_00, paymentStatus: 'partially_refunded' })
  await tell('charge.refunded', shop.provider.charge(intentId, 50_00))
  expect((await shop.orderRow(orderId)).refundedCents).toBe(250_00)
})

test('the money of other orders is not paid out while a payment whose share has left is disputed', async () => {
  const { intentId, first, buyer } = await ripeOrder(500_00)
  expect(await boss.payouts.prepare()).toMatchObject([{ amount: 450 }])
  await buyer.cart.addItem({ body: { productId: first.productId, quantity: 1 } })
  const second = await shop.begin(buyer)
  await shop.notifyPaid(second.clientSecret.split('_secret_')[0] ?? '')
  await deliver(second.orderId)
  goOn(31)
  const dispute = await open(intentId)
  expect(await boss.payouts.prepare()).toEqual([])
  await close(dispute, 'lost')
  expect(await fundsOf(first.businessId)).toEqual({ balance: 0, available: 0, disputed: 0 })
})

/** Numbers in the bank file, and how many payouts it leaves out. */
async function bankFile() {
  const answer = await shop.app.inject({ url: '/api/admin/payouts/file', headers: { authorization: `Bearer ${boss.token}` } })
  const lines = answer.body.trim().split('\r\n').slice(1)
  return { numbers: lines.map((line) => line.split(',')[0]?.replaceAll('"', '')), held: Number(answer.headers['x-held-count']) }
}

const heldNow = async () => (await boss.payouts.held()).payouts.map(({ number, held }) => [number, held?.cause])

test('a payout that was prepared before its payment is disputed is held, and free again when the dispute is won', async () => {
  const { intentId, first } = await ripeOrder(500_00)
  const other = await ripeOrder(300_00)
  const [payout] = (await boss.payouts.prepare()).filter(({ businessId }) => businessId === first.businessId)
  const number = payout?.number ?? ''
  expect((await bankFile()).held).toBe(0)
  const dispute = await open(intentId, { amount: 1_00 })
  const { numbers, held } = await bankFile()
  expect([numbers.length, numbers.includes(number), held]).toEqual([1, false, 1])
  expect(await heldNow()).toEqual([[number, 'disputed']])
  const { items } = await boss.payouts.list()
  expect(items.map((each) => [each.businessId, each.held])).toEqual(
    expect.arrayContaining([
      [first.businessId, { cause: 'disputed', until: null }],
      [other.first.businessId, null],
    ]),
  )
  expect((await first.earnings.payouts({ query: {} })).items).toMatchObject([{ number, held: { cause: 'disputed' } }])
  await close(dispute, 'won')
  expect((await bankFile()).numbers).toContain(number)
  expect(await heldNow()).toEqual([])
})

test('a prepared payout stays held once the dispute is lost; failed and prepared again it is the rest', async () => {
  const { intentId, first } = await ripeOrder(500_00)
  const [payout] = await boss.payouts.prepare()
  await close(await open(intentId, { amount: 100_00 }), 'lost')
  expect(await heldNow()).toEqual([[payout?.number, 'disputed']])
  expect(await bankFile()).toEqual({ numbers: [], held: 1 })
  const body = { status: 'failed', problem: 'Disputed', currentPassword: PASSWORD } as const
  await boss.payouts.move({ params: { id: payout?.id ?? '' }, body })
  expect(await boss.payouts.prepare()).toMatchObject([{ businessId: first.businessId, amount: 360, held: null }])
  expect(await bankFile()).toEqual({ numbers: ['PAY-000002'], held: 0 })
})

test('a dispute of money that waits anyway holds no prepared payout', async () => {
  const { first, buyer } = await ripeOrder(500_00)
  await boss.payouts.prepare()
  await buyer.cart.addItem({ body: { productId: first.productId, quantity: 1 } })
  const second = await shop.begin(buyer)
  const intentId = second.clientSecret.split('_secret_')[0] ?? ''
  await shop.notifyPaid(intentId)
  await open(intentId)
  expect(await heldNow()).toEqual([])
  expect(await bankFile()).toEqual({ numbers: ['PAY-000001'], held: 0 })
})

test('Stripe is not asked to send a prepared payout while its payment is disputed', async () => {
  const { intentId, first } = await ripeOrder(500_00)
  await shop.deps.db
    .update(payoutAccounts)
    .set({ stripeAccountId: 'acct_1', stripeReady: true })
    .where(eq(payoutAccounts.businessId, first.businessId))
  const [payout] = await boss.payouts.prepare()
  expect(payout).toMatchObject({ method: 'stripe', amount: 450 })
  const dispute = await open(intentId)
  const send = () => boss.payouts.move({ params: { id: payout?.id ?? '' }, body: { status: 'sent', currentPassword: PASSWORD } })
  expect(await refusalOf(send())).toMatchObject({ status: 409, code: 'payout_disputed' })
  expect(await shop.deps.db.$count(outbox, eq(outbox.kind, 'transfer'))).toBe(0)
  await close(dispute, 'won')
  expect(await send()).toMatchObject({ status: 'sent', held: null })
})

test('a refund whose first answer was lost is asked about again while its payment is disputed: what was made is booked', async () => {
  const { intentId, orderId } = await paidOrder(100_00)
  const body = { amount: 40, reason: 'Late', password: PASSWORD }
  await boss.orderMoney.refund({ params: { id: orderId }, body, idempotencyKey: 'a' })
  shop.provider.trouble('POST /v1/refunds', 'fail-after', 3)
  expect(await sendOut()).toBe('0 done, 1 to be tried again.')
  expect(shop.provider.refunds).toMatchObject([{ amount: 40_00, status: 'succeeded' }])
  const dispute = await open(intentId, { amount: 60_00 })
  shop.advance(60_000)
  offset += 60_000
  expect(await sendOut()).toBe('1 done.')
  expect(shop.provider.refunds).toHaveLength(1)
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 40_00, paymentStatus: 'partially_refunded' })
  await close(dispute, 'lost')
  expect((await shop.orderRow(orderId)).refundedCents).toBe(100_00)
})

const bellOf = async (title: string) =>
  (await shop.deps.db.select().from(notifications).where(eq(notifications.userId, boss.user.id))).filter((each) =>
    each.title.includes(title),
  )

test('the fee of a dispute in another currency is not booked: staff are asked to do it, once', async () => {
  const { intentId, orderId, first } = await ripeOrder(100_00)
  const dispute = shop.provider.dispute(intentId, { at: shop.deps.now() })
  for (const each of [dispute, ...dispute.balance_transactions]) each.currency = 'gbp'
  await tell('charge.dispute.created', dispute)
  expect(await bellOf('fee')).toEqual([])
  await close(dispute, 'lost')
  await reconcileDisputes(shop.deps, provider())
  expect(await accounts(first.businessId)).toEqual({ seller: 0, commission: 0, fee: 0 })
  const { number } = await shop.orderRow(orderId)
  const [notice, ...more] = await bellOf(`The dispute fee of order ${number} has to be booked by hand`)
  expect([notice?.text, notice?.path, more]).toEqual([expect.stringContaining('15.00 GBP'), `/admin/orders/${orderId}`, []])
})

for (const status of ['lost', 'won'] as const) {
  test(`a dispute that was ${status} before the shop knew disputes is kept, and left to staff: nothing is booked`, async () => {
    const { intentId, orderId, first } = await ripeOrder(100_00)
    const dispute = closeDispute(shop.provider.dispute(intentId, { at: new Date(Date.now() - days(60)) }), status)
    const before = await accounts(first.businessId)
    const asked = status === 'lost' ? 1 : 0
    for (const _again of [1, 2]) {
      await reconcileDisputes(shop.deps, provider())
      expect(await accounts(first.businessId)).toEqual(before)
      expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 0, paymentStatus: 'paid' })
      expect(await bellOf('A dispute was lost before')).toHaveLength(asked)
      expect(await mailsOf('dispute-closed')).toEqual([])
      expect(await mailsOf(`seller-dispute-${status}`)).toEqual([])
    }
    await tell('charge.dispute.closed', dispute) // sent once more by hand
    expect(await accounts(first.businessId)).toEqual(before)
    const { items } = await boss.disputes.list({ query: {} })
    expect(items).toMatchObject([{ orderId, status, closedAt: null }])
  })
}

test('a dispute that was open before the shop knew disputes, and is lost later, is booked', async () => {
  const { intentId, orderId } = await ripeOrder(100_00)
  const dispute = shop.provider.dispute(intentId, { at: new Date(Date.now() - days(5)) })
  await reconcileDisputes(shop.deps, provider())
  closeDispute(dispute, 'lost')
  await reconcileDisputes(shop.deps, provider())
  expect((await shop.orderRow(orderId)).refundedCents).toBe(100_00)
})

test('no message ever comes: the shop asks the provider, books the loss and the payment it had not heard of', async () => {
  const { intentId, orderId } = await shop.beginOf(await shop.parcel())
  expect(await hasDisputable(shop.deps)).toBe(false)
  shop.provider.pay(intentId)
  const dispute = shop.provider.dispute(intentId, { at: shop.deps.now() })
  expect(await reconcileDisputes(shop.deps, provider())).toBe('1 dispute needs response')
  expect(await shop.orderRow(orderId)).toMatchObject({ paymentStatus: 'paid', paidCents: 120_00 })
  expect(await hasDisputable(shop.deps)).toBe(true)
  closeDispute(dispute, 'lost')
  expect(await reconcileDisputes(shop.deps, provider())).toBe('1 dispute lost')
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 120_00 })
  await reconcileDisputes(shop.deps, provider())
  expect(await mailsOf('dispute-closed')).toHaveLength(1)
  expect(await shop.deps.db.$count(auditEntries, eq(auditEntries.action, 'order.dispute_lost'))).toBe(1)
})

test('a dispute of a payment that the shop does not know yet: 503 while the provider does not answer, so that the message comes again', async () => {
  const { intentId, orderId } = await shop.beginOf(await shop.parcel())
  shop.provider.pay(intentId)
  const message = shop.message('charge.dispute.created', shop.provider.dispute(intentId, { at: shop.deps.now() }))
  shop.provider.trouble('GET /v1/payment_intents', 'fail', 3)
  expect(await shop.send(message)).toBe(503)
  expect(await shop.deps.db.$count(paymentEvents)).toBe(0)
  expect(await shop.send(message)).toBe(200)
  expect(await shop.orderRow(orderId)).toMatchObject({ paymentStatus: 'paid' })
  expect(await shop.deps.db.$count(disputes)).toBe(1)
})

test('a dispute of nobody we know does nothing; one of a payment that is not booked, and a loss taken back, are left to staff', async () => {
  const { orderId, intentId, first } = await ripeOrder(100_00)
  const stranger = { ...shop.provider.dispute(intentId), id: 'dp_x', payment_intent: 'pi_unknown' }
  expect(await tell('charge.dispute.created', stranger)).toBe(200)
  const noIntent = { ...shop.provider.dispute(intentId), id: 'dp_y', payment_intent: null }
  expect(await tell('charge.dispute.created', noIntent)).toBe(200)
  expect(await shop.deps.db.$count(disputes)).toBe(0)
  shop.provider.disputes.length = 0
  const dispute = await open(intentId)
  await close(dispute, 'lost')
  const before = await accounts(first.businessId)
  await close(dispute, 'won')
  expect(await accounts(first.businessId)).toEqual(before)
  expect((await shop.orderRow(orderId)).paymentProblem).toContain(dispute.id)

  const other = await shop.beginOf(await shop.parcel())
  const paid = { ...shop.provider.pay(other.intentId), amount_received: 1 }
  await tell('payment_intent.succeeded', paid)
  Object.assign(shop.provider.intent(other.intentId), { amount_received: 1 })
  expect(await tell('charge.dispute.created', shop.provider.dispute(other.intentId))).toBe(200)
  expect((await shop.orderRow(other.orderId)).paymentProblem).toContain('is disputed')
  expect(await shop.deps.db.$count(disputes)).toBe(1)
})

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

test('staff and sellers are notified when it is opened and how it ends, once, by bell and mail; sellers learn nothing of the buyer', async () => {
  const { intentId, orderId, first } = await paidOrder(100_00)
  const dispute = await open(intentId, { reason: 'fraudulent' })
  await tell('charge.dispute.updated', dispute)
  await close(dispute, 'lost')
  const { number } = await shop.orderRow(orderId)
  const due = new Date((dispute.evidence_details.due_by ?? 0) * 1000)
  const [opened] = await mailsOf('dispute-opened')
  expect(opened).toMatchObject({
    to: boss.user.email,
    facts: { number, amountCents: 100_00, reason: 'Reported as fraud', link: `https://dashboard.stripe.com/test/disputes/${dispute.id}` },
  })
  expect(opened?.facts.due).toContain(String(due.getUTCFullYear()))
  expect(await mailsOf('dispute-closed')).toMatchObject([{ to: boss.user.email, facts: { status: 'lost', feeCents: 15_00 } }])
  for (const template of ['seller-dispute-opened', 'seller-dispute-lost']) {
    const mails = await mailsOf(template)
    expect(mails).toMatchObject([{ to: first.user.email, facts: { number, amountCents: 100_00 } }])
    expect(JSON.stringify(mails)).not.toMatch(/Ann Buyer|buyer@test|dashboard\.stripe/)
  }
  const log = await boss.mails.list({ query: { orderId } })
  const subjects = log.items.map(({ template, subject }) => [template, subject])
  const day = formatLongDate(due)
  expect(subjects).toEqual(
    expect.arrayContaining([
      ['dispute-opened', `The payment of order ${number} is disputed: respond by ${day}`],
      ['seller-dispute-opened', `The payment of order ${number} is disputed`],
      ['dispute-closed', `The dispute about order ${number} was lost`],
      ['seller-dispute-lost', `The dispute about order ${number} was lost`],
    ]),
  )
  const bell = (userId: string) =>
    shop.deps.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, userId), like(notifications.kind, '%dispute%')))
  expect((await bell(boss.user.id)).map(({ kind, path }) => [kind, path])).toEqual([
    ['dispute-opened', `/admin/orders/${orderId}`],
    ['dispute-closed', `/admin/orders/${orderId}`],
  ])
  expect((await bell(first.user.id)).map(({ kind, path }) => [kind, path])).toEqual([
    ['seller-dispute-opened', `/business/orders/${orderId}`],
    ['seller-dispute-lost', `/business/orders/${orderId}`],
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
