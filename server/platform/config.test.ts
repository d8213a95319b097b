import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { directUrlOf, readConfig } from './config.ts'

const wrong: [Record<string, string>, RegExp][] = [
  [{ PORT: 'http' }, /PORT must be a whole number from 0 to 65535/],
  [{ PORT: '65536' }, /PORT must be a whole number/],
  [{ DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL must be a URL like postgres:/],
  [{ DEMO: 'yes' }, /DEMO must be 0 or 1/],
  [{ ADMIN_EMAIL: 'a@b.test' }, /ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither/],
  [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'long enough' }, /ADMIN_EMAIL must be an email address/],
  [{ ADMIN_EMAIL: 'a@b.test', ADMIN_PASSWORD: 'short' }, /at least 8 characters/],
  [{ CATALOG_FILE: '/nowhere.xlsx' }, /CATALOG_FILE must be the path of a file that exists/],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_WEBHOOK_SECRET: set all three or none/],
  [{ SMTP_URL: 'http://mail' }, /SMTP_URL must be a URL like smtp:/],
  [{ FILES: 'cloud' }, /FILES must be disk or s3/],
  [{ FILES: 's3' }, /S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set all four with FILES=s3/],
  [{ S3_BUCKET: 'shop' }, /S3_SECRET_ACCESS_KEY: set all four or none/],
  [{ S3_ENDPOINT: 's3.example.com' }, /S3_ENDPOINT must be a URL like https:/],
  [{ S3_BUCKET: 'My Shop' }, /S3_BUCKET must be the name of a bucket/],
  [{ S3_PREFIX: '../shop files' }, /S3_PREFIX must be a folder like shop/],
  [{ S3_PATH_STYLE: 'no' }, /S3_PATH_STYLE must be 0 or 1/],
  [{ RATE_LIMIT: 'no' }, /RATE_LIMIT must be on or off/],
  [{ TRUST_PROXY: 'everyone!' }, /TRUST_PROXY must be a number of proxies or a list of addresses/],
  [{ TRUST_PROXY: 'abc' }, /TRUST_PROXY must be a number of proxies or a list of addresses/],
  [{ TRUST_PROXY: '10.0.0.1, 10.0.0' }, /TRUST_PROXY must be/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /TRUST_PROXY must be/],
  [{ LOG_LEVEL: 'verbose' }, /LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent/],
  [{ METRICS_TOKEN: 'short' }, /METRICS_TOKEN must have at least 16 characters/],
  [{ METRICS_TOKEN: 'four words of a token' }, /METRICS_TOKEN must have at least 16 characters, without spaces/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT must be a URL like http:/],
  [{ OTEL_SERVICE_NAME: 'my shop' }, /OTEL_SERVICE_NAME must have letters, digits/],
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
  [{ OTEL_TRACES_SAMPLER_ARG: 'all' }, /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
  [{ DATABASE_WAIT_SECONDS: '601' }, /DATABASE_WAIT_SECONDS must be a whole number from 0 to 600/],
  [
    { DATABASE_DIRECT_URL: 'mysql://localhost/x', DATABASE_URL: 'postgres://localhost/x' },
    /DATABASE_DIRECT_URL must be a URL like postgres:/,
  ],
  [{ DATABASE_DIRECT_URL: 'postgres://localhost/x' }, /DATABASE_DIRECT_URL needs DATABASE_URL/],
  [{ DATABASE_POOLER: 'session' }, /DATABASE_POOLER must be none or transaction/],
  [{ DATABASE_POOL: '1' }, /DATABASE_POOL must be a whole number from 2 to 100/],
  [{ DATABASE_POOL: '101' }, /DATABASE_POOL must be a whole number from 2 to 100/],
  [{ MIGRATE: 'on' }, /MIGRATE must be auto or off/],
  [{ DISK_RESERVE_MB: 'some' }, /DISK_RESERVE_MB must be a whole number/],
  [
    { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/x', DEMO: '0' },
    /PUBLIC_URL must be set with DATABASE_URL in production: links in email use it/,
  ],
  [{ NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/x', DEMO: '1' }, /PUBLIC_URL must be set/],
  [{ ECB_RATES: 'yes' }, /ECB_RATES must be on or off/],
  [{ VIES: 'maybe' }, /VIES must be on or off/],
  [{ VIES_API_BASE: 'vies' }, /VIES_API_BASE must be an http or https URL/],
  [{ HOLD_MINUTES: 'soon' }, /HOLD_MINUTES must be a number of minutes/],
  [{ SECURITY_CONTACT: 'http://shop.test/report' }, /SECURITY_CONTACT must be an email address or an https URL/],
  [{ SECURITY_CONTACT: 'call us' }, /SECURITY_CONTACT must be an email address or an https URL/],
  [{ HOLD_MINUTES: '0' }, /HOLD_MINUTES must be a number of minutes above 0/],
]

test.each(wrong)('the wrong setting %o stops the start with its name and what is allowed', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

test('without settings the shop is a demo on port 3000 with the embedded database', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    isDemo: true,
    databaseUrl: undefined,
    publicUrl: 'http://localhost:3000',
    holdMinutes: 15,
    limitsRates: true,
    trustProxy: false,
  })
})

test('npm start sets NODE_ENV itself: a demo on a PostgreSQL server needs no PUBLIC_URL then, any other shop does', () => {
  const environment = { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/shop' }
  expect(readConfig({ ...environment, DEMO: '1' }, { isLocal: true }).isDemo).toBe(true)
  expect(() => readConfig(environment, { isLocal: true })).toThrow('PUBLIC_URL must be set')
})

test('there are traces only with a collector, of a tenth of what begins here', () => {
  expect(readConfig({ OTEL_SERVICE_NAME: 'shop' }).traces).toBeNull()
  const endpoint = 'http://localhost:4318'
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).traces).toEqual({ endpoint, serviceName: 'reflute', share: 0.1 })
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'shop-b', OTEL_TRACES_SAMPLER_ARG: '1' }
  expect(readConfig(all).traces).toEqual({ endpoint, serviceName: 'shop-b', share: 1 })
})

test('a demo listens on this machine only unless HOST says otherwise', () => {
  expect(readConfig({}).host).toBe('127.0.0.1')
  expect(readConfig({ DEMO: '0' }).host).toBe('0.0.0.0')
  expect(readConfig({ HOST: '::' }).host).toBe('::')
})

test('an empty setting counts as none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(3000)
})

test('with a PostgreSQL server the shop is no demo unless it is set', () => {
  const DATABASE_URL = 'postgres://localhost/shop'
  expect(readConfig({ DATABASE_URL }).isDemo).toBe(false)
  expect(readConfig({ DATABASE_URL }).catalogFile).toBeNull()
  expect(readConfig({ DATABASE_URL, DEMO: '1' }).isDemo).toBe(true)
})

test('the log has more with a PostgreSQL server, unless LOG_LEVEL says otherwise', () => {
  expect(readConfig({}).logLevel).toBe('warn')
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/shop' }).logLevel).toBe('info')
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/shop', LOG_LEVEL: 'silent' }).logLevel).toBe('silent')
})

test('work that needs a session goes past a pooler; without a pooler any address does', () => {
  const DATABASE_URL = 'postgres://pooler/shop'
  const DATABASE_DIRECT_URL = 'postgres://db/shop'
  expect(readConfig({ DATABASE_URL })).toMatchObject({ databasePooler: 'none', databasePool: 16, migrates: true })
  expect(directUrlOf(readConfig({ DATABASE_URL }))).toBe(DATABASE_URL)
  expect(directUrlOf(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL }))).toBe(DATABASE_DIRECT_URL)
  expect(directUrlOf(readConfig({ DATABASE_URL, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL }))).toBe(DATABASE_DIRECT_URL)
  expect(directUrlOf(readConfig({ DATABASE_URL, DATABASE_POOLER: 'transaction' }))).toBeNull()
  expect(readConfig({ MIGRATE: 'off', DATABASE_POOL: '40' })).toMatchObject({ migrates: false, databasePool: 40 })
})

test('T10 exchange rates are fetched only where that is on', () => {
  expect(readConfig({}).ecbBase).toBeNull()
  expect(readConfig({ ECB_RATES: 'on' }).ecbBase).toBe('https://www.ecb.europa.eu')
})

test('T5 VIES is asked by a shop, by a demo only when it is on', () => {
  expect(readConfig({ DEMO: '0' }).viesApiBase).toBe('https://ec.europa.eu/taxation_customs/vies/rest-api')
  expect(readConfig({ DEMO: '0', VIES: 'off' }).viesApiBase).toBeNull()
  expect(readConfig({ DEMO: '1' }).viesApiBase).toBeNull()
  expect(readConfig({ DEMO: '1', VIES: 'on', VIES_API_BASE: 'http://127.0.0.1:9/vies/' }).viesApiBase).toBe('http://127.0.0.1:9/vies')
})

test('HOLD_MINUTES may be a fraction, TRUST_PROXY a number of hops', () => {
  expect(readConfig({ HOLD_MINUTES: '0.5', TRUST_PROXY: '2' })).toMatchObject({ holdMinutes: 0.5, trustProxy: 2 })
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8,::1' }).trustProxy).toBe('10.0.0.0/8,::1')
  expect(readConfig({ TRUST_PROXY: '10.0.0.1, 10.0.0.2' }).trustProxy).toBe('10.0.0.1, 10.0.0.2')
})

test('files are on the disk, or in a store below a folder of its bucket', () => {
  expect(readConfig({})).toMatchObject({ files: 'disk', s3: null })
  const store = { S3_ENDPOINT: 'https://s3.test', S3_BUCKET: 'shop', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
  expect(readConfig(store)).toMatchObject({ files: 'disk', s3: { bucket: 'shop', region: 'us-east-1', prefix: '', isPathStyle: true } })
  const more = { S3_REGION: 'eu-central-1', S3_PREFIX: 'shops/reflute', S3_PATH_STYLE: '0' }
  const s3 = { prefix: 'shops/reflute/', region: 'eu-central-1', isPathStyle: false }
  expect(readConfig({ ...store, ...more, FILES: 's3' })).toMatchObject({ files: 's3', s3 })
})

test('any setting may be in a file that NAME_FILE names; a line break at its end does not count', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-settings-'))
  const file = join(folder, 'secret')
  try {
    writeFileSync(file, 'postgres://shop:secret@db/shop\n')
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://shop:secret@db/shop')
    expect(readConfig({ DATABASE_URL_FILE: '' }).databaseUrl).toBeUndefined()
    writeFileSync(file, '3100\r\n')
    expect(readConfig({ PORT_FILE: file }).port).toBe(3100)
    writeFileSync(file, 'http')
    expect(() => readConfig({ PORT_FILE: file })).toThrow('PORT must be a whole number')
    writeFileSync(file, '\n')
    expect(() => readConfig({ PORT_FILE: file })).toThrow(`PORT_FILE: ${file} is empty`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a setting that is given twice, or whose file cannot be read, stops the start with every name', () => {
  expect(() => readConfig({ SMTP_URL: 'smtp://a', SMTP_URL_FILE: '/run/secrets/smtp', METRICS_TOKEN_FILE: '/nowhere/token' })).toThrow(
    'Invalid settings:\n  SMTP_URL and SMTP_URL_FILE: set only one of them\n  METRICS_TOKEN_FILE: /nowhere/token cannot be read (ENOENT)',
  )
  expect(readConfig({ SMTP_URL: 'smtp://a', SMTP_URL_FILE: '' }).smtpUrl).toBe('smtp://a')
})
