import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'

const ROOT = join(import.meta.dirname, '..')
/** Lets no time pass in a process: what it gives to open requests before it closes its database never ends. */
const STILL_CLOCK = '--import=data:text/javascript,performance.now=()=>0'

/** Sends a request as soon as somebody listens. */
async function untilListening(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    try {
      return await send()
    } catch {
      await wait(5)
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the server of npm run dev stops at once while pages are open, and closes its database: a restart need not kill it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-dev-'))
  const server = spawn(process.execPath, ['--conditions=development', 'server/main.ts', '--dev'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'development', NODE_OPTIONS: STILL_CLOCK, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '0' },
  })
  try {
    server.send('open')
    const [{ port }] = await once(server, 'message')
    expect((await fetch(`http://127.0.0.1:${port}/products`)).headers.has('x-page')).toBe(true) // rendered in front of it
    const ended = once(server, 'exit')
    const page = connect(port, '127.0.0.1') // a request without its end
    page.write('POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n')
    page.on('error', () => undefined)
    await once(page, 'connect')
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('server-'))).toEqual([]) // who closes the database releases the lock
  } finally {
    server.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)

test('of npm run dev the first request is answered, however early it comes; a signal to npm ends all of it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-dev-'))
  const port = await freePort()
  const npm = spawn('npm', ['run', 'dev'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '0' },
  })
  npm.stdout.resume()
  const ended = once(npm, 'exit')
  try {
    const answer = await untilListening(() => fetch(`http://127.0.0.1:${port}/contact`))
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Contact')])
    const [lock = ''] = readdirSync(dataDir).filter((name) => name.startsWith('server-'))
    const server = Number(lock.split('-')[1])
    expect(isRunning(server)).toBe(true)
    npm.kill('SIGTERM')
    await ended
    await expect.poll(() => isRunning(server)).toBe(false)
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => 'answered',
          () => 'nobody',
        ),
      )
      .toBe('nobody')
  } finally {
    npm.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 240_000)

test('of npm run dev a server that cannot start says so to each request, and ends with the process in front that was killed', async () => {
  const port = await freePort()
  const dev = (dataDir: string) =>
    spawn(process.execPath, ['--conditions=development', 'scripts/dev.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '0' },
    })
  const broken = dev('/dev/null/data')
  const first = await untilListening(() => fetch(`http://127.0.0.1:${port}/contact`))
  const second = await fetch(`http://127.0.0.1:${port}/api/health/live`)
  for (const answer of [first, second])
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('The server has ended')])
  const gone = once(broken, 'exit')
  broken.kill('SIGTERM')
  await gone

  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-dev-'))
  const killed = dev(dataDir)
  await untilListening(() => fetch(`http://127.0.0.1:${port}/api/health/live`))
  const [lock = ''] = readdirSync(dataDir).filter((name) => name.startsWith('server-'))
  killed.kill('SIGKILL')
  await expect.poll(() => isRunning(Number(lock.split('-')[1]))).toBe(false)
  rmSync(dataDir, { recursive: true, force: true })
}, 240_000)

test('of npm run dev only the server restarts when one of its files changes: screens answer meanwhile, and pages wait for it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-dev-'))
  const dev = spawn(process.execPath, ['--conditions=development', 'scripts/dev.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '0', PUBLIC_URL: undefined },
  })
  const ended = once(dev, 'exit')
  try {
    const lines = createInterface(dev.stdout)[Symbol.asyncIterator]()
    /** Waits until a server says that it runs. */
    async function running(): Promise<string> {
      for (;;) {
        const { value, done } = await lines.next()
        const origin = /running on (http:\/\/localhost:\d+)/.exec(value ?? '')?.[1]
        if (origin) return origin
        if (done) throw new Error('npm run dev has ended')
      }
    }
    const origin = await running()
    const first = await fetch(`${origin}/contact`)
    expect([first.status, first.headers.get('x-page'), first.headers.get('content-security-policy')]).toEqual([200, null, null])
    expect(await first.text()).toContain('Contact')
    expect((await fetch(`${origin}/api/nothing`)).status).toBe(404)

    const source = join(ROOT, 'server', 'jobs.ts')
    const { atime, mtime } = statSync(source)
    utimesSync(source, atime, mtime)
    const order: string[] = []
    const restarted = running().then(() => order.push('server'))
    await expect
      .poll(() => fetch(`${origin}/api/health/live`, { signal: AbortSignal.timeout(50) }).then(() => '', String))
      .toContain('Timeout')
    const page = fetch(`${origin}/contact`).then(({ status }) => order.push(`page ${status}`))
    expect((await fetch(`${origin}/@vite/client`)).status).toBe(200)
    order.push('screens')
    await Promise.all([page, restarted])
    expect(order[0]).toBe('screens')
    expect(order).toContain('page 200')
  } finally {
    dev.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 240_000)
