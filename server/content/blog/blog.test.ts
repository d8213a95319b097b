import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { articleText } from '#domain/article.ts'
import { blogPostSlugs, blogPosts } from '#server/platform/db/schema.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { insertPosts } from './published-posts.ts'

const DAY_MS = 86_400_000

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://shop.example' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

/** A published post of a day ago, unless said otherwise. */
async function post(input: Partial<typeof blogPosts.$inferInsert> & { daysAgo?: number } = {}) {
  const { daysAgo = 1, ...given } = input
  const id = randomUUID()
  const slug = given.slug ?? `post-${id.slice(0, 8)}`
  await insertPosts(shop.deps.db, [
    {
      id,
      title: `Title of ${slug}`,
      excerpt: 'An excerpt.',
      content: 'Some words.',
      category: 'machines',
      status: 'published',
      publishedAt: new Date(Date.now() - daysAgo * DAY_MS),
      ...given,
      slug,
    },
  ])
  return { id, slug }
}

/** The elements of an XML document that are not closed where they should be. */
function openElements(document: string): string[] {
  const open: string[] = []
  for (const [, slash, name = '', end] of document.matchAll(/<(\/?)([a-z:]+)(?:\s[^>]*?)?(\/?)>/gi)) {
    if (slash && open.at(-1) === name) open.pop()
    else if (!end) open.push(slash + name)
  }
  return open
}

const slugs = async (query: Parameters<typeof shop.visitor.blog.list>[0] = {}) =>
  (await shop.visitor.blog.list(query)).items.map(({ slug }) => slug)

test('S193 S275 the public gets the published posts, newest first, with everything a reader sees of them', async () => {
  await post({ slug: 'old', daysAgo: 9 })
  await post({
    slug: 'new',
    title: 'New & <shiny>',
    category: 'void-fill',
    tags: ['chips', 'mats'],
    coverImage: '/drawings/scenes/chip-box.svg',
    content: 'word '.repeat(660),
  })
  const { items, total } = await shop.visitor.blog.list()
  expect([items.map(({ slug }) => slug), total]).toEqual([['new', 'old'], 2])
  expect(items[0]).toEqual({
    id: expect.any(String),
    slug: 'new',
    title: 'New & <shiny>',
    excerpt: 'An excerpt.',
    content: 'word '.repeat(660),
    category: 'void-fill',
    tags: ['chips', 'mats'],
    coverImage: '/drawings/scenes/chip-box.svg',
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
    published: true,
    status: 'published',
    publishedAt: expect.stringMatching(/Z$/),
    author: { label: 'Reflute Team' },
    readingMinutes: 3,
    version: 1,
  })
})

test('S223 D141 drafts, archived posts and posts of tomorrow are for staff only, in the list, the counts and the feed', async () => {
  await post({ slug: 'shown' })
  await post({ slug: 'draft', status: 'draft', publishedAt: null, category: 'hidden', tags: ['hidden'] })
  await post({ slug: 'archived', status: 'archived', daysAgo: 3 })
  await post({ slug: 'tomorrow', daysAgo: -1 })
  for (const role of ['customer', 'business_admin'] as const) {
    const somebody = await shop.signIn(role)
    expect((await somebody.blog.list()).items.map(({ slug }) => slug)).toEqual(['shown'])
    await expect(somebody.blog.bySlug({ params: { slug: 'draft' } })).rejects.toMatchObject({ status: 403, code: 'blog_not_available' })
  }
  expect(await slugs()).toEqual(['shown'])
  expect(await shop.visitor.blog.facets()).toEqual({ categories: [{ value: 'machines', count: 1 }], tags: [] })
  const feed = await shop.app.inject('/rss.xml')
  expect(feed.body.match(/<item>/g)).toHaveLength(1)
  for (const role of ['application_admin', 'super_admin'] as const) {
    const staff = await shop.signIn(role)
    const { items, total } = await staff.blog.list()
    expect([new Set(items.map(({ slug }) => slug)), total]).toEqual([new Set(['shown', 'draft', 'archived', 'tomorrow']), 4])
    expect(items.filter(({ published }) => published).map(({ slug }) => slug)).toEqual(['shown'])
    expect((await staff.blog.bySlug({ params: { slug: 'draft' } })).publishedAt).toBeNull()
    expect((await staff.blog.list({ query: { published: 'true' } })).items.map(({ slug }) => slug)).toEqual(['shown'])
    expect((await staff.blog.list({ query: { published: 'false' } })).total).toBe(3)
    expect((await staff.blog.facets({ query: { published: 'true' } })).tags).toEqual([])
    expect((await staff.blog.facets()).tags).toEqual([{ value: 'hidden', count: 1 }])
  }
  expect(await slugs({ query: { published: 'false' } })).toEqual([])
  shop.advance(2 * DAY_MS)
  expect(await slugs()).toEqual(['tomorrow', 'shown'])
  shop.advance(-2 * DAY_MS)
})

test('S224 S226 D142 an unknown post is 404 Article Not Found, one that is not published 403 Article Not Available without a word of it', async () => {
  await post({ slug: 'secret', status: 'archived', title: 'Secret title', content: 'Secret content' })
  await expect(shop.visitor.blog.bySlug({ params: { slug: 'nowhere' } })).rejects.toMatchObject({
    status: 404,
    code: 'blog_not_found',
    detail: 'Article Not Found',
  })
  const answer = await shop.app.inject('/api/blog/slug/secret')
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ code: 'blog_not_available', detail: 'Article Not Available' })
  expect(answer.body).not.toMatch(/secret (title|content)/i)
})

test('an answer that depends on who asks is never kept for others', async () => {
  await post({ slug: 'draft', status: 'draft' })
  const { token } = await shop.signIn('application_admin')
  const url = '/api/blog'
  const mine = await shop.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect([mine.headers['cache-control'], mine.headers.vary]).toEqual(['private, no-store', expect.stringContaining('Authorization')])
  const open = await shop.app.inject(url)
  expect([open.headers['cache-control'], open.headers.vary]).toEqual([
    expect.stringContaining('public'),
    expect.stringContaining('Authorization'),
  ])
})

test('the list is narrowed by category, tag and every word of a search, sorted and paged', async () => {
  const chips = await post({ slug: 'chips', title: 'Chips', category: 'void-fill', tags: ['Chips', 'dust'], daysAgo: 3 })
  await post({ slug: 'mats', title: 'Mats', category: 'cushioning', tags: ['mats'], content: 'Flöte C, 100% kraft', daysAgo: 2 })
  await post({ slug: 'blades', title: 'blades', category: 'machines', tags: ['dust'], daysAgo: 1 })
  expect(await slugs({ query: { category: 'void-fill' } })).toEqual(['chips'])
  expect(await slugs({ query: { tag: 'dust' } })).toEqual(['blades', 'chips'])
  expect(await slugs({ query: { tag: 'dus' } })).toEqual([])
  expect(await slugs({ query: { search: 'FLOTE kraft' } })).toEqual(['mats'])
  expect(await slugs({ query: { search: '0% k' } })).toEqual(['mats'])
  expect(await slugs({ query: { search: 'kraft chips' } })).toEqual([])
  expect(await slugs({ query: { search: '%' } })).toEqual(['mats'])
  expect(await slugs({ query: { sort: 'title' } })).toEqual(['blades', 'chips', 'mats'])
  expect(await slugs({ query: { sort: 'publishedAt', limit: '1', page: '2' } })).toEqual(['mats'])
  const without = await shop.visitor.blog.list({ query: { exclude: chips.id, limit: '1' } })
  expect([without.items.map(({ slug }) => slug), without.total]).toEqual([['blades'], 2])
  expect(await shop.visitor.blog.facets()).toEqual({
    categories: [
      { value: 'cushioning', count: 1 },
      { value: 'machines', count: 1 },
      { value: 'void-fill', count: 1 },
    ],
    tags: [
      { value: 'dust', count: 2 },
      { value: 'Chips', count: 1 },
      { value: 'mats', count: 1 },
    ],
  })
  for (const query of [{ limit: '0' }, { exclude: 'x' }]) {
    await expect(shop.visitor.blog.list({ query })).rejects.toMatchObject({ status: 422 })
  }
})

test('a post knows the public posts before and after it and those that share most with it', async () => {
  await post({ slug: 'first', tags: ['a', 'b'], category: 'one', daysAgo: 5 })
  await post({ slug: 'hidden', status: 'draft', tags: ['a', 'b'], category: 'one', daysAgo: 4 })
  const middle = await post({ slug: 'middle', tags: ['a', 'b'], category: 'two', daysAgo: 3 })
  await post({ slug: 'last', tags: [], category: 'two', daysAgo: 2 })
  const article = await shop.visitor.blog.bySlug({ params: { slug: 'middle' } })
  expect([article.previous?.slug, article.next?.slug]).toEqual(['first', 'last'])
  expect(article.related.map(({ slug }) => slug)).toEqual(['last', 'first'])
  expect(article.related[0]).not.toHaveProperty('content')
  const last = await shop.visitor.blog.bySlug({ params: { slug: 'last' } })
  expect([last.next, last.previous?.slug]).toEqual([null, 'middle'])
  await shop.deps.db.update(blogPosts).set({ status: 'draft' }).where(eq(blogPosts.id, middle.id))
  expect((await shop.visitor.blog.bySlug({ params: { slug: 'last' } })).previous?.slug).toBe('first')
})

test('D143 an old slug answers the post with its present one', async () => {
  const { id } = await post({ slug: 'present' })
  await shop.deps.db.insert(blogPostSlugs).values({ slug: 'former', postId: id })
  expect((await shop.visitor.blog.bySlug({ params: { slug: 'former' } })).slug).toBe('present')
})

test('D148 the text is read from Markdown, anew for each version', async () => {
  const { id, slug } = await post({ content: '## Flutes\n\nSee **this** [glossary](/glossary).' })
  const read = async () => (await shop.visitor.blog.bySlug({ params: { slug } })).body
  expect(await read()).toEqual([
    { tag: 'h2', attributes: { id: 's-flutes' }, children: ['Flutes'] },
    {
      tag: 'p',
      attributes: {},
      children: [
        'See ',
        { tag: 'strong', attributes: {}, children: ['this'] },
        ' ',
        { tag: 'a', attributes: { href: '/glossary' }, children: ['glossary'] },
        '.',
      ],
    },
  ])
  await shop.deps.db.update(blogPosts).set({ content: 'Changed.', version: 2 }).where(eq(blogPosts.id, id))
  expect(articleText(await read())).toBe('Changed.')
})

test('the feed is RSS 2.0 with whole articles, whole addresses, and nothing that breaks the XML', async () => {
  await post({
    slug: 'feed',
    title: 'A < B & "C" \u0007',
    tags: ['x & y'],
    content: 'To [the shop](/products) ]]> & <b>bold</b>\n\n## Part\n\n[down](#s-part)',
    publishedAt: new Date('2026-03-04T05:06:07Z'),
  })
  const answer = await shop.app.inject('/rss.xml')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
  const { body } = answer
  expect(body).toContain('<title>A &lt; B &amp; &quot;C&quot; </title>')
  expect(body).toContain('<link>https://shop.example/blog/feed</link>')
  expect(body).toContain('<pubDate>Wed, 04 Mar 2026 05:06:07 GMT</pubDate>')
  expect(body).toContain('<category>x &amp; y</category>')
  expect(body).toContain('&lt;a href=&quot;https://shop.example/products&quot;&gt;the shop&lt;/a&gt;')
  expect(body).toContain('&lt;a href=&quot;https://shop.example/blog/feed#s-part&quot;&gt;')
  expect(body).not.toMatch(/[\u0000-\u0008]|<b>|CDATA/)
  expect(openElements(body)).toEqual([])
  const again = await shop.app.inject({ url: '/rss.xml', headers: { 'if-none-match': String(answer.headers.etag) } })
  expect(again.statusCode).toBe(304)
})
