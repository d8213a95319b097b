import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { searchDays } from '#server/platform/db/schema.ts'
import { purgeDeleted } from '#server/platform/jobs/purge-deleted.ts'
import { RETENTION } from '#server/retention.ts'
import { openCatalogShop, shop } from '#server/testing/small-catalog.ts'
import { createSearchCounter } from './count-searches.ts'

openCatalogShop()
beforeEach(async () => {
  await shop.reset()
})

const rows = () => shop.deps.db.select().from(searchDays).orderBy(searchDays.day)
const dayAt = (back: number) => new Date(shop.deps.now().getTime() - back * DAY_MS).toISOString().slice(0, 10)
const counterOf = (errors: unknown[] = [], writeMs?: number) => createSearchCounter(shop.deps, (error) => errors.push(error), writeMs)

describe('numbers of searches', () => {
  test('are added up by day in memory, and two servers add theirs to the same day', async () => {
    const [one, other] = [counterOf(), counterOf()]
    one.add({ searches: 1 })
    one.add({ searches: 1, nothing: 1 })
    other.add({ searches: 1, corrected: 1 })
    other.add({ topClicks: 1 })
    expect(await rows()).toEqual([])
    await Promise.all([one.flush(), other.flush()])
    expect(await rows()).toEqual([{ day: dayAt(0), searches: 3, nothing: 1, corrected: 1, topClicks: 1 }])
    await one.flush()
    expect((await rows())[0]?.searches).toBe(3)
  })

  test('are written a moment later by themselves, one statement for all of them', async () => {
    const counter = counterOf([], 20)
    for (let n = 0; n < 50; n += 1) counter.add({ searches: 1 })
    await expect.poll(rows).toEqual([{ day: dayAt(0), searches: 50, nothing: 0, corrected: 0, topClicks: 0 }])
  })

  test('that could not be written are written with the next ones', async () => {
    const errors: unknown[] = []
    let isAway = true
    const db = new Proxy(shop.deps.db, {
      get: (target, name, receiver) => {
        if (isAway && name === 'insert') throw new Error('The database is away')
        return Reflect.get(target, name, receiver) as unknown
      },
    })
    const counter = createSearchCounter({ db, now: shop.deps.now }, (error) => errors.push(error))
    counter.add({ searches: 1 })
    await counter.flush()
    isAway = false
    counter.add({ searches: 1 })
    await counter.flush()
    expect([errors.length, (await rows())[0]?.searches]).toEqual([1, 2])
  })

  test('no more than 30 a minute of one network are counted', () => {
    const counter = counterOf()
    const counted = Array.from({ length: 40 }, () => counter.mayCount('203.0.113.7'))
    expect(counted.filter(Boolean)).toHaveLength(30)
    expect(counter.mayCount('198.51.100.7')).toBe(true)
  })

  test('what a browser sends is in the analytics, without words and people; a first choice among three counts as such', async () => {
    const mat = await shop.make.product({ name: 'Kraft mat', slug: 'kraft-mat' })
    const staff = await shop.signIn('application_admin')
    for (const outcome of ['found', 'found', 'corrected', 'nothing'] as const)
      expect(await shop.visitor.search.countOutcome({ body: { outcome } })).toEqual({ ok: true })
    for (const isTop of [true, false]) await shop.visitor.search.click({ body: { q: 'kraft mat', kind: 'product', id: mat.slug, isTop } })
    await shop.app.inject({ method: 'POST', url: '/api/search/outcomes', payload: { outcome: 'lost' } })
    const read = async () => (await staff.analytics.read({ query: { from: dayAt(0), to: dayAt(0) } })).searches.totals
    await expect.poll(read, { timeout: 20_000, interval: 500 }).toEqual({
      searches: 4,
      nothing: 1,
      nothingPercent: 25,
      corrected: 1,
      correctedPercent: 25,
      topClicks: 1,
      topClicksPercent: 25,
    })
  })

  test('are shown by week, also weeks without any; the weeks add up to the range', async () => {
    const staff = await shop.signIn('application_admin')
    const none = { nothing: 0, corrected: 0, topClicks: 0 }
    await shop.deps.db.insert(searchDays).values([
      { day: '2026-03-01', ...none, searches: 100 }, // a Sunday before the range
      { day: '2026-03-04', searches: 8, nothing: 1, corrected: 2, topClicks: 4 },
      { day: '2026-03-08', searches: 2, nothing: 1, corrected: 0, topClicks: 1 },
      { day: '2026-03-16', searches: 3, nothing: 1, corrected: 1, topClicks: 2 },
    ])
    const { searches } = await staff.analytics.read({ query: { from: '2026-03-03', to: '2026-03-17', interval: 'day' } })
    expect(searches.weeks.map(({ from, to, searches: all, nothingPercent }) => [from, to, all, nothingPercent])).toEqual([
      ['2026-03-03', '2026-03-08', 10, 20],
      ['2026-03-09', '2026-03-15', 0, 0],
      ['2026-03-16', '2026-03-17', 3, 33.3],
    ])
    expect(searches.totals).toMatchObject({
      searches: 13,
      nothing: 3,
      nothingPercent: 23.1,
      correctedPercent: 23.1,
      topClicksPercent: 53.8,
    })
  })

  test('are deleted after five years', async () => {
    const counts = { searches: 1, nothing: 0, corrected: 0, topClicks: 0 }
    await shop.deps.db.insert(searchDays).values([
      { day: dayAt(5 * 365 + 2), ...counts },
      { day: dayAt(5 * 365 - 2), ...counts },
    ])
    await purgeDeleted(shop.deps, { signal: new AbortController().signal }, RETENTION)
    expect((await rows()).map(({ day }) => day)).toEqual([dayAt(5 * 365 - 2)])
  })
})
