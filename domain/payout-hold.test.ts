import { expect, test } from 'vitest'
import { destinationFor, holdEnd, isSameDestination } from './payout-hold.ts'

const account = {
  holder: 'North Fold',
  iban: 'DE89370400440532013000',
  routingNumber: '021000021',
  accountNumber: '000123456789',
  stripeAccountId: 'acct_1',
}

test('F12 a payout uses the numbers for its currency, or the account at Stripe, and nothing else of an account', () => {
  const none = { holder: '', iban: null, routingNumber: null, accountNumber: null, stripeAccountId: null }
  expect(destinationFor(account, { method: 'stripe', currency: 'USD' })).toEqual({ ...none, stripeAccountId: 'acct_1' })
  expect(destinationFor(account, { method: 'manual', currency: 'EUR' })).toEqual({ ...none, holder: 'North Fold', iban: account.iban })
  expect(destinationFor(account, { method: 'manual', currency: 'USD' })).toEqual({ ...account, iban: null, stripeAccountId: null })
})

test('F12 another number, holder or Stripe account is another destination; a number that the payout does not use is not', () => {
  const inDollars = (change: Partial<typeof account>) => destinationFor({ ...account, ...change }, { method: 'manual', currency: 'USD' })
  expect(isSameDestination(inDollars({}), inDollars({ iban: 'GB29NWBK60161331926819', stripeAccountId: 'acct_2' }))).toBe(true)
  expect(isSameDestination(inDollars({}), inDollars({ accountNumber: '000123456780' }))).toBe(false)
  expect(isSameDestination(inDollars({}), inDollars({ holder: 'Somebody Else' }))).toBe(false)
  const byStripe = (stripeAccountId: string) => destinationFor({ ...account, stripeAccountId }, { method: 'stripe', currency: 'USD' })
  expect(isSameDestination(byStripe('acct_1'), byStripe('acct_2'))).toBe(false)
})

test('F12 a hold lasts 72 hours', () => {
  expect(holdEnd(new Date('2026-03-03T10:00:00Z'))).toEqual(new Date('2026-03-06T10:00:00Z'))
})
