import { expect, test } from 'vitest'
import { type BankTransfer, matchTransfer, type OpenOrder } from './bank-match.ts'

const one: OpenOrder = {
  orderId: 'one',
  number: 'ORD-MIB2H9N0A7X',
  currency: 'EUR',
  invoices: ['INV-000042'],
  dueCents: 1190_00,
  nextCents: 357_00,
  names: ['Müller Verpackungen GmbH', 'Eva Müller'],
}
const other: OpenOrder = {
  ...one,
  orderId: 'other',
  number: 'ORD-MIB2H9N0B8Y',
  invoices: ['WELLEN-000007'],
  dueCents: 500_00,
  nextCents: 500_00,
  names: ['Ann Buyer'],
}
const match = (transfer: Partial<BankTransfer>) =>
  matchTransfer({ amountCents: 1190_00, currency: 'EUR', name: 'EVA MUELLER', text: '', ...transfer }, [one, other])

test.each([
  ['the order number', { text: 'ORD-MIB2H9N0A7X' }, true, ['one'], 'order number'],
  ['the number without hyphen, in small letters and broken', { text: 'Rechnung ord mib2h9 n0a7x danke' }, true, ['one'], 'order number'],
  ['a part of what is due', { text: 'ORD-MIB2H9N0A7X', amountCents: 357_00 }, true, ['one'], 'order number'],
  ['more than is due', { text: 'ORD-MIB2H9N0A7X', amountCents: 1190_01 }, false, ['one'], 'order number'],
  ['the invoice number', { text: 'RE INV000042' }, true, ['one'], 'invoice number'],
  ['the invoice number and its day', { text: 'Rechnung INV-000042 2026-11-02' }, true, ['one'], 'invoice number'],
  ['the number of a seller’s invoice', { text: 'WELLEN-000007', amountCents: 500_00 }, true, ['other'], 'invoice number'],
  ['two orders with their sum', { text: 'ORD-MIB2H9N0A7X ORD-MIB2H9N0B8Y', amountCents: 1690_00 }, true, ['one', 'other'], 'order number'],
  ['two orders with less', { text: 'ORDMIB2H9N0A7X+ORDMIB2H9N0B8Y', amountCents: 1600_00 }, false, ['one', 'other'], 'order number'],
  [
    'an order and an invoice',
    { text: 'INV-000042, ORD-MIB2H9N0B8Y', amountCents: 1690_00 },
    true,
    ['other', 'one'],
    'order and invoice numbers',
  ],
  ['nothing but amount and name', { name: 'MÜLLER VERPACKUNGEN GMBH, KÖLN' }, false, ['one'], 'amount and name'],
  ['the amount of the next part and the name', { name: 'Eva Müller', amountCents: 357_00 }, false, ['one'], 'amount and name'],
  ['the amount and another name', { name: 'Eva Meier' }, false, [], ''],
  ['the name and another amount', { name: 'Eva Müller', amountCents: 1190_01 }, false, [], ''],
  ['an invoice number that only begins so', { text: 'INV-0000421' }, false, [], ''],
  ['another currency', { text: 'ORD-MIB2H9N0A7X', currency: 'USD' as const }, false, [], ''],
])('a transfer that names %s', (_name, transfer, isSure, orderIds, by) => {
  expect(match(transfer)).toEqual({ isSure, orderIds, by })
})

test('two orders of one payer with the same amount are left to staff', () => {
  const transfer = { amountCents: 1190_00, currency: 'EUR' as const, name: 'Eva Müller', text: '' }
  expect(matchTransfer(transfer, [one, { ...one, orderId: 'twin' }]).orderIds).toEqual([])
})
