import { collectDefaultMetrics } from 'prom-client'
import { VERSION } from '#server/platform/config.ts'
import { machine, registry } from './metrics.ts'

const LAG_EVERY_MS = 500

let isWatching = false

/** Begins to measure the process: memory, CPU, and how late timers are. Once for each process. */
export function watchProcess(): void {
  if (isWatching) return
  isWatching = true
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY_MS })
  machine.up.set({ version: VERSION }, 1)
  let dueAt = performance.now() + LAG_EVERY_MS
  setInterval(() => {
    const now = performance.now()
    machine.eventLoopLag.observe(Math.max(0, now - dueAt) / 1000)
    dueAt = now + LAG_EVERY_MS
  }, LAG_EVERY_MS).unref()
}
