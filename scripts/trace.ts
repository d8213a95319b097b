import { type RequirementRow, readRows } from './requirement-rows.ts'

/*
 * `node scripts/run.mjs scripts/trace.ts`: each row of docs/requirements.md with the tests and the steps of stories whose titles name it.
 * `-- S` or `-- B` selects one document, `-- missing` lists rows without a test.
 */

/** Documents of which every row must have a test. */
const COMPLETE = ['S', 'B']

const rows = readRows()
const wanted = process.argv.slice(2)
const isWanted = ({ id, tests }: RequirementRow) =>
  wanted.every((word) => (word === 'missing' ? tests.length === 0 : word === 'S' || word === 'B' ? id.startsWith(word) : id === word))
for (const { id, item, tests } of rows.filter(isWanted)) {
  process.stdout.write(`${id}  ${item}\n${tests.map(({ path, title }) => `      ${path}: ${title}\n`).join('') || '      no test\n'}`)
}
const missing = (letter: string) => rows.filter(({ id, tests }) => id.startsWith(letter) && tests.length === 0)
for (const letter of ['S', 'B']) {
  const all = rows.filter(({ id }) => id.startsWith(letter))
  const daily = all.filter(({ tests }) => tests.some(({ isDaily }) => isDaily)).length
  process.stdout.write(
    `${letter}: ${all.length - missing(letter).length} of ${all.length} rows have a test, ${daily} of them in npm test\n`,
  )
}
process.exit(COMPLETE.some((letter) => missing(letter).length > 0) ? 1 : 0)
