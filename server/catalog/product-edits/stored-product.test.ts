import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let seller: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  seller = await shop.signIn('business_admin')
})
afterAll(() => shop.close())

const NEW = {
  name: 'Fold Cutter',
  description: 'Cuts cardboard.',
  category: 'mat-maker',
  type: 'machine' as const,
  priceUSD: '1249.90',
  priceEUR: 1149.5,
}
const own = () => seller.user.businessId ?? ''

/** A product made with every field, as its readers get it, and what was sent for it. */
async function storedWhole() {
  const body = {
    ...NEW,
    name: `Whole Cutter ${crypto.randomUUID().slice(0, 6)}`,
    fullDescription: 'All about it.',
    businessType: 'producer' as const,
    featured: true,
    stock: 7,
    features: ['Quiet', 'Small'],
    images: ['https://pictures.test/a.jpg'],
    specifications: { Width: '40 cm' },
    sustainabilityMetrics: { energyEfficiency: 'Good', materialSavings: 'Half', carbonReduction: '1 kg' },
  }
  const { id } = await seller.productEdits.create({ body })
  return { body, product: await shop.visitor.products.byId({ params: { id } }) }
}

test('B166 a product has an id, an address, a name and two descriptions', async () => {
  const { body, product } = await storedWhole()
  expect(product).toMatchObject({ name: body.name, description: 'Cuts cardboard.', fullDescription: 'All about it.' })
  expect(product.id).toMatch(/^[0-9a-f-]{36}$/)
  expect(product.slug).toBe(body.name.toLowerCase().replaceAll(' ', '-'))
})

test('B167 a product has both prices with two places, pictures, category and both types', async () => {
  const { product } = await storedWhole()
  expect(product).toMatchObject({
    priceUSD: 1249.9,
    priceEUR: 1149.5,
    images: ['https://pictures.test/a.jpg'],
    category: 'mat-maker',
    type: 'machine',
    businessType: 'producer',
  })
  const three = await refusalOf(seller.productEdits.create({ body: { ...NEW, priceUSD: 12.345 } }))
  expect(three).toMatchObject({ status: 422, errors: [{ field: 'priceUSD' }] })
})

test('B168 a product has features, specifications and what it spares', async () => {
  const { product } = await storedWhole()
  expect(product).toMatchObject({
    features: ['Quiet', 'Small'],
    specifications: { Width: '40 cm' },
    sustainabilityMetrics: { energyEfficiency: 'Good', materialSavings: 'Half', carbonReduction: '1 kg' },
  })
})

test('B169 a product has a whole number in stock, whether it is featured, its status, its business and its dates', async () => {
  const { product } = await storedWhole()
  const [business] = (await shop.visitor.businesses.list()).items.filter(({ id }) => id === own())
  expect(product).toMatchObject({ stock: 7, featured: true, status: 'Active', businessId: own(), businessName: business?.name })
  expect(product.businessName).not.toBe('')
  for (const at of [product.createdAt, product.updatedAt]) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000)
})
