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

/**
 * Tests that are left to the night. Everyday are the rules, what people do in the shop, money, stock, races and access, and the restored
 * demo; this is what is around it: what keeps both cores busy for long (plans of queries, grades of the search, load, processes), formats
 * of files, tables of countries, walks over every call with bad input, several servers, operation, the seed and the drawings. What is long
 * in other files asks `TESTS_ALL`.
 */
const NIGHTLY = [
  'server/{doctor,seed}/*.test.ts',
  'server/start.test.ts',
  'server/catalog/imports/{background,damaged-files,fetch-pictures,problems,samples,stored-facts,whole-files}.test.ts',
  'server/catalog/products/{list-plans,record-zero-results,search-plans}.test.ts',
  'server/checkout/online/{golden-taxes,kill,order-plans,outages}.test.ts',
  'server/content/search/{count-searches,import-synonyms,search-quality}.test.ts',
  'server/integrations/recipes.test.ts',
  'server/orders/order-search-plans.test.ts',
  'server/payments/cards/background.test.ts',
  'server/payments/documents/{order-series,shop-days,write-document}.test.ts',
  'server/payments/e-invoices/{describe-e-invoice,standard-rules}.test.ts',
  'server/platform/{answers,files,health,jobs,mail,media,metrics}/*.test.ts',
  'server/platform/backup/{backup,control,later-tables}.test.ts',
  'server/platform/db/{baseline,data-folder,data-lock,database,find-pooler,migrate,outage,pglite}.test.ts',
  'server/platform/http/{access-log,costs,drain,export,fuzz,input-sentences,log,look-alikes,policy-reports,read-replica}.test.ts',
  'server/platform/http/{shared-limits,slow-sockets}.test.ts',
  'server/platform/{conflict-record,traces}.test.ts',
]
/** Those of real servers and of the packed tree, which need PostgreSQL, too. */
const NIGHTLY_SCRIPTS = ['scripts/{pack,servers,shared-work}.test.ts']
const NIGHTLY_RULES = [
  'drawings/*.test.ts',
  'scripts/{dev,licenses,run}.test.ts',
  'server/platform/vendors/{pdf,pdf-letters,spreadsheet,table-file}.test.ts',
]

/** Tests of the embedded database alone: its folder and its lock, the end of the server, the power cut. */
const EMBEDDED = ['server/**/{control,data-folder,data-lock,drain,kill,pglite}.test.ts']

for (const pattern of [...RULES, ...NIGHTLY, ...NIGHTLY_RULES, ...NIGHTLY_SCRIPTS, ...EMBEDDED].flatMap(alternatives)) {
  if (globSync(pattern, { cwd: import.meta.dirname }).length === 0) throw new Error(`No test file is meant by ${pattern}`)
}

/** The patterns that one with a choice of file names stands for. */
function alternatives(pattern: string): string[] {
  const [whole = '', names = ''] = /\/\{([\w,-]+)\}\.test\.ts$/.exec(pattern) ?? []
  return names ? names.split(',').map((name) => pattern.replace(whole, `/${name}.test.ts`)) : [pattern]
}

/** Tests of every day on both databases: the one that a newcomer's shop has, too. */
const ON_BOTH = ['server/checkout/online/place-order.test.ts']

/** Each has sixteen connections to PostgreSQL, or a database of its own in memory. */
const MAX_WORKERS = 4
const SECOND_MS = 1000 * testPatience()
/** Each night there are longer ones. */
const LONGER = process.env.TEST_ALL === '1' ? 10 : 1
const SERVER = 'server/**/*.test.ts'
/** Room for young objects: by default their collection took a tenth of the processor time. */
const execArgv = ['--max-semi-space-size=64']
const server = { execArgv: [...execArgv, `--import=${new URL('server/testing/quick-passwords.ts', import.meta.url).href}`] }
const postgres = { ...server, globalSetup: './server/testing/setup-postgres.ts' }
const embedded = { ...server, globalSetup: './server/testing/setup-embedded.ts' }

export default defineConfig({
  test: {
    isolate: false, // the files of a worker load the modules once
    pool: 'forks',
    execArgv,
    testTimeout: 30 * SECOND_MS * LONGER,
    hookTimeout: 120 * SECOND_MS * LONGER,
    maxWorkers: Math.min(availableParallelism() + 1, MAX_WORKERS), // one waits while the others work
    retry: RETRIES,
    expect: { poll: { timeout: 5 * SECOND_MS } },
    projects: [
      { extends: true, test: { name: 'rules', include: RULES, exclude: [...NIGHTLY_RULES, ...NIGHTLY_SCRIPTS] } },
      { extends: true, test: { name: 'postgres', include: [SERVER], exclude: [...RULES, ...EMBEDDED, ...NIGHTLY], ...postgres } },
      { extends: true, test: { name: 'embedded', include: ON_BOTH, ...embedded } },
      // the rest of `npm run test:all`
      { extends: true, test: { name: 'rules-nightly', include: NIGHTLY_RULES } },
      {
        extends: true,
        test: {
          name: 'postgres-nightly',
          include: [...NIGHTLY, ...NIGHTLY_SCRIPTS],
          exclude: [...RULES.filter((pattern) => pattern.startsWith('server/')), ...EMBEDDED],
          ...postgres,
        },
      },
      { extends: true, test: { name: 'embedded-nightly', include: [SERVER], exclude: [...RULES, ...ON_BOTH], ...embedded } },
    ],
  },
})
