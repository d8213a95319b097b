import { expect, test } from 'vitest'
import { decodeInTurn } from './picture-queue.ts'

/** Work that ends when the test says so. */
function makeWork() {
  const open: (() => void)[] = []
  const seen = { running: 0, most: 0 }
  const work =
    <Result>(result: Result) =>
    async (): Promise<Result> => {
      seen.running += 1
      seen.most = Math.max(seen.most, seen.running)
      await new Promise<void>((end) => open.push(end))
      seen.running -= 1
      return result
    }
  const endAll = async () => {
    while (seen.running > 0) {
      open.shift()?.()
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  return { work, seen, endAll }
}

test('two pictures are decoded at a time, twenty wait, and the next is refused', async () => {
  const { work, seen, endAll } = makeWork()
  const all = Array.from({ length: 25 }, (_, at) => decodeInTurn(work(at)))
  await new Promise((resolve) => setTimeout(resolve))
  expect(seen.running).toBe(2)
  await endAll()
  expect(await Promise.all(all)).toEqual([...Array.from({ length: 22 }, (_, at) => at), null, null, null])
  expect(seen.most).toBe(2)
})

test('one that ran out of time is tried once more, alone, before the others and with more time', async () => {
  const order: string[] = []
  let running = 0
  const step = async (name: string) => {
    running += 1
    order.push(`${name} beside ${running - 1}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    running -= 1
  }
  const slow = decodeInTurn(async (seconds) => {
    await step(`slow ${seconds}`)
    return seconds > 5 ? 'done' : null
  })
  const others = [1, 2, 3].map((at) => decodeInTurn(() => step(`other ${at}`)))
  expect(await slow).toBe('done')
  await Promise.all(others)
  expect(order.slice(0, 3)).toEqual(['slow 5 beside 0', 'other 1 beside 1', 'slow 20 beside 0'])
  expect(await decodeInTurn(async () => null)).toBeNull()
})

test('a failure gives its place back', async () => {
  for (let at = 0; at < 5; at += 1) await expect(decodeInTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await decodeInTurn(async () => 'fine')).toBe('fine')
})
