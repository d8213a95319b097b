import { expect, test } from 'vitest'
import { namedSteps, scaleFor } from './scale.ts'

test('an axis has few round marks and holds zero and every value', () => {
  expect(scaleFor([0, 3], true).marks).toEqual([0, 1, 2, 3])
  expect(scaleFor([0, 0], true).marks).toEqual([0, 1])
  expect(scaleFor([1234.5], false).marks).toEqual([0, 500, 1000, 1500])
  expect(scaleFor([-80, 200], false).marks).toEqual([-100, 0, 100, 200])
  for (const top of [1, 7, 19, 99, 101, 4321, 9_876_543]) {
    const { marks, max, at } = scaleFor([top], true)
    expect(max, String(top)).toBeGreaterThanOrEqual(top)
    expect(marks.length).toBeLessThanOrEqual(6)
    expect(at(max)).toBe(100)
    expect(at(0)).toBe(0)
  }
})

test('few steps are named, evenly apart, the last one always', () => {
  expect(namedSteps(5, 6)).toEqual([0, 1, 2, 3, 4])
  expect(namedSteps(30, 6)).toEqual([4, 9, 14, 19, 24, 29])
  expect(namedSteps(0, 6)).toEqual([])
})
