import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** Metrics of one process. */
export type MetricsValues = MetricObjectWithValues<MetricValue<string>>[]

/**
 * Messages between the processes of a shop and the one that started them. `gather` asks for the metrics of all, `gathered` has them; `tell` asks a
 * process for its own, `answered` has those, or null if they could not be read.
 */
export type MetricsMessage =
  | { about: 'metrics'; kind: 'gather' | 'tell'; id: number }
  | { about: 'metrics'; kind: 'answered'; id: number; values: MetricsValues | null }
  | { about: 'metrics'; kind: 'gathered'; id: number; all: MetricsValues[] }

/** Returns true for a message about metrics; there are others. */
export function isMetricsMessage(message: unknown): message is MetricsMessage {
  return typeof message === 'object' && message !== null && 'about' in message && message.about === 'metrics'
}
