import { expect, test } from 'vitest'
import { trackingProblem } from './carriers.ts'
import { type NumberedPart, parcelsOf, readTrackingTable, type TrackingRow } from './tracking-file.ts'

const HEAD = ['Order', 'Carrier', 'Tracking number', 'SKU', 'Quantity']
const read = (...rows: (string | number | null)[][]) => readTrackingTable([HEAD, ...rows])

test.each([
  [['Order', 'Carrier', 'Tracking number']],
  [['order number', 'CARRIER', 'Tracking']],
  [['Bestellnummer', 'Paketdienst', 'Sendungsnummer']],
  [['Commande', 'Transporteur', 'Numéro de suivi']],
])('headings %o are read', (head) => {
  expect(readTrackingTable([head, ['ORD-1', 'UPS', '1Z1']])).toMatchObject({
    rows: [{ row: 2, order: 'ORD-1', carrier: 'UPS', trackingNumber: '1Z1', sku: '', quantity: '' }],
  })
})

test('a table without its two columns is refused, and says which', () => {
  expect(readTrackingTable([['Order', 'Carrier']])).toEqual({ missing: 'it has no column “Tracking number”.' })
  expect(readTrackingTable([])).toEqual({ missing: 'it has no column “Order”.' })
})

test('rows are counted as the spreadsheet does; empty ones are left out, and single cells that are wrong are said', () => {
  const table = read(
    ['ORD-1', 'UPS', '1Z1', 'A', 2],
    [null, null, '', null, null],
    ['', 'UPS', '1Z2', '', ''],
    ['ORD-2', 'UPS', '', '', ''],
    ['ORD-3', 'DHL', 1234567890123456, '', ''],
    ['ORD-4', 'DHL', 1234567890, '', ''],
  )
  expect(table).toEqual({
    rows: [
      { row: 2, order: 'ORD-1', carrier: 'UPS', trackingNumber: '1Z1', sku: 'A', quantity: '2' },
      { row: 7, order: 'ORD-4', carrier: 'DHL', trackingNumber: '1234567890', sku: '', quantity: '' },
    ],
    errors: [
      { row: 4, message: 'Enter the order number' },
      { row: 5, message: 'Enter the tracking number' },
      { row: 6, message: 'The spreadsheet has rounded the tracking number: format the column as text' },
    ],
  })
})

const PARTS: NumberedPart[] = [
  {
    orderId: 'o1',
    number: 'ORD-1',
    businessId: 'b1',
    status: 'processing',
    lines: [
      { id: 'l1', sku: 'A-1', left: 5 },
      { id: 'l2', sku: 'A-2', left: 2 },
    ],
  },
  { orderId: 'o2', number: 'ORD-2', businessId: 'b1', status: 'processing', lines: [{ id: 'l3', sku: 'A-1', left: 1 }] },
  { orderId: 'o2', number: 'ORD-2', businessId: 'b2', status: 'processing', lines: [{ id: 'l4', sku: 'B-1', left: 1 }] },
  {
    orderId: 'o3',
    number: 'ORD-3',
    businessId: 'b1',
    status: 'processing',
    lines: [
      { id: 'l5', sku: 'A-1', left: 1 },
      { id: 'l6', sku: 'a-1', left: 1 },
    ],
  },
]
const rowOf = (row: number, cells: Partial<TrackingRow>): TrackingRow => ({
  order: 'ORD-1',
  carrier: 'UPS',
  trackingNumber: 'T1',
  sku: '',
  quantity: '',
  row,
  ...cells,
})

test('rows with the same order, carrier and number are one parcel, whatever their case', () => {
  const { parcels, errors } = parcelsOf(
    [
      rowOf(2, { sku: 'a-1', quantity: '3' }),
      rowOf(3, { order: 'ord-1', carrier: 'ups', trackingNumber: 't1', sku: 'A-2' }),
      rowOf(4, { trackingNumber: 'T2', sku: 'A-1', quantity: '2' }),
      rowOf(5, { order: 'ORD-2', trackingNumber: 'T1', sku: 'B-1' }),
    ],
    PARTS,
  )
  expect(errors).toEqual([])
  expect(parcels).toMatchObject([
    {
      rows: [2, 3],
      orderId: 'o1',
      businessId: 'b1',
      lines: [
        { id: 'l1', quantity: 3 },
        { id: 'l2', quantity: 2 },
      ],
    },
    { rows: [4], trackingNumber: 'T2', lines: [{ id: 'l1', quantity: 2 }] },
    { rows: [5], orderId: 'o2', businessId: 'b2', lines: [{ id: 'l4', quantity: 1 }] },
  ])
})

test.each<[Partial<TrackingRow>, string]>([
  [{ order: 'ORD-9' }, 'There is no such order'],
  [{ quantity: '2' }, 'Enter the SKU that the quantity is of'],
  [{ order: 'ORD-2' }, 'Enter the SKU: several sellers ship this order'],
  [{ sku: 'C-1' }, 'This SKU is not in the order'],
  [{ order: 'ORD-3', sku: 'A-1' }, 'Several items of the order have this SKU: ship it from its page'],
  [{ sku: 'A-1', quantity: 'two' }, 'Enter a whole number, 1 or more'],
  [{ sku: 'A-1', quantity: '0' }, 'Enter a whole number, 1 or more'],
  [{ sku: 'A-1', quantity: '1.5' }, 'Enter a whole number, 1 or more'],
  [{ sku: 'A-1', quantity: '-1' }, 'Enter a whole number, 1 or more'],
])('row %o: %s', (cells, message) => {
  expect(parcelsOf([rowOf(2, cells)], PARTS)).toEqual({ parcels: [], errors: [{ row: 2, message }] })
})

test('a row that repeats its parcel is said, and the parcel stays', () => {
  const { parcels, errors } = parcelsOf([rowOf(2, {}), rowOf(3, {}), rowOf(4, { trackingNumber: 'T2' })], PARTS)
  expect(parcels.map(({ rows }) => rows)).toEqual([[2], [4]])
  expect(errors).toEqual([{ row: 3, message: 'The same parcel as in row 2' }])
})

test.each([
  ['UPS', '1Z999AA10123456784', null],
  ['ups', '1z 999 AA1 01 2345 6784', null],
  ['UPS', '12345', 'UPS has no tracking numbers like this'],
  ['FedEx', '123456789012', null],
  ['FedEx', '1Z999AA10123456784', 'FedEx has no tracking numbers like this'],
  ['DHL', 'JD014600006281230704', null],
  ['Spedition Müller', 'anything', null],
  ['', '12', null],
  ['UPS', '', null],
])('%s %s: %s', (carrier, number, problem) => {
  expect(trackingProblem(carrier, number)).toBe(problem)
})
