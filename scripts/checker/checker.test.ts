import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRows } from '../requirement-rows.ts'
import { chooseMutants, judgeRow } from './judge-row.ts'
import { isoWeek, pick } from './pick-rows.ts'
import { patternOf } from './run-tests.ts'
import { instrument, type Mutant } from './sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'reflute-checker-test-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  globalThis.__stryker__ = undefined
})

test('F7.4.3 a week has 40 different rows of the specifications, always the same ones, and the next week has others', () => {
  const ids = readRows().map(({ id }) => id)
  const rows = pick(ids, '2026-W48', 40)
  expect(new Set(rows).size).toBe(40)
  expect(rows.every((id) => ids.includes(id))).toBe(true)
  expect(pick(ids, '2026-W48', 40)).toEqual(rows)
  expect(pick(ids, '2026-W49', 40)).not.toEqual(rows)
})

test.each([
  ['2026-11-23', '2026-W48'],
  ['2026-11-22', '2026-W47'],
  ['2027-01-03', '2026-W53'],
  ['2027-01-04', '2027-W01'],
  ['2024-12-30', '2025-W01'],
])('F7.4.3 %s is in the week %s', (day, week) => {
  expect(isoWeek(new Date(`${day}T23:00:00Z`))).toBe(week)
})

test('F7.4.3 every mutant really changes the product; a hollow test is a survivor, a real one is not', async () => {
  const { files, mutants } = await instrument([
    { name: 'rule.ts', content: 'export function isLow(stock: number): boolean {\n  return stock < 3\n}\n' },
  ])
  const path = join(folder, 'rule.ts')
  writeFileSync(path, files[0]?.content ?? '')
  const { isLow } = (await import(/* @vite-ignore */ path)) as { isLow: (stock: number) => boolean }
  const switchOn = (mutant: Mutant | null) => {
    globalThis.__stryker__ = Object.assign(globalThis.__stryker__ ?? {}, { activeMutant: mutant?.id })
  }
  const answers = () => [2, 3, 4].map(isLow)
  switchOn(null)
  expect(answers()).toEqual([true, false, false])

  const isReal = () => answers().join() === 'true,false,false'
  const isHollow = () => answers().length === 3
  const noticedBy = (isPassed: () => boolean) => (mutant: Mutant) => {
    switchOn(mutant)
    return !isPassed()
  }
  const [less] = mutants.filter(({ to }) => to === 'stock <= 3')
  expect(less).toMatchObject({ path: 'rule.ts', line: 2, from: 'stock < 3' })
  expect(mutants.every(noticedBy(isReal))).toBe(true)
  expect(judgeRow(mutants, noticedBy(isReal)).kind).toBe('proved')
  expect(judgeRow(mutants, noticedBy(isHollow))).toEqual({ kind: 'hollow', survivors: mutants })
  expect(judgeRow([], noticedBy(isReal)).kind).toBe('nothing to break')
})

test('F7.4.3 the product is broken where the row is named, then where the fewest other tests run, at each line once', () => {
  const mutant = (id: string, line: number): Mutant => ({
    id,
    path: 'a.ts',
    line,
    text: line === 5 ? 'return isLow(stock)' : '',
    from: '<',
    to: '<=',
  })
  const mutants = new Map([mutant('1', 1), mutant('2', 2), mutant('3', 2), mutant('4', 4), mutant('5', 5)].map((one) => [one.id, one]))
  const reached = new Map([
    ['a.test.ts: S12 the stock %i', new Set(['1', '2', '3'])],
    ['a.test.ts: S12 the stock 5', new Set(['1', '2', '3', '5'])],
    ['a.test.ts: S13', new Set(['1', '4', '5'])],
    ['b.test.ts: S12 the stock 5', new Set(['1', '5'])],
  ])
  const row = { item: 'Low stock', tests: [{ path: 'a.test.ts', title: 'S12 the stock %i', test: 'S12 the stock %i' }] }
  expect(chooseMutants(row, reached, mutants, 'seed', 8).map(({ line }) => line)).toEqual([5, 2, 1])
})

test.each([
  ['S12 the stock of %s is %j', 'S12 the stock of Chip Bag is "low"'],
  ['S12 ${name} (B4)', 'S12 Ann (B4)'],
  ["S12 the shop\\'s name", "S12 the shop's name"],
  ['S12 $name.first pays', 'group > S12 Ann pays'],
])('F7.4.3 the test titled %j is found as %j', (title, full) => {
  const pattern = new RegExp(patternOf([{ path: 'a.test.ts', title, test: title }]))
  expect(pattern.test(full)).toBe(true)
  expect(pattern.test('S13 another')).toBe(false)
})
