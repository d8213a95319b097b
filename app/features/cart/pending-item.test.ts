import { beforeEach, expect, test, vi } from 'vitest'
import { keepPendingItem, takePendingItem } from './pending-item.ts'

const KEY = 'pending_cart_item'
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('D69 a wish is kept and can be taken once', () => {
  keepPendingItem({ productId: 'a', quantity: 2 })
  expect(takePendingItem()).toEqual({ productId: 'a', quantity: 2 })
  expect(takePendingItem()).toBeNull()
})

test.each(['nonsense', 'null', '{}', '{"productId":1,"quantity":1}', '{"productId":"a","quantity":0}', '{"productId":"a","quantity":"2"}'])(
  'what makes no sense is put away: %s',
  (value) => {
    kept.set(KEY, value)
    expect(takePendingItem()).toBeNull()
    expect(kept.has(KEY)).toBe(false)
  },
)
