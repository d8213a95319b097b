import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { findStalePart } from '../built.ts'
import { memoryOf, timeSinceStart } from './processor-time.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** The server in a folder that was built, in a packed tree, and in one that runs from its sources. */
const MAINS = ['build/tree/server/main.js', 'server/main.js', 'server/main.ts']
/** Flags of Node and settings of its memory, as `npm start` and the package have them. */
const FLAGS = ['--max-semi-space-size=8']
const MEMORY = { MALLOC_ARENA_MAX: '1' }
const MAX_START_MS = 120_000
const MAX_STOP_MS = 15_000
const LOOK_EVERY_MS = 20

/** A shop in its own process, started for a measurement. */
export interface BenchShop {
  origin: string
  port: number
  /** Time from the start of the process to the first success of /api/health/ready. */
  startMs: number
  /** Processor time of the server until then, in ms. */
  startCpuMs: number
  /** Resident memory of the server's processes in MB; null if unknown. */
  memory: () => number | null
  stop: () => Promise<void>
  /** The server's process. */
  child: ChildProcess
}

/** Options of a started shop. */
interface Start {
  /** Folder of the version that is started; by default this one. */
  root?: string
  /** Further environment variables. */
  settings?: Record<string, string>
  /** True if a demo without orders gets some; by default it has none, because measurements count orders. */
  hasOrders?: boolean
  /** True if it runs from its sources although it was built. */
  fromSources?: boolean
  /** Default: any free port. */
  port?: number | undefined
  /** File descriptor for the server's output; by default only errors are shown. */
  output?: number
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS)
  await ended
  clearTimeout(timer)
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/api/health/ready`)).ok
  } catch {
    return false // not listening yet
  }
}

/**
 * Starts the server on loopback with demo data and waits until it is ready. `databaseUrl` null: the embedded database in
 * `dataDir`.
 */
export async function openShop(
  dataDir: string,
  databaseUrl: string | null,
  { root = ROOT, settings = {}, hasOrders = false, fromSources = false, output, port: given }: Start = {},
): Promise<BenchShop> {
  const port = given ?? (await freePort())
  const origin = `http://localhost:${port}`
  const startedAt = performance.now()
  const mains = fromSources || (root === ROOT && findStalePart()) ? MAINS.slice(-1) : MAINS // never an older build than the sources
  const main = mains.find((path) => existsSync(join(root, path))) ?? ''
  const child = spawn(process.execPath, [...FLAGS, main, ...(hasOrders ? [] : ['--without-orders'])], {
    cwd: root,
    stdio: ['ignore', output ?? 'ignore', output ?? 'inherit'],
    env: {
      ...MEMORY,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO: '1',
      RATE_LIMIT: 'off',
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl, PUBLIC_URL: origin }),
      ...settings,
    },
  })
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  child.once('exit', () => process.off('exit', killWithUs))
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error('The shop did not start; what it said stands above')
    if (performance.now() - startedAt > MAX_START_MS) {
      await stop(child)
      throw new Error('The shop was not ready within two minutes')
    }
    await wait(LOOK_EVERY_MS)
  }
  const pid = child.pid ?? 0
  const [startMs, startCpuMs] = [performance.now() - startedAt, timeSinceStart(pid)]
  return { origin, port, startMs, startCpuMs, memory: () => memoryOf(pid), stop: () => stop(child), child }
}
