import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { listFiles, report } from './project-files.ts'

/* Runs dependency-cruiser: who imports whom, circles, and the doors of the areas (`.dependency-cruiser.mjs`). */

const RUN = join(import.meta.dirname, 'run.mjs')
const FOLDERS = ['domain', 'contract', 'drawings', 'server', 'app', 'content']
const OURS = new RegExp(`^(${FOLDERS.join('|')})/.*\\.tsx?$`)

/** The part of dependency-cruiser's JSON that is read here. */
interface Cruise {
  modules: { source: string }[]
  summary: { violations: { rule: { name: string }; from: string; to: string; cycle?: { name: string }[] }[] }
}

const run = spawnSync(process.execPath, [RUN, 'depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...FOLDERS], {
  encoding: 'utf8',
  maxBuffer: 256 * 1024 * 1024,
})
if (!run.stdout.startsWith('{')) throw new Error(`dependency-cruiser did not run: ${run.stdout}${run.stderr}`)
const { modules, summary } = JSON.parse(run.stdout) as Cruise
const findings = summary.violations.map(
  ({ rule, from, to, cycle }) => `${rule.name}: ${cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : `${from} -> ${to}`}`,
)
// counted by what was read: with a parser that fails, dependency-cruiser says "no violations" over nothing
const read = modules.filter(({ source }) => OURS.test(source)).length
report('imports', findings, { read, of: FOLDERS.flatMap((folder) => listFiles(folder, /\.tsx?$/)).length })
