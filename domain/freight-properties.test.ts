import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { area, both, C, FREESHIP, L, P, pricesOf, rate, type ShownLine, seeded, zoneOf } from '#server/testing/freight-lines.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { chargeableGrams, type FreightLine, freightCharges, planFreight } from './freight.ts'
import { destinationOf } from './shipping-zones.ts'

describe('X2 properties', () => {
  const anyLine = fc.record({
    productId: fc.uuid(),
    businessId: fc.constantFrom('irish', 'french', 'german'),
    dispatchCountry: fc.constantFrom('IE', 'US', 'GB'),
    shippingClass: fc.constantFrom('parcel', 'freight'),
    quantity: fc.integer({ min: 1, max: 30 }),
    weightGrams: fc.option(fc.integer({ min: 1, max: 400_000 })),
    packageMm: fc.option(
      fc.record({
        length: fc.integer({ min: 1, max: 2000 }),
        width: fc.integer({ min: 1, max: 2000 }),
        height: fc.integer({ min: 1, max: 2000 }),
      }),
    ),
    shownCents: fc.integer({ min: 0, max: 200_000 }),
  }) as fc.Arbitrary<ShownLine & { shownCents: number }>
  const anyCart = fc.array(anyLine, { minLength: 1, maxLength: 6 })
  const anyTo = fc.constantFrom('US', 'DE', 'GB', 'JP').map((country) => destinationOf({ country }))
  const planOf = (lines: readonly FreightLine[], to = destinationOf({ country: 'DE' }), zones = seeded) => planFreight({ zones, lines, to })
  const add = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const totalOf = (
    lines: readonly ShownLine[],
    to = destinationOf({ country: 'DE' }),
    zones = seeded,
    promo: typeof FREESHIP | null = null,
  ) => add(pricesOf(freightCharges(planOf(lines, to, zones), { method: 'standard' }), lines, { currency: 'EUR', promo }))

  const holds = (title: string, property: fc.IRawProperty<unknown>) =>
    test(title, () => {
      fc.assert(property as fc.IProperty<unknown>, { numRuns: TESTS_ALL ? 1000 : 200 })
    })

  holds(
    'the order of lines does not matter to what is by quote',
    fc.property(anyCart, anyTo, (lines, to) => {
      const ids = (cart: readonly FreightLine[]) =>
        planOf(cart, to)
          .quotes.map(({ productId }) => productId)
          .toSorted()
      expect(ids(lines.toReversed())).toEqual(ids(lines))
    }),
  )
  holds(
    'the order of lines does not matter to the sum',
    fc.property(anyCart, anyTo, (lines, to) => {
      expect(totalOf(lines.toReversed(), to)).toBe(totalOf(lines, to))
    }),
  )
  holds(
    'every line is in one shipment or by quote, never in both and never twice',
    fc.property(anyCart, anyTo, (lines, to) => {
      const plan = planOf(lines, to)
      const ids = [...plan.shipments.flatMap(({ productIds }) => productIds), ...plan.quotes.map(({ productId }) => productId)]
      expect(ids.toSorted()).toEqual(lines.map(({ productId }) => productId).toSorted())
    }),
  )
  holds(
    'more weight never costs less inside a band',
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 40_000 }), fc.nat(500), (one, other, perKg) => {
      const zones = [zoneOf([rate({ perKgCents: both(perKg) })])]
      const [light, heavy] = [one, other].toSorted((a, b) => a - b)
      const costs = (weightGrams = 0) => totalOf([{ ...P, weightGrams }], undefined, zones)
      expect(costs(heavy)).toBeGreaterThanOrEqual(costs(light))
    }),
  )
  holds(
    'a line in two halves of one product costs what it costs whole',
    fc.property(anyLine, anyTo, (line_, to) => {
      const whole = { ...line_, quantity: line_.quantity * 2, shownCents: line_.shownCents * 2 }
      const other = { ...line_, productId: 'other half' }
      expect(totalOf([line_, other], to)).toBe(totalOf([whole], to))
    }),
  )
  holds(
    'no charge is below 0 or a fraction of a cent',
    fc.property(anyCart, anyTo, (lines, to) => {
      for (const { netCents } of freightCharges(planOf(lines, to), { method: 'standard' })) {
        expect(Number.isSafeInteger(netCents.EUR) && netCents.EUR >= 0).toBe(true)
      }
    }),
  )
  holds(
    'every offered method has a charge for every shipment',
    fc.property(anyCart, anyTo, (lines, to) => {
      const plan = planOf(lines, to)
      for (const method of plan.methods) {
        expect(freightCharges(plan, { method })).toHaveLength(plan.shipments.length)
      }
    }),
  )
  holds(
    'with freight among the lines nothing is offered but standard',
    fc.property(anyCart, anyTo, (lines, to) => {
      const plan = planOf([...lines, L], to)
      expect(plan.methods.filter((method) => method !== 'standard')).toEqual([])
    }),
  )
  holds(
    'a higher subtotal never costs more',
    fc.property(anyCart, anyTo, fc.nat(100_000), (lines, to, more) => {
      expect(
        totalOf(
          lines.map((each) => ({ ...each, shownCents: each.shownCents + more })),
          to,
        ),
      ).toBeLessThanOrEqual(totalOf(lines, to))
    }),
  )
  holds(
    'a shipping code never costs more, and with freight too it leaves nothing',
    fc.property(anyCart, anyTo, (lines, to) => {
      expect(totalOf(lines, to, seeded, FREESHIP)).toBeLessThanOrEqual(totalOf(lines, to))
      expect(totalOf(lines, to, seeded, { ...FREESHIP, includesFreight: true } as typeof FREESHIP)).toBe(0)
    }),
  )
  holds(
    'zones of sellers that are not in the cart change nothing',
    fc.property(anyCart, anyTo, (lines, to) => {
      const strange = zoneOf([rate({ priceCents: both(1) })], { id: 'strange', businessId: 'nobody', areas: [area(to.country)] })
      expect(planOf(lines, to, [strange, ...seeded])).toEqual(planOf(lines, to))
    }),
  )
  holds(
    'a zone behind an equal one changes nothing',
    fc.property(anyCart, anyTo, (lines, to) => {
      const copies = seeded.map((zone) => ({
        ...zone,
        id: `${zone.id} again`,
        rates: zone.rates.map((each) => ({ ...each, priceCents: both(1) })),
      }))
      expect(planOf(lines, to, [...seeded, ...copies])).toEqual(planOf(lines, to))
    }),
  )
  holds(
    'freight of two sellers costs what each costs alone',
    fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 }), (one, other) => {
      const [first, second] = [
        { ...L, weightGrams: one * 1000, packageMm: null },
        { ...C, weightGrams: other * 1000, packageMm: null },
      ]
      expect(totalOf([first, second])).toBe(totalOf([first]) + totalOf([second]))
    }),
  )
  holds(
    'parcels of many sellers inside the EU cost as much as one',
    fc.property(fc.integer({ min: 1, max: 10 }), (sellers) => {
      const lines = Array.from({ length: sellers }, (_, at) => ({ ...P, productId: `p${at}`, businessId: `b${at}`, shownCents: 1 }))
      expect(totalOf(lines)).toBe(9_99)
    }),
  )
  holds(
    'the charged weight is at least the weight of all units',
    fc.property(anyLine, fc.integer({ min: 1, max: 10_000 }), (line_, divisor) => {
      expect(chargeableGrams(line_, divisor)).toBeGreaterThanOrEqual(line_.quantity * (line_.weightGrams ?? 0))
    }),
  )
  holds(
    'a smaller divisor never charges less weight',
    fc.property(anyLine, fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (line_, one, more) => {
      expect(chargeableGrams(line_, one)).toBeGreaterThanOrEqual(chargeableGrams(line_, one + more))
    }),
  )
  holds(
    'a unit that fits fits turned over',
    fc.property(anyLine, anyTo, (line_, to) => {
      const { packageMm: size } = line_
      const turned = { ...line_, packageMm: size && { length: size.height, width: size.length, height: size.width } }
      expect(totalOf([turned], to)).toBe(totalOf([line_], to))
    }),
  )
  holds(
    'the same in both currencies, as the seeded rates are',
    fc.property(anyCart, anyTo, (lines, to) => {
      for (const { netCents } of freightCharges(planOf(lines, to), { method: 'standard' })) expect(netCents.EUR).toBe(netCents.USD)
    }),
  )
  holds(
    'parcels to the United States always have a rate',
    fc.property(anyCart, (lines) => {
      const parcels = lines.map((each): FreightLine => ({ ...each, shippingClass: 'parcel' }))
      const plan = planOf(parcels, destinationOf({ country: 'US' }))
      expect([plan.quotes, plan.methods.length, plan.shipments.length]).toEqual([[], 3, 1])
    }),
  )
  holds(
    'freight without a weight is by quote, or free of charge where no weight counts',
    fc.property(anyLine, anyTo, (line_, to) => {
      const { quotes, shipments } = planOf([{ ...line_, shippingClass: 'freight', weightGrams: null }], to)
      const prices = shipments.flatMap(({ offers }) => offers.map(({ netCents }) => netCents.USD))
      if (quotes.length === 0) expect([to.country, prices]).toEqual(['US', [0]])
      else expect(quotes).toHaveLength(1)
    }),
  )
})
