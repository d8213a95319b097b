import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const server = { include: ['server/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, pool: 'forks' as const }

/** Tests of the embedded database itself, and of what names no database. */
const ONCE = [
  'server/checkout/online/kill.test.ts',
  'server/platform/db/pglite.test.ts',
  'server/platform/db/data-lock.test.ts',
  'server/platform/db/data-folder.test.ts',
  'server/platform/http/drain.test.ts',
  'server/platform/config.test.ts',
  'server/testing/own-postgres.test.ts',
  'server/platform/text/meant-words.test.ts',
  'server/platform/vendors/**',
  'server/content/search/mark-hits.test.ts',
  'server/identity/auth/password.test.ts',
  'server/platform/http/throttle.test.ts',
  'server/platform/mail/write-mail.test.ts',
]

/** Each has a database of its own in memory, or sixteen connections to PostgreSQL. */
const MOST_WORKERS = 4

export default defineConfig({
  test: {
    maxWorkers: Math.min(Math.max(availableParallelism(), 2), MOST_WORKERS),
    expect: { poll: { timeout: 20_000 } }, // it ends as soon as it is so: only what never comes takes as long
    projects: [
      { extends: true, test: { name: 'rules', include: ['{domain,contract,content,drawings,app,scripts}/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { ...server, name: 'embedded', globalSetup: './server/testing/setup-embedded.ts' } },
      { extends: true, test: { ...server, name: 'postgres', exclude: ONCE, globalSetup: './server/testing/setup-postgres.ts' } },
    ],
  },
})
