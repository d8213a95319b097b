import { AREAS, BESIDE } from './areas.ts'
import { listFiles, listSources, read, report, SOURCE_FOLDERS } from './project-files.ts'

/* Where files lie and what they are called: a newcomer who knows one area knows them all. */

const KEBAB =
  /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|config|server|client|d))*\.(tsx?|css|md|sql|json|woff2|xlsx|m?js|svg|png|ttf|sh|sch|tar|gz|csv|tsv|txt|xml|pdf)$/
const MIN_FILES = 3
/** From so many lines on a file is named, since it may be two: a reason to look, no finding. */
const LONG = 400
/** Content, and what a tool writes. */
const ANY_LENGTH = /^content\/|^server\/platform\/db\/migrations\/|^app\/lib\/calls\.ts$/

const sources = listSources()
const findings: string[] = []
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

for (const folder of SOURCE_FOLDERS) {
  for (const path of listFiles(folder)) {
    const name = nameOf(path)
    if (!KEBAB.test(name) && !name.startsWith('0') && !name.startsWith('_') && !['README.md', 'OFL.txt', 'EUPL.txt'].includes(name))
      findings.push(`${path}: file names are kebab-case`)
  }
}

// the same areas on every side
for (const [side, beside] of Object.entries(BESIDE)) {
  const folders = new Set(
    listFiles(side)
      .map((path) => path.slice(side.length + 1))
      .filter((path) => path.includes('/'))
      .map((path) => path.split('/')[0] ?? ''),
  )
  for (const folder of folders) {
    if (!AREAS.some((area) => area === folder) && !beside.some((name) => name === folder))
      findings.push(`${side}/${folder}: no area of scripts/areas.ts`)
  }
}

// a folder inside of an area or of an audience is worth opening
const counts = new Map<string, number>()
for (const path of sources) {
  const parts = folderOf(path).split('/')
  for (let depth = parts.length; depth > 0; depth--) {
    const folder = parts.slice(0, depth).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
}
const INNER = /^(server\/[^/]+|contract\/[^/]+|app\/features\/[^/]+|app\/screens\/[^/]+|domain|drawings)\/./
for (const [folder, count] of counts)
  if (INNER.test(folder) && count < MIN_FILES) findings.push(`${folder}: ${count} files; a folder has at least ${MIN_FILES}`)

const sheets = SOURCE_FOLDERS.flatMap((folder) => listFiles(folder, /\.(css|mjs)$/))
let countRead = 0
for (const path of [...sources, ...sheets]) {
  const text = read(path)
  if (text.length > 0) countRead += 1
  const lines = text.replace(/\n$/, '').split('\n').length
  if (lines > LONG && !ANY_LENGTH.test(path)) process.stdout.write(`${path}: ${lines} lines\n`)
}

// a call is bound in the area that its contract file is in
for (const path of sources.filter((file) => /^server\/.*routes\.ts$/.test(file))) {
  const area = path.split('/')[1]
  const text = read(path)
  for (const [, names = '', from = ''] of text.matchAll(/import \{([^}]*)\} from '#contract\/([a-z]+)\/[^']+'/g)) {
    if (from === area) continue
    const called = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^[a-z]/.test(name) && !name.startsWith('type ') && new RegExp(`[(,\\s]${name}\\.\\w+,`).test(text))
    for (const name of called) findings.push(`${path}: binds ${name} of contract/${from}; a call is bound in the area of its contract`)
  }
}

report('names', findings, { read: countRead, of: sources.length + sheets.length })
