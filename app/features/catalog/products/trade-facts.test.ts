import { expect, test } from 'vitest'
import { soldAs } from './trade-facts.ts'

test('F3 the content of a sale unit is said in the singular where it is one', () => {
  expect(soldAs({ saleUnit: 'pack', content: { amount: 1, unit: 'piece' } })).toBe('Pack, 1 piece')
  expect(soldAs({ saleUnit: 'bag', content: { amount: 1, unit: 'l' } })).toBe('Bag, 1 liter')
  expect(soldAs({ saleUnit: 'bag', content: { amount: 1.5, unit: 'l' } })).toBe('Bag, 1.5 liters')
  expect(soldAs({ saleUnit: 'roll', content: { amount: 1, unit: 'm2' } })).toBe('Roll, 1 m²')
  expect(soldAs({ saleUnit: 'piece', content: null })).toBeNull()
})
