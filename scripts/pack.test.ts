import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { openPostgresForBench } from './bench/postgres.ts'

/* The packed tree as an operator has it: nothing beside it, another user, nothing to write to but its data folder. */

const ROOT = join(import.meta.dirname, '..')
const RUN = join(ROOT, 'scripts', 'run.mjs')
const folder = mkdtempSync(join(tmpdir(), 'reflute-pack-'))
const tree = join(folder, 'dist')
const dataDir = join(folder, 'data')
const given = inject('database')
let database: Awaited<ReturnType<typeof openPostgresForBench>>
let printed = ''

/** As root, the shop runs as a user of its own in a view of this machine whose root is read-only. */
const isRoot = process.getuid?.() === 0
const canSeal = isRoot && spawnSync('unshare', ['-m', 'true']).status === 0 && spawnSync('setpriv', ['--version']).status === 0
const SEAL = `mount -t tmpfs -o mode=1777 tmpfs "$1" && mount -o remount,bind,ro / && shift &&
  exec setpriv --reuid=10001 --regid=10001 --clear-groups --bounding-set=-all --no-new-privs "$@"`

const how = canSeal
  ? 'as another user, on a read-only root, with no environment but the settings'
  : 'with no environment but the settings (not root: user and read-only root not run)'

beforeAll(async () => {
  chmodSync(folder, 0o755)
  mkdirSync(dataDir)
  if (!existsSync(join(ROOT, 'build', 'server', 'index.js'))) execFileSync(process.execPath, [RUN, 'react-router', 'build'], { cwd: ROOT })
  printed = execFileSync(process.execPath, [RUN, 'scripts/pack.ts', '--out', tree], { encoding: 'utf8' })
  database = await openPostgresForBench(given.kind === 'postgres' ? `${given.server}/postgres` : undefined)
}, 300_000)
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const settings = (port: number) => ({
  PORT: String(port),
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DATABASE_URL: database.url,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DEMO: '1',
  MIGRATE: 'off',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'error',
})

/** Starts a command in `cwd`, with nothing to write to but the data folder of `env`. */
function start(env: Record<string, string>, command: string[], cwd = '/'): ChildProcess {
  const [file = '', ...args] = canSeal
    ? ['/usr/bin/unshare', '-m', '--propagation', 'private', 'sh', '-c', SEAL, 'sh', env.DATA_DIR ?? '', ...command]
    : command
  return spawn(file, args, { cwd, env, stdio: ['ignore', 'inherit', 'pipe'] })
}

const SHOP = [process.execPath, join(tree, 'server', 'main.js')]

async function startReady(
  env: (port: number) => Record<string, string> = settings,
  { command = SHOP, cwd = '/', host = '127.0.0.1' } = {},
): Promise<{ origin: string; port: number; stop: () => Promise<number | null> }> {
  const port = await freePort()
  const child = start(env(port), command, cwd)
  const said = text(child.stderr as NonNullable<typeof child.stderr>) // a pipe
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const origin = `http://${host}:${port}`
  for (;;) {
    const answer = await fetch(`${origin}/api/health/ready`).catch(() => null)
    if (answer?.ok) break
    if (child.exitCode !== null) throw new Error(`The shop did not start: ${await said}`)
    await wait(20)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    return ended
  }
  return { origin, port, stop }
}

test(`the command of the image shows the demo ${how}`, { timeout: 600_000 }, async () => {
  const dockerfile = readFileSync(join(ROOT, 'ops', 'docker', 'Dockerfile'), 'utf8')
  const [, variables = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? []
  const [check = [], command = []] = [...dockerfile.matchAll(/\bCMD (\[.*\])$/gm)].map(([, list = '']) => JSON.parse(list) as string[])
  expect([command[0], check[0]]).toEqual(['node', 'node'])
  const volume = join(folder, 'volume')
  mkdirSync(volume)
  const image: Record<string, string> = Object.fromEntries(variables.split(' ').map((variable) => variable.split('=')))
  const env = (port: number) => ({ ...image, DATA_DIR: volume, PORT: String(port) })
  // as from another machine: who listens on 127.0.0.1 alone does not hear it
  const shop = await startReady(env, { command: [process.execPath, ...command.slice(1)], cwd: tree, host: '127.0.0.2' })
  expect(await (await fetch(shop.origin)).text()).toContain('<h1')
  expect((await (await fetch(`${shop.origin}/api/products`)).json()).total).toBeGreaterThan(50)
  const body = JSON.stringify({ email: 'staff@reflute.test', password: 'reflute-demo' })
  const signedIn = await fetch(`${shop.origin}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(signedIn.status).toBe(200)
  expect(spawnSync(process.execPath, check.slice(1), { env: env(shop.port) }).status).toBe(0)
  expect(await shop.stop()).toBe(0)
})

test('the tree has at most 100 MB, of what production needs: no npm, no compiler, no sources, no package of development', () => {
  process.stdout.write(printed)
  const all = Number(/^all +([\d.]+) MB/m.exec(printed)?.[1])
  expect(all).toBeGreaterThan(20)
  expect(all).toBeLessThanOrEqual(100)
  const files = execFileSync('find', [tree, '-type', 'f'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  expect(files.filter((path) => /\.(ts|tsx|md)$/.test(path) && !path.includes('/docs/runbooks/'))).toEqual([])
  const maps = files.filter((path) => path.endsWith('.map')).map((path) => readFileSync(path, 'utf8'))
  expect(maps.some((map) => map.includes('"../server/cart/change-cart.ts"') || map.includes('"cart/change-cart.ts"'))).toBe(true)
  expect(maps.filter((map) => map.includes('sourcesContent') || map.includes(ROOT))).toEqual([]) // lines of the sources, not the sources
  // npm wrote it
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, { dev?: boolean }> }
  const folders = [...new Set(files.map((path) => /\/dist\/(node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? ''))].filter(Boolean)
  expect(folders).toContain('node_modules/sharp')
  for (const path of folders) {
    expect(packages[path], path).toBeDefined()
    expect(packages[path]?.dev, path).toBeUndefined()
  }
  const names = ['npm', 'typescript', '@typescript', 'esbuild', 'vite', 'rolldown', '@rolldown', 'node-gyp', '@swc/core', 'drizzle-kit']
  for (const name of names) expect(existsSync(join(tree, 'node_modules', name)), name).toBe(false)
})

test('whatever the bundle imports is in the tree', () => {
  const files = execFileSync('find', [join(tree, 'server'), join(tree, 'build', 'server'), '-name', '*.js'], { encoding: 'utf8' })
  const wanted = new Set<string>()
  for (const path of files.split('\n').filter(Boolean))
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/^(?:import|export)\s[^'"\n]*?["']([^./"'][^"']*)["'];$/gm))
      wanted.add(name)
  const packages = [...wanted].filter((name) => !isBuiltin(name))
  expect(packages.map((name) => name.split('/')[0])).toContain('sharp')
  for (const name of packages) {
    const [scope = '', part = ''] = name.split('/')
    expect(existsSync(join(tree, 'node_modules', scope.startsWith('@') ? `${scope}/${part}` : scope)), name).toBe(true)
  }
})

test('sentences name the commands of the tree, and a command that is not there is refused', () => {
  const run = spawnSync(process.execPath, [join(tree, 'server', 'main.js'), 'restore'], { encoding: 'utf8', env: {} })
  expect([run.status, run.stderr]).toEqual([2, expect.stringContaining('Use: node server/main.js restore FILE')])
  const unknown = spawnSync(process.execPath, [join(tree, 'server', 'main.js'), 'destroy'], { encoding: 'utf8', env: {} })
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('There is no command destroy.')])
})

test(`the tree starts ${how}, and does all that needs a thread, a process or a native part`, { timeout: 300_000 }, async () => {
  const migrated = spawnSync(process.execPath, [join(tree, 'server', 'main.js'), 'migrate'], { env: settings(0), encoding: 'utf8' })
  expect([migrated.status, migrated.stderr]).toEqual([0, ''])
  const first = await startReady() // fills the database
  expect(await first.stop()).toBe(0)
  const shop = await startReady()
  const read = async (path: string, init?: RequestInit) => {
    const answer = await fetch(shop.origin + path, init)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return {
      status: answer.status,
      type: answer.headers.get('content-type')?.split(';')[0],
      start: bytes.subarray(0, 5).toString('latin1'),
      bytes,
    }
  }
  const post = (path: string, body: string | FormData, headers: Record<string, string>) => read(path, { method: 'POST', body, headers })
  try {
    const page = await read('/products')
    expect([page.status, page.bytes.toString().includes('<h1')]).toEqual([200, true])
    const script = /src="(\/assets\/[^"]+\.js)"|href="(\/assets\/[^"]+\.js)"/.exec(page.bytes.toString())
    expect((await read(script?.[1] ?? script?.[2] ?? '')).status).toBe(200)
    const described = JSON.parse((await read('/api/openapi.json')).bytes.toString()) as { components: { schemas: object } } // ours
    expect(Object.keys(described.components.schemas)).toContain('Product')
    expect((await read('/api/docs/swagger-ui-bundle.js')).status).toBe(200)
    expect((await read('/api/docs/runbooks/disk-full.md')).start).toBe('# Run')

    expect((await read('/licenses.txt')).bytes.toString()).toContain('SIL OPEN FONT LICENSE')

    const json = { 'content-type': 'application/json' }
    const signed = await post('/api/auth/login', JSON.stringify({ email: 'super@reflute.test', password: 'reflute-demo' }), json)
    const headers = { authorization: `Bearer ${(JSON.parse(signed.bytes.toString()) as { token: string }).token}` } // ours
    const products = await read('/api/admin/products/export?format=xlsx', { headers })
    expect([products.status, products.start.slice(0, 2)]).toEqual([200, 'PK']) // a thread
    // ours
    const orders = JSON.parse((await read('/api/admin/orders', { headers })).bytes.toString()) as { id: string; paymentStatus: string }[]
    const order = orders.find(({ paymentStatus }) => paymentStatus === 'paid')
    const invoice = await read(`/api/orders/${order?.id}/invoice.pdf`, { headers })
    expect([invoice.status, invoice.start]).toEqual([200, '%PDF-'])

    const upload = async (bytes: Buffer, name: string) => {
      const form = new FormData()
      form.append('images', new Blob([new Uint8Array(bytes)]), name)
      const { status, bytes: answer } = await post('/api/uploads/images', form, headers)
      expect(status, answer.toString()).toBe(201)
      const [kept] = JSON.parse(answer.toString()) as { url: string }[] // ours
      return (await read(kept?.url ?? '')).type
    }
    const photo = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#c99b5f' } })
      .png()
      .toBuffer()
    expect(await upload(photo, 'photo.png')).toBe('image/webp')
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><circle cx="320" cy="200" r="180"/></svg>'
    const child = spawnSync(process.execPath, [join(tree, 'server', 'svg-child.js'), '100', '100', '300000', '0'], {
      input: drawing,
      env: {},
    })
    expect(child.stdout.subarray(1, 4).toString()).toBe('PNG') // the process for logos of sellers
  } finally {
    expect(await shop.stop()).toBe(0)
  }
})

test('without the built screens the start ends with 1', async () => {
  const screens = join(tree, 'build', 'client')
  renameSync(screens, `${screens}-away`)
  try {
    const child = start(settings(await freePort()), SHOP)
    const said = text(child.stderr as NonNullable<typeof child.stderr>) // a pipe
    const code = await new Promise((resolve) => child.once('exit', resolve))
    expect([code, await said]).toEqual([1, expect.stringContaining('The screens are not built')])
  } finally {
    renameSync(`${screens}-away`, screens)
  }
})
