import { expect, test } from 'vitest'
import { CALCULATOR_MACHINES, DEFAULT_INPUTS, wholeImpact } from './impact.ts'
import {
  capacityVerdict,
  exactMoney,
  explainImpact,
  oneDecimal,
  onePercent,
  paybackText,
  shortMoney,
  wholeMoney,
  wholeUnits,
} from './impact-text.ts'

test('S342 amounts have no decimals, numbers one, units none; a minus stands before the sign, and never before a zero', () => {
  expect([56040, 0, -3120.4, -0.4, 1e12].map((amount) => wholeMoney(amount, 'USD'))).toEqual([
    '$56,040',
    '$0',
    '-$3,120',
    '$0',
    '$1,000,000,000,000',
  ])
  expect(wholeMoney(56040.5, 'EUR')).toBe('€56,041')
  expect([56040.4, -12_340_000, 17_939_999_999].map((amount) => shortMoney(amount, 'USD'))).toEqual(['$56,040', '-$12.3M', '$17.9B'])
  expect(exactMoney(6.25, 'EUR')).toBe('€6.25')
  expect([2.67665952, 3510, -0.04, -0.06].map(oneDecimal)).toEqual(['2.7', '3,510.0', '0.0', '-0.1'])
  expect([7800.4, -0].map(wholeUnits)).toEqual(['7,800', '0'])
  expect([onePercent(348.32), onePercent(75)]).toEqual(['348.3%', '75.0%'])
})

test('S340 a payback that is never reached says so', () => {
  expect([paybackText(2.67665952), paybackText(null)]).toEqual(['2.7 months', 'Not reached'])
})

test.each([
  [1.5, 'ok'],
  [8, 'ok'],
  [8.1, 'warn'],
  [24, 'warn'],
  [24.1, 'bad'],
  [null, 'idle'],
] as const)('%j hours a day are %s', (hours, tone) => {
  expect(capacityVerdict(hours).tone).toBe(tone)
})

test('S333-S341 every formula stands there with the numbers filled in', () => {
  const [machine] = CALCULATOR_MACHINES
  if (!machine) throw new Error('no machine')
  const inputs = { ...DEFAULT_INPUTS, laborCost: 1999.5 }
  const lines = explainImpact({ inputs, machine, result: wholeImpact(inputs, machine, null), currency: 'USD' })
  expect(lines.map(({ name, numbers, result }) => [name, numbers, result])).toEqual([
    ['Material savings', '$5,000 × 0.65 × 12', '$39,000'],
    ['Shipping savings', '$800 × 0.65 × 12', '$6,240'],
    ['Labor savings', '$1,999.50 × (0.75 − 0.3) × 12', '$10,797'],
    ['Annual savings', '$39,000 + $6,240 + $10,797', '$56,037'],
    ['Payback period', '$12,500 ÷ ($56,037 ÷ 12)', '2.7 months'],
    ['First-year ROI', '($56,037 − $12,500) ÷ $12,500 × 100', '348.3%'],
    ['Wasted units a month', '1,000 × 15 ÷ 100', '150'],
    ['Waste reduction', '(150 − 150 × (1 − 0.75)) ÷ 150 × 100', '75.0%'],
    ['Packaging material saved', '1,000 × 0.65 × 12', '7,800 units a year'],
    ['Carbon footprint reduction', '7,800 × 0.45 kg', '3,510.0 kg CO2 a year'],
  ])
})

test('a machine below the labor baseline shows its loss in the sum', () => {
  const [machine] = CALCULATOR_MACHINES
  if (!machine) throw new Error('no machine')
  const weak = { ...machine, efficiency: 0.2 }
  const lines = explainImpact({ inputs: DEFAULT_INPUTS, machine: weak, result: wholeImpact(DEFAULT_INPUTS, weak, null), currency: 'EUR' })
  expect(lines.find(({ name }) => name === 'Annual savings')?.numbers).toBe('€39,000 + €6,240 − €2,400')
})
