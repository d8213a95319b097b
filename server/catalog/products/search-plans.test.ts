import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { hasLinkedPictures } from '#server/catalog/imports/fetch-pictures.ts'
import { searchProducts } from '#server/catalog/products/found-products.ts'
import { countFacets } from '#server/catalog/products/product-facets.ts'
import { hasStaleDocuments, refreshDocuments } from '#server/catalog/products/search-documents.ts'
import { toDb } from '#server/platform/db/client.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

/* A search walks indexes: the plans of its statements at a size where reading the tables would be slow. */

const PRODUCTS = 12_000
/** Products of one statement, which has ten seconds. */
const BATCH = 1000
const SELLERS = 40
const onServers = test.runIf(inject('database').kind === 'postgres')
let shop: TestShop
let sellerId: string
beforeAll(async () => {
  shop = await openTestShop()
  const { id: businessId } = await shop.make.business({ name: 'Kilnworks' })
  sellerId = businessId
  const others = await Promise.all(Array.from({ length: SELLERS - 1 }, () => shop.make.business()))
  const { categoryId } = await shop.make.product({ name: 'Outfeed conveyor', searchText: 'outfeed conveyor\nbelt of steel', businessId })
  for (let from = 1; from <= PRODUCTS; from += BATCH)
    await shop.database.pool.query(
      `insert into products (slug, name, type, category_id, business_id, price_usd_cents, price_eur_cents, search_text)
      select 'p-' || i, 'Part ' || i || rest, case when i % 40 = 0 then 'material' else 'machine' end, $1, ($2::uuid[])[1 + i % ${SELLERS}], 100, 100, 'part ' || i || rest || E'\\n' || (select string_agg(substr(md5((i * 31 + j)::text), 1, 8), ' ') from generate_series(1, 8) j)
      from generate_series(${from}, ${from + BATCH - 1}) i, lateral (select case when i % 40 = 0 then '' else ' sprocket' end as rest) as word`,
      [categoryId, [businessId, ...others.map(({ id }) => id)]],
    )
  await refreshDocuments(shop.deps, new AbortController().signal)
  await shop.database.pool.query('vacuum analyze')
})
afterAll(() => shop.close())

interface Statement {
  text: string
  values: unknown[]
}

/** Runs `work`. @returns its statements */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const { pool } = shop.database
  const original = pool.query.bind(pool)
  const working = new AsyncLocalStorage<Statement[]>()
  pool.query = ((...args: Parameters<typeof original>) => {
    const [query, values] = args as unknown as [Statement, unknown[]] // what drizzle gives
    working.getStore()?.push({ text: query.text, values: values ?? query.values })
    return original.apply(pool, args)
  }) as typeof original
  onTestFinished(() => {
    pool.query = original
  })
  const statements: Statement[] = []
  await working.run(statements, work)
  return statements
}

/** Returns the tables that a statement has to read from one end to the other: no index leads to what it wants. */
async function scannedBy({ text, values }: Statement, isForced = true): Promise<string[]> {
  const client = await shop.database.pool.connect()
  await client.query(`begin; set local enable_seqscan = ${isForced ? 'off' : 'on'}`)
  const { rows } = await client.query<Record<string, string>>({ text: `explain ${text}`, values })
  await client.query('rollback')
  client.release()
  const lines = rows.map((row) => row['QUERY PLAN'] ?? '')
  return lines.flatMap((line) => /Seq Scan on (products|search_words|search_documents)/.exec(line)?.[1] ?? [])
}

onServers.each([
  ['one word', 'conveyor', 5],
  ['three words', 'belt conveyor kilnworks', 7],
  ['part of a word', 'nveyo', 5],
  ['a GTIN', '04012345678901', 9],
  ['a typo', 'conveyer', 10],
  ['a typo among right words', 'kilnworks outfeed conveyer', 10],
  ['words of which one is left out', 'quiet outfeed conveyor', 9],
  ['a word that nothing has', 'zzyqxw', 12], // its page names the nearest categories, and it is looked up whether the miss is counted
])('a search for %s reads no table from one end to the other', async (_what, search, most) => {
  const { db } = shop.deps
  const statements = await statementsOf(async () => {
    await searchProducts(db, { search }, { sort: undefined, limit: 24, offset: 0 })
    await countFacets(db, { search })
    if (search === 'zzyqxw') await shop.visitor.search.find({ query: { q: search } })
  })
  expect(statements.length).toBeGreaterThan(1)
  expect(statements.length).toBeLessThanOrEqual(most * 3)
  for (const statement of statements) expect([statement.text, await scannedBy(statement)]).toEqual([statement.text, []])
})

onServers('a search that more than 10,000 products meet counts and ranks its first ones, and all of them within a filter', async () => {
  const { db } = shop.deps
  const page = { sort: undefined, limit: 24, offset: 0 }
  await shop.make.product({ name: 'Part', businessId: sellerId, searchText: 'part', stock: 3 })
  await refreshDocuments(shop.deps, new AbortController().signal)
  const found = await searchProducts(db, { search: 'part' }, page)
  expect(found).toMatchObject({ total: 10_000, matching: 10_000 })
  expect(found.rows.map(({ name }) => name).slice(0, 1)).toEqual(['Part'])
  const last = await searchProducts(db, { search: 'part' }, { ...page, offset: 9990 })
  expect(new Set([...found.rows, ...last.rows].map(({ id }) => id)).size).toBe(34)
  expect(await countFacets(db, { search: 'part' })).toMatchObject({ total: 10_000 })
  const ofSeller = await searchProducts(db, { search: 'part', businessId: sellerId }, page)
  expect(ofSeller.total).toBe(PRODUCTS / SELLERS + 1)
  expect(await countFacets(db, { search: 'part', businessId: sellerId })).toMatchObject({ total: PRODUCTS / SELLERS + 1 })
  const cheapest = await searchProducts(db, { search: 'part' }, { ...page, sort: '-price' })
  expect(cheapest.rows[0]?.name).toBe('Part')
})

onServers.each([
  ['price', 'price_usd_cents, lower(name) collate "C", id'],
  ['-price', 'price_usd_cents desc, lower(name) collate "C", id'],
  ['name', 'lower(name) collate "C", id'],
  ['-createdAt', 'created_at desc, lower(name) collate "C", id'],
] as const)('such a search sorted by %s has all hits in that order, by a walk of its index', async (sort, order) => {
  const { db } = shop.deps
  for (const offset of [0, 4800]) {
    const { rows: expected } = await shop.database.pool.query<{ id: string }>(
      `select id from products where is_public and search_text like '%part%' order by ${order} limit 24 offset ${offset}`,
    )
    let found: string[] = []
    const statements = await statementsOf(async () => {
      found = (await searchProducts(db, { search: 'part' }, { sort, limit: 24, offset })).rows.map(({ id }) => id)
    })
    expect(found).toEqual(expected.map(({ id }) => id))
    for (const statement of statements.filter(({ text }) => text.includes('as tiered_id'))) {
      expect(statement.text).toContain('as walked')
      expect(await scannedBy(statement, false)).toEqual([])
    }
  }
})

onServers('a frequent word that one type alone has is found without a walk through the other, and walked within its type', async () => {
  const walkFor = async (type?: 'machine') => {
    const page = { sort: 'price', limit: 24, offset: 0 } as const
    const statements = await statementsOf(() => searchProducts(shop.deps.db, { search: 'sprocket', ...(type && { type }) }, page))
    return statements.some(({ text }) => text.includes('as walked'))
  }
  expect([await walkFor(), await walkFor('machine')]).toEqual([false, true])
})

onServers('whether titles have a word is looked up by the index, whatever the planner hopes', async () => {
  const statements = await statementsOf(() =>
    searchProducts(shop.deps.db, { search: 'zzyqxw steel belt' }, { sort: undefined, limit: 24, offset: 0 }),
  )
  const named = statements.filter(({ text }) => text.includes('as named'))
  expect(named).toHaveLength(1)
  for (const statement of named) expect(await scannedBy(statement, false)).toEqual([])
})

onServers('the look for pictures on other servers, each minute, reads no table from one end to the other', async () => {
  const statements = await statementsOf(() => hasLinkedPictures(shop.deps))
  expect(await Promise.all(statements.map((statement) => scannedBy(statement)))).toEqual([[]])
})

onServers('the look for documents older than their products, each five seconds, reads no table, also while half of them are', async () => {
  const { pool } = shop.database
  await pool.query("update search_documents set is_stale = true where product_id > '80000000-0000-4000-8000-000000000000'")
  await pool.query('analyze search_documents')
  const statements = await statementsOf(async () => expect(await hasStaleDocuments(shop.deps)).toBe(true))
  expect(await Promise.all(statements.map((statement) => scannedBy(statement, false)))).toEqual([[]])
})

onServers('stale documents are written some at a time, each batch from where the one before ended', async () => {
  await shop.database.pool.query('update search_documents set is_stale = true')
  const client = await shop.database.pool.connect()
  const asked = vi.spyOn(client, 'query')
  onTestFinished(() => {
    asked.mockRestore()
    client.release()
  })
  await refreshDocuments({ db: toDb(client) }, new AbortController().signal)
  const calls = asked.mock.calls as unknown as [{ text?: string }, unknown[]?][] // what drizzle gives
  const begun = calls.flatMap(([{ text }, values]) => (text?.includes('skip locked') ? [String(values?.[0])] : []))
  expect(begun.length).toBeGreaterThan(PRODUCTS / 500)
  expect(begun).toEqual([...new Set(begun)].sort())
})

onServers.each(['ab cd', 'an to is of at in on up by 10 20 30 40 50 60 70 80 90 ab cd'])(
  'a search for words of two letters, %s, does not look for them within the texts of all products',
  async (search) => {
    const statements = await statementsOf(() => searchProducts(shop.deps.db, { search }, { sort: undefined, limit: 24, offset: 0 }))
    expect(statements.length).toBeGreaterThan(1)
    expect(statements.filter(({ text }) => /from "products" p where [(]*p\.search_text like/.test(text))).toEqual([])
  },
)

/** Words that no product has, and of which none is like another. */
const UNKNOWN = 'blorfun cwystal dvurple fjordic ghastum hwimsel jquabin kzephyr lvortex mgnatho pknolli qwertax rhubwig svelkon'.split(' ')

onServers('of a long search the first eight unknown words are looked up as what they may mean, wherever they stand', async () => {
  const asked = async (words: readonly string[]) => statementsOf(() => shop.visitor.search.find({ query: { q: words.join(' ') } }))
  const [short, long] = [await asked(UNKNOWN.slice(0, 8)), await asked(UNKNOWN.toReversed())]
  expect(long.length).toBeLessThanOrEqual(short.length + 1) // which of them are unknown
  const looked = (words: readonly string[], statements: readonly Statement[]) =>
    words.filter((word) => statements.some(({ values }) => values.includes(`${word.slice(0, Math.floor(word.length / 2))}%`)))
  expect(looked(UNKNOWN, short)).toEqual(UNKNOWN.slice(0, 8))
  expect(looked(UNKNOWN, long)).toEqual(UNKNOWN.slice(-8))
  const similar = long.flatMap(({ text, values }) => (text.includes('word_similarity(word,') ? [values] : []))
  expect(similar).toHaveLength(1)
  expect(similar[0]).toContain(JSON.stringify(UNKNOWN.toReversed().slice(0, 4)))
})
