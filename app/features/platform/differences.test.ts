import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

test('changes are listed field by field, also inside of groups; what stayed the same is left out', () => {
  expect(
    differencesOf(
      { usageLimit: null, isActive: true, name: 'A', price: { USD: 999, EUR: 999 }, hours: ['a'] },
      { usageLimit: 5, isActive: false, name: 'A', price: { USD: 999, EUR: 1099 }, hours: ['a', 'b'] },
    ),
  ).toEqual([
    { field: 'usage limit', before: null, after: '5' },
    { field: 'is active', before: 'yes', after: 'no' },
    { field: 'price › eur', before: '999', after: '1099' },
    { field: 'hours', before: 'a', after: 'a, b' },
  ])
})

test('what was made has nothing before, what was deleted nothing after, and no change is no difference', () => {
  expect(differencesOf(null, { code: 'X' })).toEqual([{ field: 'code', before: null, after: 'X' }])
  expect(differencesOf({ code: 'X' }, null)).toEqual([{ field: 'code', before: 'X', after: null }])
  expect(differencesOf(null, null)).toEqual([])
  expect(differencesOf(undefined, 'a word')).toEqual([{ field: 'value', before: null, after: 'a word' }])
})
