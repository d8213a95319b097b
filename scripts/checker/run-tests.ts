import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isStory, type NamedTest } from '../requirement-rows.ts'

/** Ids of the mutants whose places a test reaches, by its path and full title. */
export type Reached = ReadonlyMap<string, ReadonlySet<string>>

const MAX_MS = 1_800_000
const VITEST = ['vitest', 'run', '--config=scripts/checker/vitest.config.ts', '--root=.', '--reporter=dot']
const PROJECTS = ['rules', 'rules-nightly', 'postgres', 'postgres-nightly', 'embedded', 'embedded-nightly'].map(
  (name) => `--project=${name}`,
)

/** Returns a pattern of the titles; what a table of examples or a template fills in may be anything. */
export function patternOf(tests: readonly NamedTest[]): string {
  const patterns = tests.map(({ test }) =>
    test
      .replaceAll(/\\(.)/g, '$1')
      .split(/%[sdifjo]|\$\{[^}]*\}|\$[a-z][\w.]*/i)
      .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
      .join('.*'),
  )
  return `(${[...new Set(patterns)].join('|')})`
}

/** Runs the tests whose titles match, all of these files without a pattern; `mutant` is the id of the one that is on. */
function run(sandbox: string, paths: readonly string[], pattern: string | null, environment: Record<string, string>): boolean {
  const command = paths.some((path) => path.startsWith('e2e/'))
    ? ['playwright', 'test', ...paths, '--reporter=dot', ...(pattern === null ? [] : [`--grep=${pattern}`])]
    : [...VITEST, ...PROJECTS, ...paths, ...(pattern === null ? [] : [`--testNamePattern=${pattern}`])]
  const { status } = spawnSync(process.execPath, ['scripts/run.mjs', ...command], {
    cwd: sandbox,
    stdio: process.env.CHECKER_VERBOSE ? 'inherit' : 'ignore',
    timeout: MAX_MS,
    env: { ...process.env, CHECKER_COVERAGE: '', ...environment },
  })
  return status === 0
}

const pathsOf = (tests: readonly NamedTest[]) => [...new Set(tests.map(({ path }) => path))]

/** Returns true if these tests, run alone, pass with this mutant on, or with none. */
export function isPassed(sandbox: string, tests: readonly NamedTest[], mutant?: string): boolean {
  return run(sandbox, pathsOf(tests), patternOf(tests), mutant === undefined ? {} : { __STRYKER_ACTIVE_MUTANT__: mutant })
}

/** Runs the files of these tests whole, of stories only those that are meant, and notes what each test reaches. */
export function recordReached(sandbox: string, tests: readonly NamedTest[]): Reached {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-checker-'))
  const stories = tests.filter(isStory)
  const quick = tests.filter((test) => !isStory(test))
  if (quick.length > 0) run(sandbox, pathsOf(quick), null, { CHECKER_COVERAGE: folder })
  if (stories.length > 0) run(sandbox, pathsOf(stories), patternOf(stories), { CHECKER_COVERAGE: folder })
  const notes = readdirSync(folder).map((name): Record<string, string[]> => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  rmSync(folder, { recursive: true, force: true })
  return new Map(notes.flatMap((note) => Object.entries(note).map(([test, ids]) => [test, new Set(ids)])))
}
