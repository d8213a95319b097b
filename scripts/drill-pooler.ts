import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { hasPooler } from '../server/testing/pooler.ts'

/*
 * `npm run drill -- pooler [FILES]`: the tests of the server on PostgreSQL, with every shop behind PgBouncer in transaction mode and a
 * role whose time zone is Asia/Kathmandu. Skipped where no PgBouncer from 1.21 on is installed.
 */

if (hasPooler) {
  const command = [
    join(import.meta.dirname, 'run.mjs'),
    'vitest',
    'run',
    '--project',
    'postgres',
    '--project',
    'postgres-nightly',
    ...process.argv.slice(2),
  ]
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit', env: { ...process.env, TEST_POOLER: '1' } })
  process.exitCode = status ?? 1
} else {
  process.stdout.write('SKIPPED pooler: PgBouncer 1.21 or newer is not installed (Debian 13: apt-get install pgbouncer)\n')
}
