import { expect, test } from 'vitest'
import { isFactor } from './import-fields.ts'
import { actionsOf, IMPORT_CAUSES } from './import-problems.ts'

test('F7.3.5 each cause of problems has its answers; rows of the others are corrected or left out', () => {
  const withAnswers = IMPORT_CAUSES.map((cause) => [cause, actionsOf(cause, null)] as const).filter(([, actions]) => actions.length > 0)
  expect(Object.fromEntries(withAnswers)).toEqual({
    unknownBusiness: ['set'],
    unknownCategory: ['set'],
    unknownFit: ['clear'],
    badPrice: ['set', 'clear'],
    badNumber: ['set', 'clear'],
    badChoice: ['set', 'clear'],
    tooLong: ['cut'],
    badText: ['clear'],
    badImage: ['clear'],
    tooMany: ['clear'],
    emptyEntry: ['clear'],
  })
})

test.each([
  ['business', ['set']],
  ['category', ['set']],
  ['name', []],
  [null, []],
] as const)('F7.3.5 a missing %s has the answers %j', (column, actions) => {
  expect(actionsOf('missing', column)).toEqual(actions)
})

test.each([
  ['0.92', true],
  ['1', true],
  ['100', true],
  ['100.000000', true],
  ['0.000001', true],
  ['100.000001', false],
  ['101', false],
  ['999', false],
  ['1000', false],
  ['0', false],
  ['0.0000001', false],
  ['1.', false],
  ['.5', false],
  ['-1', false],
  ['1,5', false],
  [' 1', false],
  ['1 ', false],
  ['', false],
])('F7.3.5 %j is a factor from dollars to euros: %s', (text, isOne) => {
  expect(isFactor(text)).toBe(isOne)
})
