import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { sessionOf } from '#contract/identity/auth.ts'
import type { Contract } from '#contract/index.ts'
import { toProblem } from '#contract/refusals.ts'
import { readConfig } from '#server/platform/config.ts'
import { listEverything, readWhole } from '#server/platform/files/files.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { type FileStore, openFileStore } from '#server/testing/file-store.ts'
import { freePort } from '#server/testing/free-port.ts'
import { formOf } from '#server/testing/import-shop.ts'
import { hasProxy, openProxy, type ProxyName } from '#server/testing/proxies.ts'
import { clientOf, DEMO_PASSWORD } from './bench/client.ts'
import { listOrderable } from './bench/fill-shop.ts'
import { openPostgresForBench } from './bench/postgres.ts'
import { type BenchShop, openShop } from './bench/shop.ts'
import { orderOf } from './bench/writes.ts'

/*
 * `npm run drill -- servers`: two real servers, each with a data folder of its own, on one PostgreSQL database and one S3 store, behind
 * the examples of ops/proxy. A proxy that is not installed is skipped by name.
 */

const METRICS_TOKEN = 'token-of-the-servers-test'
const AWAY_MS = 30_000
/** Longer than a proxy avoids a server that failed. */
const AVOIDED_MS = 2200
const TAKE_OVER_MS = 240_000
const MB = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'reflute-two-servers-'))
const given = inject('database')

let database: Awaited<ReturnType<typeof openPostgresForBench>>
let store: FileStore
let proxyPort: number
const servers: BenchShop[] = []

/** Starts server A (0) or B (1), again on its port. */
async function startServer(at: number): Promise<void> {
  const settings = {
    ...store.settings,
    RATE_LIMIT: 'on',
    TRUST_PROXY: '1',
    METRICS_TOKEN,
    LOG_LEVEL: 'fatal',
    PUBLIC_URL: `http://127.0.0.1:${proxyPort}`,
  }
  servers[at] = await openShop(join(folder, `server-${at}`), database.url, { settings, port: servers[at]?.port })
}
const server = (at: number): BenchShop => servers[at] as BenchShop // started before the tests

beforeAll(async () => {
  database = await openPostgresForBench(given.kind === 'postgres' ? `${given.server}/postgres` : undefined)
  store = await openFileStore()
  proxyPort = await freePort()
  await startServer(0)
  await startServer(1)
}, 200_000)
afterAll(async () => {
  await Promise.all(servers.map((each) => each.stop()))
  await store.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const origin = () => `http://127.0.0.1:${proxyPort}`
const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status
const several = <Result>(count: number, work: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

async function tokenOf(email: string): Promise<string> {
  return clientOf(origin())
    .auth.login({ body: { email, password: DEMO_PASSWORD } })
    .then(sessionOf)
    .then(({ token }) => token)
}
/** A signed-in user on A, on B, and through the proxy. */
async function signIn(email: string): Promise<{ a: Api<Contract>; b: Api<Contract>; proxied: Api<Contract>; token: string }> {
  const token = await tokenOf(email)
  return { a: clientOf(server(0).origin, token), b: clientOf(server(1).origin, token), proxied: clientOf(origin(), token), token }
}

async function formOfPicture(): Promise<FormData> {
  const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#c99b5f' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(picture)]), 'photo.png')
  return form
}

async function placeOrder(api: Api<Contract>, productId: string) {
  const cart = await api.cart.addItem({ query: { currency: 'USD' }, body: { productId, quantity: 1 } })
  return api.checkout.placeOrder({ body: orderOf(cart), idempotencyKey: crypto.randomUUID() })
}

/** Sends a body of this size through the proxy. @returns the status; null where the proxy hung up while it was sent */
function sendBytes(size: number): Promise<number | null> {
  return new Promise((resolve) => {
    const sending = request(`${origin()}/bytes`, { method: 'POST', headers: { 'content-length': size } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? null)
    })
    sending.on('error', () => resolve(null))
    sending.end(Buffer.alloc(size, 'x'))
  })
}

/**
 * Opens a server in the place of A that is closing: it is ready for the proxy, and answers whatever it is asked with 503 once it has read
 * all.
 */
async function openClosing() {
  const received: { method: string; bytes: number }[] = []
  const closing = createServer((incoming, answer) => {
    if (incoming.url === '/api/health/ready') return void answer.end('{}')
    const seen = { method: incoming.method ?? '', bytes: 0 }
    received.push(seen)
    incoming.on('data', (chunk: Buffer) => {
      seen.bytes += chunk.length
    })
    incoming.on('end', () => answer.writeHead(503).end())
  })
  await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve))
  const address = closing.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, received, close: () => closing.close() }
}

/** The emails in the store: recipient and subject of each. */
async function emailsAbout(text: string): Promise<string[]> {
  const files = openFiles(readConfig(store.settings))
  const found: string[] = []
  for await (const { key } of listEverything(files)) {
    if (!key.includes('mail/')) continue
    const email = (await readWhole(files, key))?.toString() ?? ''
    if (email.includes(text)) found.push(`${/^To: .*$/m.exec(email)?.[0]} ${/^Subject: .*$/m.exec(email)?.[0]}`)
  }
  return found
}

const PROXIES: ProxyName[] = ['nginx', 'caddy']
describe.each(PROXIES)('two servers behind %s', (name) => {
  const isHere = hasProxy(name)
  const run = test.skipIf(!isHere)
  const as = (text: string) => (isHere ? text : `${text} (${name} is not installed: not run)`)
  const network = `2001:db8:1:${PROXIES.indexOf(name) + 2}`
  const seller = name === 'nginx' ? 'seller@reflute.test' : 'seller2@reflute.test'
  let proxy: Awaited<ReturnType<typeof openProxy>>
  beforeAll(async () => {
    if (isHere) proxy = await openProxy(name, proxyPort, [server(0).port, server(1).port])
  })
  afterAll(async () => {
    if (isHere) await proxy.close()
  })

  run(as('a forged address does not get through, /metrics is 404, and nothing is compressed twice'), async () => {
    const authorization = `Bearer ${METRICS_TOKEN}`
    const forged = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https', 'x-real-ip': '6.6.6.6', forwarded: 'for=6.6.6.6' }
    const seen = await fetch(`${origin()}/api/health/details`, { headers: { ...forged, authorization } })
    expect(await seen.json()).toMatchObject({ client: { address: '127.0.0.1', protocol: 'http' } })
    expect(await statusOf(`${origin()}/metrics`, { headers: { authorization } })).toBe(404)
    expect(await statusOf(`${server(0).origin}/metrics`, { headers: { authorization } })).toBe(200)
    for (const encoding of ['br', 'gzip', 'identity']) {
      const page = await fetch(`${origin()}/products`, { headers: { 'accept-encoding': encoding } })
      expect([page.status, page.headers.get('content-encoding')]).toEqual([200, encoding === 'identity' ? null : encoding])
    }
  })

  test.skipIf(!isHere)('over http every call is refused, whatever its method, and pages lead to https', async () => {
    for (const path of ['/api/orders', '/api/token?currency=USD', '/api/', '/%61pi/orders'])
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await fetch(`${proxy.plainUrl}${path}`, { method, redirect: 'manual', headers: { authorization: 'Bearer secret' } })
        const seen = [answer.status, ...['location', 'content-type', 'cache-control'].map((name) => answer.headers.get(name))]
        expect(seen, `${method} ${path}`).toEqual([403, null, 'application/problem+json', 'no-store'])
        if (method !== 'HEAD') expect(await answer.json()).toEqual(toProblem({ code: 'https_required' }))
      }
    for (const path of ['/', '/products?q=belt', '/apiary', '/%C3%A4']) {
      const answer = await fetch(`${proxy.plainUrl}${path}`, { redirect: 'manual' })
      expect([301, 308]).toContain(answer.status)
      expect(answer.headers.get('location')).toBe(`https://127.0.0.1${path}`)
    }
  })

  run(
    as('a read that one server answers with 503 is asked of the other one; a write is sent once, with a body of at most 52 MB'),
    async () => {
      const closing = await openClosing()
      await proxy.close()
      proxy = await openProxy(name, proxyPort, [closing.port, server(1).port])
      const received = (method: string) => closing.received.filter((each) => each.method === method)
      try {
        expect(await several(6, () => statusOf(`${origin()}/api/categories`))).toEqual([200, 200, 200, 200, 200, 200])
        expect(received('GET').length).toBeGreaterThan(0)
        const statuses: (number | null)[] = []
        for (let at = 0; at < 6; at += 1) {
          await wait(AVOIDED_MS)
          statuses.push(await statusOf(`${origin()}/api/auth/reset-password`, { method: 'POST', body: '{}' }))
        }
        expect(received('POST').length).toBe(statuses.filter((status) => status === 503).length)
        await proxy.close()
        proxy = await openProxy(name, proxyPort, [closing.port, closing.port])
        closing.received.length = 0
        await wait(AVOIDED_MS)
        expect([await sendBytes(51 * MB), received('POST')]).toEqual([503, [{ method: 'POST', bytes: 51 * MB }]])
        await wait(AVOIDED_MS)
        expect([413, null]).toContain(await sendBytes(53 * MB))
        expect(received('POST').filter(({ bytes }) => bytes > 52 * MB)).toEqual([])
      } finally {
        await proxy.close()
        closing.close()
        proxy = await openProxy(name, proxyPort, [server(0).port, server(1).port])
      }
    },
  )

  run(as('a picture, a return photo and a sheet put on A are used on B at once'), { timeout: 120_000 }, async () => {
    const business = await signIn(seller)
    const [picture] = await business.a.uploads.images({ form: await formOfPicture() })
    expect(await statusOf(`${server(1).origin}${picture?.url}`)).toBe(200)
    const buyer = await signIn('customer@reflute.test')
    const [photo] = await buyer.a.returns.photos({ form: await formOfPicture() })
    const headers = { authorization: `Bearer ${buyer.token}` }
    expect(await statusOf(`${server(1).origin}${photo?.url}`, { headers })).toBe(200)
    expect(await statusOf(`${server(1).origin}${photo?.url}`)).toBe(401)
    const staff = await signIn('staff@reflute.test')
    const draft = await staff.a.imports.upload({ form: formOf(sheetOf(`belt-${name}`, 3)) })
    if (!draft.file) throw new Error('no draft')
    await staff.b.imports.check({ params: { id: draft.id }, body: draft.file.options })
    await staff.b.imports.start({ params: { id: draft.id } })
    await expect
      .poll(async () => (await staff.b.imports.get({ params: { id: draft.id } })).status, { timeout: 60_000, interval: 1000 })
      .toBe('done')
    expect(await countProducts(`belt-${name}`)).toBe(3)
  })

  run(as('the sixth wrong password waits, whichever server gets it'), async () => {
    const email = `wrong-${name}@reflute.test`
    await clientOf(origin()).auth.register({ body: { name: 'Ann', email, password: 'corrugated-7-flute' } })
    const body = JSON.stringify({ email, password: 'not this one' })
    const statuses: number[] = []
    while (statuses.at(-1) !== 429 && statuses.length < 12)
      statuses.push(await statusOf(`${origin()}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(statuses.length).toBeLessThan(9) // the sixth waits for a second, which may pass on a busy machine; then for two
  })

  run(as('of 70 writes from one /64 over both servers 60 are answered, of 340 reads on one server 300'), async () => {
    const headersOf = (at: number) => ({ 'x-forwarded-for': `${network}::${at.toString(16)}`, 'content-type': 'application/json' })
    const body = '{"token":"x","password":"y"}'
    const writes = await several(70, (at) =>
      statusOf(`${server(at % 2).origin}/api/auth/reset-password`, { method: 'POST', headers: headersOf(at), body }),
    )
    expect([count(writes, 429), writes.length - count(writes, 429)]).toEqual([10, 60])
    const reads = await several(340, (at) => statusOf(`${server(0).origin}/api/categories`, { headers: headersOf(at) }))
    expect([count(reads, 200), count(reads, 429)]).toEqual([300, 40])
  })

  run(as('while the store is away for 30 s, uploads are 503 and everything else works'), { timeout: 150_000 }, async () => {
    const business = await signIn(seller)
    const buyer = await signIn('customer@reflute.test')
    const productId = await productInStock(0)
    const [seen] = await business.proxied.uploads.images({ form: await formOfPicture() })
    for (const at of [0, 1]) expect(await statusOf(`${server(at).origin}${seen?.url}`)).toBe(200)
    await store.stop()
    const until = performance.now() + AWAY_MS
    let rounds = 0
    try {
      while (performance.now() < until) {
        const away = { status: 503, code: 'files_unavailable', detail: "Files can't be saved right now. Try again in a moment." }
        expect(await refusalOf(business.proxied.uploads.images({ form: await formOfPicture() }))).toMatchObject(away)
        expect(await statusOf(`${origin()}${seen?.url}`)).toBe(200) // from memory
        expect(await statusOf(`${origin()}/products`)).toBe(200)
        expect(await placeOrder(buyer.proxied, productId)).toMatchObject({ status: 'pending' })
        for (const at of [0, 1]) expect(await statusOf(`${server(at).origin}/api/health/ready`)).toBe(200)
        rounds += 1
        await wait(5000)
      }
    } finally {
      await store.start()
    }
    expect(rounds).toBeGreaterThan(2)
    expect((await business.proxied.uploads.images({ form: await formOfPicture() })).length).toBe(1)
  })

  run(as('of a server that is killed, the other one takes over visitors, an import and emails'), { timeout: 400_000 }, async () => {
    const staff = await signIn('staff@reflute.test')
    const buyer = await signIn('customer@reflute.test')
    const productId = await productInStock(1)
    const draft = await staff.a.imports.upload({ form: formOf(sheetOf(`roll-${name}`, 4000)) })
    if (!draft.file) throw new Error('no draft')
    await staff.a.imports.check({ params: { id: draft.id }, body: draft.file.options })
    await staff.a.imports.start({ params: { id: draft.id } })
    const order = await placeOrder(buyer.a, productId)
    server(0).child.kill('SIGKILL')
    expect([await statusOf(`${origin()}/products`), await statusOf(`${origin()}/api/products`), await statusOf(`${origin()}/`)]).toEqual([
      200, 200, 200,
    ])
    for (let at = 0; at < 20; at += 1) {
      expect(await statusOf(`${origin()}/api/categories`)).toBe(200)
      await wait(100)
    }
    const token = await tokenOf('customer@reflute.test')
    expect(await placeOrder(clientOf(origin(), token), productId)).toMatchObject({ status: 'pending' })
    const killedAt = performance.now()
    const stateOf = async () => (await staff.b.imports.get({ params: { id: draft.id } })).status
    await expect.poll(stateOf, { timeout: TAKE_OVER_MS, interval: 2000 }).toBe('done')
    process.stdout.write(
      `${name}: the import was done ${((performance.now() - killedAt) / 1000).toFixed(0)} s after its server was killed\n`,
    )
    expect(await countProducts(`roll-${name}`)).toBe(4000)
    await expect
      .poll(() => emailsAbout(order.number), { timeout: 60_000, interval: 2000 })
      .toContainEqual(expect.stringContaining('customer@'))
    await startServer(0)
  })
})

const sheetOf = (slug: string, rows: number) =>
  [
    'slug,name,type,category,business,priceUSD,priceEUR,stock',
    ...Array.from({ length: rows }, (_, at) => `${slug}-${at},Belt ${slug} ${at},material,mat,North Fold Works,5,5,7`),
  ].join('\n')

async function inDatabase<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<Row>(sql, values).finally(() => client.end())
  return rows
}
const countProducts = async (slug: string) =>
  (await inDatabase<{ n: number }>('select count(*)::int as n from products where slug like $1', [`${slug}-%`]))[0]?.n
/** One of the products of which there is most. */
async function productInStock(at: number): Promise<string> {
  const products = (await listOrderable(clientOf(server(1).origin), 1)).toSorted((one, other) => other.stock - one.stock)
  return products[at]?.id ?? ''
}
