import { beforeEach, describe, expect, test } from 'vitest'
import { searchClicks } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openCatalogShop, shop } from '#server/testing/small-catalog.ts'

openCatalogShop()
beforeEach(async () => {
  await shop.reset()
})

type Click = Pick<typeof searchClicks.$inferInsert, 'day' | 'query' | 'kind' | 'entityId' | 'clicks' | 'language'>

describe('the clicks of searches', () => {
  test('are listed by search and result with their sum and last day, filtered, sorted and by page', async () => {
    const mat = await shop.make.product({ name: 'Kraft mat', slug: 'kraft-mat', category: 'mat' })
    const gone = await shop.make.product({ name: 'Old mat', slug: 'old-mat', category: 'mat', status: 'Inactive' })
    const clicks: Click[] = [
      { day: '2026-01-02', language: 'en', query: 'kraft mat', kind: 'product', entityId: mat.id, clicks: 2 },
      { day: '2026-01-05', language: 'en', query: 'kraft mat', kind: 'product', entityId: mat.id, clicks: 3 },
      { day: '2026-01-09', language: 'de', query: 'matte', kind: 'product', entityId: gone.id, clicks: 4 },
      { day: '2026-01-01', language: 'en', query: 'refund', kind: 'page', entityId: '/refund-policy', clicks: 1 },
      { day: '2026-01-01', language: 'en', query: 'flute', kind: 'term', entityId: 'flute', clicks: 1 },
    ]
    await shop.deps.db.insert(searchClicks).values(clicks)
    const staff = await shop.signIn('application_admin')
    const { items, total } = await staff.synonyms.clicks({})
    expect(total).toBe(4)
    expect(items).toEqual([
      {
        query: 'kraft mat',
        language: 'en',
        kind: 'product',
        name: 'Kraft mat',
        href: '/products/kraft-mat',
        clicks: 5,
        lastOn: '2026-01-05',
      },
      { query: 'matte', language: 'de', kind: 'product', name: 'Old mat', href: null, clicks: 4, lastOn: '2026-01-09' },
      { query: 'flute', language: 'en', kind: 'term', name: 'flute', href: '/glossary#flute', clicks: 1, lastOn: '2026-01-01' },
      { query: 'refund', language: 'en', kind: 'page', name: '/refund-policy', href: '/refund-policy', clicks: 1, lastOn: '2026-01-01' },
    ])
    const queries = async (query: NonNullable<NonNullable<Parameters<typeof staff.synonyms.clicks>[0]>['query']>) => {
      const found = await staff.synonyms.clicks({ query })
      return [found.items.map((click) => click.query), found.total]
    }
    expect(await queries({ language: 'de' })).toEqual([['matte'], 1])
    expect(await queries({ search: 'Kraft', kind: 'product' })).toEqual([['kraft mat'], 1])
    expect(await queries({ sort: '-lastOn', limit: '1', page: '2' })).toEqual([['kraft mat'], 4])
  })

  test('only staff see them', async () => {
    expect(await refusalOf(shop.visitor.synonyms.clicks({}))).toMatchObject({ status: 401 })
    for (const role of ['customer', 'business_admin'] as const)
      expect(await refusalOf((await shop.signIn(role)).synonyms.clicks({}))).toMatchObject({ status: 403 })
  })
})
