import { expect, test, vi } from 'vitest'
import { keepRecent, keepRecentAsync } from './keep-recent.ts'

test('what was made is kept until others were asked for after it', () => {
  const make = vi.fn((key: string) => key.toUpperCase())
  const keep = keepRecent<string>(2)
  const ask = (key: string) => keep(key, () => make(key))
  expect([ask('a'), ask('b'), ask('a'), ask('c'), ask('a'), ask('b')]).toEqual(['A', 'B', 'A', 'C', 'A', 'B'])
  expect(make.mock.calls.flat()).toEqual(['a', 'b', 'c', 'b'])
})

test('many who ask at once wait for one making, and a failure is not kept', async () => {
  const make = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('no paper')).mockResolvedValue(7)
  const keep = keepRecentAsync<number>(2)
  await expect(keep('a', make)).rejects.toThrow('no paper')
  expect(await Promise.all([keep('a', make), keep('a', make)])).toEqual([7, 7])
  expect(make).toHaveBeenCalledTimes(2)
})
