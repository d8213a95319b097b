import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Cart } from '#contract/cart/cart.ts'
import { auditEntries, notifications, outbox } from '#server/platform/db/schema.ts'
import { customerForm, orderOf, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const TEXT = 'The clamp can break. Stop using it and send us its serial number.'

let shop: TestShop
let staff: SignedInUser
let seller: SignedInUser
let ann: SignedInUser
let businessId: string

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  businessId = (await shop.make.business({ name: 'Wellwerk' })).id
  staff = await shop.signIn('application_admin')
  seller = await shop.signIn('business_admin', { businessId })
  ann = await shop.signIn('customer', { name: 'Ann Example', email: 'ann@test.test' })
})

const makeStacker = () => shop.make.product({ businessId, name: 'Mat stacker', slug: 'mat-stacker', category: 'accessories' })
const recall = (productId: string, text = TEXT, by = staff) => by.recalls.change({ params: { productId }, body: { text } })
const mails = async () =>
  (await shop.deps.db.select().from(outbox))
    .map(({ payload }) => payload as { template: string; to: string; facts: Record<string, unknown> })
    .filter(({ template }) => template === 'product-recalled')
const order = async (by: SignedInUser, cart: Cart) =>
  by.checkout.placeOrder({ body: { ...orderOf(cart), customer: { ...customerForm, email: by.user.email } } })
async function buy(by: SignedInUser, productId: string) {
  await by.cart.addItem({ body: { productId, quantity: 1 } })
  return order(by, await by.cart.list())
}

test('L5 a recall stops the sale at once: lists, cart, order and stock; the page stays and says it', async () => {
  const product = await makeStacker()
  const params = { slug: product.slug }
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const cart = await ann.cart.list()
  expect((await shop.visitor.products.bySlug({ params })).recall).toBeNull()
  expect(await recall(product.id)).toMatchObject({ recall: { text: TEXT } })

  const page = await shop.visitor.products.bySlug({ params })
  expect(page.recall).toEqual({ at: expect.stringMatching(/^\d{4}-/), text: TEXT })
  expect((await shop.visitor.products.list({ query: { search: 'Mat stacker' } })).total).toBe(0)
  expect((await shop.app.inject('/feeds/products.jsonl')).body).not.toContain('Mat stacker')
  expect((await shop.app.inject('/sitemap.xml')).body).not.toContain('/products/mat-stacker')
  expect(await ann.cart.list()).toMatchObject({ canCheckOut: false, items: [{ available: false, notice: 'Recalled. No longer sold' }] })
  expect(await refusalOf(order(ann, cart))).toMatchObject({
    status: 409,
    code: 'stock_gone',
    detail: expect.stringContaining('Mat stacker was recalled and is no longer sold'),
  })
  expect((await outcomeOf(ann.cart.addItem({ body: { productId: product.id, quantity: 1 } }))).status).toBeGreaterThan(400)
  for (const listed of [staff.staffProducts.list(), seller.business.products()])
    expect((await listed).items).toMatchObject([{ isRecalled: true }])
  expect((await shop.visitor.recalls.list()).items).toMatchObject([
    { slug: 'mat-stacker', name: 'Mat stacker', businessName: 'Wellwerk', recall: { text: TEXT } },
  ])

  await staff.recalls.end({ params: { productId: product.id } })
  expect(await shop.visitor.recalls.list()).toMatchObject({ items: [], total: 0 })
  expect((await shop.visitor.products.list({ query: { search: 'Mat stacker' } })).total).toBe(1)
  expect((await order(ann, await ann.cart.list())).number).toMatch(/^ORD-/)
})

test('L5 each buyer gets one email with all orders, a corrected text sends none, nobody else hears of it', async () => {
  const product = await makeStacker()
  const other = await shop.make.product({ businessId, name: 'Cutter', category: 'accessories' })
  const ben = await shop.signIn('customer', { name: 'Ben Example', email: 'ben@test.test' })
  const cleo = await shop.signIn('customer', { email: 'cleo@test.test' })
  const [first, second] = [await buy(ann, product.id), await buy(ann, product.id)]
  const canceled = await buy(ben, product.id)
  await ben.orders.cancel({ params: { id: canceled.id } })
  await buy(cleo, other.id)
  await recall(product.id)
  expect(await mails()).toMatchObject([
    {
      to: 'ann@test.test',
      facts: { product: 'Mat stacker', slug: 'mat-stacker', text: TEXT, orders: `${first.number}, ${second.number}` },
    },
  ])
  const heard = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'recall'))
  expect(new Map(heard.map(({ userId, path }) => [userId, path]))).toEqual(
    new Map([
      [ann.user.id, '/products/mat-stacker'],
      [seller.user.id, `/business/products/${product.id}/view`],
    ]),
  )
  expect(heard).toHaveLength(2)
  await recall(product.id, `${TEXT} A new clamp is free.`)
  expect(await mails()).toHaveLength(1)
  expect((await shop.visitor.products.bySlug({ params: { slug: product.slug } })).recall?.text).toContain('A new clamp is free.')
  const audited = and(eq(auditEntries.targetId, product.id), eq(auditEntries.action, 'product.recalled'))
  expect(await shop.deps.db.$count(auditEntries, audited)).toBe(2)
})

test('L5 only staff recall, with a text, and not what somebody else has changed meanwhile', async () => {
  const product = await makeStacker()
  for (const by of [seller, ann, shop.visitor]) {
    const { change, end } = by.recalls
    expect((await outcomeOf(change({ params: { productId: product.id }, body: { text: TEXT } }))).status).toBeGreaterThan(400)
    expect((await outcomeOf(end({ params: { productId: product.id } }))).status).toBeGreaterThan(400)
  }
  expect(await refusalOf(recall(product.id, ' '))).toMatchObject({ status: 422, errors: [{ field: 'text' }] })
  expect(await refusalOf(recall(crypto.randomUUID()))).toMatchObject({ status: 404 })
  const stale = staff.recalls.change({ params: { productId: product.id }, body: { text: TEXT, version: product.version + 1 } })
  expect(await refusalOf(stale)).toMatchObject({ code: 'edit_conflict', current: { recall: null } })
  expect(await mails()).toEqual([])
})

test('L5 a recall survives other changes: an edit, a status, a copy, a suspended seller, deletion and restoration', async () => {
  const product = await makeStacker()
  await recall(product.id)
  await seller.productEdits.update({ params: { id: product.id }, body: { description: 'Other.' } })
  const admin = await shop.signIn('super_admin')
  await admin.productEdits.bulkStatus({ body: { productIds: [product.id], status: 'Inactive' } })
  await admin.productEdits.bulkStatus({ body: { productIds: [product.id], status: 'Active' } })
  const page = () => outcomeOf(shop.visitor.products.bySlug({ params: { slug: 'mat-stacker' } }))
  expect((await page()).status).toBe(200)
  expect((await shop.visitor.products.list({ query: { search: 'Mat stacker' } })).total).toBe(0)
  const copy = await staff.productEdits.duplicate({ params: { id: product.id } })
  expect(copy.recall).toBeNull()
  await staff.productEdits.bulkDelete({ body: { productIds: [product.id] } })
  expect((await page()).status).toBe(404)
  expect((await shop.visitor.recalls.list()).total).toBe(0)
  await staff.productEdits.bulkRestore({ body: { productIds: [product.id] } })
  expect((await shop.visitor.recalls.list()).total).toBe(1)
  expect((await shop.visitor.products.list({ query: { search: 'Mat stacker' } })).total).toBe(0)
})

test('L5 of orders and a recall at once none is sold after the recall, and every buyer hears of it', {
  timeout: raceTimeout(8),
}, async () => {
  for (let round = 0; round < raceRounds(8); round += 1) {
    const product = await shop.make.product({ businessId, category: 'accessories' })
    const buyers = await Promise.all([1, 2, 3].map(() => shop.signIn('customer')))
    const carts = await Promise.all(
      buyers.map(async (by) => {
        await by.cart.addItem({ body: { productId: product.id, quantity: 1 } })
        return { by, cart: await by.cart.list() }
      }),
    )
    const [, ...ordered] = await Promise.all([recall(product.id), ...carts.map(({ by, cart }) => outcomeOf(order(by, cart)))])
    const sold = ordered.filter(({ status }) => status === 200 || status === 201).length
    const emailed = (await mails()).filter(({ facts }) => facts.product === product.name)
    expect(emailed).toHaveLength(sold)
  }
})
