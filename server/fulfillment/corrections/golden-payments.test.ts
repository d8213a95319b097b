import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { toDecimal } from '#domain/money.ts'
import { listDisagreements } from '#server/payments/ledger/list-disagreements.ts'
import { orders } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { balanceOf } from '#server/testing/earners.ts'
import { goldenForm, openGoldenShop } from '#server/testing/golden-orders.ts'
import { GOLDEN_PAYMENTS, type GoldenPayment, type MoneyStep } from '#server/testing/golden-payments.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* The golden examples of money in parts through the calls of staff and buyers: every order ends as the rules alone say. */

const PASSWORD = 'corrugated-board-7'
let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let passwordHash: string
let slip = 0

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer' })
  staff = await shop.signIn('super_admin', { passwordHash })
  await openGoldenShop(shop, { buyer: ann, staff })
})

const cents = (amount: number | undefined) => Math.round((amount ?? 0) * 100)
const params = ({ id }: Pick<Order, 'id'>) => ({ params: { id } })

/** An order of one service of each seller, for export or with German VAT. */
async function place(nets: readonly number[], { isTaxed = false, plan }: GoldenPayment): Promise<Order> {
  const customLines = []
  for (const [index, net] of nets.entries()) {
    const seller = await shop.make.business({ name: `Seller ${index}`, slug: `golden-${(slip += 1)}`, country: 'Germany' })
    const line = { text: `Service ${index}`, price: toDecimal(net), quantity: 1, kind: 'service' as const, taxClass: 'standard' as const }
    customLines.push({ ...line, businessId: seller.id })
  }
  const form = goldenForm({ to: isTaxed ? 'DE' : 'CH', buyer: 'business' })
  const terms = { userId: ann.user.id, currency: 'EUR' as const, shippingMethod: 'standard' as const, items: [], customLines }
  const { country, state, zipCode: zip, buyerKind: buyer } = form
  const { cart } = await staff.phoneOrders.preview({ body: { ...terms, country, state, zip, buyer, vatId: '' } })
  const body = { ...terms, amount: cart.totals.total, customer: form, reason: 'Agreed', beyondLimit: true }
  const order = await staff.phoneOrders.place({ body })
  if (!plan) return order
  const paymentPlan = plan.map((milestone) => ({ ...milestone, id: crypto.randomUUID() }))
  await shop.deps.db.update(orders).set({ paymentPlan }).where(eq(orders.id, order.id))
  return staff.orders.adminById(params(order))
}

/** A statement with one transfer that names the orders. */
async function transfer(placed: readonly Order[], amount: number) {
  const day = shop.deps.now().toISOString().slice(0, 10)
  const text = placed.map(({ number }) => number).join(' and ')
  const form = new FormData()
  form.append('file', new Blob([`Date;Payer;Description;Amount (EUR)\n${day};Ann;${text};${toDecimal(amount)}`]), 'statement.csv')
  const { id, transfers } = await staff.bankFiles.add({ form })
  const numbers = placed.map(({ number }) => number)
  const body = { transfers: transfers.map((one) => ({ id: one.id, orders: numbers })) }
  expect(await staff.bankFiles.confirm({ params: { id }, body })).toMatchObject({ recorded: 1, refused: [] })
}

async function apply(placed: readonly Order[], step: MoneyStep) {
  if (step.kind === 'transfer') return transfer(placed, step.cents)
  const order = placed[step.at ?? 0] ?? expect.fail('no such order')
  if (step.kind === 'cancel') return staff.orders.setStatus({ ...params(order), body: { status: 'cancelled', reason: 'Not needed' } })
  if (step.kind === 'pay') {
    const paidAt = shop.deps.now().toISOString().slice(0, 10)
    const body = { method: 'bank_transfer' as const, reference: `TRX ${(slip += 1)}`, paidAt, amount: toDecimal(step.cents) }
    return staff.orderMoney.markPaid({ ...params(order), body })
  }
  const what = step.kind === 'refundKept' ? { isKept: true } : { amount: toDecimal(step.cents) }
  return staff.orderMoney.refund({
    ...params(order),
    body: { reason: 'Agreed', password: PASSWORD, ...what },
    idempotencyKey: crypto.randomUUID(),
  })
}

test.each(GOLDEN_PAYMENTS)('$name', async (golden) => {
  const placed: Order[] = []
  for (const nets of golden.orders) placed.push(await place(nets, golden))
  for (const step of golden.steps) await apply(placed, step)
  for (const [index, { status, paid, due, refunded = 0, kept = 0, open, sellers }] of golden.after.entries()) {
    const order = await ann.orders.byId(params(placed[index] ?? expect.fail('no such order')))
    const { paymentStatus, paidAmount, dueAmount, refundedAmount, keptAmount, plan, items } = order
    const amounts = [paidAmount, dueAmount, refundedAmount, keptAmount].map(cents)
    expect([paymentStatus, ...amounts]).toEqual([status, paid, due, refunded, kept])
    if (open) expect(plan?.map((milestone) => cents(milestone.open))).toEqual(open)
    const balances = []
    for (const { businessId } of items) balances.push(await balanceOf(shop.deps.db, businessId, 'EUR'))
    expect(balances).toEqual(sellers)
  }
  expect(await listDisagreements(shop.deps.db)).toEqual([])
})
