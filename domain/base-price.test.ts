import { expect, test } from 'vitest'
import { measureOf } from './base-price.ts'

test.each([
  [
    { 'Pieces per pack': '50', 'Area per pack': '12 m²', Volume: '0.06 m³' },
    { count: 50, unit: 'piece' },
  ],
  [{ 'Pieces per pack': '1,500 pieces' }, { count: 1500, unit: 'piece' }],
  [
    { 'Area per pack': '21 m²', Volume: '0.1 m³' },
    { count: 21, unit: 'm²' },
  ],
  [
    { 'Pieces per pack': '1', 'Area per pack': '4.5 m²' },
    { count: 4.5, unit: 'm²' },
  ],
  [{ Volume: '0.096 m³' }, { count: 96, unit: 'liter' }],
  [{ Volume: '240 L' }, { count: 240, unit: 'liter' }],
  [{ volume: '35 liters' }, { count: 35, unit: 'liter' }],
  [{ 'Pieces per pack': 'several', Volume: '3 cubic feet' }, null],
  [{ 'Area per pack': '0 m²' }, null],
  [{}, null],
])('F7.2.7 the price of %j is compared by %j', (specifications, measure) => {
  expect(measureOf(specifications)).toEqual(measure)
})
