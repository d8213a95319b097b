import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { RETRIES, testPatience } from './scripts/test-patience.ts'

/** Tests that open no database. */
const RULES = [
  '{domain,contract,content,drawings,app,scripts}/**/*.test.{ts,tsx}',
  'server/**/vendors/*.test.ts',
  'server/**/{config,files,mark-hits,meant-words,migrations,own-postgres,password,throttle,typed-texts,write-mail}.test.ts',
]

/** Tests of the embedded database: its folder and its lock, the end of the server; and those of it that run each night only: the power cut. */
const OWN = ['server/**/{control,data-folder,data-lock,drain,pglite}.test.ts']
const OWN_NIGHTLY = ['server/**/kill.test.ts']

/**
 * Tests of what may go differently where all statements take turns on one connection: transactions, locks, the first start. Everything else runs there each night; orders,
 * cards, refunds and earnings one after the other in the stories tagged `@smoke`, whose shops have the embedded database.
 */
const SHARED = ['server/**/{database,unit-of-work}.test.ts']

/** Tests that keep both cores busy for long: plans of queries, grades of the search, load, processes. What is long in other files asks `TESTS_ALL`. */
const HEAVY = [
  'server/**/media/load.test.ts',
  'server/**/{order-search-plans,search-plans,list-plans,search-quality}.test.ts',
  'scripts/{dev,pack,processes,servers,shared-work}.test.ts',
]

for (const pattern of [...RULES, ...OWN, ...OWN_NIGHTLY, ...SHARED, ...HEAVY].flatMap(alternatives)) {
  if (globSync(pattern, { cwd: import.meta.dirname }).length === 0) throw new Error(`No test file is meant by ${pattern}`)
}

/** The patterns that one with a choice of file names stands for. */
function alternatives(pattern: string): string[] {
  const [whole = '', names = ''] = /\/\{([\w,-]+)\}\.test\.ts$/.exec(pattern) ?? []
  return names ? names.split(',').map((name) => pattern.replace(whole, `/${name}.test.ts`)) : [pattern]
}

/** Each has sixteen connections to PostgreSQL, or a database of its own in memory. */
const MAX_WORKERS = 4
const SECOND_MS = 1000 * testPatience()
/** Each night there are longer ones. */
const LONGER = process.env.TEST_ALL === '1' ? 10 : 1
const SERVER = 'server/**/*.test.ts'
const postgres = { globalSetup: './server/testing/setup-postgres.ts' }
const embedded = { globalSetup: './server/testing/setup-embedded.ts' }

export default defineConfig({
  test: {
    isolate: false, // the files of a worker load the modules once
    pool: 'forks',
    execArgv: ['--max-semi-space-size=64'], // a tenth of the processor time was the collection of what is young
    testTimeout: 30 * SECOND_MS * LONGER,
    hookTimeout: 120 * SECOND_MS * LONGER,
    maxWorkers: Math.min(availableParallelism() + 1, MAX_WORKERS), // one waits while the others work
    retry: RETRIES,
    expect: { poll: { timeout: 5 * SECOND_MS } },
    projects: [
      { extends: true, test: { name: 'rules', include: RULES, exclude: HEAVY } },
      { extends: true, test: { name: 'embedded', include: [...OWN, ...SHARED], ...embedded } },
      {
        extends: true,
        test: { name: 'postgres', include: [SERVER], exclude: [...RULES, ...OWN, ...OWN_NIGHTLY, ...HEAVY], ...postgres },
      },
      // the rest of `npm run test:all`
      { extends: true, test: { name: 'embedded-nightly', include: [SERVER], exclude: [...RULES, ...OWN, ...SHARED], ...embedded } },
      { extends: true, test: { name: 'postgres-nightly', include: HEAVY, ...postgres } },
    ],
  },
})
