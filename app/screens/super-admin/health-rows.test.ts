import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { HealthDetails } from '#contract/platform/health.ts'
import { duration, type HealthRow, healthRows, healthSummary, RUNBOOKS } from './health-rows.ts'

const GB = 1024 ** 3
const done = (ageSeconds: number, ok = true) => ({ finishedAt: '2026-03-04T10:00:00.000Z', ok, ageSeconds, bytes: ok ? 1000 : null })
const FINE: HealthDetails = {
  status: 'ready',
  version: '0.2.0',
  startedAt: '2026-03-01T10:00:00.000Z',
  at: '2026-03-04T11:00:00.000Z',
  database: { kind: 'postgres', isReady: true, version: '18.1', role: 'primary', pendingMigrations: 0 },
  pool: { max: 16, open: 4, idle: 3, waiting: 0 },
  replica: { isUsed: true, lagSeconds: 0 },
  jobs: { waiting: 0, oldestSeconds: null },
  outbox: { waiting: 0, oldestSeconds: null, failed: 0 },
  files: 'ok',
  disk: { freeBytes: 50 * GB, totalBytes: 100 * GB, isReserveReached: false },
  backup: { ageSeconds: 3600 },
  operations: { backup: done(3600), drill: done(90_000), restore: done(200_000), isOutboxHeld: false },
  audit: { unsealed: 0 },
  secondFactor: null,
  client: { address: '203.0.113.7', protocol: 'https' },
}

const rowsOf = (change: Partial<HealthDetails>) => healthRows({ ...FINE, ...change }, 'https:')

test('M-HEALTH a shop in order has green rows only', () => {
  const rows = rowsOf({})
  expect(new Set(rows.map(({ level }) => level))).toEqual(new Set(['ok']))
  expect(rows.filter(({ help, runbook }) => help !== undefined || runbook !== undefined)).toEqual([])
  expect(healthSummary(rows)).toBe('Everything works.')
  expect(rows.map(({ text }) => text)).toEqual([
    'Version 0.2.0, ready. Running for 3 days.',
    'PostgreSQL 18.1, primary.',
    '1 of 16 in use, 0 requests wait.',
    'Serves lists, pages and exports.',
    'No job is waiting.',
    'None is waiting.',
    'Files can be written and read.',
    '50 GB of 100 GB is free (50%).',
    'The newest backup is 1 hour old.',
    'The last drill passed 1 day ago.',
    'This shop was restored from a backup 2 days ago.',
    'Every entry is sealed.',
    'The server sees 203.0.113.7 over HTTPS.',
  ])
})

test('M-HEALTH a shop that was never restored has no row for it', () => {
  const rows = rowsOf({ operations: { backup: done(60), drill: done(60), restore: null, isOutboxHeld: false } })
  expect(rows.some(({ name }) => name === 'Restore')).toBe(false)
})

test('M-HEALTH a drill that passed 30 days ago is recent enough', () => {
  const rows = rowsOf({ operations: FINE.operations && { ...FINE.operations, drill: done(30 * 86_400) } })
  expect(rows.find(({ name }) => name === 'Restore drill')).toEqual({
    name: 'Restore drill',
    level: 'ok',
    text: 'The last drill passed 30 days ago.',
  })
})

test('M-HEALTH a shop that requires a second factor of staff says so', () => {
  expect(rowsOf({ secondFactor: { isRequired: true } }).find(({ name }) => name === 'Second factor')).toMatchObject({ level: 'ok' })
})

const { database, operations } = FINE
const CASES: [string, Partial<HealthDetails>, HealthRow['name'], HealthRow['level'], string][] = [
  ['a replica that is late', { replica: { isUsed: false, lagSeconds: 12.5 } }, 'Replica', 'warn', 'It is 12.5 s behind'],
  ['a replica that is away', { replica: { isUsed: false, lagSeconds: null } }, 'Replica', 'warn', "It doesn't answer"],
  ['a database that is away', { database: { ...database, version: null, isReady: false } }, 'Database', 'bad', "doesn't answer"],
  ['a standby', { database: { ...database, role: 'standby', isReady: false } }, 'Database', 'bad', 'is a standby'],
  ['a missing migration', { database: { ...database, pendingMigrations: 2 } }, 'Database', 'bad', 'lacks 2 migrations'],
  ['a read-only database', { database: { ...database, isReady: false } }, 'Database', 'bad', 'is read-only'],
  ['a queue for connections', { pool: { max: 16, open: 16, idle: 0, waiting: 6 } }, 'Connections', 'warn', '6 requests wait'],
  ['a late job', { jobs: { waiting: 1, oldestSeconds: 600 } }, 'Background jobs', 'warn', '1 job is waiting, the oldest for 10 minutes'],
  ['a stuck job', { jobs: { waiting: 3, oldestSeconds: 7200 } }, 'Background jobs', 'bad', '3 jobs are waiting, the oldest for 2 hours'],
  [
    'a lost email',
    { outbox: { waiting: 0, oldestSeconds: null, failed: 1 } },
    'Emails and payment requests',
    'warn',
    "1 email couldn't be sent",
  ],
  ['a stuck email', { outbox: { waiting: 4, oldestSeconds: 4000, failed: 0 } }, 'Emails and payment requests', 'bad', '4 are waiting'],
  ['files that cannot be written', { files: 'failed' }, 'Files', 'bad', 'uploads fail'],
  ['a disk without room', { disk: { freeBytes: GB, totalBytes: 100 * GB, isReserveReached: true } }, 'Disk', 'bad', 'DISK_RESERVE_MB'],
  ['a disk with little room', { disk: { freeBytes: 14 * GB, totalBytes: 100 * GB, isReserveReached: false } }, 'Disk', 'warn', '(14%)'],
  [
    'no backup',
    { backup: { ageSeconds: null }, operations: operations && { ...operations, backup: null } },
    'Backup',
    'warn',
    'No backup recorded.',
  ],
  [
    'a backup that failed',
    { operations: operations && { ...operations, backup: done(60, false) } },
    'Backup',
    'warn',
    'A later one failed 1 minute ago',
  ],
  [
    'a drill that failed',
    { operations: operations && { ...operations, drill: done(60, false) } },
    'Restore drill',
    'warn',
    'failed 1 minute ago',
  ],
  ['no drill', { operations: operations && { ...operations, drill: null } }, 'Restore drill', 'warn', 'No drill recorded.'],
  [
    'a drill that passed more than 30 days ago',
    { operations: operations && { ...operations, drill: done(30 * 86_400 + 1) } },
    'Restore drill',
    'warn',
    'passed 30 days ago',
  ],
  [
    'a held outbox',
    { operations: operations && { ...operations, isOutboxHeld: true } },
    'Restore',
    'warn',
    "Emails, refunds and transfers aren't sent",
  ],
  ['an old backup', { backup: { ageSeconds: 100_000 } }, 'Backup', 'warn', '1 day old'],
  ['audit entries without a seal', { audit: { unsealed: 2 } }, 'Audit log', 'warn', "2 entries aren't sealed yet."],
  ['staff without a second factor', { secondFactor: { isRequired: false } }, 'Second factor', 'warn', 'with only a password'],
  ['a proxy that is not trusted', { client: { address: '10.0.0.1', protocol: 'http' } }, 'Your connection', 'warn', 'uses HTTPS'],
  ['a server that is not ready', { status: 'not_ready' }, 'Server', 'bad', 'not ready'],
]
test.each(CASES)('M-HEALTH %s is found, with what to do', (_name, change, part, level, text) => {
  const rows = rowsOf(change)
  const row = rows.find(({ name }) => name === part)
  expect(row).toMatchObject({ level, help: expect.stringMatching(/\.$/) })
  expect(row?.text).toContain(text)
  const file = row?.runbook?.replace('/api/docs/runbooks/', 'docs/runbooks/')
  if (part in RUNBOOKS) expect(existsSync(file ?? ''), file).toBe(true)
  expect(rows.filter(({ level: one }) => one !== 'ok')).toHaveLength(1)
  expect(healthSummary(rows)).toBe(level === 'bad' ? '1 problem.' : 'No problems, 1 warning.')
})

test('M-HEALTH durations are in their largest unit', () => {
  expect([0, 59, 60, 3599, 3600, 86_400, 200_000].map(duration)).toEqual([
    'less than a minute',
    'less than a minute',
    '1 minute',
    '59 minutes',
    '1 hour',
    '1 day',
    '2 days',
  ])
})
