import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { orderEvents, outbox } from './schema.ts'
import { UnitOfWork } from './unit-of-work.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const createdAt = new Date('2026-03-04T05:06:07.891Z')
const mail = (dedupeKey: string, payload: unknown) => ({ kind: 'mail', dedupeKey, payload, createdAt, dueAt: createdAt })
const rows = () => shop.deps.db.select().from(outbox).orderBy(outbox.id)

/** Sends what `add` puts into a unit of work. */
async function send(add: (work: UnitOfWork) => void): Promise<void> {
  const work = new UnitOfWork(shop.deps.db)
  add(work)
  await work.flush()
}

test('rows stand in the order in which they were given, with instants, texts of any kind and JSON as they were, and defaults', async () => {
  const payloads = [{ name: 'Åsa "O\'Neil" \\ 木\n', parts: [1, null, true], none: null }, 'text', 7, null, [{}]]
  await send((work) =>
    work.insert(
      outbox,
      payloads.map((payload, at) => mail(`Key ${9 - at}`, payload ?? {})),
    ),
  )
  const stored = await rows()
  expect(stored.map(({ dedupeKey }) => dedupeKey)).toEqual(['Key 9', 'Key 8', 'Key 7', 'Key 6', 'Key 5'])
  expect(stored.map(({ payload }) => payload)).toEqual(payloads.map((payload) => payload ?? {}))
  expect(stored[0]).toMatchObject({ createdAt, attempts: 0, sentAt: null })
})

test.runIf(inject('database').kind === 'postgres')(
  'SQL that comes often is prepared from its third run on, with whatever values',
  async () => {
    const spy = vi.spyOn(shop.database.pool, 'query')
    onTestFinished(() => spy.mockRestore())
    vi.resetModules() // other files of this worker have prepared as many as may be
    const { executeOften } = await import('./unit-of-work.ts')
    const answers: number[] = []
    for (const value of [1, 2, 3, 4]) {
      const [row] = await executeOften<{ twice: number }>(shop.deps.db, sql`select 2 * ${value}::int as twice`)
      answers.push(row?.twice ?? 0)
    }
    expect(answers).toEqual([2, 4, 6, 8])
    const calls = spy.mock.calls.map(([query]) => query as unknown as { name?: string; text?: string })
    const names = calls.filter(({ text }) => text?.includes('as twice')).map(({ name }) => name) // the shop's own work reads meanwhile
    expect(names).toEqual([undefined, undefined, expect.stringMatching(/^often_/), names[2]])
  },
)

test('a conflict is an error, or what was asked for', async () => {
  await send((work) => work.insert(outbox, [mail('once', {})]))
  await expect(send((work) => work.insert(outbox, [mail('once', {})]))).rejects.toThrow()
  await send((work) => work.insert(outbox, [mail('once', {}), mail('twice', {})], { onConflict: 'ignore' }))
  expect((await rows()).map(({ dedupeKey }) => dedupeKey)).toEqual(['once', 'twice'])
})

test('what a row may not leave out is refused, not made up', async () => {
  const { dedupeKey: _left, ...incomplete } = mail('a', {})
  await expect(send((work) => work.insert(outbox, [mail('b', {}), incomplete as ReturnType<typeof mail>]))).rejects.toThrow()
  await expect(send((work) => work.insert(orderEvents, [{ orderId: 'no id', to: 'pending', actorName: 'x' }]))).rejects.toThrow()
  expect(await rows()).toEqual([])
})

test('several writes are one statement: all of them happen or none, and a second flush sends nothing again', async () => {
  const { db } = shop.deps
  await send((work) => work.insert(outbox, [mail('old', {})]))
  const work = new UnitOfWork(db)
  work.insert(outbox, [mail('new', {})])
  work.add(db.delete(outbox).where(eq(outbox.dedupeKey, 'old')))
  work.insert(outbox, [])
  await work.flush()
  await work.flush()
  expect((await rows()).map(({ dedupeKey }) => dedupeKey)).toEqual(['new'])
  work.add(db.delete(outbox))
  work.insert(outbox, [mail('new', {}), mail('new', {})])
  await expect(work.flush()).rejects.toThrow()
  expect((await rows()).map(({ dedupeKey }) => dedupeKey)).toEqual(['new'])
})
