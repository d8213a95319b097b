import { expect, test } from 'vitest'
import { bareNumber, canReceive, ibanIn, isAccountNumber, isIban, isRoutingNumber, maskNumber, numbersFor } from './bank-account.ts'

test('D290 an IBAN is known by its country, its length and its check digits', () => {
  for (const iban of ['DE89 3704 0044 0532 0130 00', 'GB29NWBK60161331926819', 'fr14 2004 1010 0505 0001 3m02 606', 'NO93 8601 1117 947']) {
    expect([iban, isIban(bareNumber(iban))]).toEqual([iban, true])
  }
  for (const iban of [
    'DE88370400440532013000',
    'DE8937040044053201300',
    'US89370400440532013000',
    'DE89',
    '',
    'XX00',
    'DEAA370400440532013000',
  ]) {
    expect([iban, isIban(bareNumber(iban))]).toEqual([iban, false])
  }
})

test('every slip of one digit in an IBAN or a routing number is noticed', () => {
  for (const [good, isGood] of [
    ['DE89370400440532013000', isIban],
    ['021000021', isRoutingNumber],
  ] as const) {
    expect(isGood(good)).toBe(true)
    for (let at = 2; at < good.length; at += 1) {
      const wrong = good.slice(0, at) + String((Number(good[at]) + 1) % 10) + good.slice(at + 1)
      expect([wrong, isGood(wrong)]).toEqual([wrong, false])
    }
  }
})

test('D290 a routing number has nine digits, a check digit and a start that is assigned', () => {
  for (const number of ['021000021', '011401533', '121000248']) expect([number, isRoutingNumber(number)]).toEqual([number, true])
  for (const number of ['021000022', '000000000', '02100002', '0210000210', '991000021', 'a21000021']) {
    expect([number, isRoutingNumber(number)]).toEqual([number, false])
  }
})

test('an account number has 4 to 17 digits', () => {
  expect(['1234', '12345678901234567'].map(isAccountNumber)).toEqual([true, true])
  expect(['123', '123456789012345678', '0000', '12a4', ''].map(isAccountNumber)).toEqual([false, false, false, false, false])
})

test('of a number people see the country and the last four characters only', () => {
  expect(maskNumber('DE89370400440532013000')).toBe('DE•• •••• 3000')
  expect(maskNumber('000123456789')).toBe('•••• 6789')
  expect(maskNumber(null)).toBe(null)
})

test('euros need an IBAN; dollars go to the account in the United States first', () => {
  const iban = { iban: 'DE89370400440532013000', routingNumber: null, accountNumber: null }
  const us = { iban: null, routingNumber: '021000021', accountNumber: '1234' }
  const both = { ...us, iban: iban.iban }
  expect([canReceive(iban, 'EUR'), canReceive(iban, 'USD'), canReceive(us, 'EUR'), canReceive(us, 'USD')]).toEqual([
    true,
    true,
    false,
    true,
  ])
  expect(canReceive({ iban: null, routingNumber: null, accountNumber: null }, 'USD')).toBe(false)
  expect(numbersFor(both, 'USD')).toEqual(us)
  expect(numbersFor(both, 'EUR')).toEqual(iban)
  expect(numbersFor(iban, 'USD')).toEqual(iban)
})

test('D290 right check digits do not make a number of another length, or of a country without any, an IBAN (ISO 13616)', () => {
  for (const number of ['DE543704004405320130001', 'DE5137040044053201300', 'XX46370400440532013000']) {
    expect([number, isIban(number)]).toEqual([number, false])
  }
})

/** Starts that the American Bankers Association assigns: 00 to 12, 21 to 32, 61 to 72 and 80; all these have right check digits. */
test.each([
  ['120000003', true],
  ['130000006', false],
  ['200000004', false],
  ['210000007', true],
  ['320000007', true],
  ['330000000', false],
  ['600000002', false],
  ['610000005', true],
  ['720000005', true],
  ['730000008', false],
  ['790000006', false],
  ['800000006', true],
  ['810000009', false],
])('D290 the routing number %s is assigned: %s', (number, isOne) => {
  expect(isRoutingNumber(number)).toBe(isOne)
})

test('an account in the United States needs both of its numbers', () => {
  const half = [
    { iban: null, routingNumber: '021000021', accountNumber: null },
    { iban: null, routingNumber: null, accountNumber: '1234' },
  ]
  expect(half.map((account) => canReceive(account, 'USD'))).toEqual([false, false])
  const iban = 'DE89370400440532013000'
  for (const account of half) expect(numbersFor({ ...account, iban }, 'USD')).toEqual({ iban, routingNumber: null, accountNumber: null })
  expect(maskNumber('12DE3456')).toBe('•••• 3456')
})

test.each([
  ['IBAN DE02 1203 0000 0000 2020 51 BIC BYLADEM1001', 'DE02120300000000202051'],
  ['IBAN: DE02120300000000202051, BIC: BYLADEM1001', 'DE02120300000000202051'],
  ['Order AB12 first, then FR14 2004 1010 0505 0001 3M02 606 at the bank', 'FR1420041010050500013M02606'],
  ['BE68-5390-0754-7034', 'BE68539007547034'],
  ['Routing number 021000021, account 12345', undefined],
  ['DE03 1203 0000 0000 2020 51', undefined],
  ['', undefined],
])('the IBAN in %j is %s', (text, iban) => {
  expect(ibanIn(text)).toBe(iban)
})
