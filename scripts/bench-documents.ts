import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { formatMoney } from '#domain/money.ts'
import { listDocumentsOf } from '#server/payments/documents/document-record.ts'
import { convertInvoices, hasOlderInvoices } from '#server/payments/documents/older-invoices.ts'
import { writeDocument } from '#server/payments/documents/write-document.ts'
import { openPostgres } from '#server/platform/db/client.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { addProducts } from './bench/large-shop.ts'
import { openPostgresForBench } from './bench/postgres.ts'
import { openShop } from './bench/shop.ts'

/*
 * `npm run bench -- documents`: a shop of the version before with 1,000 products, 100,000 orders and 90,000 invoices on PostgreSQL gets
 * its documents, once without a break and once stopped in the middle. Numbers, totals and figures must be the same, and the time below two
 * minutes. BENCH_DATABASE_URL names a server; without it one is started here. ORDERS=10000 makes it shorter.
 */

const ORDERS = Number(process.env.ORDERS ?? 100_000)
const PRODUCTS = 1000
const MAX_SECONDS = 120
const SAMPLES = 20

const say = (text: string) => process.stdout.write(`${text}\n`)
const seconds = (from: number) => (performance.now() - from) / 1000

/** Copies rows of a table with some columns changed; `t` is the row, `n` the number of the copy. */
const copy = (table: string, changes: Record<string, string>) =>
  `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${Object.entries(changes)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')}))).* from originals t cross join generate_series(1, $1::int) n`
const idOf = (column: string) => `md5(${column}::text || n)::uuid`

/** Tables of the money of orders, what is changed in a copy, and which rows are copied. */
const COPIES: readonly (readonly [table: string, changes: Record<string, string>])[] = [
  [
    'orders',
    {
      id: idOf('t.id'),
      number: "'OLD-' || n || '-' || right(t.number, 4)",
      payment_intent_id: 'null::text',
      created_at: "t.created_at - n * interval '1 minute'",
    },
  ],
  ['seller_orders', { order_id: idOf('t.order_id') }],
  ['order_lines', { id: idOf('t.id'), order_id: idOf('t.order_id') }],
  ['payments', { id: idOf('t.id'), order_id: idOf('t.order_id'), reference: "t.reference || '-' || n" }],
  ['refunds', { id: idOf('t.id'), order_id: idOf('t.order_id'), cause: "t.cause || ':' || n" }],
  ['refund_shares', { refund_id: idOf('t.refund_id') }],
  ['refund_lines', { refund_id: idOf('t.refund_id'), line_id: idOf('t.line_id') }],
  [
    'ledger_transactions',
    {
      id: idOf('t.id'),
      order_id: idOf('t.order_id'),
      reference: "md5(split_part(t.reference, ':', 1) || n)::uuid || ':' || split_part(t.reference, ':', 2)",
    },
  ],
  ['ledger_entries', { id: "nextval('ledger_entries_id_seq')", transaction_id: idOf('t.transaction_id') }],
]

/** Rows that are copied, where not all are; `posted` has the transactions that were. */
const CHOSEN: Readonly<Record<string, string>> = {
  ledger_transactions: "where reason in ('sale', 'refund')",
  ledger_entries: 'where transaction_id in (select id from posted)',
}

/** Makes the shop of the version before out of the orders of the demo: many copies of them with their money, invoices, and no document. */
async function fill(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from orders')
  const copies = Math.ceil(ORDERS / (rows[0]?.count ?? 1))
  await client.query('set session_replication_role = replica')
  for (const [table, changes] of COPIES) {
    await client.query(`create temp table originals as select * from ${table} ${CHOSEN[table] ?? ''}`)
    if (table === 'ledger_transactions') await client.query('create temp table posted as select id from originals')
    await client.query(copy(table, changes), [copies])
    await client.query('drop table originals')
  }
  await client.query('delete from documents; delete from invoices')
  await client.query(`insert into invoices (number, order_id, issued_at)
    select row_number() over (order by created_at, id), id, created_at + interval '1 day' from (
      select id, created_at, row_number() over (order by id) as place from orders) o where place % 10 <> 0`)
  await client.query('set session_replication_role = default')
  await client.query('vacuum analyze')
}

/** Takes the documents away again: the series of invoices goes on, that of credit notes is closed. */
async function forget(client: pg.Client): Promise<void> {
  await client.query(`begin; set local session_replication_role = replica; truncate documents, e_invoices;
    update document_series set next = (select max(number) + 1 from invoices) where kind = 'invoice' and issuer_business_id is null;
    update document_series set next = 1, is_open = false where kind = 'credit_note' and issuer_business_id is null; commit`)
}

/** Everything that documents say, as one number of characters. */
async function digest(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ digest: string }>(`select md5(string_agg(line, '' order by line)) as digest from (
    select kind || number || label || net_cents || ' ' || tax_cents || ' ' || gross_cents || ' ' || issued_at || md5(content::text) || order_id as line
    from documents) d`)
  return rows[0]?.digest ?? ''
}

async function count(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(query)
  return Number(rows[0]?.count)
}

const dataDir = mkdtempSync(join(tmpdir(), 'reflute-documents-'))
const given = await openPostgresForBench(process.env.BENCH_DATABASE_URL)
try {
  await (await openShop(dataDir, given.url, { hasOrders: true })).stop()
  const client = new pg.Client({ connectionString: given.url })
  client.on('error', () => {
    // the server ends before it, after a failure
  })
  await client.connect()
  await client.query('delete from outbox')
  await addProducts(given.url, PRODUCTS)
  const filling = performance.now()
  await fill(client)
  say(
    `${await count(client, 'select count(*) from orders')} orders, ${await count(client, 'select count(*) from invoices')} invoices, ` +
      `${await count(client, 'select count(*) from refunds')} refunds, filled in ${seconds(filling).toFixed(0)} s, PostgreSQL ${given.version}`,
  )
  const database = await openPostgres(given.url)
  const at = new Date()
  const deps = { db: database.db, now: () => at }
  const convert = async (signal: AbortSignal) => {
    const [from, busy] = [performance.now(), process.cpuUsage()]
    const text = await convertInvoices(deps, signal)
    const { user, system } = process.cpuUsage(busy)
    return { text: `${text} Processor of this process ${((user + system) / 1e6).toFixed(1)} s,`, took: seconds(from) }
  }
  await forget(client)
  const whole = await convert(new AbortController().signal)
  say(`without a break: ${whole.text} ${whole.took.toFixed(1)} s`)
  const once = await digest(client)
  const problems: string[] = []
  const check = (what: string, isGood: boolean) => isGood || problems.push(what)
  check('time', whole.took < MAX_SECONDS)
  check('waiting', !(await hasOlderInvoices(deps)))
  check(
    'numbers',
    (await count(
      client,
      `select count(*) from invoices i full join (select * from documents where kind = 'invoice') d on d.order_id = i.order_id and d.number = i.number
        where i.order_id is null or d.id is null`,
    )) === 0,
  )
  check(
    'totals',
    (await count(
      client,
      `select count(*) from documents d join orders o on o.id = d.order_id where d.kind = 'invoice' and (d.gross_cents, d.tax_cents) <> (o.total_cents, o.tax_cents)`,
    )) === 0,
  )
  await forget(client)
  let steps = 0
  const stopping = new AbortController()
  const timer = setTimeout(() => stopping.abort(), whole.took * 400)
  while (await hasOlderInvoices(deps)) {
    const part = await convert(steps === 0 ? stopping.signal : new AbortController().signal)
    steps += 1
    say(`${steps === 1 ? 'stopped in the middle' : 'started again'}: ${part.text} ${part.took.toFixed(1)} s`)
  }
  clearTimeout(timer)
  check('stopped', steps > 1)
  check('same after a break', (await digest(client)) === once)
  const { rows } = await client.query<{ order_id: string }>(
    `select order_id from documents where kind = 'invoice' order by md5(id::text) limit ${SAMPLES}`,
  )
  for (const row of rows) {
    for (const document of await listDocumentsOf(database.db, [row.order_id])) {
      const { text } = readPdf(await writeDocument({ document, email: '' }))
      check(`PDF of ${document.label}`, text.includes(formatMoney(document.grossCents, document.currency)))
    }
  }
  await database.close()
  await client.end()
  say(problems.length === 0 ? 'The same numbers, totals and figures.' : `Wrong: ${problems.join(', ')}`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await given.close()
  rmSync(dataDir, { recursive: true, force: true })
}
