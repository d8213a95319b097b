import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { articles } from '#content/articles.ts'
import { blogPosts } from '#server/platform/db/schema.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { seedArticles } from './seed-articles.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

test('a blog without posts begins with the shop’s articles, readable now whatever the date is, and one draft', async () => {
  for (const date of ['2026-11-21T00:00:00Z', '2025-02-03T00:00:00Z']) {
    await shop.deps.db.delete(blogPosts)
    await seedArticles({ db: shop.deps.db, now: () => new Date(date) })
    const rows = await shop.deps.db.select().from(blogPosts)
    expect(rows).toHaveLength(articles.length)
    expect(rows.filter(({ status }) => status === 'draft').map(({ publishedAt }) => publishedAt)).toEqual([null])
    for (const { publishedAt, coverImage } of rows) {
      expect(publishedAt?.getTime() ?? 0).toBeLessThanOrEqual(Date.parse(date))
      expect((await shop.app.inject(coverImage ?? '')).statusCode, coverImage ?? '').toBe(200)
    }
  }
  const { items } = await shop.visitor.blog.list({ query: { search: 'hearing protection' } })
  expect(items.map(({ slug }) => slug)).toEqual(['dust-and-noise'])
})

test('what staff did to the articles since stays so', async () => {
  await seedArticles(shop.deps)
  await shop.deps.db.update(blogPosts).set({ title: 'Changed' })
  await seedArticles(shop.deps)
  const rows = await shop.deps.db.select().from(blogPosts)
  expect([rows.length, new Set(rows.map(({ title }) => title))]).toEqual([articles.length, new Set(['Changed'])])
})
