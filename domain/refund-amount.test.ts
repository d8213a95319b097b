import { expect, test } from 'vitest'
import { randomFrom } from '#server/testing/random-from.ts'
import { lineCosts, spreadByLeft, unitsCost } from './refund-amount.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

test('D237 all lines of a part and its shipping add up to its total, whatever discount and tax are', () => {
  const roll = randomFrom(11)
  for (let round = 0; round < 2000; round += 1) {
    const lines = Array.from({ length: 1 + roll(6) }, () => roll(200_000))
    const subtotal = sum(lines)
    const part = { discountCents: roll(subtotal + 1), taxCents: roll(Math.ceil(subtotal / 5) + 1), shippingCents: roll(5000) }
    const costs = lineCosts(part, lines)
    expect(sum(costs) + part.shippingCents).toBe(subtotal - part.discountCents + part.shippingCents + part.taxCents)
    expect(Math.min(...costs)).toBeGreaterThanOrEqual(0)
  }
})

test('a line with 10% off and 8% tax costs what its buyer paid for it', () => {
  expect(lineCosts({ discountCents: 1500, taxCents: 1080 }, [10_000, 5000])).toEqual([9720, 4860])
})

test('units of a line go back in any steps, are given up and asked for again, and together are worth the line', () => {
  const roll = randomFrom(5)
  for (let round = 0; round < 2000; round += 1) {
    const quantity = 1 + roll(30)
    const costCents = roll(90_000)
    let gone: { units: number; cents: number }[] = []
    const of = (name: 'units' | 'cents') => sum(gone.map((one) => one[name]))
    while (of('units') < quantity) {
      if (gone.length > 0 && roll(4) === 0) gone = gone.filter((_, index) => index !== roll(gone.length)) // a return is declined
      const units = 1 + roll(quantity - of('units'))
      const cents = unitsCost({ costCents, quantity, goneQuantity: of('units'), goneCents: of('cents') }, units)
      expect(cents).toBeGreaterThanOrEqual(0)
      gone.push({ units, cents })
    }
    expect(of('cents')).toBe(costCents)
  }
})

test('D237 an amount is spread by what is left, to the cent, and takes no more from a part than it has', () => {
  expect(spreadByLeft(100, [100, 100, 100])).toEqual([34, 33, 33])
  expect(spreadByLeft(50, [0, 0])).toEqual([0, 0])
  const roll = randomFrom(3)
  for (let round = 0; round < 2000; round += 1) {
    const left = Array.from({ length: 1 + roll(5) }, () => roll(10_000))
    const amount = roll(sum(left) + 1)
    const shares = spreadByLeft(amount, left)
    expect(sum(shares)).toBe(amount)
    shares.forEach((share, index) => {
      expect(share).toBeLessThanOrEqual(left[index] ?? 0)
    })
  }
})
