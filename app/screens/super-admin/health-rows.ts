import { count } from '#app/lib/format.ts'
import { type HealthDetails, MAX_BACKUP_HOURS, MAX_DRILL_DAYS } from '#contract/platform/health.ts'
import { formatDecimal } from '#domain/text.ts'

/** Level of a part of the shop: fine, to be looked at, or broken. */
export type Level = 'ok' | 'warn' | 'bad'

/** State of one part of the shop, in a sentence. */
export interface HealthRow {
  name: string
  level: Level
  text: string
  /** The next step; absent when there is nothing to do. */
  help?: string
  /** Address of the runbook; absent when there is nothing to do. */
  runbook?: string
  /** A screen with more about it. */
  link?: { to: string; label: string }
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
/** Age in seconds of the oldest waiting work from which it is late, and from which it is stuck. */
const LATE = 10 * MINUTE
const STUCK = HOUR
const MAX_WAITING_CONNECTIONS = 5
/** Share of the disk below which room is scarce. */
const SCARCE = 0.15
const GB = 1024 ** 3

/** A duration in its largest unit: "5 minutes". */
export function duration(seconds: number): string {
  if (seconds < MINUTE) return 'less than a minute'
  if (seconds < HOUR) return count(Math.floor(seconds / MINUTE), 'minute')
  if (seconds < DAY) return count(Math.floor(seconds / HOUR), 'hour')
  return count(Math.floor(seconds / DAY), 'day')
}

const levelOfAge = (seconds: number | null): Level => {
  if (seconds === null || seconds < LATE) return 'ok'
  return seconds < STUCK ? 'warn' : 'bad'
}

function databaseRow({ database }: HealthDetails): HealthRow {
  const name = 'Database'
  const { kind, version, role, isReady, pendingMigrations } = database
  if (version === null)
    return {
      name,
      level: 'bad',
      text: "The database doesn't answer.",
      help: 'Check that it is running and that DATABASE_URL points to it.',
    }
  const product = kind === 'embedded' ? `Embedded database, PostgreSQL ${version}` : `PostgreSQL ${version}`
  if (role === 'standby')
    return { name, level: 'bad', text: `${product} is a standby and read-only.`, help: 'Point DATABASE_URL at the primary.' }
  if (pendingMigrations)
    return {
      name,
      level: 'bad',
      text: `${product} lacks ${count(pendingMigrations, 'migration')}.`,
      help: 'Restart this server to apply them.',
    }
  if (!isReady)
    return {
      name,
      level: 'bad',
      text: `${product} is read-only.`,
      help: 'Check default_transaction_read_only and the free space on its disk.',
    }
  return { name, level: 'ok', text: kind === 'embedded' ? `${product}.` : `${product}, primary.` }
}

function connectionsRow({ pool: { max, open, idle, waiting } }: HealthDetails): HealthRow {
  const text = `${open - idle} of ${max} in use, ${count(waiting, 'request waits', 'requests wait')}.`
  if (waiting <= MAX_WAITING_CONNECTIONS) return { name: 'Connections', level: 'ok', text }
  return { name: 'Connections', level: 'warn', text, help: 'Look for slow statements in the database log.' }
}

/** Nothing where there are no replicas. */
function replicaRows({ replica }: HealthDetails): HealthRow[] {
  if (!replica) return []
  const name = 'Replica'
  if (replica.isUsed) return [{ name, level: 'ok', text: 'Serves lists, pages and exports.' }]
  const { lagSeconds } = replica
  const why = lagSeconds ? `It is ${formatDecimal(lagSeconds, 1)} s behind` : "It doesn't answer"
  return [
    {
      name,
      level: 'warn',
      text: `${why}. The primary does its work.`,
      help: "Check that it is running and receives the primary's changes.",
    },
  ]
}

function jobsRow({ jobs }: HealthDetails): HealthRow {
  const name = 'Background jobs'
  const link = { to: '/admin/jobs', label: 'Open jobs' }
  if (!jobs) return { name, level: 'warn', text: "The jobs can't be loaded right now." }
  if (jobs.oldestSeconds === null) return { name, level: 'ok', text: 'No job is waiting.', link }
  const level = levelOfAge(jobs.oldestSeconds)
  const text = `${count(jobs.waiting, 'job is', 'jobs are')} waiting, the oldest for ${duration(jobs.oldestSeconds)}.`
  return { name, level, text, link, ...(level !== 'ok' && { help: 'If no job runs for a while, restart this server.' }) }
}

function outboxRow({ outbox }: HealthDetails): HealthRow {
  const name = 'Emails and payment requests'
  const link = { to: '/admin/mails', label: 'Open email log' }
  if (!outbox) return { name, level: 'warn', text: "They can't be loaded right now." }
  const { waiting, oldestSeconds, failed } = outbox
  const age = levelOfAge(oldestSeconds)
  const sentences = [
    oldestSeconds === null ? 'None is waiting.' : `${count(waiting, 'is', 'are')} waiting, the oldest for ${duration(oldestSeconds)}.`,
    ...(failed > 0 ? [`${count(failed, 'email')} couldn't be sent.`] : []),
  ]
  const level = age === 'ok' && failed > 0 ? 'warn' : age
  const help = age === 'ok' ? 'See the reason in the email log and send them again.' : 'Check the mail server (SMTP_URL) and Stripe.'
  return { name, level, text: sentences.join(' '), link, ...(level !== 'ok' && { help }) }
}

const FILES: Record<HealthDetails['files'], Pick<HealthRow, 'level' | 'text' | 'help'>> = {
  ok: { level: 'ok', text: 'Files can be written and read.' },
  full: { level: 'bad', text: 'There is no disk space left for files.', help: 'Free up space on the disk of DATA_DIR.' },
  failed: {
    level: 'bad',
    text: "Files can't be written: uploads fail.",
    help: 'Check that DATA_DIR belongs to the user of this server, or that the S3 store responds. Run npm run doctor to see why.',
  },
}

function diskRow({ disk }: HealthDetails): HealthRow {
  const name = 'Disk'
  if (!disk) return { name, level: 'warn', text: "The system doesn't report how much space is left." }
  const share = disk.freeBytes / disk.totalBytes
  const inGb = (bytes: number) => formatDecimal(bytes / GB, 1)
  const text = `${inGb(disk.freeBytes)} GB of ${inGb(disk.totalBytes)} GB is free (${Math.floor(share * 100)}%).`
  const help = 'Free up space, or move DATA_DIR to a larger disk.'
  if (disk.isReserveReached) return { name, level: 'bad', text: `${text} That is less than DISK_RESERVE_MB.`, help }
  return share < SCARCE ? { name, level: 'warn', text, help } : { name, level: 'ok', text }
}

function backupRow({ backup: { ageSeconds }, operations }: HealthDetails): HealthRow {
  const name = 'Backup'
  const last = operations?.backup
  if (ageSeconds === null)
    return {
      name,
      level: 'warn',
      text: last ? `The last backup failed ${duration(last.ageSeconds)} ago, and none is recorded.` : 'No backup recorded.',
      help: 'Run npm run backup every day, and store the archives on another machine.',
    }
  const text = `The newest backup is ${duration(ageSeconds)} old.`
  if (last && !last.ok)
    return {
      name,
      level: 'warn',
      text: `${text} A later one failed ${duration(last.ageSeconds)} ago.`,
      help: 'Run npm run backup to see why.',
    }
  if (ageSeconds <= MAX_BACKUP_HOURS * HOUR) return { name, level: 'ok', text }
  return { name, level: 'warn', text, help: 'Check the timer that makes backups.' }
}

/** The last drill with a backup: whether it could be restored is known only from that. */
function drillRow(drill: NonNullable<HealthDetails['operations']>['drill']): HealthRow {
  const name = 'Restore drill'
  const help = 'Run npm run restore:drill every month, with the newest backup.'
  if (!drill) return { name, level: 'warn', text: 'No drill recorded.', help }
  const ago = duration(drill.ageSeconds)
  if (!drill.ok)
    return {
      name,
      level: 'warn',
      text: `The last drill failed ${ago} ago.`,
      help: 'Run npm run restore:drill again with the newest backup.',
    }
  const text = `The last drill passed ${ago} ago.`
  return drill.ageSeconds <= MAX_DRILL_DAYS * DAY ? { name, level: 'ok', text } : { name, level: 'warn', text, help }
}

/** The last drill; and the restore that made this database, where there was one. */
function restoreRows({ operations }: HealthDetails): HealthRow[] {
  if (!operations) return []
  const { drill, restore, isOutboxHeld } = operations
  const drilled = drillRow(drill)
  if (!restore) return [drilled]
  const text = `This shop was restored from a backup ${duration(restore.ageSeconds)} ago.`
  const held = { level: 'warn', help: 'Run npm run outbox:release once this is the live shop.' } as const
  return [
    drilled,
    isOutboxHeld
      ? { name: 'Restore', text: `${text} Emails, refunds and transfers aren't sent.`, ...held }
      : { name: 'Restore', level: 'ok', text },
  ]
}

function auditRow({ audit }: HealthDetails): HealthRow {
  const name = 'Audit log'
  const link = { to: '/admin/audit', label: 'Open audit log' }
  if (!audit) return { name, level: 'warn', text: "Its seals can't be loaded right now." }
  if (audit.unsealed === 0) return { name, level: 'ok', text: 'Every entry is sealed.', link }
  return {
    name,
    level: 'warn',
    text: `${count(audit.unsealed, "entry isn't", "entries aren't")} sealed yet.`,
    help: 'Check that the job “Audit log seals” runs.',
    link: { to: '/admin/jobs?kind=audit-seal', label: 'Open jobs' },
  }
}

/** Nothing in a demo shop, whose passwords everybody knows. */
function secondFactorRows({ secondFactor }: HealthDetails): HealthRow[] {
  if (!secondFactor) return []
  const name = 'Second factor'
  const link = { to: '/admin/settings/security', label: 'Open settings' }
  if (secondFactor.isRequired) return [{ name, level: 'ok', text: 'Staff sign in with a second factor.', link }]
  const help = 'Set up your own, then require it for staff.'
  return [{ name, level: 'warn', text: 'Staff sign in with only a password.', help, link }]
}

function clientRow({ client: { address, protocol } }: HealthDetails, browserProtocol: string): HealthRow {
  const name = 'Your connection'
  const text = `The server sees ${address} over ${protocol.toUpperCase()}.`
  if (`${protocol}:` === browserProtocol) return { name, level: 'ok', text }
  return {
    name,
    level: 'warn',
    text: `${text} Your browser uses ${browserProtocol.replace(':', '').toUpperCase()}.`,
    help: 'TRUST_PROXY is wrong: set it to the number of proxies in front of this server.',
  }
}

/** Runbooks by part: files of `docs/runbooks/`. */
export const RUNBOOKS: Readonly<Record<string, string>> = {
  Database: 'server-down.md',
  Connections: 'slow-answers.md',
  Replica: 'failover.md',
  'Background jobs': 'stuck-work.md',
  'Emails and payment requests': 'stuck-work.md',
  Files: 'disk-full.md',
  Disk: 'disk-full.md',
  Backup: 'old-backup.md',
  'Audit log': 'audit-log.md',
  'Restore drill': 'restore.md',
  Restore: 'restore.md',
}

function withRunbook(row: HealthRow): HealthRow {
  const file = RUNBOOKS[row.name]
  return row.level === 'ok' || !file ? row : { ...row, runbook: `/api/docs/runbooks/${file}` }
}

/** Puts the state of a server into rows. @param browserProtocol `location.protocol` */
export function healthRows(details: HealthDetails, browserProtocol: string): HealthRow[] {
  const { version, startedAt, at, status } = details
  const uptime = duration((Date.parse(at) - Date.parse(startedAt)) / 1000)
  const server: HealthRow =
    status === 'ready'
      ? { name: 'Server', level: 'ok', text: `Version ${version}, ready. Running for ${uptime}.` }
      : {
          name: 'Server',
          level: 'bad',
          text: `Version ${version}, not ready, so it doesn't accept orders.`,
          help: 'See the rows marked “Problem”.',
        }
  return [
    server,
    databaseRow(details),
    ...(details.database.kind === 'postgres' ? [connectionsRow(details)] : []),
    ...replicaRows(details),
    jobsRow(details),
    outboxRow(details),
    { name: 'Files', ...FILES[details.files] },
    diskRow(details),
    backupRow(details),
    ...restoreRows(details),
    auditRow(details),
    ...secondFactorRows(details),
    clientRow(details, browserProtocol),
  ].map(withRunbook)
}

/** Says in a sentence how many parts need a look. */
export function healthSummary(rows: readonly HealthRow[]): string {
  const broken = rows.filter(({ level }) => level === 'bad').length
  const odd = rows.filter(({ level }) => level === 'warn').length
  if (broken > 0) return `${count(broken, 'problem')}${odd > 0 ? `, ${count(odd, 'warning')}` : ''}.`
  return odd > 0 ? `No problems, ${count(odd, 'warning')}.` : 'Everything works.'
}
