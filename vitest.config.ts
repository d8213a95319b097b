import { defineConfig } from 'vitest/config'

const server = { include: ['server/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, pool: 'forks' as const }

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'rules', include: ['{domain,contract,content,app,scripts}/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { ...server, name: 'embedded', globalSetup: './server/testing/setup-embedded.ts' } },
      { extends: true, test: { ...server, name: 'postgres', globalSetup: './server/testing/setup-postgres.ts' } },
    ],
  },
})
