import { writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

/* Runs in the sandbox with each test: notes the mutants whose places its body reaches, and ends a loop that a mutant made endless. */

/** State of the switches in the sandbox. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { perTest: Record<string, Record<string, number>> }
}

declare global {
  var __stryker__: Switches | undefined
}

const MAX_HITS = 1_000_000
globalThis.__stryker__ ??= {}
const switches = globalThis.__stryker__
switches.hitLimit = MAX_HITS

beforeAll(() => {
  switches.hitCount = 0
})
beforeEach(({ task }) => {
  switches.currentTestId = `${task.file.name}: ${task.fullTestName}`
})
afterEach(() => {
  switches.currentTestId = undefined
})
afterAll(() => {
  const folder = process.env.CHECKER_COVERAGE
  const reached = Object.entries(switches.mutantCoverage?.perTest ?? {}).map(([test, ids]) => [test, Object.keys(ids)])
  if (folder) writeFileSync(`${folder}/${process.pid}.json`, JSON.stringify(Object.fromEntries(reached)))
})
