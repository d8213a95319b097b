import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { machine, money, work } from '#server/platform/metrics/metrics.ts'
import type { Queue } from '#server/platform/outbox.ts'
import { claimReading, type GaugeValues, readValues, shareValues } from './gauge-values.ts'

const EVERY_SECONDS = 15
/** A server reads a moment before the others may, so that the turn does not go round. */
const MARGIN_SECONDS = 1
/** The ledger is read as a whole: at most one part in so many of the time goes into it. */
const LEDGER_SHARE = 100

type Ledger = GaugeValues['ledger']

/** Reads of the areas that the gauges show. */
export interface GaugeSources {
  /** All messages of the outbox. */
  queues: readonly Queue[]
  /** Returns the differences of the ledger. */
  listDisagreements: (db: Db) => Promise<readonly unknown[]>
}

/** Reads the differences of the ledger again, unless that would be too often for what it costs. */
async function readLedger({ db, now }: Pick<Deps, 'db' | 'now'>, { listDisagreements }: GaugeSources, known: Ledger): Promise<Ledger> {
  if (known && now().getTime() - new Date(known.at).getTime() < known.tookMs * LEDGER_SHARE) return known
  const startedAt = performance.now()
  const found = await listDisagreements(db)
  return { count: found.length, at: now().toISOString(), tookMs: Math.round(performance.now() - startedAt) }
}

function show({ outbox, jobs, holdsOpen, holdsOverdue, auditUnsealed, backedUpAt, ledger }: GaugeValues, now: Date): void {
  for (const { kind, waiting, oldestSeconds, dead } of outbox) {
    work.outboxWaiting.set({ kind }, waiting)
    work.outboxOldest.set({ kind }, oldestSeconds)
    work.outboxDead.set({ kind }, dead)
  }
  for (const { kind, waiting, oldestSeconds } of jobs) {
    work.jobsWaiting.set({ kind }, waiting)
    work.jobOldest.set({ kind }, oldestSeconds)
  }
  money.holdsOpen.set(holdsOpen)
  money.holdsOverdue.set(holdsOverdue)
  money.auditUnsealed.set(auditUnsealed ?? 0) // absent where a server of an older version has read
  if (backedUpAt) machine.backupAge.set(Math.max(0, (now.getTime() - Date.parse(backedUpAt)) / 1000))
  if (ledger) money.ledgerDisagreements.set(ledger.count)
}

/**
 * Shows the gauges over the database. One server reads them, at most every 15 seconds; the others show what it read.
 * @returns true if this server has read them
 */
export async function refreshGauges(deps: Pick<Deps, 'db' | 'now'>, sources: GaugeSources): Promise<boolean> {
  const { db, now } = deps
  const { isOurs, shared } = await claimReading(db, EVERY_SECONDS - MARGIN_SECONDS)
  if (!isOurs) {
    if (shared) show(shared, now())
    return false
  }
  const values = { ...(await readValues(db, sources.queues, now())), ledger: await readLedger(deps, sources, shared?.ledger ?? null) }
  await shareValues(db, values)
  show(values, now())
  return true
}

/** The running watch of the gauges. */
interface GaugeWatch {
  /** Stops it; afterwards it no longer uses the database. */
  stop: () => Promise<void>
}

/**
 * Refreshes the gauges over the database until stopped; only where METRICS_TOKEN asks for metrics.
 * @param onError called with failures, after which it goes on
 */
export function watchGauges(deps: Deps, sources: GaugeSources, onError: (error: unknown) => void): GaugeWatch {
  const stopping = new AbortController()
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (!deps.disk?.isFull()) await refreshGauges(deps, sources).catch(onError)
      await wait(EVERY_SECONDS * 1000, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = deps.config.metricsToken === undefined ? Promise.resolve() : run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
