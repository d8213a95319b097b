import { expect, test, vi } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import { mergePendingItems } from './merge-pending-items.ts'

const refused = (status: number, code: string, detail: string) => new ApiError({ type: '', title: '', status, detail, code })

/** A shop whose cart holds these quantities, and whose shelf has that stock of every product. */
function shopOf(inCart: Record<string, number>, stock: number) {
  const held = new Map(Object.entries(inCart))
  const cartOf = () => ({ items: [...held].map(([productId, quantity]) => ({ productId, quantity })) })
  const addItem = vi.fn(async ({ body: { productId, quantity } }: { body: { productId: string; quantity: number } }) => {
    const already = held.get(productId) ?? 0
    if (productId === 'gone') throw refused(404, 'not_found', 'Not found.')
    if (productId === 'broken') throw refused(500, 'internal', 'Something went wrong')
    if (already + quantity > stock) throw refused(409, 'insufficient_stock', `Only ${stock - already} items available`)
    held.set(productId, already + quantity)
    return cartOf()
  })
  const api = { cart: { list: async () => cartOf(), addItem }, products: { byId: async () => ({ name: 'Box', stock }) } }
  return { api: api as unknown as Parameters<typeof mergePendingItems>[0], held, addItem } // the members that merging uses
}

test('D70 of each product the larger of both quantities counts', async () => {
  const { api, held } = shopOf({ a: 3, b: 1 }, 100)
  const merged = await mergePendingItems(api, [
    { productId: 'a', quantity: 2 },
    { productId: 'b', quantity: 4 },
    { productId: 'c', quantity: 1 },
  ])
  expect(merged).toEqual({ added: 2, held: 1, refusals: [], unsent: [] })
  expect(Object.fromEntries(held)).toEqual({ a: 3, b: 4, c: 1 })
})

test('D70 the stock caps what is merged, and the buyer is notified', async () => {
  const { api, held } = shopOf({ a: 2 }, 5)
  const merged = await mergePendingItems(api, [{ productId: 'a', quantity: 9 }])
  expect(merged).toMatchObject({ added: 1, refusals: ['Box: Only 5 items available'] })
  expect(held.get('a')).toBe(5)
})

test('D69 what the shop refuses is said, what did not reach it is kept for another try', async () => {
  const { api, held } = shopOf({}, 5)
  const broken = { productId: 'broken', quantity: 1 }
  const merged = await mergePendingItems(api, [{ productId: 'gone', quantity: 1 }, broken, { productId: 'a', quantity: 1 }])
  expect(merged).toEqual({ added: 1, held: 0, refusals: ['A product that you wanted is no longer available'], unsent: [broken] })
  expect([...held.keys()]).toEqual(['a'])
})

test('nothing is lost when the cart cannot be read', async () => {
  const { api, addItem } = shopOf({}, 5)
  api.cart.list = () => Promise.reject(new Error('offline'))
  expect((await mergePendingItems(api, [{ productId: 'a', quantity: 1 }])).unsent).toEqual([{ productId: 'a', quantity: 1 }])
  expect(addItem).not.toHaveBeenCalled()
})
