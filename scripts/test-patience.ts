import { availableParallelism, loadavg } from 'node:os'

/** Milliseconds that the work below takes on a machine that does nothing else. */
const CALM_MS = 250
const ROUNDS = 120_000_000
/** A machine that is slower than that is not waited for longer. */
const MOST = 10

/**
 * Number of times that a failed test is tried again: once in `.ci/run`, where a busy moment of a shared machine must refuse no commit;
 * elsewhere never.
 */
export const RETRIES = process.env.CI ? 1 : 0
/** Least factor, for the same reason. */
const LEAST = process.env.CI ? 3 : 1

/**
 * Returns the factor of every time limit of the tests: `TEST_PATIENCE`, else by how much this machine is slower than a calm one, at least
 * 1 (where nobody looks on 3). Measured once; the processes of the run inherit it.
 */
export function testPatience(): number {
  process.env.TEST_PATIENCE ??= String(measure())
  return Number(process.env.TEST_PATIENCE) || 1
}

/**
 * A new process is let before those that have worked for long: what waits for a core already counts beside the time that the work takes.
 */
function measure(): number {
  let hash = 0
  const startedAt = performance.now()
  for (let round = 0; round < ROUNDS; round += 1) hash = Math.imul(hash ^ round, 0x01000193)
  const slowness = (performance.now() - startedAt + (hash === 0 ? 1 : 0)) / CALM_MS
  const queue = (loadavg()[0] ?? 0) / availableParallelism()
  return Math.min(MOST, Math.round(Math.max(LEAST, slowness, queue) * 10) / 10)
}
