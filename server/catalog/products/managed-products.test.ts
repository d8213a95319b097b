import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let seller: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  seller = await shop.signIn('business_admin', { businessId: (await shop.make.business({ address: '' })).id })
  staff = await shop.signIn('application_admin')
  const businessId = seller.user.businessId ?? ''
  await shop.make.product({ businessId, name: 'Alder', priceUsdCents: 2000, stock: 5, category: 'mat' })
  await shop.make.product({ businessId, name: 'Birch', priceUsdCents: 2000, stock: 9, category: 'chip', status: 'Inactive' })
  await shop.make.product({ businessId, name: 'Cedar', priceUsdCents: 1000, stock: 9, status: 'Suspended' })
  await shop.make.product({ name: 'Dogwood', priceUsdCents: 500, featured: true })
})
afterAll(() => shop.close())

const names = async (list: Promise<{ items: readonly { name: string }[] }>) => (await list).items.map(({ name }) => name)

test('F7.3.3 a filter takes several values, and a list several orders', async () => {
  expect(await names(staff.staffProducts.list({ query: { category: 'mat,chip', sort: 'name' } }))).toEqual(['Alder', 'Birch'])
  expect(await names(staff.staffProducts.list({ query: { status: 'Inactive,Suspended', sort: '-name' } }))).toEqual(['Cedar', 'Birch'])
  expect(await names(staff.staffProducts.list({ query: { status: 'featured,Inactive', sort: 'name' } }))).toEqual(['Birch', 'Dogwood'])
  expect(await names(staff.staffProducts.list({ query: { sort: '-priceUSD,-stock' } }))).toEqual(['Birch', 'Alder', 'Cedar', 'Dogwood'])
  expect(
    await names(staff.staffProducts.list({ query: { sort: '-stock,priceUSD,name', businessId: seller.user.businessId ?? '' } })),
  ).toEqual(['Cedar', 'Birch', 'Alder'])
})

test('F7.3.3 a seller sees only its own products whatever the filter says', async () => {
  expect(await names(seller.business.products({ query: { status: 'Active,Inactive', sort: 'stock,name' } }))).toEqual(['Alder', 'Birch'])
  const foreign = { businessId: 'other,more' } as { search?: string } // not a parameter of this call
  expect(await names(seller.business.products({ query: { ...foreign, sort: 'name' } }))).toEqual(['Alder', 'Birch', 'Cedar'])
})

test('F7.3.3 a wrong value among several, or a fourth order, is refused', async () => {
  for (const query of [{ status: 'Active,Gone' }, { sort: 'name,stock,priceUSD,createdAt' }, { sort: 'name,price' }, { status: ',' }]) {
    expect(await refusalOf(staff.staffProducts.list({ query }))).toMatchObject({ status: 422 })
  }
})

test('F1: a filter finds the products that lack a fact, as the readiness in their form says', async () => {
  const facts = { weight: 2, package: { length: 1, width: 2, height: 3 }, hsCode: '480890', originCountry: 'DE' }
  const contact = { name: 'North Fold', address: 'Dock 1, Hamburg, Germany', email: 'safety@north.test' }
  const more = { mpn: 'M-7', specifications: [{ name: 'Format', value: 'Mat' }], safety: { manufacturer: contact } }
  const base = { description: 'Mats.', category: 'mat', type: 'material', priceUSD: 5, priceEUR: 5 } as const
  const make = (name: string, body = {}) => seller.productEdits.create({ body: { ...base, ...facts, ...more, name, ...body } })
  const bare = await make('Elm', { weight: null, safety: { warnings: 'Sharp.' }, images: ['https://pictures.test/a.jpg'] })
  await make('Fir', { hsCode: null })
  const whole = await make('Gum', { images: [{ url: 'https://pictures.test/b.jpg', alt: 'The side' }], sku: 'GUM-1' })
  const lacking = (missing: string) =>
    names(seller.business.products({ query: { missing, status: 'Active', search: 'Mats', sort: 'name' } }))
  expect(await lacking('weight')).toEqual(['Elm'])
  expect(await lacking('hsCode,safety')).toEqual(['Elm', 'Fir'])
  expect(await lacking('pictureText')).toEqual(['Elm'])
  expect(await lacking('any')).toEqual(['Elm', 'Fir'])
  const open = async ({ id }: { id: string }) =>
    (await seller.productEdits.form({ params: { id } })).readiness.flatMap(({ key, ok }) => (ok ? [] : [key]))
  expect(await open(bare)).toEqual(['weight', 'safety', 'pictureText'])
  expect(await open(whole)).toEqual([])
  const [listed] = (await seller.business.products({ query: { search: 'Gum', fields: 'card' } })).items
  expect(listed).toMatchObject({ sku: 'GUM-1', weight: 2, hsCode: '480890', originCountry: 'DE' })
})
