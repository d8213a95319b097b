import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLAIMS } from '#content/claims.ts'
import { blogPosts, claims } from '#server/platform/db/schema.ts'
import { seedReference } from '#server/seed/seed-reference.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const DAY_MS = 86_400_000

async function read(id: string) {
  const { items } = await shop.visitor.claims.list()
  const claim = items.find((item) => item.id === id)
  if (!claim) throw new Error(`no claim ${id}`)
  return claim
}
const edit = (id: string, change: Partial<typeof claims.$inferInsert>) => shop.deps.db.update(claims).set(change).where(eq(claims.id, id))

test('S9 S10 the register has every figure of the specification, illustrative while nobody gave a source', async () => {
  const { items } = await shop.visitor.claims.list()
  expect(items.map(({ id }) => id)).toEqual(CLAIMS.map(({ id }) => id))
  expect(items.map(({ shownText }) => shownText)).toEqual([
    '60-85% savings',
    '6-12 months',
    '17 trees',
    '70% carbon reduction',
    '7K gallons of water',
    '50+ articles',
    '500+ customers',
    '25+ years',
    '50+ Companies Served',
    'Average 45% Efficiency Gain',
    'ROI in 6-12 Months',
  ])
  for (const claim of items) expect(claim).toMatchObject({ isIllustrative: true, isCounted: false, source: null })
  for (const id of ['trees', 'carbon', 'water']) expect((await read(id)).scope).toContain('per ton of cardboard kept in use')
})

test('a source takes the mark away, and its end brings it back without anybody doing anything', async () => {
  await edit('trees', { source: 'Life-cycle study 2025', expiresAt: new Date(shop.deps.now().getTime() + DAY_MS) })
  expect(await read('trees')).toMatchObject({ source: 'Life-cycle study 2025', isIllustrative: false })
  shop.advance(DAY_MS + 1000)
  expect(await read('trees')).toMatchObject({ shownText: '17 trees', isIllustrative: true })
})

test('a countable claim shows what the shop counts once staff choose so', async () => {
  await shop.signIn('customer')
  await shop.signIn('customer', { status: 'Suspended' })
  await shop.signIn('business_admin')
  const at = (days: number) => new Date(shop.deps.now().getTime() + days * DAY_MS)
  const post = { excerpt: '', content: '', category: 'guides' }
  await shop.deps.db.insert(blogPosts).values([
    { ...post, slug: 'out', title: 'Out', status: 'published', publishedAt: at(-1) },
    { ...post, slug: 'later', title: 'Later', status: 'published', publishedAt: at(1) },
    { ...post, slug: 'draft', title: 'Draft', status: 'draft' },
  ])
  expect(await read('customers')).toMatchObject({ shownText: '500+ customers', countedValue: 1, counter: 'customers' })
  for (const id of ['articles', 'customers', 'companies', 'years']) await edit(id, { useCounted: true })
  expect(await read('articles')).toMatchObject({ shownText: '1 article', isCounted: true, isIllustrative: false })
  expect(await read('customers')).toMatchObject({ shownText: '1 customer', isIllustrative: false })
  expect(await read('companies')).toMatchObject({ shownText: '1 Company Served', countedValue: 1 })
  expect(await read('years')).toMatchObject({ shownText: '25+ years', countedValue: null, isIllustrative: true })
})

test('a new start adds claims that are missing and leaves what staff changed', async () => {
  await edit('water', { wording: '7K gallons of water, at most', source: 'Mill report' })
  await shop.deps.db.delete(claims).where(eq(claims.id, 'savings'))
  await seedReference(shop.deps)
  expect(await read('savings')).toMatchObject({ wording: '60-85% savings' })
  expect(await read('water')).toMatchObject({ wording: '7K gallons of water, at most', source: 'Mill report' })
})

test('the register is paged and searched like every list', async () => {
  const { items, total } = await shop.visitor.claims.list({ query: { search: 'GALLONS' } })
  expect([items.map(({ id }) => id), total]).toEqual([['water'], 1])
  expect((await shop.visitor.claims.list({ query: { limit: '2', page: '2' } })).items).toHaveLength(2)
})
