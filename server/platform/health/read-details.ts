import { statfs } from 'node:fs/promises'
import type { HealthDetails } from '#contract/platform/health.ts'
import { countUnsealed } from '#server/platform/audit-seals/sealed-entries.ts'
import { type OperationKind, readOperations } from '#server/platform/backup/operation-record.ts'
import { VERSION } from '#server/platform/config.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Queue } from '#server/platform/outbox.ts'
import { readSecurity } from '#server/platform/settings/setting-groups.ts'
import { jobBacklog, outboxBacklog, sumBacklog } from './backlog-stats.ts'
import { databaseHealth, orNothing } from './database-health.ts'
import type { Readiness } from './watch-readiness.ts'

const MB = 1024 * 1024
const STARTED_AT = new Date(Date.now() - process.uptime() * 1000).toISOString()

/** Reads room and size of the disk of the data folder; null where the system does not tell. */
async function diskHealth({ config: { dataDir, diskReserveMb }, disk }: Deps): Promise<HealthDetails['disk']> {
  const stats = (await orNothing(statfs(dataDir))) ?? (await orNothing(statfs('.'))) // with a store there may be no data folder
  if (!stats) return null
  const freeBytes = stats.bavail * stats.bsize
  return { freeBytes, totalBytes: stats.blocks * stats.bsize, isReserveReached: disk?.isFull() ?? freeBytes < diskReserveMb * MB }
}

/** Adds up what waits in the outbox; `failed` counts emails only, because staff are notified of each payment request that was given up. */
function outboxHealth(backlog: Awaited<ReturnType<typeof outboxBacklog>>): HealthDetails['outbox'] {
  return { ...sumBacklog(backlog), failed: backlog.find(({ kind }) => kind === 'mail')?.dead ?? 0 }
}

/** Reads the newest operations with backups; null when the database does not answer. */
async function operationHealth({ database: { pool } }: Deps, now: Date): Promise<Pick<HealthDetails, 'backup' | 'operations'>> {
  const found = await orNothing(readOperations(pool))
  if (!found) return { backup: { ageSeconds: null }, operations: null }
  const ageOf = (at: Date) => Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1000))
  const present = (kind: OperationKind) => {
    const operation = found.newest[kind]
    return operation ? { ...operation, finishedAt: operation.finishedAt.toISOString(), ageSeconds: ageOf(operation.finishedAt) } : null
  }
  return {
    backup: { ageSeconds: found.backedUpAt && ageOf(found.backedUpAt) },
    operations: { backup: present('backup'), drill: present('drill'), restore: present('restore'), isOutboxHeld: found.isOutboxHeld },
  }
}

/**
 * Reads the state of this server and of what it depends on. Answers within a few seconds also while the database is away.
 * @param queues all messages of the outbox
 */
export async function readDetails(deps: Deps, readiness: Readiness, queues: readonly Queue[]): Promise<Omit<HealthDetails, 'client'>> {
  const now = deps.now()
  const state = await readiness.look()
  const { replica } = deps.database
  const [{ database, pool }, jobs, outbox, unsealed, security, disk, operations] = await Promise.all([
    databaseHealth(deps),
    orNothing(jobBacklog(deps.db, now)),
    orNothing(outboxBacklog(deps.db, queues, now)),
    orNothing(countUnsealed(deps.db, now)),
    deps.config.isDemo ? null : orNothing(readSecurity(deps.db)),
    diskHealth(deps),
    operationHealth(deps, now),
  ])
  return {
    status: state.isReady ? 'ready' : 'not_ready',
    version: VERSION,
    startedAt: STARTED_AT,
    at: now.toISOString(),
    database: { ...database, isReady: state.isDatabaseReady, pendingMigrations: state.pendingMigrations },
    pool,
    replica: replica && { isUsed: replica.isUsed(), lagSeconds: replica.lagSeconds() },
    jobs: jobs && sumBacklog(jobs),
    outbox: outbox && outboxHealth(outbox),
    files: state.files,
    disk,
    audit: unsealed === null ? null : { unsealed },
    secondFactor: security && { isRequired: security.staffSecondFactor },
    ...operations,
  }
}
