import { mergeConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

/* The tests in the sandbox of `node scripts/run.mjs scripts/checker.ts`. */
export default mergeConfig(config, {
  test: {
    setupFiles: ['./scripts/checker/record-coverage.ts'],
    maxWorkers: 1,
    fsModuleCache: true,
    fsModuleCachePath: '.cache/modules', // every row loads the same modules
  },
})
