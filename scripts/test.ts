import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './find-browser.ts'

/*
 * `npm test`: the rules, the server on PostgreSQL, what may differ on the embedded database, and beside them the stories tagged `@smoke` in a
 * browser, which wait more than they compute: their output follows that of the tests. `--all`: everything, on both databases, one after the other;
 * `--stories`: all stories and nothing else. The last line is the sum.
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
const PROJECTS = isAll ? [] : ['rules', 'embedded', 'postgres'].map((name) => `--project=${name}`)

interface Run {
  environment?: Record<string, string>
  /** Promise until which its output is held back. */
  quietUntil?: Promise<unknown>
}

/** Runs a tool and resolves to its exit code. */
async function run(tool: string, args: string[], { environment, quietUntil }: Run): Promise<number> {
  const child = spawn(process.execPath, [RUN, tool, ...args], {
    stdio: ['ignore', quietUntil ? 'pipe' : 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const printed: Buffer[] = []
  const hold = (chunk: Buffer) => printed.push(chunk)
  child.stdout?.on('data', hold)
  const ended = once(child, 'close') as Promise<[number | null]> // the event's arguments
  if (quietUntil) {
    await quietUntil
    process.stdout.write(Buffer.concat(printed))
    child.stdout?.off('data', hold).pipe(process.stdout, { end: false })
  }
  const [status] = await ended
  return status ?? 1
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
  const status = await run(
    'vitest',
    ['run', ...PROJECTS, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    isAll ? { environment: { TEST_ALL: '1' } } : {},
  )
  const report = read<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(file)
  return summed(status, report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests })
}

async function runStories(quietUntil?: Promise<unknown>): Promise<Sum> {
  if (!findBrowser()) {
    process.stdout.write('\nNo Chromium or Chrome was found (set CHROME_PATH to name one): the stories are skipped.\n')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  const file = join(folder, 'stories.json')
  const status = await run('playwright', ['test', '--reporter=list,json', ...(isAll || onlyStories ? [] : ['--grep=@smoke'])], {
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, STORIES_DATA_DIR: join(folder, 'shop') },
    ...(quietUntil && { quietUntil }),
  })
  const report = read<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(file)
  return summed(
    status,
    report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected, skipped: report.stats.skipped },
  )
}

async function runAll(): Promise<Sum[]> {
  if (onlyStories) return [await runStories()]
  const tests = runVitest()
  if (isAll) await tests
  return Promise.all([tests, runStories(tests)])
}

const sums = await runAll()
rmSync(folder, { recursive: true, force: true })
const total = (key: keyof Sum) => sums.reduce((all, sum) => all + sum[key], 0)
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed${skipped}\n`)
process.exit(total('failed') > 0 ? 1 : 0)
