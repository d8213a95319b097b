import { and, eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { deliveryDays, orders, sellerOrders } from '#server/platform/db/schema.ts'
import { someOf } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { setTimeZone } from '#server/testing/time-zone.ts'
import { readOnTime } from './public-businesses.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const DELIVERIES = 120
const YEAR = 365

/** Counts the deliveries themselves, as the share was read before days were counted. */
async function countDeliveries(businessId: string, now: Date, timeZone: string) {
  const isOnTime = sql`(${sellerOrders.updatedAt} at time zone ${timeZone}::text)::date <= coalesce(${sellerOrders.estimatedDelivery}, ${orders.estimatedDelivery})`
  const [row] = await shop.deps.db
    .select({ deliveries: sql<number>`count(*)::int`, onTime: sql<number>`(count(*) filter (where ${isOnTime}))::int` })
    .from(sellerOrders)
    .innerJoin(orders, eq(sellerOrders.orderId, orders.id))
    .where(
      and(
        eq(sellerOrders.businessId, businessId),
        eq(sellerOrders.status, 'delivered'),
        gt(sellerOrders.updatedAt, new Date(now.getTime() - YEAR * DAY_MS)),
      ),
    )
  return row && row.deliveries >= 5 ? { percent: Math.floor((row.onTime / row.deliveries) * 100), deliveries: row.deliveries } : null
}

/** Numbers that look random and are the same in each run. */
function* numbers(): Generator<number, never> {
  for (let at = 1; ; at += 1) yield Math.abs(Math.sin(at) * 10_000) % 1
}

/** Zones of a shop with a moment from which deliveries are looked at: near the ends of the year that is counted some clocks change. */
const ZONES = [
  ['UTC', '2026-11-23T12:34:56Z'],
  ['Pacific/Auckland', '2026-09-27T09:34:56Z'],
  ['America/Los_Angeles', '2026-11-01T20:34:56Z'],
  ['Europe/Berlin', '2026-03-29T12:34:56Z'],
  ['Europe/Berlin', '2026-10-25T12:34:56Z'],
] as const

test.each(someOf(ZONES, 2))(
  'in a shop of %s at %s the share that is counted by days is that of the deliveries, however they came, changed and went',
  async (timeZone, noon) => {
    const { db } = shop.deps
    const NOON = Date.parse(noon)
    await setTimeZone(shop, timeZone)
    const random = numbers()
    const pick = <Value>(values: readonly Value[]) => values[Math.floor(random.next().value * values.length)] as Value // never past the end
    const sellers = [await shop.make.business(), await shop.make.business(), await shop.make.business()]
    const buyer = await shop.make.user('customer')
    const money = { subtotalCents: 100, discountCents: 0, shippingCents: 0, taxCents: 0, totalCents: 100 }
    /** Most of them near the two ends of the year before noon. */
    const anInstant = () =>
      new Date(NOON - pick([0, 1, 30, 364, YEAR, YEAR, YEAR, 366]) * DAY_MS + (random.next().value - 0.5) * 2 * DAY_MS)
    const aDay = () => pick([anInstant().toISOString().slice(0, 10), null])
    for (let at = 0; at < DELIVERIES; at += 1) {
      const [order] = await db
        .insert(orders)
        .values({
          ...money,
          number: `ON-TIME-${noon}-${at}`,
          userId: buyer.id,
          userName: 'Ann',
          userEmail: buyer.email,
          customer: {},
          currency: 'USD',
          totalUsdCents: 100,
          shippingMethod: 'standard',
          pricing: {},
          paymentMethod: 'pay_later',
          estimatedDelivery: anInstant().toISOString().slice(0, 10),
        })
        .returning()
      if (!order) throw new Error('no order')
      for (const { id } of sellers.slice(0, pick([1, 2, 3]))) {
        const part = {
          orderId: order.id,
          businessId: id,
          businessName: 'x',
          placedAt: order.createdAt,
          isShown: true,
          estimatedDelivery: aDay(),
        }
        await db
          .insert(sellerOrders)
          .values({ ...money, ...part, status: pick(['delivered', 'delivered', 'shipped', 'cancelled'] as const), updatedAt: anInstant() })
      }
      const one = eq(sellerOrders.orderId, order.id)
      const change = pick(['nothing', 'nothing', 'delivered', 'corrected', 'tracked', 'undone', 'deleted'] as const)
      await inTransaction(db, async (tx) => {
        if (change === 'delivered') await tx.update(sellerOrders).set({ status: 'delivered', updatedAt: anInstant() }).where(one)
        if (change === 'corrected') await tx.update(sellerOrders).set({ estimatedDelivery: aDay() }).where(one)
        if (change === 'tracked') await tx.update(sellerOrders).set({ updatedAt: anInstant() }).where(one)
        if (change === 'undone') await tx.update(sellerOrders).set({ status: 'cancelled' }).where(one)
        if (change === 'deleted') await tx.delete(sellerOrders).where(one)
      })
    }
    for (const { id } of sellers) {
      for (const days of [0, 1, 2, 30, 200, 365]) {
        const now = new Date(NOON + days * DAY_MS)
        const counted = await countDeliveries(id, now, timeZone)
        expect(await readOnTime(db, id, now)).toEqual(counted)
        if (days === 0) expect(counted).not.toBeNull()
      }
    }
    for (const other of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', timeZone]) {
      await setTimeZone(shop, other) // what arrived before has the days of the new zone
      for (const { id } of sellers)
        expect(await readOnTime(db, id, new Date(NOON))).toEqual(await countDeliveries(id, new Date(NOON), other))
    }
    await db.delete(sellerOrders)
    expect(await db.$count(deliveryDays, sql`${deliveryDays.deliveries} <> 0 or ${deliveryDays.onTime} <> 0`)).toBe(0)
  },
)
