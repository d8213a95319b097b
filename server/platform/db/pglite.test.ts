import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { makeDataDir, readSnapshot } from '#server/testing/databases.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { inTransaction, openEmbedded } from './client.ts'
import { databaseFailure } from './failure.ts'
import { isSnapshotDue, newestSnapshot, takeSnapshot } from './snapshots.ts'
import { withPatience } from './watched-client.ts'

const given = inject('database')
const snapshotFile = given.kind === 'embedded' ? given.snapshot : expect.fail('these tests are of the embedded database')
/** A copy in memory, made in a tenth of the time of a new database. */
const openCopy = () => openEmbedded({ snapshot: readSnapshot(snapshotFile) })

test.runIf(TESTS_ALL)('the memory of the embedded database does not grow with what it has answered', async () => {
  const measure = join(import.meta.dirname, '..', '..', 'testing', 'answer-memory.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [measure, snapshotFile])
  expect(stdout).toMatch(/^-?\d+\n$/)
  expect(Number(stdout)).toBeLessThan(70_000_000) // it was 140 MB when answers were kept
})

test('after a refused statement the same connection answers the next ones', async () => {
  const database = await openCopy()
  await expect(database.pool.query('select $1::int', ['no number'])).rejects.toMatchObject({ code: '22P02' })
  await expect(database.pool.query('nonsense')).rejects.toMatchObject({ code: '42601' })
  expect((await database.pool.query('select $1::int as n', [7])).rows).toEqual([{ n: 7 }])
  await database.close()
})

test.runIf(TESTS_ALL)(
  'a statement that takes too long is ended, its caller learns that the shop is busy, and the next ones are answered',
  async () => {
    const dataDir = makeDataDir()
    const lines: string[] = []
    const database = await openEmbedded({ dataDir }, { log: { warn: (_facts, text) => lines.push(text) } })
    await database.pool.query('create table kept (n int)')
    await database.pool.query('insert into kept values (1)')
    const error = await withPatience(500, () => database.pool.query('select pg_sleep(60)')).catch((thrown: unknown) => thrown)
    expect(databaseFailure(error)).toBe('busy')
    expect((await database.pool.query('select n from kept')).rows).toEqual([{ n: 1 }])
    const inside = inTransaction(database.db, async (tx) => {
      await tx.execute(sql`insert into kept values (2)`)
      await withPatience(500, async () => tx.execute(sql`select pg_sleep(60)`))
    }).catch((thrown: unknown) => thrown)
    expect(databaseFailure(await inside)).toBe('busy')
    expect((await database.pool.query('select n from kept')).rows).toEqual([{ n: 1 }])
    const line = 'A statement took too long: the embedded database was started anew'
    expect(lines.filter((each) => each !== 'slow statement')).toEqual([line, line])
    await database.close()
  },
)

test.runIf(TESTS_ALL)('a snapshot restored into an empty folder is the same shop; seven are retained', async () => {
  const dataDir = makeDataDir()
  const database = await openEmbedded({ dataDir })
  await database.pool.query("insert into settings (name, value) values ('mark', '7')")
  const { embedded } = database
  if (!embedded) throw new Error('not embedded')
  const first = new Date('2026-11-01T10:00:00Z')
  expect(isSnapshotDue(dataDir, first)).toBe(true)
  mkdirSync(join(dataDir, 'snapshots'))
  for (let day = 1; day < 9; day += 1) writeFileSync(join(dataDir, 'snapshots', `2026-11-0${day}T10-00-00Z.tar.gz`), 'an earlier one')
  // the time of a statement that is sent meanwhile runs from its turn, not from then
  const [, answer] = await Promise.all([
    takeSnapshot(embedded, { dataDir, reserveMb: 0 }, new Date('2026-11-09T10:00:00Z')),
    withPatience(400, () => database.pool.query('select 1 as n')),
  ])
  expect(answer.rows).toEqual([{ n: 1 }])
  expect(isSnapshotDue(dataDir, new Date())).toBe(false)
  expect(readdirSync(join(dataDir, 'snapshots'))).toHaveLength(7)
  // what a failed one has left goes, and none is taken into the last room
  writeFileSync(join(dataDir, 'snapshots', 'half.tar.gz.part'), '')
  expect(await takeSnapshot(embedded, { dataDir, reserveMb: 1_000_000_000 }, new Date())).toBe('no room for a snapshot')
  const broken = { dump: () => Promise.reject(new Error('gone')) }
  await expect(takeSnapshot(broken, { dataDir, reserveMb: 0 }, new Date())).rejects.toThrow('gone')
  expect(readdirSync(join(dataDir, 'snapshots'))).toHaveLength(7)
  await database.close()
  const restored = mkdtempSync(join(tmpdir(), 'reflute-snapshot-'))
  mkdirSync(join(restored, 'postgres'))
  const file = join(dataDir, 'snapshots', newestSnapshot(dataDir) ?? '')
  expect(spawnSync('tar', ['-xzf', file, '-C', join(restored, 'postgres')]).status).toBe(0)
  const second = await openEmbedded({ dataDir: restored })
  expect((await second.pool.query("select value from settings where name = 'mark'")).rows).toEqual([{ value: 7 }])
  await second.close()
})

test('who waits for the connection while another statement is refused gets its answer', async () => {
  const database = await openCopy()
  const refused = database.pool.query('select $1::int', ['no number']).catch((error: { code: string }) => error.code)
  const waiting = database.pool.query('select 7 as n').then(({ rows }) => rows)
  expect(await Promise.all([refused, waiting])).toEqual(['22P02', [{ n: 7 }]])
  await database.close()
})
