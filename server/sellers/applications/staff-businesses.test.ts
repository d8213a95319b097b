import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEntries, businesses, outbox, products, sellerOrders, settings, users } from '#server/platform/db/schema.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { remindReviewers } from './remind-reviewers.ts'

let shop: TestShop
let folder: string
let boss: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reflute-media-'))
  shop = await openTestShop({ DATA_DIR: folder })
})
beforeEach(async () => {
  await shop.reset()
  boss = await shop.signIn('super_admin', { email: 'boss@businesses.test' })
  staff = await shop.signIn('application_admin', { name: 'Stella Staff' })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const edit = (id: string, body: Record<string, unknown>, by = staff) => by.applications.update({ params: { id }, body })
const remove = (id: string, by = staff) => by.applications.remove({ params: { id } })
const mails = async (template: string) =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id))
    .map(({ payload }) => payload as { template: string; to: string; facts: Record<string, string | null> })
    .filter((mail) => mail.template === template)

async function order(buyer: SignedInUser, productId: string) {
  await buyer.cart.addItem({ body: { productId, quantity: 1 } })
  const cart = await buyer.cart.list()
  const items = cart.items.map((item) => ({ id: item.productId, quantity: item.quantity, price: item.price }))
  const customer = { email: 'a@b.test', firstName: 'A', lastName: 'B', address: '1 Road', city: 'Chicago', state: 'IL', zipCode: '60607' }
  return buyer.checkout.placeOrder({ body: { items, currency: 'USD', shippingMethod: 'standard', customer } })
}

test('B106 B275 businesses are found by name, place, email or id, narrowed by both statuses and the type, and sorted', async () => {
  const lake = await shop.make.business({ name: 'Lake Boxes', city: 'Düsseldorf', businessStatus: 'pending' })
  await shop.make.business({ name: 'Hill Crates', businessType: 'consumer', status: 'Inactive' })
  await shop.make.business({ name: 'Gone Goods', status: 'Deleted' })
  type Query = NonNullable<NonNullable<Parameters<typeof staff.applications.listAll>[0]>['query']>
  const find = async (query: Query) => (await staff.applications.listAll({ query })).items.map(({ name }) => name)
  for (const search of ['lake', 'DÜSSELDORF', 'dusseldorf', lake.id]) expect(await find({ search })).toEqual(['Lake Boxes'])
  expect(await find({ businessStatus: 'approved' })).toEqual(['Hill Crates'])
  expect(await find({ status: 'Inactive', businessType: 'consumer' })).toEqual(['Hill Crates'])
  expect(await find({ status: 'Deleted' })).toEqual(['Gone Goods'])
  expect(await find({ sort: '-name' })).toEqual(['Lake Boxes', 'Hill Crates'])
})

test('a business with a name similar to another is flagged', async () => {
  const known = await shop.make.business({ name: 'Lakeside Boxes GmbH' })
  await shop.make.business({ name: 'Hill Crates' })
  const again = await shop.make.business({ name: 'Lakeside Boxes', slug: 'lakeside-boxes-2', businessStatus: 'pending' })
  const { items } = await boss.applications.listAll({ query: { businessStatus: 'pending' } })
  expect(items).toMatchObject([{ id: again.id, similar: [{ id: known.id, name: 'Lakeside Boxes GmbH' }] }])
  expect((await boss.applications.details({ params: { id: again.id } })).business.similar).toHaveLength(1)
  expect((await boss.applications.listAll({ query: { search: 'Hill' } })).items[0]?.similar).toEqual([])
})

test('B174 B278 staff change everything of a business by a form with a logo; what is left out stays, an empty phone is cleared, and it is written down', async () => {
  const { id } = await shop.make.business({ name: 'Lake Boxes', phone: '+1 555' })
  const form = new FormData()
  const fields = {
    name: 'Lake Boxes Ltd',
    email: 'New@lake.test',
    status: 'Active',
    businessStatus: 'approved',
    description: 'Mats.',
    businessType: 'consumer',
    address: '2 Pier Road',
    city: 'Duluth',
    country: 'Germany',
    postalCode: '55802',
    website: 'lake.test',
    phone: '',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const picture = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#2334a8' } })
    .png()
    .toBuffer()
  form.append('logo', new Blob([new Uint8Array(picture)]), 'logo.png')
  expect(await staff.applications.update({ params: { id }, form })).toMatchObject({
    ...fields,
    email: 'new@lake.test',
    website: 'https://lake.test',
    phone: null,
    logo: expect.stringMatching(/^\/media\/[\w-]+\.webp$/),
    version: 2,
  })
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'business.edit'))
  expect(entry).toMatchObject({
    actorId: staff.user.id,
    before: { name: 'Lake Boxes', phone: '+1 555' },
    after: { name: 'Lake Boxes Ltd', phone: null },
  })
  await expect(edit(id, { city: 'X', version: 1 })).rejects.toMatchObject({ status: 409, problem: { current: { city: 'Duluth' } } })
  await expect(edit(id, { name: '' })).rejects.toMatchObject({ status: 422, errors: [{ field: 'name' }] })
  const other = await shop.make.business()
  await expect(edit(id, { email: other.email.toUpperCase() })).rejects.toMatchObject({ status: 409, errors: [{ field: 'email' }] })
})

test('B182 both statuses may be set to any value in any order by application admins too; super admins hear of every approval that others change', async () => {
  const { id } = await shop.make.business({ name: 'Lake Boxes', email: 'hello@lake.test', businessStatus: 'pending' })
  for (const businessStatus of ['suspended', 'rejected', 'approved', 'pending', 'approved', 'rejected'] as const) {
    expect(await edit(id, { businessStatus, reason: `now ${businessStatus}` })).toMatchObject({
      businessStatus,
      review: { to: businessStatus, by: 'Stella Staff' },
    })
  }
  for (const status of ['Suspended', 'Deleted', 'Inactive', 'Active'] as const) expect(await edit(id, { status })).toMatchObject({ status })
  expect(await mails('business-standing-changed')).toHaveLength(6)
  expect((await mails('business-standing-changed'))[0]).toMatchObject({
    to: 'boss@businesses.test',
    facts: { from: 'pending', to: 'suspended', by: 'Stella Staff' },
  })
  expect(await mails('business-pending')).toMatchObject([{ to: 'hello@lake.test', facts: { reason: 'now pending' } }])
  await edit(id, { businessStatus: 'approved' }, boss)
  expect(await mails('business-standing-changed')).toHaveLength(6)
})

test('an approval in the form has the effects of a decision: the business gets an owner and the email with the invitation', async () => {
  const { id } = await shop.make.business({ email: 'hello@lake.test', businessStatus: 'pending' })
  await edit(id, { businessStatus: 'approved' })
  expect(await mails('business-approved')).toMatchObject([{ to: 'hello@lake.test', facts: { link: expect.stringContaining('token=') } }])
  expect(await shop.deps.db.select().from(users).where(eq(users.businessId, id))).toMatchObject([{ role: 'business_admin' }])
})

test('with "Only super admins approve businesses" an application admin changes all but the approval', async () => {
  await shop.deps.db.insert(settings).values({ name: 'switches', value: { onlySuperAdminsApprove: true } })
  const { id } = await shop.make.business({ businessStatus: 'pending' })
  await expect(edit(id, { businessStatus: 'approved' })).rejects.toMatchObject({ status: 403, errors: [{ field: 'businessStatus' }] })
  expect(await edit(id, { businessStatus: 'pending', city: 'Duluth' })).toMatchObject({ city: 'Duluth' })
  expect(await edit(id, { businessStatus: 'approved' }, boss)).toMatchObject({ businessStatus: 'approved' })
})

test('B279 deleting a business removes its products from the shop and signs out its users, who lose their rights; staff restore it', async () => {
  const seller = await shop.signIn('business_admin', { passwordHash: null })
  const id = seller.user.businessId ?? ''
  const shown = await shop.make.product({ businessId: id })
  expect((await shop.visitor.products.byId({ params: { id: shown.id } })).id).toBe(shown.id)
  expect(await remove(id)).toEqual({ ok: true })
  await expect(shop.visitor.products.byId({ params: { id: shown.id } })).rejects.toMatchObject({ status: 404 })
  await expect(seller.business.profile()).rejects.toMatchObject({ status: 401 })
  const [product] = await shop.deps.db.select().from(products).where(eq(products.id, shown.id))
  expect(product).toMatchObject({ status: 'Inactive', version: 2 })
  await expect(remove(id)).rejects.toMatchObject({ status: 404 })
  const again = await shop.signIn('business_admin', { businessId: id })
  await expect(again.business.profile()).rejects.toMatchObject({ status: 404 })
  expect(await again.auth.me()).toMatchObject({ user: { businessId: null } })
  expect((await staff.applications.listAll({ query: { status: 'Deleted' } })).items).toMatchObject([{ id }])
  expect(await edit(id, { status: 'Active' })).toMatchObject({ status: 'Active' })
  expect(await again.business.profile()).toMatchObject({ id })
})

test('F7.1.12 deleting a business leaves no active account without a business: its sellers are deactivated, or become customers', async () => {
  const read = async (id: string) => {
    const [row] = await shop.deps.db.select().from(users).where(eq(users.id, id))
    return { status: row?.status, role: row?.role, businessId: row?.businessId }
  }
  const business = await shop.make.business()
  const seller = await shop.signIn('business_admin', { businessId: business.id })
  const left = await shop.signIn('business_admin', { businessId: business.id, status: 'Suspended' })
  await remove(business.id)
  expect(await read(seller.user.id)).toEqual({ status: 'Inactive', role: 'business_admin', businessId: business.id })
  expect((await read(left.user.id)).status).toBe('Suspended')

  const other = await shop.make.business()
  const buyer = await shop.signIn('business_admin', { businessId: other.id })
  await staff.applications.remove({ params: { id: other.id }, query: { sellers: 'customers' } })
  expect(await read(buyer.user.id)).toEqual({ status: 'Active', role: 'customer', businessId: null })

  const third = await shop.make.business()
  const edited = await shop.signIn('business_admin', { businessId: third.id })
  await edit(third.id, { status: 'Deleted' })
  expect((await read(edited.user.id)).status).toBe('Inactive')
})

test('F7.3.2 a deleted business is restored with its products and sellers as they were, by who deleted it or a super admin', async () => {
  const business = await shop.make.business({ name: 'Lake Boxes', email: 'lake@boxes.test' })
  const { id } = business
  const seller = await shop.signIn('business_admin', { businessId: id })
  const left = await shop.signIn('business_admin', { businessId: id, status: 'Suspended' })
  const [shown, hidden, edited] = [
    await shop.make.product({ businessId: id }),
    await shop.make.product({ businessId: id, status: 'Inactive' }),
    await shop.make.product({ businessId: id }),
  ]
  const statusOf = async (productId: string) => (await shop.deps.db.select().from(products).where(eq(products.id, productId)))[0]?.status
  const personOf = async ({ user }: SignedInUser) => {
    const [row] = await shop.deps.db.select().from(users).where(eq(users.id, user.id))
    return [row?.role, row?.status, row?.businessId]
  }
  const restore = (who = staff) => who.applications.restore({ params: { id } })
  const other = await shop.signIn('application_admin')
  await remove(id)
  await staff.productEdits.update({ params: { id: edited.id }, body: { description: 'Better words' } })
  await expect(restore(other)).rejects.toMatchObject({
    status: 403,
    message: 'Someone else deleted this. Ask a super admin to restore it.',
  })

  const namesake = await shop.make.business({ email: 'LAKE@boxes.test' })
  await expect(restore()).rejects.toMatchObject({
    status: 409,
    code: 'business_email_taken',
    message: 'Another business now uses the email lake@boxes.test. Change its email or delete it, then restore this one.',
  })
  await remove(namesake.id)
  const restored = await restore()
  expect(restored).toMatchObject({ id, status: 'Active', restoredProducts: 1, restoredSellers: 1 })
  expect(restored).not.toHaveProperty('deletion')
  expect([await statusOf(shown.id), await statusOf(hidden.id), await statusOf(edited.id)]).toEqual(['Active', 'Inactive', 'Inactive'])
  expect(await personOf(seller)).toEqual(['business_admin', 'Active', id])
  expect((await personOf(left))[1]).toBe('Suspended')
  expect((await shop.visitor.products.byId({ params: { id: shown.id } })).id).toBe(shown.id)
  expect(await restore(other)).toMatchObject({ status: 'Active', restoredProducts: 0, restoredSellers: 0 }) // nothing to restore

  // with people who were made customers: one of them has joined another business since, one has erased the account
  const [joined, gone] = [await shop.signIn('business_admin', { businessId: id }), await shop.signIn('business_admin', { businessId: id })]
  await staff.applications.remove({ params: { id }, query: { sellers: 'customers' } })
  const elsewhere = await shop.make.business()
  await shop.deps.db.update(users).set({ role: 'business_admin', businessId: elsewhere.id }).where(eq(users.id, joined.user.id))
  await boss.users.remove({ params: { id: gone.user.id } })
  expect(await restore(boss)).toMatchObject({ status: 'Active', restoredProducts: 1, restoredSellers: 1 })
  expect(await personOf(seller)).toEqual(['business_admin', 'Active', id])
  expect(await personOf(joined)).toEqual(['business_admin', 'Active', elsewhere.id])
  expect((await personOf(gone))[1]).toBe('Deleted')
  await edit(id, { status: 'Deleted' })
  expect(await restore()).toMatchObject({ restoredProducts: 1, restoredSellers: 1 })
  const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'business.restore'))
  expect(entries.map(({ actorId, after }) => [actorId, after])).toEqual([
    [staff.user.id, { status: 'Active', productsShown: 1, sellersReinstated: 1 }],
    [boss.user.id, { status: 'Active', productsShown: 1, sellersReinstated: 1 }],
    [staff.user.id, { status: 'Active', productsShown: 1, sellersReinstated: 1 }],
  ])
  for (const role of ['customer', 'business_admin'] as const)
    await expect(restore(await shop.signIn(role))).rejects.toMatchObject({ status: 403 })
  await expect(shop.visitor.applications.restore({ params: { id } })).rejects.toMatchObject({ status: 401 })
})

test('F7.3.2 staff restore a business that somebody else deleted neither by its button nor by a status in its form', async () => {
  const { id } = await shop.make.business()
  const other = await shop.signIn('application_admin')
  await remove(id)
  for (const status of ['Active', 'Inactive', 'Suspended'] as const)
    await expect(edit(id, { status }, other)).rejects.toMatchObject({
      status: 403,
      code: 'restore_reserved',
      errors: [{ field: 'status', message: 'Someone else deleted this. Ask a super admin to restore it.' }],
    })
  expect(await edit(id, { status: 'Deleted', city: 'Duluth' }, other)).toMatchObject({ status: 'Deleted', city: 'Duluth' })
  expect(await edit(id, { status: 'Inactive' })).toMatchObject({ status: 'Inactive' })
  await remove(id)
  expect(await edit(id, { status: 'Active' }, boss)).toMatchObject({ status: 'Active' })
})

test('a business with open orders is not deleted, neither by the call nor by its status, and nothing of it changes', async () => {
  const business = await shop.make.business()
  const pads = await shop.make.product({ businessId: business.id, category: 'mat' })
  const buyer = await shop.signIn('customer')
  const { id } = await order(buyer, pads.id)
  await expect(remove(business.id)).rejects.toMatchObject({
    status: 409,
    message: 'This business has 1 open order. Complete or cancel its open orders first.',
  })
  await expect(edit(business.id, { status: 'Deleted' })).rejects.toMatchObject({ status: 409 })
  expect((await shop.visitor.products.byId({ params: { id: pads.id } })).id).toBe(pads.id)
  await buyer.orders.cancel({ params: { id } })
  expect(await remove(business.id)).toEqual({ ok: true })
})

test('an order and a deletion at once never leave an open order with a deleted business', async () => {
  for (let round = 0; round < 4; round += 1) {
    const business = await shop.make.business()
    const pads = await shop.make.product({ businessId: business.id, category: 'mat' })
    const buyer = await shop.signIn('customer')
    await Promise.allSettled([order(buyer, pads.id), remove(business.id)])
    const [row] = await shop.deps.db.select().from(businesses).where(eq(businesses.id, business.id))
    const open = await shop.deps.db.$count(sellerOrders, eq(sellerOrders.businessId, business.id))
    expect([row?.status, open]).toEqual(row?.status === 'Deleted' ? ['Deleted', 0] : ['Active', 1])
  }
})

test('B232 only staff change or delete businesses', async () => {
  const { id } = await shop.make.business()
  for (const role of ['customer', 'business_admin'] as const) {
    const other = await shop.signIn(role)
    await expect(edit(id, { city: 'X' }, other)).rejects.toMatchObject({ status: 403 })
    await expect(remove(id, other)).rejects.toMatchObject({ status: 403 })
  }
  await expect(shop.visitor.applications.remove({ params: { id } })).rejects.toMatchObject({ status: 401 })
})

test('the lists of businesses and users are exported as they are filtered, and who took them is written down', async () => {
  await shop.make.business({ name: '=cmd|Boxes', businessStatus: 'pending' })
  await shop.make.business({ name: 'Hill Crates' })
  const get = (url: string) => shop.app.inject({ url, headers: { authorization: `Bearer ${staff.token}` } })
  const file = await get('/api/admin/businesses/export?businessStatus=pending&format=csv')
  expect(file.headers['content-disposition']).toContain('businesses-')
  expect(file.body).toContain("'=cmd|Boxes")
  expect(file.body).not.toContain('Hill Crates')
  expect((await get('/api/admin/users/export?role=application_admin')).body).toContain('Stella Staff,')
  expect(await shop.deps.db.$count(auditEntries, eq(auditEntries.action, 'users.export'))).toBe(1)
})

test('B350 super admins are reminded once a day of applications that wait longer than was promised', async () => {
  const days = (count: number) => new Date(shop.deps.now().getTime() - count * 86_400_000)
  await shop.make.business({ name: 'Fresh Firm', businessStatus: 'pending', createdAt: days(0) })
  await shop.make.business({ name: 'Late Works', businessStatus: 'pending', createdAt: days(8) })
  await shop.make.business({ name: 'Later Works', businessStatus: 'pending', createdAt: days(9) })
  expect(await remindReviewers(shop.deps)).toBe('2 waiting too long, 1 reminded.')
  await remindReviewers(shop.deps)
  const sent = await mails('applications-waiting')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ to: 'boss@businesses.test', facts: { waiting: [{ name: 'Later Works' }, { name: 'Late Works' }] } })
  const [late] = (await boss.applications.listAll({ query: { search: 'late works' } })).items
  await boss.applications.setStatus({ params: { id: late?.id ?? '' }, body: { status: 'rejected', reason: 'No papers.' } })
  expect(await remindReviewers(shop.deps)).toBe('1 waiting too long, 1 reminded.')
})
