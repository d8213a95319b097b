import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { codeAt } from '#server/testing/authenticator.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { createSharedThrottle } from './throttle.ts'

/* Two servers on one PostgreSQL database, behind a proxy that names the visitor. */

const NETWORK = '2001:db8:1:2'
const PASSWORD = 'correct horse battery'
let shop: TestShop
let servers: FastifyInstance[]

describe.runIf(inject('database').kind === 'postgres')('limits of two servers', () => {
  beforeAll(async () => {
    shop = await openTestShop({ RATE_LIMIT: 'on', TRUST_PROXY: '1', SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64') })
    const { pool } = shop.database
    const open = () => buildApp({ ...shop.deps, throttle: createSharedThrottle(pool), sharedLimits: pool })
    servers = [await open(), await open()]
  })
  beforeEach(() => shop.reset())
  afterAll(async () => {
    for (const server of servers) await server.close()
    await shop.close()
  })

  const ask = (at: number, method: 'GET' | 'POST', url: string, address: string, payload?: object) =>
    (servers[at % 2] as FastifyInstance).inject({ method, url, headers: { 'x-forwarded-for': address }, ...(payload && { payload }) })
  const signIn = (at: number, email: string, password: string, address = '203.0.113.9') =>
    ask(at, 'POST', '/api/auth/login', address, { email, password }).then(({ statusCode }) => statusCode)
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      (error: { problem?: { code: string } }) => error.problem?.code,
    )
  const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

  test('70 writes from 70 addresses of one /64 over both servers: 60 are answered, 10 are 429, and another network is not concerned', async () => {
    const write = (at: number, address: string) =>
      ask(at, 'POST', '/api/auth/reset-password', address, { token: 'x', password: 'y' }).then(({ statusCode }) => statusCode)
    const statuses = await Promise.all(Array.from({ length: 70 }, (_, at) => write(at, `${NETWORK}::${at.toString(16)}`)))
    expect([count(statuses, 429), statuses.length - count(statuses, 429)]).toEqual([10, 60])
    expect(await write(0, '2001:db8:1:3::1')).not.toBe(429)
  })

  test('340 reads from 340 addresses of one /64 on one server: 300 are answered, without a row for any of them', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 340 }, (_, at) =>
        ask(0, 'GET', '/api/categories', `${NETWORK}::${at.toString(16)}`).then((answer) => answer.statusCode),
      ),
    )
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([300, 40])
    expect((await shop.database.pool.query('select 1 from rate_limits')).rowCount).toBe(0)
  })

  test('610 reads and writes by one API token over both servers: 600 are answered; its owner and another token are not concerned', async () => {
    const seller = await shop.signIn('business_admin')
    const create = () => seller.businessTokens.create({ body: { name: 'ERP', scopes: ['read', 'stock', 'orders'] } })
    const [token, other] = [(await create()).secret, (await create()).secret]
    const send = (at: number, bearer: string) => {
      const request =
        at % 3 === 0 ? ({ method: 'POST', url: '/api/products/bulk/stock', payload: { updates: [] } } as const) : { url: '/api/token' }
      return (servers[at % 2] as FastifyInstance).inject({ ...request, headers: { authorization: `Bearer ${bearer}` } })
    }
    const first = await send(1, token)
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"token";q=600;w=60',
      ratelimit: expect.stringMatching(/^"token";r=599;t=\d+$/),
    })
    const statuses = await Promise.all(Array.from({ length: 609 }, (_, at) => send(at, token).then(({ statusCode }) => statusCode)))
    expect(count(statuses, 429)).toBe(10)
    const refused = await send(1, token)
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await send(1, other)).statusCode).toBe(200)
    expect(await codeOf(seller.business.products())).toBe('ok')
  })

  test('the sixth wrong password waits on either server, one after the other and at once, and the right one clears it', async () => {
    const makeUser = async () => (await shop.make.user('customer', { passwordHash: await hashPassword(PASSWORD) })).email
    const email = await makeUser()
    const one: number[] = []
    while (one.at(-1) !== 429 && one.length < 12) one.push(await signIn(one.length, email, 'wrong'))
    expect(one.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(one.length).toBeLessThan(9) // the sixth waits for a second, which may pass on a busy machine; then for two
    expect(await signIn(0, email, PASSWORD)).toBe(429)
    expect(await signIn(1, email, PASSWORD, '198.51.100.4')).toBe(200) // a stranger locks nobody out
    await expect.poll(() => signIn(1, email, PASSWORD), { interval: 300 }).toBe(200)
    expect(await signIn(0, email, 'wrong')).toBe(401)

    const other = await makeUser()
    const burst = await Promise.all(Array.from({ length: 20 }, (_, at) => signIn(at, other, 'wrong', '198.51.100.77')))
    expect(count(burst, 401)).toBeGreaterThanOrEqual(5)
    expect(count(burst, 401)).toBeLessThan(8)
    expect(count(burst, 401) + count(burst, 429)).toBe(20)
  })

  test('64 codes of an app at once, each from a network of its own: 20 of a session are judged, and 40 of sign-ins', async () => {
    const user = await shop.signIn('application_admin', { passwordHash: await hashPassword(PASSWORD) })
    await user.security.confirmTotp({ body: { code: codeAt((await user.security.addTotp()).address, shop.deps.now()) } })
    const post = async (at: number, url: string, payload: object, token?: string) => {
      const headers = { 'x-forwarded-for': `10.${at}.0.1`, ...(token && { authorization: `Bearer ${token}` }) }
      const answer = await (servers[at % 2] as FastifyInstance).inject({ method: 'POST', url: `/api/auth/${url}`, payload, headers })
      return { status: answer.statusCode, json: answer.json() }
    }
    const many = Array.from({ length: 64 }, (_, at) => at)
    const confirmed = await Promise.all(many.map((at) => post(at, 'step-up', { code: '000000' }, user.token)))
    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)
    expect([count(statuses(confirmed), 401), count(statuses(confirmed), 429)]).toEqual([20, 44])

    const credentials = { email: user.user.email, password: PASSWORD }
    const challenges: string[] = []
    for (let at = 100; at < 116; at += 1) challenges.push((await post(at, 'login', credentials)).json.secondFactor.challenge)
    const answers = await Promise.all(
      many.map((at) => post(at + 120, 'second-factor', { challenge: challenges[at % challenges.length], code: '000000' })),
    )
    expect([count(statuses(answers), 401), count(statuses(answers), 429)]).toEqual([40, 24])
  })

  test('a person is named by no key, and while the database is away a server counts by itself', async () => {
    await signIn(0, 'ann@example.test', 'wrong', '203.0.113.50')
    const { rows } = await shop.database.pool.query<{ key: string }>('select key from rate_limits')
    expect(rows.length).toBeGreaterThan(2)
    expect(JSON.stringify(rows)).not.toMatch(/ann|203\.0/)
    const away = createSharedThrottle(
      Object.assign(Object.create(shop.database.pool) as typeof shop.database.pool, {
        query: () => Promise.reject(new Error('Connection terminated')),
      }),
    )
    const tries: string[] = []
    for (let at = 0; at < 6; at += 1)
      tries.push(
        await Promise.resolve(away.beginLogin('ann', '203.0.113.60', 0)).then(
          () => 'ok',
          () => 'refused',
        ),
      )
    expect(tries).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'refused'])
  })
})
