import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** Below the time after which `npm run dev` kills it. */
const MAX_STOP_MS = 2500

test('the server of npm run dev stops at once while pages are open, and closes its database: a restart need not kill it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-dev-'))
  const server = spawn(process.execPath, ['--conditions=development', 'server/main.ts', '--dev'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '0' },
  })
  try {
    let port = 0
    for await (const line of createInterface(server.stdout)) {
      port = Number(/running on http:\/\/localhost:(\d+)/.exec(line)?.[1] ?? 0)
      if (port) break
    }
    expect((await fetch(`http://localhost:${port}/`)).status).toBe(200)
    const ended = once(server, 'exit')
    const page = connect(port, '127.0.0.1') // a request without its end
    page.write('POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n')
    page.on('error', () => undefined)
    await once(page, 'connect')
    const stoppedAt = performance.now()
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(performance.now() - stoppedAt).toBeLessThan(MAX_STOP_MS)
  } finally {
    server.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
