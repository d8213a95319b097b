import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '#server/testing/own-postgres.ts'
import { buildStaleParts } from './built.ts'
import { findBrowser } from './find-browser.ts'
import { testPatience } from './test-patience.ts'

/*
 * `npm test`: the rules and the server on PostgreSQL without what `vitest.config.ts` leaves to the night, orders on the embedded database,
 * and the stories tagged `@smoke` in a browser, on shops with PostgreSQL: embedded ones take 60 s more of the processor. On a calm machine
 * tests and stories run side by side; on a busy one, where that takes longer, one after the other. `--all`: everything, on both databases,
 * the stories on embedded ones; `--stories`: all stories and nothing else. The last line is the sum.
 */

interface Sum {
  passed: number
  failed: number
  skipped: number
}

const folder = mkdtempSync(join(tmpdir(), 'reflute-results-'))
const RUN = join(import.meta.dirname, 'run.mjs')
const onlyStories = process.argv.includes('--stories')
const isAll = process.argv.includes('--all')
/** Every project of vitest.config.ts where everything is tested. */
const PROJECTS = isAll ? [] : ['rules', 'postgres', 'embedded'].map((name) => `--project=${name}`)

/** Sums the time of all cores since the machine started, and what of it they had nothing to do. */
function coreTimes(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times)
  const all = times.flatMap((time) => Object.values(time)).reduce((sum, time) => sum + time, 0)
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all }
}

/** Returns true where half of the cores idle for a second: the load of a minute has what this run's own checks did before. */
async function isMachineCalm(): Promise<boolean> {
  const before = coreTimes()
  await wait(1000)
  const now = coreTimes()
  return now.idle - before.idle >= (now.all - before.all) / 2
}

/** Side by side each waits for the other, too: the limits are at least those of `.ci/run`. */
const TOGETHER_PATIENCE = 3
const isCalm = !isAll && !onlyStories && (await isMachineCalm())
const PATIENCE = { TEST_PATIENCE: String(Math.max(testPatience(), isCalm ? TOGETHER_PATIENCE : 1)) }

/** Runs a tool and resolves to its exit code, and to what it said where that is not to be mixed with what another says. */
async function run(
  tool: string,
  args: string[],
  environment: Record<string, string>,
  output: 'inherit' | 'pipe' = 'inherit',
): Promise<{ status: number; said: string }> {
  const child = spawn(process.execPath, [RUN, tool, ...args], {
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, ...PATIENCE, ...environment },
  })
  const [said, [status]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    once(child, 'close') as Promise<[number | null]>, // the event's arguments
  ])
  return { status: status ?? 1, said }
}

function read<Value>(file: string): Value | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Value) : null // the runners' own report
}

/** A run that fails without naming a failed test (a file that does not load, a server that does not start) counts as one failure. */
function summed(status: number, counted: Sum | null): Sum {
  const sum = counted ?? { passed: 0, failed: 0, skipped: 0 }
  return status !== 0 && sum.failed === 0 ? { ...sum, failed: 1 } : sum
}

async function runVitest(): Promise<Sum> {
  const file = join(folder, 'vitest.json')
  const { status } = await run(
    'vitest',
    ['run', ...PROJECTS, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    isAll ? { TEST_ALL: '1' } : {},
  )
  const report = read<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(file)
  return summed(status, report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests })
}

/** Starts a server with an empty database for each shop of the stories (`playwright.config.ts`). */
async function openDatabases() {
  const own = mkdtempSync(join(tmpdir(), 'reflute-stories-'))
  const postgres = await startPostgres(own)
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: `${postgres.server}/postgres` })
  await client.connect()
  for (const name of ['storefront', 'office']) await client.query(`create database ${name}`)
  await client.end()
  const stop = async () => {
    await postgres.stop()
    rmSync(own, { recursive: true, force: true })
  }
  return { server: postgres.server, stop }
}

/** Tells the stories; what they say is written once `before` has ended. */
async function runStories(before: Promise<unknown>): Promise<Sum> {
  if (!findBrowser()) {
    process.stdout.write('\nNo Chromium or Chrome was found (set CHROME_PATH to name one): the stories are skipped.\n')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  const file = join(folder, 'stories.json')
  const databases = isAll || onlyStories ? null : await openDatabases()
  const { status, said } = await run(
    'playwright',
    ['test', '--reporter=list,json', ...(isAll || onlyStories ? [] : ['--grep=@smoke'])],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      STORIES_DATA_DIR: join(folder, 'shop'),
      ...(databases ? { STORIES_DATABASES: databases.server } : { TEST_ALL: '1' }),
    },
    isCalm ? 'pipe' : 'inherit',
  ).finally(() => databases?.stop())
  await before
  process.stdout.write(said)
  const report = read<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(file)
  return summed(
    status,
    report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected, skipped: report.stats.skipped },
  )
}

buildStaleParts((line) => process.stdout.write(`${line}\n`)) // the drill of a restore and both shops need it: none builds beside another
const tests = onlyStories ? null : runVitest()
if (!isCalm) await tests
const stories = runStories(tests ?? Promise.resolve()).catch((error: unknown): Sum => {
  process.stderr.write(`The stories did not start: ${String(error)}\n`)
  return { passed: 0, failed: 1, skipped: 0 }
})
const sums = [...(tests ? [await tests] : []), await stories]
rmSync(folder, { recursive: true, force: true })
const total = (key: keyof Sum) => sums.reduce((all, sum) => all + sum[key], 0)
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed${skipped}\n`)
process.exit(total('failed') > 0 ? 1 : 0)
