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
