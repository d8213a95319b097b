import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/* The closed file names of a slice: a newcomer who knows one slice knows them all. */

const ROOT = join(import.meta.dirname, '..')
/** Folders of the server that are not slices. */
const OTHERS = new Set(['db', 'http', 'jobs', 'vendors', 'seed', 'testing', 'drawings'])
const ALLOWED = [/^routes\.ts$/, /^repository\.ts$/, /^[a-z]+(-[a-z]+)+\.ts$/, /^[a-z]+(-[a-z]+)*\.test\.ts$/]
/** Nouns of one word that a slice may keep beside its use cases, each with its reason. */
const NOUNS = new Set(['auth/token.ts', 'auth/password.ts', 'auth/throttle.ts'])
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|config|server|client))*\.(tsx?|css|md|sql|json|woff2|xlsx|js|svg|png)$/

const wrong: string[] = []
for (const slice of readdirSync(join(ROOT, 'server'), { withFileTypes: true })) {
  if (!slice.isDirectory() || OTHERS.has(slice.name)) continue
  for (const file of readdirSync(join(ROOT, 'server', slice.name))) {
    const isAllowed = ALLOWED.some((pattern) => pattern.test(file)) || NOUNS.has(`${slice.name}/${file}`)
    if (!isAllowed) wrong.push(`server/${slice.name}/${file}: a slice has routes.ts, repository.ts, verb-noun.ts and tests`)
  }
}
for (const folder of ['domain', 'contract', 'server', 'app', 'content', 'e2e', 'scripts']) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && !KEBAB.test(entry.name) && !entry.name.startsWith('0') && !entry.name.startsWith('_')) wrong.push(`${join(entry.parentPath, entry.name).slice(ROOT.length + 1)}: file names are kebab-case`)
  }
}
process.stdout.write(wrong.length > 0 ? `${wrong.join('\n')}\n` : 'names: all as they should be\n')
process.exit(wrong.length > 0 ? 1 : 0)
