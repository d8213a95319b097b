import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/* Whether what `npm run build` writes is there and newer than its sources, and the building of what is not. */

const ROOT = join(import.meta.dirname, '..')
/** The built screens, as the server renders them. */
export const BUILT_SCREENS = join(ROOT, 'build', 'server', 'index.js')
/** The built server. */
export const BUILT_MAIN = join(ROOT, 'build', 'tree', 'server', 'main.js')

/** A part of what is built: the file that is written last, what it is made of, and the command that makes it. */
interface Part {
  name: string
  file: string
  sources: readonly string[]
  command: readonly [string, ...string[]]
}

const PARTS: readonly Part[] = [
  {
    name: 'screens and server',
    file: 'build/server/index.js',
    sources: [
      'app',
      'contract',
      'docs/recipes',
      'domain',
      'public',
      'package-lock.json',
      'vite.config.ts',
      'scripts/unused-library-code.ts',
      'react-router.config.ts',
    ],
    command: ['npm', 'run', '--silent', 'build'],
  },
  {
    name: 'server',
    file: 'build/tree/package.json',
    sources: ['server', 'drawings', 'content', 'docs/runbooks', 'scripts/main.ts', 'scripts/build-server.ts', 'build/server/index.js'],
    command: [process.execPath, 'scripts/run.mjs', 'scripts/build-server.ts'],
  },
]

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return path.endsWith('.test.ts') ? 0 : stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/**
 * Returns the first part that is missing or older than its sources; null when all are current, and in a packed tree, which has no sources.
 */
export function findStalePart(): Part | null {
  if (!existsSync(join(ROOT, 'app'))) return null
  const isCurrent = ({ file, sources }: Part) => {
    if (!existsSync(join(ROOT, file))) return false
    const builtAt = statSync(join(ROOT, file)).mtimeMs
    return sources.every((name) => newest(join(ROOT, name)) <= builtAt)
  }
  return PARTS.find((part) => !isCurrent(part)) ?? null
}

/** Builds what is missing or older than its sources. @param say is given a line for each part @throws Error when a build fails */
export function buildStaleParts(say: (line: string) => void): void {
  for (let part = findStalePart(), before = ''; part && part.name !== before; part = findStalePart()) {
    before = part.name
    say(`Building the ${part.name} …`)
    const [program, ...words] = part.command
    const { status } = spawnSync(program, words, {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: program === 'npm' && process.platform === 'win32',
    })
    if (status !== 0) throw new Error(`The ${part.name} could not be built.`)
  }
}
