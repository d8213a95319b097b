import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropPendingItem, keepPendingItem, readPendingItems, takePendingItems } from './pending-items.ts'

const KEY = 'pending_cart_items'
const kept = new Map<string, string>()

afterEach(() => vi.unstubAllGlobals())
beforeEach(() => {
  kept.clear()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
  vi.stubGlobal('window', { localStorage })
})

test('D69 every pending item is kept, more of one product is added up, and all can be taken once', () => {
  keepPendingItem({ productId: 'a', quantity: 2 })
  keepPendingItem({ productId: 'b', quantity: 1 })
  keepPendingItem({ productId: 'a', quantity: 3 })
  const pending = [
    { productId: 'b', quantity: 1 },
    { productId: 'a', quantity: 5 },
  ]
  expect(readPendingItems()).toEqual(pending)
  expect(takePendingItems()).toEqual(pending)
  expect(takePendingItems()).toEqual([])
})

test('a pending item can be given up', () => {
  keepPendingItem({ productId: 'a', quantity: 2 })
  keepPendingItem({ productId: 'b', quantity: 1 })
  dropPendingItem('a')
  expect(readPendingItems()).toEqual([{ productId: 'b', quantity: 1 }])
})

test.each([
  'nonsense',
  'null',
  '{}',
  '[{"productId":1,"quantity":1}]',
  '[{"productId":"a","quantity":0}]',
  '[{"productId":"a","quantity":"2"}]',
])('what makes no sense is put away: %s', (value) => {
  kept.set(KEY, value)
  expect(takePendingItems()).toEqual([])
  expect(kept.has(KEY)).toBe(false)
})
