import { defineConfig } from 'vitest/config'

/*
 * The tests of the domain in the copy that Stryker (`scripts/mutation/stryker.json`) makes: nothing else of the project is there but the
 * helpers of tests and the page that one compares. Those that read the rest stay out.
 */
const OF_THE_WHOLE = ['domain/one-form.test.ts', 'domain/milestone-invoice.test.ts']
export default defineConfig({ test: { include: ['domain/**/*.test.ts'], exclude: OF_THE_WHOLE } })
