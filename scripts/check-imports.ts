import { spawnSync } from 'node:child_process'

/* Runs dependency-cruiser and does not believe a run that read too little: with a parser that fails it says "no violations" over nothing. */

const FEWEST_MODULES = 150
const folders = ['domain', 'contract', 'server', 'app', 'content']
const run = spawnSync('depcruise', ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders], { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
const { summary } = JSON.parse(run.stdout) as { summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string; cycle?: { name: string }[] }[] } } // depcruise's own format

for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : `${from} -> ${to}`
  process.stdout.write(`${rule.name}: ${path}\n`)
}
if (summary.totalCruised < FEWEST_MODULES) {
  process.stdout.write(`Only ${summary.totalCruised} modules were read, at least ${FEWEST_MODULES} are expected.\n`)
  process.exit(1)
}
process.stdout.write(`imports: ${summary.totalCruised} modules, ${summary.violations.length} violations\n`)
process.exit(summary.violations.length > 0 ? 1 : 0)
