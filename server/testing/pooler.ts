import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))
/** The user that runs servers which refuse to run as root. */
const NOBODY = 65_534
const TRIES = 200
const LIMITS = " connect_query='set lock_timeout = 10000; set statement_timeout = 15000'"

const version = PROGRAM && /^PgBouncer (\d+)\.(\d+)/.exec(spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout)
/** True where a PgBouncer is installed that keeps prepared statements. */
export const hasPooler = Boolean(version) && Number(version?.[1]) * 100 + Number(version?.[2]) >= 121

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connectSocket(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/**
 * Starts PgBouncer in transaction mode before a PostgreSQL server of the tests, set as docs/running.md says.
 * @param options `names` 0 makes it lose prepared statements, as those before 1.21 do; `isLimited` false leaves out the limits of its
 * sessions
 * @returns its address without a database, and what stops it
 */
export async function startPooler(
  server: string,
  { names = 200, isLimited = true, more = '' }: { names?: number; isLimited?: boolean; more?: string } = {},
): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-pooler-'))
  const port = await freePort()
  const { hostname, port: target, username, password } = new URL(server)
  const host = hostname.startsWith('%2F') ? '127.0.0.1' : hostname // the folder of its socket is closed to the pooler's user
  const settings = [
    '[databases]',
    `* = host=${host} port=${target} user=${username} password=${password}${isLimited ? LIMITS : ''}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\nunix_socket_dir =`,
    'pool_mode = transaction\nmax_client_conn = 1000\ndefault_pool_size = 16\nserver_idle_timeout = 5\nserver_login_retry = 1\nquery_wait_timeout = 10',
    `max_prepared_statements = ${names}\n${more}`,
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${settings.join('\n')}\n`)
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [folder, file]) chownSync(path, NOBODY, NOBODY)
  const pooler: ChildProcess = spawn(PROGRAM ?? '', ['-q', file], { stdio: 'ignore', ...(isRoot && { uid: NOBODY, gid: NOBODY }) })
  const stop = () => {
    pooler.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; !(await isOpen(port)); attempt += 1) {
    if (attempt === TRIES) {
      stop()
      throw new Error('PgBouncer did not start')
    }
    await wait(50)
  }
  return { url: `postgres://${username}:${password}@127.0.0.1:${port}`, stop }
}
