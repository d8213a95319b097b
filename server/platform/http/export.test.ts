import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSpreadsheet } from '#server/platform/vendors/spreadsheet.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

const STEP = 500

let shop: TestShop
let origin: string
beforeAll(async () => {
  shop = await openTestShop()
  origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())
beforeEach(() => shop.reset())

/** Adds entries of so many kilobytes to the audit log. */
const addEntries = (count: number, kilobytes = 1) =>
  shop.deps.db.execute(sql`insert into audit_entries (actor_name, actor_role, action, target_type, target_id, after)
    select 'Sam', 'super_admin', 'test', 'test', i, jsonb_build_object('text', repeat(md5(i::text), ${sql.raw(String(kilobytes * 32))})) from generate_series(1, ${sql.raw(String(count))}) i`)

async function askFor(format: 'csv' | 'xlsx'): Promise<IncomingMessage> {
  const { token } = await shop.signIn('super_admin')
  const asked = get(`${origin}/api/admin/audit-log/export?action=test&format=${format}`, { headers: { authorization: `Bearer ${token}` } })
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  if (!answer) throw new Error('No answer')
  return answer
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  return Buffer.concat(parts).toString()
}

const targetsOf = (csv: string) =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => /,test,(\d+),/.exec(line)?.[1])

/** Counts how often a connection is taken. */
function countTurns(): { turns: number } {
  const counted = { turns: 0 }
  shop.database.pool.on('acquire', () => {
    counted.turns += 1
  })
  return counted
}

/** Waits until no connection has been taken for a while. */
async function untilQuiet(counted: { turns: number }): Promise<void> {
  for (let before = -1; before !== counted.turns; ) {
    before = counted.turns
    await wait(700)
  }
}

test('while a list is exported, others have their turn at the database', async () => {
  await addEntries(10 * STEP)
  const over = new AbortController()
  const exported = askFor('csv')
    .then(textOf)
    .finally(() => over.abort())
  let answered = 0
  while (!over.signal.aborted) {
    await shop.deps.db.execute(sql`select 1`)
    if (!over.signal.aborted) answered += 1
  }
  expect(targetsOf(await exported)).toHaveLength(10 * STEP)
  expect(answered).toBeGreaterThan(5)
})

test('an export goes on as fast as its client takes it, holds no connection meanwhile, and ends when the client goes away', async () => {
  const steps = 20
  await addEntries(steps * STEP, 16) // far more than what the system holds for a client that does not read
  const counted = countTurns()
  const answer = await askFor('csv')
  expect([answer.statusCode, answer.headers['x-total-count']]).toEqual([200, String(steps * STEP)])
  await untilQuiet(counted) // the client reads nothing
  expect(counted.turns).toBeLessThan(steps)
  const { pool } = shop.database
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0) // beside what other work of the shop holds for a moment
  answer.destroy()
  await untilQuiet(counted)
  expect(counted.turns).toBeLessThan(steps)
})

test('what is added meanwhile neither moves nor repeats a row', async () => {
  const rows = 20 * STEP
  await addEntries(rows)
  const answer = await askFor('csv')
  await addEntries(3)
  const targets = targetsOf(await textOf(answer))
  expect(targets).toEqual(Array.from({ length: rows }, (_, at) => String(rows - at)))
})

test('a workbook of several steps has every row once, in the order of the list', async () => {
  const rows = 2 * STEP + 1
  await addEntries(rows)
  const answer = await askFor('xlsx')
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  const read = await readSpreadsheet({ name: 'audit.xlsx', bytes: Buffer.concat(parts) })
  const cells = 'sheets' in read ? (read.sheets[0]?.rows.slice(1) ?? []) : []
  expect(cells.map((row) => row.find((cell) => /^\d+$/.test(String(cell))))).toEqual(
    Array.from({ length: rows }, (_, at) => String(rows - at)),
  )
})

test('an export that fails midway is cut, so that nobody takes it for whole', async () => {
  await addEntries(20 * STEP, 16)
  const answer = await askFor('csv')
  await shop.deps.db.execute(sql`alter table audit_entries rename to audit_entries_away`)
  try {
    await expect(textOf(answer)).rejects.toThrow('aborted')
  } finally {
    await shop.deps.db.execute(sql`alter table audit_entries_away rename to audit_entries`)
  }
})
