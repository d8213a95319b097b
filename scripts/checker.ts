import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseMutants, judgeRow } from './checker/judge-row.ts'
import { isoWeek, pick } from './checker/pick-rows.ts'
import { isPassed, recordReached } from './checker/run-tests.ts'
import { type Mutant, makeSandbox } from './checker/sandbox.ts'
import { listSources, ROOT } from './project-files.ts'
import { isStory, type NamedTest, readRows } from './requirement-rows.ts'
import { rowsOf } from './titles.ts'

/*
 * `node scripts/run.mjs scripts/checker.ts`: breaks the product where the tests of 40 random rows run, and says which rows nobody would
 * have missed. Every week has other rows (`--seed 2026-W48`); `--rows S12,B34` names them. Rows that only stories show come with
 * `--stories`, which takes minutes each.
 */

const TRIES = 8
const MUTATED = /^(domain|contract|drawings|server|app)\//
const NOT_MUTATED = /\.test\.|\.d\.ts$|^server\/testing\/|^app\/(lib\/calls|routes)\.ts$/

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: isoWeek(new Date()) },
    count: { type: 'string', default: '40' },
    rows: { type: 'string' },
    stories: { type: 'boolean', default: false },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const describe = ({ path, line, from, to }: Mutant) => `${path}:${line} \`${from}\` -> \`${to.split('\n')[0]}\``

/** Tests without a browser where there are any, else the story that is about the fewest rows. */
function testsOf(tests: readonly NamedTest[]): NamedTest[] {
  const quick = tests.filter((test) => !isStory(test))
  if (quick.length > 0 || !values.stories) return quick
  return tests.toSorted((a, b) => rowsOf(a.title).length - rowsOf(b.title).length).slice(0, 1)
}

const known = readRows()
  .map((row) => ({ ...row, tests: testsOf(row.tests) }))
  .filter(({ tests }) => tests.length > 0)
const wanted = values.rows?.split(',')
const rows = wanted ? known.filter(({ id }) => wanted.includes(id)) : pick(known, values.seed, Number(values.count))

say(`${rows.length} of ${known.length} rows, seed ${values.seed}`)
const sandbox = join(ROOT, '.cache', 'checker')
const sources = listSources().filter((path) => MUTATED.test(path) && !NOT_MUTATED.test(path))
const mutants = new Map((await makeSandbox(ROOT, sandbox, sources)).map((mutant) => [mutant.id, mutant]))
say(`${mutants.size} ways to break ${sources.length} files`)
if (rows.some(({ tests }) => tests.some(isStory))) {
  const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: sandbox, stdio: 'ignore' })
  if (built.status !== 0) throw new Error('The sandbox does not build')
}

const reached = recordReached(
  sandbox,
  rows.flatMap(({ tests }) => tests),
)
let unproved = 0
let untouched = 0
for (const row of rows) {
  const { id, tests } = row
  if (!isPassed(sandbox, tests)) {
    untouched += 1
    say(`${id}: not asked, its tests fail in the sandbox with nothing broken`)
    continue
  }
  const chosen = chooseMutants(row, reached, mutants, values.seed, TRIES)
  const { kind, survivors } = judgeRow(chosen, (mutant) => !isPassed(sandbox, tests, mutant.id))
  if (kind === 'hollow') unproved += 1
  if (kind === 'nothing to break') untouched += 1
  say(`${id}: ${kind === 'hollow' ? `survived ${survivors.length} of ${chosen.length}` : kind}`)
  for (const survivor of survivors) say(`      ${describe(survivor)}`)
}
say(`${rows.length} rows, ${unproved} not proved, ${untouched} not asked`)
process.exit(unproved > 0 ? 1 : 0)
