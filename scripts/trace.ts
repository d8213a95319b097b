import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * `npm run trace`: each row of docs/requirements.md with the tests whose titles contain its id. `-- S` or `-- B` selects one document, `--
 * missing` lists rows without a test.
 */

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['domain', 'contract', 'server', 'app', 'content', 'scripts', 'e2e']
/** Documents of which every row must have a test. */
const COMPLETE = ['S', 'B']
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g

interface Row {
  id: string
  item: string
  tests: string[]
}

function readRows(): Map<string, Row> {
  const text = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8')
  return new Map([...text.matchAll(/^\| ([SB]\d+) \| \w+ \| (.*) \|$/gm)].map(([, id = '', item = '']) => [id, { id, item, tests: [] }]))
}

/** Returns the ids in a title; `S314-S316` is three. `R-B1` is a case of reliability, not a row. */
function idsOf(title: string): string[] {
  return [...title.matchAll(/(?<!R-)\b([SB])(\d+)(?:-\1?(\d+))?\b/g)].flatMap(([, letter = '', first = '', last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => letter + (Number(first) + at)),
  )
}

const rows = readRows()
for (const folder of FOLDERS) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(test|spec)\.tsx?$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    for (const [, , title = ''] of readFileSync(path, 'utf8').matchAll(TITLE)) {
      for (const id of idsOf(title)) rows.get(id)?.tests.push(`${path.slice(ROOT.length + 1)}: ${title}`)
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
