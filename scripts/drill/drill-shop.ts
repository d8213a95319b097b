import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded, openPostgres } from '../../server/platform/db/client.ts'
import { type BenchShop, openShop } from '../bench/shop.ts'
import { type Aftermath, checkShop } from './check-shop.ts'
import { OrderLoad, stockShop } from './order-load.ts'
import { type DrillPostgres, openDrillPostgres } from './postgres.ts'

/** Printed result of a drill. */
export interface Finding extends Aftermath {
  name: string
  /** Number of 500 responses. */
  errors: number
  /** Number of 503 responses. */
  refused: number
  /** Longest time between two acknowledged orders, in seconds. */
  secondsWithout: number
  /** Log lines about the database. */
  logLines: number
  /** Further failures; empty if the drill passed. */
  faults: string[]
}

/** A shop under load that a drill breaks. */
export interface Drilled {
  shops: BenchShop[]
  load: OrderLoad
  /** The PostgreSQL server of the drill; null for the embedded database and for a server that runs already. */
  postgres: DrillPostgres | null
  dataDirs: string[]
  /** The output of the servers so far. */
  log: () => string
  /** Starts another server on the same data, after the previous one ended. */
  restart: (at: number) => Promise<void>
  /** Records a failure. */
  fault: (text: string) => void
}

/** Options of a drill. */
interface DrillOptions {
  kind: 'embedded' | 'postgres'
  /** Address of a PostgreSQL server that runs already; by default the drill starts its own. */
  url?: string
  servers?: number
  /** Data folder, for instance on a small disk; by default a temporary one. */
  folder?: string
  settings?: Record<string, string>
  /** Maximum number of log lines about the database: one when an outage begins, one when it ends. Absent: not counted. */
  lines?: number
}

const ABOUT_DATABASE = /database/i

/**
 * Runs one drill: fills a shop, lets buyers order, then calls `break_`, which breaks something and returns once it is repaired. Afterwards
 * stops the load and the servers, and compares the database with the acknowledged orders.
 */
export async function runDrill(
  name: string,
  { kind, url: runningUrl, servers = 1, folder: given, settings = {}, lines: maxLines = Number.POSITIVE_INFINITY }: DrillOptions,
  break_: (drilled: Drilled) => Promise<void>,
): Promise<Finding> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'reflute-drill-'))
  const logFile = join(mkdtempSync(join(tmpdir(), 'reflute-drill-log-')), 'log')
  const output = openSync(logFile, 'a')
  const postgres = kind === 'postgres' && !runningUrl ? await openDrillPostgres({ folder: given && join(given, 'postgres') }) : null
  const url = runningUrl ?? postgres?.url ?? null
  const dataDirs = Array.from({ length: servers }, (_, at) => join(folder, `data-${at}`))
  const faults: string[] = []
  const shops: BenchShop[] = []
  const open = (at: number) => openShop(dataDirs[at] ?? '', url, { settings, output, port: shops[at]?.port })
  try {
    for (let at = 0; at < servers; at += 1) shops.push(await open(at))
    const origins = shops.map(({ origin }) => origin)
    const load = new OrderLoad(origins, await stockShop(origins[0] ?? ''))
    await load.start()
    await load.orders(10)
    const log = () => readFileSync(logFile, 'utf8')
    const restart = async (at: number) => {
      shops[at] = await open(at)
    }
    const fault = (text: string) => {
      faults.push(text)
    }
    await break_({ shops, load, postgres, dataDirs, log, restart, fault }).catch((error: unknown) => fault(String(error)))
    await load.orders(10).catch((error: unknown) => fault(`after it: ${String(error)}`))
    await load.stop()
    for (const { child, stop } of shops) {
      if (child.exitCode !== null || child.signalCode !== null) fault(`a server ended by itself (${child.exitCode ?? child.signalCode})`)
      await stop()
    }
    const database = url ? await openPostgres(url) : await openEmbedded({ dataDir: dataDirs[0] ?? '' })
    const aftermath = await checkShop(database, load.report)
    await database.close()
    const { statuses, times, notLive } = load.report
    if (notLive > 0) fault(`${notLive} answers of /api/health/live were not 200`)
    const logLines = log()
      .split('\n')
      .filter((line) => ABOUT_DATABASE.test(line) && !line.startsWith('Reflute is running')).length
    if (logLines > maxLines) fault(`${logLines} lines about the database instead of ${maxLines}`)
    const gaps = times.map((time, at) => time - (times[at - 1] ?? time))
    return {
      name,
      ...aftermath,
      errors: statuses.get(500) ?? 0,
      refused: statuses.get(503) ?? 0,
      secondsWithout: Math.max(...gaps) / 1000,
      logLines,
      faults,
    }
  } finally {
    for (const { child } of shops) if (child.exitCode === null) child.kill('SIGKILL')
    postgres?.close()
    closeSync(output)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until a server's process ends. @returns its exit code; null if a signal ended it */
export async function ended({ child }: BenchShop): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}
