import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { OUTSIDE, writeTree } from './build-server.ts'

/*
 * `npm run pack [-- --out FOLDER]`: writes the production tree to `dist/`: the server and the commands of operators as one bundle, all that
 * they read, and the packages that cannot be bundled. It needs Node and nothing else; `node server/main.js` starts it.
 */

const ROOT = join(import.meta.dirname, '..')
const MODULES = join(ROOT, 'node_modules')
const MB = 1024 * 1024
const MAX_MB = 100
/** Files of packages that nothing reads in production. */
const UNUSED = /\.(map|md|markdown|[cm]?tsx?|flow)$|\/(test|tests|tools|examples?|\.yarn|\.github)\//

interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) // npm wrote it

/** Returns the folders of these packages and of everything that they depend on and that is installed, as npm finds them. */
function foldersOf(names: readonly string[], from: string, found = new Set<string>()): Set<string> {
  for (const name of names) {
    const places = [join(from, 'node_modules', name), join(MODULES, name)]
    const folder = places.find((place) => statSync(join(place, 'package.json'), { throwIfNoEntry: false }))
    if (!folder || found.has(folder)) continue
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = readManifest(folder)
    foldersOf(Object.keys({ ...dependencies, ...optionalDependencies }), folder, found)
  }
  return found
}

function sizeOf(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'dist') } } })
const out = resolve(values.out)
await writeTree(out, { isPacked: true })
for (const folder of foldersOf(OUTSIDE, ROOT)) {
  const filter = (path: string) => !UNUSED.test(path.slice(MODULES.length)) && (path === folder || basename(path) !== 'node_modules')
  cpSync(folder, join(out, relative(ROOT, folder)), { recursive: true, filter })
}
cpSync(join(ROOT, 'build', 'client', 'licenses.txt'), join(out, 'THIRD_PARTY_NOTICES.txt'))

const sizes = readdirSync(out).map((entry) => ({ entry, mb: sizeOf(join(out, entry)) / MB }))
const total = sizes.reduce((sum, { mb }) => sum + mb, 0)
for (const { entry, mb } of sizes.filter(({ mb: size }) => size >= 0.1))
  process.stdout.write(`${entry.padEnd(14)} ${mb.toFixed(1).padStart(6)} MB\n`)
process.stdout.write(`${'all'.padEnd(14)} ${total.toFixed(1).padStart(6)} MB of ${MAX_MB}\n`)
if (total > MAX_MB) process.exitCode = 1
