import { expect, test } from 'vitest'
import { openEmbedded } from './client.ts'

test('the memory of the embedded database does not grow with what it has answered', async () => {
  const database = await openEmbedded({})
  const answer60kB = (times: number) =>
    Array.from({ length: times }).reduce<Promise<unknown>>(
      (before) => before.then(() => database.pool.query("select repeat('x', 1000) from generate_series(1, 60)")),
      Promise.resolve(),
    )
  await answer60kB(500)
  const before = process.memoryUsage.rss()
  await answer60kB(2000)
  expect(process.memoryUsage.rss() - before).toBeLessThan(70_000_000) // it was 140 MB when answers were kept
  await database.close()
})

test('after a refused statement the same connection answers the next ones', async () => {
  const database = await openEmbedded({})
  await expect(database.pool.query('select $1::int', ['no number'])).rejects.toMatchObject({ code: '22P02' })
  await expect(database.pool.query('nonsense')).rejects.toMatchObject({ code: '42601' })
  expect((await database.pool.query('select $1::int as n', [7])).rows).toEqual([{ n: 7 }])
  await database.close()
})

test('who waits for the connection while another statement is refused gets its answer', async () => {
  const database = await openEmbedded({})
  const refused = database.pool.query('select $1::int', ['no number']).catch((error: { code: string }) => error.code)
  const waiting = database.pool.query('select 7 as n').then(({ rows }) => rows)
  expect(await Promise.all([refused, waiting])).toEqual(['22P02', [{ n: 7 }]])
  await database.close()
})
