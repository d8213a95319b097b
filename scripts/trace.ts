import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowsOf, titlesOf } from './titles.ts'

/*
 * `npm run trace`: each row of docs/requirements.md with the tests and the steps of stories whose titles name it. `-- S` or `-- B` selects one
 * document, `-- missing` lists rows without a test.
 */

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['domain', 'contract', 'server', 'app', 'content', 'scripts', 'e2e']
/** Documents of which every row must have a test. */
const COMPLETE = ['S', 'B']

interface Row {
  id: string
  item: string
  tests: string[]
}

function readRows(): Map<string, Row> {
  const text = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8')
  return new Map([...text.matchAll(/^\| ([SB]\d+) \| \w+ \| (.*) \|$/gm)].map(([, id = '', item = '']) => [id, { id, item, tests: [] }]))
}

const rows = readRows()
for (const folder of FOLDERS) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(test|spec)\.tsx?$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    for (const title of titlesOf(readFileSync(path, 'utf8'))) {
      for (const id of rowsOf(title)) rows.get(id)?.tests.push(`${path.slice(ROOT.length + 1)}: ${title}`)
    }
  }
}

const wanted = process.argv.slice(2)
const isWanted = ({ id, tests }: Row) =>
  wanted.every((word) => (word === 'missing' ? tests.length === 0 : word === 'S' || word === 'B' ? id.startsWith(word) : id === word))
for (const row of rows.values()) {
  if (!isWanted(row)) continue
  process.stdout.write(`${row.id}  ${row.item}\n${row.tests.map((test) => `      ${test}\n`).join('') || '      no test\n'}`)
}
const missing = (letter: string) => [...rows.values()].filter(({ id, tests }) => id.startsWith(letter) && tests.length === 0)
for (const letter of ['S', 'B']) {
  const all = [...rows.keys()].filter((id) => id.startsWith(letter)).length
  process.stdout.write(`${letter}: ${all - missing(letter).length} of ${all} rows have a test\n`)
}
process.exit(COMPLETE.some((letter) => missing(letter).length > 0) ? 1 : 0)
