import { expect, test } from 'vitest'
import { type Compared, compareHref, comparisonProblem, isComparison, MIXED_KINDS, TOO_MANY } from './comparison.ts'

const machine = (slug: string): Compared => ({ slug, name: slug.toUpperCase(), type: 'machine' })
const four = ['a', 'b', 'c', 'd'].map(machine)

test('D68 a fifth product is refused, and a machine beside packaging, each with its sentence', () => {
  expect(comparisonProblem(four.slice(1), machine('e'))).toBeNull()
  expect(comparisonProblem(four, machine('e'))).toBe('You can compare up to 4 products. Remove one to add another.')
  expect(comparisonProblem([machine('a')], { type: 'material' })).toBe('Compare machines with machines, and packaging with packaging.')
  expect(comparisonProblem(four, { type: 'material' })).toBe(MIXED_KINDS)
  expect(TOO_MANY).toContain('up to 4')
})

test('what a browser remembers is taken only where it is a list of products', () => {
  expect(isComparison([])).toBe(true)
  expect(isComparison(four)).toBe(true)
  for (const wrong of [null, 'a', [...four, machine('e')], [{ slug: 'a' }], [{ ...machine('a'), type: 'car' }]])
    expect(isComparison(wrong)).toBe(false)
})

test('the address names the products', () => {
  expect(compareHref([])).toBe('/compare')
  expect(compareHref(['a', 'b-2'])).toBe('/compare?p=a,b-2')
})
