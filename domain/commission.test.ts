import { expect, test } from 'vitest'
import { commissionBasisPoints, commissionCents, lineCommissions, ratesOfSeller, refundShares, sharesOf } from './commission.ts'

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

test('D291 a seller reads the rates that can apply to its own products, and nobody else’s', () => {
  const rates = [
    { businessId: 'a', category: 'mats', basisPoints: 500 },
    { businessId: 'b', category: 'chips', basisPoints: 100 },
    { businessId: null, category: 'mats', basisPoints: 800 },
    { businessId: 'b', category: null, basisPoints: 700 },
    { businessId: null, category: 'parts', basisPoints: 900 },
    { businessId: null, category: null, basisPoints: 1200 },
  ]
  const read = (businessId: string) => ratesOfSeller(rates, businessId).map(({ category, basisPoints }) => [category, basisPoints])
  expect(read('a')).toEqual([
    ['mats', 500],
    ['parts', 900],
    [null, 1200],
  ])
  expect(read('b')).toEqual([
    ['chips', 100],
    ['mats', 800],
    [null, 700],
  ])
  for (const seller of ['a', 'b', 'c']) {
    for (const category of ['mats', 'chips', 'parts', 'other']) {
      const own = ratesOfSeller(rates, seller)
      const fits = own.find((rate) => rate.category === category) ?? own.at(-1)
      expect(fits?.basisPoints).toBe(commissionBasisPoints(rates, { businessId: seller, category }))
    }
  }
  expect(ratesOfSeller([], 'a')).toEqual([{ category: null, basisPoints: 1000 }])
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

test('D291 lines share the discount of their part by what they cost, each with the rate that fits it', () => {
  const rates = [{ businessId: null, category: 'mats', basisPoints: 500 }]
  const lines = [
    { businessId: 'a', category: 'mats', lineTotalCents: 300_00 },
    { businessId: 'a', category: 'chips', lineTotalCents: 100_00 },
  ]
  expect(lineCommissions(lines, 40_00, rates)).toEqual([
    { commissionBasisPoints: 500, commissionCents: 13_50 },
    { commissionBasisPoints: 1000, commissionCents: 9_00 },
  ])
  expect(lineCommissions([], 0, rates)).toEqual([])
})

test('whatever is sold at whatever discount and rates: a line never gives more than it is worth, nor less than nothing', () => {
  let seed = 11
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let round = 0; round < 500; round += 1) {
    const lines = Array.from({ length: 1 + random(6) }, () => ({
      businessId: 'a',
      category: ['mats', 'chips', 'parts'][random(3)] ?? '',
      lineTotalCents: random(1_000_000),
    }))
    const rates = [{ businessId: null, category: 'mats', basisPoints: random(10_001) }]
    const subtotal = lines.reduce((sum, { lineTotalCents }) => sum + lineTotalCents, 0)
    const discount = random(subtotal + 1)
    const commissions = lineCommissions(lines, discount, rates)
    const whole = commissions.reduce((sum, { commissionCents: cents }) => sum + cents, 0)
    expect(whole).toBeGreaterThanOrEqual(0)
    expect(whole).toBeLessThanOrEqual(subtotal - discount)
    commissions.forEach(({ commissionCents: cents }, index) => {
      expect(cents).toBeGreaterThanOrEqual(0)
      expect(cents).toBeLessThanOrEqual(lines[index]?.lineTotalCents ?? 0)
    })
  }
})
