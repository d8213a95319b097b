import { type ChildProcess, spawn } from 'node:child_process'
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

/** True where PgBouncer is installed. */
export const hasPooler = PROGRAM !== undefined

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connectSocket(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** Starts PgBouncer in transaction mode before a PostgreSQL server of the tests. @returns its address without a database, and what stops it */
export async function startPooler(server: string): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-pooler-'))
  const port = await freePort()
  const { hostname, port: target, username, password } = new URL(server)
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${target} user=${username} password=${password}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\nunix_socket_dir =`,
    'pool_mode = transaction\nmax_client_conn = 1000\ndefault_pool_size = 16\nserver_idle_timeout = 5\nserver_login_retry = 1\nquery_wait_timeout = 10',
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
