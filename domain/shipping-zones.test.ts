import { describe, expect, test } from 'vitest'
import { plainPostalCode } from './postal-code.ts'
import { SEEDED_ZONES } from './seeded-zones.ts'
import { destinationOf, overlapOf, rateErrors, type ZoneRate } from './shipping-zones.ts'

const [first] = SEEDED_ZONES.flatMap(({ rates }) => rates)
const rate = (values: Partial<ZoneRate>): ZoneRate => {
  if (!first) throw new Error('No rate is seeded')
  return { ...first, freeFromCents: null, ...values }
}
const band = (minGrams: number, maxGrams: number | null, more: Partial<ZoneRate> = {}) => rate({ minGrams, maxGrams, ...more })

describe('X1 bands', () => {
  test.each([
    ['touching', [band(0, 5000), band(5000, null)], null],
    ['with a gap', [band(0, 5000), band(8000, 9000)], null],
    ['of other methods', [band(0, null), band(0, null, { method: 'express' })], null],
    ['of other classes', [band(0, null), band(0, null, { class: 'freight' })], null],
    ['overlapping', [band(0, 5000), band(4500, 9000)], { at: 1, text: 'The weight bands overlap at 4.5 kg.' }],
    ['inside an open one', [band(30_000, 40_000), band(0, null)], { at: 1, text: 'The weight bands overlap at 30 kg.' }],
    ['equal', [band(0, 5000), band(5000, 6000), band(0, 5000)], { at: 2, text: 'The weight bands overlap at 0 kg.' }],
  ])('bands %s', (_title, rates, expected) => {
    expect(overlapOf(rates)).toEqual(expected)
  })

  test('every wrong value is named at its rate', () => {
    const wrong = [
      band(5000, 5000),
      band(-1, 100),
      rate({ minDays: 3, maxDays: 2 }),
      rate({ class: 'freight', method: 'express' }),
      rate({ extras: [{ key: 'lift_gate', label: 'Lift-gate delivery', priceCents: { USD: 1, EUR: 1 } }] }),
      rate({ priceCents: { USD: 1, EUR: -1 } }),
    ]
    expect(rateErrors(wrong)).toEqual([
      { at: 0, field: 'maxGrams', text: 'The end of a weight band must be above its start.' },
      { at: 1, field: 'minGrams', text: 'A weight band must start at 0 kg or above.' },
      { at: 2, field: 'maxDays', text: 'Must not be less than the first number of days' },
      { at: 3, field: 'method', text: 'Freight ships by the standard method only.' },
      { at: 4, field: 'extras', text: 'Extras are for freight rates.' },
      { at: 5, field: 'priceCents', text: "Prices can't be below 0." },
    ])
    expect(rateErrors([band(0, 5000), band(3000, null)])).toEqual([{ at: 1, field: 'minGrams', text: 'The weight bands overlap at 3 kg.' }])
  })

  test('X7 seeded rates have no wrong value', () => {
    for (const { name, rates } of SEEDED_ZONES) expect([name, rateErrors(rates)]).toEqual([name, []])
  })
})

describe('X1 places', () => {
  test.each([
    [
      { country: 'us', state: 'Illinois', zip: '60607-1234' },
      { country: 'US', state: 'IL', postcode: '606071234' },
    ],
    [
      { country: 'US', state: 'n.y.', zip: '' },
      { country: 'US', state: 'NY', postcode: null },
    ],
    [
      { country: 'US', zip: '99501' },
      { country: 'US', state: 'AK', postcode: '99501' },
    ],
    [
      { country: 'US', zip: '60607' },
      { country: 'US', state: 'IL', postcode: '60607' },
    ],
    [
      { country: 'US', state: 'IL', zip: '99501' },
      { country: 'US', state: 'AK', postcode: '99501' }, // freight is not free there by mistake
    ],
    [
      { country: 'PR', state: 'San Juan', zip: '00901' },
      { country: 'US', state: 'PR', postcode: '00901' },
    ],
    [
      { country: 'CA', state: ' bc ', zip: 'v6b 1a1' },
      { country: 'CA', state: 'BC', postcode: 'V6B1A1' },
    ],
    [{ country: 'DE' }, { country: 'DE', state: null, postcode: null }],
  ])('%o', (address, expected) => {
    expect(destinationOf(address)).toEqual(expected)
  })

  test.each([
    ['D-10115', 'DE', '10115'],
    ['LV-1010', 'LV', '1010'],
    ['LT-01100', 'LT', '01100'],
    ['m1', 'GB', 'M1'],
    ['sw1a 1aa', 'GB', 'SW1A1AA'],
    ['1100-148', 'PT', '1100148'],
  ])('the code %s of %s is compared as %s', (code, country, expected) => {
    expect(plainPostalCode(code, country)).toBe(expected)
  })
})

test('X7: a ZIP code is in its state, whatever state was typed with it; without one that a state has, the typed one counts', () => {
  const stateOf = (state: string, zip: string) => destinationOf({ country: 'US', state, zip }).state
  expect([stateOf('IL', '96801'), stateOf('', '99501'), stateOf('Illinois', '00901')]).toEqual(['HI', 'AK', 'PR'])
  expect([stateOf('IL', '60607'), stateOf('HI', '60607'), stateOf('Hawaii', '')]).toEqual(['IL', 'IL', 'HI'])
  expect([stateOf('Bavaria', ''), stateOf('Chicago', '60607'), stateOf('TN', '42223'), stateOf('OH', '42223')]).toEqual([
    null,
    'IL',
    'TN',
    'KY',
  ])
})
