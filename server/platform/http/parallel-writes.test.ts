import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { specifiedModel } from '#domain/impact.ts'
import { buildApp } from '#server/app.ts'
import { insertUserToken, type TokenPurpose } from '#server/identity/auth/one-use-links.ts'
import { afterCommit } from '#server/platform/db/after-commit.ts'
import { inSnapshot, inTransaction } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { someOf, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { allCalls } from './openapi.ts'
import { createCounter, createSharedThrottle } from './throttle.ts'

/* Many strangers at once, each from a network of its own, on one server that counts limits in the database as servers do that share one. */

const PASSWORD = 'correct horse battery'
/** Simultaneous calls: four for each connection of the pool. */
const AT_ONCE = TESTS_ALL ? 64 : 24 // more than the pool has connections

let shop: CardShop
let app: CardShop['app']
beforeAll(async () => {
  shop = await openCardShop({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
  const { pool } = shop.database
  app =
    inject('database').kind === 'postgres'
      ? await buildApp({ ...shop.deps, throttle: createSharedThrottle(pool), sharedLimits: pool })
      : shop.app
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

interface Sent {
  path?: string
  payload: object | string | Buffer
  headers?: Record<string, string>
}

let networks = 0
/** Sends one call from a network that has sent none. */
function send(path: string, { payload, headers = {} }: Sent) {
  networks += 1
  const address = `2001:db8:${networks.toString(16)}::1`
  return app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json', ...headers },
  })
}

const made = async (path: string, payload: object) => (await send(path, { payload })).json()

async function linkOf(purpose: TokenPurpose, newEmail?: string): Promise<string> {
  const token = newToken()
  const { id } = await shop.make.user('customer', {
    passwordHash: await hashPassword(PASSWORD),
    ...(purpose === 'verify' && !newEmail && { emailVerifiedAt: null }),
  })
  const createdAt = shop.deps.now()
  await insertUserToken(shop.deps.db, {
    tokenHash: hashToken(token),
    userId: id,
    purpose,
    ...(newEmail && { newEmail }),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 3_600_000),
  })
  return token
}

async function readerOf(isConfirmed: boolean): Promise<{ confirm: string; unsubscribe: string }> {
  const email = `${newToken().slice(3, 12)}@reader.test`
  await made('/api/newsletter', { email })
  const [mail] = (await shop.deps.db.select().from(outbox)).filter(({ payload }) => (payload as { to?: string }).to === email.toLowerCase())
  const facts = (mail?.payload as { facts: Record<string, string> } | undefined)?.facts ?? {}
  const tokenOf = (link: string | undefined) => new URL(link ?? 'http://none').searchParams.get('token') ?? ''
  const confirm = tokenOf(facts.link)
  if (isConfirmed) await made('/api/newsletter/confirm', { token: confirm })
  return { confirm, unsubscribe: tokenOf(facts.unsubscribeLink) }
}

const NOTHING: Sent = { payload: {} }
const account = async () => (await shop.make.user('customer', { passwordHash: await hashPassword(PASSWORD) })).email
const passkey = {
  id: 'none',
  rawId: 'none',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
}
const writer = { name: 'Ann Example', email: 'ann@example.com' }
const report = {
  'csp-report': { 'document-uri': 'https://shop.test/', 'violated-directive': 'img-src', 'blocked-uri': 'http://ads.test/' },
}
const inputs = { currentMaterialCost: 1, monthlyVolume: 1000, wastePercentage: 10, shippingCost: 1, laborCost: 1, operatingDays: 20 }

/** A valid call of each write that anybody may make: what all of them send that come at once, about the same object where there is one. */
const WRITES: Record<string, () => Promise<Sent>> = {
  'auth.login': async () => ({ payload: { email: await account(), password: PASSWORD } }),
  'auth.secondFactor': async () => ({ payload: { challenge: newToken(), code: '000000' } }),
  'auth.passkeyOptions': async () => ({ payload: {} }),
  'auth.passkey': async () => ({ payload: { challenge: (await made('/api/auth/passkey/options', {})).challenge, passkey } }),
  'auth.register': async () => ({ payload: { ...writer, email: 'new@example.com', password: PASSWORD } }),
  'auth.logout': async () => ({ payload: {}, headers: { authorization: `Bearer ${(await shop.make.session('customer')).token}` } }),
  'auth.forgotPassword': async () => ({ payload: { email: await account() } }),
  'auth.verifyEmail': async () => ({ payload: { token: await linkOf('verify') } }),
  'auth.undoEmail': async () => ({ payload: { token: await linkOf('undo_email', 'old@example.com') } }),
  'auth.resetPassword': async () => ({ payload: { token: await linkOf('reset'), password: 'a stack of new sheets' } }),
  'notices.send': async () => ({ payload: { ...writer, address: '/products/mat', reason: 'It is a copy.', goodFaith: true } }),
  'search.click': async () => ({ payload: { q: 'mat', kind: 'product', id: (await shop.make.product()).id, isTop: true } }),
  'search.countOutcome': async () => ({ payload: { outcome: 'nothing' } }),
  'shipping.estimate': async () => ({ payload: { productId: (await shop.make.product()).id, country: 'US' } }),
  'withdrawals.start': async () => ({ payload: { ...writer, orderNumber: 'ORD-1', items: '' } }),
  'withdrawals.confirm': async () => {
    const { id, token } = await made('/api/withdrawals', { ...writer, orderNumber: 'ORD-1', items: '' })
    return { path: `/api/withdrawals/${id}/confirm`, payload: { token } }
  },
  'cardPayments.receiveEvent': async () => {
    const { intentId } = await shop.beginOf(await shop.parcel())
    const { payload, headers } = shop.message('payment_intent.succeeded', shop.provider.pay(intentId))
    return { payload, headers }
  },
  'impact.save': async () => ({
    payload: { inputs, currency: 'USD', machine: (await shop.make.product({ impactModel: specifiedModel('ecomat-1000') })).slug },
  }),
  'messages.contact': async () => ({ payload: { ...writer, message: 'Hello' } }),
  'newsletter.subscribe': async () => ({ payload: { email: 'reader@example.com' } }),
  'newsletter.confirm': async () => ({ payload: { token: (await readerOf(false)).confirm } }),
  'newsletter.unsubscribe': async () => ({ payload: { token: (await readerOf(true)).unsubscribe } }),
  'applications.register': async () => ({
    payload: {
      name: 'Lake Boxes',
      email: 'hello@lake.test',
      description: 'We cut mats from used boxes.',
      businessType: 'producer',
      address: '1 Pier Road',
      city: 'Duluth',
      postalCode: '55802',
      country: 'United States',
    },
  }),
  'team.invitation': async () => ({ payload: { token: newToken() } }),
  'policyReports.send': async () => ({ payload: JSON.stringify(report), headers: { 'content-type': 'application/csp-report' } }),
}

const open = allCalls().filter(({ endpoint: { access, method } }) => access === 'anyone' && method !== 'GET')
/** Those that no made-up call can complete. */
const NEVER_DONE = new Set(['auth.secondFactor', 'auth.passkey', 'team.invitation'])

test('every write that anybody may make is tried below', () => {
  expect(Object.keys(WRITES)).toEqual(open.map(({ noun, name }) => `${noun}.${name}`))
})

test.each(someOf(open, 8).map(({ noun, name, endpoint }) => ({ call: `${noun}.${name}`, path: endpoint.path })))(
  `${AT_ONCE} of $call at once are all answered, and the shop is ready`,
  async ({ call, path }) => {
    const sent = (await WRITES[call]?.()) ?? NOTHING
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(sent.path ?? path, sent)))
    // more passwords at once than may wait for their hash are refused as busy
    const failed = answers.filter(({ statusCode, body }) => statusCode >= 500 && !body.includes('"busy"'))
    expect(failed.map(({ body }) => body)).toEqual([])
    expect(answers.some(({ statusCode }) => statusCode < 300)).toBe(!NEVER_DONE.has(call))
    expect((await app.inject('/api/health/ready')).statusCode).toBe(200)
  },
)

test('a withdrawal that is confirmed many times at once has one number and one receipt', async () => {
  const sent = (await WRITES['withdrawals.confirm']?.()) ?? NOTHING
  const receipts = async () =>
    (await shop.deps.db.select().from(outbox)).filter(({ dedupeKey }) => dedupeKey.startsWith('withdrawal-received:')).length
  const before = await receipts()
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(sent.path ?? '', sent)))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(answers[0]?.json().number).toMatch(/^WD-\d{6}$/)
  expect((await receipts()) - before).toBe(1)
})

test('of withdrawals that one address confirms at once, five get a receipt in an hour', async () => {
  const statements = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      made('/api/withdrawals', { name: 'Bob', email: at % 2 ? 'bob@example.com' : 'BOB@example.com', orderNumber: 'ORD-1', items: '' }),
    ),
  )
  const confirmed = await Promise.all(statements.map(({ id, token }) => made(`/api/withdrawals/${id}/confirm`, { token })))
  expect(new Set(confirmed.map(({ number }) => number)).size).toBe(12)
  const mails = (await shop.deps.db.select().from(outbox)).map(({ payload }) => payload as { template?: string; to?: string })
  expect(mails.filter(({ template, to }) => template === 'withdrawal-received' && to?.toLowerCase() === 'bob@example.com')).toHaveLength(5)
})

test.runIf(inject('database').kind === 'postgres')(
  'the database is ready while calls take turns on all connections, and not where none of them ends',
  async () => {
    const { pool, isReady } = shop.database
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    try {
      const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
      held.pop()?.release()
      held.push(await pool.connect())
      await expect.poll(isReady).toBe(true)
      clock.mockReturnValue(1_001_000)
      expect(await isReady()).toBe(false)
    } finally {
      vi.restoreAllMocks()
      for (const client of held) client.release()
    }
    await expect.poll(isReady).toBe(true)
  },
)

/** Returns why work was refused; empty where it was not. */
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: Error) => String((error.cause ?? error) as Error),
  )

describe('a second connection', () => {
  const again = (): Promise<unknown> => shop.database.pool.query('select 1')

  test('is refused inside a transaction and a snapshot, whether it is asked for by the database, its pool, another transaction or a limit', async () => {
    const { db } = shop.deps
    const limit = createCounter({ ...shop.deps, config: { limitsRates: false } }, 'test', { limit: 1, windowMs: 1000 })
    const nested: Record<string, () => Promise<unknown>> = {
      query: () => db.execute(sql`select 1`),
      select: () => db.select().from(outbox).limit(1),
      pool: again,
      client: async () => (await shop.database.pool.connect()).release(),
      callback: () =>
        new Promise((resolve, reject) =>
          shop.database.pool.query('select 1', (error, result) => (error ? reject(error) : resolve(result))),
        ),
      transaction: () => inTransaction(db, async () => 'inner'),
      snapshot: () => inSnapshot(db, async () => 'inner'),
      limit: () => limit('somebody'),
      caught: () => again().catch(() => 'as if nothing had happened'),
      later: async () => {
        await new Promise((resolve) => setTimeout(resolve, 1))
        await again()
      },
    }
    for (const [name, ask] of Object.entries(nested)) {
      expect(await refusalOf(inTransaction(db, ask)), name).toContain('second connection')
      expect(await refusalOf(inSnapshot(db, ask)), name).toContain('second connection')
      expect(await refusalOf(inTransaction(db, (tx) => inTransaction(tx, ask))), name).toContain('second connection')
    }
    expect(shop.database.pool.waitingCount).toBe(0)
  })

  test('is allowed before, after, beside and after the commit', async () => {
    const { db } = shop.deps
    const afterwards: Promise<unknown>[] = []
    const [result] = await Promise.all([
      inTransaction(db, async (tx) => {
        afterCommit(tx, () => afterwards.push(again()))
        await tx.execute(sql`select 1`)
        await inTransaction(tx, (inner) => inner.execute(sql`select 1`))
        return 'done'
      }),
      again(),
    ])
    await Promise.all(afterwards)
    await again()
    expect([result, afterwards.length]).toEqual(['done', 1])
  })
})
