import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLAIMS } from './claims.ts'

const ROOT = join(import.meta.dirname, '..')
/** The figures that only the register may word. */
const FIGURES = [
  /60\s?[-–]\s?85\s?%/,
  /6\s?[-–]\s?12 months/i,
  /17 trees/i,
  /70\s?% carbon/i,
  /7K gallons/i,
  /\b50\+/,
  /\b500\+/,
  /\b25\+/,
  /45\s?% efficiency/i,
]
/** Texts not checked here: the register itself, and the customers of the success stories. */
const OTHERS = /claims\.ts$|case-stud|\.test\.tsx?$/

const filesOf = (folder: string, depth: boolean) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: depth })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !OTHERS.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

test('S10 every figure of the specification is in the register with a scope', () => {
  for (const figure of FIGURES) expect(CLAIMS.filter(({ wording }) => figure.test(wording)).length, String(figure)).toBeGreaterThan(0)
  for (const { id, wording, scope } of CLAIMS) {
    expect(id).toMatch(/^[a-z]+$/)
    expect(wording).toMatch(/\d/)
    expect(scope.length, id).toBeGreaterThan(20)
  }
})

test('no page words such a figure by itself: it shows the claim of the register (D1)', () => {
  const files = [...filesOf('app', true), ...filesOf('content', false), ...filesOf('content/policies', false)]
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return FIGURES.filter((figure) => figure.test(text)).map((figure) => `${path.slice(ROOT.length + 1)}: ${figure}`)
  })
  expect(found).toEqual([])
})
