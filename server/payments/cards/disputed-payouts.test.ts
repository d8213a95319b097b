import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox, payoutAccounts } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { boss, close, deliver, fundsOf, goOn, open, openDisputeShop, PASSWORD, ripeOrder, shop } from '#server/testing/disputed-orders.ts'

openDisputeShop()

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
  const again = await boss.payouts.prepare()
  expect(again).toMatchObject([{ businessId: first.businessId, amount: 360, held: null }])
  expect(await bankFile()).toEqual({ numbers: again.map(({ number }) => number), held: 0 })
})

test('a dispute of money that waits anyway holds no prepared payout', async () => {
  const { first, buyer } = await ripeOrder(500_00)
  const prepared = await boss.payouts.prepare()
  await buyer.cart.addItem({ body: { productId: first.productId, quantity: 1 } })
  const second = await shop.begin(buyer)
  const intentId = second.clientSecret.split('_secret_')[0] ?? ''
  await shop.notifyPaid(intentId)
  await open(intentId)
  expect(await heldNow()).toEqual([])
  expect(await bankFile()).toEqual({ numbers: prepared.map(({ number }) => number), held: 0 })
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
