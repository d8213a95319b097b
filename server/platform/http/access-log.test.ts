import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { createLogger } from './log.ts'
import { cutNetwork } from './network.ts'

/* Section 7.1 of running.md: one line for each request, by the template of its route. */

interface Line {
  level: string
  msg: string
  route?: string
  dbMs?: number
  statement?: string
}

let written: string[] = []
const lines = () => written.map((line): Line => JSON.parse(line))
const requests = () => lines().filter(({ msg }) => msg === 'request')

let shop: TestShop
let ann: SignedInUser
beforeAll(async () => {
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void written.push(line) })
  shop = await openTestShop({ METRICS_TOKEN: 'a-token-of-the-metrics', TRUST_PROXY: '1' }, {}, logger)
  ann = await shop.signIn('customer')
})
afterAll(() => shop.close())
beforeEach(() => {
  written = []
})

const headersOf = (address: string) => ({ authorization: `Bearer ${ann.token}`, 'x-forwarded-for': address })

test('a request is one line: template, status, times, size, who and from which network; of the query known names only', async () => {
  const answer = await shop.app.inject({
    url: '/api/products?search=plantedsearch&limit=5&plantedname=1&token=plantedtoken',
    headers: headersOf('203.0.113.77'),
  })
  expect(answer.statusCode).toBe(200)
  expect(requests()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      msg: 'request',
      requestId: answer.headers['x-request-id'],
      method: 'GET',
      route: '/api/products',
      parameters: ['search', 'limit'],
      status: 200,
      ms: expect.any(Number),
      dbMs: expect.any(Number),
      bytes: expect.any(Number),
      userId: ann.user.id,
      role: 'customer',
      network: '203.0.113.0/24',
    },
  ])
  expect(written.join('')).not.toMatch(/planted|203\.0\.113\.77|forwarded/)
})

test('a refused request, an unknown path and a path with a name in it are logged by template too', async () => {
  await shop.app.inject({ url: '/api/orders/plantedname', headers: { 'x-forwarded-for': '2001:db8:85a3:8d3:1319:8a2e:370:7348' } })
  await shop.app.inject('/plantedpath?q=1')
  await shop.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: 'planted@mark.test', password: 'plantedpassword' } })
  expect(requests()).toMatchObject([
    { route: '/api/orders/:id', status: 401, network: '2001:db8:85a3::/48' },
    { route: 'unknown', status: 404 },
    { route: '/api/auth/login', method: 'POST', status: 401 },
  ])
  expect(written.join('')).not.toMatch(/planted|mark\.test|:8d3/)
})

test('files, pictures, health and metrics leave no line', async () => {
  for (const url of ['/media/abcdefghijklmnop.webp', '/api/health/live', '/api/health/ready', '/metrics']) await shop.app.inject(url)
  expect(requests()).toEqual([])
})

test('dbMs is the time of its own statements, also where the body comes late and where requests wait for a connection', async () => {
  await shop.database.pool.query(
    `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return new; end $$`,
  )
  await shop.database.pool.query('create trigger slow before insert on carts for each row execute function slow()')
  const product = await shop.make.product({ stock: 50 })
  written = []
  const buyers = await Promise.all([1, 2, 3, 4].map(() => shop.signIn('customer')))
  await Promise.all([
    ...buyers.map((buyer) => buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })),
    ...Array.from({ length: 40 }, () => shop.app.inject('/api/categories')),
  ])
  await shop.database.pool.query('drop function slow() cascade')
  const times = (route: string) => requests().flatMap((line) => (line.route === route ? [line.dbMs ?? 0] : []))
  expect(times('/api/cart').length + times('/api/cart/items').length).toBe(4)
  for (const ms of [...times('/api/cart'), ...times('/api/cart/items')]) expect(ms).toBeGreaterThanOrEqual(1990)
  if (shop.database.kind === 'postgres') for (const ms of times('/api/categories')) expect(ms).toBeLessThan(1900)
})

test('a statement of more than 500 ms is a warning with its text and without values', async () => {
  await shop.database.pool.query("select pg_sleep(0.6), $1::text as one, 'plantedword' as two", ['plantedvalue'])
  await shop.database.pool.query('select 1')
  expect(lines()).toEqual([
    expect.objectContaining({
      level: 'warn',
      msg: 'slow statement',
      statement: "select pg_sleep(0.6), $1::text as one, '…' as two",
      ms: expect.any(Number),
    }),
  ])
  expect(written.join('')).not.toContain('planted')
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
  ['::1', '0:0:0::/48'],
  ['in-process', null],
  ['203.0.113.77 and more', null],
])('of the address %s the log keeps %s', (address, network) => {
  expect(cutNetwork(address)).toBe(network)
})

test('lines are written soon, those of errors at once, and all of them before the process ends', async () => {
  const script = `
    import { createLogger } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
    const log = createLogger({ logLevel: 'info' })
    process.on('message', (text) => {
      if (text === 'end') for (let line = 0; line < 300; line += 1) log.info('last')
      log[text === 'fail' ? 'error' : 'info'](text)
      if (text === 'end') process.exit(1)
    })`
  const server = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  let said = ''
  server.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  for (const text of ['usual', 'fail']) {
    server.send(text)
    await expect.poll(() => said).toContain(`"msg":"${text}"`)
  }
  server.send('end')
  expect(await once(server, 'close')).toEqual([1, null])
  expect(said.trim().split('\n')).toHaveLength(303)
  expect(said.trim().split('\n').at(-1)).toContain('"msg":"end"')
})
