/** Measurement of one kind of request. */
export interface Figure {
  name: string
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  count: number
  errors: number
  /** Processor time of one request in ms, at the server and at the database; null where that runs in the server's process. */
  serverMs: number
  databaseMs: number | null
  /** A bare route of the framework that sends the bytes of the same answer, measured right after it; null for writes. */
  bare: { perSecond: number; serverMs: number } | null
}

/** Weight of a page for a browser without a cache, in bytes on the wire (compressed, without headers). */
export interface PageWeight {
  path: string
  html: number
  script: number
  css: number
  fonts: number
  images: number
  /** API responses that the page requested. */
  data: number
}

export interface Results {
  database: string
  products: number
  firstStartMs: number
  secondStartMs: number
  importMs: number
  /** Processor time of the second start. */
  secondStartCpuMs: number
  memoryAfterStart: number | null
  memoryAfterLoad: number | null
  figures: Figure[]
}

/** The duration that `share` of all durations do not exceed. */
export function percentile(durations: readonly number[], share: number): number {
  const sorted = [...durations].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
