import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { checkPassword } from '#domain/password.ts'
import { isEmail } from '#domain/user.ts'
import { readSettingFiles } from './read-setting-files.ts'
import type { S3Settings } from './vendors/s3-store.ts'

const flag = (name: string) =>
  z.optional(
    z.pipe(
      z.enum(['0', '1'], { error: `${name} must be 0 or 1` }),
      z.transform((value) => value === '1'),
    ),
  )
const url = (name: string, protocols: RegExp, allowed: string) =>
  z.optional(z.url({ protocol: protocols, error: `${name} must be ${allowed}` }))
const POSTGRES_URL = [/^postgres(ql)?$/, 'a URL like postgres://user:password@host:5432/database'] as const
/** An IP address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [ip = '', bits, ...more] = text.trim().split('/')
  const version = isIP(ip)
  return version > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
}
/** A host as a URL names it. */
const isHost = (text: string) =>
  URL.canParse(`http://${text}`) && new URL(`http://${text}`).host === text.toLowerCase() && !text.includes(':')
const integer = (name: string, min: number, max: number, fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(
        z.refine((text) => /^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= max, {
          error: `${name} must be a whole number from ${min} to ${max}`,
        }),
      ),
      z.transform((value: string) => Number(value)),
    ),
    fallback,
  )
const KEY_BYTES = 32
/** A key of 32 bytes as base64. */
const isKey = (text: string) => /^[A-Za-z0-9+/]{43}=?$/.test(text.trim()) && Buffer.from(text.trim(), 'base64').length === KEY_BYTES
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const secret = z.optional(z.string().check(z.minLength(1)))

/** The environment variables. An invalid one stops the start with its name and the accepted values. */
const Environment = z.object({
  PORT: z._default(
    z
      .pipe(
        z.string().check(z.regex(/^\d{1,5}$/, { error: 'PORT must be a whole number from 0 to 65535' })),
        z.transform((value: string) => Number(value)),
      )
      .check(z.refine((port: number) => port <= 65_535, { error: 'PORT must be a whole number from 0 to 65535' })),
    3000,
  ),
  HOST: z.optional(z.string().check(z.minLength(1))),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), '.data'),
  FILES: z._default(z.enum(['disk', 's3'], { error: 'FILES must be disk or s3' }), 'disk'),
  S3_ENDPOINT: url('S3_ENDPOINT', /^https?$/, 'a URL like https://s3.eu-central-1.amazonaws.com'),
  S3_BUCKET: z.optional(
    z
      .string()
      .check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'S3_BUCKET must be the name of a bucket, 3 to 63 characters' })),
  ),
  S3_REGION: z._default(
    z.string().check(z.regex(/^[a-z0-9-]{1,50}$/, { error: 'S3_REGION must be a name like eu-central-1' })),
    'us-east-1',
  ),
  S3_ACCESS_KEY_ID: secret,
  S3_SECRET_ACCESS_KEY: secret,
  S3_PREFIX: z._default(
    z.string().check(z.regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, { error: 'S3_PREFIX must be a folder like shop or shops/reflute' })),
    '',
  ),
  S3_PATH_STYLE: flag('S3_PATH_STYLE'),
  DATABASE_URL: url('DATABASE_URL', ...POSTGRES_URL),
  DATABASE_DIRECT_URL: url('DATABASE_DIRECT_URL', ...POSTGRES_URL),
  DATABASE_POOLER: z._default(z.enum(['none', 'transaction'], { error: 'DATABASE_POOLER must be none or transaction' }), 'none'),
  DATABASE_POOL: integer('DATABASE_POOL', 2, 100, 16),
  DATABASE_READ_URL: url('DATABASE_READ_URL', ...POSTGRES_URL),
  READ_MAX_LAG_MS: integer('READ_MAX_LAG_MS', 1000, 4000, 2000),
  PUBLIC_URL: url('PUBLIC_URL', /^https?$/, 'a URL like https://shop.example.com'),
  DATABASE_WAIT_SECONDS: integer('DATABASE_WAIT_SECONDS', 0, 600, 30),
  MIGRATE: z._default(z.enum(['auto', 'off'], { error: 'MIGRATE must be auto or off' }), 'auto'),
  DISK_RESERVE_MB: integer('DISK_RESERVE_MB', 0, 1_000_000, 256),
  DEMO: flag('DEMO'),
  ADMIN_EMAIL: z.optional(z.string().check(z.refine(isEmail, { error: 'ADMIN_EMAIL must be an email address' }))),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(8, { error: 'ADMIN_PASSWORD must have at least 8 characters' }),
        z.maxLength(128, { error: 'ADMIN_PASSWORD must have at most 128 characters' }),
      ),
  ),
  CATALOG_FILE: z.optional(
    z.string().check(
      z.refine((path) => existsSync(path), { error: 'CATALOG_FILE must be the path of a file that exists' }),
      z.regex(/\.(xlsx|csv)$/i, { error: 'CATALOG_FILE must be an .xlsx or .csv file' }),
    ),
  ),
  STRIPE_SECRET_KEY: secret,
  STRIPE_PUBLISHABLE_KEY: secret,
  STRIPE_WEBHOOK_SECRET: secret,
  STRIPE_API_BASE: url('STRIPE_API_BASE', /^https?$/, 'an http or https URL'),
  SMTP_URL: url('SMTP_URL', /^smtps?$/, 'a URL like smtp://user:password@host:587'),
  RATE_LIMIT: z._default(z.enum(['on', 'off'], { error: 'RATE_LIMIT must be on or off' }), 'on'),
  TRUST_PROXY: z.optional(
    z.string().check(
      z.refine((text) => /^\d{1,2}$/.test(text) || text.split(',').every(isNetwork), {
        error: 'TRUST_PROXY must be a number of proxies or a list of addresses',
      }),
    ),
  ),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, { error: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}` })),
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]{16,}$/, { error: 'METRICS_TOKEN must have at least 16 characters, without spaces or accents' })),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('OTEL_EXPORTER_OTLP_ENDPOINT', /^https?$/, 'a URL like http://localhost:4318'),
  OTEL_SERVICE_NAME: z._default(
    z
      .string()
      .check(z.regex(/^[\w.-]{1,100}$/, { error: 'OTEL_SERVICE_NAME must have letters, digits, dots, dashes and underscores only' })),
    'reflute',
  ),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.pipe(
      z.string().check(
        z.refine((text) => /^(0|1|[01]?\.\d{1,9})$/.test(text) && Number(text) <= 1, {
          error: 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1',
        }),
      ),
      z.transform((value: string) => Number(value)),
    ),
    0.1,
  ),
  SECRETS_KEYS: z.optional(
    z.string().check(
      z.refine((text) => text.split(',').every(isKey), {
        error: 'SECRETS_KEYS must be 32 bytes as base64, or several such keys separated by commas; "openssl rand -base64 32" makes one',
      }),
    ),
  ),
  SECURITY_CONTACT: z.optional(
    z.union([z.string().check(z.refine(isEmail)), z.url({ protocol: /^https$/ })], {
      error: 'SECURITY_CONTACT must be an email address or an https URL',
    }),
  ),
  WEBHOOK_PRIVATE_HOSTS: z.optional(
    z.string().check(
      z.refine((text) => text.split(',').every((host) => isHost(host.trim())), {
        error: 'WEBHOOK_PRIVATE_HOSTS must be host names or addresses without ports, separated by commas, such as erp.internal',
      }),
    ),
  ),
  ECB_RATES: z._default(z.enum(['on', 'off'], { error: 'ECB_RATES must be on or off' }), 'off'),
  VIES: z.optional(z.enum(['on', 'off'], { error: 'VIES must be on or off' })),
  VIES_API_BASE: z._default(
    z.url({ protocol: /^https?$/, error: 'VIES_API_BASE must be an http or https URL' }),
    'https://ec.europa.eu/taxation_customs/vies/rest-api',
  ),
  HOLD_MINUTES: z._default(
    z.pipe(
      z.string().check(
        z.refine((text) => /^\d{1,4}(\.\d+)?$/.test(text) && Number(text) > 0, {
          error: 'HOLD_MINUTES must be a number of minutes above 0, such as 15 or 0.5',
        }),
      ),
      z.transform((value: string) => Number(value)),
    ),
    15,
  ),
})

/** Name of a setting. */
export type SettingName = keyof z.input<typeof Environment>

/** Names of all settings, to compare with `SETTING_HELP`. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.def.shape)

/** Settings of a running shop, read from the environment. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** Driver of the files. */
  files: 'disk' | 's3'
  /** The S3 store, also while `files` are on the disk: files can be moved. `prefix` is empty or ends with a slash. */
  s3: (S3Settings & { prefix: string }) | null
  databaseUrl: string | undefined
  /** The same database past a pooler, as it was set. */
  databaseDirectUrl: string | undefined
  /** The pooler that `databaseUrl` leads through. */
  databasePooler: 'none' | 'transaction'
  /** Maximum number of connections of this process to PostgreSQL. */
  databasePool: number
  /** Replicas, for reads that may lag, and by how many ms they may. */
  databaseReadUrl: string | undefined
  readMaxLagMs: number
  /** Maximum time to wait for PostgreSQL at the start, in seconds. */
  databaseWaitSeconds: number
  /** True if a start applies pending migrations; else it only checks. */
  migrates: boolean
  /** Free disk space in MB below which the embedded database refuses writes. */
  diskReserveMb: number
  /** Public URL of the shop, without a trailing slash. */
  publicUrl: string
  isDemo: boolean
  admin: { email: string; password: string } | null
  /** File that an import without a body reads; null for none. */
  catalogFile: string | null
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string | undefined } | null
  smtpUrl: string | undefined
  limitsRates: boolean
  trustProxy: boolean | number | string
  /** Minimum level of log lines. */
  logLevel: (typeof LOG_LEVELS)[number]
  metricsToken: string | undefined
  /** Email address or https URL. */
  securityContact: string | undefined
  /** Keys for secrets in the database: the first encrypts, all decrypt. */
  secretsKeys: readonly Buffer[]
  /** Hosts of private networks that webhooks may lead to, also without TLS. */
  webhookPrivateHosts: readonly string[]
  /** Collector of traces, and the share that is sent; null: there are none. */
  traces: { endpoint: string; serviceName: string; share: number } | null
  holdMinutes: number
  /** Base of the addresses of VIES, the register of VAT ids, without a trailing slash; null: nobody is asked. */
  viesApiBase: string | null
  /** Address of the European Central Bank, whose reference rates a job fetches daily; null: they are typed or uploaded. */
  ecbBase: string | null
}

// our own file
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as { version: string }

/** The settings that say where the PostgreSQL server is. */
export type DatabaseAddress = Pick<Config, 'databaseUrl'> & Partial<Pick<Config, 'databaseDirectUrl' | 'databasePooler'>>

/** The version of the shop. */
export const { version: VERSION } = manifest

/** The catalog of a new demo shop. */
export const DEMO_CATALOG = join(import.meta.dirname, '..', '..', 'content', 'catalog.xlsx')

/**
 * Reads the settings from the environment, and from the files that it names (`DATABASE_URL_FILE`).
 * @param isLocal true if NODE_ENV is `production` only because `npm start` sets it
 * @throws Error whose message names each invalid setting and the accepted values
 */
export function readConfig(environment: Record<string, string | undefined>, { isLocal = false } = {}): Config {
  const isProduction = environment.NODE_ENV === 'production'
  const parsed = Environment.safeParse(readSettingFiles(SETTING_NAMES, environment))
  if (!parsed.success) {
    throw new Error(`Invalid settings:\n${parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n')}`)
  }
  const env = parsed.data
  const isDemo = env.DEMO ?? !env.DATABASE_URL
  if (isProduction && !(isLocal && isDemo) && env.DATABASE_URL && !env.PUBLIC_URL) {
    throw new Error('Invalid settings:\n  PUBLIC_URL must be set with DATABASE_URL in production: links in email use it')
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (env[name] && !env.DATABASE_URL) throw new Error(`Invalid settings:\n  ${name} needs DATABASE_URL`)
  return {
    port: env.PORT,
    host: env.HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0'),
    dataDir: env.DATA_DIR,
    files: env.FILES,
    s3: storeOf(env),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databasePooler: env.DATABASE_POOLER,
    databasePool: env.DATABASE_POOL,
    databaseReadUrl: env.DATABASE_READ_URL,
    readMaxLagMs: env.READ_MAX_LAG_MS,
    databaseWaitSeconds: env.DATABASE_WAIT_SECONDS,
    migrates: env.MIGRATE === 'auto',
    diskReserveMb: env.DISK_RESERVE_MB,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    isDemo,
    admin: adminOf(env.ADMIN_EMAIL, env.ADMIN_PASSWORD),
    catalogFile: env.CATALOG_FILE ?? (isDemo ? DEMO_CATALOG : null),
    stripe: stripeOf(env),
    smtpUrl: env.SMTP_URL,
    limitsRates: env.RATE_LIMIT === 'on',
    trustProxy: trustOf(env.TRUST_PROXY),
    logLevel: env.LOG_LEVEL ?? (env.DATABASE_URL ? 'info' : 'warn'),
    metricsToken: env.METRICS_TOKEN,
    securityContact: env.SECURITY_CONTACT,
    secretsKeys: keysOf(env.SECRETS_KEYS, isDemo),
    webhookPrivateHosts: (env.WEBHOOK_PRIVATE_HOSTS ?? '')
      .toLowerCase()
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: env.OTEL_SERVICE_NAME, share: env.OTEL_TRACES_SAMPLER_ARG }
      : null,
    holdMinutes: env.HOLD_MINUTES,
    ecbBase: env.ECB_RATES === 'on' ? ECB : null,
    viesApiBase: (env.VIES ?? (isDemo ? 'off' : 'on')) === 'on' ? env.VIES_API_BASE.replace(/\/+$/, '') : null,
  }
}

/** Address of the European Central Bank, below which its reference rates are. */
const ECB = 'https://www.ecb.europa.eu'

/** Key of demo shops, whose only secret is in the README. */
const DEMO_KEY = createHash('sha256').update('reflute demo').digest()

function keysOf(value: string | undefined, isDemo: boolean): Buffer[] {
  const keys = value === undefined ? [] : value.split(',').map((text) => Buffer.from(text.trim(), 'base64'))
  return isDemo ? [...keys, DEMO_KEY] : keys
}

function adminOf(email: string | undefined, password: string | undefined): Config['admin'] {
  if (Boolean(email) !== Boolean(password)) throw new Error('Invalid settings:\n  ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither')
  const refusal = email && password ? checkPassword(password, { email, name: '' }) : null
  if (refusal) throw new Error('Invalid settings:\n  ADMIN_PASSWORD must have 8 to 128 characters and must not be a common password')
  return email && password ? { email, password } : null
}

function storeOf(env: z.output<typeof Environment>): Config['s3'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey && env.FILES === 'disk') return null
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    const names = 'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
    throw new Error(`Invalid settings:\n  ${names}: set all four${env.FILES === 's3' ? ' with FILES=s3' : ' or none'}`)
  }
  const prefix = env.S3_PREFIX && env.S3_PREFIX.replace(/\/?$/, '/')
  return { endpoint, bucket, accessKeyId, secretAccessKey, region: env.S3_REGION, prefix, isPathStyle: env.S3_PATH_STYLE ?? true }
}

function stripeOf(env: z.output<typeof Environment>): Config['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  if (!secretKey && !publishableKey && !webhookSecret) return null
  if (!secretKey || !publishableKey || !webhookSecret) {
    throw new Error('Invalid settings:\n  STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET: set all three or none')
  }
  return { secretKey, publishableKey, webhookSecret, apiBase: env.STRIPE_API_BASE }
}

function trustOf(value: string | undefined): Config['trustProxy'] {
  if (value === undefined) return false
  return /^\d+$/.test(value) ? Number(value) : value
}

/**
 * Returns the address of the PostgreSQL server for work that needs a session of its own; null where only a transaction pooler is known, or
 * no server.
 */
export function directUrlOf({ databaseUrl, databaseDirectUrl, databasePooler }: DatabaseAddress): string | null {
  return databaseDirectUrl ?? (databasePooler === 'transaction' ? null : (databaseUrl ?? null))
}
