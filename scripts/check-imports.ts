import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/* Runs dependency-cruiser and does not believe a run that read too little: with a parser that fails it says "no violations" over nothing. */

const RUN = join(import.meta.dirname, 'run.mjs')
const MIN_MODULES = 150
const FOLDERS = ['domain', 'contract', 'server', 'app', 'content', 'drawings']

interface Violation {
  rule: { name: string }
  from: string
  to: string
  cycle?: { name: string }[]
}

function cruise(): { totalCruised: number; violations: Violation[] } {
  const run = spawnSync(process.execPath, [RUN, 'depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...FOLDERS], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  return (JSON.parse(run.stdout) as { summary: { totalCruised: number; violations: Violation[] } }).summary // depcruise's own format
}

const { totalCruised, violations } = cruise()

for (const { rule, from, to, cycle } of violations) {
  process.stdout.write(`${rule.name}: ${cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : `${from} -> ${to}`}\n`)
}
if (totalCruised < MIN_MODULES) {
  process.stdout.write(`Only ${totalCruised} modules were read, at least ${MIN_MODULES} are expected.\n`)
  process.exit(1)
}
process.stdout.write(`imports: ${totalCruised} modules, ${violations.length} violations\n`)
process.exit(violations.length > 0 ? 1 : 0)
