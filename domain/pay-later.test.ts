import { expect, test } from 'vitest'
import { checkPayLater, DEFAULT_PAY_LATER, daysUnpaid } from './pay-later.ts'

const wish = { role: 'customer', businessStatus: null, openUsdCents: 0, orderUsdCents: 100 } as const

test('D106 customers, people of approved businesses and staff may pay later, in a new shop without a limit', () => {
  expect(checkPayLater(DEFAULT_PAY_LATER, { ...wish, orderUsdCents: 10 ** 12 })).toBeNull()
  expect(checkPayLater(DEFAULT_PAY_LATER, { ...wish, role: 'business_admin', businessStatus: 'approved' })).toBeNull()
  for (const businessStatus of ['pending', 'rejected', 'suspended', null] as const) {
    expect(checkPayLater(DEFAULT_PAY_LATER, { ...wish, role: 'business_admin', businessStatus })).toBe('pay_later_reserved')
  }
  for (const role of ['application_admin', 'super_admin'] as const) {
    expect(checkPayLater(DEFAULT_PAY_LATER, { ...wish, role })).toBeNull()
  }
  expect(checkPayLater({ isOffered: false, limitUsdCents: null }, wish)).toBe('pay_later_off')
})

test('D106 what is open and this order may reach the limit, and not pass it by a cent', () => {
  const terms = { isOffered: true, limitUsdCents: 1000 }
  expect(checkPayLater(terms, { ...wish, openUsdCents: 900 })).toBeNull()
  expect(checkPayLater(terms, { ...wish, openUsdCents: 901 })).toBe('pay_later_limit')
  expect(checkPayLater(terms, { ...wish, orderUsdCents: 1001 })).toBe('pay_later_limit')
})

test('D106 an order counts as unpaid from the day of its reminder until it is paid or cancelled', () => {
  const order = { createdAt: '2026-03-01T12:00:00Z', status: 'pending', paymentMethod: 'pay_later', paymentStatus: 'unpaid' } as const
  const at = (day: string) => new Date(`${day}T12:00:00Z`)
  expect(daysUnpaid(order, at('2026-03-14'))).toBeNull()
  expect(daysUnpaid(order, at('2026-03-15'))).toBe(14)
  expect(daysUnpaid(order, at('2026-04-05'))).toBe(35)
  for (const change of [{ status: 'cancelled' }, { paymentStatus: 'paid' }, { paymentMethod: 'card' }] as const) {
    expect(daysUnpaid({ ...order, ...change }, at('2026-04-05'))).toBeNull()
  }
})
