import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build, type Plugin } from 'vite'
import { COMMANDS } from './commands.ts'
import { listFiles } from './project-files.ts'

/*
 * Bundles the server and the commands of operators into a tree with all that they read: built screens, migrations, fonts, catalog,
 * runbooks. As a command it writes `build/tree`, which `npm start` runs; `npm run pack` adds the packages that cannot be bundled.
 */

const ROOT = join(import.meta.dirname, '..')
const MODULES = join(ROOT, 'node_modules')
/** The tree that `npm start` runs; its packages are those of the project. */
const TREE = join(ROOT, 'build', 'tree')
/** Packages with native parts, WebAssembly or files that they read: they stay as they are. */
export const OUTSIDE = ['@electric-sql/pglite', 'pdfkit', 'sharp', 'swagger-ui-dist']
/** The development server, which no production code reaches. */
const NEVER = ['vite']
/** Files beside the code, at the same paths as here. */
const BESIDE = [
  'LICENSE',
  'build/client',
  'content/catalog.xlsx',
  'content/papers',
  'docs/runbooks',
  'server/content/search/graded-queries.json',
  'server/platform/db/migrations',
  'server/platform/http/examples.json',
  'server/platform/vendors/fonts',
]

/** Purpose of a tree: sentences of one that has no npm name its own commands, and its maps name no folder of this machine. */
interface Kind {
  isPacked: boolean
}

/**
 * Makes our modules work in one folder: their paths (`import.meta.dirname`) stay those of the sources, and the files of threads and
 * processes become entries of the bundle.
 */
function keepPaths({ isPacked }: Kind): Plugin {
  const commands = new RegExp(`npm run (?:--silent )?(${Object.keys(COMMANDS).join('|')})(?![\\w:-])( --)?`, 'g')
  return {
    name: 'keep-paths',
    enforce: 'pre',
    transform(code, id) {
      if (id.startsWith(MODULES) || !id.endsWith('.ts')) return null
      const folder = relative(join(ROOT, 'server'), dirname(id)).split(sep).join('/')
      const moved = code
        .replace(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, (_all, name: string) => {
          if (name !== 'main') this.emitFile({ type: 'chunk', id: join(dirname(id), `${name}.ts`), fileName: `server/${name}.js` })
          return `new URL(/* @vite-ignore */ './${name}.js', import.meta.url)`
        })
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
      const named = isPacked ? moved.replace(commands, 'node server/main.js $1') : moved
      return named === code ? null : { code: named, map: null } // its lines are those of the source
    },
  }
}

/** The files of the contract: the description of the calls reads the names of their exports. */
const contractFiles = listFiles('contract', /(?<!\.test)\.ts$/)

async function bundle(out: string, kind: Kind): Promise<void> {
  const entries = { 'server/main': 'scripts/main.ts', 'build/server/index': 'build/server/index.js' }
  const contract = Object.fromEntries(contractFiles.map((path) => [path.replace(/\.ts$/, ''), path]))
  const input = Object.fromEntries(Object.entries({ ...entries, ...contract }).map(([name, path]) => [name, join(ROOT, path)]))
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [keepPaths(kind)],
    ssr: { noExternal: true, external: [...OUTSIDE, ...NEVER] },
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { moduleLevelDirective: false },
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: 'server/[name]-[hash].js' },
      },
    },
  })
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const DIGIT_BITS = 5
const CONTINUES = 1 << DIGIT_BITS

/** Writes a number as source maps have it: base 64, lowest digits first, the sign in the last bit. */
function digitsOf(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1
  let digits = ''
  do {
    const digit = rest & (CONTINUES - 1)
    rest >>>= DIGIT_BITS
    digits += DIGITS[rest > 0 ? digit | CONTINUES : digit]
  } while (rest > 0)
  return digits
}

/**
 * Reduces a source map to the line of the source for each line: all that a stack trace needs, in a twentieth of the size, which the server
 * reads at its start.
 */
function shortenMap(file: string, nameOf: (source: string) => string): void {
  if (!existsSync(`${file}.map`)) return // it has no code of its own
  const payload = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload // the bundler wrote it
  const map = new SourceMap(payload)
  const sources = new Map<string, number>()
  const before = { source: 0, line: 0 }
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line, at) => {
      const entry = map.findEntry(at, line.search(/\S|$/))
      if (!('originalSource' in entry && entry.originalSource) || entry.generatedLine !== at) return '' // made by the bundler
      const source = sources.get(entry.originalSource) ?? sources.size
      sources.set(entry.originalSource, source)
      const segment = [0, source - before.source, entry.originalLine - before.line, 0].map(digitsOf).join('')
      Object.assign(before, { source, line: entry.originalLine })
      return segment
    })
  const names = [...sources.keys()].map((source) => nameOf(resolve(dirname(file), source)))
  writeFileSync(
    `${file}.map`,
    JSON.stringify({ version: 3, sources: names.map((name) => relative(dirname(file), name)), names: [], mappings: lines.join(';') }),
  )
}

/** Fields of our package.json. */
interface Manifest {
  name: string
  version: string
  license: string
  config: { runtime: string }
}

/** Writes the tree without packages. The screens must be built. */
export async function writeTree(out: string, kind: Kind): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  await bundle(out, kind)
  const nameOf = (source: string) => (kind.isPacked ? join(out, relative(ROOT, source)) : source)
  for (const path of listFiles(relative(ROOT, out), /\.js$/)) shortenMap(join(ROOT, path), nameOf)
  for (const path of BESIDE) cpSync(join(ROOT, path), join(out, path), { recursive: true })
  const { name, version, license, config } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest // our own file
  writeFileSync(
    join(out, 'package.json'),
    `${JSON.stringify({ name, version, license, private: true, type: 'module', engines: { node: config.runtime }, config }, null, 2)}\n`,
  )
}

if (import.meta.main) await writeTree(TREE, { isPacked: false })
