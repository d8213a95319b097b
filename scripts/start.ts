import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BUILT_MAIN, findStalePart } from './built.ts'

/* `npm start`: builds the screens and the server if they are missing or older than their sources, then starts the shop in this process. */

for (let part = findStalePart(), before = ''; part && part.name !== before; part = findStalePart()) {
  before = part.name
  process.stdout.write(`Building the ${part.name} …\n`)
  const build = spawnSync('npm', ['run', '--silent', part.script], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
}
if (!process.env.NODE_ENV) {
  process.env.NODE_ENV = 'production'
  process.argv.push('--local')
}
await import(pathToFileURL(BUILT_MAIN).href)
