import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { type Database, openEmbedded } from '#server/platform/db/client.ts'
import { orderEvents, orderLines, orders, outbox } from '#server/platform/db/schema.ts'
import { makeDataDir } from '#server/testing/databases.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'

const ROUNDS = TESTS_ALL ? 3 : 1
const STORM = join(import.meta.dirname, '..', '..', 'testing', 'order-storm.ts')

/** Lets a shop take orders in `dataDir` and kills it at a random moment. @returns the ids of the orders that it had acknowledged */
async function stormAndKill(dataDir: string): Promise<string[]> {
  const storm: ChildProcess = spawn(process.execPath, [STORM, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!storm.stdout) throw new Error('The storm has no output')
  const ids: string[] = []
  const closed = once(storm, 'close')
  createInterface({ input: storm.stdout }).on('line', (line) => {
    ids.push(line)
    if (ids.length === 3) setTimeout(() => storm.kill('SIGKILL'), 300 + Math.random() * 1500)
  })
  const [code, signal] = await closed
  expect([code, signal]).toEqual([null, 'SIGKILL'])
  return ids.filter((id) => id.length === 36)
}

/** Every acknowledged order is there, and every order is whole. */
async function expectWhole({ db }: Database, acknowledged: readonly string[]): Promise<void> {
  const rows = await db.select({ id: orders.id, number: orders.number }).from(orders)
  const ids = new Set(rows.map(({ id }) => id))
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
  expect([
    await db.$count(orderEvents),
    await db.$count(outbox, like(outbox.dedupeKey, 'order-placed:%')),
    await db.$count(orderLines),
  ]).toEqual([rows.length, rows.length, 2 * rows.length])
  expect(await listOrderDisagreements(db)).toEqual([])
}

test(`R-C1 the embedded shop is killed ${ROUNDS} time${ROUNDS === 1 ? '' : 's'} while it takes orders: none that was acknowledged is lost, none is half there`, async () => {
  const dataDir = makeDataDir()
  const acknowledged: string[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    acknowledged.push(...(await stormAndKill(dataDir)))
    const database = await openEmbedded({ dataDir })
    await expectWhole(database, acknowledged)
    await database.close()
  }
  expect(acknowledged.length).toBeGreaterThan(ROUNDS)
  rmSync(dataDir, { recursive: true, force: true })
})
