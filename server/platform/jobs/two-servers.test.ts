import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createQueue, type Queue, type WorkKind } from '#server/platform/vendors/queue.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

/* Two servers with a queue each, on one database. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const COMMON = { retries: 0, pauseSeconds: 1, pollSeconds: 0.5, maxSeconds: 60 }

async function withServers(kind: WorkKind, work: (servers: readonly [Queue, Queue]) => Promise<void>): Promise<void> {
  const servers = [createQueue(shop.database), createQueue(shop.database)] as const
  const errors: unknown[] = []
  for (const server of servers) {
    await server.start([kind], (error) => errors.push(error))
    await wait(500) // they don't look at the same moment
  }
  await work(servers)
  await Promise.all(servers.map((server) => server.stop(2000)))
  expect(errors).toEqual([])
}

const isPostgres = inject('database').kind === 'postgres'

test.runIf(isPostgres)('a job that is due all the time runs once per interval, whichever server sees it first', async () => {
  let runs = 0
  const run = async () => `${++runs}`
  await withServers({ ...COMMON, name: 'tick', run, often: { seconds: 2, isDue: async () => true } }, async () => {
    await expect.poll(() => runs, { timeout: 25_000 }).toBeGreaterThan(3) // no earlier than in the fourth interval of 2 s
  })
  const { rows } = await shop.database.pool.query<{ jobs: number; intervals: number }>(
    "select count(*)::int as jobs, count(distinct singleton_on)::int as intervals from pgboss.job where name = 'tick'",
  )
  expect(rows[0]?.intervals).toBeGreaterThan(3)
  expect(rows[0]?.jobs).toBe(rows[0]?.intervals)
  expect(runs).toBeLessThanOrEqual(rows[0]?.jobs ?? 0)
})

test.runIf(isPostgres)(
  'each job runs once, whichever server was asked for it',
  async () => {
    const rounds = raceRounds(200)
    const runs: unknown[] = []
    const run = async ({ data }: { data: unknown }) => `${runs.push((data as { round: number }).round)}`
    await withServers({ ...COMMON, name: 'round', run }, async (servers) => {
      const send = async (server: Queue, round: number) => server.send('round', { round }, `${round}`)
      await Promise.all(Array.from({ length: rounds }, (_, round) => send(servers[round % 2 === 0 ? 0 : 1], round)))
      await expect.poll(() => runs.length, { timeout: 60_000 + rounds * 400 }).toBeGreaterThanOrEqual(rounds)
      await wait(2000)
    })
    expect(runs.toSorted((one, other) => Number(one) - Number(other))).toEqual(Array.from({ length: rounds }, (_, round) => round))
  },
  raceTimeout(200),
)
