import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './project-files.ts'

/*
 * `node scripts/run.mjs scripts/licenses.ts [--out FILE]`: writes THIRD_PARTY_NOTICES.txt, the licenses of everything that the shop brings
 * along and did not write. The build puts it at /licenses.txt. `--check` writes nothing; exit code 1 where a package has a license that is
 * not listed here.
 */

/** Licenses that may be delivered with the shop. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '0BSD',
  'Unlicense',
  'WTFPL',
  'Python-2.0',
  '(MIT OR CC0-1.0)',
])
/** Weak copyleft: a library of its own that may be exchanged, named in the note below. */
const LIBVIPS = /^@img\/sharp-/
const LGPL = /LGPL-3\.0-or-later/
/** Licenses that a package states in its files only. */
const STATED: Readonly<Record<string, string>> = { 'png-js': 'MIT' }
const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i

const NOTE = `libvips
The packages @img/sharp-* contain libvips and the libraries that it uses, under the GNU Lesser General Public License, version 3 or later
(https://www.gnu.org/licenses/lgpl-3.0.txt). They are unchanged, linked dynamically, and files of their own in node_modules/@img, which may be exchanged for
others of the same interface. Their sources and how they are built: https://github.com/lovell/sharp-libvips and https://github.com/libvips/libvips.`

/** A package of the lock file. */
export interface LockedPackage {
  version?: string
  license?: string
  dev?: boolean
  os?: string[]
  cpu?: string[]
}
type Locked = Readonly<Record<string, LockedPackage>>

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const licenseOf = (path: string, { license }: LockedPackage) => license ?? STATED[nameOf(path)] ?? 'unknown'

/** The packages of production, by name and version. */
function delivered(locked: Locked): [string, LockedPackage][] {
  return Object.entries(locked)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .sort(
      ([one, { version: older = '' }], [other, { version = '' }]) =>
        nameOf(one).localeCompare(nameOf(other), 'en') || older.localeCompare(version, 'en'),
    )
}

/** Returns a sentence for each package of production whose license is not allowed. */
export function findUnlisted(locked: Locked): string[] {
  return delivered(locked).flatMap(([path, locked_]) => {
    const license = licenseOf(path, locked_)
    const isAllowed = ALLOWED.has(license) || (LGPL.test(license) && LIBVIPS.test(nameOf(path)))
    return isAllowed ? [] : [`${nameOf(path)} ${locked_.version}: the license ${license} is not listed in scripts/licenses.ts`]
  })
}

/** The texts of a package's license files; null where it has none, or is of another platform. */
function textOf(path: string, { os, cpu }: LockedPackage): string | null {
  const folder = join(ROOT, path)
  if (os || cpu || !existsSync(folder)) return null
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  return texts.join('\n\n') || null
}

/** Writes the notices: packages that have the same text share it. */
export function writeNotices(locked: Locked): string {
  const names = new Map<string, string[]>()
  for (const [path, locked_] of delivered(locked)) {
    const text =
      textOf(path, locked_) ??
      'These packages bring no text of their license, or are of one platform only; the name of the license is beside theirs.'
    names.set(text, [...(names.get(text) ?? []), `${nameOf(path)} ${locked_.version} (${licenseOf(path, locked_)})`])
  }
  const typefaces = [
    ['Archivo', 'app/fonts/OFL.txt'],
    ['Inter', 'server/platform/vendors/fonts/OFL.txt'],
  ] as const
  const fonts = typefaces.map(([name, file]) => `${name}, a typeface (OFL-1.1)\n\n${readFileSync(join(ROOT, file), 'utf8').trim()}`)
  const parts = [...fonts, NOTE, ...[...names].map(([text, packages]) => `${[...new Set(packages)].join('\n')}\n\n${text}`)]
  return `Reflute contains work of others, under these licenses.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function run(): number {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: join(ROOT, 'THIRD_PARTY_NOTICES.txt') }, check: { type: 'boolean' } },
  })
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Locked } // npm wrote it
  const unlisted = findUnlisted(packages)
  for (const sentence of unlisted) process.stdout.write(`${sentence}\n`)
  if (values.check) process.stdout.write(`licenses: ${delivered(packages).length} packages, ${unlisted.length} findings\n`)
  else writeFileSync(values.out, writeNotices(packages))
  return unlisted.length > 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = run()
