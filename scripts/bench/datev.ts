import { loadavg } from 'node:os'
import pg from 'pg'
import { clientOf, tokenOf } from './client.ts'
import { percentile } from './figures.ts'
import { openPostgresForBench } from './postgres.ts'
import { openShop } from './shop.ts'

const DOCUMENTS = 10_000
const RUNS = 5
/** Month of the documents. */
const MONTH = '2026-01'

/** Copies the documents of the demo, an order's apart from it, into one month. */
const FILL = `with originals as (select *, row_number() over (order by id) as place, count(*) over () as have from documents where issuer_business_id is null)
  insert into documents select (jsonb_populate_record(null::documents, to_jsonb(d) || jsonb_build_object(
    'id', md5(d.id::text || n)::uuid, 'number', 1000000 + n * 1000 + d.place, 'label', d.label || '-' || n, 'order_id', null,
    'cause', 'bench:' || n || ':' || d.id, 'issued_at', timestamptz '${MONTH}-01' + n * interval '1 minute'))).*
  from originals d cross join lateral generate_series(1, ceil($1::numeric / d.have)::int) n limit $1`

/** Measures the DATEV file of a month with 10,000 documents. @returns the figures as text */
export async function measureDatev(folder: string): Promise<string> {
  const database = await openPostgresForBench(process.env.BENCH_DATABASE_URL)
  const shop = await openShop(folder, database.url, { hasOrders: true })
  const client = new pg.Client({ connectionString: database.url })
  try {
    await client.connect()
    await client.query(FILL, [DOCUMENTS])
    await client.query(
      `insert into exchange_rates (day, currency, per_eur, source) values ('${MONTH}-01', 'USD', 1.16, 'bench') on conflict do nothing`,
    )
    const token = await tokenOf(shop.origin, 'super@reflute.test')
    const boss = clientOf(shop.origin, token)
    const { accounting } = await boss.settings.read()
    await boss.settings.update({ body: { accounting: { ...accounting, consultant: 1001, client: 1 } } })
    const times: number[] = []
    let file = ''
    for (let run = 0; run < RUNS; run += 1) {
      const begun = performance.now()
      const answer = await fetch(`${shop.origin}/api/admin/accounting/journal?month=${MONTH}&format=datev`, {
        headers: { authorization: `Bearer ${token}` },
      })
      file = await answer.text()
      if (!answer.ok) throw new Error(file)
      times.push(performance.now() - begun)
    }
    const lines = file.split('\r\n').length - 3 // two lines of headings, and nothing after the last line
    return `DATEV file of ${DOCUMENTS} documents, ${lines} entries, ${(file.length / 1e6).toFixed(1)} MB: median of ${RUNS} ${(percentile(times, 0.5) / 1000).toFixed(2)} s, load ${(loadavg()[0] ?? 0).toFixed(1)}`
  } finally {
    await client.end()
    await shop.stop()
    await database.close()
  }
}
