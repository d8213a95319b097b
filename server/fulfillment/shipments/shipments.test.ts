import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { auditEntries, notifications, outbox, products } from '#server/platform/db/schema.ts'
import { outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { payOrder } from '#server/testing/earners.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { ann, bag, box, move, openSellerShop, order, params, shop, sol, staff, tia } from '#server/testing/shared-orders.ts'

openSellerShop()

type Mail = { template: string; to: string; facts: Record<string, unknown> }

/** The emails to the buyer of some kinds, oldest first. */
async function mailsOf(...templates: string[]): Promise<Mail[]> {
  const rows = await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(outbox.id)
  const mails = rows.map(({ payload }) => payload as Mail) // of the kind 'mail'
  return mails.filter(({ template, to }) => to === ann.user.email && templates.includes(template))
}

const stockOf = async (id: string) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock

/** An order of five boxes, which its seller prepares. */
async function prepare(quantity = 5, product = box): Promise<SellerOrder> {
  const placed = await order([[product, quantity]])
  return move(sol, placed, 'processing')
}

const lineOf = ({ items }: Pick<SellerOrder, 'items'>) => items[0]?.id ?? ''

const ship = (own: SellerOrder, quantity: number | null, more: object = {}, by = sol) =>
  by.shipments.ship({ ...params(own), body: { ...(quantity !== null && { lines: [{ id: lineOf(own), quantity }] }), ...more } })

test('a part leaves in parcels: it stays processing while something is left, and each parcel is announced once with what is in it', async () => {
  const own = await prepare()
  const first = await ship(own, 2, { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
  expect(first).toMatchObject({ status: 'processing', shippedCount: 2, toShipCount: 3, items: [{ shipped: 2, withdrawn: 0 }] })
  expect(first.shipments).toMatchObject([{ number: 1, carrier: 'UPS', deliveredAt: null, items: [{ name: 'Sun Box', quantity: 2 }] }])
  expect(first.history.at(-1)).toMatchObject({
    to: 'processing',
    by: 'Sol Seller',
    note: 'Parcel 1 shipped: 2 × Sun Box, UPS 1Z999AA10123456784',
  })
  expect(await ann.orders.byId(params(own))).toMatchObject({
    status: 'processing',
    canCancel: false,
    canCorrectAddress: false,
    fulfilments: [{ shippedCount: 2, toShipCount: 3, canCancel: true, shipments: [{ number: 1 }] }],
  })
  const last = await ship(own, null, { carrier: 'DHL', trackingNumber: 'JD014600006281230704' })
  expect(last).toMatchObject({ status: 'shipped', toShipCount: 0, trackingNumber: 'JD014600006281230704' })
  expect((await mailsOf('order-shipped')).map(({ facts }) => [facts.parcel, facts.left, facts.trackingNumber])).toMatchObject([
    [[{ name: 'Sun Box', quantity: 2 }], [{ name: 'Sun Box', quantity: 3 }], '1Z999AA10123456784'],
    [[{ name: 'Sun Box', quantity: 3 }], [], 'JD014600006281230704'],
  ])
  expect((await mailsOf('order-shipped')).map(({ facts }) => [facts.last, facts.complete])).toEqual([
    [undefined, undefined],
    ['The last parcel of your order', 'in your order'],
  ])
  expect(last.history.at(-1)).toMatchObject({ to: 'shipped', note: 'Parcel 2 shipped: 3 × Sun Box, DHL JD014600006281230704' })
  const notified = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'order-shipped'))
  expect(notified.map(({ userId, title }) => [userId, title])).toEqual([
    [ann.user.id, `Part of order ${own.number} is on its way`],
    [ann.user.id, `The last parcel of order ${own.number} is on its way`],
  ])
  expect(await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.ship_parcel'))).toMatchObject([
    { actorName: 'Sol Seller', after: { parcel: 1, content: '2 × Sun Box', carrier: 'UPS' } },
  ])
})

test('the lists of buyer, seller and staff say how much has left, without a part that was canceled', async () => {
  const placed = await order([
    [box, 5],
    [bag, 2],
  ])
  const own = await move(sol, placed, 'processing')
  const counts = async () => {
    const [mine] = (await ann.orders.listOwn({ query: {} })).items
    const [theirs] = (await sol.sellerOrders.list({ query: {} })).items
    const [all] = (await staff.orders.listAll({ query: {} })).items
    const seen = [mine, theirs, all].map((row) => row && [row.shippedCount, row.toShipCount])
    expect((await ann.orders.overview()).last).toMatchObject({ shippedCount: mine?.shippedCount })
    return seen
  }
  expect(await counts()).toEqual([
    [0, 7],
    [0, 5],
    [0, 7],
  ])
  await ship(own, 2)
  expect(await counts()).toEqual([
    [2, 5],
    [2, 3],
    [2, 5],
  ])
  await move(tia, placed, 'cancelled', { reason: 'Out of stock' })
  expect(await counts()).toEqual([
    [2, 3],
    [2, 3],
    [2, 3],
  ])
})

test('a part that leaves whole has one parcel and the email that it always had', async () => {
  const own = await prepare()
  const shipped = await move(sol, own, 'shipped', { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
  expect(shipped.shipments).toMatchObject([{ number: 1, items: [{ quantity: 5 }], trackingNumber: '1Z999AA10123456784' }])
  expect(await mailsOf('order-shipped')).toMatchObject([{ facts: { lines: [{ quantity: 5 }], trackingNumber: '1Z999AA10123456784' } }])
  expect((await mailsOf('order-shipped'))[0]?.facts).not.toHaveProperty('parcel')
  expect(await move(sol, own, 'delivered')).toMatchObject({ shipments: [{ deliveredAt: expect.any(String) }] })
})

test('the last parcel of a seller says what it completes: the part, or the rest of the order', async () => {
  const placed = await order([
    [box, 2],
    [bag, 2],
  ])
  const own = await move(sol, placed, 'processing')
  await move(tia, placed, 'processing')
  await ship(own, 1)
  await ship(own, null)
  await move(tia, placed, 'shipped')
  expect((await mailsOf('order-shipped')).map(({ facts }) => [facts.last, facts.complete])).toEqual([
    [undefined, undefined],
    ['The last parcel from Sun Boxes for your order', 'from Sun Boxes'],
    ['The rest of your order', 'in your order'],
  ])
})

test('a number that its carrier does not issue is refused in every parcel, and nobody hears of it; a status takes what was typed', async () => {
  const own = await prepare()
  const wrong = { carrier: 'UPS', trackingNumber: 'not a number!!' }
  const lines = [{ id: lineOf(own), quantity: 2 }]
  const ways = {
    parcel: () => ship(own, 2, wrong),
    rest: () => ship(own, null, wrong),
    'parcel by staff': () => staff.shipments.staffShip({ ...params(own), body: { ...wrong, lines } }),
  }
  const refused = { status: 422, errors: [{ field: 'trackingNumber', message: 'UPS has no tracking numbers like this' }] }
  for (const [way, send] of Object.entries(ways)) expect(await refusalOf(send()), way).toMatchObject(refused)
  const many = await sol.shipments.shipMany({ body: { parcels: [{ orderId: own.id, ...wrong }] } })
  expect(many).toMatchObject({ shipped: 0, refused: [{ reason: 'UPS has no tracking numbers like this' }] })
  expect(await mailsOf('order-shipped')).toEqual([])
  await ship(own, 2, { carrier: 'Own truck', trackingNumber: 'ask Joe' })
  await move(sol, own, 'shipped', wrong)
  expect((await mailsOf('order-shipped')).map(({ facts }) => facts.trackingNumber)).toEqual(['ask Joe', 'not a number!!'])
})

test('a service is no part of a parcel, and says so', async () => {
  const placed = await order([[box, 5]])
  const body = {
    customLines: [
      {
        text: 'Installation',
        kind: 'service' as const,
        quantity: 1,
        price: 150,
        taxClass: 'standard' as const,
        businessId: box.businessId,
      },
    ],
  }
  const { total } = await staff.orderChanges.preview({ ...params(placed), body })
  const { version } = await staff.orders.byId(params(placed))
  await staff.orderChanges.change({
    ...params(placed),
    body: { ...body, amount: total, reason: 'Asked for it', version },
    idempotencyKey: 'add-a-service',
  })
  const own = await move(sol, placed, 'processing')
  const service = own.items.find(({ name }) => name === 'Installation')
  const sent = sol.shipments.ship({ ...params(own), body: { lines: [{ id: service?.id ?? '', quantity: 1 }] } })
  expect(await refusalOf(sent)).toMatchObject({
    status: 422,
    errors: [{ field: 'lines', message: 'Installation is a service and is not shipped. Leave it out of the parcel.' }],
  })
})

test('no more is shipped than is left, nothing of others, and nothing before it is prepared', async () => {
  const placed = await order([
    [box, 5],
    [bag, 2],
  ])
  const pending = await sol.sellerOrders.byId(params(placed))
  expect(await refusalOf(ship(pending, 1))).toMatchObject({ status: 409, code: 'invalid_transition' })
  const own = await move(sol, placed, 'processing')
  const bags = await tia.sellerOrders.byId(params(placed))
  await ship(own, 2)
  expect(await refusalOf(ship(own, 4))).toMatchObject({
    status: 409,
    code: 'too_many_shipped',
    detail: 'You can ship up to 3 more of Sun Box.',
  })
  for (const quantity of [0, -1, 1.5]) expect(await refusalOf(ship(own, quantity))).toMatchObject({ status: 422 })
  const foreign = sol.shipments.ship({ ...params(own), body: { lines: [{ id: lineOf(bags), quantity: 1 }] } })
  expect(await refusalOf(foreign)).toMatchObject({ status: 422, errors: [{ field: 'lines' }] })
  expect(await refusalOf(ship(own, 1, { version: own.version }))).toMatchObject({ status: 409, code: 'edit_conflict' })
  await ship(own, 3)
  expect(await refusalOf(ship(own, 1))).toMatchObject({ status: 409, code: 'nothing_to_ship' })
  expect(await refusalOf(ship(own, null))).toMatchObject({ status: 409, code: 'nothing_to_ship' })
})

test('the same parcel again changes nothing: by its key, and by its content, carrier and number', async () => {
  const own = await prepare()
  const body = { lines: [{ id: lineOf(own), quantity: 2 }], carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
  const keyed = () =>
    sol.shipments.ship({ ...params(own), body: { lines: [{ id: lineOf(own), quantity: 1 }] }, idempotencyKey: 'parcel-of-one' })
  await sol.shipments.ship({ ...params(own), body })
  await sol.shipments.ship({ ...params(own), body: { ...body, trackingNumber: '1z999aa10123456784' } })
  await keyed()
  expect(await keyed()).toMatchObject({ shippedCount: 3, toShipCount: 2, shipments: [{ number: 1 }, { number: 2 }] })
  expect(await mailsOf('order-shipped')).toHaveLength(2)
})

test('staff ship for a seller: the one of the lines, or the only one; the seller is notified', async () => {
  const placed = await order([
    [box, 2],
    [bag, 2],
  ])
  await staff.orders.setStatus({ ...params(placed), body: { status: 'processing' } })
  const [one, two] = placed.items
  const post = (body: object) => staff.shipments.staffShip({ ...params(placed), body })
  expect(await refusalOf(post({}))).toMatchObject({ status: 422, errors: [{ field: 'businessId' }] })
  const mixed = { lines: [one, two].map((item) => ({ id: item?.id ?? '', quantity: 1 })) }
  expect(await refusalOf(post(mixed))).toMatchObject({ status: 422, errors: [{ field: 'lines' }] })
  const after = await post({ lines: [{ id: one?.id ?? '', quantity: 1 }], carrier: 'UPS' })
  expect(after.fulfilments.filter(({ shippedCount }) => shippedCount > 0)).toMatchObject([{ businessId: one?.businessId, toShipCount: 1 }])
  const notified = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'order-shipped'))
  expect(notified.map(({ title }) => title).sort()).toEqual([
    `Parcel 1 of order ${placed.number} was shipped`,
    `Part of order ${placed.number} is on its way`,
  ])
  expect(await post({ businessId: two?.businessId })).toMatchObject({ status: 'processing' })
  expect(await post({ businessId: one?.businessId })).toMatchObject({ status: 'shipped' })
})

test('a parcel arrives by itself; with the last one the part is delivered, and its buyer is emailed each time', async () => {
  const own = await prepare()
  const [first] = (await ship(own, 2)).shipments
  const deliver = (shipmentId = '') => sol.shipments.deliver({ params: { id: own.id, shipmentId } })
  expect(await deliver(first?.id)).toMatchObject({
    status: 'processing',
    items: [{ arrivedAt: null }],
    shipments: [{ deliveredAt: expect.any(String) }],
  })
  expect(await refusalOf(deliver(first?.id))).toMatchObject({ status: 409, code: 'parcel_arrived' })
  expect(await refusalOf(deliver(own.id))).toMatchObject({ status: 404 })
  const [, second] = (await ship(own, 3)).shipments
  expect(await deliver(second?.id)).toMatchObject({ status: 'delivered', items: [{ arrivedAt: expect.any(String) }] })
  expect((await mailsOf('order-delivered')).map(({ facts }) => facts.parcel)).toMatchObject([[{ quantity: 2 }], undefined])
})

test('the number of each parcel is corrected by itself, and the search finds all of them', async () => {
  const own = await prepare()
  const [first] = (await ship(own, 2, { carrier: 'UPS', trackingNumber: '1Z999AA10123456701' })).shipments
  await ship(own, 3, { carrier: 'UPS', trackingNumber: '1Z999AA10123456702' })
  const fixed = await sol.sellerOrders.correctTracking({
    ...params(own),
    body: { shipmentId: first?.id ?? '', trackingNumber: '1Z999AA10123456703' },
  })
  expect(fixed.shipments.map(({ trackingNumber }) => trackingNumber)).toEqual(['1Z999AA10123456703', '1Z999AA10123456702'])
  expect(fixed.trackingNumber).toBe('1Z999AA10123456702')
  expect(await mailsOf('order-tracking')).toMatchObject([{ facts: { trackingNumber: '1Z999AA10123456703', parcel: [{ quantity: 2 }] } }])
  for (const search of ['1Z999AA10123456703', '1z999aa1-0123456702']) {
    expect((await sol.sellerOrders.list({ query: { search } })).items.map(({ id }) => id)).toEqual([own.id])
    expect((await staff.orders.listAll({ query: { search } })).items.map(({ id }) => id)).toEqual([own.id])
    expect((await tia.sellerOrders.list({ query: { search } })).items).toEqual([])
  }
  expect((await sol.sellerOrders.list({ query: { search: '1Z999AA10123456701' } })).items).toEqual([])
  await sol.shipments.deliver({ params: { id: own.id, shipmentId: first?.id ?? '' } })
  const late = sol.sellerOrders.correctTracking({ ...params(own), body: { shipmentId: first?.id ?? '', trackingNumber: '1Z-LATE' } })
  expect(await refusalOf(late)).toMatchObject({ status: 409, code: 'not_on_its_way' })
})

test('what is left of a part is canceled by itself: stock and money come back for it, and what has left is shipped', async () => {
  const own = await prepare()
  await payOrder(shop, own.id)
  const before = await stockOf(box.id)
  await ship(own, 2)
  expect(await refusalOf(staff.orders.setStatus({ ...params(own), body: { status: 'cancelled' } }))).toMatchObject({
    code: 'order_not_cancellable',
  })
  const canceled = await ann.orders.cancel({ ...params(own), body: { businessId: box.businessId } })
  expect(canceled).toMatchObject({
    status: 'shipped',
    refundedAmount: expect.any(Number),
    items: [{ shipped: 2, withdrawn: 3, goneQuantity: 3 }],
  })
  expect(canceled.refundedAmount).toBeCloseTo(3 * 40 + (canceled.tax * 3) / 5, 1)
  expect(await stockOf(box.id)).toBe((before ?? 0) + 3)
  expect(await mailsOf('order-cancelled')).toMatchObject([{ facts: { canceled: [{ name: 'Sun Box', quantity: 3 }] } }])
  expect(await mailsOf('order-shipped')).toHaveLength(1)
  expect((await sol.sellerOrders.byId(params(own))).history.map(({ note }) => note)).toContain('Canceled: 3 × Sun Box')
})

test(`one parcel sent by many at once leaves once, ${raceRounds(50)} times`, { timeout: raceTimeout(50) }, async () => {
  const crate = await shop.make.product({ category: 'accessories', stock: 1000, name: 'Crate', businessId: box.businessId })
  for (let round = 0; round < raceRounds(50); round += 1) {
    const own = await prepare(3, crate)
    const mails = (await mailsOf('order-shipped')).length
    const parcel = { carrier: 'UPS', trackingNumber: `1Z999AA1${1_000_000_000 + round}` }
    await Promise.all(Array.from({ length: 4 }, () => outcomeOf(ship(own, round % 2 === 0 ? 1 : null, parcel))))
    const after = await sol.sellerOrders.byId(params(own))
    expect(after.shipments).toHaveLength(1)
    expect((await mailsOf('order-shipped')).length).toBe(mails + 1)
  }
})

test(`a parcel against a cancellation: one of both, ${raceRounds(50)} times`, { timeout: raceTimeout(50) }, async () => {
  const crate = await shop.make.product({ category: 'accessories', stock: 1000, name: 'Crate', businessId: box.businessId })
  for (let round = 0; round < raceRounds(50); round += 1) {
    const own = await prepare(3, crate)
    await payOrder(shop, own.id)
    const before = (await stockOf(crate.id)) ?? 0
    await Promise.all([
      outcomeOf(ship(own, round % 3 === 0 ? null : 1)),
      outcomeOf(ann.orders.cancel({ ...params(own), body: round % 2 === 0 ? {} : { businessId: box.businessId } })),
    ])
    const { status, items } = await sol.sellerOrders.byId(params(own))
    const shipped = items[0]?.shipped ?? 0
    const back = ((await stockOf(crate.id)) ?? 0) - before
    expect(['processing', 'shipped', 'cancelled']).toContain(status)
    expect(back).toBe(status === 'cancelled' ? 3 : (items[0]?.withdrawn ?? 0))
    expect(status === 'cancelled' ? shipped : back + shipped).toBeLessThanOrEqual(status === 'cancelled' ? 0 : 3)
  }
})
