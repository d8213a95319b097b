import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testsOf } from './titles.ts'

/* docs/security.md claims what the code does: each claim names a file or a test, and these must be there. */

const ROOT = join(import.meta.dirname, '..')

/** Requirements of ASVS 5.0.0 of level 1 and 2: chapter, section and numbers. */
const REQUIREMENTS =
  `1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1 3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2 4.1.1-3 4.2.1
  4.3.1-2 4.4.1-4 5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2
  8.1.1-2 8.2.1-3 8.3.1 8.4.1 9.1.1-3 9.2.1-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1
  11.6.1 12.1.1-3 12.2.1-2 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3 15.2.1-3 15.3.1-7 16.1.1 16.2.1-5 16.3.1-4
  16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2`
    .split(/\s+/)
    .flatMap((range) => {
      const [, section = '', first = '', last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? []
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `V${section}.${Number(first) + at}`)
    })

const page = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8')
const rows = [...page.matchAll(/^\| (V[\d.]+) \| ([12]) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(([, id, , , status, evidence = '']) => ({
  id,
  status,
  evidence,
}))
const filesIn = (text: string) =>
  [...text.matchAll(/`((?:[\w.-]+\/)*(?:[\w.-]+\.(?:ts|tsx|json|md|yml|conf)|[\w.-]+\/))`/g)].map(([, file = '']) => file)
const titlesIn = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title)

test('every requirement of ASVS 5.0 of level 1 and 2 has its row, once, in order', () => {
  expect(REQUIREMENTS).toHaveLength(253)
  expect(rows.map(({ id }) => id)).toEqual(REQUIREMENTS)
})

test('what is met has evidence, a deviation its risk and its end, the rest a reason', () => {
  for (const { id, status, evidence } of rows) {
    expect(['met', 'not applicable', 'deviation'], id).toContain(status)
    const words = evidence.replace(/[^a-z]+/gi, ' ')
    if (status === 'met')
      expect([...filesIn(evidence), ...titlesIn(evidence), ...evidence.matchAll(/above|running\.md|As \d/g)].length, id).toBeGreaterThan(0)
    else expect(words.length, id).toBeGreaterThan(5) // a reason
    if (status === 'deviation') expect(evidence, id).toMatch(/Risk: .+ Until: ./)
  }
})

test('every file and every test that the page names is there', () => {
  const files = [...new Set(filesIn(page))]
  expect(files.length).toBeGreaterThan(80)
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  for (const [, link = ''] of page.matchAll(/\]\((?!https:)([^)#]+)(?:#[\w-]+)?\)/g))
    expect(existsSync(join(ROOT, 'docs', link)), link).toBe(true)
  const specs = globSync('{app,content,contract,domain,e2e,scripts,server}/**/*.{test,spec}.{ts,tsx}', { cwd: ROOT })
  const known = new Set(specs.flatMap((file) => testsOf(readFileSync(join(ROOT, file), 'utf8')).map(({ title }) => title)))
  const named = rows.flatMap(({ evidence }) => titlesIn(evidence))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((title) => !known.has(title))).toEqual([])
})

test('what runs in production imports no test code', () => {
  const sources = globSync('{app,content,contract,domain,drawings,server}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$|^server\/testing\//.test(file),
  )
  expect(sources.length).toBeGreaterThan(1000)
  expect(sources.filter((file) => /from '[^']*(?:server\/testing|\.test)/.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})
