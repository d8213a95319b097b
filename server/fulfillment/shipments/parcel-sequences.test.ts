import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { outbox } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf, outcomeOf } from '#server/testing/buyers.ts'
import { payOrder } from '#server/testing/earners.ts'
import { LONG_MS, raceRounds, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* Parcels, cancellations, withdrawals, refunds and returns of a consumer's order in whatever order: units, stock and ledger add up. */

const BERLIN = {
  ...customerForm,
  buyerKind: 'consumer' as const,
  email: 'eva@test.test',
  firstName: 'Eva',
  lastName: 'Kunde',
  address: 'Ackerstr. 1',
  city: 'Berlin',
  state: '',
  zipCode: '10115',
  country: 'DE',
}
const RUNS = raceRounds(500, 6)
const STEPS = 9
const PASSWORD = 'corrugated-board-7'

let shop: TestShop
let eva: SignedInUser
let staff: SignedInUser
let seller: SignedInUser
let products: { id: string }[]

beforeAll(async () => {
  shop = await openTestShop()
  await shop.reset()
  await addDemoTaxes(shop.deps)
  const { id: businessId } = await shop.make.business({ name: 'Wellwerk', country: 'DE', address: 'Dock 4', city: 'Hamburg' })
  eva = await shop.signIn('customer', { name: 'Eva Kunde', email: 'eva@test.test' })
  staff = await shop.signIn('application_admin', { passwordHash: await hashPassword(PASSWORD) })
  seller = await shop.signIn('business_admin', { name: 'Sol Seller', businessId })
  const values = { category: 'mat', priceEurCents: 1690, weightGrams: 900, ladder: [], stock: 1_000_000, businessId }
  products = [await shop.make.product({ ...values, name: 'Mat' }), await shop.make.product({ ...values, name: 'Roll', priceEurCents: 333 })]
})
afterAll(() => shop.close())

/** Numbers that follow from a seed (mulberry32), so that a run can be repeated. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((more ^ (more >>> 14)) >>> 0) % below
  }
}

const params = ({ id }: { id: string }) => ({ params: { id } })

async function buy(random: (below: number) => number): Promise<Order> {
  for (const { id } of products) await eva.cart.addItem({ body: { productId: id, quantity: 1 + random(5) } })
  const cart = await eva.cart.list({ query: { currency: 'EUR', country: 'DE', zip: BERLIN.zipCode, buyer: 'consumer' } })
  const order = await eva.checkout.placeOrder({ body: { ...orderOf(cart), customer: BERLIN } })
  if (random(4) > 0) await payOrder(shop, order.id)
  if ((await eva.orders.byId(params(order))).status === 'pending') {
    await seller.sellerOrders.move({ ...params(order), body: { status: 'processing' } })
  }
  return eva.orders.byId(params(order))
}

/** Some units of each line, at least one in all. */
function someUnits(order: Order, random: (below: number) => number): { id: string; productId: string; quantity: number }[] {
  const units = order.items.map(({ id, productId, quantity }) => ({ id, productId, quantity: random(quantity + 1) }))
  const chosen = units.filter(({ quantity }) => quantity > 0)
  return chosen.length > 0 ? chosen : units.slice(0, 1).map((unit) => ({ ...unit, quantity: 1 }))
}

async function withdraw({ number }: Order, lines: { productId: string; quantity: number }[], isAccepted: boolean): Promise<void> {
  const body = { orderNumber: number, name: 'Eva Kunde', email: 'eva@test.test', items: '', lines }
  const draft = await eva.withdrawals.start({ body })
  await eva.withdrawals.confirm({ params: { id: draft.id }, body: { token: draft.token } })
  if (isAccepted) await staff.withdrawals.decide({ params: { id: draft.id }, body: { status: 'accepted', answer: '' } })
}

/** One step of anybody; what is refused changes nothing. */
function step(order: Order, random: (below: number) => number): Promise<unknown> {
  const units = someUnits(order, random)
  const lines = units.map(({ id, quantity }) => ({ id, quantity }))
  const named = units.map(({ productId, quantity }) => ({ productId, quantity }))
  const [part] = order.fulfilments
  const businessId = part?.businessId ?? ''
  switch (random(10)) {
    case 0:
    case 1:
    case 2:
      return seller.shipments.ship({ ...params(order), body: { lines, trackingNumber: `T${random(3)}` } })
    case 3:
      return seller.shipments.ship({ ...params(order), body: {} })
    case 4: {
      const parcels = part?.shipments ?? []
      const shipmentId = parcels[random(Math.max(parcels.length, 1))]?.id ?? order.id
      return seller.shipments.deliver({ params: { id: order.id, shipmentId } })
    }
    case 5:
      return eva.orders.cancel({ ...params(order), body: random(2) === 0 ? { businessId } : {} })
    case 6:
      return withdraw(order, named, random(2) === 0)
    case 7:
      return eva.returns.request({ ...params(order), body: { businessId, lines: named, reason: 'unsuitable', note: '', photos: [] } })
    case 8: {
      const body = { reason: '', password: PASSWORD, ...(random(3) === 0 ? { amount: 1 + random(9) } : { lines: named }) }
      return staff.orderMoney.refund({ ...params(order), body, idempotencyKey: crypto.randomUUID() })
    }
    default:
      return settleReturn(order, random)
  }
}

/** Moves a return of the order on. */
async function settleReturn(order: Order, random: (below: number) => number): Promise<void> {
  const { items } = await staff.returns.listAll({ query: { search: order.number } })
  const found = items[random(Math.max(items.length, 1))]
  const status = found?.nextStatuses[0]
  if (found && status) await staff.returns.move({ ...params(found), body: { status, restock: status === 'received' && random(2) === 0 } })
}

async function announced(order: Order): Promise<number> {
  const rows = await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail'))
  return rows.filter(({ dedupeKey }) => dedupeKey.startsWith(`order-shipped:${order.id}`)).length
}

test(`units, stock and ledger add up after any steps, ${RUNS} times`, { timeout: TESTS_ALL ? 10 * LONG_MS : LONG_MS }, async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const random = randomOf(seed)
    const placed = await buy(random)
    for (let at = 0; at < STEPS; at += 1) {
      const { status } = await outcomeOf(step(await eva.orders.byId(params(placed)), random))
      expect([200, 403, 404, 409, 422], `seed ${seed}, step ${at}`).toContain(status)
    }
    const order = await eva.orders.byId(params(placed))
    const [part] = order.fulfilments
    for (const { shipped, withdrawn, quantity, goneQuantity } of order.items) {
      expect(shipped + withdrawn, `seed ${seed}`).toBeLessThanOrEqual(quantity)
      expect(goneQuantity, `seed ${seed}`).toBeLessThanOrEqual(quantity)
    }
    expect(await announced(order), `seed ${seed}`).toBe(part?.shipments.length)
    if (seed % 20 === 0 || seed === RUNS) {
      expect(await listOrderDisagreements(shop.deps.db), `seed ${seed}`).toEqual([])
      expect(await listMoneyDisagreements(shop.deps.db), `seed ${seed}`).toEqual([])
    }
  }
})
