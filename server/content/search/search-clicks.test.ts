import { beforeEach, describe, expect, test } from 'vitest'
import { searchClicks } from '#server/platform/db/schema.ts'
import { openCatalogShop, shop } from '#server/testing/small-catalog.ts'

openCatalogShop()
beforeEach(async () => {
  await shop.reset()
})

const make = (name: string, more: object = {}) => shop.make.product({ name, category: 'mat', stock: 5, ...more })
const click = (q: string, id: string, kind: 'product' | 'page' = 'product') => shop.visitor.search.click({ body: { q, kind, id } })
const rows = () => shop.deps.db.select().from(searchClicks)
const day = (back: number) => new Date(shop.deps.now().getTime() - back * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const store = (query: string, entityId: string, list: readonly (readonly [back: number, clicks: number])[]) =>
  shop.deps.db
    .insert(searchClicks)
    .values(list.map(([back, clicks]) => ({ day: day(back), language: 'en' as const, query, kind: 'product' as const, entityId, clicks })))

describe('clicks', () => {
  test('a chosen product is counted by day and search, by its slug or id, without who chose it', async () => {
    const mat = await make('Kraft mat', { slug: 'kraft-mat' })
    for (const id of ['kraft-mat', mat.id]) expect(await click(' Kraft  Mat ', id)).toEqual({ ok: true })
    expect(await rows()).toEqual([{ day: day(0), language: 'en', query: 'kraft mat', kind: 'product', entityId: mat.id, clicks: 2 }])
  })

  test('words that the shop does not know, addresses, long numbers and unknown products are answered alike and not kept', async () => {
    await make('Kraft mat', { slug: 'kraft-mat', gtin: '4006381333931' })
    const wrong = [
      ['johann kowalski', 'kraft-mat'],
      ['kraft mat for johann', 'kraft-mat'],
      ['ann@example.test', 'kraft-mat'],
      ['kraft 4915112345678', 'kraft-mat'],
      ['555-867-5309', 'kraft-mat'],
      ['kraft 0171 23 45 67', 'kraft-mat'],
      ['4006381333931 4006381333', 'kraft-mat'],
      ['kraft mat', 'no-such-product'],
      ['', 'kraft-mat'],
    ] as const
    for (const [q, id] of wrong) expect(await click(q, id)).toEqual({ ok: true })
    expect(await rows()).toEqual([])
  })

  test('the code of a product is no long number of a person', async () => {
    await make('Kraft mat', { slug: 'kraft-mat', gtin: '4006381333931' })
    for (const q of ['mat 4006381333931', 'Kraft 400-6381-333931']) await click(q, 'kraft-mat')
    expect((await rows()).map(({ query }) => query).toSorted()).toEqual(['kraft 400 6381 333931', 'mat 4006381333931'])
  })

  test('a search is popular from 20 clicks on 3 days on, and completes what begins like it', async () => {
    const mat = await make('Kraft mat', { slug: 'kraft-mat' })
    await store('kraft mat', mat.id, [
      [0, 10],
      [1, 9],
      [2, 1],
    ])
    await store('kraft roll', mat.id, [
      [0, 30],
      [1, 30],
    ])
    await store('old mat', mat.id, [
      [40, 30],
      [41, 30],
      [42, 30],
    ])
    expect((await shop.visitor.search.suggest({ query: {} })).items).toEqual([
      { kind: 'search', text: 'kraft mat', href: '/search?q=kraft+mat' },
    ])
    const { items } = await shop.visitor.search.suggest({ query: { q: 'kra' } })
    expect(items[0]).toMatchObject({ kind: 'search', text: 'kraft mat' })
    expect(items).toContainEqual(expect.objectContaining({ kind: 'product', text: 'Kraft mat', href: '/products/kraft-mat' }))
    const named = (await shop.visitor.search.suggest({ query: { q: 'mats' } })).items
    expect(named).toContainEqual({ kind: 'category', text: 'Mats', href: '/materials?category=mat' })
    expect(named.length).toBeLessThanOrEqual(8)
  })
})
