import { databaseFailure } from './failure.ts'

/** Receives what the database has to say outside of a request; a pino logger is one. */
export interface DatabaseLog {
  warn: (facts: object, text: string) => void
}

/** Writes to standard error, for scripts and for the time before the server has its log. */
export const consoleLog: DatabaseLog = { warn: (facts, text) => process.stderr.write(`${text} ${JSON.stringify(facts)}\n`) }

const PROBE_EVERY_MS = 250
const FULL_EVERY_MS = 60_000

/** Returns what the log says of an error: its SQLSTATE, or the code of the system. */
export const factsOf = (error: unknown) => ({ sqlState: error instanceof Error && 'code' in error ? String(error.code) : undefined })

/**
 * Follows whether the database can be reached and written. The first failure begins an outage, which is logged once; from then on the
 * database is probed until it works, which is logged once too. A full disk is logged once a minute.
 */
export class DatabaseWatch {
  readonly #log: DatabaseLog
  readonly #isWritable: () => Promise<boolean>
  #awaySince: number | null = null
  #fullSaidAt = Number.NEGATIVE_INFINITY
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  /** @param isWritable resolves, on a connection made or checked now, whether the database takes writes; it may reject. */
  constructor(log: DatabaseLog, isWritable: () => Promise<boolean>) {
    this.#log = log
    this.#isWritable = isWritable
  }

  /** Takes note of an error of any kind; one that says that the database is away or read-only begins an outage. */
  report(error: unknown): void {
    if (this.#isClosed) return
    const failure = databaseFailure(error)
    if (failure === 'disk_full') this.#reportFull(error)
    if (failure !== 'not_ready' || this.#awaySince !== null) return
    this.#awaySince = performance.now()
    this.#log.warn(factsOf(error), 'The database connection was lost')
    void this.#probe()
  }

  #reportFull(error: unknown): void {
    if (performance.now() - this.#fullSaidAt < FULL_EVERY_MS) return
    this.#fullSaidAt = performance.now()
    this.#log.warn(factsOf(error), 'The database has no room to write')
  }

  /** Takes note of an error of work in the background; answers whether it is an outage, which is logged here and not for each call. */
  isOutage(error: unknown): boolean {
    this.report(error)
    const failure = databaseFailure(error)
    return failure === 'not_ready' || failure === 'disk_full'
  }

  /** Ends the probing. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #probe(): Promise<void> {
    const isBack = await this.#isWritable().catch(() => false)
    if (this.#isClosed || this.#awaySince === null) return
    if (!isBack) {
      this.#timer = setTimeout(() => void this.#probe(), PROBE_EVERY_MS)
      return
    }
    const seconds = Number(((performance.now() - this.#awaySince) / 1000).toFixed(1))
    this.#awaySince = null
    this.#log.warn({ seconds }, 'The database is reachable and writable again')
  }
}
