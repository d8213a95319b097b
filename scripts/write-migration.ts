import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, ROOT } from './project-files.ts'

/*
 * `npm run migration -- --name x`: writes a migration from `server/platform/db/schema/`; `--custom` makes an empty one, for triggers. Of
 * the snapshots of the schema, which drizzle-kit compares with, only the newest one stays, in as few lines as fit.
 */

const SNAPSHOTS = 'server/platform/db/migrations/meta'
const LONGEST_LINE = 140

/** Writes JSON with a line for each value that fits on one. */
function format(value: unknown, indent = '', before = 0): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || before + line.length <= LONGEST_LINE) return line
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((item) => inner + format(item, inner, inner.length + 1))
    : Object.entries(value).map(([key, item]) => {
        const name = `${inner}${JSON.stringify(key)}: `
        return name + format(item, inner, name.length + 1)
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${items.join(',\n')}\n${indent}${close}`
}

execFileSync(process.execPath, [join(ROOT, 'scripts', 'run.mjs'), 'drizzle-kit', 'generate', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
})
const newest = listFiles(SNAPSHOTS, /_snapshot\.json$/).at(-1)
for (const path of listFiles(SNAPSHOTS, /\.json$/)) {
  const file = join(ROOT, path)
  if (path.endsWith('_snapshot.json') && path !== newest) rmSync(file)
  else writeFileSync(file, `${format(JSON.parse(readFileSync(file, 'utf8')))}\n`)
}
