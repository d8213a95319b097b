import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copyDatabase } from '#server/testing/databases.ts'
import { hasPooler, startPooler } from '#server/testing/pooler.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { type Database, inSnapshot, inTransaction, openPostgres } from './client.ts'
import { databaseFailure } from './failure.ts'
import { findPooler, NO_LIMITS } from './find-pooler.ts'

const given = inject('database')

describe.runIf(given.kind === 'postgres' && hasPooler)('behind PgBouncer', () => {
  const server = given.kind === 'postgres' ? given.server : ''
  const stops: (() => void)[] = []
  const start = async (options?: Parameters<typeof startPooler>[1]) => {
    const pooler = await startPooler(server, options)
    stops.push(pooler.stop)
    return pooler.url + address
  }
  let address: string
  let database: Database
  beforeAll(async () => {
    if (given.kind !== 'postgres') return
    address = `/${await copyDatabase(server, given.template)}`
    database = await openPostgres(await start(), { pooler: 'transaction', directUrl: server + address, poolSize: 4 })
  })
  afterAll(async () => {
    await database.close()
    for (const stop of stops) stop()
  })

  test('what an address leads through is found: nothing, a pooler, and one that loses prepared statements, whichever session is next', async () => {
    expect(await findPooler(server + address)).toBe('none')
    for (const more of ['', 'server_round_robin = 1']) {
      const whole = await start({ more })
      const forgetful = await start({ more, names: 0 })
      const found = async (url: string) => [await findPooler(url), await findPooler(url)] // again where sessions are left from before
      expect(await found(whole), more).toEqual(['transaction', 'transaction'])
      expect(await found(forgetful), more).toEqual(['forgetful', 'forgetful'])
    }
  })

  test('statements, transactions and snapshots have their limits; a pooler without them is named in the log', async () => {
    const limits = "select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement"
    const both = [{ lock: '10s', statement: '15s' }]
    expect((await inTransaction(database.db, (tx) => tx.execute(limits))).rows).toEqual(both)
    expect((await inSnapshot(database.db, (tx) => tx.execute(limits))).rows).toEqual(both)
    expect((await database.db.execute(limits)).rows).toEqual(both)
    const warnings: string[] = []
    const log = { warn: (_facts: object, line: string) => void warnings.push(line) }
    for (const isLimited of [true, false]) {
      const url = await start({ isLimited })
      await (await openPostgres(url, { log, pooler: 'transaction', directUrl: server + address })).close()
    }
    expect(warnings).toEqual([expect.stringContaining(NO_LIMITS)])
  })

  test('statements by name work from every connection, more of them than the pooler keeps, and one that was refused does not stay', async () => {
    const ask = (name: number, n: number) =>
      database.pool.query<{ product: number }>({ name: `times ${name}`, text: `select $1::int * ${name} as product`, values: [n] })
    const asked = Array.from({ length: 900 }, (_, n) => [n % 300, n] as const)
    const answers = await Promise.all(asked.map(([name, n]) => ask(name, n)))
    expect(answers.map(({ rows }) => rows[0]?.product)).toEqual(asked.map(([name, n]) => name * n))
    const wrong = () => database.pool.query({ name: 'wrong', text: 'select missing from nothing' })
    for (let round = 0; round < 8; round += 1) {
      await expect(wrong()).rejects.toThrow('relation "nothing" does not exist')
      expect((await ask(7, round)).rows).toEqual([{ product: 7 * round }])
    }
    await database.pool.query('create table nothing (missing int)')
    expect((await wrong()).rows).toEqual([])
  })

  test.runIf(TESTS_ALL)('a statement is ended after 15 seconds, not after ten, and its connection works on', async () => {
    const ended: string[] = []
    const query = (seconds: number) =>
      database.pool.query(`select pg_sleep(${seconds})`).then(
        () => ended.push(`${seconds} s`),
        (error: unknown) => ended.push(databaseFailure(error) ?? String(error)),
      )
    await Promise.all([query(40), query(10)])
    expect(ended).toEqual(['10 s', 'busy'])
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})
