import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const server = { include: ['server/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, pool: 'forks' as const }

/** Tests of the embedded database itself, and of what names no database. */
const ONCE = [
  'server/checkout/kill.test.ts',
  'server/db/pglite.test.ts',
  'server/db/data-lock.test.ts',
  'server/db/data-folder.test.ts',
  'server/http/drain.test.ts',
  'server/config.test.ts',
  'server/testing/own-postgres.test.ts',
  'server/drawings/**',
  'server/products/search/meant-words.test.ts',
  'server/vendors/**',
  'server/search/mark-hits.test.ts',
  'server/auth/password.test.ts',
  'server/auth/throttle.test.ts',
  'server/mail/write-mail.test.ts',
]

/** Each has a database of its own in memory, or sixteen connections to PostgreSQL. */
const MOST_WORKERS = 4

export default defineConfig({
  test: {
    maxWorkers: Math.min(Math.max(availableParallelism(), 2), MOST_WORKERS),
    expect: { poll: { timeout: 20_000 } }, // it ends as soon as it is so: only what never comes takes as long
    projects: [
      { extends: true, test: { name: 'rules', include: ['{domain,contract,content,app,scripts}/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { ...server, name: 'embedded', globalSetup: './server/testing/setup-embedded.ts' } },
      { extends: true, test: { ...server, name: 'postgres', exclude: ONCE, globalSetup: './server/testing/setup-postgres.ts' } },
    ],
  },
})
