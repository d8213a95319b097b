import { expect, test } from 'vitest'
import type { Attribute } from './attribute.ts'
import { displayNumber, enteredRows, rowProblem } from './specification.ts'

const number = (key: string, unit: Attribute['unit'], decimals = 0, names: string[] = []): Attribute => ({
  key,
  label: key,
  kind: 'number',
  unit,
  decimals,
  choices: [],
  names: [key, ...names],
})
const format: Attribute = {
  ...number('format', null),
  kind: 'choice',
  choices: [
    { value: 'mat', label: 'Mat', names: ['slit mat'] },
    { value: 'roll', label: 'Roll' },
  ],
}
const ATTRIBUTES = [
  format,
  number('width', 'mm', 0, ['roll width']),
  number('storage', '°C'),
  number('share', '%'),
  number('pieces', null),
  number('ratio', null, 2),
]

test.each([
  [68, 'dB(A)', 'about 68 dB(A) at 1 m (estimate)', 'about 68 dB(A) at 1 m (estimate)'],
  [1000, 'mm', '1,000 mm (flat)', '1,000 mm (flat)'],
  [1, 'kW', '0.75 kW', '1 kW'],
  [1001, 'mm', '39.4 in', '1001 mm'],
  [127, 'mm', '5 in', '127 mm'],
  [430, 'mm', '430', '430 mm'],
  [25_000, 'mm', '25 m', '25 m'],
  [24, 'month', '2 years', '2 years'],
  [430, 'mm', '43.04 cm', '430 mm'],
  [20, null, '20 (tied)', '20 (tied)'],
  [100, '%', '100%', '100%'],
] as const)('F2 the number %d of %s with the row %s is shown as %s', (value, unit, text, shown) => {
  expect(displayNumber(value, unit, text)).toBe(shown)
})

test.each([
  ['width', '-5 mm', 'Please enter 0 mm or more.'],
  ['width', '200 km', null],
  ['width', 'wide', null],
  ['width', '101 km wide', null],
  ['width', '100,000,001 mm', 'Please enter at most 100,000,000 mm.'],
  ['width', '100,000,000 mm', null],
  ['roll width', 'about -5 mm', 'Please enter 0 mm or more.'],
  ['storage', '-20 °C', null],
  ['share', '150 %', 'Please enter 0 to 100%.'],
  ['share', '-3', 'Please enter 0 to 100%.'],
  ['pieces', '1.5', 'Please enter a whole number.'],
  ['pieces', '20', null],
  ['ratio', '1.125', 'Please enter at most 2 decimals.'],
  ['ratio', '1.25', null],
  ['other', '-5 mm', null],
])('F2 the row %s with %s: %s', (name, value, problem) => {
  expect(rowProblem({ name, value }, ATTRIBUTES)).toBe(problem)
})

const row = (name: string, value: string) => ({ name, value })

test('F2 new rows are settled, the typed ones first in the order of the category', () => {
  const entered = [row('Color', 'brown'), row('Roll width', '5 in'), row('Format', 'slit mat'), row('Ratio', '2')]
  expect(enteredRows(entered, [], ATTRIBUTES)).toEqual([
    row('Format', 'slit mat'),
    row('Roll width', '127 mm'),
    row('Ratio', '2'),
    row('Color', 'brown'),
  ])
  expect(enteredRows([row('Format', 'ROLL')], [], ATTRIBUTES)).toEqual([row('Format', 'Roll')])
})

test('F2 stored rows keep text and place until another row comes, one goes without a trace', () => {
  const stored = [row('Color', 'brown'), row('Width', '5 in'), row('Format', 'mat')]
  expect(enteredRows(stored, stored, ATTRIBUTES)).toEqual(stored)
  expect(enteredRows(stored.slice(1), stored, ATTRIBUTES)).toEqual(stored.slice(1))
  expect(enteredRows([...stored, row('Pieces', '20')], stored, ATTRIBUTES)).toEqual([
    row('Format', 'mat'),
    row('Width', '5 in'),
    row('Pieces', '20'),
    row('Color', 'brown'),
  ])
})

test('F2 without typed specifications rows are stored as they are entered', () => {
  const entered = [row('Width', '5 in'), row('Color', 'brown')]
  expect(enteredRows(entered, [], [])).toEqual(entered)
})
