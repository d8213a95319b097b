import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { openCatalogShop, shop } from '#server/testing/small-catalog.ts'

openCatalogShop()

/* Plans of the public lists on PostgreSQL, with so many products that walking an index is worth it. */

const onPostgres = test.runIf(inject('database').kind === 'postgres')
const PRODUCTS = 5000
const ofKind = {
  list: /^select \(\s*select coalesce\(string_agg/,
  count: /^\s*select count\(\*\)::int as total/,
  facets: /^\s*with counted as materialized/,
  product: /'id', p\.id/,
}
let machine: string

beforeAll(async () => {
  if (inject('database').kind !== 'postgres') return
  const seller = await shop.make.business()
  const made = await shop.make.product({ name: 'Fitted machine', businessId: seller.id })
  machine = made.slug
  await shop.deps.db.execute(sql`
    insert into products (slug, name, full_description, type, category_id, business_id, price_usd_cents, price_eur_cents, stock, featured, specifications, created_at)
    select 'planned-' || i, 'Planned ' || md5(i::text), repeat(md5(i::text), 40), c.kind, c.id, ${seller.id}, 1000 + i * 7919 % 90000, 900 + i * 6007 % 90000, i % 40, i % 50 = 0,
      jsonb_build_array(jsonb_build_object('name', 'Net weight', 'value', i || ' kg')) ||
        case when i % 500 = 0 then '[{"name": "Fits", "value": "Fitted machine, other"}]'::jsonb else '[]' end, now() - interval '1 minute' * i
    from generate_series(1, ${PRODUCTS}) i join (select id, kind, row_number() over (order by value) - 1 as place, count(*) over () as all_of from categories) c
      on c.place = i % c.all_of`)
  const isAllVisible = async () => {
    await shop.database.pool.query('vacuum analyze products, product_fits')
    const { rows } = await shop.database.pool.query<{ is_so: boolean }>(
      "select relallvisible >= 0.9 * relpages as is_so from pg_class where relname = 'products'",
    )
    return rows[0]?.is_so === true
  }
  // a transaction that is still open keeps rows from being visible to all
  await vi.waitUntil(isAllVisible, { timeout: 60_000, interval: 200 })
})

/** Returns the plans of the statements of a kind that a call makes, as text. */
async function plansOf(kind: keyof typeof ofKind, call: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(shop.database.pool, 'query')
  await call()
  const statements = spy.mock.calls.map(([first, values]) => ({
    ...(first as unknown as { text: string; name?: string }),
    values: values as unknown as unknown[],
  }))
  spy.mockRestore()
  const plans: string[] = []
  for (const { text, name, values } of statements.filter((statement) => ofKind[kind].test(statement.text))) {
    // of a prepared statement the plan that PostgreSQL keeps
    const explain = name ? [`explain (generic_plan) ${text}`] : [`explain ${text}`, values]
    const { rows } = await shop.database.pool.query<{ 'QUERY PLAN': string }>(...(explain as [string, unknown[]]))
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}

onPostgres('a page of a list walks an index in every order, with a filter and without, at the beginning and far behind', async () => {
  const { products } = shop.visitor
  const sorts = ['featured', 'name', '-name', 'price', '-price', 'createdAt', '-createdAt'] as const
  const filters = [
    {},
    { type: 'machine' },
    { type: 'material' },
    { category: 'accessories' },
    { type: 'machine', currency: 'EUR' },
    { type: 'machine', minPrice: '10' }, // prepared from the third page on
  ] as const
  for (const sort of sorts) {
    for (const filter of filters) {
      for (const page of ['1', '2', '3', '30']) {
        const [plan = ''] = await plansOf('list', () => products.list({ query: { ...filter, sort, page, limit: '24' } }))
        expect(plan, JSON.stringify({ sort, filter, page })).toMatch(/Index (Only )?Scan.* using products_(type|category|created)_/)
        expect(plan).not.toContain('Seq Scan on products')
      }
    }
  }
})

onPostgres('counts and facets read one index, what fits a machine another', async () => {
  const { products } = shop.visitor
  const [count = ''] = await plansOf('count', () => products.list({ query: { type: 'machine' } }))
  const [facets = ''] = await plansOf('facets', () => products.facets({ query: { type: 'machine' } }))
  for (const plan of [count, facets]) {
    expect(plan).toContain('Index Only Scan using products_public_facets_idx')
    expect(plan).not.toContain('Seq Scan on products')
  }
  const [fitting = ''] = await plansOf('list', () => products.list({ query: { fits: machine } }))
  expect(fitting).toContain('Index Cond: (id = f.product_id)') // by the links, which are read first
  expect(fitting).not.toContain('Seq Scan on products')
  expect((await products.list({ query: { fits: machine } })).total).toBe(PRODUCTS / 500)
})

test.runIf(inject('database').kind === 'postgres').each([
  ['few', '4000..4600'],
  ['many', '..4500'],
  ['some, which begin late in the list', '2000..3400'],
])(
  'F2 a list with a specification that %s have is the whole list without the others, in every order and on every page',
  async (_, range) => {
    const { products } = shop.visitor
    const [least = '', most = ''] = range.split('..')
    const isIn = (slug: string) => {
      const weight = Number(slug.replace('planned-', ''))
      return weight >= Number(least) && weight <= Number(most)
    }
    for (const sort of ['featured', 'name', '-name', 'price', '-price', '-createdAt'] as const) {
      const query = { category: 'accessories', sort, limit: '100', fields: 'card' } as const
      const slugs = async (more: { spec?: Record<string, string> }) => {
        const found: string[] = []
        for (let page = 1; ; page += 1) {
          const { items } = await products.list({ query: { ...query, ...more, page: String(page) } })
          if (items.length === 0) return found
          found.push(...items.map(({ slug }) => slug))
        }
      }
      const expected = (await slugs({})).filter(isIn)
      expect(expected.length).toBeGreaterThan(50)
      expect(await slugs({ spec: { 'net-weight': range } }), sort).toEqual(expected)
    }
  },
)

onPostgres('F2 a page of a list with specifications looks at the values of the products that it passes, and at no others', async () => {
  const { products } = shop.visitor
  const query = { category: 'accessories', sort: 'price', limit: '24', spec: { 'net-weight': '..4500' } } as const
  const [plan = ''] = await plansOf('list', () => products.list({ query }))
  expect(plan).toContain('products_category_usd_idx')
  expect(plan).toContain('product_attributes_product_id_attribute_id_pk')
  expect(plan).not.toContain('product_attributes_number_idx')
})

onPostgres('F2 another page of a list with specifications is one statement', async () => {
  const { products } = shop.visitor
  const read = (page: string) =>
    products.list({ query: { category: 'accessories', sort: 'name', limit: '24', page, fields: 'card', spec: { 'net-weight': '..4500' } } })
  const { revisions } = shop.database
  revisions.follow()
  await expect.poll(() => revisions.state).not.toBeNull()
  for (const page of ['1', '2']) await read(page)
  const spy = vi.spyOn(shop.database.pool, 'query')
  await read('1')
  expect(spy.mock.calls).toHaveLength(1)
  spy.mockRestore()
})

onPostgres('F2 pages of a list with specifications are the same from memory, whatever their size, and a change shows', async () => {
  const { revisions } = shop.database
  revisions.follow()
  await expect.poll(() => revisions.state).not.toBeNull()
  const { products } = shop.visitor
  const slugs = async (limit: number, spec?: Record<string, string>) => {
    const found: string[] = []
    for (let page = 1; ; page += 1) {
      const { items } = await products.list({
        query: { category: 'accessories', sort: '-price', fields: 'card', limit: String(limit), page: String(page), ...(spec && { spec }) },
      })
      if (items.length === 0) return found
      found.push(...items.map(({ slug }) => slug))
    }
  }
  const spec = { 'net-weight': '1000..4500' }
  const expected = (await slugs(100)).filter((slug) => {
    const weight = Number(slug.replace('planned-', ''))
    return weight >= 1000 && weight <= 4500
  })
  for (const limit of [100, 30, 100]) expect(await slugs(limit, spec), String(limit)).toEqual(expected)
  const [gone = '', ...others] = expected
  const setStatus = (status: string) => shop.deps.db.execute(sql`update products set status = ${status} where slug = ${gone}`)
  await setStatus('Inactive')
  await expect.poll(() => slugs(100, spec)).toHaveLength(others.length)
  expect(await slugs(30, spec)).toEqual(others)
  await setStatus('Active')
})

onPostgres('a product is read with its parts by their links, also where most products fit one machine', async () => {
  const { products } = shop.visitor
  await shop.deps.db.execute(sql`
    insert into product_fits (product_id, target_id, label, position)
    select p.id, m.id, 'fitted machine', 0 from products p, products m where m.slug = ${machine} and p.slug like 'planned-%' on conflict do nothing`)
  await shop.database.pool.query('vacuum analyze product_fits')
  const [plan = ''] = await plansOf('product', () => products.bySlug({ params: { slug: machine } }))
  expect(plan).not.toContain('products_name_idx') // the walk of a product without parts would be through all products
})

onPostgres('specifications are counted in a mixed list of up to 20,000 products, and in a category of any size', async () => {
  const { products } = shop.visitor
  const counted = async (query: object) => {
    const { total, attributes } = await products.facets({ query })
    return [total <= 20_000, attributes.some(({ key }) => key === 'net-weight')]
  }
  expect(await counted({ type: 'machine' })).toEqual([true, true])
  await shop.deps.db.execute(sql`
    insert into products (slug, name, full_description, type, category_id, business_id, price_usd_cents, price_eur_cents)
    select 'more-' || i, 'More ' || i, '', p.type, p.category_id, p.business_id, 1000, 900
    from generate_series(1, 20000) i, products p where p.slug = ${machine}`)
  await expect.poll(() => counted({ type: 'machine' })).toEqual([false, false])
  expect(await counted({ category: 'mat-maker' })).toEqual([false, true])
})
