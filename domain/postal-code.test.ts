import { expect, test } from 'vitest'
import { customerErrors, zipCodeError } from './customer.ts'
import { isPostalCode, postalCodeExample } from './postal-code.ts'

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
  ['GB', 'M1 1AA', true],
  ['GB', '1 1AA', false],
  ['LT', 'LT-01100', true],
  ['DE', '101D15', false],
  ['DE', 'ABC10115', false],
  ['MT', 'VLT 1117', true],
  ['AE', 'anything', true],
])('F7.1.8 in %s %j is a postal code: %s', (country, code, isOne) => {
  expect(isPostalCode(code, country)).toBe(isOne)
})

test('F7.1.8 a wrong code in Germany is refused with a German example', () => {
  const form = { country: 'DE', zipCode: '123' }
  expect(customerErrors(form).zipCode).toBe('A postal code in Germany looks like 10115')
  expect(zipCodeError('US')).toBe('A US ZIP code has 5 digits, such as 60607')
})

test('F7.1.8 a country without codes has no example', () => {
  expect([postalCodeExample('DE'), postalCodeExample('AE')]).toEqual(['10115', null])
})
