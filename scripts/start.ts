import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/* `npm start`: builds the screens if they are missing or older than their sources, then starts the shop in this process. */

const ROOT = join(import.meta.dirname, '..')
const BUILT = join(ROOT, 'build', 'server', 'index.js')
const SOURCES = ['app', 'contract', 'domain', 'public', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts']

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function isBuilt(): boolean {
  if (!existsSync(BUILT)) return false
  const builtAt = statSync(BUILT).mtimeMs
  return SOURCES.every((name) => newest(join(ROOT, name)) <= builtAt)
}

if (!isBuilt()) {
  process.stdout.write('Building the screens …\n')
  const build = spawnSync('npm', ['run', '--silent', 'build'], {
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
await import('../server/main.ts')
