import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { signInAs } from './client.ts'
import { percentile } from './figures.ts'
import { idOf, insertBusinesses } from './large-shop.ts'
import { forbidWorkers, openPostgresForBench } from './postgres.ts'
import { type Watch, watchTimes } from './processor-time.ts'
import { perRequest } from './reads.ts'
import { table, whole } from './report.ts'
import { type BenchShop, openShop } from './shop.ts'
import { inParallel } from './writes.ts'

/** Deliveries of one seller in a year. */
const DELIVERIES = 40_000
const CONNECTIONS = 4
const MOST_REQUESTS = 300
const MOST_MS = 5000
const WARM_UPS = 12
/** The same for short requests, for which the server has compiled its code by then. */
const MORE_WARM_UPS = 300
const CHANGES = 8
/** Columns of a product that a copy has like its original. */
const COPIED =
  'full_description, type, category_id, stock, status, shipping_class, lead_time_days, energy_efficiency, material_savings, carbon_reduction, features, images, specifications'

/**
 * Rare words that copies have beside those of their originals, and how many of them each copy has: each stands in some ten of 100,000
 * products.
 */
const RARE_WORDS = 100_000
const RARE_IN_COPY = 10
const SYLLABLES = [...'bcdfghklmnprstvz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel))
/** A number from which on all are numbers of copies. */
const FIRST_COPY = 100
/** Shares no factor with the number of syllables, so that each word has another number. */
const SCATTER = 48_271

/** Returns a rare word: four syllables. */
export const rareWord = (number: number): string =>
  [0, 1, 2, 3].map((place) => SYLLABLES[Math.floor((number * SCATTER) / SYLLABLES.length ** place) % SYLLABLES.length]).join('')

/** Returns three of the rare words that a copy has. */
const wordsOfCopy = (copy: number): string => [1, 2, 3].map((word) => rareWord((copy * 7 + word * 10_007) % RARE_WORDS)).join(' ')

/** Returns a rare word of the copy that has this slug, beside frequent ones: those that its slug has of its original's name. */
function rareAndFrequent(slug: string): string {
  const parts = slug.split('-')
  return [rareWord((Number(parts.at(-1)) * 7 + 10_007) % RARE_WORDS), ...parts.filter((part) => /^[a-z]{3,}$/.test(part)).slice(0, 2)].join(
    ' ',
  )
}

/** The same in SQL, of the words of copy `i`, separated by spaces; $4 are the syllables. */
const RARE_TEXT = `(select string_agg((select string_agg(($4::text[])[1 + (number * ${SCATTER}) / power(${SYLLABLES.length}, place)::bigint % ${SYLLABLES.length}], '' order by place) from generate_series(0, 3) place), ' ')
  from (select (i::bigint * 7 + word * 10007) % ${RARE_WORDS} as number from generate_series(1, ${RARE_IN_COPY}) word) as numbered)`

interface Row {
  name: string
  products: number
  count: number
  p50: number
  p99: number
  server: number
  database: number
}

/** Public reads whose time a catalog may change. `pathOf` gives each request another address, unless it is asked for again and again. */
interface Read {
  name: string
  pathOf: (at: number) => string
  /** Before each request the catalog changes; it is measured alone. */
  isAfterChange?: boolean
  /** Requests before those that count; by default `WARM_UPS`. */
  warmUps?: number
}

const SORTS = ['featured', 'name', '-name', 'price', '-price', '-createdAt']
/** Returns addresses of lists, no two of the first thousand the same. */
export const listAt = (query: string) => (at: number) =>
  `/api/products?${query}&limit=${20 + (Math.floor(at / 144) % 9)}&sort=${SORTS[at % SORTS.length]}&currency=${at % 12 < 6 ? 'EUR' : 'USD'}&page=${1 + (Math.floor(at / 12) % 12)}`
const searchAt = (words: readonly string[]) => (at: number) =>
  `/api/products?search=${encodeURIComponent(words[at % words.length] ?? '')}&limit=${20 + (Math.floor(at / words.length) % 9)}&page=${1 + (Math.floor(at / words.length / 9) % 4)}`

const searchOf = (typed: string) => `/api/products?search=${encodeURIComponent(typed)}&limit=24`
const rareAt = (queryOf: (word: string) => string) => (at: number) => searchOf(queryOf(rareWord(at * 37)))

function planReads(count: number, slugs: readonly string[], largeSeller: readonly string[]): Read[] {
  const turn = (from: readonly string[]) => (at: number) => from[at % from.length] ?? ''
  return [
    { name: 'List of 24, the same address', pathOf: () => '/api/products?type=machine&limit=24' },
    { name: 'List of about 24, each another address', pathOf: listAt('type=machine'), warmUps: MORE_WARM_UPS },
    { name: 'List of a category, each another address', pathOf: listAt('category=mat-maker'), warmUps: MORE_WARM_UPS },
    {
      name: 'The same with two specifications',
      pathOf: listAt('category=mat-maker&spec.feed-width=400..700&spec.supply=230-v-50-60-hz,400-v-50-hz-three-phase'),
      warmUps: MORE_WARM_UPS,
    },
    { name: 'Product by slug, each another', pathOf: (at) => `/api/products/slug/${turn(slugs)(at)}`, warmUps: MORE_WARM_UPS },
    { name: `Product of a seller of ${whole(DELIVERIES)} deliveries`, pathOf: (at) => `/api/products/slug/${turn(largeSeller)(at)}` },
    { name: 'Page of a product, each another', pathOf: (at) => `/products/${turn(slugs)(slugs.length - 1 - (at % slugs.length))}` },
    { name: 'Page of the list, the same address', pathOf: () => '/products' },
    { name: 'Facets after a change of the catalog', pathOf: () => '/api/products/facets?type=machine', isAfterChange: true },
    { name: 'List of 24 after a change of the catalog', pathOf: () => '/api/products?type=machine&limit=24', isAfterChange: true },
    { name: 'Search of a frequent word', pathOf: searchAt(['roller', 'mat', 'blade', 'paper', 'chips']) },
    // each another one, so that nothing is remembered: the marks are 15, 3 and 10 ms of the database
    { name: 'Search of one rare word, each another', pathOf: rareAt((word) => word) },
    {
      name: 'Search of three rare words of a product, each others',
      pathOf: (at) => searchOf(wordsOfCopy(FIRST_COPY + ((at * 61) % (count - FIRST_COPY)))),
    },
    {
      name: 'Search of one rare word and two frequent ones of a product, each others',
      pathOf: (at) => searchOf(rareAndFrequent(turn(slugs)(at))),
    },
    { name: 'Search of three words that no product has, each others', pathOf: rareAt((word) => `${word} cardboard machine`) },
    { name: 'Search with a typo, each another', pathOf: rareAt((word) => `${word.slice(0, 3)}x${word.slice(4)}`) },
  ]
}

const BATCH = 50_000
/** Number of new products above which their indexes are made after them. */
const MANY = 50_000
/** From so many products on, four of five are of so many businesses. */
const MANY_SELLERS = { from: 100_000, count: 10_000 } as const

/**
 * Adds copies from $1 to $2 of $3 originals as triggers would, at once; four of five are of $5 businesses. $6: the shop writes their
 * documents itself, which takes longer than all else; otherwise they are those of the originals with the words that copies have.
 */
const ADD_COPIES = `with copies as materialized (
    select gen_random_uuid() as copy_id, i, rare, b.id as seller_id, b.name as seller, b.status = 'Active' and b.business_status = 'approved' as may_sell,
      translate(normalize_for_search(' ' || c.label || ' ' || b.name), ' ', chr(31)) as names, o.*
    from (select i, ${RARE_TEXT} as rare from generate_series($1::int, $2::int) i offset 0) as numbered
    join (select *, row_number() over (order by slug) - 1 as place from bench_original) o on o.place = i % $3::int
    join categories c on c.id = o.category_id
    join businesses b on b.id = case when $5::int > 0 and i % 5 > 0 then ${idOf('business', '1 + i % nullif($5::int, 0)')} else o.business_id end
  ), added as (
    insert into products (id, slug, name, description, search_text, price_usd_cents, price_eur_cents, created_at, updated_at, business_id, is_public,
        in_stock, shop_place, change_number, ${COPIED})
      select copy_id, slug || '-' || i, name || ' ' || i, description || ' ' || rare, split_part(search_text, chr(31), 1) || E'\\n' || rare || names,
        price_usd_cents + (i::bigint * 7919) % 20000, price_eur_cents + (i::bigint * 7919) % 20000, now() - interval '7 minutes' * i,
        now() - interval '3 minutes' * i, seller_id, status = 'Active' and recalled_at is null and may_sell, in_stock, shop_place,
        pg_current_xact_id()::text::bigint, ${COPIED} from copies
  ), documents as (
    insert into search_documents (product_id, title, words, codes, role, is_stale)
      select copy_id, ts_delete(d.title, d.codes) || named, ts_delete(d.words, d.codes) || named || setweight(to_tsvector('simple', seller), 'C')
        || to_tsvector('simple', rare) || to_tsvector('english', rare), array[code], role, $6 from copies join search_documents d on d.product_id = copies.id
      cross join lateral (select translate(slug || i, '-', '') as code) as coded
      cross join lateral (select setweight(to_tsvector('simple', i || ' ' || code), 'A') as named offset 0) as names
  ), fits as (
    insert into product_fits select copy_id, target_id, label, position from copies join product_fits f on f.product_id = copies.id
  ), attributes as (
    insert into product_attributes (product_id, attribute_id, number, number_max, text, choice)
      select copy_id, attribute_id, number, number_max, text, choice from copies join product_attributes a on a.product_id = copies.id
  ) select add_search_words((select string_agg(rare, ' ') from copies))`

/** Copies the shop's own products until there are so many. */
export async function growTo(client: pg.Client, count: number, say: (line: string) => void = () => {}): Promise<void> {
  const startedAt = performance.now()
  const isLarge = count >= MANY_SELLERS.from
  await client.query('create table if not exists bench_original as select * from products where deleted_at is null')
  if (isLarge) await client.query(`${insertBusinesses(MANY_SELLERS.count, ['approved'])} on conflict do nothing`)
  const { rows } = await client.query<{ has: number; originals: number }>(
    'select (select count(*)::int from products) as has, (select count(*)::int from bench_original) as originals',
  )
  const { has = 0, originals = 1 } = rows[0] ?? {}
  const isMany = count - has > MANY
  const indexes = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename in ('products', 'product_attributes', 'search_documents') and indexdef not like '%UNIQUE%' and $1`,
    [isMany],
  )
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`)
  for (const { indexname } of indexes.rows) await client.query(`drop index ${indexname}`)
  for (let from = has + 1; from <= count; from += BATCH) {
    const to = Math.min(count, from + BATCH - 1)
    await client.query(ADD_COPIES, [from, to, originals, SYLLABLES, isLarge ? MANY_SELLERS.count : 0, !isMany])
    say(`  ${whole(to)} products after ${whole((performance.now() - startedAt) / 1000)} s`)
  }
  for (const { indexdef } of indexes.rows) await client.query(indexdef)
  await client.query(`reset session_replication_role; reset maintenance_work_mem`)
  await client.query('vacuum analyze')
  say(`  ${whole(count)} products with their indexes after ${whole((performance.now() - startedAt) / 1000)} s`)
}

/** Gives the seller of the demo its deliveries, spread over a year. */
async function deliver(client: pg.Client): Promise<void> {
  await client.query(
    `insert into orders (id, number, user_id, user_name, user_email, customer, currency, subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents,
        total_usd_cents, shipping_method, pricing, status, payment_method, payment_status, estimated_delivery, created_at, updated_at)
      select md5('bench ' || i)::uuid, 'BENCH-' || i, u.id, u.name, u.email, '{}', 'USD', 5000, 0, 0, 0, 5000, 5000, 'standard', '{}', 'delivered', 'pay_later', 'paid',
        current_date - i % 360, now() - interval '1 day' * (10 + i % 350), now() - interval '1 day' * (i % 350)
      from generate_series(1, $1::int) i, users u where u.email = 'customer@reflute.test'`,
    [DELIVERIES],
  )
  await client.query(
    `insert into seller_orders (order_id, business_id, business_name, status, subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents, placed_at, is_shown,
        delivered_at, updated_at)
      select o.id, u.business_id, 'Seller', 'delivered', 5000, 0, 0, 0, 5000, o.created_at, true, o.updated_at, o.updated_at
      from orders o, users u where o.number like 'BENCH-%' and u.email = 'seller@reflute.test'`,
  )
}

/** Waits until no product waits for its search document. @returns seconds */
export async function indexedAfter(client: pg.Client): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { rows } = await client.query('select 1 from search_documents where is_stale limit 1')
    if (rows.length === 0) return (performance.now() - startedAt) / 1000
    await pause(500)
  }
}

export async function ask(origin: string, path: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'br' } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return performance.now() - startedAt
}

/** Sends requests until there are enough, or the time is over; some before do not count. */
async function measure(origin: string, { name, pathOf, warmUps = WARM_UPS }: Read, products: number, watch: Watch): Promise<Row> {
  for (let at = 0; at < warmUps; at += 1) await ask(origin, pathOf(at))
  const times: number[] = []
  const until = performance.now() + MOST_MS
  const jobs = Array.from({ length: MOST_REQUESTS }, (_, at) => async () => {
    if (performance.now() < until) times.push(await ask(origin, pathOf(warmUps + at)))
  })
  const spent = perRequest(await watch.during(() => inParallel(jobs, CONNECTIONS)), 1)
  return rowOf(name, products, times, spent.serverMs, spent.databaseMs)
}

const rowOf = (name: string, products: number, times: readonly number[], server: number, database: number | null): Row => ({
  name,
  products,
  count: times.length,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  server: server / times.length,
  database: (database ?? 0) / times.length,
})

/** Measures a read right after each of some changes of the catalog. */
async function measureAfterChanges(
  origin: string,
  { name, pathOf }: Read,
  products: number,
  watch: Watch,
  change: () => Promise<unknown>,
): Promise<Row> {
  const times: number[] = []
  const spent = { server: 0, database: 0 }
  for (let turn = 0; turn < CHANGES; turn += 1) {
    await change()
    const { server, database } = await watch.during(async () => times.push(await ask(origin, pathOf(turn))))
    spent.server += server
    spent.database += database ?? 0
  }
  return rowOf(name, products, times, spent.server, spent.database)
}

const FEEDS = ['/feeds/google-us.xml', '/feeds/products.jsonl']
const LOOK_MS = 50

/** Reads a whole feed. @returns its size, the seconds it took, and the most memory of the server above that before, in MB */
async function measureFeed({ origin, memory }: BenchShop, path: string): Promise<string> {
  const idle = memory() ?? 0
  let most = idle
  const look = setInterval(() => {
    most = Math.max(most, memory() ?? 0)
  }, LOOK_MS)
  const startedAt = performance.now()
  let bytes = 0
  try {
    const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } })
    if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}`)
    for await (const chunk of answer.body) bytes += chunk.length
  } finally {
    clearInterval(look)
  }
  return `${path}: ${whole(bytes / 1e6)} MB in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, memory ${most - idle} MB above that before`
}

function write(rows: readonly Row[]): string {
  const lines = [...Map.groupBy(rows, ({ name }) => name).values()]
    .flat()
    .map((row) => [
      row.name,
      whole(row.products),
      row.p50.toFixed(1),
      row.p99.toFixed(1),
      whole(row.count),
      row.server.toFixed(2),
      row.database.toFixed(2),
      (row.server + row.database).toFixed(2),
    ])
  return table(['Read', 'products', 'p50 ms', 'p99 ms', 'requests', 'server, CPU ms', 'database', 'both'], lines)
}

/** Measures the public reads in shops of so many products on PostgreSQL, with one large seller. @returns the figures as text */
export async function measureCatalogs(folder: string, counts: readonly number[], say: (line: string) => void): Promise<string> {
  const database = await openPostgresForBench(process.env.BENCH_DATABASE_URL)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const rows: Row[] = []
  try {
    await forbidWorkers(client, database.url)
    await (await openShop(folder, database.url)).stop()
    await deliver(client)
    for (const count of counts) {
      await growTo(client, count, say)
      const shop = await openShop(folder, database.url)
      const watch = await watchTimes([shop.child], database.url)
      try {
        say(`  ${whole(count)} products: words of all of them after ${whole(await indexedAfter(client))} s`)
        const staff = await signInAs(shop.origin, 'staff@reflute.test')
        const slugsOf = async (where: string) =>
          (
            await client.query<{ slug: string }>(
              `select p.slug from products p join businesses b on b.id = p.business_id where p.status = 'Active' and b.status = 'Active'
                and b.business_status = 'approved' and ${where} order by md5(p.slug) limit 1500`,
            )
          ).rows.map(({ slug }) => slug)
        const large = `b.id = (select business_id from users where email = 'seller@reflute.test')`
        const changed = await client.query<{ id: string }>(`select id from products where status = 'Active' order by slug limit 1`)
        let featured = false
        const change = async () => {
          featured = !featured
          await staff.productEdits.setFeatured({ params: { id: changed.rows[0]?.id ?? '' }, body: { featured } })
        }
        for (const path of FEEDS) say(`  ${whole(count)} products, ${await measureFeed(shop, path)}`)
        for (const read of planReads(count, await slugsOf(`not ${large}`), await slugsOf(large))) {
          say(`  ${whole(count)} products, ${read.name} …`)
          const figure = read.isAfterChange
            ? await measureAfterChanges(shop.origin, read, count, watch, change)
            : await measure(shop.origin, read, count, watch)
          rows.push(figure)
        }
        say(`  ${whole(count)} products: memory ${shop.memory() ?? '?'} MB`)
      } finally {
        await watch.close()
        await shop.stop()
      }
      const again = await openShop(folder, database.url)
      const [wall, processor] = [again.startMs, again.startCpuMs ?? 0].map((milliseconds) => (milliseconds / 1000).toFixed(2))
      say(`  ${whole(count)} products: start in ${wall} s, ${processor} s of processor time, memory ${again.memory() ?? '?'} MB`)
      await again.stop()
    }
  } finally {
    await client.end()
    await database.close()
  }
  return `${write(rows)}\n\nPostgreSQL ${database.version} without parallel workers, ${CONNECTIONS} connections, load ${loadavg()[0]?.toFixed(1)}.`
}
