import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/* File names are kebab-case. */

const ROOT = join(import.meta.dirname, '..')
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|config|server|client|d))*\.(tsx?|css|md|sql|json|woff2|xlsx|m?js|svg|png|ttf)$/

const wrong: string[] = []
for (const folder of ['domain', 'contract', 'server', 'app', 'content', 'drawings', 'e2e', 'scripts']) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && !KEBAB.test(entry.name) && !entry.name.startsWith('0') && !entry.name.startsWith('_'))
      wrong.push(`${join(entry.parentPath, entry.name).slice(ROOT.length + 1)}: file names are kebab-case`)
  }
}
process.stdout.write(wrong.length > 0 ? `${wrong.join('\n')}\n` : 'names: all as they should be\n')
process.exit(wrong.length > 0 ? 1 : 0)
