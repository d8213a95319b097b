import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import Module from 'node:module'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * `node scripts/run.mjs <script or tool> [arguments]`: runs it on a Node that is new enough, whichever Node runs this file. Plain
 * JavaScript, because Node 18 must be able to read it. The minimum version is in package.json under `config.runtime`; `engines` says which
 * Node is enough to install and start the shop, which then runs on one of its own.
 */

/** @typedef {{ path: string, version: string }} Found */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
const BINARY = process.platform === 'win32' ? 'node.exe' : 'node'
/** The shell's exit code for a command that cannot be run. */
const CANNOT_RUN = 126
/** Folder in which Node stores what it has compiled: the next process, and each worker thread, begins in two thirds of the time. */
const COMPILED = join(ROOT, '.cache', 'compiled')
const SIGNAL_BASE = 128
/** Settings of the shop in the working folder, for what starts or operates it: tests and benchmarks have settings of their own. */
const ENV_FILE = '.env'
const READS_ENV_FILE = new Set(
  ['start', 'dev', 'reset-factor', 'verify-audit', 'backup', 'doctor', 'erasures', 'move-files', 'ledger', 'lock-down', 'migrate']
    .concat(['release-outbox', 'restore', 'restore-drill', 'rotate-secrets'])
    .map((script) => `scripts/${script}.ts`),
)

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const manifest = readJson(join(ROOT, 'package.json'))
const least = String(manifest.config.runtime).replace(/^>=/, '')

/** @param {string} version */
function isEnough(version) {
  const [has, needs] = [version, least].map((text) => text.split('.').map(Number))
  const differing = [0, 1, 2].find((part) => has[part] !== needs[part])
  return differing === undefined || has[differing] > needs[differing]
}

/**
 * The Node at this path; null where none can be run.
 * @param {string | undefined} path
 * @returns {Found | null}
 */
function findAt(path) {
  if (!path || !existsSync(path)) return null
  const real = realpathSync(path)
  if (real === realpathSync(process.execPath)) return { path: process.execPath, version: process.versions.node }
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  const version = /^v(\d+\.\d+\.\d+)/.exec(stdout ?? '')?.[1]
  return version ? { path, version } : null
}

/**
 * Returns whether npm has put it here: the search path of a script begins with the project's own.
 * @param {string} path
 */
const isOwn = (path) => existsSync(MODULES) && realpathSync(path).startsWith(realpathSync(MODULES) + sep)

/** Installed Nodes: the one that runs npm, the one that runs this file, those on the PATH. */
function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const paths = [process.env.npm_node_execpath, process.execPath, ...folders.map((folder) => join(folder, BINARY))]
  return paths.filter((path) => path && existsSync(path) && !isOwn(path))
}

/** The project's own Node, from `optionalDependencies`. */
function own() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  return ['node', 'node-bin'].map((prefix) => join(MODULES, `${prefix}-${system}-${process.arch}`, 'bin', BINARY))
}

/** @returns {Found | null} */
function choose() {
  for (const path of new Set([...installed(), process.execPath, ...own()])) {
    const found = findAt(path)
    if (found && isEnough(found.version)) return found
  }
  return null
}

/**
 * The file behind a script's path or the name of a tool that a package brings.
 * @param {string} name
 */
function entryOf(name) {
  if (/\.[cm]?[jt]s$/.test(name)) return resolve(ROOT, name)
  for (const dependency of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    const path = join(MODULES, dependency, 'package.json')
    if (!existsSync(path)) continue
    const { bin = {} } = readJson(path)
    const file = typeof bin === 'string' ? dependency.split('/').pop() === name && bin : bin[name]
    if (file) return join(dirname(path), file)
  }
  return null
}

/** @param {string} line */
function refuse(line) {
  process.stderr.write(`${line}\n`)
  process.exit(CANNOT_RUN)
}

/**
 * Runs it in a process of its own that gets our signals and whose end is ours.
 * @param {string} node
 * @param {string[]} command
 */
function runIn(node, command) {
  const child = spawn(node, command, { stdio: 'inherit', env: process.env })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT')) // in a terminal the child gets the signal itself
  child.on('error', (error) => refuse(`${node} cannot be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(signal ? SIGNAL_BASE + constants.signals[signal] : code))
}

const [name = '', ...given] = process.argv.slice(2)
const node = choose()
const entry = entryOf(name)
if (!node)
  refuse(
    `Reflute needs Node ${least} or newer, and this is ${process.versions.node}. Install it from https://nodejs.org, or run npm ci, which brings its own.`,
  )
else if (!entry) refuse(`There is no script or tool named ${name}: run npm ci first.`)
else {
  // child processes called `node` get the same one; an installed one keeps its place on the PATH
  if (own().includes(node.path)) process.env.PATH = [dirname(node.path), process.env.PATH].filter(Boolean).join(delimiter)
  process.env.NODE_COMPILE_CACHE ??= COMPILED
  const hasSettings = READS_ENV_FILE.has(name) && existsSync(ENV_FILE)
  if (node.path === process.execPath) {
    Module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
    if (hasSettings) process.loadEnvFile(ENV_FILE)
    process.argv.splice(1, process.argv.length - 1, entry, ...given)
    Module.runMain()
  } else runIn(node.path, [...process.execArgv, ...(hasSettings ? [`--env-file=${ENV_FILE}`] : []), entry, ...given])
}
