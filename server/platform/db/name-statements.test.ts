import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { makeStatementNames } from './name-statements.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const times = <Value>(count: number, make: () => Value): Value[] => Array.from({ length: count }, make)

test('a statement has a name from the fifth time on, always the same', () => {
  const nameOf = makeStatementNames()
  expect(times(4, () => nameOf('select 1'))).toEqual([undefined, undefined, undefined, undefined])
  const name = nameOf('select 1')
  expect(name).toBeTruthy()
  expect(nameOf('select 1')).toBe(name)
  expect(times(5, () => nameOf('select 2')).at(-1)).not.toBe(name)
})

test('searches and parts of lists are planned each time: their best plan depends on what is asked', () => {
  const nameOf = makeStatementNames()
  for (const text of ['select 1 from a where b like $1', 'select 1 from a limit $1', 'select 1 from a limit 5 offset $1'])
    expect(times(9, () => nameOf(text)).filter(Boolean)).toEqual([])
  expect(times(9, () => nameOf('select (select 1 from b limit 1) from a')).filter(Boolean)).toHaveLength(5)
})

test('texts that never come again leave no name, and the names are bounded', () => {
  const nameOf = makeStatementNames()
  const names = new Set(times(400, () => 0).map((_, at) => times(5, () => nameOf(`select ${at}`)).at(-1)))
  expect(names.size).toBe(251) // 250 and none
})

test('a statement that fails now and then, in and outside of transactions, works as often as it should', async () => {
  const divide = async (by: number) => {
    const client = await shop.database.pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ answer: number }>({ text: 'select 12 / $1::int as answer', values: [by] })
      return rows[0]?.answer
    } catch {
      return 'refused'
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  for (let round = 1; round <= 8; round += 1) {
    expect(await divide(0)).toBe('refused')
    expect(await divide(round)).toBe(Math.floor(12 / round))
    await expect(shop.database.pool.query({ text: 'select 12 / $1::int as answer', values: [0] })).rejects.toThrow(/division/)
  }
})
