import { expect, test } from 'vitest'
import { isPostalCode, postalCodeExample } from '#domain/postal-code.ts'
import { COUNTRIES } from './countries.ts'

/** Countries of the list without postal codes. */
const WITHOUT = ['AE']

test('F7.1.8 every country of the list has postal codes, and an example that is one', () => {
  for (const [country] of COUNTRIES) {
    const example = postalCodeExample(country)
    expect(example === null, country).toBe(WITHOUT.includes(country))
    if (example === null) continue
    for (const written of [example, example.toLowerCase(), example.replaceAll(/[ -]/g, '')]) {
      expect(isPostalCode(written, country), `${country} ${written}`).toBe(true)
    }
    for (const wrong of ['12', 'x', '123456789012', `${example}1`, '?????'])
      expect(isPostalCode(wrong, country), `${country} ${wrong}`).toBe(false)
  }
})
