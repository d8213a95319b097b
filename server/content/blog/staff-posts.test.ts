import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OwnPost } from '#contract/content/blog-posts.ts'
import { sitemapRoutes } from '#server/content/sitemap/routes.ts'
import { auditEntries, blogPosts } from '#server/platform/db/schema.ts'
import { readReplicas } from '#server/platform/http/read-replica.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const DAY_MS = 86_400_000

let shop: TestShop
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://shop.example' })
})
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin', { name: 'Bea Editor' })
})
afterAll(() => shop.close())

const FORM = { title: 'Paper, or plastic?', excerpt: 'What a parcel needs.', category: 'void-fill', content: 'Some **words**.' }
const write = (form: Partial<Parameters<typeof staff.blogPosts.create>[0]['body']> = {}) =>
  staff.blogPosts.create({ body: { ...FORM, ...form } })
const change = ({ id }: OwnPost, body: NonNullable<Parameters<typeof staff.blogPosts.update>[0]['body']>) =>
  staff.blogPosts.update({ params: { id }, body })
const publicSlugs = async () => (await shop.visitor.blog.list()).items.map(({ slug }) => slug)
const article = (slug: string) => shop.visitor.blog.bySlug({ params: { slug } })
const audit = async (id: string) =>
  (await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetId, id)).orderBy(auditEntries.id)).map(
    ({ action, actorId, before, after }) => ({ action, actorId, before, after }),
  )

test('B172 B250 B251 a post is written by who is signed in, whatever the form says, and the list has it whole', async () => {
  const body = {
    ...FORM,
    tags: ['mats', 'chips'],
    coverImage: 'https://pictures.example/cover.jpg',
    authorId: '11111111-1111-4111-8111-111111111111',
    published: true,
    createdAt: '2001-01-01T00:00:00Z',
  }
  const before = shop.deps.now()
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/blog',
    headers: { authorization: `Bearer ${staff.token}` },
    payload: body,
  })
  const after = shop.deps.now()
  expect(answer.statusCode).toBe(201)
  const post = answer.json<OwnPost>()
  expect(post).toMatchObject({
    ...FORM,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    slug: 'paper-or-plastic',
    tags: ['mats', 'chips'],
    coverImage: 'https://pictures.example/cover.jpg',
    status: 'draft',
    published: false,
    publishedAt: null,
    authorId: staff.user.id,
    authorName: 'Bea Editor',
    author: { label: 'Reflute Team' },
    deletedAt: null,
    version: 1,
  })
  const createdAt = new Date(post.createdAt)
  expect(createdAt >= before && createdAt <= after, post.createdAt).toBe(true)
  expect((await staff.blogPosts.list()).items).toEqual([post])
  expect(await staff.blogPosts.byId({ params: { id: post.id } })).toEqual(post)
  expect(await publicSlugs()).toEqual([])
  expect(await audit(post.id)).toEqual([
    {
      action: 'post.create',
      actorId: staff.user.id,
      before: null,
      after: { title: FORM.title, slug: 'paper-or-plastic', status: 'draft', publishedAt: null },
    },
  ])
})

test('B246 GET /api/blog lists what is out, newest first, and nothing else', async () => {
  const older = await write({ title: 'Older', status: 'published' })
  shop.advance(1000)
  const newer = await write({ title: 'Newer', status: 'published' })
  await write({ title: 'A draft' })
  const { items, total } = await shop.visitor.blog.list()
  expect([total, items.map(({ slug }) => slug)]).toEqual([2, [newer.slug, older.slug]])
})

test('B247 POST /api/blog takes the fields of the form and a list of tags; the author is who is signed in', async () => {
  const body = { ...FORM, status: 'published' as const, tags: 'mats , , chips,Mats', authorId: '11111111-1111-4111-8111-111111111111' }
  const post = await staff.blogPosts.createAlias({ body })
  expect(post).toMatchObject({ ...FORM, authorId: staff.user.id, tags: ['mats', 'chips'], published: true })
  expect(await publicSlugs()).toEqual([post.slug])
})

test('B248 PUT /api/blog/{id} changes a post', async () => {
  const post = await write({ status: 'published' })
  expect(await staff.blogPosts.updateAlias({ params: { id: post.id }, body: { title: 'Renamed', version: 1 } })).toMatchObject({
    title: 'Renamed',
    content: FORM.content,
    version: 2,
  })
  expect((await article(post.slug)).title).toBe('Renamed')
})

test('B249 DELETE /api/blog/{id} takes a post away, once', async () => {
  const params = { id: (await write({ status: 'published' })).id }
  expect(await staff.blogPosts.removeAlias({ params })).toEqual({ ok: true })
  expect(await publicSlugs()).toEqual([])
  await expect(staff.blogPosts.removeAlias({ params })).rejects.toMatchObject({ status: 404 })
})

test('below /api/blog, too, only staff write', async () => {
  const params = { id: (await write()).id }
  for (const role of ['customer', 'business_admin'] as const) {
    const other = await shop.signIn(role)
    await expect(other.blogPosts.createAlias({ body: FORM })).rejects.toMatchObject({ status: 403 })
    await expect(other.blogPosts.updateAlias({ params, body: { title: 'X' } })).rejects.toMatchObject({ status: 403 })
    await expect(other.blogPosts.removeAlias({ params })).rejects.toMatchObject({ status: 403 })
    await expect(other.blogPosts.list()).rejects.toMatchObject({ status: 403 })
  }
  await expect(shop.visitor.blogPosts.createAlias({ body: FORM })).rejects.toMatchObject({ status: 401 })
})

test.each(['title', 'excerpt', 'category', 'content'])('B200 a post without its %s is refused at that field', async (field) => {
  for (const value of [undefined, '', '  ']) {
    const refusal = await refusalOf(write({ [field]: value }))
    expect(refusal).toMatchObject({ status: 422, errors: [{ field }] })
  }
  const post = await write()
  expect(await refusalOf(change(post, { [field]: ' ' }))).toMatchObject({ status: 422, errors: [{ field }] })
})

test('B201 the cover is an address with https or a picture of the shop, and nothing else', async () => {
  for (const coverImage of [
    'cover.jpg',
    'http://pictures.example/a.jpg',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//pictures.example/a.jpg',
    '/media/../secret',
    '/etc/passwd',
  ]) {
    expect(await refusalOf(write({ coverImage }))).toMatchObject({ status: 422, errors: [{ field: 'coverImage' }] })
  }
  for (const coverImage of ['https://pictures.example/a.jpg', '/media/abc_1.webp', '/drawings/scenes/chip-box.svg']) {
    expect(await write({ coverImage })).toMatchObject({ coverImage })
  }
  expect(await write({ coverImage: '' })).toMatchObject({ coverImage: null })
})

test('B202 tags come as a list or with commas: trimmed, each once, empties dropped', async () => {
  expect((await write({ tags: ' mats, , chips ,Mats,' })).tags).toEqual(['mats', 'chips'])
  const post = await write({ tags: [' a ', '', 'b'] })
  expect(post.tags).toEqual(['a', 'b'])
  expect((await change(post, { tags: '' })).tags).toEqual([])
  expect(await refusalOf(write({ tags: 'x'.repeat(41) }))).toMatchObject({ status: 422 })
  expect(await refusalOf(write({ tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }))).toMatchObject({ status: 422 })
})

test('B252 a change keeps what is left out, counts the version, and is refused when somebody was faster', async () => {
  const post = await write({ content: `${'before '.repeat(500)}old${' after'.repeat(500)}` })
  const content = post.content.replace('old', 'new')
  const changed = await change(post, { content, version: 1, status: 'archived', authorLabel: 'Bea' })
  expect(changed).toMatchObject({ title: FORM.title, excerpt: FORM.excerpt, status: 'archived', version: 2, author: { label: 'Bea' } })
  expect(await refusalOf(change(post, { title: 'Mine', version: 1 }))).toMatchObject({
    status: 409,
    code: 'edit_conflict',
    current: { id: post.id, version: 2, status: 'archived' },
  })
  expect(await change(post, { title: FORM.title })).toMatchObject({ version: 2 })
  const entries = await audit(post.id)
  expect(entries.map(({ action }) => action)).toEqual(['post.create', 'post.edit'])
  expect(entries[1]).toMatchObject({ before: { status: 'draft' }, after: { status: 'archived', authorLabel: 'Bea' } })
  expect(JSON.stringify(entries[1]).length).toBeLessThan(500)
  expect(entries[1]?.before).toMatchObject({ content: expect.stringContaining('old') })
  const second = await shop.signIn('super_admin')
  expect(await second.blogPosts.update({ params: { id: post.id }, body: { title: 'Other' } })).toMatchObject({ authorId: staff.user.id })
})

test('B187 B254 publishing a draft shows it at once; a published post stays as it is, an archived one is refused', async () => {
  const post = await write()
  const params = { id: post.id }
  expect(await refusalOf(article(post.slug))).toMatchObject({ status: 403 })
  const before = shop.deps.now()
  const published = await staff.blogPosts.publish({ params })
  expect(published).toMatchObject({ status: 'published', published: true, version: 2 })
  const publishedAt = new Date(published.publishedAt ?? 0)
  expect(publishedAt >= before && publishedAt <= shop.deps.now(), publishedAt.toISOString()).toBe(true)
  expect(await article(post.slug)).toMatchObject({ title: FORM.title })
  shop.advance(1000)
  expect(await staff.blogPosts.publish({ params })).toEqual(published)
  await change(post, { status: 'archived' })
  expect(await refusalOf(staff.blogPosts.publish({ params }))).toMatchObject({ status: 409, code: 'post_archived' })
  expect(await refusalOf(article(post.slug))).toMatchObject({ status: 403, detail: 'Article Not Available' })
  expect((await audit(post.id)).map(({ action }) => action)).toEqual(['post.create', 'post.publish', 'post.edit'])
  shop.advance(-1000)
})

test('D210 a post that is planned for later is nowhere to be seen before its time: not in list, feed, sitemap, search, counts or claims', async () => {
  const at = new Date(shop.deps.now().getTime() + DAY_MS)
  const post = await write({ title: 'Zeppelin wraps', status: 'published', publishedAt: at.toISOString(), tags: 'zeppelins' })
  expect(post).toMatchObject({ status: 'published', published: false, publishedAt: at.toISOString() })
  const { fastify } = await import('fastify')
  const screens = fastify()
  readReplicas(screens, shop.deps, async () => {})
  sitemapRoutes(screens, shop.deps, { listed: [{ path: '/blog', changesWith: ['articles'] }], closed: [], open: [] })
  const seen = async () => ({
    list: (await publicSlugs()).length,
    tags: (await shop.visitor.blog.facets()).tags.length,
    feed: (await shop.app.inject('/rss.xml')).body.includes('zeppelin'),
    sitemap: (await screens.inject('/sitemap.xml')).body.includes('zeppelin'),
    search: JSON.stringify(await shop.visitor.search.find({ query: { q: 'zeppelin' } })).includes('zeppelin-wraps'),
    counted: (await shop.visitor.claims.list()).items.find(({ counter }) => counter === 'articles')?.countedValue,
    page: await article(post.slug).then(
      () => 200,
      (error: { status: number }) => error.status,
    ),
  })
  const hidden = { list: 0, tags: 0, feed: false, sitemap: false, search: false, counted: 0, page: 403 }
  const shown = { list: 1, tags: 1, feed: true, sitemap: true, search: true, counted: 1, page: 200 }
  expect(await seen()).toEqual(hidden)
  shop.advance(DAY_MS + 1000)
  expect(await seen()).toEqual(shown)
  await staff.blogPosts.remove({ params: { id: post.id } })
  expect(await seen()).toEqual({ ...hidden, page: 404 })
  await staff.blogPosts.restore({ params: { id: post.id } })
  expect(await seen()).toEqual(shown)
  shop.advance(-DAY_MS - 1000)
  await screens.close()
})

test('B253 D307 a deleted post is hidden from everybody, found only by asking for deleted ones, and comes back as it was', async () => {
  const post = await write({ status: 'published' })
  const params = { id: post.id }
  expect(await staff.blogPosts.remove({ params })).toEqual({ ok: true })
  await expect(staff.blogPosts.remove({ params })).rejects.toMatchObject({ status: 404 })
  await expect(change(post, { title: 'X' })).rejects.toMatchObject({ status: 404 })
  await expect(staff.blogPosts.publish({ params })).rejects.toMatchObject({ status: 404 })
  expect((await staff.blog.list()).total).toBe(0)
  expect((await staff.blogPosts.list()).total).toBe(0)
  const { items, total } = await staff.blogPosts.list({ query: { status: 'Deleted' } })
  expect([items[0]?.id, items[0]?.published, total]).toEqual([post.id, false, 1])
  expect(await staff.blogPosts.restore({ params })).toMatchObject({ published: true, deletedAt: null, status: 'published' })
  expect(await publicSlugs()).toEqual([post.slug])
  expect((await audit(post.id)).map(({ action }) => action)).toEqual(['post.create', 'post.delete', 'post.restore'])
})

test('D143 a slug comes from the title and is nobody else’s; a former one leads to the post, a deleted post gives its own away', async () => {
  const one = await write({ title: 'Wärme & Kälte' })
  const two = await write({ title: 'Wärme & Kälte' })
  expect([one.slug, two.slug, (await write({ title: '紙' })).slug]).toEqual(['warme-kalte', 'warme-kalte-2', 'post'])
  expect(await refusalOf(change(two, { slug: 'warme-kalte' }))).toMatchObject({ status: 409, errors: [{ field: 'slug' }] })
  expect(await refusalOf(change(two, { slug: 'Not a slug' }))).toMatchObject({ status: 422, errors: [{ field: 'slug' }] })
  await change(one, { status: 'published', slug: 'heat' })
  expect((await article('warme-kalte')).slug).toBe('heat')
  expect(await refusalOf(write({ slug: 'warme-kalte' }))).toMatchObject({ status: 409, errors: [{ field: 'slug' }] })
  await change(one, { slug: 'warme-kalte' })
  expect((await article('heat')).slug).toBe('warme-kalte')
  expect((await change(one, { title: 'Heat and cold' })).slug).toBe('warme-kalte')
  expect((await change(one, { slug: '' })).slug).toBe('heat-and-cold')
  await staff.blogPosts.remove({ params: { id: one.id } })
  expect((await write({ slug: 'heat-and-cold' })).slug).toBe('heat-and-cold')
  expect((await write({ slug: 'warme-kalte' })).slug).toBe('warme-kalte')
  expect((await staff.blogPosts.restore({ params: { id: one.id } })).slug).toBe(`heat-and-cold-${one.id.slice(0, 8)}`)
})

test('two who write the same title at once both get an address', async () => {
  const posts = await Promise.all([write(), write(), write()])
  expect(new Set(posts.map(({ slug }) => slug)).size).toBe(3)
})

test('the list for staff is searched, filtered, sorted and paged; a change is found at once', async () => {
  await write({ title: 'Chips', category: 'void-fill', status: 'published' })
  const mats = await write({ title: 'Mats', category: 'cushioning' })
  await write({ title: 'Old', category: 'cushioning', status: 'archived' })
  const titles = async (query: Parameters<typeof staff.blogPosts.list>[0] = {}) =>
    (await staff.blogPosts.list(query)).items.map(({ title }) => title)
  expect(await titles({ query: { sort: 'title' } })).toEqual(['Chips', 'Mats', 'Old'])
  expect(await titles({ query: { sort: '-title', limit: '1', page: '2' } })).toEqual(['Mats'])
  expect(await titles({ query: { status: 'draft' } })).toEqual(['Mats'])
  expect(await titles({ query: { category: 'cushioning', sort: 'title' } })).toEqual(['Mats', 'Old'])
  await change(mats, { content: 'Kühlkette' })
  expect(await titles({ query: { search: 'KUHL' } })).toEqual(['Mats'])
  expect(await titles()).toEqual(['Mats', 'Old', 'Chips'])
  await expect(staff.blogPosts.list({ query: { status: 'lost' as 'draft' } })).rejects.toMatchObject({ status: 422 })
})

test('D306 the filtered list leaves as a file, which is written down', async () => {
  await write({ title: '=1+1', status: 'published' })
  await write({ title: 'Draft' })
  const headers = { authorization: `Bearer ${staff.token}` }
  const answer = await shop.app.inject({ url: '/api/admin/blog/export?status=published', headers })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.body).toContain("'=1+1")
  expect(answer.body).not.toContain('Draft')
  const [entry] = await audit('posts')
  expect(entry).toMatchObject({ action: 'posts.export', after: { rows: 1, status: 'published' } })
})

test('the preview shows a text as readers see it and keeps nothing', async () => {
  const content = '## Part\n\n<script>alert(1)</script> **bold** text'
  const preview = await staff.blogPosts.preview({ body: { content } })
  const post = await write({ content, status: 'published' })
  expect(preview).toMatchObject({ body: (await article(post.slug)).body, readingMinutes: 1 })
  expect(JSON.stringify(preview)).not.toContain('alert(1)</script>')
  expect(await staff.blogPosts.preview({ body: { content: '' } })).toEqual({ body: [], words: 0, readingMinutes: 1 })
  expect(await shop.deps.db.$count(blogPosts)).toBe(1)
  const customer = await shop.signIn('customer')
  await expect(customer.blogPosts.preview({ body: { content } })).rejects.toMatchObject({ status: 403 })
})

test('a text of 100,000 letters of any alphabet is taken, a longer one refused with a sentence', async () => {
  expect((await write({ content: '紙'.repeat(100_000) })).content).toHaveLength(100_000)
  expect(await refusalOf(write({ content: 'x'.repeat(100_001) }))).toMatchObject({ status: 422, errors: [{ field: 'content' }] })
})

test('4.3 an article that shows nothing is none, however it is written', async () => {
  const post = await write()
  const empty = [
    '\u200b',
    '\u200b\u200d\ufeff\u2060',
    '\u00ad \u3164',
    '\u2800',
    '\u200f\u202e',
    '&nbsp;',
    '&#8203;',
    '&ZeroWidthSpace;&shy;',
    '# \u200b',
    '- \n- ',
    '> ',
    '**\u200b**',
    '| |\n|-|\n| |',
    '---',
    '```\n```',
    '\\\n\\\n&#x3164;',
    '<!-- nothing -->',
    '<p></p>',
    '<script>alert(1)</script>',
    '[](https://example.com)',
    '[\u200b](https://example.com)',
    '[note]: https://example.com',
  ]
  for (const content of empty) {
    expect(await refusalOf(write({ content })), content).toMatchObject({
      status: 422,
      errors: [{ field: 'content', message: 'Please enter some text' }],
    })
    expect(await refusalOf(change(post, { content })), content).toMatchObject({ status: 422, errors: [{ field: 'content' }] })
  }
  for (const content of ['.', '👩‍👩‍👧', 'שלום', '![](https://pictures.example/a.jpg)', '`x`', '&copy;', '1'])
    expect((await write({ content })).content).toBe(content)
})
