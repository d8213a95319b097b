import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/** Age in hours from which the newest backup is too old: a daily one with two hours to spare. */
export const MAX_BACKUP_HOURS = 26
/** Days within which a restore drill must have passed. */
export const MAX_DRILL_DAYS = 30

const Seconds = z.nullable(z.int())

/** The newest operation of a kind; null: none is recorded. */
const Operation = z.nullable(z.object({ finishedAt: z.string(), ok: z.boolean(), ageSeconds: z.int(), bytes: z.nullable(z.int()) }))

/** State of a server and of what it depends on. A part that cannot be read is null. */
export const HealthDetails = z.object({
  /** Ready: what `/api/health/ready` answers. */
  status: z.enum(['ready', 'not_ready']),
  version: z.string(),
  startedAt: z.string(),
  /** Time of this answer on the server's clock. */
  at: z.string(),
  database: z.object({
    kind: z.enum(['embedded', 'postgres']),
    /** True if it answers within a second and takes writes. */
    isReady: z.boolean(),
    version: z.nullable(z.string()),
    /** A standby takes no writes. */
    role: z.nullable(z.enum(['primary', 'standby'])),
    /** Migrations of this version that were not applied. */
    pendingMigrations: z.nullable(z.int()),
  }),
  /** Connections of this server. */
  pool: z.object({ max: z.int(), open: z.int(), idle: z.int(), waiting: z.int() }),
  /**
   * Replicas for reads that may lag: whether they answer now, and by how many seconds the slowest is behind; null: it was never seen. Null
   * without DATABASE_READ_URL.
   */
  replica: z.nullable(z.object({ isUsed: z.boolean(), lagSeconds: z.nullable(z.number()) })),
  /** Background jobs that should have begun; `oldestSeconds`: for how long the oldest should have. */
  jobs: z.nullable(z.object({ waiting: z.int(), oldestSeconds: Seconds })),
  /** Emails and calls to the payment provider that are due, those between two attempts included; `failed`: emails that were given up. */
  outbox: z.nullable(z.object({ waiting: z.int(), oldestSeconds: Seconds, failed: z.int() })),
  /** Result of writing, reading and deleting a file in the data folder; `full`: there is no room. */
  files: z.enum(['ok', 'full', 'failed']),
  disk: z.nullable(z.object({ freeBytes: z.int(), totalBytes: z.int(), isReserveReached: z.boolean() })),
  /** Age of the newest backup that succeeded; null: none is recorded. */
  backup: z.object({ ageSeconds: Seconds }),
  /** Newest operations with backups. `isOutboxHeld`: this database was restored, and its outbox has not been released. */
  operations: z.nullable(z.object({ backup: Operation, drill: Operation, restore: Operation, isOutboxHeld: z.boolean() })),
  /** Entries of the audit log that should be sealed and are not. */
  audit: z.nullable(z.object({ unsealed: z.int() })),
  /** Rule for staff; null in a demo shop. */
  secondFactor: z.nullable(z.object({ isRequired: z.boolean() })),
  /** Address and protocol of this call as the server sees them, through the proxies that it trusts. */
  client: z.object({ address: z.string(), protocol: z.enum(['http', 'https']) }),
})
export type HealthDetails = z.output<typeof HealthDetails>

export const health = {
  live: endpoint({
    method: 'GET',
    path: '/api/health/live',
    isUncounted: true,
    access: 'anyone',
    summary: 'Liveness: the process runs.',
    response: z.object({ status: z.literal('live') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/health/ready',
    isUncounted: true,
    access: 'anyone',
    summary: 'Readiness: the database answers, takes writes and is migrated, files can be written, and the server is not closing.',
    response: z.object({ status: z.literal('ready') }),
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/health/details',
    access: ['super_admin'],
    takesMetricsToken: true,
    isPassive: true,
    summary: 'State of this server and of what it depends on.',
    response: HealthDetails,
  }),
}
