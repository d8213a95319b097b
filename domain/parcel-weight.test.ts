import { expect, test } from 'vitest'
import { parcelWeight, weightText } from './parcel-weight.ts'

test.each([
  [[7.5], '7.5 kg'],
  [[0.1, 0.2], '0.3 kg'],
  [[1250, 0.004], '1,250.004 kg'],
  [[7.5, null], 'more than 7.5 kg'],
  [[null, null], 'Unknown'],
  [[], 'Unknown'],
] as const)('%j weigh %s in all', (weights, expected) => {
  expect(parcelWeight(weights)).toBe(expected)
})

test('a weight that nobody typed is unknown', () => {
  expect(weightText(null)).toBe('Unknown')
})
