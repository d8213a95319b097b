import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { build, type Plugin } from 'vite'
import { COMMANDS } from './commands.ts'
import { listFiles } from './project-files.ts'

/*
 * `npm run pack [-- --out FOLDER]`: writes the production tree to `dist/`: the server and the commands of operators as one bundle, the built screens,
 * migrations, fonts, catalog, runbooks, and the packages that cannot be bundled. It needs Node and nothing else; `node server/main.js` starts it.
 */

const ROOT = join(import.meta.dirname, '..')
const MODULES = join(ROOT, 'node_modules')
const MB = 1024 * 1024
const MAX_MB = 100
/** Packages with native parts, WebAssembly or files that they read: they stay as they are. */
const OUTSIDE = ['@electric-sql/pglite', 'pdfkit', 'sharp', 'swagger-ui-dist']
/** The development server, which no production code reaches. */
const NEVER = ['vite']
/** Files beside the code, at the same paths as here. */
const BESIDE = [
  'LICENSE',
  'build/client',
  'content/catalog.xlsx',
  'docs/runbooks',
  'server/platform/db/migrations',
  'server/platform/vendors/fonts',
]
/** Files of packages that nothing reads in production. */
const UNUSED = /\.(map|md|markdown|[cm]?tsx?|flow)$|\/(test|tests|tools|examples?|\.yarn|\.github)\//

/**
 * Makes our modules work in one folder: their paths (`import.meta.dirname`) stay those of the sources, the files of threads and processes become
 * entries of the bundle, and sentences name the commands of the tree.
 */
function keepPaths(): Plugin {
  const commands = new RegExp(`npm run (?:--silent )?(${Object.keys(COMMANDS).join('|')})(?![\\w:-])( --)?`, 'g')
  return {
    name: 'keep-paths',
    enforce: 'pre',
    transform(code, id) {
      if (id.startsWith(MODULES) || !id.endsWith('.ts')) return null
      const folder = relative(join(ROOT, 'server'), dirname(id)).split(sep).join('/')
      return code
        .replace(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, (_all, name: string) => {
          if (name !== 'main') this.emitFile({ type: 'chunk', id: join(dirname(id), `${name}.ts`), fileName: `server/${name}.js` })
          return `new URL(/* @vite-ignore */ './${name}.js', import.meta.url)`
        })
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
        .replace(commands, 'node server/main.js $1')
    },
  }
}

/** The files of the contract: the description of the calls reads the names of their exports. */
const contractFiles = listFiles('contract', /(?<!\.test)\.ts$/)

async function bundle(out: string): Promise<void> {
  const entries = { 'server/main': 'scripts/main.ts', 'build/server/index': 'build/server/index.js' }
  const contract = Object.fromEntries(contractFiles.map((path) => [path.replace(/\.ts$/, ''), path]))
  const input = Object.fromEntries(Object.entries({ ...entries, ...contract }).map(([name, path]) => [name, join(ROOT, path)]))
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [keepPaths()],
    ssr: { noExternal: true, external: [...OUTSIDE, ...NEVER] },
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { moduleLevelDirective: false },
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: 'server/[name]-[hash].js' },
      },
    },
  })
}

interface Manifest {
  name: string
  version: string
  license: string
  engines: object
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
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
await bundle(out)
for (const path of BESIDE) cpSync(join(ROOT, path), join(out, path), { recursive: true })
for (const folder of foldersOf(OUTSIDE, ROOT)) {
  const filter = (path: string) => !UNUSED.test(path.slice(MODULES.length)) && (path === folder || basename(path) !== 'node_modules')
  cpSync(folder, join(out, relative(ROOT, folder)), { recursive: true, filter })
}
const { name, version, license, engines } = readManifest(ROOT)
cpSync(join(ROOT, 'build', 'client', 'licenses.txt'), join(out, 'THIRD_PARTY_NOTICES.txt'))
writeFileSync(join(out, 'package.json'), `${JSON.stringify({ name, version, license, private: true, type: 'module', engines }, null, 2)}\n`)

const sizes = readdirSync(out).map((entry) => ({ entry, mb: sizeOf(join(out, entry)) / MB }))
const total = sizes.reduce((sum, { mb }) => sum + mb, 0)
for (const { entry, mb } of sizes.filter(({ mb: size }) => size >= 0.1))
  process.stdout.write(`${entry.padEnd(14)} ${mb.toFixed(1).padStart(6)} MB\n`)
process.stdout.write(`${'all'.padEnd(14)} ${total.toFixed(1).padStart(6)} MB of ${MAX_MB}\n`)
if (total > MAX_MB) process.exitCode = 1
