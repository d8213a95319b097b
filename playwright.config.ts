import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { BROWSER_ARGUMENTS, findBrowser } from './scripts/find-browser.ts'
import { RETRIES, testPatience } from './scripts/test-patience.ts'

const PORT = Number(process.env.STORIES_PORT ?? 4173)
const SECOND_MS = 1000 * testPatience()
const executablePath = findBrowser()
/** Workers read this file again: they inherit the folder of the shop that they tell stories of. */
const dataDir = process.env.STORIES_DATA_DIR ?? join(tmpdir(), `reflute-stories-${process.pid}`)
process.env.STORIES_DATA_DIR = dataDir

/**
 * Those of shoppers and those of the back office have a shop each: what one of them writes must not stand in the lists of the other.
 */
const SHOPS = [
  { name: 'storefront', port: PORT },
  { name: 'office', port: PORT + 1 },
] as const

/** Server with a database for each shop, named after it, which `npm test` starts; otherwise each has its embedded one. */
const databases = process.env.STORIES_DATABASES

/* Stories in a real browser against the production build, on shops of their own in a temporary folder. */
export default defineConfig({
  outputDir: '.cache/stories',
  timeout: 60 * SECOND_MS * (process.env.TEST_ALL === '1' ? 4 : 1), // the longest walks are told each night
  expect: { timeout: 5 * SECOND_MS },
  retries: RETRIES,
  workers: SHOPS.length, // one for each shop: the stories of one shop follow each other, and both shops are at work
  fullyParallel: false,
  use: {
    ...(executablePath && { launchOptions: { executablePath, args: BROWSER_ARGUMENTS } }),
    serviceWorkers: 'block', // stories replace answers of the server; the one about being offline allows them
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' }, // nothing is waited for that only moves, and nothing is painted for it
    trace: 'off', // recording takes a fifth of the processor: `--trace on` shows what a failed story did
    screenshot: 'only-on-failure',
  },
  projects: SHOPS.map(({ name, port }) => ({
    name,
    testDir: join('e2e', name),
    workers: 1,
    use: { baseURL: `http://localhost:${port}` },
  })),
  webServer: SHOPS.map(({ name, port }) => ({
    command: `"${process.execPath}" scripts/start.ts --without-orders`,
    url: `http://localhost:${port}/api/health/ready`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      DEMO: '1',
      RATE_LIMIT: 'off',
      WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
      DATABASE_URL: databases ? `${databases}/${name}` : '',
      DATA_DIR: join(dataDir, name),
    },
  })),
})
