import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Currency } from '#domain/money.ts'
import { commissionRates, ledgerEntries, payouts, sellerOrders } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { checkOut, orderOf, outcomeOf } from '#server/testing/buyers.ts'
import { balanceOf, days, deliver, giveAccount, payOrder, refundPart } from '#server/testing/earners.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { randomFrom } from '#server/testing/random-from.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { listMoneyDisagreements } from './money-disagreements.ts'

/* Random runs of a marketplace's life, the same ones at every start: whatever happens in whatever order, the books must add up. */

const PASSWORD = 'slit-cardboard-42'
const STEPS = 60
/** With every commit one run. */
const SEEDS = TESTS_ALL ? [1, 2, 3] : [1]

let shop: TestShop
let ann: SignedInUser
let boss: SignedInUser
let passwordHash: string

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
  boss = await shop.signIn('super_admin', { passwordHash })
})

function choicesFrom(seed: number) {
  const below = randomFrom(seed)
  const pick = <One>(list: readonly One[]): One | undefined => list[below(list.length)]
  return { below, pick }
}

/** Products of three sellers with rates of their own, and accounts for all but the last. */
async function openMarket(random: ReturnType<typeof choicesFrom>) {
  const sellers = [await shop.make.business(), await shop.make.business(), await shop.make.business()]
  for (const { id } of sellers.slice(0, 2)) await giveAccount(shop, id)
  await shop.deps.db.insert(commissionRates).values([
    { position: 0, businessId: sellers[0]?.id ?? null, category: 'accessories', basisPoints: 777 },
    { position: 1, category: 'accessories', basisPoints: 1333 },
    { position: 2, basisPoints: 1000 },
  ])
  const offered = []
  for (const { id } of sellers) {
    for (const category of ['accessories', 'mat-maker']) {
      const priceUsdCents = 1 + random.below(90_000)
      offered.push(
        await shop.make.product({ businessId: id, category, priceUsdCents, priceEurCents: 1 + random.below(90_000), stock: 10_000 }),
      )
    }
  }
  return { sellers, offered }
}

type Market = Awaited<ReturnType<typeof openMarket>>

/** Makes one random thing happen. What the rules refuse is refused; nothing else may go wrong. */
async function step(random: ReturnType<typeof choicesFrom>, { offered }: Market, orders: string[], name: string): Promise<void> {
  const order = random.pick(orders)
  const part = async () => {
    const parts = await shop.deps.db
      .select()
      .from(sellerOrders)
      .where(eq(sellerOrders.orderId, order ?? ''))
    return random.pick(parts)
  }
  switch (random.below(order ? 8 : 1)) {
    case 0:
    case 1: {
      for (let line = 0; line <= random.below(4); line += 1) {
        const product = random.pick(offered)
        if (product) await ann.cart.addItem({ body: { productId: product.id, quantity: 1 + random.below(4) } })
      }
      if (random.below(3) === 0) await outcomeOf(ann.cart.applyPromo({ body: { code: 'welcome10' } }))
      const currency: Currency = random.below(3) === 0 ? 'EUR' : 'USD'
      const placed = await ann.checkout.placeOrder({ body: orderOf(await ann.cart.list({ query: { currency } })) })
      orders.push(placed.id)
      if (random.below(4) > 0) await payOrder(shop, placed.id)
      return
    }
    case 2:
      await payOrder(shop, order ?? '').catch(() => false) // paid already, or canceled
      return
    case 3: {
      for (const id of orders.slice(-5)) {
        const parts = await shop.deps.db.select().from(sellerOrders).where(eq(sellerOrders.orderId, id))
        for (const { businessId, status } of parts) if (status === 'processing' && random.below(3) > 0) await deliver(shop, id, businessId)
      }
      return
    }
    case 4:
      await outcomeOf(ann.orders.cancel({ params: { id: order ?? '' }, body: {} }))
      return
    case 5: {
      const chosen = await part()
      if (!chosen) return
      const amountCents = random.below(2) === 0 ? chosen.totalCents : 1 + random.below(chosen.totalCents)
      await refundPart(shop, chosen.orderId, { businessId: chosen.businessId, amountCents }, name).catch((error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'RefusalError') throw error
      })
      return
    }
    case 6:
      shop.advance(days(random.below(30)))
      await boss.payouts.prepare()
      return
    default: {
      const payout = random.pick(await shop.deps.db.select().from(payouts))
      const status = random.pick(['sent', 'paid', 'failed'] as const) ?? 'sent'
      const body = { status, problem: 'Came back', currentPassword: PASSWORD }
      if (payout) await outcomeOf(boss.payouts.move({ params: { id: payout.id }, body }))
    }
  }
}

/** Balance of every seller, summed from the orders and payouts themselves. */
async function expectedBalances(): Promise<Record<string, number>> {
  const { rows } = await shop.deps.db.execute<{ key: string; cents: string }>(sql`
    select key, sum(cents)::text as cents from (
      select p.business_id || ' ' || o.currency as key, p.total_cents - p.commission_cents - p.tax_cents
          - coalesce((select s.amount - round(s.amount * p.commission_cents::numeric / p.total_cents) - round(s.amount * p.tax_cents::numeric / p.total_cents)
            from (select sum(x.amount_cents) as amount from refund_shares x join refunds r on r.id = x.refund_id
              where r.order_id = p.order_id and x.business_id = p.business_id and r.status = 'settled') s), 0) as cents
      from seller_orders p join orders o on o.id = p.order_id
      where exists (select 1 from ledger_transactions t where t.reason = 'sale' and t.reference = p.order_id || ':' || p.business_id)
      union all
      select business_id || ' ' || currency, -amount_cents from payouts where status <> 'failed'
    ) movements group by key`)
  return Object.fromEntries(rows.map(({ key, cents }) => [key, Number(cents)]))
}

for (const seed of SEEDS) {
  test(`D290 D291 sales, cancels, refunds, payouts and failures in any order (run ${seed}): the books add up and nobody is paid more than was earned`, async () => {
    const random = choicesFrom(seed)
    const market = await openMarket(random)
    const orders: string[] = []
    for (let at = 0; at < STEPS; at += 1) {
      await step(random, market, orders, `run ${seed} step ${at}`)
      if (at % 20 === 19) expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
    }
    expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
    const expected = await expectedBalances()
    for (const { id } of market.sellers) {
      for (const currency of ['USD', 'EUR'] as const) {
        const key = `${id} ${currency}`
        expect([key, await balanceOf(shop.deps.db, id, currency)]).toEqual([key, expected[key] ?? 0])
      }
    }
    const { rows } = await shop.deps.db.execute<{ cents: string }>(
      sql`select coalesce(sum(debit_cents), 0)::text as cents from ledger_entries`,
    )
    expect(rows).toEqual([{ cents: '0' }])
    expect(orders.length).toBeGreaterThan(5)
    expect(await shop.deps.db.$count(payouts)).toBeGreaterThan(0)
  })
}

test('D290 refunds and payouts at the same moment: the money is taken once, and what is missing is owed', async () => {
  const maker = await shop.make.business()
  await giveAccount(shop, maker.id)
  const product = await shop.make.product({ businessId: maker.id, category: 'accessories', priceUsdCents: 100_00 })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const { id } = await checkOut(ann)
  await payOrder(shop, id)
  await deliver(shop, id)
  shop.advance(days(31))
  const share = { businessId: maker.id, amountCents: 64_80 }
  const refunds = Array.from({ length: 8 }, (_, at) => refundPart(shop, id, share, `refund ${at}`).then(Boolean, () => false))
  const prepared = Array.from({ length: 4 }, () => boss.payouts.prepare())
  expect((await Promise.all(refunds)).filter(Boolean)).toHaveLength(1)
  const paid = (await Promise.all(prepared)).flat().reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  expect([90_00, 36_00]).toContain(paid)
  expect(await balanceOf(shop.deps.db, maker.id, 'USD')).toBe(36_00 - paid)
  expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
  shop.advance(-days(31))
})

test('the checks find each kind of wrong money', async () => {
  const { db } = shop.deps
  const maker = await shop.make.business()
  const product = await shop.make.product({ businessId: maker.id, category: 'accessories', priceUsdCents: 100_00 })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const { id } = await checkOut(ann)
  await payOrder(shop, id)
  expect(await listMoneyDisagreements(db)).toEqual([])
  const rules = async () => [...new Set((await listMoneyDisagreements(db)).map(({ rule }) => rule))].sort()
  const isSeller = and(eq(ledgerEntries.account, 'seller'), eq(ledgerEntries.businessId, maker.id))
  await db.update(ledgerEntries).set({ debitCents: sql`debit_cents - 1` }).where(isSeller)
  expect(await rules()).toEqual(['balance of a booking'])
  await db.update(ledgerEntries).set({ debitCents: sql`debit_cents + 1` }).where(isSeller)
  await db.update(sellerOrders).set({ commissionCents: 1 }).where(eq(sellerOrders.orderId, id))
  expect(await rules()).toEqual(['commission'])
  await db.update(sellerOrders).set({ commissionCents: 10_00 }).where(eq(sellerOrders.orderId, id))
  await db.insert(payouts).values({ number: 'PAY-1', businessId: maker.id, currency: 'USD', amountCents: 1 })
  expect(await rules()).toEqual(['paid out'])
  await db.delete(payouts)
  await db.execute(sql`update ledger_transactions set reason = 'payout'`)
  expect(await rules()).toEqual(['sold'])
})
