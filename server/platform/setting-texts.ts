import type { SettingName } from './config.ts'

/** A setting as people read it: what `.env.example` and docs/settings.md say of it. */
interface SettingHelp {
  /** Names that are set together. */
  names: readonly SettingName[]
  /** The default in words. */
  fallback: string
  help: string
  /** A value to start from, where the name alone does not show its form. */
  example?: string
}

/** Every setting, once. `npm run docs` writes `.env.example` and the table of docs/settings.md from it. */
export const SETTING_HELP: readonly SettingHelp[] = [
  { names: ['PORT', 'HOST'], fallback: '3000, and 127.0.0.1 with `DEMO=1`, else 0.0.0.0', help: 'Port and address to listen on' },
  {
    names: ['DATA_DIR'],
    fallback: '`.data`',
    help: 'Folder of the embedded database and, with `FILES=disk`, of pictures, uploaded spreadsheets and (without a mail server) emails',
  },
  { names: ['FILES'], fallback: 'disk', help: '`s3`: files are in an S3 store, which several servers can share; see docs/running.md' },
  {
    names: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    fallback: 'none',
    help: 'Address of the store, bucket, and a key that may get, put, delete and list in it; set all four or none',
  },
  { names: ['S3_REGION'], fallback: 'us-east-1', help: 'Region of the bucket' },
  { names: ['S3_PREFIX'], fallback: 'none', help: 'Folder in the bucket' },
  { names: ['S3_PATH_STYLE'], fallback: '1', help: '0: the bucket is part of the host name instead of the path' },
  {
    names: ['DATABASE_URL'],
    fallback: 'none',
    help: 'PostgreSQL server, 15 to 18; without it the database is embedded',
    example: 'postgres://reflute:secret@localhost:5432/reflute',
  },
  {
    names: ['DATABASE_DIRECT_URL'],
    fallback: '`DATABASE_URL`',
    help: 'The same database without the pooler, for migrations, backups and restores; required with `DATABASE_POOLER=transaction`',
    example: 'postgres://reflute:secret@localhost:5432/reflute',
  },
  {
    names: ['DATABASE_POOLER'],
    fallback: 'none',
    help: '`transaction`: `DATABASE_URL` leads through a pooler that gives each transaction another session, such as PgBouncer (1.21 or newer) with `pool_mode = transaction` and `max_prepared_statements = 200`',
  },
  {
    names: ['DATABASE_POOL'],
    fallback: '16',
    help: 'Connections to PostgreSQL that this server opens, 2 to 100',
  },
  {
    names: ['DATABASE_READ_URL', 'READ_MAX_LAG_MS'],
    fallback: 'none, 2000',
    help: 'Replicas for lists, pages, exports and analytics, at most READ_MAX_LAG_MS (1000 to 4000) behind; the primary answers when they are late or unreachable',
  },
  { names: ['DATABASE_WAIT_SECONDS'], fallback: '30', help: 'Seconds to wait for PostgreSQL at start, 0 to 600' },
  { names: ['MIGRATE'], fallback: 'auto', help: '`off`: the start only checks migrations; `npm run migrate` applies them' },
  {
    names: ['DISK_RESERVE_MB'],
    fallback: '256',
    help: 'Free MB on the disk of the embedded database below which writes are refused',
  },
  {
    names: ['PUBLIC_URL'],
    fallback: '`http://localhost:PORT`',
    help: 'Public address of the shop, for links and emails; required with `DATABASE_URL` in production',
    example: 'https://shop.example.com',
  },
  {
    names: ['DEMO'],
    fallback: '1 with the embedded database, else 0',
    help: 'Demo catalog, accounts and orders; refused on a database that was not created as a demo',
  },
  { names: ['ADMIN_EMAIL', 'ADMIN_PASSWORD'], fallback: 'none', help: 'First super admin of an empty shop' },
  {
    names: ['CATALOG_FILE'],
    fallback: 'the demo catalog with `DEMO=1`',
    help: 'Spreadsheet of products (`.xlsx` or `.csv`), imported into the businesses that its rows name when a shop without products starts, and by an import without an upload',
  },
  { names: ['RATE_LIMIT'], fallback: 'on', help: '`off` for tests and benchmarks' },
  {
    names: ['TRUST_PROXY'],
    fallback: 'none',
    help: 'Number of proxies in front of the server, or their addresses; without it all visitors behind a proxy count as one',
    example: '1',
  },
  {
    names: ['LOG_LEVEL'],
    fallback: 'info with `DATABASE_URL`, else warn',
    help: 'fatal, error, warn, info, debug, trace or silent; info logs one line per request, without addresses and values',
  },
  { names: ['HOLD_MINUTES'], fallback: '15', help: 'Minutes that a card payment reserves stock' },
  {
    names: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE'],
    fallback: 'none',
    help: 'Card payments; set all three keys or none. `STRIPE_API_BASE` is for tests',
  },
  {
    names: ['VIES', 'VIES_API_BASE'],
    fallback: 'off with `DEMO=1`, else on; the European Commission',
    help: '`off`: VAT IDs are not checked in VIES, the register of the European Union, and are unverified until staff confirm them. `VIES_API_BASE` is for tests',
  },
  {
    names: ['ECB_RATES'],
    fallback: 'off',
    help: '`on`: a daily job fetches the reference rates of the European Central Bank; otherwise staff enter or upload rates',
  },
  {
    names: ['SMTP_URL'],
    fallback: 'none',
    help: 'Mail server; without it each email is saved as a file in `mail/` of the data folder',
    example: 'smtp://user:password@localhost:587',
  },
  {
    names: ['SECRETS_KEYS'],
    fallback: 'none; a public key with `DEMO=1`',
    help: 'Keys that encrypt the secrets of authenticator apps and webhooks: 32 bytes as base64 (`openssl rand -base64 32`), separated by commas. The first encrypts, all decrypt; without any, only passkeys can be added, and no webhooks',
  },
  {
    names: ['METRICS_TOKEN'],
    fallback: 'none',
    help: 'Bearer token for `GET /metrics` (404 without it), `/api/health/details` and `npm run doctor`, at least 16 characters',
  },
  {
    names: ['WEBHOOK_PRIVATE_HOSTS'],
    fallback: 'none',
    help: 'Hosts in private networks that webhooks may lead to, separated by commas, without ports; those may use http as well. Others must have public addresses, and https. Every seller can send requests to them on every port and read the status of their answers: name only hosts that may get such requests',
    example: 'erp.internal,10.0.0.12',
  },
  {
    names: ['SECURITY_CONTACT'],
    fallback: 'none',
    help: 'Email address or https URL for security reports, shown in `/.well-known/security.txt` (404 without it)',
    example: 'security@shop.example.com',
  },
  {
    names: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    fallback: 'none',
    help: 'Collector of traces (OTLP over HTTP), without the path `/v1/traces`; without it no traces are sent',
    example: 'http://localhost:4318',
  },
  { names: ['OTEL_SERVICE_NAME'], fallback: '`reflute`', help: 'Name of the shop in traces' },
  {
    names: ['OTEL_TRACES_SAMPLER_ARG'],
    fallback: '0.1',
    help: 'Share of traces to send, 0 to 1; traces begun by a trusted proxy (`TRUST_PROXY`) follow its choice',
  },
]
