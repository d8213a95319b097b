import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeEdits, takeTheirs } from './merge-edits.ts'

const text = fc.constantFrom('', 'a', 'b', 'c')
const values = fc.record({ name: text, rows: fc.array(text, { maxLength: 2 }), facts: fc.record({ sku: text, brand: text }) })
type Values = typeof values extends fc.Arbitrary<infer Value> ? Value : never
const placesOf = ({ name, rows, facts }: Values): [string, string][] => [
  ['name', name],
  ['rows', JSON.stringify(rows)],
  ['facts.sku', facts.sku],
  ['facts.brand', facts.brand],
]

test('what one of two people has changed is kept, and only what both have changed, each to something else, is asked about', () => {
  fc.assert(
    fc.property(values, values, values, (opened, mine, theirs) => {
      const { merged, overlaps } = mergeEdits(opened, mine, theirs)
      const asked = overlaps.map(({ path }) => path.join('.'))
      const taken = new Map(placesOf(takeTheirs(merged, theirs, overlaps)))
      const [before, own, other, result] = [opened, mine, theirs, merged].map((each) => new Map(placesOf(each)))
      for (const [place, value] of result ?? []) {
        const [was, mineIs, theirsIs] = [before?.get(place), own?.get(place), other?.get(place)]
        const isOverlap = mineIs !== was && theirsIs !== was && mineIs !== theirsIs
        expect(asked.includes(place)).toBe(isOverlap)
        expect(value).toBe(mineIs === was ? theirsIs : mineIs)
        expect(taken.get(place)).toBe(mineIs === was || isOverlap ? theirsIs : mineIs)
      }
    }),
  )
})

test('keys of rows are no change, and a field that only my form has stays', () => {
  const opened: object = { rows: [{ key: 1, a: 'x' }] }
  const { merged, overlaps } = mergeEdits(opened, { rows: [{ key: 2, a: 'x' }], unit: 'mm' }, { rows: [{ key: 3, a: 'y' }] })
  expect([merged, overlaps]).toEqual([{ rows: [{ key: 3, a: 'y' }], unit: 'mm' }, []])
})
