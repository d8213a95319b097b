import { expect, test } from 'vitest'
import {
  checkPayLater,
  confirmBy,
  DEFAULT_PAY_LATER,
  daysUnpaid,
  isLargeUnpaid,
  isOverdue,
  networkLimitUsdCents,
  nextForUnconfirmed,
  payLaterLimit,
  reminderOf,
} from './pay-later.ts'

const buyer = { role: 'customer', businessStatus: null, isConfirmed: true, hasPaid: true } as const
const wish = { openUsdCents: 0, orderUsdCents: 100, chargesCards: true }

test('D106 customers, people of approved businesses and staff may pay later, in a new shop without a limit once they have paid an order', () => {
  expect(checkPayLater(DEFAULT_PAY_LATER, buyer, { ...wish, orderUsdCents: 10 ** 12 })).toBeNull()
  expect(checkPayLater(DEFAULT_PAY_LATER, { ...buyer, role: 'business_admin', businessStatus: 'approved' }, wish)).toBeNull()
  for (const businessStatus of ['pending', 'rejected', 'suspended', null] as const) {
    expect(checkPayLater(DEFAULT_PAY_LATER, { ...buyer, role: 'business_admin', businessStatus }, wish)).toBe('pay_later_reserved')
  }
  for (const role of ['application_admin', 'super_admin'] as const) {
    expect(checkPayLater(DEFAULT_PAY_LATER, { ...buyer, role }, wish)).toBeNull()
  }
  expect(checkPayLater({ ...DEFAULT_PAY_LATER, isOffered: false }, buyer, wish)).toBe('pay_later_off')
})

test('D106 what is open and this order may reach the limit, and not pass it by a cent', () => {
  const terms = { ...DEFAULT_PAY_LATER, limitUsdCents: 1000 }
  expect(checkPayLater(terms, buyer, { ...wish, openUsdCents: 900 })).toBeNull()
  expect(checkPayLater(terms, buyer, { ...wish, openUsdCents: 901 })).toBe('pay_later_limit')
  expect(checkPayLater(terms, buyer, { ...wish, orderUsdCents: 1001 })).toBe('pay_later_limit')
})

test('F10 a buyer without a paid order, or without a confirmed email, may have 50,000 USD open and no cent more, also where no cards are charged', () => {
  const newcomers = [
    { ...buyer, hasPaid: false },
    { ...buyer, isConfirmed: false },
    { ...buyer, hasPaid: false, isConfirmed: false },
  ]
  for (const newcomer of newcomers) {
    for (const chargesCards of [true, false]) {
      const ask = (openUsdCents: number, orderUsdCents: number) =>
        checkPayLater(DEFAULT_PAY_LATER, newcomer, { openUsdCents, orderUsdCents, chargesCards })
      expect(ask(0, 39_000_00)).toBeNull()
      expect(ask(0, 2 * 39_000_00)).toBe('pay_later_limit')
      expect(ask(11_000_00, 39_000_00)).toBeNull()
      expect(ask(11_000_01, 39_000_00)).toBe('pay_later_limit')
    }
    expect(checkPayLater({ ...DEFAULT_PAY_LATER, newBuyerLimitUsdCents: null }, newcomer, { ...wish, orderUsdCents: 10 ** 12 })).toBeNull()
    expect(checkPayLater({ ...DEFAULT_PAY_LATER, newBuyerLimitUsdCents: 0 }, newcomer, wish)).toBe('pay_later_limit')
  }
})

test('F10 of two limits the lower one counts; without cards the other settings count for nobody', () => {
  const newcomer = { isConfirmed: false, hasPaid: false }
  const terms = { ...DEFAULT_PAY_LATER, isOffered: false, limitUsdCents: 300_00 }
  expect(payLaterLimit(terms, newcomer, true)).toEqual({ limitUsdCents: 300_00, isForNew: false })
  expect(payLaterLimit(terms, newcomer, false)).toEqual({ limitUsdCents: 50_000_00, isForNew: true })
  expect(payLaterLimit({ ...terms, limitUsdCents: 60_000_00 }, newcomer, true)).toEqual({ limitUsdCents: 50_000_00, isForNew: true })
  expect(payLaterLimit({ ...terms, limitUsdCents: 60_000_00 }, buyer, true)).toEqual({ limitUsdCents: 60_000_00, isForNew: false })
  expect(payLaterLimit(terms, buyer, false)).toEqual({ limitUsdCents: null, isForNew: false })
  const stranger = { ...buyer, role: 'business_admin', businessStatus: 'pending' } as const
  expect(checkPayLater(terms, stranger, { ...wish, chargesCards: false })).toBeNull()
})

test('F10 a network may have 100,000 USD open, and never less than one of its buyers; none where new buyers have no limit', () => {
  expect(networkLimitUsdCents(DEFAULT_PAY_LATER)).toBe(100_000_00)
  expect(networkLimitUsdCents({ ...DEFAULT_PAY_LATER, newBuyerLimitUsdCents: 20_000_00 })).toBe(100_000_00)
  expect(networkLimitUsdCents({ ...DEFAULT_PAY_LATER, newBuyerLimitUsdCents: 150_000_00 })).toBe(150_000_00)
  expect(networkLimitUsdCents({ ...DEFAULT_PAY_LATER, newBuyerLimitUsdCents: null })).toBeNull()
})

test('staff look at an unpaid order over 25,000 USD, and at one that takes the last unit of 5 products', () => {
  expect(isLargeUnpaid({ totalUsdCents: 25_000_00, emptied: 4 })).toBe(false)
  expect(isLargeUnpaid({ totalUsdCents: 25_000_01, emptied: 0 })).toBe(true)
  expect(isLargeUnpaid({ totalUsdCents: 100, emptied: 5 })).toBe(true)
})

test('an unconfirmed email is asked for on day 3 and day 6, and on day 7 the order ends', () => {
  const placedAt = new Date('2026-03-01T12:00:00Z')
  const end = confirmBy(placedAt, DEFAULT_PAY_LATER)
  expect(end).toEqual(new Date('2026-03-08T12:00:00Z'))
  const at = (day: string, asked: number, until = end) =>
    nextForUnconfirmed({ placedAt, confirmBy: until, asked }, new Date(`2026-03-${day}:00Z`))
  expect(at('04T11:59', 0)).toEqual({ step: 'wait' })
  expect(at('04T12:00', 0)).toEqual({ step: 'ask', confirmBy: end })
  expect(at('07T11:59', 1)).toEqual({ step: 'wait' })
  expect(at('07T12:00', 1)).toEqual({ step: 'ask', confirmBy: end })
  expect(at('08T11:59', 2)).toEqual({ step: 'wait' })
  expect(at('08T12:00', 2)).toEqual({ step: 'cancel' })
})

test('after an outage both mails still come before the end, with time to act on each', () => {
  const placedAt = new Date('2026-03-01T12:00:00Z')
  let order = { placedAt, confirmBy: confirmBy(placedAt, DEFAULT_PAY_LATER), asked: 0 }
  const steps: string[] = []
  for (let hour = 0; hour < 100; hour += 1) {
    const next = nextForUnconfirmed(order, new Date(Date.parse('2026-03-20T00:00:00Z') + hour * 3_600_000))
    if (next.step !== 'wait') steps.push(`${next.step} ${hour}`)
    if (next.step === 'ask') order = { ...order, confirmBy: next.confirmBy, asked: order.asked + 1 }
    if (next.step === 'cancel') break
  }
  expect(steps).toEqual(['ask 0', 'ask 16', 'cancel 40'])
})

test('of the fewest and the most days that staff may set, the last mail comes a day before the end', () => {
  const placedAt = new Date('2026-03-01T12:00:00Z')
  for (const [unconfirmedDays, first] of [
    [3, 1],
    [4, 2],
    [60, 3],
  ] as const) {
    const end = confirmBy(placedAt, { ...DEFAULT_PAY_LATER, unconfirmedDays })
    const stepOn = (asked: number, day: number) =>
      nextForUnconfirmed({ placedAt, confirmBy: end, asked }, new Date(placedAt.getTime() + day * 86_400_000)).step
    expect([stepOn(0, first - 0.01), stepOn(0, first)]).toEqual(['wait', 'ask'])
    expect([stepOn(1, unconfirmedDays - 1.01), stepOn(1, unconfirmedDays - 1)]).toEqual(['wait', 'ask'])
    expect([stepOn(2, unconfirmedDays - 0.01), stepOn(2, unconfirmedDays)]).toEqual(['wait', 'cancel'])
  }
})

test('D106 an order counts as unpaid from its due day until it is paid or cancelled', () => {
  const order = {
    createdAt: '2026-03-01T12:00:00Z',
    status: 'pending',
    paymentMethod: 'pay_later',
    paymentStatus: 'unpaid',
    termDays: 14,
  } as const
  const at = (day: string) => new Date(`${day}T12:00:00Z`)
  expect(daysUnpaid(order, at('2026-03-14'))).toBeNull()
  expect(daysUnpaid(order, at('2026-03-15'))).toBe(14)
  expect(daysUnpaid(order, at('2026-04-05'))).toBe(35)
  expect(daysUnpaid({ ...order, paymentStatus: 'partially_paid' }, at('2026-03-15'))).toBe(14)
  expect(daysUnpaid({ ...order, termDays: 60 }, at('2026-04-05'))).toBeNull()
  expect(daysUnpaid({ ...order, termDays: null }, at('2026-04-05'))).toBeNull() // by a plan
  expect([isOverdue(29, order), isOverdue(30, order), isOverdue(75, { termDays: 60 }), isOverdue(76, { termDays: 60 })]).toEqual([
    false,
    true,
    false,
    true,
  ])
  for (const change of [{ status: 'cancelled' }, { paymentStatus: 'paid' }, { paymentMethod: 'card' }] as const) {
    expect(daysUnpaid({ ...order, ...change }, at('2026-04-05'))).toBeNull()
  }
})

test.each([
  [-4, null],
  [-3, -3],
  [-1, -3],
  [0, null],
  [2, null],
  [3, 3],
  [9, 3],
  [10, 10],
  [16, 10],
  [17, null],
  [20, 20],
  [26, 20],
  [27, null],
])('%i days from its due day a buyer gets the reminder of day %s', (days, expected) => {
  const dueAt = new Date('2026-03-15T12:00:00Z')
  expect(reminderOf(dueAt, new Date(dueAt.getTime() + days * 86_400_000))).toBe(expected)
})

test('a limit that staff gave a buyer counts instead of those of the shop, for new buyers, too', () => {
  const terms = { ...DEFAULT_PAY_LATER, limitUsdCents: 1000 }
  const own = { isConfirmed: false, hasPaid: false, ownLimitUsdCents: 90_000_00 }
  expect(payLaterLimit(terms, own, true)).toEqual({ limitUsdCents: 90_000_00, isForNew: false })
  expect(payLaterLimit(terms, { ...own, ownLimitUsdCents: 0 }, false)).toEqual({ limitUsdCents: 0, isForNew: false })
  expect(payLaterLimit(terms, { ...own, ownLimitUsdCents: null, hasPaid: true, isConfirmed: true }, true).limitUsdCents).toBe(1000)
})
