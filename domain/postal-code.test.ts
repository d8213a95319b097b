import { expect, test } from 'vitest'
import { COUNTRY_CODES } from './country-codes.ts'
import { customerErrors, zipCodeError } from './customer.ts'
import { formatPostalCode, hasPostalCodes, isPostalCode, needsPostalCode, postalCodeExample } from './postal-code.ts'

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
  ['TT', 'anything', true],
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

test.each([
  ['NL', '1234ab', '1234 AB'],
  ['NL', 'NL-1234 AB', '1234 AB'],
  ['GB', 'sw1a1aa', 'SW1A 1AA'],
  ['GB', 'm11aa', 'M1 1AA'],
  ['GB', 'ec1a-1bb', 'EC1A 1BB'],
  ['JE', 'je23ab', 'JE2 3AB'],
  ['GI', 'gx111aa', 'GX11 1AA'],
  ['IE', 'd02x285', 'D02 X285'],
  ['IE', 'd6wxy00', 'D6W XY00'],
  ['JP', '1000001', '100-0001'],
  ['CA', 'k1a0b1', 'K1A 0B1'],
  ['US', '606071234', '60607-1234'],
  ['US', '60607', '60607'],
  ['PR', '009011234', '00901-1234'],
  ['PL', '00001', '00-001'],
  ['PT', '1100148', '1100-148'],
  ['BR', '01310100', '01310-100'],
  ['SE', 'SE-11120', '111 20'],
  ['CZ', '11000', '110 00'],
  ['SK', '81101', '811 01'],
  ['GR', '10557', '105 57'],
  ['LV', '1010', 'LV-1010'],
  ['LV', 'lv1010', 'LV-1010'],
  ['LT', '01100', 'LT-01100'],
  ['AD', 'ad500', 'AD500'],
  ['AZ', '1000', 'AZ 1000'],
  ['MD', 'md2012', 'MD-2012'],
  ['MT', 'vlt1117', 'VLT 1117'],
  ['DE', ' d-10115 ', '10115'],
  ['CH', 'CH-8001', '8001'],
  ['AT', 'A-1010', '1010'],
  ['FI', 'FI-00100', '00100'],
  ['AX', 'AX-22100', '22100'],
  ['FR', '75 001', '75001'],
  ['MC', 'mc-98000', '98000'],
  ['IT', '00120', '00120'],
  ['AR', 'c1070aam', 'C1070AAM'],
  ['FI', 'FIN-00100', '00100'],
  ['FI', 'fin 00100', '00100'],
  ['SE', 'SE-123 45', '123 45'],
  ['SE', 'S-123 45', '123 45'],
  ['SE', 'SWE 12345', '123 45'],
  ['LU', 'L-1234', '1234'],
  ['LU', 'LUX-1234', '1234'],
  ['DE', 'DEU 10115', '10115'],
  ['EE', 'EST-10111', '10111'],
  ['SI', 'SLO-1000', '1000'],
  ['SK', 'SVK-811 01', '811 01'],
  ['PL', 'PL-00-001', '00-001'],
  ['PT', 'P-1100-148', '1100-148'],
  ['CZ', 'CZ - 110 00', '110 00'],
  ['NL', 'NLD-1234 AB', '1234 AB'],
  ['BA', 'BIH-71000', '71000'],
  ['RS', 'SRB-11000', '11000'],
  ['JP', '〒100-0001', '100-0001'],
  ['GB', 'GB-SW1A 1AA', 'SW1A 1AA'],
  ['GB', 'UK SW1A 1AA', 'SW1A 1AA'],
  ['GG', 'GBG-GY1 1AA', 'GY1 1AA'],
  ['IE', 'IRL-D02 X285', 'D02 X285'],
  ['CA', 'CDN-K1A 0B1', 'K1A 0B1'],
  ['MT', 'MLT VLT 1117', 'VLT 1117'],
  ['AR', 'AR-C1070AAM', 'C1070AAM'],
  ['AR', 'AR-1425', '1425'],
  ['US', 'USA 60607-1234', '60607-1234'],
  ['GB', 'GU1 1AA', 'GU1 1AA'],
  ['CA', 'C1A 1A1', 'C1A 1A1'],
  ['MT', 'MST 1000', 'MST 1000'],
  ['AE', '00000', ''],
  ['HK', '999077', ''],
  ['TT', ' 12  ab ', '12 AB'],
  ['DE', '123', '123'],
])('3.5 in %s the code %j is stored as %j', (country, code, stored) => {
  expect(formatPostalCode(code, country)).toBe(stored)
  expect(formatPostalCode(stored, country), 'once more').toBe(stored)
})

test('3.5 each example has the shape of its country, and a country has codes or none', () => {
  const withExample = COUNTRY_CODES.filter((country) => postalCodeExample(country) !== null)
  expect(withExample.length).toBeGreaterThan(110)
  for (const country of withExample) {
    const example = postalCodeExample(country) ?? ''
    expect([country, formatPostalCode(example, country), isPostalCode(example, country)]).toEqual([country, example, true])
    expect([country, hasPostalCodes(country)]).toEqual([country, true])
  }
  for (const country of ['AE', 'HK', 'QA', 'BS', 'GH', 'MO', 'UG', 'ZW', 'AW', 'CW', 'BQ', 'SX'])
    expect([country, needsPostalCode(country)]).toEqual([country, false])
})
