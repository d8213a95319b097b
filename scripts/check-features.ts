import { AREAS } from './areas.ts'
import { DOORS } from './doors.ts'
import { listFiles, read, report } from './project-files.ts'
import { pathOfImport, readModule } from './read-module.ts'

/*
 * Features and doors have users: what only one screen needs is beside that screen, and an area shows others only what they use.
 * A feature is a folder of an area, or a file that lies in the area itself.
 */

const MIN_SCREENS = 2
const IN_AREA = new RegExp(`^(server|app/features)/(${AREAS.join('|')})/`)
const TESTS = /\.test\.tsx?$|^server\/(testing|seed)\//

const sources = ['app', 'server'].flatMap((folder) => listFiles(folder, /\.tsx?$/)).filter((path) => !TESTS.test(path))
/** The files that import each file. */
const importersOf = new Map<string, Set<string>>(sources.map((path) => [path, new Set()]))
let count = 0
for (const importer of sources) {
  const { imports, counts } = readModule(importer, read(importer))
  count += counts.size > 0 ? 1 : 0
  for (const { from } of imports) importersOf.get(pathOfImport(from, importer) ?? '')?.add(importer)
}

/** Returns the screen that a file outside the features belongs to: `app/screens/shop/cart` for `cart.tsx` and for `cart/cart-line.tsx`. */
const screenOf = (path: string) => path.replace(/^(app\/screens\/shell)\/.*|^(app\/screens\/[^/]+\/[^/.]+).*/, '$1$2')

/** Adds the screens that need a file, also by way of other features. */
function addScreens(path: string, screens: Set<string>, seen = new Set<string>()): void {
  for (const importer of importersOf.get(path) ?? []) {
    if (seen.has(importer)) continue
    seen.add(importer)
    if (importer.startsWith('app/features/')) addScreens(importer, screens, seen)
    else screens.add(screenOf(importer))
  }
}

const featureScreens = new Map<string, Set<string>>()
for (const path of sources.filter((file) => /^app\/features\/(?!kit\/)/.test(file))) {
  const feature = path.split('/').slice(0, 4).join('/')
  const screens = featureScreens.get(feature) ?? new Set()
  addScreens(path, screens)
  featureScreens.set(feature, screens)
}

const findings = [...featureScreens]
  .filter(([, screens]) => screens.size < MIN_SCREENS)
  .map(([feature, screens]) => `${feature}: only ${[...screens].join() || 'nobody'} needs it; move it beside its screen`)
for (const [side, areas] of Object.entries(DOORS)) {
  for (const [area, doors] of Object.entries(areas)) {
    const own = `${side}/${area}/`
    for (const door of doors) {
      const users = [...(importersOf.get(own + door) ?? [])].filter((path) => IN_AREA.test(path) && !path.startsWith(own))
      if (users.length === 0) findings.push(`${own}${door}: no other area needs this door`)
    }
  }
}
report('features', findings, { read: count, of: sources.length })
