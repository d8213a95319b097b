import { defineConfig } from 'vitest/config'

/* The tests of the domain in the copy that Stryker (`scripts/mutation/stryker.json`) makes: nothing else of the project is there. */
export default defineConfig({ test: { include: ['domain/**/*.test.ts'] } })
