import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { QUOTE_TRANSITIONS, quoteStateAt } from '#domain/quote-state.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { listReplayDisagreements } from '#server/payments/ledger/replayed-orders.ts'
import { businesses, orderLines, orders, products, quotes, quoteVersions, sellerOrders } from '#server/platform/db/schema.ts'
import { readVersion } from '#server/quotes/quote-record.ts'
import { customerForm, orderOf, outcomeOf } from '#server/testing/buyers.ts'
import { acceptance, ask, lineOf, offer, offerOf } from '#server/testing/quoted-offers.ts'
import { raceRounds, raceTimeout, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let buyer: SignedInUser
let seller: SignedInUser
let machine: { id: string; businessId: string }
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  machine = await shop.make.product({ name: 'Mat maker', priceUsdCents: 1_000_000, stock: 1 })
  seller = await shop.signIn('business_admin', { businessId: machine.businessId })
  buyer = await shop.signIn('customer')
})

const ROUNDS = 50
const rowOf = async (id: string) => (await shop.deps.db.select().from(quotes).where(eq(quotes.id, id)))[0]
const countOrders = () => shop.deps.db.$count(orders)

/** A quote with an offer, of a machine of which one is left. */
async function offered(): Promise<string> {
  machine = await shop.make.product({ businessId: machine.businessId, stock: 1 })
  const [{ id = '' } = {}] = await ask(buyer, [machine.id])
  await offer(seller, id, offerOf(shop, machine.id))
  return id
}

/** Runs a race in rounds, each with a new offer and its acceptance. @param run returns what is to be so after a round */
async function race(run: (id: string, accept: (key?: string) => ReturnType<typeof outcomeOf<{ id: string }>>) => Promise<void>) {
  for (let round = 0; round < raceRounds(ROUNDS); round += 1) {
    const id = await offered()
    const body = await acceptance(buyer, id)
    const before = await countOrders()
    await run(id, (idempotencyKey) => outcomeOf(buyer.quotes.accept({ params: { id }, body, ...(idempotencyKey && { idempotencyKey }) })))
    const { status, orderId } = (await rowOf(id)) ?? {}
    expect(await countOrders()).toBe(before + (status === 'accepted' ? 1 : 0))
    expect(orderId !== null).toBe(status === 'accepted')
  }
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
}

test('accepted in two tabs at once, an offer becomes one order', { timeout: raceTimeout(ROUNDS) }, async () => {
  await race(async (_id, accept) => {
    const outcomes = await Promise.all([accept(), accept()])
    expect(outcomes.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(outcomes.find(({ problem }) => problem)?.problem?.code).toBe('invalid_quote')
  })
})

test('the same key twice at once is one order, answered alike', { timeout: raceTimeout(ROUNDS) }, async () => {
  await race(async (id, accept) => {
    const [one, other] = await Promise.all([accept(`key-${id}`), accept(`key-${id}`)])
    expect([one?.status, other?.status]).toEqual([200, 200])
    expect(one?.answer?.id).toBe(other?.answer?.id)
  })
})

test('against a new version, either the old one became an order or it cannot any more', { timeout: raceTimeout(ROUNDS) }, async () => {
  await race(async (id, accept) => {
    const { version } = await seller.sellerQuotes.byId({ params: { id } })
    const content = offerOf(shop, machine.id, { discountCents: 100 })
    const saved = await seller.sellerQuotes.saveDraft({ params: { id }, body: { content, version } })
    const [accepted, sent] = await Promise.all([
      accept(),
      outcomeOf(seller.sellerQuotes.send({ params: { id }, body: { version: saved.version } })),
    ])
    expect([accepted.status, sent.status].sort((a, b) => a - b)).toEqual([200, 409])
    expect((await rowOf(id))?.versionNumber).toBe(sent.status === 200 ? 2 : 1)
  })
})

test('against its end, an order is never younger than its offer', { timeout: raceTimeout(ROUNDS) }, async () => {
  await race(async (id, accept) => {
    const { db } = shop.deps
    const end = new Date(shop.deps.now().getTime() + 15)
    await db.update(quotes).set({ validUntil: end }).where(eq(quotes.id, id))
    const { status, answer, problem } = await accept()
    if (status !== 200) return expect(problem?.code).toBe('invalid_quote')
    const [order] = await db
      .select()
      .from(orders)
      .where(eq(orders.id, answer?.id ?? ''))
    expect(order?.createdAt.getTime()).toBeLessThan(end.getTime())
  })
})

test('against a buyer of the last unit, one of the two gets it', { timeout: raceTimeout(ROUNDS) }, async () => {
  for (let round = 0; round < raceRounds(ROUNDS); round += 1) {
    const other = await shop.signIn('customer')
    const id = await offered()
    const body = await acceptance(buyer, id)
    const cart = await other.cart.addItem({ body: { productId: machine.id, quantity: 1 } })
    const [accepted, bought] = await Promise.all([
      outcomeOf(buyer.quotes.accept({ params: { id }, body })),
      outcomeOf(other.checkout.placeOrder({ body: orderOf(cart) })),
    ])
    expect([accepted.status, bought.status].sort((a, b) => a - b)).toEqual([200, 409])
    expect((await rowOf(id))?.status).toBe(accepted.status === 200 ? 'accepted' : 'offered')
    expect((await shop.deps.db.select().from(products).where(eq(products.id, machine.id)))[0]?.stock).toBe(0)
  }
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('against the suspension of its seller, nothing is sold by a suspended one', { timeout: raceTimeout(ROUNDS) }, async () => {
  await race(async (_id, accept) => {
    const { db } = shop.deps
    const set = (businessStatus: 'suspended' | 'approved') =>
      db.update(businesses).set({ businessStatus }).where(eq(businesses.id, machine.businessId))
    const [accepted] = await Promise.all([accept(), set('suspended')])
    if (accepted.status !== 200) expect(accepted.problem?.code).toBe('seller_closed')
    expect(await accept()).toMatchObject({ status: 409 })
    await set('approved')
  })
})

type Step =
  | { action: 'send'; unitPriceCents: number; quantity: number; discount: number; freightCents: number; taxClass: 'standard' | 'zero' }
  | { action: 'accept' | 'decline' | 'withdraw' | 'message' | 'reject' | 'reply' | 'end' }

const steps = fc.array(
  fc.oneof(
    fc.record({
      action: fc.constant('send' as const),
      unitPriceCents: fc.integer({ min: 1, max: 9_000_000_00 }),
      quantity: fc.integer({ min: 1, max: 9 }),
      discount: fc.integer({ min: 0, max: 100 }),
      freightCents: fc.integer({ min: 0, max: 900_000 }),
      taxClass: fc.constantFrom('standard' as const, 'zero' as const),
    }),
    fc.record({
      action: fc.constantFrom(
        'accept' as const,
        'accept' as const,
        'decline' as const,
        'message' as const,
        'reply' as const,
        'end' as const,
      ),
    }),
    fc.record({ action: fc.constantFrom('withdraw' as const, 'reject' as const) }),
  ),
  { minLength: 2, maxLength: 8 },
)

/** Actions of the table that the steps are. */
const ACTIONS = {
  send: ['send', 'seller'],
  accept: ['accept', 'buyer'],
  decline: ['decline', 'buyer'],
  withdraw: ['withdraw', 'buyer'],
  message: ['message', 'buyer'],
  reject: ['decline', 'seller'],
  reply: ['message', 'seller'],
} as const

async function play(id: string, step: Step): Promise<unknown> {
  const params = { id }
  switch (step.action) {
    case 'send': {
      const gross = step.unitPriceCents * step.quantity
      const lines = [
        lineOf({ kind: 'product', productId: machine.id, name: 'Mat maker', unitPriceCents: step.unitPriceCents, quantity: step.quantity }),
        lineOf({ kind: 'service', name: 'Training', unitPriceCents: 33_33, taxClass: step.taxClass }),
      ]
      const freight = step.freightCents === 0 ? null : { cents: step.freightCents, text: 'Freight' }
      const discountCents = Math.min(Math.floor((gross * step.discount) / 100), 9_000_000_00)
      return offer(seller, id, offerOf(shop, machine.id, { lines, freight, discountCents }))
    }
    case 'accept': {
      const { versions } = await buyer.quotes.byId({ params })
      const body = versions.length > 0 ? await acceptance(buyer, id) : { ...(await acceptanceOfNothing()) }
      return buyer.quotes.accept({ params, body })
    }
    case 'decline':
      return buyer.quotes.decline({ params, body: {} })
    case 'withdraw':
      return buyer.quotes.withdraw({ params })
    case 'message':
      return buyer.quotes.message({ params, body: { text: 'Cheaper?' } })
    case 'reject':
      return seller.sellerQuotes.decline({ params, body: { reason: 'No.' } })
    case 'reply':
      return seller.sellerQuotes.message({ params, body: { text: 'Perhaps.' } })
    case 'end': {
      const past = new Date(shop.deps.now().getTime() - 40 * 86_400_000)
      await shop.deps.db.update(quotes).set({ createdAt: past }).where(eq(quotes.id, id))
      const row = await rowOf(id)
      if (row?.validUntil) await shop.deps.db.update(quotes).set({ validUntil: past }).where(eq(quotes.id, id))
      return null
    }
  }
}

const acceptanceOfNothing = async () => ({
  versionId: machine.id,
  amount: 1,
  customer: { ...customerForm, buyerKind: 'business' as const },
  acceptTerms: true as const,
})

/** Compares an order with the version that it was made of. */
async function expectAsOffered(id: string): Promise<void> {
  const { db } = shop.deps
  const row = await rowOf(id)
  const versions = await db.select().from(quoteVersions).where(eq(quoteVersions.quoteId, id))
  const { content, totals } = readVersion(versions.find(({ number }) => number === row?.versionNumber) ?? fail())
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, row?.orderId ?? ''))
  const [part] = await db
    .select()
    .from(sellerOrders)
    .where(eq(sellerOrders.orderId, row?.orderId ?? ''))
  const lines = (
    await db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, row?.orderId ?? ''))
  ).sort((a, b) => a.position - b.position)
  const { subtotalCents, discountCents, shippingCents, taxCents, totalCents, commissionCents } = totals
  expect(order).toMatchObject({ subtotalCents, discountCents, shippingCents, taxCents, totalCents })
  expect(part).toMatchObject({ totalCents, taxCents, commissionCents })
  expect(lines.map(({ name, quantity }) => ({ name, quantity }))).toEqual(content.lines.map(({ name, quantity }) => ({ name, quantity })))
  expect(lines).toMatchObject(totals.lines)
}

function fail(): never {
  throw new Error('The accepted version is gone')
}

test('in any sequence of actions no state is outside the table, and an order is its version', {
  timeout: raceTimeout(500) * 3,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const [{ id = '' } = {}] = await ask(buyer, [machine.id])
      for (const step of sequence) {
        const before = await rowOf(id)
        if (!before) throw new Error('The quote is gone')
        const state = quoteStateAt(before, shop.deps.now())
        const outcome = await outcomeOf(play(id, step))
        const after = await rowOf(id)
        if (step.action === 'end') continue
        const [action, by] = ACTIONS[step.action]
        const allowed = QUOTE_TRANSITIONS.find((one) => one.from === state && one.action === action && one.by === by)
        expect([step.action, state, outcome.status, outcome.problem?.code ?? null]).toEqual(
          allowed ? [step.action, state, 200, null] : [step.action, state, 409, 'invalid_quote'],
        )
        expect(after?.status).toBe(allowed && allowed.to !== 'same' ? allowed.to : before.status)
      }
      if ((await rowOf(id))?.status === 'accepted') await expectAsOffered(id)
    }),
    { numRuns: TESTS_ALL ? 500 : 15 },
  )
  expect([...(await listOrderDisagreements(shop.deps.db)), ...(await listReplayDisagreements(shop.deps.db))]).toEqual([])
})
