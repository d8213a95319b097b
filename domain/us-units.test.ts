import { expect, test } from 'vitest'
import { fromUsNumber, inLargerUnits, inUsUnits, toUsNumber, usUnitOf } from './us-units.ts'

test.each([
  ['430 mm', '16.9 in'],
  ['431.8 mm', '17 in'],
  ['1,000 mm', '39.4 in'],
  ['12,700 mm', '500 in'],
  ['1,270.5 mm', '50 in'],
  ['0,750 kg', '1.7 lb'],
  ['3 mm', '0.12 in'],
  ['78 kg', '172 lb'],
  ['2.4 kg', '5.3 lb'],
  ['485kg', '1,069lb'],
  ['1200 × 800 × 1100 mm', '47.2 × 31.5 × 43.3 in'],
  ['620 x 520 mm, 92.5 kg', '24.4 x 20.5 in, 204 lb'],
  ['2 to 8 mm', '0.08 to 0.31 in'],
  ['3 ± 0,5 mm', '0.12 ± 0.02 in'],
  ['from 400 mm', 'from 15.7 in'],
])('%s is shown as %s in the United States', (metric, shown) => {
  expect(inUsUnits(metric)).toBe(shown)
})

test.each(['6 m/min', '7 kg/m³', '120 kg/h', '250 mm²', '230 V, 50/60 Hz', 'EM430 kgs', 'EM-A430 mm', '3 m', 'Set, 2 rolls', ''])(
  '%j stays as it is',
  (text) => {
    expect(inUsUnits(text)).toBe(text)
  },
)

test('the end of a range that is typed in inches or pounds includes what is shown as equal to it, and is read back as typed', () => {
  for (const metric of [3, 24, 425, 430, 640, 1000, 12_345]) {
    for (const unit of ['mm', 'kg']) {
      const shown = toUsNumber(metric, unit)
      const [min, max] = [fromUsNumber(shown, unit, 'min'), fromUsNumber(shown, unit, 'max')]
      expect(min, `${metric} ${unit}`).toBeLessThanOrEqual(metric)
      expect(max, `${metric} ${unit}`).toBeGreaterThanOrEqual(metric)
      expect([toUsNumber(min, unit), toUsNumber(max, unit)]).toEqual([shown, shown])
    }
  }
  expect(fromUsNumber(17, 'mm', 'max')).toBeLessThan(435)
  expect(fromUsNumber(0, 'mm', 'min')).toBe(0)
})

test.each([
  ['50000 mm', '50 m'],
  ['50,000 mm', '50 m'],
  ['12345 mm', '12.345 m'],
  ['1,234,567 mm', '1234.567 m'],
  ['about 50000 mm (roll)', 'about 50 m (roll)'],
  ['25000 cm', '250 m'],
  ['15000 g', '15 kg'],
  ['20000 l', '20 m³'],
  ['11000 W at 400 V', '11 kW at 400 V'],
  ['9999 mm', '9999 mm'],
  ['1,000 mm', '1,000 mm'],
  ['430 mm', '430 mm'],
  ['1200 × 12000 mm', '1200 × 12000 mm'],
  ['5000–12000 mm', '5000–12000 mm'],
  ['12000 kg', '12000 kg'],
  ['12000 g/m²', '12000 g/m²'],
  ['EM12000 mm', 'EM12000 mm'],
  ['20000 units/h', '20000 units/h'],
  ['50 m', '50 m'],
])('35.1.8 %s is shown as %s, also where it was stored before', (stored, shown) => {
  expect(inLargerUnits(stored)).toBe(shown)
})

test('units other than mm and kg are the same everywhere', () => {
  expect(['mm', 'kg', 'kW', null].map(usUnitOf)).toEqual(['in', 'lb', null, null])
  expect([toUsNumber(0.75, 'kW'), fromUsNumber(0.75, 'kW', 'min'), toUsNumber(3, null)]).toEqual([0.75, 0.75, 3])
})
