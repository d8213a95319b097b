import { expect, test } from 'vitest'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { cardOf } from './card.ts'

const mat = {
  pictures: [],
  type: 'material',
  specifications: { 'Pieces per pack': '50', 'Area per pack': '12 m²' },
} as unknown as ProductSummary // what a card reads of it

test('F3 a card has the content that cart, order, invoice and feed have: what the seller gave, and none that only rows say', () => {
  expect(cardOf({ ...mat, content: { amount: 12, unit: 'm2' } }).content).toEqual({ amount: 12, unit: 'm2' })
  expect(cardOf({ ...mat, content: null }).content).toBeNull()
})
