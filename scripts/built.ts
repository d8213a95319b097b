import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/* Whether what `npm run build` writes is there and newer than its sources. */

const ROOT = join(import.meta.dirname, '..')
/** The built server. */
export const BUILT_MAIN = join(ROOT, 'build', 'tree', 'server', 'main.js')

/** A part of what is built: the file that is written last, what it is made of, and the script of npm that makes it. */
interface Part {
  name: string
  file: string
  sources: readonly string[]
  script: string
}

const PARTS: readonly Part[] = [
  {
    name: 'screens and server',
    file: 'build/server/index.js',
    sources: ['app', 'contract', 'domain', 'public', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts'],
    script: 'build',
  },
  {
    name: 'server',
    file: 'build/tree/package.json',
    sources: ['server', 'drawings', 'content', 'docs/runbooks', 'scripts/main.ts', 'scripts/build-server.ts', 'build/server/index.js'],
    script: 'build:server',
  },
]

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return path.endsWith('.test.ts') ? 0 : stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Returns the first part that is missing or older than its sources; null when all are current. */
export function findStalePart(): Part | null {
  const isCurrent = ({ file, sources }: Part) => {
    if (!existsSync(join(ROOT, file))) return false
    const builtAt = statSync(join(ROOT, file)).mtimeMs
    return sources.every((name) => newest(join(ROOT, name)) <= builtAt)
  }
  return PARTS.find((part) => !isCurrent(part)) ?? null
}
