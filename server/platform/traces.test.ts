import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import { orderOf } from '#server/testing/buyers.ts'
import { type FakeCollector, openCollector, type SentSpan } from '#server/testing/fake-collector.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { outbox } from './db/schema.ts'
import { createLogger } from './http/log.ts'
import { deliverDueMails } from './mail/deliver-mails.ts'
import { currentTraceparent, inTrace, startTraces } from './traces.ts'
import { openMailer } from './vendors/mailer.ts'
import { createQueue } from './vendors/queue.ts'

/* Section 7.3 of running.md: an order is one tree in the collector, from the request to the email. */

let collector: FakeCollector
let shop: TestShop
let ann: SignedInUser
const lines: string[] = []
beforeAll(async () => {
  collector = await openCollector()
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  shop = await openTestShop({ TRUST_PROXY: '127.0.0.1' }, {}, logger)
  ann = await shop.signIn('customer', { email: 'plantedbuyer@mark.test' })
})
afterAll(async () => {
  await shop.close()
  await collector.close()
})

const factOf = (span: SentSpan, name: string) => {
  const value = span.attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}
const traceOf = async (traceId: string | undefined) => (await collector.spans()).filter((span) => span.traceId === traceId)
const lineOf = (route: string) => lines.map((line) => JSON.parse(line)).findLast((line) => line.route === route)

/** Sends a call as a proxy does. */
const ask = (url: string, headers: Record<string, string>, remoteAddress = '127.0.0.1') => shop.app.inject({ url, headers, remoteAddress })

test('an order is one tree: request, its statements, the job of each email, its statements and the call to the mail server', async () => {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const product = await shop.make.product({ category: 'accessories', stock: 5 })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  await shop.deps.db.delete(outbox)
  const order = await ann.checkout.placeOrder({ body: orderOf(await ann.cart.list()) })
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${port}` }, openDiskFiles(''))
  const sent = await deliverDueMails(shop.deps, mailer)
  mailer.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  expect(sent).toBeGreaterThan(1)

  const line = lineOf('/api/orders')
  const tree = await traceOf(line.traceId)
  const below = (parent: SentSpan | undefined) => tree.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
  const roots = tree.filter(({ parentSpanId }) => !parentSpanId)
  expect(roots).toMatchObject([{ name: 'POST /api/orders', kind: 2 }])
  const [root] = roots
  if (!root) throw new Error('no root')
  expect(Object.fromEntries(root.attributes.map(({ key }) => [key, factOf(root, key)]))).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/orders',
    'http.response.status_code': 201,
    'reflute.request_id': line.requestId,
  })
  const statements = below(root).filter((span) => factOf(span, 'db.system.name') === 'postgresql')
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'select', 'with', 'commit']))
  expect(statements.length).toBeGreaterThan(4)
  const jobs = below(root).filter(({ name }) => name === 'job mail')
  expect(jobs).toHaveLength(sent)
  expect(below(root)).toHaveLength(statements.length + jobs.length)
  for (const job of jobs) {
    const names = below(job).map(({ name }) => name)
    expect(names).toContain('smtp send')
    expect(names).toContain('update')
  }
  const reached = new Set([root.spanId, ...below(root).map(({ spanId }) => spanId)])
  expect(tree.filter(({ parentSpanId }) => parentSpanId && !reached.has(parentSpanId))).toEqual([])
  expect(JSON.stringify(tree)).not.toMatch(new RegExp(`planted|Main Street|Chicago|${order.number}|${ann.token}`))
})

const CALLER = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${CALLER}-b7ad6b7169203331-01`

test('a trace goes on below what a trusted proxy names, and below what nobody else does', async () => {
  await ask('/api/categories', { traceparent, 'x-forwarded-for': '203.0.113.7' })
  expect(lineOf('/api/categories').traceId).toBe(CALLER)
  expect(await traceOf(CALLER)).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'GET /api/categories', parentSpanId: 'b7ad6b7169203331' })]),
  )
  const before = (await traceOf(CALLER)).length
  await ask('/api/categories', { traceparent })
  await ask('/api/categories', { traceparent, 'x-forwarded-for': '203.0.113.7' }, '198.51.100.9')
  for (const broken of ['00-0-0-01', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, 'plantedparent'])
    await ask('/api/categories', { traceparent: broken, 'x-forwarded-for': '203.0.113.7' })
  expect(await traceOf(CALLER)).toHaveLength(before)
  expect(JSON.stringify(await collector.spans())).not.toContain('plantedparent')
  await ask('/api/categories', { traceparent: traceparent.replace(/01$/, '00'), 'x-forwarded-for': '203.0.113.7' })
  expect(await traceOf(CALLER)).toHaveLength(before) // the proxy did not choose it
})

test('health, metrics and files have no trace', async () => {
  const before = (await collector.spans()).length
  for (const url of ['/api/health/live', '/metrics', '/media/abcdefghijklmnop.webp']) await shop.app.inject(url)
  expect(await collector.spans()).toHaveLength(before)
})

test('a step that fails has the code of its error and no message', async () => {
  const failing = inTrace(null, { kind: 'job', name: 'job failing' }, () =>
    shop.database.pool.query("select 1 / length(replace($1, 'plantedvalue', ''))", ['plantedvalue']),
  )
  await expect(failing).rejects.toThrow('division by zero')
  const spans = await collector.spans()
  const job = spans.find(({ name }) => name === 'job failing')
  expect(job).toMatchObject({ status: { code: 2 } })
  const statement = spans.find(({ parentSpanId }) => parentSpanId === job?.spanId)
  expect(statement).toMatchObject({ name: 'select', status: { code: 2 } })
  expect(statement && factOf(statement, 'db.query.text')).toBe("select 1 / length(replace($1, '…', '…'))")
  expect(statement && factOf(statement, 'error.type')).toBe('22012')
  expect(JSON.stringify(spans)).not.toMatch(/division|plantedvalue/)
})

test('a background job goes on in the trace that asked for it', async () => {
  const queue = createQueue(shop.database)
  let seen: string | null = null
  const run = async () => {
    seen = currentTraceparent()
    return 'Done.'
  }
  await queue.start([{ name: 'traced', retries: 0, pauseSeconds: 1, pollSeconds: 0.5, maxSeconds: 60, run }], () => {})
  let asked: string | null = null
  await inTrace(null, { kind: 'request', name: 'asks' }, async () => {
    asked = currentTraceparent()
    await queue.send('traced', {}, 'one')
  })
  await expect.poll(() => seen).not.toBeNull()
  await queue.stop(1000)
  const [traceId, parentSpanId] = String(asked).split('-').slice(1)
  const jobs = (await collector.spans()).filter(({ name }) => name === 'job traced')
  expect(jobs).toMatchObject([{ traceId, parentSpanId }])
  expect(String(seen)).toContain(traceId)
})

test('a collector that is away is noted and disturbs nothing', async () => {
  const failures: unknown[] = []
  const traces = await startTraces({ endpoint: 'http://127.0.0.1:1', serviceName: 'x', share: 0 }, '1.0.0', (error) => failures.push(error))
  expect(await inTrace(null, { kind: 'job', name: 'not chosen' }, async () => currentTraceparent())).toMatch(/-00$/)
  await traces.stop()
  expect(failures).toEqual([])
})

test('without a collector none of the libraries is in the process', async () => {
  // nothing else brings them in
  const server = join(import.meta.dirname, '..')
  const files = globSync('**/*.ts', { cwd: server, exclude: (name) => name.endsWith('.test.ts') })
  const naming = files.filter((file) => /^import (?!type ).*(?:otlp-traces|@opentelemetry)/m.test(readFileSync(join(server, file), 'utf8')))
  expect(files.length).toBeGreaterThan(300)
  expect(naming).toEqual(['platform/vendors/otlp-traces.ts'])
  const script = `
    import { registerHooks } from 'node:module'
    let count = 0
    registerHooks({ resolve: (name, context, next) => {
      const found = next(name, context)
      if (/@opentelemetry.(?!api)/.test(found.url)) count += 1
      return found
    } })
    const { startTraces } = await import('#server/platform/traces.ts')
    const { readConfig } = await import('#server/platform/config.ts')
    const start = (settings) => startTraces(readConfig(settings).traces, '1.0.0', () => {})
    await start({ OTEL_SERVICE_NAME: 'shop' })
    const before = count
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    console.log(JSON.stringify({ before, isLoaded: count > 0 }))
    process.exit(0)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env: { NO_COLOR: '1' } })
  expect(JSON.parse(stdout)).toEqual({ before: 0, isLoaded: true })
})
