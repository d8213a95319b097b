import { expect, test } from 'vitest'
import { isSame } from '#app/features/kit/forms/merge-edits.ts'
import { moved, toBody, toDraft, toRates } from './rates-draft.ts'

const rates = {
  rules: [{ businessId: 'a', businessName: 'A', category: null, categoryLabel: null, percent: 7.25 }],
  globalPercent: 10,
  version: 3,
}

test('a form that was not touched sends what it was opened with', () => {
  const draft = toDraft(rates)
  expect(toBody(draft, 3)).toEqual({ rules: [{ businessId: 'a', category: null, percent: 7.25 }], globalPercent: 10, version: 3 })
  expect(toRates(draft).map(({ basisPoints }) => basisPoints)).toEqual([725, 1000])
  expect(isSame(draft, toDraft(rates))).toBe(true)
  expect(isSame(draft, { ...draft, globalPercent: '11' })).toBe(false)
})

test('a rate moves up and down without losing another', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 1, 2)).toEqual(['a', 'c', 'b'])
})
