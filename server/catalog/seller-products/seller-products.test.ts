import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reflute-media-'))
  shop = await openTestShop({ DATA_DIR: folder })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const png = () =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#2334a8' } })
    .png()
    .toBuffer()

function formOf(fields: Record<string, string>, logo?: Buffer): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (logo) form.append('logo', new Blob([new Uint8Array(logo)]), 'logo.png')
  return form
}

test('B233 B280 a business admin reads its own profile; other roles may not, and one without a business finds none', async () => {
  const seller = await shop.signIn('business_admin')
  expect(await seller.business.profile()).toMatchObject({ id: seller.user.businessId, businessStatus: 'approved', review: null })
  const lost = await shop.signIn('business_admin', { businessId: null })
  await expect(lost.business.profile()).rejects.toMatchObject({ status: 404 })
  for (const role of ['customer', 'application_admin', 'super_admin'] as const) {
    await expect((await shop.signIn(role)).business.profile()).rejects.toMatchObject({ status: 403 })
  }
})

test('B227 B281 the profile changes what is sent and nothing else; statuses in the form change nothing', async () => {
  const seller = await shop.signIn('business_admin')
  const fields = {
    name: 'New Name',
    phone: '+1 555',
    website: 'new.test',
    contactPublic: 'true',
    status: 'Deleted',
    businessStatus: 'pending',
  }
  expect(await seller.business.updateProfile({ form: formOf(fields) })).toMatchObject({
    name: 'New Name',
    phone: '+1 555',
    website: 'https://new.test',
    contactPublic: true,
    country: 'United States',
    status: 'Active',
    businessStatus: 'approved',
    version: 2,
  })
  expect(await seller.business.updateProfile({ body: { phone: '', website: '' } })).toMatchObject({ phone: null, website: null })
  await expect(seller.business.updateProfile({ body: { name: ' ' } })).rejects.toMatchObject({ status: 422, errors: [{ field: 'name' }] })
})

test('B228 a logo is drawn anew, kept and served; what is no picture is refused and changes nothing', async () => {
  const seller = await shop.signIn('business_admin')
  const { logo } = await seller.business.updateProfile({ form: formOf({}, await png()) })
  expect(logo).toMatch(/^\/media\/[\w-]+\.webp$/)
  const answer = await shop.app.inject({ url: logo ?? '' })
  expect(answer.headers['content-type']).toBe('image/webp')
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 400, height: 133 })
  const text = Buffer.from('<html><script>alert(1)</script></html>')
  await expect(seller.business.updateProfile({ form: formOf({ name: 'X' }, text) })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'logo' }],
  })
  expect(await seller.business.profile()).toMatchObject({ logo, name: expect.not.stringMatching(/^X$/) })
  await expect(seller.business.updateProfile({ form: formOf({}, Buffer.alloc(2 * 1024 * 1024 + 1, 1)) })).rejects.toMatchObject({
    status: 413,
  })
  const kept = readdirSync(join(folder, 'media'))
  await expect(seller.business.updateProfile({ form: formOf({ version: '1' }, await png()) })).rejects.toMatchObject({ status: 409 })
  expect(readdirSync(join(folder, 'media'))).toEqual(kept)
  expect((await shop.app.inject({ url: '/media/..%2Fpgdata' })).statusCode).toBe(404)
})

test('an SVG logo is turned into pixels: no script of it is ever served', async () => {
  const seller = await shop.signIn('business_admin')
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>alert(1)</script><rect width="40" height="40"/></svg>',
  )
  const { logo } = await seller.business.updateProfile({ form: formOf({}, svg) })
  expect((await sharp((await shop.app.inject({ url: logo ?? '' })).rawPayload).metadata()).format).toBe('webp')
})

test("another business's email is refused at its field, an old version with the current profile, the type once there are products", async () => {
  const [one, other] = [await shop.signIn('business_admin'), await shop.signIn('business_admin')]
  const { email } = await other.business.profile()
  await expect(one.business.updateProfile({ body: { email: email.toUpperCase() } })).rejects.toMatchObject({
    status: 409,
    errors: [{ field: 'email' }],
  })
  await one.business.updateProfile({ body: { city: 'Chicago', version: 1 } })
  await expect(one.business.updateProfile({ body: { city: 'Boston', version: 1 } })).rejects.toMatchObject({
    status: 409,
    problem: { current: { city: 'Chicago' } },
  })
  expect(await one.business.updateProfile({ body: { businessType: 'consumer' } })).toMatchObject({ businessType: 'consumer' })
  await shop.make.product({ businessId: one.user.businessId ?? '' })
  await expect(one.business.updateProfile({ body: { businessType: 'producer' } })).rejects.toMatchObject({ status: 409 })
})

test('a suspended business reads its profile and cannot change it; a rejected one may', async () => {
  const suspended = await shop.make.business({ businessStatus: 'suspended' })
  const seller = await shop.signIn('business_admin', { businessId: suspended.id })
  expect(await seller.business.profile()).toMatchObject({ businessStatus: 'suspended' })
  await expect(seller.business.updateProfile({ body: { city: 'X' } })).rejects.toMatchObject({ status: 403 })
  const rejected = await shop.make.business({ businessStatus: 'rejected' })
  const other = await shop.signIn('business_admin', { businessId: rejected.id })
  expect(await other.business.updateProfile({ body: { city: 'X' } })).toMatchObject({ city: 'X' })
})

test('a business sees its own products in every status but Deleted, never those of others', async () => {
  const seller = await shop.signIn('business_admin')
  const businessId = seller.user.businessId ?? ''
  await shop.make.product({ name: 'Shown', businessId })
  await shop.make.product({ name: 'Hidden', businessId, status: 'Inactive' })
  await shop.make.product({ name: 'Gone', businessId, status: 'Deleted' })
  await shop.make.product({ name: 'Foreign' })
  const { items, total } = await seller.business.products()
  expect([items.map(({ name }) => name), total]).toEqual([['Hidden', 'Shown'], 2])
})

test('the numbers of a business count its own products only: stock value, low stock, and sales that were not canceled', async () => {
  const seller = await shop.signIn('business_admin')
  const businessId = seller.user.businessId ?? ''
  const box = await shop.make.product({ businessId, category: 'mat', priceUsdCents: 1250, priceEurCents: 1000, stock: 12, featured: true })
  await shop.make.product({ businessId, category: 'mat', priceUsdCents: 500, priceEurCents: 400, stock: 3 })
  await shop.make.product({ businessId, category: 'mat', stock: 0, status: 'Suspended', priceUsdCents: 100, priceEurCents: 100 })
  await shop.make.product({ stock: 50 })
  const buyer = await shop.signIn('customer')
  const order = async (quantity: number) => {
    await buyer.cart.addItem({ body: { productId: box.id, quantity } })
    const cart = await buyer.cart.list()
    const customer = { email: 'a@b.test', firstName: 'A', lastName: 'B', address: '1 Road', city: 'Chicago', state: 'IL', zipCode: '60607' }
    const items = cart.items.map((item) => ({ id: item.productId, quantity: item.quantity, price: item.price }))
    return buyer.checkout.placeOrder({ body: { items, currency: 'USD', shippingMethod: 'standard', customer } })
  }
  await order(2)
  await buyer.orders.cancel({ params: { id: (await order(4)).id } })
  expect(await seller.business.stats()).toEqual({
    totalProducts: 3,
    activeProducts: 2,
    suspendedProducts: 1,
    featuredProducts: 1,
    lowStock: 2,
    incompleteProducts: 3,
    newOrders: 1,
    ordersToShip: 0,
    ordersOnTheWay: 0,
    waitingOrders: 1,
    returnsToAnswer: 0,
    returnsToRefund: 0,
    paperCopies: 0,
    inventoryValue: 10 * 12.5 + 3 * 5,
    unitsSold: 2,
    revenue: 25,
  })
  expect((await seller.business.products({ query: { lowStock: 'true' } })).total).toBe(2)
  expect((await seller.business.products({ query: { featured: 'true' } })).items.map(({ id }) => id)).toEqual([box.id])
})

test('B262 B234 products of a seller are searched, narrowed, sorted and exported on the server, and nothing of others is in the file', async () => {
  const seller = await shop.signIn('business_admin')
  const businessId = seller.user.businessId ?? ''
  const make = (name: string, input: object) =>
    shop.make.product({ businessId, name, searchText: name.toLowerCase(), images: [{ url: 'https://p.test/a.jpg', alt: '' }], ...input })
  await make('Alpha mat', { category: 'mat', stock: 3, priceUsdCents: 900, fullDescription: 'Long.' })
  await make('Beta cutter', { category: 'mat-maker', stock: 40, priceUsdCents: 99_900, status: 'Inactive', fullDescription: 'Long.' })
  await make('=cmd|gamma', { category: 'mat', stock: 9, priceUsdCents: 100 })
  await shop.make.product({ name: 'Foreign mat', searchText: 'foreign mat' })
  const names = async (query: Record<string, string>) => (await seller.business.products({ query })).items.map(({ name }) => name)
  expect(await names({ search: 'mat' })).toEqual(['Alpha mat'])
  expect(await names({ category: 'mat', sort: 'priceUSD' })).toEqual(['=cmd|gamma', 'Alpha mat'])
  expect(await names({ status: 'Inactive' })).toEqual(['Beta cutter'])
  expect(await names({ status: 'Deleted' })).toEqual([])
  expect(await names({ lowStock: 'true', sort: '-stock' })).toEqual(['=cmd|gamma', 'Alpha mat'])
  expect(await names({ incomplete: 'true' })).toEqual(['=cmd|gamma'])
  expect(await names({ sort: '-name', limit: '2' })).toEqual(['Beta cutter', 'Alpha mat'])
  const file = await shop.app.inject({
    url: '/api/business/products/export?format=csv&category=mat&sort=name',
    headers: { authorization: `Bearer ${seller.token}` },
  })
  expect(file.headers['content-disposition']).toMatch(/products-.*\.csv/)
  const lines = file.body.trim().split(/\r?\n/)
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('Name')
  expect(lines[1]).toMatch(/'=cmd\|gamma/)
  expect(file.body).not.toContain('Foreign')
})
