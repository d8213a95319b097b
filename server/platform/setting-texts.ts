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
    help: 'Folder of the embedded database, and with `FILES=disk` of the files: pictures, uploaded spreadsheets, emails while there is no mail server',
  },
  { names: ['FILES'], fallback: 'disk', help: '`s3`: files are in an S3 store, so that several servers share them; see docs/running.md' },
  {
    names: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    fallback: 'none',
    help: 'The store: its address, a bucket, and a key that may get, put, delete and list there; set all four or none',
  },
  { names: ['S3_REGION'], fallback: 'us-east-1', help: 'Region of the bucket' },
  { names: ['S3_PREFIX'], fallback: 'none', help: 'Folder in the bucket' },
  { names: ['S3_PATH_STYLE'], fallback: '1', help: '0: the bucket is a part of the host name, not of the path' },
  {
    names: ['DATABASE_URL'],
    fallback: 'none',
    help: 'PostgreSQL server, 15 to 18; the embedded database without it',
    example: 'postgres://reflute:secret@localhost:5432/reflute',
  },
  {
    names: ['DATABASE_DIRECT_URL'],
    fallback: '`DATABASE_URL`',
    help: 'The same database past the pooler, for migrations, backups and restores; needed with `DATABASE_POOLER=transaction`',
    example: 'postgres://reflute:secret@localhost:5432/reflute',
  },
  {
    names: ['DATABASE_POOLER'],
    fallback: 'none',
    help: '`transaction`: `DATABASE_URL` leads through a pooler that gives each transaction another session, such as PgBouncer with `pool_mode = transaction`',
  },
  {
    names: ['DATABASE_POOL'],
    fallback: '16',
    help: 'Connections to the PostgreSQL server that this server opens, 2 to 100; with WEB_CONCURRENCY each process',
  },
  {
    names: ['WEB_CONCURRENCY'],
    fallback: '1',
    help: 'Processes that serve the shop together on one port, 1 to 64; above 1 needs `DATABASE_URL`. See docs/scaling.md',
  },
  {
    names: ['DATABASE_READ_URL', 'READ_MAX_LAG_MS'],
    fallback: 'none, 2000',
    help: 'Replicas of the database, for lists, pages, exports and analytics that may be up to READ_MAX_LAG_MS (1000 to 4000) behind; the primary answers when they are late or away',
  },
  { names: ['DATABASE_KIND'], fallback: 'postgres', help: '`yugabytedb`: the queue of jobs does without advisory locks and partitions' },
  { names: ['DATABASE_WAIT_SECONDS'], fallback: '30', help: 'Seconds that a start waits for the PostgreSQL server, 0 to 600' },
  { names: ['MIGRATE'], fallback: 'auto', help: '`off`: a start only checks the migrations; `npm run migrate` applies them' },
  {
    names: ['DISK_RESERVE_MB'],
    fallback: '256',
    help: 'Free space in MB on the disk of the embedded database; below it, writes are refused',
  },
  {
    names: ['PUBLIC_URL'],
    fallback: '`http://localhost:PORT`',
    help: 'Address under which people reach the shop, used in links and emails; required with `DATABASE_URL` in production',
    example: 'https://shop.example.com',
  },
  {
    names: ['DEMO'],
    fallback: '1 with the embedded database, else 0',
    help: 'Demo catalog, accounts and a few orders; refused on a database that was not created as a demo',
  },
  { names: ['ADMIN_EMAIL', 'ADMIN_PASSWORD'], fallback: 'none', help: 'First super admin of an empty shop' },
  {
    names: ['CATALOG_FILE'],
    fallback: 'the demo catalog with `DEMO=1`',
    help: 'Spreadsheet with products, `.xlsx` or `.csv`: a start of a shop without products imports it into the businesses that its rows name, and so does an import without an upload',
  },
  { names: ['RATE_LIMIT'], fallback: 'on', help: '`off` for tests and benchmarks' },
  {
    names: ['TRUST_PROXY'],
    fallback: 'none',
    help: 'Number of proxies in front of the server, or a list of their addresses; without it all visitors behind a proxy count as one',
    example: '1',
  },
  {
    names: ['LOG_LEVEL'],
    fallback: 'info with `DATABASE_URL`, else warn',
    help: 'fatal, error, warn, info, debug, trace or silent; at info each request is one line, without addresses and values',
  },
  { names: ['HOLD_MINUTES'], fallback: '15', help: 'Minutes for which a card payment reserves stock' },
  {
    names: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE'],
    fallback: 'none',
    help: 'Card payment; set all three keys or none. `STRIPE_API_BASE` is for tests',
  },
  {
    names: ['VIES', 'VIES_API_BASE'],
    fallback: 'off with `DEMO=1`, else on; the European Commission',
    help: '`off`: VAT ids are not checked in VIES, the register of the European Union, and count as not verified until staff confirm them. `VIES_API_BASE` is for tests',
  },
  {
    names: ['ECB_RATES'],
    fallback: 'off',
    help: '`on`: a job fetches the reference rates of the European Central Bank every day; else staff type or upload them',
  },
  {
    names: ['SMTP_URL'],
    fallback: 'none',
    help: 'Mail server; without it each email is a file in `mail/` of the data folder',
    example: 'smtp://user:password@localhost:587',
  },
  {
    names: ['SECRETS_KEYS'],
    fallback: 'none; a public key with `DEMO=1`',
    help: 'Keys for the secrets of authenticator apps: 32 bytes as base64 (`openssl rand -base64 32`), several separated by commas. The first encrypts, all decrypt; without one there are passkeys only',
  },
  {
    names: ['METRICS_TOKEN'],
    fallback: 'none',
    help: 'Bearer token of `GET /metrics` (Prometheus; without it the path is 404), of `/api/health/details` and of `npm run doctor`, at least 16 characters',
  },
  {
    names: ['SECURITY_CONTACT'],
    fallback: 'none',
    help: 'Email address or https URL for reports of weaknesses, in `/.well-known/security.txt`; without it the path is 404',
    example: 'security@shop.example.com',
  },
  {
    names: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    fallback: 'none',
    help: 'Collector that takes traces by OTLP over HTTP, without the path `/v1/traces`; without it there are no traces',
    example: 'http://localhost:4318',
  },
  { names: ['OTEL_SERVICE_NAME'], fallback: '`reflute`', help: 'Name of the shop in traces' },
  {
    names: ['OTEL_TRACES_SAMPLER_ARG'],
    fallback: '0.1',
    help: 'Share of the traces that are sent, 0 to 1; those that a trusted proxy (`TRUST_PROXY`) began follow its choice',
  },
]
