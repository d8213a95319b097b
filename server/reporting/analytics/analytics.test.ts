import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Analytics } from '#contract/reporting/analytics.ts'
import { INTERVALS, type Interval, startOfStep } from '#domain/analytics.ts'
import { roundHalfUp, toDecimal } from '#domain/money.ts'
import { addDays } from '#domain/time.ts'
import {
  auditEntries,
  cartItems,
  carts,
  categories,
  orderLines,
  orders,
  payments,
  products,
  sellerOrders,
  zeroResultCounts,
} from '#server/platform/db/schema.ts'
import { orderOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { setTimeZone } from '#server/testing/time-zone.ts'

let shop: TestShop
let staff: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin')
})

const read = (query: { from?: string; to?: string; interval?: Interval } = {}) => staff.analytics.read({ query })
const cents = (amount: number) => Math.round(amount * 100)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

async function place(buyer: SignedInUser, goods: readonly { id: string }[], at: string, currency: 'USD' | 'EUR' = 'USD', quantity = 1) {
  for (const { id } of goods) await buyer.cart.addItem({ body: { productId: id, quantity } })
  const order = await buyer.checkout.placeOrder({ body: orderOf(await buyer.cart.list({ query: { currency } })) })
  await shop.deps.db
    .update(orders)
    .set({ createdAt: new Date(at) })
    .where(eq(orders.id, order.id))
  return order
}

const pay = (order: { id: string; currency: 'USD' | 'EUR' }, kind: 'payment' | 'refund', amountCents: number, at: string) =>
  shop.deps.db.insert(payments).values({
    orderId: order.id,
    kind,
    method: 'test',
    reference: crypto.randomUUID(),
    currency: order.currency,
    amountCents,
    at: new Date(at),
  })

/** The same figures from the whole tables, by other means than SQL. */
async function expectedOf({ from, to, interval }: Analytics) {
  const { db } = shop.deps
  const isIn = (at: Date) => at.toISOString().slice(0, 10) >= from && at.toISOString().slice(0, 10) <= to
  const stepOf = (at: Date) => {
    const key = startOfStep(at.toISOString().slice(0, 10), interval)
    return key < from ? from : key
  }
  const all = new Map((await db.select().from(orders)).map((order) => [order.id, order]))
  const parts = await db.select().from(sellerOrders)
  const usd = (order: typeof orders.$inferSelect, amount: number) => roundHalfUp(amount * order.totalUsdCents, order.totalCents)
  const within = [...all.values()].filter(({ createdAt }) => isIn(createdAt))
  const live = within.filter(({ status }) => status !== 'cancelled')
  const orderCents = (order: typeof orders.$inferSelect) => {
    const gone = sum(
      parts.filter(({ orderId, status }) => orderId === order.id && status === 'cancelled').map(({ totalCents }) => totalCents),
    )
    return order.totalUsdCents - (gone === 0 ? 0 : usd(order, gone))
  }
  const moved = (await db.select().from(payments)).filter(({ at }) => isIn(at))
  const moneyOf = (rows: typeof moved, kind: string) =>
    sum(
      rows
        .filter((row) => row.kind === kind)
        .map(({ orderId, amountCents }) => {
          const order = all.get(orderId)
          return order ? usd(order, amountCents) : Number.NaN
        }),
    )
  const lines = (await db.select().from(orderLines)).filter(({ orderId, businessId }) => {
    const part = parts.find((each) => each.orderId === orderId && each.businessId === businessId)
    return within.some(({ id }) => id === orderId) && part?.status !== 'cancelled'
  })
  const lineCents = ({ orderId, lineTotalCents }: (typeof lines)[number]) => {
    const order = all.get(orderId)
    return order ? usd(order, lineTotalCents) : Number.NaN
  }
  const firstOf = (userId: string) =>
    Math.min(
      ...[...all.values()]
        .filter((order) => order.userId === userId && order.status !== 'cancelled')
        .map(({ createdAt }) => createdAt.getTime()),
    )
  const peopleOf = (rows: typeof live) => {
    const buyers = [...new Set(rows.map(({ userId }) => userId))]
    return {
      buyers: buyers.length,
      newCustomers: buyers.filter((id) => rows.some(({ userId, createdAt }) => userId === id && createdAt.getTime() === firstOf(id)))
        .length,
    }
  }
  const figuresOf = (isOf: (at: Date) => boolean) => {
    const those = live.filter(({ createdAt }) => isOf(createdAt))
    const money = moved.filter(({ at }) => isOf(at))
    const [paid, refunded] = [moneyOf(money, 'payment'), moneyOf(money, 'refund')]
    const ordered = sum(those.map(orderCents))
    const { buyers, newCustomers } = peopleOf(those)
    return {
      paid: toDecimal(paid),
      refunded: toDecimal(refunded),
      revenue: toDecimal(paid - refunded),
      refunds: money.filter(({ kind }) => kind === 'refund').length,
      ordered: toDecimal(ordered),
      orders: those.length,
      averageOrder: toDecimal(those.length === 0 ? 0 : roundHalfUp(ordered, those.length)),
      units: sum(lines.filter(({ orderId }) => isOf(all.get(orderId)?.createdAt ?? new Date(0))).map(({ quantity }) => quantity)),
      buyers,
      newCustomers,
      returningPercent: buyers === 0 ? 0 : roundHalfUp((buyers - newCustomers) * 1000, buyers) / 10,
    }
  }
  return {
    totals: { ...figuresOf(() => true), goods: toDecimal(sum(lines.map(lineCents))) },
    stepAt: (start: string) => figuresOf((at) => stepOf(at) === start),
    statuses: Object.groupBy(within, ({ status }) => status),
    shareOf: (isOf: (line: (typeof lines)[number]) => boolean) => {
      const those = lines.filter(isOf)
      return { units: sum(those.map(({ quantity }) => quantity)), amount: toDecimal(sum(those.map(lineCents))) }
    },
  }
}

/** Holds every figure of an answer against the tables. */
async function expectReconciled(answer: Analytics): Promise<void> {
  const expected = await expectedOf(answer)
  expect(answer.totals).toMatchObject(expected.totals)
  for (const { from, to: _to, ...figures } of answer.steps) expect(figures, from).toEqual(expected.stepAt(from))
  for (const key of ['revenue', 'paid', 'refunded', 'ordered'] as const)
    expect(sum(answer.steps.map((step) => cents(step[key]))), key).toBe(cents(answer.totals[key]))
  for (const key of ['orders', 'units', 'refunds', 'newCustomers'] as const)
    expect(sum(answer.steps.map((step) => step[key])), key).toBe(answer.totals[key])
  for (const [status, count] of Object.entries(answer.statuses))
    expect(count, status).toBe(expected.statuses[status as keyof typeof expected.statuses]?.length ?? 0)
  for (const { id, name: _name, slug: _slug, ...share } of answer.products.top)
    expect(share).toEqual(expected.shareOf(({ productId }) => productId === id))
  for (const { id, name: _name, ...share } of answer.businesses.top)
    expect(share).toEqual(expected.shareOf(({ businessId }) => businessId === id))
  const shares = [[...answer.products.top, answer.products.rest], [...answer.businesses.top, answer.businesses.rest], answer.categories]
  for (const rows of shares) {
    expect(sum(rows.map(({ amount }) => cents(amount)))).toBe(cents(answer.totals.goods))
    expect(sum(rows.map(({ units }) => units))).toBe(answer.totals.units)
  }
}

test('B21 every figure is the sum of the orders and payments behind it, to the cent, whatever was paid in euros, cancelled or refunded', async () => {
  const sellers = [await shop.make.business(), await shop.make.business(), await shop.make.business()]
  const goods = []
  for (let at = 0; at < 13; at += 1) {
    const [usd, eur] = [1013 + at * 377, 911 + at * 351]
    const category = at % 2 === 0 ? 'accessories' : 'replacement-parts'
    goods.push(
      await shop.make.product({ category, businessId: sellers[at % 3]?.id ?? '', priceUsdCents: usd, priceEurCents: eur, stock: 10_000 }),
    )
  }
  const people = [
    await shop.signIn('customer'),
    await shop.signIn('customer'),
    await shop.signIn('customer'),
    await shop.signIn('customer'),
  ]
  const orderCase = fc.record({
    person: fc.constantFrom(...people),
    products: fc.uniqueArray(fc.constantFrom(...goods), { minLength: 1, maxLength: 5 }),
    quantity: fc.integer({ min: 1, max: 30 }),
    currency: fc.constantFrom('USD' as const, 'EUR' as const),
    minute: fc.integer({ min: 0, max: 60 * 24 * 70 }),
    fate: fc.constantFrom('open', 'cancelled', 'part cancelled', 'paid', 'refunded', 'partly refunded', 'delivered'),
    delay: fc.integer({ min: 0, max: 60 * 24 * 20 }),
  })
  const start = Date.parse('2026-01-01T00:00:00Z')
  for (const { person, products: wanted, quantity, currency, minute, fate, delay } of fc.sample(orderCase, {
    numRuns: 40,
    seed: 20_261_121,
  })) {
    const at = new Date(start + minute * 60_000).toISOString()
    const later = (more: number) => new Date(start + (minute + delay + more) * 60_000).toISOString()
    const order = await place(person, wanted, at, currency, quantity)
    const total = cents(order.totalAmount)
    if (fate === 'cancelled') await person.orders.cancel({ params: { id: order.id } })
    if (fate === 'part cancelled' && order.fulfilments.length > 1) {
      const [part] = await shop.deps.db.select().from(sellerOrders).where(eq(sellerOrders.orderId, order.id))
      if (part)
        await shop.deps.db.execute(
          `update seller_orders set status = 'cancelled' where order_id = '${order.id}' and business_id = '${part.businessId}'`,
        )
    }
    if (fate === 'delivered') await shop.deps.db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, order.id))
    if (['paid', 'refunded', 'partly refunded', 'delivered'].includes(fate)) await pay(order, 'payment', total, later(0))
    if (fate === 'refunded') await pay(order, 'refund', total, later(60 * 30))
    if (fate === 'partly refunded') {
      await pay(order, 'refund', Math.floor(total / 3), later(60 * 2))
      await pay(order, 'refund', Math.floor(total / 7), later(60 * 24 * 9))
    }
  }
  const ranges = [
    { from: '2026-01-01', to: '2026-04-30' },
    { from: '2026-01-14', to: '2026-02-17' },
    { from: '2026-02-05', to: '2026-02-05' },
  ]
  for (const range of ranges) for (const interval of INTERVALS) await expectReconciled(await read({ ...range, interval }))
  const whole = await read({ ...ranges[0], interval: 'month' })
  expect(whole.totals).toMatchObject({ orders: expect.any(Number), buyers: 4, newCustomers: 4 })
  expect(whole.totals.refunded).toBeGreaterThan(0)
  expect(whole.statuses.cancelled).toBeGreaterThan(0)
  expect(whole.totals.orders + whole.statuses.cancelled).toBe(40)
  const { before } = await read({ from: '2026-02-01', to: '2026-02-28', interval: 'day' })
  expect(before).toMatchObject({ from: '2026-01-04', to: '2026-01-31' })
  expect(before.totals).toEqual((await read({ from: '2026-01-04', to: '2026-01-31' })).totals)
})

test('B176 B245 the revenue of the month is the same figure as on the dashboard', async () => {
  const ann = await shop.signIn('customer')
  const box = await shop.make.product({ category: 'accessories', priceUsdCents: 333_33, priceEurCents: 271_19 })
  const today = shop.deps.now().toISOString()
  const order = await place(ann, [box], today, 'EUR')
  await pay(order, 'payment', cents(order.totalAmount), today)
  await pay(order, 'refund', 1234, today)
  const { totals } = await read({ from: `${today.slice(0, 8)}01`, to: today.slice(0, 10) })
  expect((await staff.staff.dashboardStats()).monthlyRevenue).toBe(totals.revenue)
  expect(totals.revenue).toBeGreaterThan(0)
})

test('days are those of the shop, in UTC unless it has a time zone, both included; the default is the last 30 of them, steps without anything stand as zero', async () => {
  const ann = await shop.signIn('customer')
  const box = await shop.make.product({ category: 'accessories', priceUsdCents: 100_00 })
  await place(ann, [box], '2026-03-04T00:00:00.000Z')
  await place(ann, [box], '2026-03-05T23:59:59.999Z')
  await place(ann, [box], '2026-03-06T00:00:00.000Z')
  const { steps, totals } = await read({ from: '2026-03-04', to: '2026-03-05', interval: 'day' })
  expect(steps.map(({ from, orders: placed, newCustomers }) => [from, placed, newCustomers])).toEqual([
    ['2026-03-04', 1, 1],
    ['2026-03-05', 1, 0],
  ])
  expect(totals).toMatchObject({ orders: 2, buyers: 1, newCustomers: 1, returningPercent: 0 })
  const answer = await read()
  expect(answer.steps).toHaveLength(30)
  expect(answer.to).toBe(shop.deps.now().toISOString().slice(0, 10))
  expect(answer.from).toBe(addDays(answer.to, -29))
  expect(answer.steps.every((step) => step.orders === 0 && step.averageOrder === 0 && step.returningPercent === 0)).toBe(true)
})

test('days, weeks and months of a shop in Chicago begin at its midnight, also those of 23 and 25 hours, and those of the dashboard', async () => {
  await setTimeZone(shop, 'America/Chicago')
  const ann = await shop.signIn('customer')
  const box = await shop.make.product({ category: 'accessories', priceUsdCents: 100_00 })
  const moments = ['2026-03-08T05:59:59.999Z', '2026-03-08T06:00:00.000Z', '2026-03-09T04:59:59.999Z', '2026-03-09T05:00:00.000Z']
  for (const at of moments) await pay(await place(ann, [box], at), 'payment', 100_00, at)
  const days = await read({ from: '2026-03-07', to: '2026-03-09', interval: 'day' })
  expect(days.steps.map(({ from, orders: placed, paid }) => [from, placed, paid])).toEqual([
    ['2026-03-07', 1, 100],
    ['2026-03-08', 2, 200],
    ['2026-03-09', 1, 100],
  ])
  const weeks = await read({ from: '2026-03-08', to: '2026-03-09', interval: 'week' })
  expect(weeks.steps.map((step) => [step.from, step.orders])).toEqual([
    ['2026-03-08', 2],
    ['2026-03-09', 1],
  ])
  for (const at of ['2026-11-02T05:59:59.999Z', '2026-11-01T05:00:00.000Z', '2026-11-01T04:59:59.999Z']) await place(ann, [box], at)
  const months = await read({ from: '2026-10-31', to: '2026-11-01', interval: 'month' })
  expect(months.steps.map((step) => step.orders)).toEqual([1, 2])
  const listed = await staff.orders.listAll({ query: { from: '2026-11-01', to: '2026-11-01' } })
  expect(listed.total).toBe(2)
})

test('a range that cannot be shown is 422 at its field; only staff see the figures', async () => {
  const wrong = [
    [{ from: '2026-02-30' }, 'from'],
    [{ to: 'today' }, 'to'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'from'],
    [{ from: '2019-01-01', to: '2026-03-01' }, 'from'],
    [{ from: '2023-01-01', to: '2026-03-01', interval: 'day' as const }, 'interval'],
  ] as const
  for (const [query, field] of wrong) expect(await refusalOf(read(query)), field).toMatchObject({ status: 422, errors: [{ field }] })
  expect((await read({ from: '2023-01-01', to: '2026-03-01' })).interval).toBe('month')
  for (const role of ['customer', 'business_admin'] as const) {
    const other = await shop.signIn(role)
    expect(await refusalOf(other.analytics.read())).toMatchObject({ status: 403 })
    expect(await refusalOf(other.analytics.exportSteps())).toMatchObject({ status: 403 })
  }
  expect(await refusalOf(shop.visitor.analytics.read())).toMatchObject({ status: 401 })
})

test('conversion is the share of people who ordered among those who ordered or hold goods that they put into their cart in the range', async () => {
  const box = await shop.make.product({ category: 'accessories' })
  const [ann, bob, eve] = [await shop.signIn('customer'), await shop.signIn('customer'), await shop.signIn('customer')]
  await place(ann, [box], '2026-03-04T12:00:00Z')
  const hold = async (person: SignedInUser, at: string) => {
    await shop.deps.db.insert(carts).values({ userId: person.user.id }).onConflictDoNothing()
    const seen = { seenUsdCents: 1, seenEurCents: 1 }
    await shop.deps.db.insert(cartItems).values({ userId: person.user.id, productId: box.id, quantity: 1, ...seen, addedAt: new Date(at) })
  }
  await hold(ann, '2026-03-05T12:00:00Z')
  await hold(bob, '2026-03-05T12:00:00Z')
  await hold(eve, '2026-02-05T12:00:00Z')
  expect((await read({ from: '2026-03-01', to: '2026-03-31' })).totals).toMatchObject({ shoppers: 2, conversionPercent: 50 })
  expect((await read({ from: '2026-01-01', to: '2026-01-31' })).totals).toMatchObject({ shoppers: 0, conversionPercent: 0 })
})

test('what a category or product is called today is what the figures call it', async () => {
  const ann = await shop.signIn('customer')
  const box = await shop.make.product({ category: 'accessories', name: 'Old name' })
  await place(ann, [box], '2026-03-04T12:00:00Z')
  await shop.deps.db.update(products).set({ name: 'New name', status: 'Deleted' }).where(eq(products.id, box.id))
  await shop.deps.db.update(categories).set({ label: 'Extras' }).where(eq(categories.value, 'accessories'))
  const answer = await read({ from: '2026-03-04', to: '2026-03-04' })
  expect(answer.products.top).toMatchObject([{ id: box.id, name: 'New name', units: 1, amount: 100 }])
  expect(answer.categories).toMatchObject([{ value: 'accessories', label: 'Extras', units: 1 }])
})

test('the steps that are shown leave as a file with the same numbers, and who took it is written down', async () => {
  const ann = await shop.signIn('customer')
  const box = await shop.make.product({ category: 'accessories', priceUsdCents: 12_34 })
  const order = await place(ann, [box], '2026-03-04T12:00:00Z')
  await pay(order, 'payment', cents(order.totalAmount), '2026-03-04T13:00:00Z')
  const url = '/api/admin/analytics/export?from=2026-03-03&to=2026-03-05&interval=day'
  const answer = await shop.app.inject({ url, headers: { authorization: `Bearer ${staff.token}` } })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = answer.body.trim().split('\r\n')
  expect(lines[0]).toContain('From,To,Revenue (USD)')
  expect(lines).toHaveLength(4)
  expect(lines[2]).toContain(`2026-03-04,2026-03-04,${order.totalAmount},${order.totalAmount},0,0,${order.totalAmount},1,1`)
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'analytics.export'))
  expect(entry).toMatchObject({ actorId: staff.user.id, after: { format: 'csv', rows: 3, from: '2026-03-03' } })
})

test('searches that found nothing in two networks are counted once each, normalized, and never those of staff, of addresses or of long numbers', async () => {
  await shop.make.product({ name: 'Cardboard roller' })
  const terms = async () => Object.fromEntries((await shop.deps.db.select().from(zeroResultCounts)).map(({ term, times }) => [term, times]))
  const look = (q: string) => shop.visitor.search.find({ query: { q } })
  for (const typed of ['zi', 'zipp', 'Zippér  Bägs', 'zipper bags', 'roller', '', 'ann@example.com', 'order 123456789']) await look(typed)
  await shop.app.inject({ url: '/api/search?q=zipper%20bags', remoteAddress: '203.0.113.7' })
  await staff.search.find({ query: { q: 'xylophones' } })
  await expect.poll(terms).toEqual({ 'zipper bags': 2 })
  await shop.visitor.products.list({ query: { search: 'Zipper bags' } })
  await shop.visitor.products.list({ query: { search: 'roller', minPrice: '99999' } })
  await expect.poll(terms).toEqual({ 'zipper bags': 3 })
  await shop.app.inject('/api/products?search=Zipper%20bags&spec.feed-width=') // F2: an empty filter narrows nothing
  await expect.poll(terms).toEqual({ 'zipper bags': 4 })
  expect((await read()).misses).toMatchObject([{ term: 'zipper bags', times: 4 }])
})
