import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/* `npm start`: builds the screens and the server if they are missing or older than their sources, then starts the shop in this process. */

const ROOT = join(import.meta.dirname, '..')
const MAIN = join(ROOT, 'build', 'tree', 'server', 'main.js')
/** What is built, the file that is written last, what it is made of, and the script of npm that makes it. */
const PARTS = [
  {
    name: 'screens and server',
    file: join(ROOT, 'build', 'server', 'index.js'),
    sources: ['app', 'contract', 'domain', 'public', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts'],
    script: 'build',
  },
  {
    name: 'server',
    file: join(ROOT, 'build', 'tree', 'package.json'),
    sources: ['server', 'drawings', 'content', 'docs/runbooks', 'scripts', 'build/server/index.js'],
    script: 'build:server',
  },
]

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return path.endsWith('.test.ts') ? 0 : stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function isBuilt({ file, sources }: (typeof PARTS)[number]): boolean {
  if (!existsSync(file)) return false
  const builtAt = statSync(file).mtimeMs
  return sources.every((name) => newest(join(ROOT, name)) <= builtAt)
}

for (const part of PARTS) {
  if (isBuilt(part)) continue
  process.stdout.write(`Building the ${part.name} …\n`)
  const build = spawnSync('npm', ['run', '--silent', part.script], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
}
if (!process.env.NODE_ENV) {
  process.env.NODE_ENV = 'production'
  process.argv.push('--local')
}
await import(pathToFileURL(MAIN).href)
