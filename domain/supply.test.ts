import { expect, test } from 'vitest'
import { mainsOf } from './mains.ts'
import { COUNTRIES } from './market-country.ts'
import { supplyNotice, supplyOf } from './supply.ts'

const noticeOf = (value: string, country: string, name = 'Supply') => supplyNotice([{ name, value }], country)
const US_50 = (needs: string) => `Needs ${needs}. Mains in the United States have 60 Hz.`

test('35.1.1 every country that a new shop can sell to has mains', () => {
  expect(COUNTRIES.filter((country) => mainsOf(country) === null)).toEqual([])
  for (const country of COUNTRIES) for (const hertz of mainsOf(country)?.hertz ?? []) expect([50, 60]).toContain(hertz)
})

test.each<[string, string, string | null]>([
  ['400 V, 50 Hz, three phase', 'US', US_50('400 V, 50 Hz')],
  ['400 V, 50 Hz, three phase, 32 A', 'CA', 'Needs 400 V, 50 Hz. Mains in Canada have 60 Hz.'],
  ['400 V, 50 Hz, three phase, 16 A', 'DE', null],
  ['230 V, 50 Hz, single phase', 'US', US_50('230 V, 50 Hz')],
  ['230 V, 50 Hz, single phase, 16 A', 'GB', null],
  ['230 V, 50/60 Hz, single phase', 'US', null],
  ['230 V, 50/60 Hz, single phase', 'AU', null],
  ['230 V, 50/60 Hz, single phase', 'JP', 'Needs 230 V, 50/60 Hz. Mains in Japan have 100 or 200 V.'],
  ['230 V, 50/60 Hz, single phase, from the machine', 'JP', null],
  ['400 V, 50 Hz or 480 V, 60 Hz, three phase, 16 A', 'US', null],
  ['400 V, 50 Hz or 480 V, 60 Hz, three phase', 'FR', null],
  ['400 V, 50 Hz or 480 V, 60 Hz, three phase', 'MX', null],
  [
    '400 V, 50 Hz or 480 V, 60 Hz, three phase',
    'JP',
    'Needs 400 V, 50 Hz or 480 V, 60 Hz, three phase. Three-phase mains in Japan have 200 V.',
  ],
  ['24 V DC, adapter for 100–240 V included', 'US', null],
  ['24 V DC, adapter for 100–240 V included', 'DE', null],
  ['10–30 V DC, PNP', 'US', null],
  ['24 VDC', 'US', null],
  ['Battery, charger for 230 V, 50 Hz', 'US', null],
  ['120 V, 60 Hz, single phase', 'US', null],
  ['120 V, 60 Hz, single phase', 'DE', 'Needs 120 V, 60 Hz. Mains in Germany have 230 V, 50 Hz.'],
  ['115 V 60Hz 1~', 'MX', null],
  ['208-240V, 60Hz, 1-phase', 'US', null],
  ['480 V, 60 Hz, three phase', 'NL', 'Needs 480 V, 60 Hz. Mains in the Netherlands have 50 Hz.'],
  ['480 V, 60 Hz, three phase', 'US', null],
  ['600 V / 60 Hz / 3 Ph', 'CA', null],
  ['600 V / 60 Hz / 3 Ph', 'US', 'Needs 600 V, 60 Hz, three phase. Three-phase mains in the United States have 208, 240 or 480 V.'],
  ['3~ 400V 50Hz', 'US', US_50('400 V, 50 Hz')],
  ['3 x 400 V, 50 Hz', 'US', US_50('400 V, 50 Hz')],
  ['400V/50Hz/3Ph', 'US', US_50('400 V, 50 Hz')],
  ['3/N/PE 400/230 V 50 Hz', 'US', US_50('400/230 V, 50 Hz')],
  ['380–415 V, 50 Hz, 3-phase', 'US', US_50('380–415 V, 50 Hz')],
  ['380–415 V, 50 Hz, 3-phase', 'SG', null],
  ['220-240V ~ 50Hz', 'US', US_50('220–240 V, 50 Hz')],
  ['220-240 V AC, 50-60 Hz', 'US', null],
  ['220 to 240 volts, 50 or 60 hertz', 'US', null],
  ['230VAC 50Hz', 'US', US_50('230 V, 50 Hz')],
  ['Drehstrom 400 V, 50 Hz', 'US', US_50('400 V, 50 Hz')],
  ['400 V triphasé, 50 Hz', 'US', US_50('400 V, 50 Hz')],
  ['230 V einphasig, 50 Hz', 'DE', null],
  ['230 V, single phase', 'US', null],
  ['230 V', 'DE', null],
  ['110 V', 'DE', 'Needs 110 V. Mains in Germany have 230 or 400 V.'],
  ['50 Hz', 'US', US_50('50 Hz')],
  ['100–240 V, 50/60 Hz', 'US', null],
  ['100–240 V, 50/60 Hz', 'CH', null],
  ['mains lead included', 'US', null],
  ['', 'US', null],
  ['400 V, 50 Hz, three phase', 'XX', null],
])('35.1.1 a machine for "%s" in %s', (value, country, text) => {
  expect(noticeOf(value, country)).toBe(text)
})

test('35.1.1 rows of other names, and one fact a row, say the same', () => {
  for (const name of ['Power supply', 'MAINS', 'Electrical connection', ' voltage '])
    expect(noticeOf('400 V, 50 Hz', 'US', name)).toBe(US_50('400 V, 50 Hz'))
  const apart = (volts: string, hertz: string, phases: string) => [
    { name: 'Power', value: '5 kW' },
    { name: 'Frequency', value: hertz },
    { name: 'Voltage', value: volts },
    { name: 'Phases', value: phases },
  ]
  expect(supplyNotice(apart('400 V', '50 Hz', '3'), 'US')).toBe(US_50('400 V, 50 Hz'))
  expect(supplyNotice(apart('400', '50', '3'), 'US')).toBe(US_50('400 V, 50 Hz'))
  expect(supplyNotice(apart('400', '50', '3'), 'IT')).toBe(null)
  expect(supplyNotice([{ name: 'Power', value: '400 V 50 Hz tool' }], 'US')).toBe(null)
})

test('35.1.1 a word about one notice is none about another, and dashes of any shape are the same', () => {
  const rows = [{ name: 'Supply', value: '380–415 V, 50 Hz' }]
  const { supplyNotice: notice } = supplyOf(rows, { country: 'US' })
  expect(supplyOf(rows, { country: 'US' }, notice)).toEqual({ supplyNotice: notice, hasSupply: true })
  expect(supplyOf(rows, { country: 'US' }, notice?.replace('–', '-')).hasSupply).toBe(true)
  expect(supplyOf(rows, { country: 'CA' }, notice).hasSupply).toBe(false)
  expect(supplyOf(rows, { country: 'DE' }, notice)).toEqual({ supplyNotice: null, hasSupply: false })
  expect(supplyOf(rows, { country: 'US' }).hasSupply).toBe(false)
})
