import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copyDatabase } from '#server/testing/databases.ts'
import { hasPooler, startPooler } from '#server/testing/pooler.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { type Database, inSnapshot, inTransaction, openPostgres } from './client.ts'
import { databaseFailure } from './failure.ts'
import { toPooled } from './pooled-client.ts'
import { withPatience } from './watched-client.ts'

const LIMITED = "; set local lock_timeout = '10s'; set local statement_timeout = '15s'"

test('a transaction brings its limits, a statement loses its name, and everything else stays', () => {
  expect(toPooled('begin')).toBe(`begin${LIMITED}`)
  expect(toPooled({ text: 'begin isolation level repeatable read', rowMode: 'array' })).toEqual({
    text: `begin isolation level repeatable read${LIMITED}`,
    rowMode: 'array',
  })
  expect(toPooled({ name: 'cart', text: 'select 1', values: [] })).toEqual({ text: 'select 1', values: [] })
  const own = 'BEGIN;\nSET LOCAL lock_timeout = 30000;\nselect 1;\nCOMMIT;'
  expect(toPooled(own)).toBe(own)
  expect(toPooled('beginning')).toBe('beginning')
  expect(toPooled(undefined)).toBeUndefined()
})

const given = inject('database')

describe.runIf(given.kind === 'postgres' && hasPooler)('behind PgBouncer', () => {
  let pooler: Awaited<ReturnType<typeof startPooler>>
  let database: Database
  beforeAll(async () => {
    if (given.kind !== 'postgres') return
    pooler = await startPooler(given.server)
    const address = `/${await copyDatabase(given.server, given.template)}`
    database = await openPostgres(pooler.url + address, { pooler: 'transaction', directUrl: given.server + address, poolSize: 4 })
  })
  afterAll(async () => {
    await database.close()
    pooler.stop()
  })

  test('transactions and snapshots have their limits, and leave nothing behind', async () => {
    const limits = "select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement"
    const inside = { lock: '10s', statement: '15s' }
    expect((await inTransaction(database.db, (tx) => tx.execute(limits))).rows).toEqual([inside])
    expect((await inSnapshot(database.db, (tx) => tx.execute(limits))).rows).toEqual([inside])
    expect((await database.db.execute(limits)).rows).toEqual([{ lock: '0', statement: '0' }])
    expect(database.pool.options.max).toBe(4)
  })

  test('statements by name work from every connection', async () => {
    const ask = (n: number) => database.pool.query<{ twice: number }>({ name: 'twice', text: 'select $1::int * 2 as twice', values: [n] })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)))
    expect(answers.map(({ rows }) => rows[0]?.twice)).toEqual(Array.from({ length: 60 }, (_, n) => n * 2))
  })

  test.runIf(TESTS_ALL)(
    'a statement outside of a transaction is ended long before a minute, not after ten seconds, and its connection works on',
    async () => {
      const ended: string[] = []
      const query = (seconds: number) =>
        database.pool.query(`select pg_sleep(${seconds})`).then(
          () => ended.push(`${seconds} s`),
          (error: unknown) => ended.push(databaseFailure(error) ?? String(error)),
        )
      await Promise.all([query(40), query(10)])
      expect(ended).toEqual(['10 s', 'busy'])
      expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      const sleeping =
        "select count(*) as n from pg_stat_activity where state = 'active' and query like '%pg_sleep(40)%' and pid <> pg_backend_pid()"
      expect((await database.pool.query(sleeping)).rows).toEqual([{ n: 0 }])
      const patient = await withPatience(null, () => database.pool.query('select pg_sleep(1)'))
      expect(patient.rowCount).toBe(1)
    },
  )
})
