import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportOn } from '#domain/search/quality.ts'
import { workKinds } from '#server/jobs.ts'
import { auditEntries } from '#server/platform/db/schema.ts'
import { createQueue, type Queue, type Work } from '#server/platform/vendors/queue.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { measureSearch, QUERIES } from './measure-search.ts'
import { storeQuality } from './quality-record.ts'
import { QUALITY_WORK } from './quality-routes.ts'

let shop: TestShop
let staff: SignedInUser
let queue: Queue | undefined
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin')
})
afterAll(async () => {
  await queue?.stop(1000)
  await shop.close()
})

const report = (ndcg: number) =>
  reportOn([{ id: 'Q1', lang: 'en', query: 'mat', found: ['mat'], ndcg }], { products: 1, graded: { all: 2, present: 1 } })

describe('the report on the quality of the search', () => {
  test('there is none at first; the newest measurement counts, also where an older one ends later', async () => {
    expect(await staff.searchQuality.read()).toEqual({ isMeasuring: false, report: null })
    await storeQuality(shop.deps.db, report(0.9), new Date('2026-03-02T10:00:00Z'))
    await storeQuality(shop.deps.db, report(0.1), new Date('2026-03-01T10:00:00Z'))
    expect((await staff.searchQuality.read()).report).toMatchObject({
      measuredAt: '2026-03-02T10:00:00.000Z',
      all: { queries: 1, ndcg: 0.9 },
      graded: { all: 2, present: 1 },
    })
  })

  test('only staff read it and have it measured; without a queue the shop says that it is not ready', async () => {
    for (const other of [await shop.signIn('business_admin'), await shop.signIn('customer')]) {
      expect(await refusalOf(other.searchQuality.read())).toMatchObject({ status: 403 })
      expect(await refusalOf(other.searchQuality.measure())).toMatchObject({ status: 403 })
    }
    expect(await refusalOf(staff.searchQuality.measure())).toMatchObject({ status: 503, code: 'not_ready' })
  })

  test('a job measures the products of this shop, and the report says how many of the graded ones it has', async () => {
    const some = [
      ...QUERIES.slice(0, 8),
      ...QUERIES.filter((query) => query.heldOut).slice(0, 4),
      ...QUERIES.filter(({ query }) => query === 'peanuts'),
    ]
    const kinds = workKinds(shop.deps)
      .filter(({ name }) => name === QUALITY_WORK)
      .map((kind) => ({ ...kind, run: ({ signal }: Work) => measureSearch(shop.deps, signal, some) }))
    queue = createQueue(shop.database)
    await queue.start(kinds, (error) => {
      throw error
    })
    shop.deps.queue = queue
    await shop.make.product({ name: 'EcoMat 1000', slug: 'ecomat-1000' })
    await shop.make.product({ name: 'Something else', slug: 'something-else' })
    await shop.make.product({ name: 'EcoMat 2500', slug: 'ecomat-2500', status: 'Inactive' })
    const { jobId } = await staff.searchQuality.measure()
    expect(jobId).toMatch(/^[0-9a-f-]{36}$/)
    const { report: measured } = await vi.waitUntil(
      async () => {
        const answer = await staff.searchQuality.read()
        return answer.report && !answer.isMeasuring ? answer : null
      },
      { timeout: 60_000 },
    )
    expect(measured).toMatchObject({ products: 2, graded: { present: 1 }, all: { queries: 13 }, heldOut: { queries: 4 } })
    expect(measured?.graded.all).toBeGreaterThan(50)
    expect(measured?.weak.find(({ query }) => query === 'peanuts')).toMatchObject({ found: [], ndcg: 0 })
    const heldOut = new Set(QUERIES.filter((query) => query.heldOut).map(({ id }) => id))
    expect(measured?.weak.filter(({ id }) => heldOut.has(id))).toEqual([])
    const [entry] = await shop.deps.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
    expect(entry).toMatchObject({ action: 'search.measure', actorId: staff.user.id })
  })
})
