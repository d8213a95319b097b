import { expect, test } from 'vitest'
import type { Attribute } from './attribute.ts'
import {
  displayNumber,
  displayRange,
  enteredRows,
  readRowNumber,
  readRowRange,
  readRowValue,
  rowProblem,
  rowText,
} from './specification.ts'

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

test.each([
  ['50 m', 'mm', 0, '50 m', 50_000],
  ['50000', 'mm', 0, '50 m', 50_000],
  ['50,000 mm', 'mm', 0, '50 m', 50_000],
  ['12345 mm', 'mm', 0, '12.345 m', 12_345],
  ['9999 mm', 'mm', 0, '9999 mm', 9999],
  ['430', 'mm', 0, '430 mm', 430],
  ['43 cm', 'mm', 0, '43 cm', 430],
  ['43.04 cm', 'mm', 0, '430 mm', 430],
  ['0.75 m', 'mm', 0, '0.75 m', 750],
  ['17 in', 'mm', 0, '432 mm', 432],
  ['2000 in', 'mm', 0, '50.8 m', 50_800],
  ['750 W', 'kW', 2, '750 W', 0.75],
  ['0,75 kW', 'kW', 2, '0.75 kW', 0.75],
  ['15000 W', 'W', 0, '15 kW', 15_000],
  ['2 years', 'month', 0, '24 month', 24],
  ['240 l', 'm³', 2, '240 l', 0.24],
  ['20000', 'l', 0, '20 m³', 20_000],
  ['62 lb', 'kg', 1, '28.1 kg', 28.1],
  ['12000 kg', 'kg', 0, '12000 kg', 12_000],
] as const)(
  '35.1.8 %s of %s is written and shown as one to four digits, and read as the same number',
  (typed, unit, decimals, text, value) => {
    const attribute = { kind: 'number', unit, decimals, choices: [] } as const
    expect(rowText(typed, attribute)).toEqual({ text })
    expect(readRowNumber(text, unit, decimals)).toBe(value)
    expect(displayNumber(value, unit, text)).toBe(text)
  },
)

test.each([
  ['2–5 m/min', 'm/min', 0, '2–5 m/min', 2, 5],
  ['2-5', 'm/min', 0, '2–5 m/min', 2, 5],
  ['2 to 5 m/min', 'm/min', 0, '2–5 m/min', 2, 5],
  ['from 2 to 5 m/min', 'm/min', 0, '2–5 m/min', 2, 5],
  ['2 m/min bis 5 m/min', 'm/min', 0, '2–5 m/min', 2, 5],
  ['2,5…5,5 kW', 'kW', 1, '2.5–5.5 kW', 2.5, 5.5],
  ['750–1500 W', 'kW', 2, '750–1500 W', 0.75, 1.5],
  ['10–20 m', 'mm', 0, '10–20 m', 10_000, 20_000],
  ['10000–20000 mm', 'mm', 0, '10–20 m', 10_000, 20_000],
  ['500 mm – 50 m', 'mm', 0, '500 mm to 50 m', 500, 50_000],
  ['10–20 in', 'mm', 0, '254–508 mm', 254, 508],
  ['1,000–2,500 mm', 'mm', 0, '1000–2500 mm', 1000, 2500],
  ['-20 to 60', '°C', 0, '-20 to 60 °C', -20, 60],
  ['20–30', '%', 0, '20–30%', 20, 30],
  ['10–20', null, 0, '10–20', 10, 20],
] as const)('35.1.8 the range %s of %s is stored and shown with both ends', (typed, unit, decimals, text, min, max) => {
  const attribute = { kind: 'number', unit, decimals, choices: [] } as const
  expect(rowText(typed, attribute)).toEqual({ text })
  expect(readRowRange(text, unit, decimals)).toEqual({ min, max })
  expect(displayRange({ min, max }, unit, text)).toBe(text)
  const value = String(readRowValue(text, attribute))
  expect(readRowRange(value, unit, decimals), 'what a form sends back').toEqual({ min, max })
})

test.each([
  ['about 2–5 m/min (estimate)', 'about 2–5 m/min (estimate)'],
  ['2–5 m/min at 50 Hz', '2–5 m/min at 50 Hz'],
])('35.1.8 a row that says more than a range keeps its words: %s', (text, shown) => {
  const ends = readRowRange(text, 'm/min', 1)
  expect(ends && displayRange(ends, 'm/min', text)).toBe(shown)
})

test.each([
  '5–2',
  '5–5',
  '3-phase',
  '2–5–8',
  '2/5',
  'A4–A3',
  '2–',
  '8 × 30–60 mm, curled',
  '2 and 5',
  '2024-01-02',
  '148 mm (rotor), 300 mm (bed)',
])('35.1.8 %s is no range', (text) => {
  expect(readRowRange(text, 'mm', 0)).toBeNull()
})

test('35.1.8 a range out of bounds is refused at the end that is wrong', () => {
  const share = { kind: 'number', unit: '%', decimals: 0, choices: [] } as const
  expect(rowText('20–130', share)).toEqual({ problem: 'Please enter 0 to 100%.' })
  expect(rowText('-20 to 60', { ...share, unit: 'mm' })).toEqual({ problem: 'Please enter 0 mm or more.' })
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
