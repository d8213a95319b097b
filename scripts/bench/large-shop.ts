import pg from 'pg'

/** Number of rows in the large shop. */
export const AMOUNTS = { users: 100_000, businesses: 20_000, products: 100_000, orders: 250_000, linesPerOrder: 2 } as const

const { users, businesses, products, orders } = AMOUNTS
const MESSAGES = 50_000
const MAILS = 100_000
const POSTS = 2000
const SUBSCRIBERS = 50_000
const ENTRIES = 250_000
const DAYS = 1095

/** Ids follow from numbers, so that rows can refer to each other without a lookup. */
export const idOf = (kind: string, number: string) => `md5('${kind} ' || (${number}))::uuid`
const pick = (words: readonly string[], number: string) =>
  `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + (${number}) % ${words.length}]`

const FIRST = ['Ann', 'Bob', 'Zoë', 'Ingrid', 'José', 'Marta', 'Liam', 'Noor', 'Pavel', 'Ruth', 'Sven', 'Tariq', 'Uma']
const LAST = ['Example', 'Åström', 'Buyer', 'Carter', 'Díaz', 'Eriksen', 'Fischer', 'Garcia', 'Hughes', 'Ivanov', 'Jones']
const NOUNS = ['roller', 'mat maker', 'chip maker', 'slitter', 'conveyor', 'blade set', 'packing chips', 'void fill', 'roll stand']
const ADJECTIVES = ['compact', 'heavy duty', 'silent', 'industrial', 'benchtop', 'fast', 'twin']
const SENTENCE = 'Built for small rooms and long days, it turns used boxes into packing that customers like to open and keep.'
const asciiOf = (text: string) => `translate(lower(${text}), 'ëéíåö', 'eeiao')`

const name = (number: string) => `${pick(FIRST, number)} || ' ' || ${pick(LAST, `${number} / 13`)} || ' ' || (${number})`
const productName = (number: string) =>
  `initcap(${pick(ADJECTIVES, number)} || ' ' || ${pick(NOUNS, `${number} / 7`)}) || ' ' || (${number})`
/** Every fifth product belongs to one large business, that of the demo. */
const sellerOf = (number: string, all: number) =>
  `case when (${number}) % 5 = 0 then (select id from large_business) else ${idOf('business', `1 + (${number}) % ${all}`)} end`
const PRODUCT_NUMBER = `1 + (i::bigint * 7919 + line * 104729) % ${products}`
const placedAt = (order: string) => `now() - interval '${DAYS} days' * (1 - (${order})::float / ${orders})`
const statusOf = (order: string) =>
  pick(['delivered', 'delivered', 'delivered', 'delivered', 'shipped', 'processing', 'pending', 'cancelled'], order)
const isPaid = (order: string) => `(${order}) % 8 < 6`

const LOOKUPS: readonly string[] = [
  `create temp table large_business as select business_id as id from users where email = 'seller@reflute.test'`,
  `create temp table some_category as select id, kind, row_number() over (order by value) - 1 as place, count(*) over () as all_of from categories`,
]

const BUSINESS_STATES = [...Array<string>(7).fill('approved'), 'pending', 'rejected', 'suspended']

/** Inserts so many businesses, named by number; their states take turns. */
export const insertBusinesses = (count: number, states: readonly string[] = BUSINESS_STATES) =>
  `insert into businesses (id, slug, name, email, city, country, description, business_type, business_status, status, created_at)
    select ${idOf('business', 'i')}, 'bench-firm-' || i, initcap(substr(md5(i::text), 1, 7)) || ' ' || ${pick(LAST, 'i')} || ' ' || ${pick(['Packaging', 'Boxes', 'Cartons', 'Print', 'Paper', 'Machines', 'Works', 'Supply'], 'i / 5')}, 'firm-' || i || '@bench.test', 'Duluth', 'United States', '${SENTENCE}',
      case when i % 4 = 0 then 'consumer' else 'producer' end, ${pick(states, 'i')},
      'Active', now() - interval '1 minute' * i
    from generate_series(1, ${count}) i`

const insertProducts = (count: number, sellers: number) =>
  `insert into products (id, slug, name, description, full_description, type, category_id, business_id, price_usd_cents, price_eur_cents, stock, featured, status,
      features, specifications, search_text, created_at, updated_at)
    select ${idOf('product', 'i')}, 'bench-product-' || i, ${productName('i')}, '${SENTENCE}', '${SENTENCE.repeat(6)}', c.kind, c.id, ${sellerOf('i', sellers)},
      1000 + (i * 7919) % 900000, 900 + (i * 6007) % 900000, (i * 31) % 400, i % 50 = 0, ${pick(['Active', 'Active', 'Active', 'Active', 'Active', 'Active', 'Active', 'Active', 'Inactive', 'Suspended', 'Deleted'], 'i')},
      '["Foldable", "Runs on 230 V"]', '[{"name": "Width", "value": "430 mm"}, {"name": "Power", "value": "1.1 kW"}]',
      lower(${productName('i')} || E'\\n' || '${SENTENCE}' || E'\\nfolds away\\nruns on 230 v'), now() - interval '7 minutes' * i, now() - interval '3 minutes' * ((i * 31) % ${count})
    from generate_series(1, ${count}) i join some_category c on c.place = i % c.all_of`

const STEPS: readonly string[] = [
  ...LOOKUPS,
  insertBusinesses(businesses),
  `insert into users (id, name, email, role, status, business_id, created_at, email_verified_at)
    select ${idOf('user', 'i')}, ${name('i')}, 'person-' || i || '@bench.test', case when i % 10 = 0 then 'business_admin' else 'customer' end,
      ${pick(['Active', 'Active', 'Active', 'Active', 'Active', 'Active', 'Active', 'Inactive', 'Suspended', 'Deleted'], 'i / 3')},
      case when i % 10 = 0 then ${idOf('business', `1 + i % ${businesses}`)} end, now() - interval '15 minutes' * i, now()
    from generate_series(1, ${users}) i`,
  insertProducts(products, businesses),
  `insert into orders (id, number, user_id, user_name, user_email, customer, currency, subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents, total_usd_cents,
      shipping_method, pricing, status, payment_method, payment_status, estimated_delivery, search_text, created_at, updated_at)
    select ${idOf('order', 'i')}, 'BENCH-' || i, ${idOf('user', 'person')}, ${name('person')}, 'person-' || person || '@bench.test',
      jsonb_build_object('email', 'person-' || person || '@bench.test', 'firstName', ${pick(FIRST, 'person')}, 'lastName', ${pick(LAST, 'person / 13')}, 'address', '1 Main Street',
        'city', 'Chicago', 'state', 'IL', 'zipCode', '60607', 'country', 'US'),
      case when i % 3 = 0 then 'EUR' else 'USD' end, value, 0, 0, 0, value, case when i % 3 = 0 then value * 11 / 10 else value end, 'standard',
      jsonb_build_object('rules', repeat('x', 700)), ${statusOf('i')}, case when i % 2 = 0 then 'card' else 'pay_later' end,
      case when not ${isPaid('i')} then 'unpaid' when i % 40 = 0 then 'partially_refunded' else 'paid' end, current_date,
      lower('bench ' || i || E'\\n' || ${asciiOf(name('person'))} || E'\\nperson ' || person || '@bench.test'), ${placedAt('i')}, ${placedAt('i')}
    from (select i, 1 + (i * 37) % ${users} as person, 4000 + (i % 900) * 200 as value from generate_series(1, ${orders}) i) as numbered`,
  `insert into seller_orders (order_id, business_id, business_name, status, subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents, placed_at, is_shown)
    select distinct on (1, 2) ${idOf('order', 'i')}, p.business_id, 'Business', ${statusOf('i')}, 2000 + (i % 900) * 100, 0, 0, 0, 2000 + (i % 900) * 100,
      ${placedAt('i')}, i % 2 = 1 or ${isPaid('i')}
    from generate_series(1, ${orders}) i cross join generate_series(1, 2) line join products p on p.id = ${idOf('product', PRODUCT_NUMBER)}`,
  `insert into order_lines (order_id, product_id, business_id, position, slug, name, image, quantity, unit_price_cents, line_total_cents)
    select ${idOf('order', 'i')}, p.id, p.business_id, line, p.slug, p.name, '', 2, 1000 + (i % 900) * 50, 2000 + (i % 900) * 100
    from generate_series(1, ${orders}) i cross join generate_series(1, 2) line join products p on p.id = ${idOf('product', PRODUCT_NUMBER)}`,
  `insert into payments (order_id, kind, method, reference, currency, amount_cents, at)
    select id, 'payment', 'transfer', number, currency, total_cents, created_at + interval '1 day' from orders where payment_status in ('paid', 'partially_refunded')`,
  `insert into payments (order_id, kind, method, reference, currency, amount_cents, at)
    select id, 'refund', 'transfer', number, currency, total_cents / 4, created_at + interval '3 days' from orders where payment_status = 'partially_refunded'`,
  `insert into audit_entries (at, actor_id, actor_name, actor_role, action, target_type, target_id, before, after)
    select ${placedAt('i')}, ${idOf('user', '1 + (i * 37) % 200')}, ${name('1 + (i * 37) % 200')}, ${pick(['application_admin', 'super_admin', 'business_admin'], 'i')},
      ${pick(['order.move', 'product.update', 'product.create', 'user.update', 'order.export'], 'i')}, ${pick(['order', 'product', 'user'], 'i')}, (${idOf('order', 'i')})::text,
      '{"status": "pending"}', '{"status": "processing"}'
    from generate_series(1, ${ENTRIES}) i`,
  `insert into contact_messages (reference, name, email, topic, message, status, created_at)
    select 'MSG-BENCH-' || i, ${name('i')}, 'writer-' || i || '@bench.test', ${pick(['contact', 'consultation', 'quote'], 'i')}, '${SENTENCE}', ${pick(['open', 'answered'], 'i')}, now() - interval '20 minutes' * i
    from generate_series(1, ${MESSAGES}) i`,
  `insert into outbox (kind, dedupe_key, payload, created_at, due_at, sent_at)
    select 'mail', 'bench:' || i, jsonb_build_object('template', ${pick(['order-placed', 'order-shipped', 'contact-received'], 'i')}, 'to', 'person-' || i || '@bench.test', 'facts', jsonb_build_object('number', i)),
      now() - interval '10 minutes' * i, now() - interval '10 minutes' * i, now() - interval '10 minutes' * i
    from generate_series(1, ${MAILS}) i`,
  `insert into blog_posts (slug, title, excerpt, content, category, status, published_at, search_text, created_at)
    select 'bench-post-' || i, 'How we ' || ${pick(NOUNS, 'i')} || ' ' || i, '${SENTENCE}', '${SENTENCE.repeat(20)}', ${pick(['Guides', 'News'], 'i')}, ${pick(['published', 'published', 'draft', 'archived'], 'i')},
      now() - interval '9 hours' * i, lower('how we ' || ${pick(NOUNS, 'i')} || ' ' || i || E'\\n${SENTENCE}'), now() - interval '9 hours' * i
    from generate_series(1, ${POSTS}) i`,
  `insert into newsletter_subscribers (email, status, token_hash, unsubscribe_token, consent_text, confirm_by, created_at)
    select 'reader-' || i || '@bench.test', ${pick(['confirmed', 'confirmed', 'pending', 'unsubscribed'], 'i')}, md5('t' || i), md5('u' || i), 'Yes', now(), now() - interval '25 minutes' * i
    from generate_series(1, ${SUBSCRIBERS}) i`,
  `insert into zero_result_counts (language, term, times, last_at) select 'en', 'missed word ' || i, 1 + i % 90, now() - interval '11 minutes' * i from generate_series(1, 5000) i`,
]

/** Fills a demo shop with far more data than such a shop ever has, directly in the database. @returns the duration in ms */
export async function fillLargeShop(databaseUrl: string): Promise<number> {
  const startedAt = performance.now()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica') // foreign keys are correct by construction: no checks
    for (const step of STEPS) await client.query(step)
    await client.query('set session_replication_role = default')
    // what triggers would have written
    await client.query('update products set is_public = is_public, search_text = search_text')
    await client.query("select count(count_delivery(s, 1)) from seller_orders s where s.status = 'delivered'")
    await client.query("select add_search_words(string_agg(split_part(search_text, chr(31), 1), ' ')) from products")
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  return performance.now() - startedAt
}

const FEW_SELLERS = 50

/** Adds products of some sellers to a demo shop of any version, directly in the database. */
export async function addProducts(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const step of [...LOOKUPS, insertBusinesses(FEW_SELLERS), insertProducts(count, FEW_SELLERS)]) await client.query(step)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
