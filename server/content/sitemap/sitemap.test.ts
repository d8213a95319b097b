import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { caseStudies } from '#content/case-studies.ts'
import { blogPosts } from '#server/platform/db/schema.ts'
import { readReplicas } from '#server/platform/http/read-replica.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { sitemapRoutes } from './routes.ts'
import { MAX_ENTRIES, writeSitemap } from './write-sitemap.ts'

let shop: TestShop
const app = fastify()
beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://shop.example/' })
  readReplicas(app, shop.deps, async () => {})
  sitemapRoutes(app, shop.deps, {
    listed: [
      { path: '/', changesWith: ['products', 'articles'] },
      { path: '/products', changesWith: ['products'] },
      { path: '/faq', changesWith: [] },
    ],
    closed: ['/admin', '/super-admin/', '/business/', '/account', '/checkout'],
    open: ['/business/register'],
  })
})
beforeEach(() => shop.reset())
afterAll(async () => {
  await app.close()
  await shop.close()
})

const read = async (url: string) => (await app.inject({ method: 'GET', url })).body

test('D155 the sitemap has every public page with its whole address and day of change, and nothing hidden', async () => {
  const maker = await shop.make.business({ name: 'Open Works', updatedAt: new Date('2026-03-01') })
  const hidden = await shop.make.business({ name: 'Hidden Works', businessStatus: 'pending' })
  await shop.make.business({ name: 'Buyers Inc', businessType: 'consumer' })
  await shop.make.product({ businessId: maker.id, name: 'Open mat', updatedAt: new Date('2026-04-05') })
  await shop.make.product({ businessId: maker.id, name: 'Draft mat', status: 'Inactive', updatedAt: new Date('2026-05-05') })
  await shop.make.product({ businessId: hidden.id, name: 'Hidden mat' })
  const post = { excerpt: 'E', content: 'C', category: 'guides', updatedAt: new Date('2026-02-03') }
  await shop.deps.db.insert(blogPosts).values([
    { ...post, slug: 'out', title: 'Out', status: 'published', publishedAt: new Date('2026-02-02') },
    { ...post, slug: 'draft', title: 'Draft' },
  ])
  const xml = await read('/sitemap.xml')
  expect([...xml.matchAll(/<loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?/g)].map(([, loc, day]) => [loc, day])).toEqual([
    ['https://shop.example/', '2026-04-05'],
    ['https://shop.example/products', '2026-04-05'],
    ['https://shop.example/faq', undefined],
    ['https://shop.example/producers/open-works', '2026-04-05'],
    ['https://shop.example/blog/out', '2026-02-03'],
    ['https://shop.example/products/open-mat', '2026-04-05'],
    ...caseStudies.map(({ id }) => [`https://shop.example/case-studies/${id}`, undefined]),
  ])
})

test('more pages than one file may hold come in parts', () => {
  const entries = Array.from({ length: MAX_ENTRIES + 1 }, (_, at) => ({ path: `/products/p&${at}`, changedAt: null }))
  const index = writeSitemap('https://shop.example', entries, null)
  expect([...(index ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)).toEqual([
    'https://shop.example/sitemap.xml?part=1',
    'https://shop.example/sitemap.xml?part=2',
  ])
  expect(writeSitemap('https://shop.example', entries, 1)?.match(/<url>/g)).toHaveLength(MAX_ENTRIES)
  expect(writeSitemap('https://shop.example', entries, 2)).toContain(`<loc>https://shop.example/products/p&amp;${MAX_ENTRIES}</loc>`)
  expect(writeSitemap('https://shop.example', entries, 3)).toBeNull()
})

test('D155 F4 robots.txt names the sitemap and the feeds, and keeps private areas closed, the registration of businesses open', async () => {
  const robots = await read('/robots.txt')
  expect(robots).toContain('Sitemap: https://shop.example/sitemap.xml')
  for (const path of ['/admin', '/super-admin/', '/account', '/checkout', '/business/', '/api/'])
    expect(robots).toContain(`Disallow: ${path}\n`)
  expect(robots).toContain('Allow: /business/register\n')
  expect(robots).not.toContain('/cart')
  expect(robots).toContain('Allow: /feeds/\n')
  for (const feed of ['google-{country}.xml', 'products.jsonl']) expect(robots).toContain(`# https://shop.example/feeds/${feed}\n`)
})
