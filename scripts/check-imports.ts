import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/* Runs dependency-cruiser and does not believe a run that read too little: with a parser that fails it says "no violations" over nothing. */

const RUN = join(import.meta.dirname, 'run.mjs')
const FEWEST_MODULES = 150
const FOLDERS = ['domain', 'contract', 'server', 'app', 'content']
/** Tests open a whole shop, so that every slice meets every other in them: they do not count when circles between slices are looked for. */
const TESTS = '\\.test\\.|^server/testing/'
const CIRCLES = 'no-slice-cycles'

interface Violation {
  rule: { name: string }
  from: string
  to: string
  cycle?: { name: string }[]
}

function cruise(more: string[]): { totalCruised: number; violations: Violation[] } {
  const run = spawnSync(
    process.execPath,
    [RUN, 'depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...more, ...FOLDERS],
    {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    },
  )
  return (JSON.parse(run.stdout) as { summary: { totalCruised: number; violations: Violation[] } }).summary // depcruise's own format
}

const all = cruise([])
const product = cruise(['--exclude', TESTS])
const violations = [
  ...all.violations.filter(({ rule }) => rule.name !== CIRCLES),
  ...product.violations.filter(({ rule }) => rule.name === CIRCLES),
]

for (const { rule, from, to, cycle } of violations) {
  process.stdout.write(`${rule.name}: ${cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : `${from} -> ${to}`}\n`)
}
if (all.totalCruised < FEWEST_MODULES) {
  process.stdout.write(`Only ${all.totalCruised} modules were read, at least ${FEWEST_MODULES} are expected.\n`)
  process.exit(1)
}
process.stdout.write(`imports: ${all.totalCruised} modules, ${violations.length} violations\n`)
process.exit(violations.length > 0 ? 1 : 0)
