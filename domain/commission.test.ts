import { expect, test } from 'vitest'
import { commissionBasisPoints, commissionCents, refundShares, sharesOf } from './commission.ts'

test('D291 the first rate that fits counts, in the order of the staff; without one it is 10%', () => {
  const rates = [
    { businessId: 'a', category: 'mats', basisPoints: 500 },
    { businessId: null, category: 'mats', basisPoints: 1200 },
    { businessId: 'a', category: null, basisPoints: 300 },
  ]
  expect(commissionBasisPoints(rates, { businessId: 'a', category: 'mats' })).toBe(500)
  expect(commissionBasisPoints(rates, { businessId: 'b', category: 'mats' })).toBe(1200)
  expect(commissionBasisPoints(rates, { businessId: 'a', category: 'chips' })).toBe(300)
  expect(commissionBasisPoints(rates, { businessId: 'b', category: 'chips' })).toBe(1000)
})

test('commission is rounded half up to the cent', () => {
  expect(commissionCents(1005, 1000)).toBe(101)
  expect(commissionCents(1004, 1000)).toBe(100)
  expect(commissionCents(0, 1000)).toBe(0)
})

test('refunds in any steps give back exactly the shares of the sale, and never more', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let round = 0; round < 500; round += 1) {
    const totalCents = 1 + random(100_000)
    const taxCents = random(Math.ceil(totalCents / 10))
    const part = { totalCents, taxCents, commissionCents: random(totalCents - taxCents + 1) }
    const back = { seller: 0, commission: 0, tax: 0 }
    for (let refunded = 0; refunded < totalCents; ) {
      const amount = Math.min(1 + random(totalCents), totalCents - refunded)
      const shares = refundShares(part, refunded, amount)
      expect(shares.seller + shares.commission + shares.tax).toBe(amount)
      expect(Math.min(shares.commission, shares.tax)).toBeGreaterThanOrEqual(0)
      back.seller += shares.seller
      back.commission += shares.commission
      back.tax += shares.tax
      refunded += amount
    }
    expect(back).toEqual(sharesOf(part))
  }
})
