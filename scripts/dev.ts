import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'

/*
 * `npm run dev`: the shop on its embedded database. Vite reloads screens in place; the server restarts when one of its files changes.
 * Not by `node --watch`: it sends messages of its own through the worker threads of the server.
 */

const ROOT = join(import.meta.dirname, '..')
const WATCHED = ['server', 'contract', 'domain', 'content', 'drawings']
/** Editors write a file in several steps: one restart for all of them. */
const SETTLE_MS = 100
/** A server that has not closed its database by then hangs; the embedded database survives the kill. */
const MAX_STOP_MS = 3000

let server: ChildProcess | null = null
let timer: NodeJS.Timeout | undefined
let isEnding = false

function start(): void {
  server = spawn(process.execPath, ['--conditions=development', 'server/main.ts', '--dev', ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  })
}

function restart(): void {
  const old = server
  if (!old || old.exitCode !== null || old.signalCode !== null) return start()
  old.once('exit', () => isEnding || start())
  old.kill('SIGTERM')
  setTimeout(() => old.kill('SIGKILL'), MAX_STOP_MS).unref()
}

for (const folder of WATCHED) {
  watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
    if (!name || !/\.(ts|sql|xlsx)$/.test(name)) return
    clearTimeout(timer)
    timer = setTimeout(restart, SETTLE_MS)
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isEnding = true
    if (!server || server.exitCode !== null) process.exit(0)
    server.once('exit', () => process.exit(0))
    server.kill(signal)
  })
}
start()
