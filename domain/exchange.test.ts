import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evenDiscount, settleExchange } from './exchange.ts'

/* What a return is worth, what of it is refundable, the price of the replacement; then: credit, refund, due, off what is due. */
test.each([
  ['the same price', [100_00, 100_00, 100_00], [100_00, 0, 0, 0]],
  ['cheaper', [100_00, 100_00, 60_00], [60_00, 40_00, 0, 0]],
  ['dearer', [100_00, 100_00, 130_00], [100_00, 0, 30_00, 0]],
  ['after a refund of half the price', [100_00, 50_00, 100_00], [50_00, 0, 50_00, 0]],
  ['an unpaid order', [100_00, 0, 130_00], [0, 0, 130_00, 100_00]],
] as const)('%s', (_name, [valueCents, refundableCents, totalCents], [creditCents, refundCents, dueCents, offDueCents]) => {
  expect(settleExchange({ valueCents, refundableCents, totalCents })).toEqual({ creditCents, refundCents, dueCents, offDueCents })
})

const cents = fc.integer({ min: 0, max: 10_000_000 })

test('what is refundable is kept or sent, and the replacement is paid or due, to the cent', () => {
  fc.assert(
    fc.property(cents, cents, cents, (valueCents, refundableCents, totalCents) => {
      const { creditCents, refundCents, dueCents } = settleExchange({ valueCents, refundableCents, totalCents })
      expect(creditCents + refundCents).toBe(refundableCents)
      expect(creditCents + dueCents).toBe(totalCents)
      expect(Math.min(refundCents, dueCents)).toBe(0)
    }),
  )
})

test('an even exchange costs no more than what came back, and at most a cent less than it could', () => {
  const percents = fc.integer({ min: 0, max: 27 })
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 10_000_000 }), percents, (valueCents, subtotalCents, percent) => {
      const totalAt = (discount: number) => subtotalCents - discount + Math.round(((subtotalCents - discount) * percent) / 100)
      const discount = evenDiscount(valueCents, { subtotalCents, totalAt })
      expect(totalAt(discount)).toBeLessThanOrEqual(valueCents)
      if (discount > 0) expect(totalAt(discount - 1)).toBeGreaterThan(valueCents)
    }),
  )
})
