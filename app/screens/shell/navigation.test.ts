import { expect, test } from 'vitest'
import { currentOf } from './navigation.ts'

test.each([
  ['/products', '/products', 'page'],
  ['/products', '/products/', 'page'],
  ['/products', '/products/ecomat-1000', 'true'],
  ['/products', '/products-of-others', undefined],
  ['/materials', '/packaging', 'true'],
  ['/about', '/', undefined],
] as const)('S39 the link %s is marked on %s as %j', (to, pathname, current) => {
  expect(currentOf(to, pathname)).toBe(current)
})

test.each([
  ['/materials', 'true'],
  ['/products', undefined],
] as const)('F7.2.3 on the page of a material the link %s is marked as %j', (to, current) => {
  expect(currentOf(to, '/products/shredded-chips', '/materials')).toBe(current)
})
