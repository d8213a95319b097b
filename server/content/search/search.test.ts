import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GLOSSARY } from '#content/glossary.ts'
import type { Segment } from '#contract/content/search.ts'
import { normalizeText } from '#domain/search/words.ts'
import { blogPosts, productFits } from '#server/platform/db/schema.ts'
import { searchTextOf } from '#server/platform/text/search-text.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
})

const find = (q: string) => shop.visitor.search.find({ query: { q } })
const namesOf = (hits: readonly { name: string }[]) => hits.map(({ name }) => name)
const hitsOf = (segments: readonly Segment[]) => segments.filter(({ isHit }) => isHit).map(({ text }) => text)
const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join('')

interface ProductInput {
  name: string
  category?: string
  description?: string
  features?: string[]
  businessId?: string
  status?: 'Active' | 'Inactive'
}

const addProduct = ({ name, description = '', features = [], ...rest }: ProductInput) =>
  shop.make.product({ name, description, features, ...rest, searchText: searchTextOf({ name, description, features }) })

async function addArticle(title: string, input: Partial<typeof blogPosts.$inferInsert> = {}) {
  const excerpt = input.excerpt ?? 'What we learned.'
  const content = input.content ?? 'Text.'
  await shop.deps.db.insert(blogPosts).values({
    slug: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    title,
    excerpt,
    content,
    category: 'Guides',
    status: 'published',
    publishedAt: new Date('2026-01-05T00:00:00Z'),
    searchText: normalizeText(`${title}\n${excerpt}\n${content}`),
    ...input,
  })
}

/** A small shop with something of every kind. */
async function fillShop() {
  const fold = await shop.make.business({
    name: 'North Fold Works',
    description: 'We build conveyors and slitting machines.',
    city: 'Göteborg',
  })
  await addProduct({
    name: 'Outfeed conveyor 640',
    category: 'accessories',
    description: 'A belt behind the machine.',
    businessId: fold.id,
  })
  await addProduct({ name: 'Pallet table', category: 'accessories', features: ['Fits every CONVEYOR of ours'], businessId: fold.id })
  await addProduct({
    name: 'EcoMat 1000',
    category: 'mat-maker',
    description: 'Benchtop machine with hardened blades.',
    businessId: fold.id,
  })
  await addProduct({ name: 'Padding mats', category: 'mat', description: 'Cut flat from used board.', businessId: fold.id })
  await addArticle('Choosing a conveyor', { excerpt: 'How long a conveyor has to be for the work that stands behind it.' })
  await addArticle('Keeping blades sharp')
  return { fold }
}

describe('GET /api/search', () => {
  test('D24 one search finds products, producers, articles and terms, each with the words marked, best first', async () => {
    await fillShop()
    const { products, producers, articles, totals, meant, query } = await find(' Conveyor ')
    expect({ query, meant }).toEqual({ query: 'Conveyor', meant: null })
    expect(namesOf(products)).toEqual(['Outfeed conveyor 640', 'Pallet table'])
    expect(products.map(({ highlight, excerpt }) => [hitsOf(highlight), hitsOf(excerpt)])).toEqual([
      [['conveyor'], []],
      [[], ['CONVEYOR']],
    ])
    expect(textOf(products[0]?.highlight ?? [])).toBe('Outfeed conveyor 640')
    expect(namesOf(producers)).toEqual(['North Fold Works'])
    expect(producers[0]).toMatchObject({ productCount: 4, city: 'Göteborg' })
    expect(hitsOf(producers[0]?.excerpt ?? [])).toEqual(['conveyor'])
    expect(articles.map(({ title, publishedAt }) => [title, publishedAt])).toEqual([['Choosing a conveyor', '2026-01-05T00:00:00.000Z']])
    expect(totals).toEqual({ products: 2, equipment: 2, materials: 0, producers: 1, articles: 1, pages: 0, terms: 0 })
  })

  test('a word that stands only in the text of an article is shown where it stands, without the marks of Markdown', async () => {
    await addArticle('Choosing a table', {
      content: `# Tables\n\n${'A long beginning. '.repeat(20)}\n\n- Put the **[conveyor](/products/outfeed)** beside it\n- Leave room`,
    })
    const { articles } = await find('conveyor')
    expect(textOf(articles[0]?.excerpt ?? [])).toMatch(/^….*Put the conveyor beside it Leave room$/)
    expect(hitsOf(articles[0]?.excerpt ?? [])).toEqual(['conveyor'])
  })

  test('glossary terms are found by name before those that only mention the word', async () => {
    const [first] = GLOSSARY
    const { terms, totals } = await find(first?.term ?? '')
    expect(terms[0]).toMatchObject({ id: first?.id, term: first?.term })
    expect(hitsOf(terms[0]?.highlight ?? []).length).toBeGreaterThan(0)
    expect(totals.terms).toBeGreaterThanOrEqual(terms.length)
  })

  test('S256 D45 name, description and features are searched without regard to case, and words inside words are found too', async () => {
    await fillShop()
    for (const [q, name] of [
      ['OUTFEED', 'Outfeed conveyor 640'],
      ['bElT', 'Outfeed conveyor 640'],
      ['every conveyor', 'Pallet table'],
      ['comat', 'EcoMat 1000'],
    ] as const) {
      expect(namesOf((await find(q)).products), q).toContain(name)
    }
    expect((await find('conveyor unheard-of')).understood.leftOut).toEqual(['unheard'])
  })

  test('a kind of product with a condition that none meets finds nothing, as there is no word to leave out', async () => {
    await shop.make.product({ name: 'Mat maker', priceUsdCents: 500_000 })
    expect((await find('machine under $1')).totals.products).toBe(0)
    expect((await shop.visitor.products.list({ query: { search: 'machine under $1' } })).total).toBe(0)
  })

  test('a word that begins a word counts more than one inside of words, in names and in texts', async () => {
    const { id: businessId } = await shop.make.business({ name: 'Aardvark Formats' })
    await shop.make.business({ name: 'Zebra', description: 'Mats of every size.' })
    await shop.make.business({ name: 'Kiln', description: 'All formats of boxes.' })
    await addProduct({ name: 'Automatic cutter', category: 'accessories', businessId })
    await addProduct({ name: 'Floor mat', category: 'mat', businessId })
    await addProduct({ name: 'A bin', category: 'accessories', description: 'In two formats.', businessId })
    await addProduct({ name: 'Roll stand', category: 'accessories', description: 'Holds one\nmat roll.', businessId })
    const { products, producers } = await find('mat')
    expect(namesOf(products)).toEqual(['Floor mat', 'Roll stand', 'Automatic cutter', 'A bin'])
    expect(namesOf(producers)).toEqual(['Aardvark Formats', 'Zebra', 'Kiln'])
  })

  test('D45 a slip is read as the word that was meant, in every group, and the answer says so', async () => {
    await fillShop()
    for (const slip of ['conveyer', 'convyor', 'conveyoor', 'covneyor']) {
      const { products, producers, articles, meant } = await find(slip)
      expect([slip, meant, products.length, producers.length, articles.length]).toEqual([slip, 'conveyor', 2, 1, 1])
      expect(hitsOf(products[0]?.highlight ?? [])).toEqual(['conveyor'])
    }
  })

  test('a search that is taken as it was typed is corrected in no group', async () => {
    await fillShop()
    const mistyped = { q: 'conveyer', exact: 'true' } as const
    const { meant, totals } = await shop.visitor.search.find({ query: mistyped })
    expect({ meant, ...totals }).toMatchObject({ meant: null, products: 0, producers: 0, articles: 0 })
    const articles = await shop.visitor.search.find({ query: { ...mistyped, group: 'articles' } })
    expect([articles.meant, articles.articles]).toEqual([null, []])
    const term = GLOSSARY.find(({ term: name }) => /^[A-Z][a-z]{8,}$/.test(name))?.term ?? ''
    const slip = `${term.slice(0, 4)}${term.slice(5)}`
    expect((await find(slip)).totals.terms, slip).toBeGreaterThan(0)
    expect((await shop.visitor.search.find({ query: { q: slip, exact: 'true' } })).totals.terms, slip).toBe(0)
  })

  test('a word that is right in one group is not called a slip', async () => {
    await fillShop()
    await addArticle('Conveyer belts, or conveyor belts?')
    expect(await find('conveyer')).toMatchObject({ meant: null, totals: { articles: 1 } })
  })

  test('D23 the four names of machines and the two of packaging mean the same', async () => {
    await fillShop()
    for (const q of ['equipment', 'machines', 'Repurposing']) {
      expect((await find(q)).totals, q).toMatchObject({ equipment: 3, materials: 0, producers: 1 })
    }
    for (const q of ['packaging', 'materials']) expect((await find(q)).totals, q).toMatchObject({ equipment: 0, materials: 1 })
    expect((await find('equipment')).terms[0]).toMatchObject({ term: expect.stringMatching(/equipment|machine/i) })
  })

  test('D39 S181 nothing is found that a visitor may not see, and its words give nothing away', async () => {
    const { fold } = await fillShop()
    await addProduct({ name: 'Zebrafold press', category: 'accessories', businessId: fold.id, status: 'Inactive' })
    const waiting = await shop.make.business({ name: 'Zebrafold Waiting', businessStatus: 'pending' })
    await addProduct({ name: 'Zebrafold table', category: 'accessories', businessId: waiting.id })
    await shop.make.business({ name: 'Zebrafold Stopped', status: 'Suspended' })
    await addArticle('Zebrafold draft', { status: 'draft' })
    await addArticle('Zebrafold tomorrow', { publishedAt: new Date(Date.now() + 86_400_000) })
    for (const q of ['zebrafold', 'zebrafeld']) {
      const { totals, meant, suggestions } = await find(q)
      expect({ totals, meant }).toEqual({
        totals: { products: 0, equipment: 0, materials: 0, producers: 0, articles: 0, pages: 0, terms: 0 },
        meant: null,
      })
      expect(suggestions.filter((word) => word.includes('zebra'))).toEqual([])
    }
    shop.advance(2 * 86_400_000)
    expect((await find('zebrafold')).articles.map(({ title }) => title)).toEqual(['Zebrafold tomorrow'])
    shop.advance(-2 * 86_400_000)
  })

  test('at most 8 of each come at once; a group has pages of 24, and the numbers in all stay', async () => {
    const { id: businessId } = await shop.make.business({ name: 'Kiln' })
    for (let number = 1; number <= 27; number += 1) {
      await addProduct({ name: `Spare belt ${String(number).padStart(2, '0')}`, category: 'replacement-parts', businessId })
      await addArticle(`Belt story ${number}`)
    }
    const all = await find('belt')
    expect([all.products.length, all.articles.length]).toEqual([8, 8])
    const second = await shop.visitor.search.find({ query: { q: 'belt', group: 'articles', page: '2' } })
    expect([second.articles.length, second.products, second.totals]).toEqual([3, [], all.totals])
    const beyond = await shop.visitor.search.find({ query: { q: 'belt', group: 'articles', page: '9' } })
    expect([beyond.articles, beyond.totals.articles]).toEqual([[], 27])
    expect(all.totals).toMatchObject({ products: 27, articles: 27 })
  })

  test('the written pages are found among the pages of help', async () => {
    for (const [q, href] of [
      ['technical documentation', '/resources/technical-documentation'],
      ['buyers guide', '/buyers-guide'],
      ["Buyer's guide", '/buyers-guide'],
      ['impact calculator', '/impact-calculator'],
      ['contact', '/contact'],
      ['imprint', '/imprint'],
      ['accessibility', '/accessibility'],
      ['how the marketplace works', '/about'],
    ] as const) {
      const { pages } = await find(q)
      expect(pages[0]?.href, q).toBe(href)
    }
  })

  test('policies and questions are found, those with the words in their title first', async () => {
    const { pages, totals } = await find('refund policies')
    expect(pages[0]).toMatchObject({ id: 'refund-policy', title: 'Refund policy', href: '/refund-policy' })
    expect(hitsOf(pages[0]?.highlight ?? []).length).toBeGreaterThan(0)
    expect(totals.pages).toBeGreaterThanOrEqual(pages.length)
  })

  test('products that only contain the search within a word come last, as tier 6', async () => {
    await addProduct({ name: 'Automatic cutter', category: 'accessories' })
    await addProduct({ name: 'Floor mat', category: 'mat' })
    const { products } = await find('mat')
    expect(products.map(({ name, tier }) => [name, tier])).toEqual([
      ['Floor mat', 1],
      ['Automatic cutter', 6],
    ])
    const list = (query: object) => shop.visitor.products.list({ query: { search: 'mat', fields: 'card', ...query } })
    for (const market of [{}, { country: 'DE', buyer: 'business' }])
      expect((await list(market)).items.map(({ name, tier }) => [name, tier])).toEqual([
        ['Floor mat', 1],
        ['Automatic cutter', 6],
      ])
    expect((await list({ search: '' })).items.map(({ tier }) => tier)).toEqual([undefined, undefined])
  })

  describe('a search that few products meet', () => {
    const fillWithTables = async () => {
      const { id: businessId } = await shop.make.business({ name: 'Kiln' })
      const add = (name: string, description: string, input: { category?: string; priceUsdCents?: number } = {}) =>
        shop.make.product({
          name,
          description,
          category: 'accessories',
          businessId,
          searchText: searchTextOf({ name, description, features: [] }),
          ...input,
        })
      await add('Folding table', 'A quiet one.', { priceUsdCents: 900_00 })
      await add('Loud table', 'Made of steel.', { priceUsdCents: 100_00 })
      await add('Roll stand', 'It never was in disquiet on any table.', { priceUsdCents: 500_00 })
      await add('Oak table mat', 'Soft.', { category: 'mat', priceUsdCents: 300_00 })
      await add('Box', 'Empty.', { priceUsdCents: 200_00 })
      for (let number = 1; number <= 3; number += 1) await add(`Table ${number}`, 'Plain.', { category: 'mat', priceUsdCents: 50_00 })
    }
    type ListInput = NonNullable<Parameters<typeof shop.visitor.products.list>[0]>
    const list = async (query: NonNullable<ListInput['query']>) => {
      const { items, total } = await shop.visitor.products.list({ query })
      return { names: namesOf(items), total }
    }

    test('goes on with those that lack one word of it, after all others, and says which word; what only mentions the thing is last', async () => {
      await fillWithTables()
      const { products, understood, totals } = await find('quiet table')
      expect(products.map(({ name, tier }) => [name, tier])).toEqual([
        ['Folding table', 4],
        ['Loud table', 5],
        ['Oak table mat', 5],
        ['Table 1', 5],
        ['Table 2', 5],
        ['Table 3', 5],
        ['Roll stand', 5],
      ])
      expect(understood).toMatchObject({ leftOut: ['quiet'], matching: 1 })
      expect(totals).toMatchObject({ products: 7, equipment: 3, materials: 4 })
    })

    const addPart = async (name: string, description: string) =>
      shop.make.product({
        name,
        description,
        category: 'accessories',
        businessId: (await shop.make.business({ name: `Maker of ${name}` })).id,
        searchText: searchTextOf({ name, description, features: [] }),
      })
    const tiersOf = async (q: string) => (await find(q)).products.map(({ name, tier }) => [name, tier])

    test.each(['table steel', 'steel table'])('has what only contains the words of “%s” as tier 6 all the same', async (q) => {
      await addPart('Roll stand', 'Goes by leadsteel, through uptables.')
      await addPart('Oak table', 'Made of oak.')
      expect(await tiersOf(q)).toEqual([
        ['Roll stand', 6],
        ['Oak table', 5],
      ])
    })

    test('has what fits the thing that is named as tier 4; what only a correction finds so is tier 5, and the correction is named', async () => {
      const [eye, machine] = [await addPart('Photocell', 'An eye.'), await addPart('Perforator', 'Slits board.')]
      await addPart('Photocell stand', 'Steel.')
      await shop.deps.db.insert(productFits).values({ productId: eye.id, targetId: machine.id, label: 'perforator', position: 0 })
      expect(await tiersOf('photocell for a perforator')).toEqual([
        ['Photocell', 4],
        ['Photocell stand', 5],
      ])
      expect(await tiersOf('photocxll for a perforator')).toEqual([
        ['Photocell', 5],
        ['Photocell stand', 5],
      ])
      expect((await find('photocxll for a perforator')).understood.corrections).toEqual([{ from: 'photocxll', to: 'photocell' }])
    })

    test('has one total on every page, in every order and in the counts of filters', async () => {
      await fillWithTables()
      const search = 'quiet table'
      const pages = await Promise.all([1, 2, 3].map((page) => list({ search, limit: '3', page: String(page) })))
      expect(pages.map(({ total }) => total)).toEqual([7, 7, 7])
      expect(pages.flatMap(({ names }) => names)).toEqual((await list({ search })).names)
      expect((await list({ search, sort: 'price' })).names.slice(0, 3)).toEqual(['Folding table', 'Table 1', 'Table 2'])
      const { understood, total, categories } = await shop.visitor.products.facets({ query: { search } })
      expect({ understood, total }).toMatchObject({ understood: { leftOut: ['quiet'], matching: 1 }, total: 7 })
      expect(categories.map(({ value, count }) => [value, count])).toEqual(
        expect.arrayContaining([
          ['mat', 4],
          ['accessories', 3],
        ]),
      )
      expect((await list({ search, category: 'mat' })).total).toBe(4)
      expect(await shop.visitor.products.facets({ query: { search, category: 'mat' } })).toMatchObject({
        understood: { matching: 0 },
        total: 4,
      })
    })

    test('has only what has all words where it is taken as it was typed, and beside a filter alone', async () => {
      await fillWithTables()
      expect(await list({ search: 'quiet table', exact: 'true' })).toEqual({ names: ['Folding table', 'Roll stand'], total: 2 })
      const { understood, products } = await find('table under $60')
      expect([namesOf(products), understood.leftOut]).toEqual([['Table 1', 'Table 2', 'Table 3'], []])
    })

    test('gives up a number where it stands beside one other word', async () => {
      await fillWithTables()
      expect((await find('table 2')).understood).toMatchObject({ leftOut: ['2'], matching: 1 })
    })
  })

  test('an empty search answers empty groups', async () => {
    for (const url of ['/api/search', '/api/search?q=', '/api/search?q=%20%20']) {
      const answer = await shop.app.inject({ url })
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({ query: '', products: [], producers: [], articles: [], terms: [], totals: { products: 0 } })
    }
  })

  test('where nothing is found, words of the shop that look alike are suggested', async () => {
    await fillShop()
    expect(await find('conveirs')).toMatchObject({ totals: { products: 0 }, suggestions: expect.arrayContaining(['conveyors']) })
  })

  test('a suggested word that names a product or category goes before one of a description that is hardly nearer', async () => {
    await fillShop()
    await shop.make.business({ name: 'Board Works', description: 'Outfits that convert board; we benchmark, palletize and outfeel.' })
    for (const [typed, name] of [
      ['conveirs', 'conveyor'],
      ['accesoriezz', 'accessories'],
      ['outfeetsz', 'outfeed'],
      ['pallezzi', 'pallet'],
    ] as const) {
      const { totals, suggestions } = await find(typed)
      expect([totals.products, suggestions[0]], typed).toEqual([0, name])
    }
  })

  test('where nothing is found, the three categories nearest to the search are named, by their names and by words that mean the same', async () => {
    for (const [at, category] of ['mat-maker', 'mat-maker', 'chip-maker', 'accessories', 'replacement-parts', 'mat'].entries())
      await addProduct({ name: `Thing ${at}`, category })
    const nearest = async (q: string) => {
      const { totals, categories } = await find(q)
      expect(
        Object.values(totals).every((total) => total === 0),
        q,
      ).toBe(true)
      return categories
    }
    expect((await nearest('zzreplacemnt'))[0]).toEqual({
      kind: 'category',
      text: 'Replacement Parts',
      href: '/products?category=replacement-parts',
    })
    expect((await nearest('accesoriezz'))[0]).toMatchObject({ text: 'Accessories' })
    expect((await nearest('shredderoxx'))[0]).toMatchObject({ text: 'Mat Makers' }) // what a shredder is meant to find
    const unlike = await nearest('qqqqqqq')
    expect(unlike).toHaveLength(3)
    expect(unlike[0]).toMatchObject({ text: 'Mat Makers' }) // of nothing alike the one with the most products
    expect((await find('thing')).categories).toEqual([])
  })

  test.each([
    "'; drop table products; --",
    '%',
    '_',
    '\\',
    '%_%\\',
    '((((',
    '.*+?^${}',
    '<script>',
    'a'.repeat(200),
    '🎁',
    'ﬀ',
    '\u0301',
    ' - ',
  ])('hostile or odd input %j is only text', async (q) => {
    await fillShop()
    const { totals } = await find(q)
    if (['%', '_', '\\', '%_%\\'].includes(q)) expect(totals.products).toBe(0)
    expect((await find('conveyor')).totals.products).toBe(2)
  })

  test('a text that is too long or has control characters is refused', async () => {
    expect((await shop.app.inject({ url: `/api/search?q=${'a'.repeat(201)}` })).statusCode).toBe(422)
    expect((await shop.app.inject({ url: '/api/search?q=%00' })).statusCode).toBe(422)
    expect((await shop.app.inject({ url: '/api/search?q=a&group=users' })).statusCode).toBe(422)
  })
})
