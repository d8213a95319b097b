import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Runs the part that the command line names first (what `run.mjs` is given), with the words after it, and ends the process; without one of
 * them, returns.
 */
export function runPart(parts: Readonly<Record<string, readonly string[]>>): void {
  const [name = '', ...rest] = process.argv.slice(2)
  const part = Object.hasOwn(parts, name) && parts[name]
  if (!part) return
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'run.mjs'), ...part, ...rest], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
