import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { readConfig } from '../server/platform/config.ts'
import { serveDevPages } from '../server/ssr/serve-dev-pages.ts'

/*
 * `npm run dev`: the shop on its embedded database. Vite, in this process, reloads screens in place; behind it the server restarts when one
 * of its files changes, and requests wait for it. Not by `node --watch`: it sends messages of its own through the worker threads of the
 * server.
 */

const ROOT = join(import.meta.dirname, '..')
const WATCHED = ['server', 'contract', 'domain', 'content', 'drawings']
/** Editors write a file in several steps: one restart for all of them. */
const SETTLE_MS = 100
/** A server that has not closed its database by then hangs; the embedded database survives the kill. */
const MAX_STOP_MS = 3000

process.env.NODE_ENV = 'development'
const front = createServer()
const publicUrl = await listen()
/** Port of the running server; of one that starts, once it listens. Rejected when it has ended by itself. */
let port = comingPort()
const screens = await serveDevPages(front, { port: () => port.promise, publicUrl })

let server: ChildProcess | null = null
/** Resolves when every server so far has ended. */
let ended: Promise<unknown> = Promise.resolve()
let timer: NodeJS.Timeout | undefined

/** Listens where the settings say. @returns the address under which people reach the shop */
async function listen(): Promise<string> {
  try {
    const { port: wanted, host } = readConfig(process.env)
    await once(front.listen(wanted, host), 'listening')
    const address = front.address()
    return process.env.PUBLIC_URL ?? `http://localhost:${typeof address === 'object' && address ? address.port : wanted}`
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return process.exit(1)
  }
}

function comingPort() {
  const coming = Promise.withResolvers<number>()
  coming.promise.catch(() => undefined) // only requests want to know
  return coming
}

/**
 * Starts a server: it loads its modules at once, and opens the database when the one before has closed it. Requests that wait for that one
 * go to this one.
 */
function start(): void {
  const before = port
  const own = comingPort()
  before.resolve(own.promise)
  port = own
  const child = spawn(process.execPath, ['--conditions=development', 'server/main.ts', '--dev', ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: publicUrl, TRUST_PROXY: '1' },
  })
  void ended.then(() => child.connected && child.send('open'))
  ended = Promise.all([ended, once(child, 'exit')])
  const isRestart = server !== null
  child.once('message', (running: { port: number }) => {
    own.resolve(running.port)
    if (child === server && isRestart) screens.reload()
  })
  child.once('exit', () =>
    own.reject(new Error('The server has ended: the terminal says why. It starts again when one of its files changes.')),
  )
  server = child
}

function stop(old: ChildProcess): void {
  old.kill('SIGTERM')
  setTimeout(() => old.kill('SIGKILL'), MAX_STOP_MS).unref()
}

function restart(): void {
  if (server) stop(server)
  start()
}

for (const folder of WATCHED) {
  watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
    if (!name || !/\.(ts|sql|xlsx)$/.test(name)) return
    clearTimeout(timer)
    timer = setTimeout(restart, SETTLE_MS)
  })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    clearTimeout(timer)
    server?.kill('SIGTERM')
    void ended.then(() => process.exit(0))
  })
}
start()
