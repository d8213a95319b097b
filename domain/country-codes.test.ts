import { expect, test } from 'vitest'
import { countryCodeOf } from './country-codes.ts'
import { countryNameOf } from './country-name.ts'

test.each([
  ['United States of America', 'US'],
  [' germany ', 'DE'],
  ['ie', 'IE'],
  ['UK', 'GB'],
  ['Holland', 'NL'],
  ['Czech Republic', 'CZ'],
  ['Kosovo', 'XK'],
  ['United Kingdom', 'GB'],
  ['Atlantis', ''],
  ['', ''],
])('T4 a business in %j dispatches from %j', (text, code) => {
  expect(countryCodeOf(text)).toBe(code)
  if (code) expect(countryCodeOf(countryNameOf(code))).toBe(code)
})
