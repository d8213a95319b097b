import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { startWebhooks } from '#server/integrations/webhooks/start-webhooks.ts'
import { startJobs } from '#server/jobs.ts'
import { userTokens } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { startDelivery } from '#server/platform/mail/start-delivery.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { createQueue } from '#server/platform/vendors/queue.ts'
import { type FakeCollector, openCollector } from '#server/testing/fake-collector.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { sendDue, WEBHOOK_SETTINGS } from '#server/testing/webhook-shop.ts'
import { createLogger } from './log.ts'
import { loggable } from './loggable.ts'
import { allCalls } from './openapi.ts'

/* All that people type or that opens a door, each with a mark of its own: none of it may ever be in the log, the metrics or the traces. */

const lines: string[] = []
const stream = { write: (line: string) => void lines.push(line) }

/** User input by field: plain words that no rule for addresses or tokens would catch. */
const typed = {
  password: 'plantedpassword right 41',
  wrongPassword: 'plantedwrong password 42',
  newPassword: 'plantednew password 43',
  name: 'Plantedname Person',
  email: 'plantedperson@mark.test',
  unknownEmail: 'plantednobody@mark.test',
  newsletterEmail: 'plantedreader@mark.test',
  search: 'plantedsearch',
  message: 'Plantedmessage to the team',
  phone: '+1 555 700 4711',
  holder: 'Plantedholder Ltd',
  iban: 'DE89370400440532013000',
  note: 'plantednote',
  key: 'plantedkey-1',
  slug: 'plantedslug',
  cookie: 'session=plantedcookie',
  referer: 'https://shop.test/plantedpage?q=plantedreferer',
  file: 'plantedfile',
  mailFact: 'plantedfact@mark.test',
  broken: 'plantedbroken',
  thrown: 'plantedthrown',
}
const secrets: string[] = Object.values(typed).map((value) => value.replace(/^Planted|^planted/, (word) => word.toLowerCase()))

let shop: TestShop
let collector: FakeCollector
let person: SignedInUser
let seller: SignedInUser
let staff: SignedInUser
const apiTokens: string[] = []

async function makeLink(purpose: 'reset' | 'verify' | 'invite'): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(shop.deps.now().getTime() + 3_600_000)
  await shop.deps.db.insert(userTokens).values({ tokenHash: hashToken(token), userId: person.user.id, purpose, expiresAt })
  secrets.push(token, hashToken(token))
  return token
}

beforeAll(async () => {
  collector = await openCollector()
  shop = await openTestShop(
    { ...WEBHOOK_SETTINGS, LOG_LEVEL: 'trace', METRICS_TOKEN: 'a-token-of-the-metrics' },
    {},
    createLogger({ logLevel: 'trace' }, stream),
  )
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const passwordHash = await hashPassword(typed.password)
  person = await shop.signIn('customer', { email: typed.email, name: typed.name, passwordHash })
  seller = await shop.signIn('business_admin', { passwordHash })
  staff = await shop.signIn('super_admin', { passwordHash })
  const made = [
    (await person.tokens.create({ body: { name: 'App', scopes: ['read'] } })).secret,
    (await seller.businessTokens.create({ body: { name: 'ERP', scopes: ['read', 'stock', 'orders'] } })).secret,
    (await staff.staffTokens.create({ body: { name: 'Data', scopes: ['read', 'stock', 'orders'] } })).secret,
  ]
  apiTokens.push(...made)
  const hook = { url: 'https://127.0.0.1:9/?key=planted-key-of-a-webhook', events: ['order.placed' as const] }
  const hooks = [await seller.webhooks.create({ body: hook }), await staff.staffWebhooks.create({ body: hook })]
  for (const { secret } of hooks) secrets.push(secret, secret.slice('whsec_'.length))
  secrets.push('planted-key-of-a-webhook')
  await seller.webhooks.test({ params: { id: hooks[0]?.id ?? '' } })
  await sendDue(shop.deps)
  for (const token of [person.token, seller.token, staff.token, ...made]) secrets.push(token, hashToken(token))
})
afterAll(async () => {
  await shop.app.close()
  await shop.database.close()
  await collector.close()
})

const silently = (work: Promise<unknown>) =>
  work.then(
    () => {},
    () => {},
  )

/** Every member that a form or a query of any call may have. */
const everything = {
  ...typed,
  currentPassword: typed.wrongPassword,
  token: 'rf_plantedtoken',
  firstName: typed.name,
  lastName: typed.name,
  company: typed.holder,
  address: typed.message,
  title: typed.message,
  q: typed.search,
  reason: typed.note,
  code: typed.note,
  trackingNumber: typed.note,
}

/**
 * Asks every call of the contract, or those named, with marks wherever something can be said: as nobody and as three people, or as the
 * people named.
 */
async function askEverything(
  askers = ['rf_plantedtokenofnobody', person.token, seller.token, staff.token],
  calls = allCalls(),
): Promise<void> {
  const address = new URLSearchParams(Object.entries(everything)).toString()
  for (const { endpoint } of calls) {
    for (const token of askers) {
      if (endpoint.path.endsWith('/logout')) continue
      await shop.app.inject({
        method: endpoint.method,
        url: `${endpoint.path.replace(/:\w+/g, typed.slug)}?${address}`,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          cookie: typed.cookie,
          referer: typed.referer,
          'idempotency-key': typed.key,
        },
        ...(endpoint.body && { payload: everything }),
      })
    }
  }
}

/** A broken message, as a client or a scanner sends it. */
async function sendRaw(text: string): Promise<void> {
  const { port } = shop.app.server.address() as { port: number } // listens on a port
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text))
    socket.on('close', () => resolve())
    socket.on('error', () => resolve())
    socket.resume()
  })
}

/**
 * Requests with secrets: links of three kinds, right and wrong passwords, forms, a search of staff for a person, an account for payouts.
 */
async function playDoors(links: Record<'reset' | 'verify' | 'invite', string>): Promise<void> {
  const { auth, messages, newsletter, products } = shop.visitor
  const { password, email } = typed
  for (const token of Object.values(links)) {
    for (const page of ['reset-password', 'verify-email']) await shop.app.inject(`/${page}?token=${token}&email=${email}`)
    await shop.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}`, referer: `/reset-password?token=${token}` } })
  }
  await silently(auth.login({ body: { email, password } }))
  await silently(auth.login({ body: { email, password: typed.wrongPassword } }))
  await silently(auth.login({ body: { email: typed.unknownEmail, password: typed.wrongPassword } }))
  await silently(auth.forgotPassword({ body: { email } }))
  await silently(auth.register({ body: { name: typed.name, email: typed.unknownEmail, password: typed.newPassword } }))
  await silently(newsletter.subscribe({ body: { email: typed.newsletterEmail } }))
  await silently(products.list({ query: { search: typed.search } }))
  // counted once made from two networks
  await shop.app.inject({ url: `/api/products?search=${typed.search}`, remoteAddress: '203.0.113.7' })
  await silently(staff.users.list({ query: { search: email } }))
  await silently(messages.contact({ body: { name: typed.name, email, phone: typed.phone, message: typed.message } }))
  await silently(seller.earnings.saveAccount({ body: { currentPassword: password, holder: typed.holder, iban: typed.iban } }))
  for (const payload of [`{"password":"${typed.broken}`, `{"a":${typed.broken}}`, typed.broken]) {
    await shop.app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': 'application/json' }, payload })
  }
  const form = new FormData()
  form.set('purpose', typed.note)
  form.set('images', new Blob([typed.broken]), `${typed.file}.png`)
  const sent = new Response(form)
  await shop.app.inject({
    method: 'POST',
    url: '/api/uploads/images',
    headers: { authorization: `Bearer ${seller.token}`, 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  await silently(auth.verifyEmail({ body: { token: links.verify } }))
  await silently(auth.resetPassword({ body: { token: links.invite, password: typed.newPassword } }))
  await silently(auth.resetPassword({ body: { token: links.reset, password: typed.newPassword } }))
  await sendRaw(`GET /search?q=${typed.search} HTTP/1.1\r\nAuthorization: Bearer ${person.token}\r\nX y\u0001: ${typed.broken}\r\n\r\n`)
  await sendRaw(`POST /api/auth/login HTTP/1.1\r\nHost: shop.test\r\nContent-Length: nine\r\n\r\n{"password":"${typed.password}"}`)
}

/** Work in the background whose database fails, as the server runs it. */
async function failInBackground(breakDatabase: () => Promise<void>): Promise<void> {
  const { deps, app, database } = shop
  const send = vi.fn(() => Promise.reject(new Error(`550 no ${typed.mailFact}, said "${typed.thrown}"`)))
  const mailer = { send, close: () => {} }
  await queueMail(deps.db, { template: 'welcome', to: typed.mailFact, facts: {}, dedupeKey: typed.key, at: deps.now() } as never)
  const queue = createQueue(database)
  const failures: unknown[] = []
  const webhooks = startWebhooks(deps, (error) => app.log.error({ err: error }, UNSENT))
  const jobs = startJobs({ ...deps, queue }, (error) => {
    failures.push(error)
    app.log.error({ err: error }, 'background job failed')
  })
  while (!queue.isStarted()) await wait(50)
  const delivery = startDelivery(deps, mailer, (error) => app.log.error({ err: error }, 'email delivery failed'))
  await expect.poll(() => send.mock.calls.length).toBeGreaterThan(0)
  await wait(500) // its failure is stored
  await breakDatabase()
  for (let tries = 0; tries < 300 && failures.length === 0; tries += 1) await wait(100)
  await wait(2500) // longer than a search without hits waits, and than the next look at the outbox
  await Promise.all([delivery.stop(), jobs.stop(), webhooks.stop()])
}

/** Every write is refused with all that it was to write, as a rule in the database would say it. */
const REFUSE_WRITES = `
  create function tell_all() returns trigger language plpgsql as $$
    begin raise exception 'refused %', row_to_json(new) using detail = row_to_json(new)::text, hint = row_to_json(new)::text; end $$;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create trigger tell_all before insert or update on %I for each row execute function tell_all()', name);
    end loop; end $$`
const ALLOW_WRITES = 'drop function tell_all() cascade'

/** An attempt that fails and cannot be stored at its webhook, as a rule in the database would say it. */
const REFUSE_ATTEMPT = `drop trigger tell_all on webhook_deliveries; alter table webhooks disable trigger tell_all;
  update webhooks set failing_since = null; update webhook_deliveries set next_attempt_at = now();
  alter table webhooks enable trigger tell_all`

const UNSENT = 'webhooks could not be sent'
const UNCOUNTED = 'could not count a search without results'

interface Line {
  level: string
  time: string
  msg: string
  err?: { type: string; message: string; stack?: string; query?: string }
}

test('no line at any level holds a token, a password, an address, a search or what was typed, whatever fails', {
  skip: !TESTS_ALL,
}, async () => {
  const { pool } = shop.database
  const links = async () => ({ reset: await makeLink('reset'), verify: await makeLink('verify'), invite: await makeLink('invite') })
  await playDoors(await links())
  await askEverything()
  await askEverything(apiTokens)
  const next = await links()
  await pool.query(REFUSE_WRITES)
  await playDoors(next)
  await askEverything([person.token, seller.token, staff.token])
  await pool.query(REFUSE_ATTEMPT)
  await sendDue(shop.deps).catch((err: unknown) => shop.app.log.error({ err }, UNSENT))
  await expect.poll(() => lines.join('\n')).toContain(UNCOUNTED) // a search is counted two seconds after the answer
  await pool.query(ALLOW_WRITES)
  const last = await links()
  await failInBackground(async () => {
    await pool.query('alter schema public rename to away')
    await pool.query('alter schema pgboss rename to boss_away')
    await playDoors(last)
    await askEverything(
      [''],
      allCalls().filter(({ endpoint }) => endpoint.access === 'anyone'),
    )
    await askEverything([staff.token], allCalls().slice(0, 40)) // the same for all: the session cannot be read
  })
  await pool.query('alter schema away rename to public')

  const all = lines.map((line): Line => JSON.parse(line))
  const count = (words: string) => all.filter(({ msg }) => msg === words).length
  expect(count('incoming request')).toBeGreaterThan(1000)
  expect(count('request')).toBeGreaterThan(1000)
  expect(count('unexpected error')).toBeGreaterThan(100)
  for (const words of ['client error', 'background work of a request failed', 'email delivery failed', 'background job failed', UNCOUNTED])
    expect(count(words), words).toBeGreaterThan(0)
  expect(count(UNSENT)).toBeGreaterThan(1)
  for (const { err } of all) if (err) expect(err.message, JSON.stringify(err)).toMatch(/\w/)

  expect(secrets.length).toBeGreaterThan(30)
  const found = secrets.filter((secret) => lines.some((line) => line.toLowerCase().includes(secret.toLowerCase())))
  expect(found.map((secret) => lines.find((line) => line.toLowerCase().includes(secret.toLowerCase())))).toEqual([])
  expect(lines.filter((line) => /planted/i.test(line))).toEqual([])

  const metrics = await shop.app.inject({ url: '/metrics', headers: { authorization: 'Bearer a-token-of-the-metrics' } })
  expect(metrics.statusCode).toBe(200)
  expect(secrets.filter((secret) => metrics.body.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
  expect(metrics.body).not.toMatch(/planted/i)

  const steps = new Set((await collector.spans()).map(({ name }) => name.split(' ')[0]))
  expect([...steps]).toEqual(expect.arrayContaining(['POST', 'GET', 'select', 'with', 'job']))
  const traces = collector.bodies.join('\n').toLowerCase()
  expect(secrets.filter((secret) => traces.includes(secret.toLowerCase()))).toEqual([])
  expect(traces).not.toMatch(/planted/)
})

test('a line has its level as a word and its time as a date, and names the route and the request', async () => {
  lines.length = 0
  const answer = await shop.app.inject('/api/products/some-id?search=x')
  const line = lines.map((each) => JSON.parse(each)).find(({ msg }) => msg === 'incoming request')
  expect(line).toMatchObject({
    level: 'debug',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    requestId: answer.headers['x-request-id'],
    req: { method: 'GET', route: '/api/products/:id' },
  })
})

test('at the level warn a request that went well leaves no line', async () => {
  const written: string[] = []
  const quiet = await openTestShop({}, {}, createLogger({ logLevel: 'warn' }, { write: (line) => void written.push(line) }))
  await quiet.app.inject('/api/products')
  await quiet.app.inject('/nowhere?token=x')
  expect(written.filter((line) => !line.includes('"statement"'))).toEqual([]) // a busy machine has slow statements
  await quiet.close()
})

const logged = (log: (logger: ReturnType<typeof createLogger>) => void) => {
  const written: string[] = []
  log(createLogger({ logLevel: 'trace' }, { write: (line) => void written.push(line) }))
  return written.join('')
}

test.each([
  ['headers', { headers: { Authorization: 'Bearer abcdef', 'Set-Cookie': 'a=abcdef', 'x-note': 'kept' } }],
  ['members with a secret name, however deep', { one: { two: [{ newPassword: 'abcdef', access_token: 'abcdef', note: 'kept' }] } }],
  [
    'every member that section 7.1 of running.md names',
    {
      ...Object.fromEntries(
        'authorization cookie password currentPassword newPassword token code secret iban accountNumber routingNumber cardNumber email phone payload'
          .split(' ')
          .map((name) => [name, 'abcdef']),
      ),
      note: 'kept',
    },
  ],
  ['an address in the words', { text: 'kept /reset-password?token=abcdef&next=%2Fabcdef' }],
  ['an address of a server with its password', { text: 'kept postgres://shop:abcdef@db.test/shop' }],
  ["a person's address", { text: 'kept for abcdef@mark.test and abcdef%40mark.test' }],
  ['a token', { text: 'kept rf_abcdefabcdefabcdefabcdefabcdefabcdefabcdefabc' }],
  ['an error under any name', { reason: new Error('kept, but not "abcdef"') }],
  ['what has everything in it', { socket: new Map([['abcdef', 'abcdef']]), text: 'kept' }],
  ['a backslash and quotes after a mark', { text: 'kept ?token=abc\\def" and' }],
])('%s: what is secret is removed, the rest is kept', (_name, facts) => {
  const line = logged((logger) => logger.error(facts, 'words'))
  expect(JSON.parse(line)).toMatchObject({ level: 'error', msg: 'words' })
  expect(line).toContain('kept')
  expect(line).not.toMatch(/abcdef|def"/)
})

test('an error that is logged alone does not lend the line its own sentence, and nothing is printed into the words', () => {
  const line = logged((logger) => {
    logger.error(new Error('no "abcdef"'))
    logger.error({ err: new Error('no "abcdef"') })
    logger.error('words %s', 'abcdef')
  })
  expect(line).not.toContain('abcdef')
  expect(
    line
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each).msg),
  ).toEqual(['error', '', 'words %s'])
})

const unread = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}
test.each([
  ['a text that is no JSON', unread('abcdef'), 'text could not be parsed'],
  [
    'a number that is none',
    (() => {
      try {
        return BigInt('abcdef')
      } catch (error) {
        return error
      }
    })(),
    'text could not be parsed',
  ],
  ['a member of nothing', new TypeError("Cannot read properties of undefined (reading 'total')"), "reading 'total'"],
  ['a schema', z.object({ price: z.number() }).safeParse({ price: 'abcdef' }).error, 'price: invalid_type'],
  ['quoted words with marks in them', new Error(`kept: 'it's abcdef' or "abc"abcdef"`), 'kept'],
  ['more lines', new Error('kept\nparams: abcdef'), 'kept'],
  [
    'an object that is no error, as the queue throws it',
    { message: 'kept', stack: 'Error: kept', queue: 'purge', values: ['abcdef'] },
    'purge',
  ],
  ['a string', 'kept "abcdef"', 'kept'],
  ['nothing', undefined, 'no error given'],
  ['a cause', new Error('one', { cause: new Error('kept "abcdef"') }), 'kept'],
])('of %s the log keeps what is safe', (_name, error, kept) => {
  const text = JSON.stringify(loggable(error))
  expect(text).toContain(kept)
  expect(text).not.toContain('abcdef')
  expect(JSON.stringify(loggable(loggable(error)))).toBe(text)
})

test('of a database error the log keeps the SQLSTATE, the constraint and the statement, and of its sentence no value', async () => {
  const { deps, database } = shop
  const failing = (query: ReturnType<typeof sql>) => deps.db.execute(query).catch((error: unknown) => loggable(error))
  await database.pool.query('create table log_probe (secret text, size integer, constraint probe_once unique (secret))')
  await database.pool.query("insert into log_probe values ('abcdef')")
  expect(await failing(sql`insert into log_probe values (${'abcdef'})`)).toMatchObject({
    code: '23505',
    constraint: 'probe_once',
    message: 'duplicate key value violates unique constraint "probe_once"',
    query: 'insert into log_probe values ($1)',
    stack: expect.stringContaining('log.test.ts'),
  })
  const wrong = await failing(sql`insert into log_probe values ('x', (${'abcdef'} || '')::integer)`)
  expect(wrong).toMatchObject({ code: '22P02', message: 'invalid input syntax for type integer' })
  expect(JSON.stringify(wrong)).not.toContain('abcdef')
})
