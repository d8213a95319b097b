import { expect, test } from 'vitest'
import { readDay, readStatement } from './bank-table.ts'

test.each([
  ['2026-03-04', '2026-03-04'],
  ['2026-03-04T10:00:00', '2026-03-04'],
  ['04.03.2026', '2026-03-04'],
  ['4.3.26', '2026-03-04'],
  ['03/04/2026', '2026-03-04'],
  ['13/04/2026', null],
  ['31.02.2026', null],
  ['', null],
  ['yesterday', null],
])('%s is the day %s', (typed, expected) => {
  expect(readDay(typed)).toBe(expected)
})

test('a statement of a German bank: credits only, decimal commas, lines above the headings', () => {
  const rows = [
    ['Umsätze Girokonto', 'DE89 3704 0044 0532 0130 00'],
    ['Buchungstag', 'Valutadatum', 'Beguenstigter/Zahlungspflichtiger', 'Verwendungszweck', 'Betrag', 'Waehrung'],
    ['02.11.26', '02.11.26', 'Müller GmbH', 'ORD-1 Anzahlung', '1.190,00', 'EUR'],
    ['03.11.26', '03.11.26', 'Miete', 'November', '-900,00', 'EUR'],
    ['03.11.26', '03.11.26', 'In Pfund', '', '10,00', 'GBP'],
    ['', '', '', 'Endsaldo', '', ''],
  ]
  expect(readStatement(rows)?.transfers).toEqual([
    { bookedOn: '2026-11-02', currency: 'EUR', amountCents: 1190_00, name: 'Müller GmbH', text: 'ORD-1 Anzahlung', reference: '' },
  ])
})

test('a statement of an American bank: a column of credits, the currency in its heading, the bank’s own numbers', () => {
  const rows = [
    ['Date', 'Transaction ID', 'Description', 'Payer', 'Debit (USD)', 'Credit (USD)'],
    ['11/02/2026', 'T-1', 'ORD-2', 'Ann Buyer', '', '1,234.50'],
    ['11/03/2026', 'T-2', 'Fee', 'Bank', '25.00', ''],
  ]
  expect(readStatement(rows)?.transfers).toEqual([
    { bookedOn: '2026-11-02', currency: 'USD', amountCents: 1234_50, name: 'Ann Buyer', text: 'ORD-2', reference: 'T-1' },
  ])
})

test('amounts without a sign are credits unless their row is marked as a debit', () => {
  const rows = [
    ['Buchungstag', 'Auftraggeber', 'Verwendungszweck', 'Umsatz', 'Währung', ''],
    ['02.11.2026', 'Müller GmbH', 'ORD-1', '100,00', 'EUR', 'H'],
    ['03.11.2026', 'Müller GmbH', 'Refund ORD-1', '40,00', 'EUR', 'S'],
  ]
  expect(readStatement(rows)?.transfers.map(({ amountCents }) => amountCents)).toEqual([100_00])
})

test('a table without days or amounts is no statement', () => {
  expect(readStatement([['Name', 'Price']])).toBeNull()
  expect(readStatement([])).toBeNull()
})

const HEAD = ['Date', 'Payer', 'Description', 'Amount', 'Currency']

test('rows that cannot be read are listed with number and reason; debits and rows without an amount are not', () => {
  const rows = [
    HEAD,
    ['2026-11-02', 'Ann', 'ORD-1', '10.00', 'USD'],
    ['32.13.2026', 'Ben', 'ORD-2', '20.00', 'USD'],
    ['2026-11-03', 'Cora', 'ORD-3', '30.00', 'GBP'],
    ['2026-11-03', 'Dan', 'ORD-4', 'forty', 'USD'],
    ['2026-11-04', 'Rent', '', '-900.00', 'GBP'],
    ['', 'Closing balance', '', '', ''],
  ]
  const read = readStatement(rows)
  expect(read?.transfers.map(({ name }) => name)).toEqual(['Ann'])
  expect(read?.unread).toEqual([
    { row: 3, reason: '“32.13.2026” is no day' },
    { row: 4, reason: '“GBP” is no currency of the shop' },
    { row: 5, reason: '“forty” is no amount' },
  ])
})

test.each([
  [['03/04/2026'], ['2026-03-04'], 'month'],
  [['03/04/2026', '25/04/2026'], ['2026-04-03', '2026-04-25'], 'day'],
  [['03/04/2026', '04/25/2026'], ['2026-03-04', '2026-04-25'], 'month'],
  [['04/25/2026'], ['2026-04-25'], null],
  [['25/04/2026'], ['2026-04-25'], null],
  [['2026-04-03', '03.04.2026'], ['2026-04-03', '2026-04-03'], null],
])('days with slashes are read in one order in a whole file, and it is named where they have two: %j', (days, expected, order) => {
  const read = readStatement([HEAD, ...days.map((day) => [day, 'Ann', '', '10.00', 'USD'])])
  expect(read?.transfers.map(({ bookedOn }) => bookedOn)).toEqual(expected)
  expect(read?.dayOrder).toBe(order)
})

test('a file without a currency is read in the chosen one, and in none that was guessed', () => {
  const rows = [HEAD.slice(0, 4), ['2026-11-02', 'Ann', 'ORD-1', '10.00']]
  expect(readStatement(rows)).toMatchObject({ transfers: [], lacksCurrency: true })
  expect(readStatement(rows, 'USD')).toMatchObject({ transfers: [{ currency: 'USD' }], lacksCurrency: false })
  const named = [[...HEAD.slice(0, 3), 'Amount (EUR)'], ...rows.slice(1)]
  expect(readStatement(named, 'USD')?.transfers).toMatchObject([{ currency: 'EUR' }])
})
