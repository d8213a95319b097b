import { expect, test } from 'vitest'
import { findRate, SEEDED_RATES, type TaxRule } from './tax-rates.ts'

const placed = (country: string, postalCode = '', state = '') => ({ country, postalCode, state })
const DAY = '2026-11-27'
const percentOf = (
  place: ReturnType<typeof placed>,
  taxClass: TaxRule['taxClass'] = 'standard',
  rules: readonly TaxRule[] = SEEDED_RATES,
) => {
  const rule = findRate(rules, place, taxClass, DAY)
  return rule && rule.rate / 10_000
}

test.each([
  ['AT', 20],
  ['BE', 21],
  ['BG', 20],
  ['CY', 19],
  ['CZ', 21],
  ['DE', 19],
  ['DK', 25],
  ['EE', 24],
  ['ES', 21],
  ['FI', 25.5],
  ['FR', 20],
  ['GR', 24],
  ['HR', 25],
  ['HU', 27],
  ['IE', 23],
  ['IT', 22],
  ['LT', 21],
  ['LU', 17],
  ['LV', 21],
  ['MT', 18],
  ['NL', 21],
  ['PL', 23],
  ['PT', 23],
  ['RO', 21],
  ['SE', 25],
  ['SI', 22],
  ['SK', 23],
  ['GB', 20],
  ['CH', 8.1],
  ['NO', 25],
])('T12 the standard rate of %s is %d%%', (country, percent) => {
  expect(percentOf(placed(country))).toBe(percent)
})

test.each([
  ['PT', '8999-999', 23],
  ['PT', '9000-100', 22],
  ['PT', '9499-999', 22],
  ['PT', '9500-001', 16],
  ['PT', '9999-999', 16],
  ['AT', '6690', 20],
  ['AT', '6691', 19],
  ['AT', '6692', 20],
  ['AT', '6990', 20],
  ['AT', 'A-6991', 19],
  ['AT', '6993', 19],
  ['AT', '6994', 20],
])('T12 %s %s is taxed at %d%%', (country, postalCode, percent) => {
  expect(percentOf(placed(country, postalCode))).toBe(percent)
})

test('T12 Germany has a reduced rate; where a country has none, the standard rate counts', () => {
  expect(percentOf(placed('DE'), 'reduced')).toBe(7)
  expect(percentOf(placed('FR'), 'reduced')).toBe(20)
  expect(percentOf(placed('DE'), 'zero')).toBe(19)
})

test('T12 states of the United States come without a rate, and every rate names its source', () => {
  expect(percentOf(placed('US', '78701', 'TX'))).toBeNull()
  expect(SEEDED_RATES.filter(({ source }) => source.length < 10)).toEqual([])
})

test('T2 a range of postal codes beats a state, a state the country; rates count from their first to their last day', () => {
  const rule = (percent: number, more: Partial<TaxRule> = {}): TaxRule => ({
    country: 'US',
    state: null,
    postcodeFrom: null,
    postcodeTo: null,
    taxClass: 'standard',
    rate: percent * 10_000,
    shipsTaxed: true,
    validFrom: '2026-01-01',
    validTo: null,
    ...more,
  })
  const rules = [
    rule(1),
    rule(2, { state: 'TX' }),
    rule(3, { state: 'TX', postcodeFrom: '787', postcodeTo: '788' }),
    rule(4, { state: 'TX', postcodeFrom: '770', postcodeTo: '770', validTo: '2026-11-26' }),
    rule(5, { state: 'TX', postcodeFrom: '771', postcodeTo: '771', validTo: DAY }),
    rule(6, { state: 'TX', postcodeFrom: '772', postcodeTo: '772', validFrom: '2026-11-28' }),
  ]
  const at = (postalCode: string, state: string) => percentOf(placed('US', postalCode, state), 'standard', rules)
  expect([at('97201', 'OR'), at('75001', 'TX'), at('78701', 'TX'), at('', 'TX')]).toEqual([1, 2, 3, 2])
  expect([at('77001', 'TX'), at('77101', 'TX'), at('77201', 'TX')]).toEqual([2, 5, 2])
})
