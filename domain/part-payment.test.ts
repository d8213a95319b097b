import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_UNITS, paymentShares, refundShares } from './commission.ts'
import { applyReceived, splitTransfer } from './part-payment.ts'
import { milestoneStates, PLAN_PRESETS } from './payment-plan.ts'
import { spreadByLeft } from './refund-amount.ts'

/* Golden examples of money in parts: amounts in cents. */

const used = (receivedCents: number, openCents: number, creditCents = 0) => applyReceived({ receivedCents, openCents, creditCents })

test.each([
  ['all of it', used(1000_00, 1000_00), { bookedCents: 1000_00, receivedCents: 1000_00, deductedCents: 0, keptCents: 0, isComplete: true }],
  ['a part', used(300_00, 1000_00), { bookedCents: 300_00, receivedCents: 300_00, deductedCents: 0, keptCents: 0, isComplete: false }],
  [
    'all but a cent',
    used(999_99, 1000_00),
    { bookedCents: 999_99, receivedCents: 999_99, deductedCents: 0, keptCents: 0, isComplete: false },
  ],
  [
    'too much',
    used(1050_00, 1000_00),
    { bookedCents: 1000_00, receivedCents: 1000_00, deductedCents: 0, keptCents: 50_00, isComplete: true },
  ],
  [
    'what a return left',
    used(800_00, 1000_00, 200_00),
    { bookedCents: 1000_00, receivedCents: 800_00, deductedCents: 200_00, keptCents: 0, isComplete: true },
  ],
  [
    'a part while a return is credited',
    used(300_00, 1000_00, 200_00),
    { bookedCents: 300_00, receivedCents: 300_00, deductedCents: 0, keptCents: 0, isComplete: false },
  ],
  [
    'the rest where a return is worth more',
    used(0, 100_00, 1000_00),
    { bookedCents: 100_00, receivedCents: 0, deductedCents: 100_00, keptCents: 0, isComplete: true },
  ],
  ['a second time', used(1000_00, 0), { bookedCents: 0, receivedCents: 0, deductedCents: 0, keptCents: 1000_00, isComplete: true }],
])('a payment of %s', (_name, result, expected) => {
  expect(result).toEqual(expected)
})

test.each([
  ['exactly both', 700_00, [200_00, 500_00]],
  ['less than both', 600_00, [200_00, 400_00]],
  ['less than the first', 150_00, [150_00, 0]],
  ['more than both, kept with the last', 750_00, [200_00, 550_00]],
])('one transfer for two orders: %s', (_name, amountCents, expected) => {
  const orders = [
    { orderId: 'first', dueCents: 200_00 },
    { orderId: 'second', dueCents: 500_00 },
  ]
  expect(splitTransfer(amountCents, orders).map((one) => one.amountCents)).toEqual(expected)
})

/** A seller order of 1,190.00 with 19% of tax and 10% of commission. */
const machine = { totalCents: 1190_00, commissionCents: 100_00, taxCents: 190_00 }
/** One that divides by nothing. */
const odd = { totalCents: 100_01, commissionCents: 8_41, taxCents: 15_97 }

test.each([
  [
    'thirds of an even amount',
    machine,
    [357_00, 714_00, 119_00],
    [
      { seller: 270_00, commission: 30_00, tax: 57_00 },
      { seller: 540_00, commission: 60_00, tax: 114_00 },
      { seller: 90_00, commission: 10_00, tax: 19_00 },
    ],
  ],
  [
    '30, 60 and 10 percent of 100.01',
    odd,
    [30_00, 60_01, 10_00],
    [
      { seller: 22_69, commission: 2_52, tax: 4_79 },
      { seller: 45_38, commission: 5_05, tax: 9_58 },
      { seller: 7_56, commission: 84, tax: 1_60 },
    ],
  ],
  [
    'cent by cent',
    { totalCents: 3, commissionCents: 1, taxCents: 1 },
    [1, 1, 1],
    [
      { seller: 1, commission: 0, tax: 0 },
      { seller: -1, commission: 1, tax: 1 },
      { seller: 1, commission: 0, tax: 0 },
    ],
  ],
])('each payment pays seller, commission and tax in proportion: %s', (_name, order, payments, expected) => {
  let beforeCents = 0
  const posted = payments.map((amountCents) => {
    const shares = paymentShares(order, { beforeCents, amountCents })
    beforeCents += amountCents
    return shares
  })
  expect(posted).toEqual(expected)
})

test.each([
  ['two sellers, an odd deposit', 100_01, [200_00, 100_00], [66_67, 33_34]],
  ['three sellers, one cent', 1, [100, 100, 100], [1, 0, 0]],
  ['one seller is paid already', 50_00, [0, 80_00], [0, 50_00]],
  ['the rest', 299_99, [200_00, 99_99], [200_00, 99_99]],
])('a payment is split over the sellers by what is left: %s', (_name, amountCents, left, expected) => {
  expect(spreadByLeft(amountCents, left)).toEqual(expected)
})

test('a refund after two milestones takes the newest money back, and the plan shows what is open again', () => {
  const plan = PLAN_PRESETS.retention.of(30)
  const order = { totalCents: 1000_00, placedAt: new Date(0), dispatchedAt: null, deliveredAt: null }
  expect(milestoneStates(plan, { ...order, paidCents: 900_00 }).map(({ openCents }) => openCents)).toEqual([0, 0, 100_00])
  const before = { amountCents: 0, units: NO_UNITS, postedTaxCents: 0, postedCommissionCents: 0 }
  const paid = { amountCents: 900_00, taxCents: 143_70, commissionCents: 75_63 }
  const whole = { totalCents: 1000_00, taxCents: 159_66, commissionCents: 84_03 }
  expect(refundShares(whole, { before, amountCents: 600_00, units: NO_UNITS, paid })).toEqual({
    seller: 453_78,
    commission: 50_42,
    tax: 95_80,
  })
})

test('a cancellation before work returns the deposit with exactly what was posted for it', () => {
  const before = { amountCents: 0, units: NO_UNITS, postedTaxCents: 0, postedCommissionCents: 0 }
  const posted = paymentShares(odd, { beforeCents: 0, amountCents: 30_00 })
  const paid = { amountCents: 30_00, taxCents: posted.tax, commissionCents: posted.commission }
  expect(refundShares(odd, { before, amountCents: 30_00, units: NO_UNITS, paid })).toEqual(posted)
})

const amounts = fc.record({
  totalCents: fc.integer({ min: 1, max: 3_900_000 }),
  tax: fc.integer({ max: 100, min: 0 }),
  rate: fc.integer({ max: 100, min: 0 }),
})
const steps = fc.array(fc.record({ isRefund: fc.boolean(), share: fc.integer({ min: 1, max: 100 }) }), { maxLength: 12 })

test('after any mix of payments and refunds nothing is paid or refunded too much, and the accounts are empty once all is back', () => {
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 1, maxLength: 3 }), steps, (sellers, mix) => {
      const parts = sellers.map(({ totalCents, tax, rate }) => {
        const taxCents = Math.floor((totalCents * tax) / 400)
        return { totalCents, taxCents, commissionCents: Math.floor(((totalCents - taxCents) * rate) / 200) }
      })
      const paid = parts.map(() => ({ amountCents: 0, taxCents: 0, commissionCents: 0 }))
      const back = parts.map(() => ({ amountCents: 0, taxCents: 0, commissionCents: 0, sellerCents: 0 }))
      const sellerCents = parts.map(() => 0)
      const pay = (amountCents: number) => {
        const left = parts.map(({ totalCents }, place) => totalCents - (paid[place]?.amountCents ?? 0))
        const shares = spreadByLeft(amountCents, left)
        expect(shares.reduce((sum, cents) => sum + cents, 0)).toBe(
          Math.min(
            amountCents,
            left.reduce((sum, cents) => sum + cents, 0),
          ),
        )
        parts.forEach((part, place) => {
          const before = paid[place]
          const cents = shares[place] ?? 0
          if (!before) return
          const { seller, commission, tax } = paymentShares(part, { beforeCents: before.amountCents, amountCents: cents })
          expect(seller + commission + tax).toBe(cents)
          paid[place] = {
            amountCents: before.amountCents + cents,
            taxCents: before.taxCents + tax,
            commissionCents: before.commissionCents + commission,
          }
          sellerCents[place] = (sellerCents[place] ?? 0) + seller
        })
      }
      const refund = (amountCents: number) => {
        const left = parts.map((_part, place) => (paid[place]?.amountCents ?? 0) - (back[place]?.amountCents ?? 0))
        const shares = spreadByLeft(amountCents, left)
        parts.forEach((part, place) => {
          const [before, all] = [back[place], paid[place]]
          const cents = shares[place] ?? 0
          if (!before || !all || cents === 0) return
          const refunded = {
            amountCents: before.amountCents,
            units: NO_UNITS,
            postedTaxCents: before.taxCents,
            postedCommissionCents: before.commissionCents,
          }
          const isWhole = all.amountCents === part.totalCents
          const { seller, commission, tax } = refundShares(part, {
            before: refunded,
            amountCents: cents,
            units: NO_UNITS,
            ...(!isWhole && { paid: all }),
          })
          expect(seller + commission + tax).toBe(cents)
          back[place] = {
            amountCents: before.amountCents + cents,
            taxCents: before.taxCents + tax,
            commissionCents: before.commissionCents + commission,
            sellerCents: before.sellerCents + seller,
          }
        })
      }
      const total = parts.reduce((sum, { totalCents }) => sum + totalCents, 0)
      for (const { isRefund, share } of mix) {
        const cents = Math.ceil((total * share) / 100)
        if (isRefund) refund(cents)
        else pay(cents)
        parts.forEach(({ totalCents }, place) => {
          expect(paid[place]?.amountCents).toBeLessThanOrEqual(totalCents)
          expect(back[place]?.amountCents).toBeLessThanOrEqual(paid[place]?.amountCents ?? 0)
        })
      }
      refund(total)
      parts.forEach((_part, place) => {
        const { sellerCents: returned, ...accounts } = back[place] ?? { sellerCents: 0 }
        expect(accounts).toEqual(paid[place])
        expect(returned).toBe(sellerCents[place])
      })
      pay(total)
      expect(paid.map(({ amountCents, taxCents, commissionCents }) => ({ totalCents: amountCents, taxCents, commissionCents }))).toEqual(
        parts,
      )
    }),
    { numRuns: 500 },
  )
})
