import { expect, test } from 'vitest'
import type { ShopApi } from '#app/lib/api.ts'
import { readProduct } from './read-product.ts'

test('S273 D52 an old slug of a product leads to its page for good, with what stood behind it', async () => {
  const api = {
    products: {
      bySlug: async () => ({ slug: 'new-name', category: 'mat', fittingParts: [] }),
      list: async () => ({ items: [], total: 0 }),
    },
    shop: { facts: async () => ({}) },
  } as unknown as ShopApi // all that the page calls here
  const open = (slug: string) =>
    readProduct({
      params: { slug },
      url: new URL(`https://shop.example/products/${slug}?from=mail`),
      load: ({ read }) => read(api),
    }).catch((thrown: unknown) => thrown)
  const answer = await open('old-name')
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/products/new-name?from=mail'])
  expect(await open('new-name')).toMatchObject({ product: { slug: 'new-name' } })
})
