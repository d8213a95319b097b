import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { asyncLruCache } from './async-lru-cache.ts'

test('a value is cached until others were asked for after it', async () => {
  const make = vi.fn(async (key: string) => ({ text: key.toUpperCase() }))
  const cached = asyncLruCache<{ text: string }>(2)
  const texts: string[] = []
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) texts.push((await cached(key, () => make(key))).text)
  expect(texts).toEqual(['A', 'B', 'A', 'C', 'A', 'B'])
  expect(make.mock.calls.flat()).toEqual(['a', 'b', 'c', 'b'])
})

test('many who ask at once wait for one making, and a failure is not cached', async () => {
  const value = { number: 7 }
  const make = vi.fn<() => Promise<object>>().mockRejectedValueOnce(new Error('no paper')).mockResolvedValue(value)
  const cached = asyncLruCache<object>(2)
  await expect(cached('a', make)).rejects.toThrow('no paper')
  expect(await Promise.all([cached('a', make), cached('a', make)])).toEqual([value, value])
  expect(make).toHaveBeenCalledTimes(2)
})

test('a value that is evicted while it is being made still reaches its callers', async () => {
  const cached = asyncLruCache<{ key: string }>(1)
  const make = (key: string) => async () => {
    await wait(10)
    return { key }
  }
  const keys = ['a', 'b', 'c']
  expect(await Promise.all(keys.map((key) => cached(key, make(key))))).toEqual(keys.map((key) => ({ key })))
})
