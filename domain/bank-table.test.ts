import { expect, test } from 'vitest'
import { readDay, readStatement } from './bank-table.ts'

test.each([
  ['2026-03-04', '2026-03-04'],
  ['2026-03-04T10:00:00', '2026-03-04'],
  ['04.03.2026', '2026-03-04'],
  ['4.3.26', '2026-03-04'],
  ['03/04/2026', '2026-03-04'],
  ['13/04/2026', '2026-04-13'],
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
  expect(readStatement(rows)).toEqual([
    { bookedOn: '2026-11-02', currency: 'EUR', amountCents: 1190_00, name: 'Müller GmbH', text: 'ORD-1 Anzahlung', reference: '' },
  ])
})

test('a statement of an American bank: a column of credits, the currency in its heading, the bank’s own numbers', () => {
  const rows = [
    ['Date', 'Transaction ID', 'Description', 'Payer', 'Debit (USD)', 'Credit (USD)'],
    ['11/02/2026', 'T-1', 'ORD-2', 'Ann Buyer', '', '1,234.50'],
    ['11/03/2026', 'T-2', 'Fee', 'Bank', '25.00', ''],
  ]
  expect(readStatement(rows)).toEqual([
    { bookedOn: '2026-11-02', currency: 'USD', amountCents: 1234_50, name: 'Ann Buyer', text: 'ORD-2', reference: 'T-1' },
  ])
})

test('amounts without a sign are credits unless their row is marked as a debit', () => {
  const rows = [
    ['Buchungstag', 'Auftraggeber', 'Verwendungszweck', 'Umsatz', 'Währung', ''],
    ['02.11.2026', 'Müller GmbH', 'ORD-1', '100,00', 'EUR', 'H'],
    ['03.11.2026', 'Müller GmbH', 'Refund ORD-1', '40,00', 'EUR', 'S'],
  ]
  expect(readStatement(rows)?.map(({ amountCents }) => amountCents)).toEqual([100_00])
})

test('a table without days or amounts is no statement', () => {
  expect(readStatement([['Name', 'Price']])).toBeNull()
  expect(readStatement([])).toBeNull()
})
