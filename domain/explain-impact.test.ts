import { expect, test } from 'vitest'
import { explainImpact } from './explain-impact.ts'
import { CALCULATOR_MACHINES, DEFAULT_INPUTS, wholeImpact } from './impact.ts'

test('every formula stands there with the numbers filled in', () => {
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
    ['Carbon footprint reduction', '7,800 × 0.45 kg', '3,510.0 kg CO2e a year'],
  ])
})

test('a machine below the labor baseline shows its loss in the sum', () => {
  const [machine] = CALCULATOR_MACHINES
  if (!machine) throw new Error('no machine')
  const weak = { ...machine, efficiency: 0.2 }
  const lines = explainImpact({ inputs: DEFAULT_INPUTS, machine: weak, result: wholeImpact(DEFAULT_INPUTS, weak, null), currency: 'EUR' })
  expect(lines.find(({ name }) => name === 'Annual savings')?.numbers).toBe('€39,000 + €6,240 − €2,400')
})

test('every line says its formula in words, and that without waste nothing is reduced', () => {
  const [machine] = CALCULATOR_MACHINES
  if (!machine) throw new Error('no machine')
  const inputs = { ...DEFAULT_INPUTS, wastePercentage: 0 }
  const lines = explainImpact({ inputs, machine, result: wholeImpact(inputs, machine, null), currency: 'USD' })
  expect(lines.map(({ formula }) => formula)).toEqual([
    'material cost × material reduction × 12',
    'shipping cost × material reduction × 12',
    'labor cost × (efficiency − 0.3) × 12',
    'material + shipping + labor savings',
    'price ÷ (annual savings ÷ 12)',
    '(annual savings − price) ÷ price × 100',
    'monthly volume × waste ÷ 100',
    '(wasted − wasted × (1 − efficiency)) ÷ wasted × 100; 0 without waste',
    'monthly volume × material reduction × 12',
    'packaging material saved × 0.45 kg',
  ])
  expect(lines.find(({ name }) => name === 'Waste reduction')?.numbers).toBe('nothing is wasted')
})
