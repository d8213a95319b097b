import cluster from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import { registry } from './metrics.ts'
import { isMetricsMessage, type MetricsMessage, type MetricsValues } from './metrics-messages.ts'

/* Where several processes serve the shop, a scrape reaches one of them and is answered for all: the first process passes what they say. */

const waiting = new Map<number, (all: MetricsValues[]) => void>()
let asked = 0
let isAnswering = false

/** Answers the first process for this one; `refresh` brings those gauges up to date that are read at a scrape. */
export function answerMetrics(refresh: () => Promise<void>): void {
  if (!cluster.isWorker || isAnswering) return
  isAnswering = true
  process.on('message', async (message) => {
    if (!isMetricsMessage(message)) return
    if (message.kind === 'gathered') waiting.get(message.id)?.(message.all)
    if (message.kind !== 'tell') return
    const values = await refresh().then(
      () => registry.getMetricsAsJSON() as Promise<MetricsValues>,
      () => null,
    )
    process.send?.({ about: 'metrics', kind: 'answered', id: message.id, values } satisfies MetricsMessage)
  })
}

/** Returns the metrics of all processes as text: counters and times are added up, of gauges that say the same everywhere the largest counts. */
export async function gatherMetrics(refresh: () => Promise<void>): Promise<string> {
  if (!cluster.isWorker) {
    await refresh()
    return registry.metrics()
  }
  const id = ++asked
  const all = await new Promise<MetricsValues[]>((resolve) => {
    waiting.set(id, resolve)
    process.send?.({ about: 'metrics', kind: 'gather', id } satisfies MetricsMessage)
  })
  waiting.delete(id)
  return AggregatorRegistry.aggregate(all).metrics()
}
