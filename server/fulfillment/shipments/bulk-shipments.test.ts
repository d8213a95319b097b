import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { orderLines, orders, outbox, products } from '#server/platform/db/schema.ts'
import { outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { ann, bag, box, openSellerShop, order, params, shop, sol, staff, tia } from '#server/testing/shared-orders.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'

openSellerShop()

const UPS = (at: number) => `1Z999AA1${String(10_000_000 + at)}84`.slice(0, 18)

/** Orders of one box each that are being processed. */
async function prepareMany(count: number, wanted: Parameters<typeof order>[0] = [[box, 1]]): Promise<Order[]> {
  const placed: Order[] = []
  for (let at = 0; at < count; at += 1) {
    const one = await order(wanted)
    await staff.orders.setStatus({ ...params(one), body: { status: 'processing' } })
    placed.push(one)
  }
  return placed
}

async function shippedMails(): Promise<number> {
  const rows = await shop.deps.db.select({ payload: outbox.payload }).from(outbox).where(eq(outbox.kind, 'mail'))
  return rows.filter(({ payload }) => (payload as { template: string }).template === 'order-shipped').length
}

const csvOf = (...rows: string[]) => new File([['Order;Carrier;Tracking number;SKU;Quantity', ...rows].join('\n')], 'tracking.csv')
function fileForm(file: File, isCheck = false): FormData {
  const form = new FormData()
  form.set('file', file)
  if (isCheck) form.set('check', 'true')
  return form
}
const importBy = (who: SignedInUser, file: File, isCheck = false) => who.shipments.importTracking({ form: fileForm(file, isCheck) })

const answerOf = (who: SignedInUser, url: string) => shop.app.inject({ url, headers: { authorization: `Bearer ${who.token}` } })
const bodyOf = async (who: SignedInUser, url: string) => (await answerOf(who, url)).body
const pdfOf = async (who: SignedInUser, url: string) => readPdf((await answerOf(who, url)).rawPayload).text

test('parcels of many orders leave at once, each announced once; sent again they change nothing', async () => {
  const placed = await prepareMany(3)
  const parcels = placed.map(({ id }, at) => ({ orderId: id, carrier: 'UPS', trackingNumber: UPS(at) }))
  expect(await sol.shipments.shipMany({ body: { parcels } })).toEqual({ shipped: 3, unchanged: 0, refused: [] })
  expect(await sol.shipments.shipMany({ body: { parcels } })).toEqual({ shipped: 0, unchanged: 3, refused: [] })
  expect(await shippedMails()).toBe(3)
  for (const [at, { id }] of placed.entries())
    expect(await sol.sellerOrders.byId({ params: { id } })).toMatchObject({ status: 'shipped', carrier: 'UPS', trackingNumber: UPS(at) })
})

test('what can not leave is said for each parcel, and the others leave', async () => {
  const [ready, other, withTwo] = await prepareMany(3)
  const pending = await order([[box, 1]])
  const foreign = await order([[bag, 1]])
  const parcel = (one: { id: string } | undefined, more: object = {}) => ({
    orderId: one?.id ?? '',
    carrier: 'UPS',
    trackingNumber: UPS(1),
    ...more,
  })
  const { shipped, refused } = await sol.shipments.shipMany({
    body: {
      parcels: [
        parcel(ready),
        parcel(other, { trackingNumber: '12' }),
        parcel(pending),
        parcel(foreign),
        parcel(withTwo, { lines: [{ id: withTwo?.items[0]?.id ?? '', quantity: 2 }] }),
      ],
    },
  })
  expect(shipped).toBe(1)
  expect(refused).toMatchObject([
    { index: 1, number: other?.number, reason: 'UPS has no tracking numbers like this' },
    { index: 2, number: pending.number },
    { index: 3, number: null },
    { index: 4, number: withTwo?.number, reason: 'You can ship up to 1 more of Sun Box.' },
  ])
  expect(await tia.sellerOrders.byId(params(foreign))).toMatchObject({ status: 'pending' })
})

test('staff ship for several sellers: the seller is named, or the only one of the order', async () => {
  const [both] = await prepareMany(1, [
    [box, 1],
    [bag, 1],
  ])
  const [one] = await prepareMany(1)
  const id = both?.id ?? ''
  const send = (parcels: object[]) => staff.shipments.staffShipMany({ body: { parcels: parcels as never } })
  expect(await send([{ orderId: one?.id, trackingNumber: 'A1' }, { orderId: id }])).toMatchObject({
    shipped: 1,
    refused: [{ index: 1, reason: 'Choose whose parcel it is' }],
  })
  expect(await send([box, bag].map(({ businessId }) => ({ orderId: id, businessId })))).toMatchObject({ shipped: 2, refused: [] })
  expect(await staff.orders.byId({ params: { id } })).toMatchObject({ status: 'shipped' })
})

test('a file ships parcels by order number and SKU; wrong rows are listed, and the same file again emails nobody', async () => {
  await shop.deps.db.update(products).set({ sku: 'SUN-1' }).where(eq(products.id, box.id))
  const [one, two] = await prepareMany(2, [[box, 3]])
  const file = csvOf(
    `${one?.number};UPS;${UPS(1)};sun-1;2`,
    `${one?.number?.toLowerCase()};UPS;${UPS(2)};SUN-1;1`,
    `${two?.number};UPS;${UPS(3)};;`,
    'ORD-NONE;UPS;1Z;;',
    `${two?.number};UPS;4711;;`,
  )
  const errors = [
    { row: 5, message: 'There is no such order' },
    { row: 6, message: 'UPS has no tracking numbers like this' },
  ]
  expect(await importBy(sol, file, true)).toEqual({ rows: 5, parcels: 3, shipped: 0, unchanged: 0, errors })
  expect(await shippedMails()).toBe(0)
  expect(await importBy(sol, file)).toEqual({ rows: 5, parcels: 3, shipped: 3, unchanged: 0, errors })
  expect((await sol.sellerOrders.byId({ params: { id: one?.id ?? '' } })).shipments.map(({ trackingNumber }) => trackingNumber)).toEqual([
    UPS(1),
    UPS(2),
  ])
  expect(await importBy(sol, file)).toMatchObject({ shipped: 0, unchanged: 3, errors })
  expect(await shippedMails()).toBe(3)
  expect(await importBy(tia, file)).toMatchObject({ parcels: 0, shipped: 0, errors: { length: 5 } })
})

test('a file without quantities ships what is left of each SKU once; the same file again changes nothing', async () => {
  await shop.deps.db.update(products).set({ sku: 'SUN-1' }).where(eq(products.id, box.id))
  const crate = await shop.make.product({ category: 'accessories', name: 'Crate', businessId: box.businessId })
  const [one] = await prepareMany(1, [
    [box, 2],
    [crate, 1],
  ])
  const [two] = await prepareMany(1)
  const file = csvOf(`${one?.number};UPS;${UPS(1)};SUN-1;`, `${two?.number};UPS;${UPS(2)};;`)
  expect(await importBy(sol, file)).toMatchObject({ shipped: 2, unchanged: 0, errors: [] })
  expect(await importBy(sol, file)).toMatchObject({ shipped: 0, unchanged: 2, errors: [] })
  expect(await shippedMails()).toBe(2)
  const other = csvOf(`${one?.number};UPS;${UPS(3)};SUN-1;`)
  expect(await importBy(sol, other)).toMatchObject({
    shipped: 0,
    unchanged: 0,
    errors: [{ row: 2, message: 'You can ship up to 0 more of Sun Box.' }],
  })
})

test('the check of a file says what its import will: what waits, was canceled, has an unpaid milestone, left before, or is asked for twice', async () => {
  const crate = await shop.make.product({ category: 'accessories', name: 'Crate', sku: 'CRATE-1', stock: 100, businessId: box.businessId })
  const [ready, canceled, unpaid, sent, split, over] = await prepareMany(6, [[crate, 3]])
  const pending = await order([[crate, 1]])
  await sol.sellerOrders.move({ ...params(canceled ?? pending), body: { status: 'cancelled', reason: 'Out of stock' } })
  const plan = [{ id: crypto.randomUUID(), percent: 100, trigger: 'dispatch' as const, days: 0 }]
  await shop.deps.db
    .update(orders)
    .set({ paymentPlan: plan })
    .where(eq(orders.id, unpaid?.id ?? ''))
  await sol.shipments.ship({ ...params(sent ?? pending), body: { carrier: 'UPS', trackingNumber: UPS(1) } })
  const file = csvOf(
    `${ready?.number};UPS;${UPS(2)};;`,
    `${pending.number};UPS;${UPS(3)};;`,
    `${canceled?.number};UPS;${UPS(4)};;`,
    `${unpaid?.number};UPS;${UPS(5)};;`,
    `${sent?.number};UPS;${UPS(1)};;`,
    `${sent?.number};UPS;${UPS(6)};;`,
    `${split?.number};UPS;${UPS(7)};CRATE-1;2`,
    `${split?.number};UPS;${UPS(8)};;`,
    `${over?.number};UPS;${UPS(9)};CRATE-1;2`,
    `${over?.number};UPS;${UPS(10)};CRATE-1;2`,
  )
  const checked = await importBy(sol, file, true)
  expect(await shippedMails()).toBe(1)
  const imported = await importBy(sol, file)
  expect(checked).toEqual({ ...imported, shipped: 0 })
  expect(imported).toMatchObject({ rows: 10, parcels: 5, shipped: 4, unchanged: 1 })
  expect(imported.errors).toMatchObject([
    { row: 3, message: "An order that is pending can't become shipped." },
    { row: 4, message: 'This order was canceled' },
    { row: 5, message: expect.stringContaining('waits for a payment') },
    { row: 7, message: 'Nothing in this order is left to ship. If nothing has shipped, cancel it instead.' },
    { row: 11, message: 'You can ship up to 1 more of Crate.' },
  ])
})

test('a number or carrier in a file may be as long as one that is typed', async () => {
  const [one] = await prepareMany(1)
  const rows = csvOf(`${one?.number};Freight;${'9'.repeat(121)};;`, `${one?.number};${'x'.repeat(81)};12;;`)
  expect(await importBy(sol, rows)).toMatchObject({ parcels: 0, shipped: 0, errors: [{ row: 2 }, { row: 3 }] })
})

test.each([
  ['no table', new File(['\u0000\u0001\u0002'], 'tracking.xlsx')],
  ['no columns', new File(['Name;Price\nA;1'], 'tracking.csv')],
])('a file with %s is refused with the reason', async (_what, file) => {
  expect(await refusalOf(importBy(sol, file))).toMatchObject({ code: 'unreadable_file' })
})

test('the file of what is open is read back once carrier and number are filled in', async () => {
  await shop.deps.db.update(products).set({ sku: 'SUN-1', storagePlace: 'A-3' }).where(eq(products.id, box.id))
  const [one] = await prepareMany(1, [[box, 3]])
  await sol.shipments.ship({ params: { id: one?.id ?? '' }, body: { lines: [{ id: one?.items[0]?.id ?? '', quantity: 1 }] } })
  const csv = await bodyOf(sol, '/api/business/shipments/export?format=csv')
  const [head = '', row = ''] = csv.replace('\ufeff', '').trim().split(/\r?\n/)
  expect(head.split(',').slice(0, 7)).toEqual(['Order', 'Carrier', 'Tracking number', 'SKU', 'Quantity', 'Product', 'Storage place'])
  expect(row).toMatch(new RegExp(`^${one?.number},,,SUN-1,2,Sun Box,A-3,`))
  const filled = new File([[head, row.replace(',,,', `,UPS,${UPS(1)},`)].join('\n')], 'to-ship.csv')
  expect(await importBy(sol, filled)).toMatchObject({ shipped: 1, errors: [] })
  expect(await sol.sellerOrders.byId({ params: { id: one?.id ?? '' } })).toMatchObject({ status: 'shipped' })
  expect((await bodyOf(tia, '/api/business/shipments/export')).trim().split('\n')).toHaveLength(1)
})

test('the pick list sums units by place; a seller sees its own only', async () => {
  await shop.deps.db.update(products).set({ sku: 'SUN-1', storagePlace: 'A-10' }).where(eq(products.id, box.id))
  const crate = await shop.make.product({ category: 'accessories', name: 'Crate', businessId: box.businessId, storagePlace: 'A-2' })
  const placed = await prepareMany(2, [
    [box, 2],
    [crate, 1],
    [bag, 1],
  ])
  const text = await pdfOf(sol, '/api/business/pick-list.pdf')
  expect(text).toContain('6 units for 2 orders')
  expect(text.indexOf('A-2')).toBeLessThan(text.indexOf('A-10'))
  for (const { number } of placed) expect(text).toContain(`${number}: 2`)
  expect(text).not.toContain('Tin Bag')
  const all = await pdfOf(staff, `/api/admin/pick-list.pdf?ids=${placed[0]?.id}`)
  expect(all).toContain('4 units for 1 order')
  for (const name of ['Sun Boxes', 'Tin Bags']) expect(all).toContain(name)
  const slip = await pdfOf(sol, `/api/business/packing-slips.pdf?ids=${placed.map(({ id }) => id).join(',')}`)
  expect(slip).toContain(`Open order ${placed[1]?.number} in the back office`)
  expect((await answerOf(ann, '/api/business/pick-list.pdf')).statusCode).toBe(403)
})

test(`the same bulk call at once announces each parcel once, ${raceRounds(50)} times`, { timeout: raceTimeout(50) }, async () => {
  const crate = await shop.make.product({ category: 'accessories', stock: 1000, name: 'Crate', businessId: box.businessId })
  for (let round = 0; round < raceRounds(50); round += 1) {
    const placed = await prepareMany(2, [[crate, 1]])
    const parcels = placed.map(({ id }, at) => ({ orderId: id, carrier: 'UPS', trackingNumber: UPS(round * 2 + at) }))
    const before = await shippedMails()
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(sol.shipments.shipMany({ body: { parcels } }))))
    expect(outcomes.map(({ problem }) => problem)).toEqual([null, null, null])
    expect(await shippedMails()).toBe(before + 2)
  }
})

test('lines of services and withdrawn units are not open', async () => {
  const [one] = await prepareMany(1, [[box, 3]])
  await shop.deps.db
    .update(orderLines)
    .set({ withdrawn: 1 })
    .where(eq(orderLines.orderId, one?.id ?? ''))
  expect(await sol.shipments.open({ query: { ids: one?.id ?? '' } })).toMatchObject([{ units: 2, lines: [{ name: 'Sun Box', units: 2 }] }])
  await shop.deps.db
    .update(orderLines)
    .set({ withdrawn: 0 })
    .where(eq(orderLines.orderId, one?.id ?? ''))
})
