import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { searchOf } from '#server/catalog/products/known-words.ts'
import { isFound } from '#server/catalog/products/product-search.ts'
import { indexProducts } from '#server/catalog/products/search-documents.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { blogPosts, businesses, categories, products, searchDocuments, searchWords } from '#server/platform/db/schema.ts'
import { purgeSearchWords } from '#server/platform/jobs/unused-words.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

/* The search text of a product follows its business and its category, and the words of everything are kept, by triggers. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.reset())

const onServers = test.runIf(inject('database').kind === 'postgres')
const find = async (search: string) => (await shop.visitor.products.list({ query: { search } })).items.map(({ name }) => name)
const isStored = async (word: string) => (await shop.deps.db.select().from(searchWords).where(eq(searchWords.word, word))).length > 0
const renameBusiness = (db: Db, id: string, name: string) => db.update(businesses).set({ name }).where(eq(businesses.id, id))
const renameCategory = (db: Db, value: string, label: string) => db.update(categories).set({ label }).where(eq(categories.value, value))

test('a renamed business and a renamed category are found by their new names only, and the product is the same', async () => {
  const { id } = await shop.make.business({ name: 'Åström Kiln-Works' })
  const product = await shop.make.product({ name: 'Cutter', businessId: id, category: 'chip' })
  for (const search of ['astrom', 'KILN-WORKS', 'kiln works', 'stro', 'chips cutter'])
    expect([search, await find(search)]).toEqual([search, ['Cutter']])
  await renameBusiness(shop.deps.db, id, 'Lindhorst')
  await renameCategory(shop.deps.db, 'chip', 'Crumbs')
  for (const search of ['astrom', 'kiln', 'chips']) expect([search, await find(search)]).toEqual([search, []])
  for (const search of ['lindhorst', 'crumbs', 'cutter crumbs lindhorst', 'lindhrst'])
    expect([search, await find(search)]).toEqual([search, ['Cutter']])
  const [after] = await shop.deps.db.select().from(products).where(eq(products.id, product.id))
  const names = { searchText: '', stamp: '', changeNumber: 0 } // what shows the names around it is read anew
  expect({ ...after, ...names }).toEqual({ ...product, ...names })
})

test('a product that moves to another business or category takes their names', async () => {
  const one = await shop.make.business({ name: 'Firstling' })
  const other = await shop.make.business({ name: 'Secondary' })
  const { id } = await shop.make.product({ name: 'Cutter', businessId: one.id, category: 'chip' })
  await shop.deps.db
    .update(products)
    .set({ businessId: other.id, categoryId: sql`(select id from categories where value = 'accessories')` })
    .where(eq(products.id, id))
  expect([await find('firstling'), await find('secondary'), await find('accessories')]).toEqual([[], ['Cutter'], ['Cutter']])
})

test('staff find products by their own text, not by the names around it', async () => {
  const { id } = await shop.make.business({ name: 'Firstling' })
  await shop.make.product({ name: 'Cutter', businessId: id })
  const staff = await shop.signIn('application_admin')
  const names = async (search: string) => (await staff.staffProducts.list({ query: { search } })).items.map(({ name }) => name)
  expect([await names('firstling'), await names('cutter')]).toEqual([[], ['Cutter']])
})

test('a word inside of the name of a business does not rank as the beginning of a word in the text', async () => {
  const { id } = await shop.make.business({ name: 'Bigmotor Works' })
  await shop.make.product({ name: 'Aardvark', businessId: id })
  await shop.make.product({ name: 'Belt', searchText: 'belt\nwith a motor.' })
  expect(await find('motor')).toEqual(['Belt', 'Aardvark'])
})

test('neither a sale nor a price fires the trigger of the text', async () => {
  const { id } = await shop.make.product({ stock: 9 })
  const { rows } = await shop.database.pool.query<Record<string, string>>(
    `explain (analyze) update products set stock = stock - 1, version = version + 1, price_usd_cents = 5 where id = '${id}'`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).filter((line) => line?.includes('search') || line?.includes('words'))).toEqual([])
})

/** Begins a transaction that waits for `end` after its work. */
async function begin(work: (tx: Db) => Promise<unknown>): Promise<{ end: () => Promise<void> }> {
  let goOn = () => {}
  const waits = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let done: Promise<void> = Promise.resolve()
  await new Promise<void>((begun, failed) => {
    done = inTransaction(shop.deps.db, async (tx) => {
      await work(tx)
      begun()
      await waits
    })
    done.catch(failed)
  })
  return {
    end: () => {
      goOn()
      return done
    },
  }
}

/** Waits until some session waits for a lock. */
const someoneWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await shop.database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length
    })
    .toBeGreaterThan(0)

onServers('a product that is added, edited or moved while its business is renamed has the new name', async () => {
  const { id } = await shop.make.business({ name: 'Oldname' })
  const other = await shop.make.business({ name: 'Elsewhere' })
  const edited = await shop.make.product({ name: 'Edited', businessId: id })
  const moved = await shop.make.product({ name: 'Moved', businessId: other.id })
  const rename = await begin((tx) => renameBusiness(tx, id, 'Newname'))
  const writes = [
    shop.make.product({ name: 'Added', businessId: id }),
    shop.deps.db.update(products).set({ searchText: 'edited twice' }).where(eq(products.id, edited.id)).execute(),
    shop.deps.db.update(products).set({ businessId: id }).where(eq(products.id, moved.id)).execute(),
  ]
  await someoneWaits()
  await rename.end()
  await Promise.all(writes)
  expect([(await find('newname')).sort(), await find('oldname'), await find('twice')]).toEqual([
    ['Added', 'Edited', 'Moved'],
    [],
    ['Edited'],
  ])
})

onServers('a business that is renamed while products are added, edited or moved gives them its new name', async () => {
  const { id } = await shop.make.business({ name: 'Oldname' })
  const other = await shop.make.business({ name: 'Elsewhere' })
  const { id: category } = await shop.deps.db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.value, 'chip'))
    .then(([row]) => row ?? { id: '' })
  const edited = await shop.make.product({ name: 'Edited', businessId: id, category: 'chip' })
  const moved = await shop.make.product({ name: 'Moved', businessId: other.id, category: 'chip' })
  const write = await begin(async (tx) => {
    await tx.insert(products).values({
      slug: 'added',
      name: 'Added',
      type: 'material',
      categoryId: category,
      businessId: id,
      priceUsdCents: 1,
      priceEurCents: 1,
      searchText: 'added',
    })
    await tx.update(products).set({ searchText: 'edited twice' }).where(eq(products.id, edited.id))
    await tx.update(products).set({ businessId: id }).where(eq(products.id, moved.id))
  })
  const renames = [renameBusiness(shop.deps.db, id, 'Newname').execute(), renameCategory(shop.deps.db, 'chip', 'Crumbs').execute()]
  await someoneWaits()
  await write.end()
  await Promise.all(renames)
  const all = ['Added', 'Edited', 'Moved']
  expect([(await find('newname')).sort(), (await find('crumbs')).sort(), await find('oldname'), await find('chips')]).toEqual([
    all,
    all,
    [],
    [],
  ])
})

onServers('an order of many products and a rename of their business do not wait for each other in a circle', async () => {
  const { id } = await shop.make.business({ name: 'Name 0' })
  const made = await Promise.all(Array.from({ length: 12 }, () => shop.make.product({ businessId: id })))
  const ids = made.map((product) => product.id).sort()
  const sell = () =>
    inTransaction(shop.deps.db, async (tx) => {
      for (const product of ids) await tx.execute(sql`update products set stock = stock - 1 where id = ${product}::uuid`)
    })
  await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? renameBusiness(shop.deps.db, id, `Name ${n}`).execute() : sell())))
  expect(await shop.deps.db.select({ stock: products.stock }).from(products).where(eq(products.businessId, id))).toEqual(
    made.map(() => ({ stock: 80 })),
  )
})

test('the purge counts words, drops those that nothing has any more, and brings back what is missing', async () => {
  const { db } = shop.deps
  const { id } = await shop.make.business({ name: 'Firstling', description: 'Presses of all kinds.' })
  const product = await shop.make.product({ name: 'Glitterbox', businessId: id })
  await db.insert(blogPosts).values({ slug: 'a', title: 'A', excerpt: '', content: '', category: 'Guides', searchText: 'glitterbox story' })
  await db.update(products).set({ description: 'Sparkle', searchText: 'sparkle' }).where(eq(products.id, product.id))
  await renameBusiness(db, id, 'Renamed')
  await db.delete(searchWords).where(eq(searchWords.word, 'story'))
  expect([await isStored('glitterbox'), await isStored('sparkle'), await isStored('firstling')]).toEqual([true, true, true])
  await purgeSearchWords(shop.deps, new AbortController().signal)
  const { rows } = await db.execute<{ word: string; documents: number }>(
    sql`select word, documents from ${searchWords} where word in ('glitterbox', 'sparkle', 'firstling', 'renamed', 'presses', 'story') order by word`,
  )
  expect(rows).toEqual([
    { word: 'glitterbox', documents: 1 },
    { word: 'presses', documents: 1 },
    { word: 'renamed', documents: 1 },
    { word: 'sparkle', documents: 1 },
    { word: 'story', documents: 1 },
  ])
  await indexProducts(db, [product.id])
  expect(await find('sparkel')).toEqual(['Glitterbox'])
  expect(await find('glitterbocks')).toEqual([])
})

test('the words of brands are known: one is corrected, is not split into others, and stays as long as a product has it', async () => {
  await shop.make.product({ name: 'A', searchText: 'a pack' })
  await shop.make.product({ name: 'B', searchText: 'a horse' })
  const { id } = await shop.make.product({ name: 'Cutter', brand: 'Packhorse Quimbaya', searchText: 'cutter' })
  await indexProducts(shop.deps.db, [id])
  const check = async () => {
    for (const search of ['quimbaya', 'quimbaja', 'packhorse']) expect([search, await find(search)]).toEqual([search, ['Cutter']])
  }
  await check()
  await purgeSearchWords(shop.deps, new AbortController().signal)
  await check()
  await shop.deps.db.update(products).set({ brand: 'Renamed' }).where(eq(products.id, id))
  await purgeSearchWords(shop.deps, new AbortController().signal)
  expect([await isStored('quimbaya'), await isStored('renamed')]).toEqual([false, true])
})

test('F1 a GTIN is found with and without the zeros before it', async () => {
  const made = { Thirteen: '4012345678901', Twelve: '036000291452', Eight: '96385074', Fourteen: '00012345678905' }
  const { id: businessId } = await shop.make.business({ name: 'Counters' }) // no code has a number that is drawn
  for (const [name, gtin] of Object.entries(made)) {
    const { id } = await shop.make.product({ name, gtin, businessId, mpn: name })
    await indexProducts(shop.deps.db, [id])
  }
  for (const [search, name] of [
    ['4012345678901', 'Thirteen'],
    ['04012345678901', 'Thirteen'],
    ['0 401234 567890 1', 'Thirteen'],
    ['0036000291452', 'Twelve'],
    ['00036000291452', 'Twelve'],
    ['00000096385074', 'Eight'],
    ['012345678905', 'Fourteen'],
    ['0012345678905', 'Fourteen'],
  ])
    expect([search, await find(search ?? '')]).toEqual([search, [name]])
  expect(await find('14012345678901')).toEqual([])
  expect(await find('thirteen 04012345678901')).toEqual(['Thirteen'])
})

test('D45 what stands within longer words is found, of public products whose documents are written or not', async () => {
  const add = async (name: string, description: string) => {
    const { id } = await shop.make.product({ name, description, searchText: `${name}\n${description}`.toLowerCase() })
    return id
  }
  const long = 'x'.repeat(45)
  const ids = [
    await add('Sparkling water', 'Fizzy'),
    await add('Spark', 'Plug'),
    await add('Endless', `a ${long}spark${long}`),
    await add('Mixed', 'the wordсловоspark'),
    await add('Cart', 'For trucks'),
  ]
  const names = async (search: string) => (await find(search)).sort()
  const found = {
    spark: ['Endless', 'Mixed', 'Spark', 'Sparkling water'],
    sparkling: ['Sparkling water'],
    fizzy: ['Sparkling water'],
    'fizzy water': ['Sparkling water'],
    'parkling fizz': ['Sparkling water'],
    [`spark${long}`]: ['Endless'],
    plug: ['Spark'],
    truck: ['Cart'],
    trucks: ['Cart'],
  }
  const check = async () => {
    for (const [search, hits] of Object.entries(found)) expect([search, await names(search)]).toEqual([search, hits])
  }
  await check()
  await indexProducts(shop.deps.db, ids)
  await check()
})

test('D45 a word with one or two slips is found whichever letters they are in', async () => {
  await shop.make.product({ name: 'Xylofone', searchText: 'xylofone' })
  await shop.make.product({ name: 'Gnus', searchText: 'gnus' })
  const slips = [
    'xylofine',
    'xylofnoe',
    'zylofine',
    'xilofome',
    'yxlofone',
    'xylefonne',
    'ylofone',
    'xolofnoe',
    'xylofones',
    'zylofones',
    'zxylofoen',
  ]
  for (const slip of slips) expect([slip, await find(slip)]).toEqual([slip, ['Xylofone']])
  for (const slip of ['gnuz', 'ngus', 'gnu', 'gmus', 'gnuss', 'znus']) expect([slip, await find(slip)]).toEqual([slip, ['Gnus']])
})

test('a word for machines, too, is left out where no machine has the rarer word', async () => {
  await shop.make.product({ name: 'Cutter', type: 'machine', searchText: 'cutter' })
  await shop.make.product({ name: 'Mulberry paper', type: 'material', searchText: 'mulberry paper' })
  await shop.make.product({ name: 'Straw paper', type: 'material', searchText: 'straw paper' })
  for (const search of ['mulberry paper machine', 'mulberry machine'])
    expect([search, await find(search)]).toEqual([search, ['Mulberry paper']])
  expect(await find('zzyqxw machine')).toEqual([])
})

test('D45 words with two slips are meant only where none with one is near', async () => {
  await shop.make.product({ name: 'Xylofone', searchText: 'xylofone' })
  await shop.make.product({ name: 'Zylofane', searchText: 'zylofane' })
  expect(await find('xylofane')).toEqual(['Xylofone', 'Zylofane']) // one slip from each
  expect([await find('xylofine'), await find('zilofane')]).toEqual([['Xylofone'], ['Zylofane']])
})

test('D45 of a long search the first eight unknown words are corrected, also behind words that are right', async () => {
  const words = ['conveyor', 'shredder', 'gearwheel', 'actuator', 'bearings', 'coupling', 'gasketry', 'flywheel', 'spindle']
  const text = words.join(' ')
  await shop.make.product({ name: 'Drive unit', description: text, searchText: `drive unit\n${text}` })
  const slips = words.map((word) => `${word.slice(0, 3)}${word.slice(4)}`)
  const search = (typed: readonly (string | undefined)[]) => shop.visitor.search.find({ query: { q: typed.join(' ') } })
  expect(await search(slips.slice(0, 8))).toMatchObject({ meant: words.slice(0, 8).join(' '), totals: { products: 1 } })
  expect((await search(slips)).understood.corrections.map(({ to }) => to)).toEqual(words.slice(0, 8))
  await shop.deps.db.insert(blogPosts).values({
    slug: 'drives',
    title: 'Drives',
    excerpt: '',
    content: text,
    searchText: text,
    category: 'Guides',
    status: 'published',
    publishedAt: shop.deps.now(),
  })
  expect(await search([...words.slice(0, 8), slips[8]])).toMatchObject({ meant: text, totals: { products: 1, articles: 1 } })
})

test('a text without spaces, and one of other letters, can be stored and found', async () => {
  const long = 'x'.repeat(5000)
  await shop.make.product({ name: 'Long', searchText: `long\n${long}` })
  await shop.make.product({ name: 'слово', searchText: 'слово' })
  expect([await find('x'.repeat(60)), await find('слово')]).toEqual([['Long'], ['слово']])
  expect(await isStored(long)).toBe(false)
})

test.each(['kucitevo', 'kucitevo roller', 'kucitevo rolle', 'kucitewo rolle'])(
  'a search for %s finds fresh and stale products, however many documents its words have',
  async (search) => {
    const make = (name: string, description: string) =>
      shop.make.product({ name, description, searchText: `${name}\n${description}`.toLowerCase() })
    await make('Feed roller', 'kucitevo')
    await make('Cutter', 'of kucitevo')
    await make('Roller', 'of steel')
    const { id } = await make('Spare part', 'of steel')
    await shop.deps.db.update(products).set({ name: 'Spare roller', description: 'kucitevo' }).where(eq(products.id, id))
    await shop.deps.db.update(products).set({ searchText: 'spare roller\nkucitevo' }).where(eq(products.id, id))
    const stale = await shop.deps.db.select().from(searchDocuments).where(eq(searchDocuments.isStale, true))
    expect(stale.map(({ productId }) => productId)).toEqual([id])
    const read = await searchOf(shop.deps.db, { search })
    const names = ['Feed roller', 'Spare roller', ...(search === 'kucitevo' ? ['Cutter'] : [])].sort().map((name) => ({ name }))
    for (const hasOdd of [false, true]) {
      const found = shop.deps.db.select({ name: products.name }).from(products)
      expect([hasOdd, read && (await found.where(isFound({ ...read, hasOdd })).orderBy(products.name))]).toEqual([hasOdd, names])
    }
  },
)
