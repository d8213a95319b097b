import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { WEBHOOK_EVENTS } from '#server/platform/vendors/stripe-endpoints.ts'
import { createDemoAccounts } from '#server/seed/bootstrap-admin.ts'
import { addOperation } from '#server/testing/archives.ts'
import { openAdmin } from '#server/testing/databases.ts'
import { hasPooler, startPooler } from '#server/testing/pooler.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { StripeFake } from '#server/testing/stripe-fake.ts'
import { endpointShape } from '#server/testing/stripe-shapes.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { hasOpenssl, openTlsProxy, type TlsProxy } from '#server/testing/tls-proxy.ts'
import { checkPublicUrl } from './check-public-url.ts'
import type { Finding } from './finding.ts'
import { runChecks } from './run-checks.ts'

/*
 * A whole setup as an operator has it: PostgreSQL, a mail server, the Stripe fake, and a proxy with TLS in front of the shop; then one
 * thing broken.
 */

const ROOT = join(import.meta.dirname, '..', '..')
const MAIL_PASSWORD = 'mail-secret-71b'
const TOKEN = 'metrics-token-a81f33'
const given = inject('database')
const server = given.kind === 'postgres' ? given.server : ''

const folder = mkdtempSync(join(tmpdir(), 'reflute-doctor-'))
const trusted = getCACertificates('default')
const apps: FastifyInstance[] = []
let shop: TestShop
let proxy: TlsProxy
let provider: StripeFake
let mail: SMTPServer
let mailPort = 0
let rejection: string | null = null
const received: string[] = []
let good: Record<string, string> = {}
/** Everything that any check has said, to look for secrets. */
const said: Finding[] = []

async function check(change: Record<string, string> = {}, more: Parameters<typeof runChecks>[1] = {}): Promise<Finding[]> {
  const findings = await runChecks({ ...good, ...change }, { plainUrl: proxy.plainUrl, ...more })
  said.push(...findings)
  return findings
}
const faultsOf = (findings: readonly Finding[]) => findings.filter(({ level }) => level !== 'ok')
const find = (findings: readonly Finding[], name: string) => findings.find((finding) => finding.name === name)

/** Copies the database of the tests, migrated; answers its address. */
async function copyDatabase(): Promise<{ url: string; name: string }> {
  const name = `doctor_${randomUUID().replaceAll('-', '')}`
  const admin = await openAdmin(server)
  if (given.kind === 'postgres') await admin.query(`create database ${name} template ${given.template}`)
  await admin.end()
  return { url: `${server}/${name}`, name }
}

async function execute(name: string, text: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: `${server}/${name}` })
  await client.connect()
  await client.query(text)
  await client.end()
}

async function serve(trustProxy: boolean | number): Promise<number> {
  const app = await buildApp({ ...shop.deps, config: { ...shop.deps.config, trustProxy } })
  apps.push(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port // it listens on a port
}

describe.runIf(given.kind === 'postgres' && hasOpenssl())('M-DOCTOR', () => {
  let target = 0

  beforeAll(async () => {
    proxy = await openTlsProxy()
    setDefaultCACertificates([...trusted, proxy.certificate])
    provider = await StripeFake.open()
    mail = new SMTPServer({
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      onAuth: ({ password }, _session, done) => done(password === MAIL_PASSWORD ? null : new Error('Wrong password'), { user: 'shop' }),
      onConnect: (_session, done) => done(rejection === null ? null : Object.assign(new Error(rejection), { responseCode: 554 })),
      onData: (stream, _session, done) => {
        let source = ''
        stream.on('data', (chunk: Buffer) => {
          source += chunk.toString()
        })
        stream.on('end', () => {
          received.push(source)
          done()
        })
      },
    })
    mail.on('error', () => {
      // a client that hung up
    })
    await new Promise<void>((resolve) => void mail.listen(0, '127.0.0.1', resolve))
    mailPort = (mail.server.address() as AddressInfo).port // it listens on a port
    const settings = {
      ...provider.settings,
      PUBLIC_URL: proxy.url,
      DATA_DIR: join(folder, 'data'),
      METRICS_TOKEN: TOKEN,
      TRUST_PROXY: '1',
      SMTP_URL: `smtp://shop:${MAIL_PASSWORD}@127.0.0.1:${mailPort}`,
    }
    shop = await openTestShop(settings)
    const { rows } = await shop.database.pool.query<{ name: string }>('select current_database() as name')
    good = { ...settings, DEMO: '0', DATABASE_URL: `${server}/${rows[0]?.name}` }
    for (const kind of ['backup', 'drill'] as const) await addOperation(shop.database.pool, kind, 1)
    target = await serve(1)
  })
  beforeEach(() => {
    Object.assign(proxy, { target, visitor: null, redirectedCalls: [], dropped: [] })
    rejection = null
    const [url, enabled_events] = [`${proxy.url}/api/webhooks/stripe`, [...WEBHOOK_EVENTS]]
    provider.endpoints.splice(0, provider.endpoints.length, endpointShape({ url, status: 'enabled', enabled_events }))
  })
  afterAll(async () => {
    setDefaultCACertificates(trusted)
    for (const app of apps) await app.close()
    await shop.close()
    await provider.close()
    await proxy.close()
    await new Promise<void>((resolve) => {
      mail.close(() => resolve())
    })
    rmSync(folder, { recursive: true, force: true })
  })

  test('a good setup has no warning', async () => {
    const findings = await check()
    // the room on the disk is the machine's own
    expect(faultsOf(findings).filter(({ name }) => name !== 'Disk')).toEqual([])
    expect(findings.map(({ name }) => name)).toEqual([
      'Settings',
      'Node',
      'Database',
      'Database writes',
      'Extensions',
      'Migrations',
      'Connections',
      'Clock',
      'Backup',
      'Restore drill',
      'Servers',
      'Database TLS',
      'Pooler',
      'Demo accounts',
      'Second factor',
      'Files',
      'Disk',
      'Mail',
      'Stripe keys',
      'Stripe clock',
      'Stripe events',
      'Stripe webhook',
      'PUBLIC_URL',
      'HSTS',
      'Redirect',
      'Proxy',
    ])
    expect(received).toEqual([])
  })

  test('a wrong TRUST_PROXY: none, or one too many', async () => {
    proxy.target = await serve(false)
    const without = find(await check(), 'Proxy')
    expect(without).toMatchObject({ level: 'FAIL', fix: expect.stringContaining('Set TRUST_PROXY to the number of proxies') })
    expect(without?.what).toBe('TRUST_PROXY is wrong: the shop sees http instead of https.')
    proxy.target = await serve(2)
    const tooMany = find(await check(), 'Proxy')
    expect(tooMany?.level).toBe('FAIL')
    expect(tooMany?.what).toBe('TRUST_PROXY is wrong: the shop trusts an address made up by a visitor.')
  })

  test('a proxy that names another proxy as the visitor, one that drops HSTS, and one that does not redirect', async () => {
    proxy.visitor = '10.211.0.9'
    proxy.dropped = ['strict-transport-security']
    const findings = await check({}, { plainUrl: `http://127.0.0.1:${target}` })
    expect(find(findings, 'Proxy')?.what).toBe('TRUST_PROXY is wrong: the shop mistakes the proxy 10.211.0.9 for the visitor.')
    expect(find(findings, 'HSTS')?.level).toBe('warn')
    expect(find(findings, 'Redirect')).toMatchObject({ level: 'warn', fix: 'Let the proxy redirect http to https with status 308.' })
  })

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])('a proxy that redirects %s calls from http', async (method) => {
    proxy.redirectedCalls = [method]
    const setup = { config: readConfig(good), now: shop.deps.now, sendTo: null, plainUrl: proxy.plainUrl }
    expect(find(await checkPublicUrl(setup), 'Redirect')).toMatchObject({
      level: 'warn',
      what: `${proxy.plainUrl} responds to a ${method} call with 308 and doesn't refuse it.`,
      fix: 'Let the proxy answer calls under /api/ over http with 403, as the examples in ops/proxy/ do.',
    })
  })

  test('a real shop in the embedded database, without limits or without a token for monitoring', async () => {
    const findings = await check({ DATABASE_URL: '', RATE_LIMIT: 'off', METRICS_TOKEN: '' })
    expect(find(findings, 'Database')).toMatchObject({ level: 'warn', fix: 'Set DATABASE_URL to a PostgreSQL server.' })
    expect(find(findings, 'Settings')).toMatchObject({ level: 'warn', fix: 'Remove RATE_LIMIT.' })
    expect(find(findings, 'Proxy')).toMatchObject({ level: 'warn', fix: expect.stringContaining('Set METRICS_TOKEN') })
  })

  test('a missing extension', async () => {
    const { url, name } = await copyDatabase()
    await execute(name, 'drop extension pg_trgm cascade')
    expect(find(await check({ DATABASE_URL: url }), 'Extensions')).toEqual({
      level: 'FAIL',
      name: 'Extensions',
      what: 'The extension pg_trgm is missing.',
      fix: 'Run "create extension pg_trgm" in the database as its owner.',
    })
  })

  test('a read-only database', async () => {
    const { url, name } = await copyDatabase()
    await execute(name, `alter database ${name} set default_transaction_read_only = on`)
    const finding = find(await check({ DATABASE_URL: url }), 'Database writes')
    expect(finding).toMatchObject({ level: 'FAIL', what: 'The database is read-only.' })
    expect(finding?.fix).toContain('reset default_transaction_read_only')
  })

  test('a pending migration, and a database of a newer version', async () => {
    const { url, name } = await copyDatabase()
    await execute(name, 'delete from schema_migrations where name = (select max(name) from schema_migrations)')
    const pending = find(await check({ DATABASE_URL: url }), 'Migrations')
    expect(pending).toMatchObject({ level: 'warn', fix: 'Start or restart the shop to apply them.' })
    expect(pending?.what).toMatch(/^1 migration is pending, beginning with \d{4}_\w+\.sql\.$/)
    await execute(name, "insert into schema_migrations (name, hash) values ('9999_later.sql', 'x')")
    expect(find(await check({ DATABASE_URL: url }), 'Migrations')).toMatchObject({
      level: 'FAIL',
      what: expect.stringContaining('9999_later'),
    })
  })

  test('a backup that is too old, one that failed, and none', async () => {
    const { pool } = shop.database
    const found = async (what: string) => expect(find(await check(), 'Backup')).toMatchObject({ level: 'warn', what })
    await pool.query("update operations set finished_at = finished_at - interval '30 hours'")
    await found('the newest is 31 h old, more than 26 h.')
    await addOperation(pool, 'backup', 3)
    await addOperation(pool, 'backup', 2, false)
    await found('the newest is 3 h old, and a later one failed.')
    await pool.query('delete from operations')
    await found('No backup has been recorded.')
    for (const kind of ['backup', 'drill'] as const) await addOperation(pool, kind, 1)
  })

  test.each([
    ['one of 29 days ago', 29, true, 'ok', 'the last one passed 29 d ago'],
    ['one of more than 30 days ago', 30, true, 'warn', 'the last one passed 30 d ago, more than 30 d.'],
    ['one that failed', 2, false, 'warn', 'the last one failed 2 d ago.'],
    ['none', null, true, 'warn', "No drill has been recorded, so it isn't known whether a backup can be restored."],
  ] as const)('the last restore drill: %s', async (_name, days, isOk, level, what) => {
    const { pool } = shop.database
    await pool.query("delete from operations where kind = 'drill'")
    if (days !== null) await addOperation(pool, 'drill', days * 24, isOk)
    expect(find(await check(), 'Restore drill')).toMatchObject({ level, what })
    await addOperation(pool, 'drill', 1)
  })

  test('a database that is not there, and a wrong password', async () => {
    const away = find(await check({ DATABASE_URL: 'postgres://shop:db-secret@127.0.0.1:1/shop' }), 'Database')
    expect(away).toMatchObject({ level: 'FAIL', fix: expect.stringContaining('Start PostgreSQL') })
    expect(away?.what).toContain('127.0.0.1:1')
    const wrong = find(await check({ DATABASE_URL: good.DATABASE_URL?.replace(':postgres@', ':db-secret@') ?? '' }), 'Database')
    expect(wrong?.level).toBe('FAIL')
  })

  test('a clock that is off by five minutes', async () => {
    const findings = await check({}, { now: () => new Date(Date.now() + 300_000) })
    expect(find(findings, 'Clock')).toMatchObject({ level: 'FAIL', what: 'This machine and the database differ by 300 s.' })
    expect(find(findings, 'Clock')?.fix).toContain('NTP')
    expect(find(findings, 'Stripe clock')?.what).toMatch(/^This machine and Stripe differ by (299|300|301) s\.$/)
  })

  test('a webhook without an event, a disabled one, none, and one with the wrong secret', async () => {
    const [endpoint] = provider.endpoints
    if (!endpoint) throw new Error('no endpoint')
    endpoint.enabled_events = WEBHOOK_EVENTS.filter((event) => event !== 'charge.dispute.created')
    expect(find(await check(), 'Stripe events')).toMatchObject({ level: 'FAIL', what: "The endpoint doesn't get charge.dispute.created." })
    endpoint.enabled_events = ['*']
    expect(find(await check(), 'Stripe events')?.level).toBe('ok')
    endpoint.status = 'disabled'
    expect(find(await check(), 'Stripe events')).toMatchObject({ level: 'FAIL', fix: expect.stringContaining('Enable it') })
    provider.endpoints.length = 0
    expect(find(await check(), 'Stripe events')).toMatchObject({ level: 'FAIL', fix: expect.stringContaining('Add it') })
    const wrong = find(await check({ STRIPE_WEBHOOK_SECRET: 'whsec_other' }), 'Stripe webhook')
    expect(wrong).toMatchObject({ level: 'FAIL', fix: expect.stringContaining('STRIPE_WEBHOOK_SECRET') })
  })

  test('a mail server that refuses: the machine, the password, and one that is not there', async () => {
    rejection = 'You are on a list'
    const refused = find(await check(), 'Mail')
    expect(refused).toMatchObject({ level: 'FAIL', fix: expect.stringContaining('SMTP_URL') })
    expect(refused?.what).toContain('You are on a list')
    rejection = null
    const wrong = find(await check({ SMTP_URL: `smtp://shop:wrong-secret@127.0.0.1:${mailPort}` }), 'Mail')
    expect(wrong).toMatchObject({ level: 'FAIL', what: expect.stringContaining('535') })
    expect(find(await check({ SMTP_URL: 'smtp://127.0.0.1:1' }), 'Mail')?.what).toContain('ECONNREFUSED')
    expect(find(await check({ SMTP_URL: '' }), 'Mail')).toMatchObject({ level: 'warn', fix: 'Set SMTP_URL.' })
  })

  test('a test email is sent only where a recipient is given', async () => {
    received.length = 0
    expect(find(await check({}, { sendTo: 'ann@example.test' }), 'Test email')?.level).toBe('ok')
    expect(received).toHaveLength(1)
    expect(received[0]).toContain('To: ann@example.test')
  })

  test('live keys over http, and keys of two modes', async () => {
    const live = { STRIPE_SECRET_KEY: 'sk_live_planted', STRIPE_PUBLISHABLE_KEY: 'pk_live_x', PUBLIC_URL: proxy.plainUrl }
    const before = provider.requests.length
    expect(find(await check(live), 'Stripe keys')).toMatchObject({ level: 'FAIL', what: 'Live keys are used without https.' })
    expect(provider.requests.length, 'no request is made with such a key').toBe(before)
    expect(find(await check({ STRIPE_PUBLISHABLE_KEY: 'pk_live_x' }), 'Stripe keys')?.level).toBe('FAIL')
  })

  test('an open demo account in a shop that is no demo', async () => {
    await createDemoAccounts(shop.deps, new Map())
    const finding = find(await check(), 'Demo accounts')
    expect(finding).toMatchObject({ level: 'FAIL', fix: expect.stringContaining('/admin/users') })
    expect(finding?.what).toContain('super@reflute.test')
    await shop.database.pool.query("update users set status = 'Suspended' where email like '%@reflute.test'")
    expect(find(await check(), 'Demo accounts')?.level).toBe('ok')
  })

  test.runIf(hasPooler)('a transaction pooler (PgBouncer)', async () => {
    const pooler = await startPooler(server)
    try {
      const { pathname } = new URL(good.DATABASE_URL ?? '')
      const finding = find(await check({ DATABASE_URL: `${pooler.url}${pathname}` }), 'Pooler')
      expect(finding).toMatchObject({ level: 'FAIL', fix: expect.stringContaining('DATABASE_POOLER=transaction') })
      const pooled = { DATABASE_URL: `${pooler.url}${pathname}`, DATABASE_POOLER: 'transaction' }
      expect(find(await check(pooled), 'Pooler')).toMatchObject({
        level: 'warn',
        what: expect.stringContaining('DATABASE_DIRECT_URL is not set'),
      })
      const direct = good.DATABASE_URL ?? ''
      expect(find(await check({ ...pooled, DATABASE_DIRECT_URL: direct }), 'Pooler')).toMatchObject({
        level: 'ok',
        what: expect.stringMatching(/^PgBouncer 1\.\d+\.\d+ keeps prepared statements/),
      })
      expect(find(await check({ ...pooled, DATABASE_DIRECT_URL: pooled.DATABASE_URL }), 'Pooler')?.level).toBe('FAIL')
      expect(find(await check({ DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: direct }), 'Pooler')).toMatchObject({
        level: 'warn',
        fix: expect.stringContaining('DATABASE_POOLER=none'),
      })
    } finally {
      pooler.stop()
    }
    const cases = [
      [{ names: 0 }, 'FAIL', 'loses prepared statements', 'Use PgBouncer 1.21 or newer with max_prepared_statements = 200.'],
      [{ isLimited: false }, 'warn', 'no lock_timeout or no statement_timeout', 'connect_query'],
    ] as const
    for (const [options, level, what, fix] of cases) {
      const wrong = await startPooler(server, options)
      const DATABASE_URL = wrong.url + new URL(good.DATABASE_URL ?? '').pathname
      const findings = await check({ DATABASE_URL, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: good.DATABASE_URL ?? '' })
      wrong.stop()
      expect(find(findings, 'Pooler')).toMatchObject({ level, what: expect.stringContaining(what), fix: expect.stringContaining(fix) })
    }
  })

  test('replicas that are away, and an address that leads to no replica', async () => {
    expect(find(await check(), 'Replica')).toBeUndefined()
    expect(find(await check({ DATABASE_READ_URL: good.DATABASE_URL ?? '' }), 'Replica')).toMatchObject({
      level: 'warn',
      what: expect.stringContaining("isn't a replica"),
    })
    expect(find(await check({ DATABASE_READ_URL: 'postgres://shop:replica-secret-5@127.0.0.1:1/shop' }), 'Replica')).toMatchObject({
      level: 'warn',
      what: expect.stringContaining("doesn't respond"),
    })
  })

  test('settings that cannot be read, and a shop that is not there', async () => {
    expect((await check({ HOLD_MINUTES: 'soon' }))[0]).toMatchObject({ level: 'FAIL', what: expect.stringContaining('HOLD_MINUTES') })
    expect(find(await check({ PUBLIC_URL: 'https://localhost:1' }), 'PUBLIC_URL')).toMatchObject({ level: 'FAIL' })
    expect(find(await check({ METRICS_TOKEN: 'another-token-4711' }), 'Proxy')).toMatchObject({ level: 'FAIL' })
  })

  test.runIf(TESTS_ALL)('the command prints the findings, and its exit code says whether one failed', async () => {
    const certificate = join(folder, 'proxy.pem')
    writeFileSync(certificate, proxy.certificate)
    const env = { ...process.env, ...good, NODE_ENV: '', NODE_EXTRA_CA_CERTS: certificate }
    const run = (options: string[], change: Record<string, string> = {}) =>
      new Promise<{ code: number; text: string }>((resolve) => {
        const script = join(ROOT, 'scripts', 'doctor.ts')
        const done = (error: Error | null, text: string) => resolve({ code: error && 'code' in error ? Number(error.code) : 0, text })
        execFile(process.execPath, [script, ...options], { env: { ...env, ...change } }, done)
      })
    const fine = await run(['--json'])
    const findings = JSON.parse(fine.text) as Finding[]
    expect([fine.code, findings.filter(({ level }) => level === 'FAIL')]).toEqual([0, []])
    const broken = await run([], { SMTP_URL: 'smtp://127.0.0.1:1' })
    expect(broken.code).toBe(1)
    expect(broken.text).toMatch(/^FAIL {2}Mail .*ECONNREFUSED.*\n {24}Check host, port/m)
    expect(broken.text).toMatch(/\n\d+ ok, \d+ warn, 1 FAIL\n$/)
    expect((await run(['--what'])).code).toBe(2)
    said.push(...findings, { level: 'ok', name: '', what: broken.text, fix: null })
  })

  test('no secret is ever printed', () => {
    const text = JSON.stringify(said)
    expect(said.length).toBeGreaterThan(100)
    for (const secret of [MAIL_PASSWORD, TOKEN, 'wrong-secret', 'db-secret', 'sk_test_', 'sk_live_', 'whsec_', ':postgres@'])
      expect(text.includes(secret), secret).toBe(false)
  })

  test('docs/settings.md names every event that the webhook needs', () => {
    const page = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8')
    expect(WEBHOOK_EVENTS.filter((event) => !page.includes(`\`${event}\``))).toEqual([])
  })
})
