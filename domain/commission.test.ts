import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomFrom } from '#server/testing/random-from.ts'
import {
  commissionBasisPoints,
  commissionCents,
  lineCommission,
  NO_UNITS,
  paymentShares,
  type RefundedUnits,
  ratesOfSeller,
  refundShares,
} from './commission.ts'
import { unitsShare } from './refund-amount.ts'

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
  const random = randomFrom(7)
  for (let round = 0; round < 1000; round += 1) {
    const totalCents = 1 + random(100_000)
    const taxCents = random(Math.ceil(totalCents / 10))
    const part = { totalCents, taxCents, commissionCents: random(totalCents - taxCents + 1) }
    const back = { seller: 0, commission: 0, tax: 0 }
    for (let refunded = 0; refunded < totalCents; ) {
      const amount = Math.min(1 + random(totalCents), totalCents - refunded)
      const before = { amountCents: refunded, units: NO_UNITS, postedTaxCents: back.tax, postedCommissionCents: back.commission }
      const shares = refundShares(part, { before, amountCents: amount, units: NO_UNITS })
      expect(shares.seller + shares.commission + shares.tax).toBe(amount)
      expect(Math.min(shares.commission, shares.tax)).toBeGreaterThanOrEqual(0)
      back.seller += shares.seller
      back.commission += shares.commission
      back.tax += shares.tax
      refunded += amount
    }
    expect(back).toEqual(paymentShares(part, { beforeCents: 0, amountCents: part.totalCents }))
  }
})

const plus = (one: RefundedUnits, other: RefundedUnits): RefundedUnits => ({
  amountCents: one.amountCents + other.amountCents,
  taxCents: one.taxCents + other.taxCents,
  commissionCents: one.commissionCents + other.commissionCents,
})

test('G40 one of three units takes its own tax and commission, and the three together all of it', () => {
  const part = { totalCents: 118_56, taxCents: 18_93, commissionCents: 9_96 }
  const unit = { amountCents: 39_52, taxCents: 6_31, commissionCents: 3_32 }
  let before = { amountCents: 0, units: NO_UNITS, postedTaxCents: 0, postedCommissionCents: 0 }
  for (let round = 0; round < 3; round += 1) {
    const { commission, tax } = refundShares(part, { before, amountCents: 39_52, units: unit })
    expect([tax, commission]).toEqual([6_31, 3_32])
    before = {
      amountCents: before.amountCents + 39_52,
      units: plus(before.units, unit),
      postedTaxCents: before.postedTaxCents + tax,
      postedCommissionCents: before.postedCommissionCents + commission,
    }
  }
  expect([before.amountCents, before.postedTaxCents]).toEqual([118_56, 18_93])
})

test('untaxed shipping takes no tax when the units have taken theirs', () => {
  const part = { totalCents: 52_65, taxCents: 3_16, commissionCents: 3_95 }
  const units = { amountCents: 42_66, taxCents: 3_16, commissionCents: 3_95 }
  const first = refundShares(part, {
    before: { amountCents: 0, units: NO_UNITS, postedTaxCents: 0, postedCommissionCents: 0 },
    amountCents: 42_66,
    units,
  })
  expect(first).toEqual({ seller: 35_55, commission: 3_95, tax: 3_16 })
  const before = { amountCents: 42_66, units, postedTaxCents: 3_16, postedCommissionCents: 3_95 }
  expect(refundShares(part, { before, amountCents: 9_99, units: NO_UNITS })).toEqual({ seller: 9_99, commission: 0, tax: 0 })
})

test('any sequence of refunds of units and of amounts refunds exactly the tax and the commission that were charged', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 12 }),
    netCents: fc.nat(90_000),
    taxCents: fc.nat(20_000),
    commission: fc.integer({ min: 0, max: 100 }),
  })
  const step = fc.record({
    line: fc.nat(5),
    units: fc.integer({ min: 1, max: 12 }),
    amountCents: fc.option(fc.integer({ min: 1, max: 60_000 })),
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.nat(9_999),
      fc.array(step, { maxLength: 30 }),
      (given, shippingCents, steps) => {
        const lines = given.map(({ quantity, netCents, taxCents, commission }) => ({
          quantity,
          gone: 0,
          amountCents: netCents + taxCents,
          taxCents,
          commissionCents: Math.floor((netCents * commission) / 100),
        }))
        const whole = lines.reduce(plus, NO_UNITS)
        const part = { ...whole, totalCents: whole.amountCents + shippingCents }
        let before = { amountCents: 0, units: NO_UNITS, postedTaxCents: 0, postedCommissionCents: 0 }
        const refund = (amountCents: number, units: RefundedUnits) => {
          const shares = refundShares(part, { before, amountCents, units })
          expect(shares.seller + shares.commission + shares.tax).toBe(amountCents)
          expect(Math.min(shares.tax, shares.commission)).toBeGreaterThanOrEqual(0)
          before = {
            amountCents: before.amountCents + amountCents,
            units: plus(before.units, units),
            postedTaxCents: before.postedTaxCents + shares.tax,
            postedCommissionCents: before.postedCommissionCents + shares.commission,
          }
          expect(before.postedTaxCents).toBeLessThanOrEqual(part.taxCents)
        }
        for (const { line: index, units: wanted, amountCents } of steps) {
          const left = part.totalCents - before.amountCents
          const chosen = lines[index % lines.length]
          if (amountCents !== null) {
            if (left > 0) refund(Math.min(amountCents, left), NO_UNITS)
          } else if (chosen && chosen.gone < chosen.quantity) {
            const units = Math.min(wanted, chosen.quantity - chosen.gone)
            const of = (cents: number) => unitsShare(cents, chosen, units)
            const worth = {
              amountCents: of(chosen.amountCents),
              taxCents: of(chosen.taxCents),
              commissionCents: of(chosen.commissionCents),
            }
            if (worth.amountCents > left) continue // refused
            chosen.gone += units
            refund(worth.amountCents, worth)
          }
        }
        refund(part.totalCents - before.amountCents, NO_UNITS)
        expect([before.postedTaxCents, before.postedCommissionCents]).toEqual([part.taxCents, part.commissionCents])
      },
    ),
    { numRuns: 1000 },
  )
})

test('D291 commission is on what a line costs, at the rate that fits it', () => {
  const rates = [{ businessId: null, category: 'mats', basisPoints: 500 }]
  expect(lineCommission({ businessId: 'a', category: 'mats', netCents: 270_00 }, rates)).toEqual({
    commissionBasisPoints: 500,
    commissionCents: 13_50,
  })
  expect(lineCommission({ businessId: 'a', category: 'chips', netCents: 90_00 }, rates)).toEqual({
    commissionBasisPoints: 1000,
    commissionCents: 9_00,
  })
})

test('whatever is sold at whatever rates: a line never gives more than it is worth, nor less than nothing', () => {
  const random = randomFrom(11)
  for (let round = 0; round < 1000; round += 1) {
    const line = { businessId: 'a', category: ['mats', 'chips', 'parts'][random(3)] ?? '', netCents: random(1_000_000) }
    const rates = [{ businessId: null, category: 'mats', basisPoints: random(10_001) }]
    const { commissionCents: cents } = lineCommission(line, rates)
    expect(cents).toBeGreaterThanOrEqual(0)
    expect(cents).toBeLessThanOrEqual(line.netCents)
  }
})
