import { expect, test } from 'vitest'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { cardOf, firstPart } from './card.ts'

const mat = {
  pictures: [],
  type: 'material',
  specifications: { 'Pieces per pack': '50', 'Area per pack': '12 m²' },
} as unknown as ProductSummary // what a card reads of it

test('F3 a card has the content that cart, order, invoice and feed have: what the seller gave, and none that only rows say', () => {
  expect(cardOf({ ...mat, content: { amount: 12, unit: 'm2' } }).content).toEqual({ amount: 12, unit: 'm2' })
  expect(cardOf({ ...mat, content: null }).content).toBeNull()
})

test('products that only contain the search have a heading wherever they begin, in the order of the search', () => {
  const cards = [{ tier: 1 }, { tier: 6 }, { tier: 6 }, { tier: 5 }]
  const search = { search: 'ce', sort: null }
  expect(firstPart(cards, search)).toBe(1)
  expect(firstPart(cards, { ...search, sort: 'relevance' })).toBe(1)
  expect(firstPart(cards, { ...search, sort: 'price' })).toBe(-1)
  expect(firstPart(cards.slice(1), search)).toBe(0)
  expect(firstPart([{}, {}], { ...search, search: '' })).toBe(-1)
  expect(cardOf({ ...mat, tier: 6 })).toMatchObject({ tier: 6 })
})
