import { expect, test } from 'vitest'
import { countUnits, isAllShipped, isSameContent, openWindows, parcelOf, returnableUnits, shippedText, unitsToShip } from './shipment.ts'
import { mayCoverUnsent } from './to-pack.ts'

const line = (id: string, quantity: number, shipped = 0, withdrawn = 0, kind: 'product' | 'service' = 'product') => ({
  id,
  kind,
  quantity,
  shipped,
  withdrawn,
})

test.each([
  [[line('a', 5)], null],
  [[line('a', 5, 2)], '2 of 5 shipped'],
  [[line('a', 3, 2), line('b', 2)], '2 of 5 shipped'],
  [[line('a', 5, 2, 1)], '2 of 4 shipped'],
  [[line('a', 2, 2), line('service', 1, 0, 0, 'service')], null],
  [[line('a', 5, 2, 3)], null],
])('a seller order says how much of it has left while some has not: %o', (lines, text) => {
  expect(shippedText(countUnits(lines))).toBe(text)
})

test.each([
  [line('a', 5), 5],
  [line('a', 5, 2, 1), 2],
  [line('a', 5, 0, 0, 'service'), 0],
])('what is left to ship is neither shipped, withdrawn nor a service: %o', (one, left) => {
  expect(unitsToShip(one)).toBe(left)
  expect(isAllShipped([one])).toBe(left === 0)
})

test.each([
  [null, { units: [{ id: 'a', quantity: 3 }] }],
  [[{ id: 'a', quantity: 2 }], { units: [{ id: 'a', quantity: 2 }] }],
  [
    [
      { id: 'a', quantity: 2 },
      { id: 'a', quantity: 1 },
    ],
    { units: [{ id: 'a', quantity: 3 }] },
  ],
  [
    [
      { id: 'a', quantity: 2 },
      { id: 'a', quantity: 2 },
    ],
    { id: 'a', problem: 'too_many', left: 3 },
  ],
  [[{ id: 'b', quantity: 1 }], { id: 'b', problem: 'too_many', left: 0 }],
  [[{ id: 'x', quantity: 1 }], { id: 'x', problem: 'unknown' }],
  [[], { problem: 'nothing' }],
])('a parcel holds no more than is left: %o', (asked, expected) => {
  expect(parcelOf([line('a', 5, 1, 1), line('b', 2, 2)], asked)).toEqual(expected)
})

test('a service is not put into a parcel', () => {
  expect(parcelOf([line('a', 5), line('s', 1, 0, 0, 'service')], [{ id: 's', quantity: 1 }])).toEqual({ id: 's', problem: 'service' })
})

test('nothing is left for a parcel of a seller order that has left', () => {
  expect(parcelOf([line('a', 5, 5)], null)).toEqual({ problem: 'nothing' })
})

test('parcels are the same by their units, in whatever order', () => {
  const [one, two] = [
    { id: 'a', quantity: 1 },
    { id: 'b', quantity: 2 },
  ]
  expect(isSameContent([one, two], [two, one])).toBe(true)
  expect(isSameContent([one], [one, two])).toBe(false)
  expect(isSameContent([one], [{ ...one, quantity: 2 }])).toBe(false)
})

test.each([
  ['nothing has arrived', [], 0, 0, 0],
  ['one parcel, open', [[2, '2026-03-10']], 0, 0, 2],
  ['one parcel, over', [[2, '2026-03-01']], 0, 0, 0],
  ['what was withdrawn before shipping takes nothing', [[2, '2026-03-10']], 3, 3, 2],
  [
    'the first parcel is over, the second is open',
    [
      [2, '2026-03-01'],
      [3, '2026-03-10'],
    ],
    0,
    0,
    3,
  ],
  [
    'what came back counts against the older parcel',
    [
      [2, '2026-03-01'],
      [3, '2026-03-10'],
    ],
    2,
    0,
    3,
  ],
  [
    'and then against the newer',
    [
      [2, '2026-03-01'],
      [3, '2026-03-10'],
    ],
    4,
    0,
    1,
  ],
  ['never less than nothing', [[1, '2026-03-10']], 3, 0, 0],
] as const)('%s', (_name, parcels, gone, withdrawn, left) => {
  const windows = parcels.map(([quantity, until]) => ({ quantity, until }))
  expect(returnableUnits({ windows, gone, withdrawn }, (until) => until >= '2026-03-05')).toBe(left)
})

test('what can be returned is said by window: what came back was of the parcels whose window ends first', () => {
  const windows = [
    { quantity: 3, until: '2026-03-10' },
    { quantity: 2, until: '2026-03-07' },
    { quantity: 1, until: '2026-03-10' },
  ]
  const from = (day: string, gone: number) => openWindows({ windows, gone, withdrawn: 0 }, (until) => until >= day)
  expect(from('2026-03-05', 1)).toEqual([
    { quantity: 1, until: '2026-03-07' },
    { quantity: 4, until: '2026-03-10' },
  ])
  expect(from('2026-03-05', 3)).toEqual([{ quantity: 3, until: '2026-03-10' }])
  expect(from('2026-03-08', 1)).toEqual([{ quantity: 4, until: '2026-03-10' }])
  expect(from('2026-03-11', 0)).toEqual([])
})

const units = (quantity: number, productId = 'a') => [{ productId, quantity }]
test.each([
  ['no refund', [], [{ productId: 'a', withdrawn: 0 }], false],
  ['an amount', [{ status: 'settled', lines: [] }], [{ productId: 'a', withdrawn: 0 }], true],
  ['an amount that failed', [{ status: 'failed', lines: [] }], [{ productId: 'a', withdrawn: 0 }], false],
  ['units that are not shipped any more', [{ status: 'requested', lines: units(2) }], [{ productId: 'a', withdrawn: 2 }], false],
  ['units of a line of which some had left', [{ status: 'settled', lines: units(2) }], [{ productId: 'a', withdrawn: 1 }], true],
  [
    'several refunds',
    [
      { status: 'settled', lines: units(1) },
      { status: 'settled', lines: units(1) },
    ],
    [{ productId: 'a', withdrawn: 1 }],
    true,
  ],
  ['units of another line', [{ status: 'settled', lines: units(1, 'b') }], [{ productId: 'a', withdrawn: 0 }], false],
] as const)('a seller is asked to wait for staff about %s: %s', (_name, refunds, lines, asks) => {
  expect(mayCoverUnsent(refunds, lines)).toBe(asks)
})
