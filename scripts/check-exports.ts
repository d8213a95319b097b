import { readdirSync } from 'node:fs'
import { VERBS } from './file-names.ts'
import { listSources, ROOT, read, report } from './project-files.ts'
import { pathOfImport, readModule, type SourceModule } from './read-module.ts'

/*
 * Exports: each is needed outside its file, and those of the domain, of the contract and of use cases say what they are.
 * A test may import what its file needs itself, but keeps nothing alive that the shop does not need.
 */

/** Tests and their helpers. */
const TESTS = /\.test\.tsx?$|^e2e\/|^server\/testing\//
/** Exports that only tests import and nothing else uses, with the reason. */
const FOR_TESTS: Readonly<Record<string, string>> = {
  isOrderNumber: 'what the check character of an order number is for',
  findOverweight: 'judges the build in a story',
  weighRoutes: 'reads the build in a story',
  replayUsdTotals: 'shows that the pricing stored with an order gives its USD total again',
  SETTING_NAMES: 'compared with the help on settings',
  readReferences: 'compares what calls write with the contract',
  servedAddresses: 'compared with the calls of the contract',
}
/** Exports of route modules that React Router reads. */
const ROUTE_EXPORTS =
  /^(default|loader|action|clientLoader|clientAction|meta|links|headers|handle|shouldRevalidate|ErrorBoundary|HydrateFallback)$/
/** Read by the build and by `server/ssr/`, and settings of the tests that a command names. */
const ENTRIES = /^app\/(root|routes|entry\.(client|server))\.tsx?$|^scripts\/\w+\/vitest\.config\.ts$/
const ROUTES = new Set([...read('app/routes.ts').matchAll(/'(screens\/[^']+)'/g)].map(([, path]) => `app/${path}`))
/** Files whose exports have a doc comment: rules, the contract, and use cases, which are named verb-noun. */
const DOCUMENTED = new RegExp(`^(domain|contract)/|^server/(.*/)?(${VERBS.join('|')})-[^/]*$`)
/** Returns true for a type that is read off a value and says what the value says, and for a group of calls, each with its own summary. */
const isPlain = (path: string, head: string) =>
  /^export type \w+ = .*\btypeof /.test(head) || (path.startsWith('contract/') && /^export const [a-z]\w+ = \{$/.test(head))

const sources = listSources()
const modules = new Map<string, SourceModule>(sources.map((path) => [path, readModule(path, read(path))]))
const configs = readdirSync(ROOT).filter((name) => /\.config\.ts$|^\.dependency-cruiser\.mjs$/.test(name))
const configTexts = configs.map(read).join('\n')

const importedByTests = new Map<string, Set<string>>()
const importedByShop = new Map<string, Set<string>>()
for (const [importer, { imports }] of [...modules, ...configs.map((path) => [path, readModule(path, read(path))] as const)]) {
  const imported = TESTS.test(importer) ? importedByTests : importedByShop
  for (const { from, names } of imports) {
    const path = pathOfImport(from, importer)
    if (path !== null && modules.has(path)) imported.set(path, new Set([...(imported.get(path) ?? []), ...names]))
  }
}
const has = (imported: typeof importedByShop, path: string, name: string) => imported.get(path)?.has(name) || imported.get(path)?.has('*')

/** Exports that no import names: of routes, of what a tool opens by its path, and the components of the API's description. */
function isReadByPath(path: string, name: string, isType: boolean): boolean {
  if (ENTRIES.test(path) || (ROUTES.has(path) && ROUTE_EXPORTS.test(name))) return true
  if (name === 'default' && configTexts.includes(`./${path}'`)) return true
  // every schema that a file of the contract exports is a named component (`write-schemas.ts`)
  return path.startsWith('contract/') && !isType && /^[A-Z][a-z]/.test(name)
}

const findings: string[] = []
for (const [path, { exports, counts }] of modules) {
  for (const { name, line, isType, head, isDocumented } of exports) {
    const at = `${path}:${line}: ${name}`
    if (DOCUMENTED.test(path) && !TESTS.test(path) && !isDocumented && !isPlain(path, head)) findings.push(`${at} has no doc comment`)
    if (has(importedByShop, path, name) || isReadByPath(path, name, isType)) continue
    if (!has(importedByTests, path, name)) findings.push(`${at} is imported by nobody`)
    else if (!TESTS.test(path) && (counts.get(name) ?? 0) < 2 && !FOR_TESTS[name]) findings.push(`${at} is needed by tests only`)
  }
}

const readable = [...modules.values()].filter(({ counts }) => counts.size > 0).length
report('exports', findings, { read: readable, of: sources.length })
