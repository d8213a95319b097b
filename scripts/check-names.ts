import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/* The closed file names of a slice: a newcomer who knows one slice knows them all. */

const ROOT = join(import.meta.dirname, '..')
/** Folders of the server that are not slices. */
const OTHERS = new Set(['db', 'http', 'jobs', 'vendors', 'seed', 'testing', 'drawings'])
const ALLOWED = [/^routes\.ts$/, /^repository\.ts$/, /^[a-z]+(-[a-z]+)+\.ts$/, /^[a-z]+(-[a-z]+)*\.test\.ts$/]
/** Nouns of one word that slices keep beside their use cases; a new one is added here, with the reason in its own first comment. */
const NOUNS = new Set(['token', 'password', 'throttle', 'session', 'refusals', 'fingerprint', 'cells', 'table', 'pricing'])
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|config|server|client|d))*\.(tsx?|css|md|sql|json|woff2|xlsx|m?js|svg|png|ttf)$/

const wrong: string[] = []
function checkSlice(path: string): void {
  for (const entry of readdirSync(join(ROOT, path), { withFileTypes: true })) {
    // A folder in a slice is a part of it with SQL of its own: the same names, without routes.
    if (entry.isDirectory()) checkSlice(join(path, entry.name))
    else if (!ALLOWED.some((pattern) => pattern.test(entry.name)) && !NOUNS.has(entry.name.replace(/\.ts$/, ''))) {
      wrong.push(`${path}/${entry.name}: a slice has routes.ts, repository.ts, verb-noun.ts and tests`)
    }
  }
}

for (const slice of readdirSync(join(ROOT, 'server'), { withFileTypes: true })) {
  if (slice.isDirectory() && !OTHERS.has(slice.name)) checkSlice(join('server', slice.name))
}
for (const folder of ['domain', 'contract', 'server', 'app', 'content', 'e2e', 'scripts']) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && !KEBAB.test(entry.name) && !entry.name.startsWith('0') && !entry.name.startsWith('_'))
      wrong.push(`${join(entry.parentPath, entry.name).slice(ROOT.length + 1)}: file names are kebab-case`)
  }
}
process.stdout.write(wrong.length > 0 ? `${wrong.join('\n')}\n` : 'names: all as they should be\n')
process.exit(wrong.length > 0 ? 1 : 0)
