/** What was measured of one kind of request. */
export interface Figure {
  name: string
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  count: number
  errors: number
}

/** What a page weighs on the wire for a browser without a cache, in bytes as they were sent (compressed, without headers). */
export interface PageWeight {
  path: string
  html: number
  script: number
  css: number
  fonts: number
  images: number
  /** Answers of the API that the page asked for by itself. */
  data: number
}

export interface Results {
  database: string
  products: number
  firstStartMs: number
  secondStartMs: number
  importMs: number
  memoryAfterStart: number | null
  memoryAfterLoad: number | null
  figures: Figure[]
}

/** The smallest duration that `share` of all durations do not exceed. */
export function percentile(durations: readonly number[], share: number): number {
  const sorted = [...durations].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
