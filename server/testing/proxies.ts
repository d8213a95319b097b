import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const EXAMPLES = join(import.meta.dirname, '..', '..', 'ops', 'proxy')
/** Folders of programs, also those that are not on the PATH of an ordinary user. */
const FOLDERS = `${process.env.PATH}:/usr/sbin:/sbin`
/** An ordinary user, for tests that root runs. */
const USER = 65_534
const START_MS = 20_000

/** The two servers of the examples. */
const SERVERS = ['10.0.0.11:3000', '10.0.0.12:3000'] as const

export type ProxyName = 'nginx' | 'caddy'

/** Returns whether this proxy is installed here. */
export const hasProxy = (name: ProxyName): boolean =>
  spawnSync(name, [name === 'nginx' ? '-v' : 'version'], { env: { PATH: FOLDERS } }).status === 0

/** Replaces a text that must be in the example. */
function change(example: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((text, [from, to]) => {
    const changed = text.replaceAll(from, to)
    if (changed === text) throw new Error(`The example has no ${from}`)
    return changed
  }, example)
}

/** The example for nginx on these ports of this machine, `plain` for what came over http, without TLS, with its files in `folder`. */
function nginxConfig(folder: string, port: number, plain: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`)
  return change(readFileSync(join(EXAMPLES, 'nginx.conf'), 'utf8'), [
    ['pid /run/nginx.pid;', `pid ${folder}/nginx.pid;`],
    ['http {\n', `http {\n${temporary.join('\n')}\n`],
    [/ {4}(listen \[::\]|ssl_).*\n/g, ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
  ])
}

/** The example for Caddy on these ports of this machine, `plain` for what came over http, without TLS. */
function caddyConfig(port: number, plain: number): string {
  const site = (at: number) => `http://127.0.0.1:${at} {\n\tbind 127.0.0.1`
  const example = change(readFileSync(join(EXAMPLES, 'Caddyfile'), 'utf8'), [
    ['http://shop.example.com {', site(plain)],
    ['shop.example.com {', site(port)],
  ])
  return `{\n\tadmin off\n}\n${example}`
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Starts the example of a proxy as an ordinary user, on `port` of this machine, in front of servers on these two ports. */
export async function openProxy(
  name: ProxyName,
  port: number,
  servers: readonly [number, number],
): Promise<{ plainUrl: string; close: () => Promise<void> }> {
  const plain = await freePort()
  const folder = mkdtempSync(join(tmpdir(), `reflute-${name}-`))
  chmodSync(folder, 0o777)
  const file = join(folder, 'config')
  const config = name === 'nginx' ? nginxConfig(folder, port, plain) : caddyConfig(port, plain)
  writeFileSync(
    file,
    change(
      config,
      SERVERS.map((server, at) => [server, `127.0.0.1:${servers[at]}`]),
    ),
  )
  const args =
    name === 'nginx'
      ? ['-p', folder, '-e', join(folder, 'error.log'), '-c', file, '-g', 'daemon off;']
      : ['run', '--config', file, '--adapter', 'caddyfile']
  const child = spawn(name, args, {
    cwd: folder,
    env: { PATH: FOLDERS, HOME: folder },
    stdio: 'ignore',
    ...(process.getuid?.() === 0 && { uid: USER, gid: USER }),
  })
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const close = async () => {
    await stop(child)
    process.off('exit', killWithUs)
    rmSync(folder, { recursive: true, force: true })
  }
  const until = performance.now() + START_MS
  while (!(await fetch(`http://127.0.0.1:${port}/api/health/live`).catch(() => null))) {
    if (child.exitCode !== null || performance.now() > until) {
      const log = spawnSync(name, name === 'nginx' ? ['-t', '-c', file] : ['validate', '--config', file, '--adapter', 'caddyfile'], {
        env: { PATH: FOLDERS },
        encoding: 'utf8',
      })
      await close()
      throw new Error(`${name} did not start: ${log.stderr}`)
    }
    await wait(50)
  }
  return { plainUrl: `http://127.0.0.1:${plain}`, close }
}
