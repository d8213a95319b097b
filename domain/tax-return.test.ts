import { expect, test } from 'vitest'
import { composeReturn, type ReturnFigure, schemeOf } from './tax-return.ts'

const figure = (change: Partial<ReturnFigure>): ReturnFigure => ({
  day: '2026-11-10',
  currency: 'EUR',
  reason: 'oss',
  percent: 190_000,
  country: 'DE',
  state: '',
  collector: null,
  vatId: '',
  name: '',
  corrects: '',
  netCents: 100_00,
  baseCents: 100_00,
  taxCents: 19_00,
  ...change,
})
const RATES = new Map([
  [
    'USD',
    [
      { day: '2026-11-09', perEur: 1.25 },
      { day: '2026-12-30', perEur: 2 },
      { day: '2027-01-04', perEur: 4 },
    ],
  ],
])

test('T10 a one-stop shop takes the rate of the end of the period, all others that of the day of the document', () => {
  const { rows, missingRates } = composeReturn(
    [
      figure({ currency: 'USD' }),
      figure({ currency: 'USD', reason: 'domestic', country: 'IE', percent: 230_000, taxCents: 23_00 }),
      figure({ currency: 'USD', reason: 'domestic', country: 'FR', day: '2026-11-08' }),
    ],
    RATES,
    '2026-12-31',
  )
  expect(rows.map(({ country, scheme, baseEurCents, taxEurCents }) => [country, scheme, baseEurCents, taxEurCents])).toEqual([
    ['DE', 'oss', 25_00, 4_75],
    ['FR', 'domestic', null, null],
    ['IE', 'domestic', 80_00, 18_40],
  ])
  expect(missingRates).toEqual([{ currency: 'USD', day: '2026-11-08' }])
})

test('T10 a period that has not ended takes the newest rate', () => {
  const rates = new Map([['USD', [{ day: '2026-11-09', perEur: 1.25 }]]])
  expect(composeReturn([figure({ currency: 'USD' })], rates, '2026-12-31').oneStop).toMatchObject([{ baseEurCents: 80_00 }])
})

test('T10 credit notes are subtracted; of invoices of earlier periods the one-stop shop has lines of their own', () => {
  const credit = { netCents: -40_00, baseCents: -40_00, taxCents: -7_60 }
  const { rows, oneStop, totals } = composeReturn(
    [figure({}), figure(credit), figure({ ...credit, corrects: '2026-09' }), figure({ ...credit, reason: 'ioss', corrects: '2026-10' })],
    new Map(),
    '2026-12-31',
  )
  expect(rows.map(({ scheme, baseCents, taxCents }) => [scheme, baseCents, taxCents])).toEqual([
    ['ioss', -40_00, -7_60],
    ['oss', 20_00, 3_80],
  ])
  expect(oneStop.map(({ scheme, corrects, baseEurCents }) => [scheme, corrects, baseEurCents])).toEqual([
    ['ioss', '2026-10', -40_00],
    ['oss', '2026-Q3', -40_00],
    ['oss', null, 60_00],
  ])
  expect(totals).toMatchObject([{ currency: 'EUR', netCents: -20_00, taxCents: -3_80 }])
})

test('T10 supplies to other member states are listed by VAT id, sales in the United States by state', () => {
  const supply = { reason: 'intra_community', percent: 0, taxCents: 0, vatId: 'DE111111117', name: 'Wellen GmbH' } as const
  const flat = {
    reason: 'us_flat',
    country: 'US',
    currency: 'USD',
    percent: 80_000,
    netCents: 49_49,
    baseCents: 39_50,
    taxCents: 3_16,
  } as const
  const { recapitulative, unitedStates } = composeReturn(
    [figure(supply), figure({ ...supply, day: '2026-11-12' }), figure({ ...flat, state: 'IL' }), figure({ ...flat, state: 'MN' })],
    new Map(),
    '2026-12-31',
  )
  expect(recapitulative).toMatchObject([{ vatId: 'DE111111117', name: 'Wellen GmbH', collector: null, baseEurCents: 200_00 }])
  expect(unitedStates.map(({ state, netCents, baseCents, taxCents }) => [state, netCents, baseCents, taxCents])).toEqual([
    ['IL', 49_49, 39_50, 3_16],
    ['MN', 49_49, 39_50, 3_16],
  ])
})

test('T10 every reason belongs to a scheme', () => {
  const of = (reason: ReturnFigure['reason']) => schemeOf({ reason })
  expect([of('oss'), of('ioss'), of('sales_tax'), of('us_flat'), of('no_nexus'), of('exempt_certificate')]).toEqual([
    'oss',
    'ioss',
    'sales_tax',
    'sales_tax',
    'sales_tax',
    'sales_tax',
  ])
  expect([of('domestic'), of('small_business'), of('export'), of('intra_community'), of('origin_threshold')]).toEqual(
    Array.from({ length: 5 }, () => 'domestic'),
  )
})
