import { expect, test } from 'vitest'
import { passwordError } from './check-fields.ts'

test.each([
  ['', 'Password must be at least 8 characters long'],
  ['1234567', 'Password must be at least 8 characters long'],
  ['12345678', undefined],
  ['📦'.repeat(7), 'Password must be at least 8 characters long'],
  ['📦'.repeat(8), undefined],
  ['a'.repeat(128), undefined],
  ['a'.repeat(129), 'Password must be at most 128 characters long'],
])('the length of a chosen password is judged in characters: %j (S142)', (password, error) => {
  expect(passwordError(password)).toBe(error)
})
