import { type ESTree, parseSync, Visitor } from 'vite'
import { listFiles, read, report } from './project-files.ts'

/*
 * Paths: what is true of a route is said at the route, in its module's `handle` or in its `endpoint()`. So no list of paths, no object with
 * paths as keys and no pattern of several paths is anywhere else. Single paths, and links with their labels, are no such list.
 */

/** Places of paths: the routes of the screens and their modules, the calls, and the tests of them. */
const ROUTES = /^app\/(routes\.ts|screens\/)|^contract\/[^/]+\/|\.test\.tsx?$|^server\/testing\//
/** Lists that are no fact about routes of ours, with the reason. */
const LISTS: Readonly<Record<string, string>> = {
  'app/features/identity/sign-in/internal-path.ts':
    'a browser knows the handles of open routes only; these are where a link to sign in does not lead back',
  'app/features/catalog/products/search-reading.tsx': 'what the links of answers of the search are called; staff choose where they lead',
  'domain/blog-post.ts': 'where pictures of the shop may be; none of them is a screen',
  'server/ssr/screens.ts': 'beginnings of what the server answers itself, for the catch-all of pages',
}

const PATH = /^\/[a-z][a-z-]*(\/[\w:-]+)*\/?$/
/** A group of paths in a pattern: `^\/(api|assets)`. */
const PATTERN = /\\\/\((\?:)?[a-z-]+\|/
const MAX_PATHS = 1

const isPath = (node: ESTree.Node | null | undefined) => node?.type === 'Literal' && typeof node.value === 'string' && PATH.test(node.value)

/** Returns the offsets of the lists of paths in a file. */
function findLists(path: string, text: string): number[] {
  const found: number[] = []
  new Visitor({
    ArrayExpression: ({ elements, start }) => void (elements.filter(isPath).length > MAX_PATHS && found.push(start)),
    ObjectExpression: ({ properties, start }) =>
      void (properties.filter((property) => property.type === 'Property' && isPath(property.key)).length > MAX_PATHS && found.push(start)),
    Literal: (node) => void ('regex' in node && PATTERN.test(node.regex.pattern) && found.push(node.start)),
  }).visit(parseSync(path, text).program)
  return found
}

const sources = ['domain', 'contract', 'server', 'app']
  .flatMap((folder) => listFiles(folder, /\.tsx?$/))
  .filter((path) => !ROUTES.test(path))
const withLists = new Set<string>()
const findings: string[] = []
let count = 0
for (const path of sources) {
  const text = read(path)
  count += text.length > 0 ? 1 : 0
  for (const offset of findLists(path, text)) {
    withLists.add(path)
    if (!(path in LISTS))
      findings.push(`${path}:${text.slice(0, offset).split('\n').length}: a list of paths; what is true of a route is said at the route`)
  }
}
for (const path of Object.keys(LISTS))
  if (!withLists.has(path)) findings.push(`${path}: has no list of paths any more (scripts/check-paths.ts)`)
report('paths', findings, { read: count, of: sources.length })
