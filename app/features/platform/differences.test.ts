import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

test('changes are listed field by field, also inside of groups; what stayed the same is left out', () => {
  expect(
    differencesOf(
      { usageLimit: null, isActive: true, name: 'A', price: { USD: 999, EUR: 999 }, hours: ['a'] },
      { usageLimit: 5, isActive: false, name: 'A', price: { USD: 999, EUR: 1099 }, hours: ['a', 'b'] },
    ),
  ).toEqual([
    { field: 'usage limit', before: null, after: '5' },
    { field: 'is active', before: 'yes', after: 'no' },
    { field: 'price › eur', before: '999', after: '1,099' },
    { field: 'hours', before: 'a', after: 'a, b' },
  ])
})

test('what was made has nothing before, what was deleted nothing after, and no change is no difference', () => {
  expect(differencesOf(null, { code: 'X' })).toEqual([{ field: 'code', before: null, after: 'X' }])
  expect(differencesOf({ code: 'X' }, null)).toEqual([{ field: 'code', before: 'X', after: null }])
  expect(differencesOf(null, null)).toEqual([])
  expect(differencesOf(undefined, 'a word')).toEqual([{ field: 'value', before: null, after: 'a word' }])
})

test('F7.3.12 amounts, numbers, days and instants are read as everywhere else, with the currency of their name or record', () => {
  expect(
    differencesOf(
      { priceUsdCents: 124990, stock: 1200, currency: 'EUR', totalCents: 5000, endsAt: '2026-03-04', method: 'other' },
      { priceUsdCents: 99, stock: 15000, currency: 'EUR', totalCents: 6050, endsAt: '2026-03-05', method: 'bank_transfer' },
    ),
  ).toEqual([
    { field: 'price in USD', before: '$1,249.90', after: '$0.99' },
    { field: 'stock', before: '1,200', after: '15,000' },
    { field: 'total', before: '€50.00', after: '€60.50' },
    { field: 'ends at', before: 'March 4, 2026', after: 'March 5, 2026' },
    { field: 'method', before: 'other', after: 'bank transfer' },
  ])
  expect(differencesOf(null, { paidAt: '2026-03-04T12:00:00.000Z' })[0]?.after).toMatch(/^March 4, 2026 at /)
})

test('F7.2.13 the audit log names statuses and ways to pay as the screens do', () => {
  expect(differencesOf({ status: 'processing', paymentMethod: 'card' }, { status: 'cancelled', paymentMethod: 'pay_later' })).toEqual([
    { field: 'status', before: 'processing', after: 'canceled' },
    { field: 'payment method', before: 'card', after: 'pay later' },
  ])
})

test('F7.3.12 parts of an order are read by what changed in them, without ids and brackets', () => {
  const part = (businessId: string, status: string) => ({ businessId, status })
  expect(
    differencesOf({ parts: [part('908e2277', 'processing'), part('cdacd401', 'shipped')] }, { parts: [part('908e2277', 'cancelled')] }),
  ).toEqual([{ field: 'parts', before: 'processing, shipped', after: 'canceled' }])
  expect(differencesOf(null, { currency: 'USD', lines: [{ lineId: 'a', amountCents: 500, quantity: 2, price: { cents: 1 } }] })).toEqual([
    { field: 'currency', before: null, after: 'USD' },
    { field: 'lines', before: null, after: 'amount $5.00, quantity 2, price 1' },
  ])
})
