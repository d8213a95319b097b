import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  const before = new Date()
  const { product } = await storedWhole()
  const after = new Date()
  const [business] = (await shop.visitor.businesses.list()).items.filter(({ id }) => id === own())
  expect(product).toMatchObject({ stock: 7, featured: true, status: 'Active', businessId: own(), businessName: business?.name })
  expect(product.businessName).not.toBe('')
  for (const at of [product.createdAt, product.updatedAt].map((text) => new Date(text))) {
    expect(at >= before && at <= after, `${before.toISOString()} ${at.toISOString()} ${after.toISOString()}`).toBe(true)
  }
})

describe('F7.2.1 photos and drawings', () => {
  const specifications = [{ name: 'Dimensions', value: '620 × 520 × 480 mm' }]
  const photos = [1, 2, 3, 4, 5].map((at) => `https://maker.example/${at}.jpg`)

  test("a seller's photos come first, drawings follow and do not count among the five", async () => {
    const made = await seller.productEdits.create({ body: { ...NEW, name: 'Five Photos', images: photos, specifications } })
    expect(made.images).toEqual(photos)
    expect(made.pictures.map(({ kind }) => kind)).toEqual([...photos.map(() => 'photo'), 'drawing', 'drawing'])
    expect(made.pictures.slice(5).map(({ url }) => url)).toEqual([
      '/drawings/five-photos/mat-maker.svg?v=1',
      '/drawings/five-photos/footprint.svg?v=1',
    ])
    const chosen = ['/drawings/five-photos/mat-stack.svg', ...photos]
    const rows = [...specifications, { name: 'Sheet size', value: '600 × 400 mm' }]
    const params = { id: made.id }
    const changed = await seller.productEdits.update({ params, body: { images: chosen, specifications: rows } })
    expect(changed.pictures.map(({ url }) => url)).toEqual([...photos, '/drawings/five-photos/mat-stack.svg?v=2'])
    const six = await refusalOf(seller.productEdits.update({ params, body: { images: [...photos, 'https://maker.example/6.jpg'] } }))
    expect(six.errors).toEqual([{ field: 'images', message: 'You can only upload up to 5 images' }])
  })

  test('a drawing that shows the sizes of another thing is refused: 422 with the row that it needs', async () => {
    const body = { ...NEW, name: 'No Sheets', slug: 'no-sheets', images: ['/drawings/no-sheets/mat-stack.svg'], specifications }
    expect(await refusalOf(seller.productEdits.create({ body }))).toMatchObject({
      status: 422,
      detail: 'This drawing needs Sheet size.',
      errors: [{ field: 'images.0', message: 'This drawing needs Sheet size.' }],
    })
  })
})
