import { expect, test } from 'vitest'
import { internalPath } from './internal-path.ts'

test.each([
  ['/checkout', '/checkout'],
  ['/products/ecomat-1000?tab=specs#size', '/products/ecomat-1000?tab=specs#size'],
  ['/', '/'],
])('%s is a page of the shop to return to (S143)', (from, to) => {
  expect(internalPath(from)).toBe(to)
})

test.each([
  null,
  '',
  'checkout',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  ' /checkout',
  '/login?from=/login',
  '/register',
  '/forgot-password',
  '/verify-email?token=rf_x',
  '/undo-email?token=rf_x',
  '/new-password?from=%2Fcart',
])('%j leads to the home page after signing in (S143)', (from) => {
  expect(internalPath(from)).toBe('/')
})
