import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded, openPostgres } from '../../server/platform/db/client.ts'
import { type BenchShop, openShop } from '../bench/shop.ts'
import { type Aftermath, checkShop } from './check-shop.ts'
import { OrderLoad, stockShop } from './order-load.ts'
import { type DrillPostgres, openDrillPostgres } from './postgres.ts'

/** What a drill found, as it is printed. */
export interface Finding extends Aftermath {
  name: string
  /** Answers of 500. */
  errors: number
  /** Answers of 503. */
  refused: number
  /** Longest time between two acknowledged orders, in seconds. */
  secondsWithout: number
  /** Lines that the servers wrote about the database. */
  logLines: number
  /** What went wrong beside the figures; empty: the drill passed. */
  faults: string[]
}

/** A shop under orders that a drill breaks. */
export interface Drilled {
  shops: BenchShop[]
  load: OrderLoad
  /** The PostgreSQL server; null for the embedded database. */
  postgres: DrillPostgres | null
  dataDirs: string[]
  /** Everything that the servers have written so far. */
  log: () => string
  /** Starts one more server on the same data, after the one that ended. */
  restart: (at: number) => Promise<void>
  /** Notes something that is not as it should be. */
  fault: (text: string) => void
}

/** How a drill's shop is set up. */
export interface DrillOptions {
  kind: 'embedded' | 'postgres'
  servers?: number
  /** Folder for the data, for instance on a small disk; absent: one of its own. */
  folder?: string
  settings?: Record<string, string>
  /** Most lines about the database that the servers may write: one when an outage begins, one when it ends. Absent: not counted. */
  lines?: number
}

const TELLS = /database/i

/**
 * Runs one drill: a filled shop, buyers who order all the time, then `break_`, which breaks something and returns when it has been mended. Afterwards the
 * load is stopped, every server is asked to end, and the database is compared with what the buyers were told.
 */
export async function runDrill(
  name: string,
  { kind, servers = 1, folder: given, settings = {}, lines: mostLines = Number.POSITIVE_INFINITY }: DrillOptions,
  break_: (drilled: Drilled) => Promise<void>,
): Promise<Finding> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'reflute-drill-'))
  const logFile = join(mkdtempSync(join(tmpdir(), 'reflute-drill-log-')), 'log')
  const output = openSync(logFile, 'a')
  const postgres = kind === 'postgres' ? await openDrillPostgres(given && join(given, 'postgres')) : null
  const dataDirs = Array.from({ length: servers }, (_, at) => join(folder, `data-${at}`))
  const faults: string[] = []
  const shops: BenchShop[] = []
  const open = (at: number) => openShop(dataDirs[at] ?? '', postgres?.url ?? null, { settings, output, port: shops[at]?.port })
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
    const database = postgres ? await openPostgres(postgres.url) : await openEmbedded({ dataDir: dataDirs[0] ?? '' })
    const aftermath = await checkShop(database, load.report)
    await database.close()
    const { statuses, times, notLive } = load.report
    if (notLive > 0) fault(`${notLive} answers of /api/health/live were not 200`)
    const logLines = log()
      .split('\n')
      .filter((line) => TELLS.test(line) && !line.startsWith('Reflute is open')).length
    if (logLines > mostLines) fault(`${logLines} lines about the database instead of ${mostLines}`)
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

/** Waits for the end of a server's process. @returns its exit code; null when a signal ended it */
export async function ended({ child }: BenchShop): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}
