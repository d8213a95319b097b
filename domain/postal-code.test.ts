import { expect, test } from 'vitest'
import { customerErrors, zipCodeError } from './customer.ts'
import { isPostalCode } from './postal-code.ts'

test.each([
  ['DE', 'D-10115', true],
  ['DE', '123', false],
  ['DE', 'x', false],
  ['GB', 'sw1a1aa', true],
  ['GB', 'EC1A 1BB', true],
  ['GB', '10115', false],
  ['NL', '1012js', true],
  ['LV', '1010', true],
  ['IE', 'D6W XY00', true],
  ['US', '60607-1234', true],
  ['US', '6060', false],
  ['AE', 'anything', true],
])('F7.1.8 in %s %j is a postal code: %s', (country, code, isOne) => {
  expect(isPostalCode(code, country)).toBe(isOne)
})

test('F7.1.8 a wrong code in Germany is refused with a German example', () => {
  const form = { country: 'DE', zipCode: '123' }
  expect(customerErrors(form).zipCode).toBe('A postal code in Germany looks like 10115')
  expect(zipCodeError('US')).toBe('A US ZIP code has 5 digits, such as 60607')
})
