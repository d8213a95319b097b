import { describe, expect, test } from 'vitest'
import { area, both, C, charges, FREESHIP, K, L, M, P, Q, rate, seeded, shown, T, zoneOf } from '#server/testing/freight-lines.ts'
import { chargeableGrams, type FreightLine, freightCharges, offerText, planFreight, quoteNotice, quoteReasonText } from './freight.ts'
import { destinationOf, type Zone } from './shipping-zones.ts'

describe('X2 zones', () => {
  const cheap = (cents: number, more: Partial<Zone> = {}) => zoneOf([rate({ priceCents: both(cents) })], { id: `z${cents}`, ...more })

  test("the seller's own zones come first, and only where they hold the place", () => {
    const own = cheap(3_00, { businessId: 'irish' })
    expect(charges([P, Q], { zones: [cheap(10_00), own] })).toEqual([3_00, 10_00])
    expect(charges([P, Q], { zones: [cheap(10_00, { areas: [area('FR')] }), own], to: 'FR' })).toEqual([10_00])
  })

  test("a seller's zone without a rate of the class leaves that class to the platform", () => {
    const own = cheap(3_00, { businessId: 'german' })
    const platform = zoneOf([rate({ class: 'freight', priceCents: both(80_00) })], { id: 'platform' })
    expect(charges([L], { zones: [own, platform] })).toEqual([80_00])
  })

  test('a gap in the zone of a seller is by quote, although the platform has a rate', () => {
    const own = zoneOf([rate({ maxGrams: 5000 })], { id: 'own', businessId: 'irish' })
    expect(charges([P], { zones: [own, cheap(10_00)] })).toEqual(['P no_band'])
  })

  test('zones of other sellers do not count', () => {
    expect(charges([P], { zones: [cheap(3_00, { businessId: 'french' })] })).toEqual(['P no_zone'])
  })

  test('by position among equals; a postal code beats a state, a state a country, a country all others', () => {
    const zones = [
      cheap(1, { areas: [area('*')] }),
      cheap(2, { areas: [area('CA')] }),
      cheap(3, { areas: [area('CA')] }),
      cheap(4, { areas: [area('CA', { state: 'BC' })] }),
      cheap(5, { areas: [area('CA', { postcodeFrom: 'V5', postcodeTo: 'V6' })] }),
    ]
    const at = (to: object) => charges([P], { zones, to })
    expect(at({ country: 'DE' })).toEqual([1])
    expect(at({ country: 'CA', state: 'ON' })).toEqual([2])
    expect(at({ country: 'CA', state: 'bc' })).toEqual([4])
    expect(at({ country: 'CA', state: 'BC', zip: 'v6b 1a1' })).toEqual([5])
    expect(at({ country: 'CA', state: 'BC', zip: 'V7A 1A1' })).toEqual([4])
  })

  test('all other countries means those that no zone of the same owner names', () => {
    const zones = [cheap(1, { areas: [area('DE')], dispatchCountries: ['US'] }), cheap(2, { areas: [area('*')] })]
    expect(charges([P], { zones })).toEqual(['P no_zone'])
    expect(charges([P], { zones, to: 'AU' })).toEqual([2])
    const own = cheap(3, { businessId: 'irish', areas: [area('*')] })
    expect(charges([P], { zones: [...zones, own] })).toEqual([3])
  })

  test('zones for other dispatch countries do not count; none named is any', () => {
    const zones = [cheap(1, { dispatchCountries: ['US', 'GB'] }), cheap(2, { dispatchCountries: ['IE'] }), cheap(3)]
    expect(charges([P], { zones })).toEqual([2])
    expect(charges([Q], { zones })).toEqual([3])
    expect(charges([K], { zones })).toEqual([1])
  })

  test.each([
    ['10115', '10', null, true],
    ['10115', '10115', '10115', true],
    ['d-10115', '10115', null, true],
    ['10116', '10115', '10115', false],
    ['09999', '10', '12', false],
    ['12999', '10', '12', true],
    ['13000', '10', '12', false],
  ])('code %s in the range %s to %s: %s', (zip, postcodeFrom, postcodeTo, isInside) => {
    const zones = [cheap(1, { areas: [area('DE', { postcodeFrom, postcodeTo })] })]
    expect(charges([P], { zones, to: { country: 'DE', zip } })).toEqual(isInside ? [1] : ['P no_zone'])
    expect(charges([P], { zones, to: { country: 'DE' } })).toEqual(['P no_zone'])
  })

  test('codes with letters are compared without spaces and case', () => {
    const zones = [cheap(1, { areas: [area('GB', { postcodeFrom: 'BT' })] }), cheap(2, { areas: [area('GB')] })]
    expect(charges([P], { zones, to: { country: 'GB', zip: 'bt7 1nn' } })).toEqual([1])
    expect(charges([P], { zones, to: { country: 'GB', zip: 'SW1A 1AA' } })).toEqual([2])
  })
})

describe('X2 shipments and weight', () => {
  test('parcels of all sellers by one zone are one charge, freight one a seller', () => {
    const zones = [zoneOf([rate(), rate({ class: 'freight', priceCents: both(80_00) })])]
    expect(charges([P, Q, L, C], { zones })).toEqual([10_00, 80_00, 80_00])
    const plan = planFreight({ zones, lines: [P, Q, L, C], to: destinationOf({ country: 'DE' }) })
    expect(freightCharges(plan, { method: 'standard' })).toMatchObject([
      { class: 'parcel', ownerId: null, zoneName: 'Zone', productIds: ['P', 'Q'], label: 'Standard', minDays: 2, maxDays: 4 },
      { class: 'freight', productIds: ['L'], label: 'Freight', chargeableGrams: 240_000 },
      { class: 'freight', productIds: ['C'] },
    ])
  })

  test('price and a price for each started kilogram of the whole shipment', () => {
    const zones = [zoneOf([rate({ priceCents: both(5_00), perKgCents: both(40) })])]
    const weighing = (grams: number, quantity = 1) => ({ ...P, weightGrams: grams, quantity })
    expect(charges([weighing(10_000)], { zones })).toEqual([9_00])
    expect(charges([weighing(10_001)], { zones })).toEqual([9_40])
    expect(charges([weighing(600, 2), { ...Q, weightGrams: 300 }], { zones })).toEqual([5_80])
  })

  test('a divisor counts the volume where it is more, unit by unit; without one only the weight counts', () => {
    const size = { length: 1000, width: 1000, height: 1000 }
    expect(chargeableGrams({ quantity: 2, weightGrams: 100_000, packageMm: size }, 3003)).toBe(2 * 333_001)
    expect(chargeableGrams({ quantity: 2, weightGrams: 400_000, packageMm: size }, 3003)).toBe(800_000)
    expect(chargeableGrams({ quantity: 2, weightGrams: 100_000, packageMm: size }, null)).toBe(200_000)
    expect(chargeableGrams({ quantity: 2, weightGrams: 100_000, packageMm: null }, 3003)).toBe(200_000)
  })

  test('a band holds its start and not its end', () => {
    const zones = [zoneOf([rate({ maxGrams: 5000, priceCents: both(1) }), rate({ minGrams: 5000, maxGrams: 8000, priceCents: both(2) })])]
    const at = (grams: number) => charges([{ ...P, weightGrams: grams }], { zones })
    expect([at(4999), at(5000), at(7999), at(8000)]).toEqual([[1], [2], [2], ['P no_band']])
  })

  test('a parcel without weight counts as the lowest band, freight without weight has no rate where the weight matters', () => {
    const bands = [rate({ minGrams: 5000, priceCents: both(2) }), rate({ minGrams: 1000, maxGrams: 5000, priceCents: both(1) })]
    expect(charges([{ ...P, weightGrams: null }], { zones: [zoneOf(bands)] })).toEqual([1])
    expect(
      charges(
        [
          { ...P, weightGrams: null },
          { ...Q, weightGrams: 6000 },
        ],
        { zones: [zoneOf(bands)] },
      ),
    ).toEqual([2])
    expect(charges([{ ...L, weightGrams: null }], {})).toEqual(['L no_weight'])
    expect(charges([{ ...M, weightGrams: null }], { to: 'US' })).toEqual([0])
  })

  test('free from the subtotal of the whole cart; of a seller’s own rate from that of its own lines', () => {
    const free = [rate({ freeFromCents: both(100_00) })]
    const cart = [shown(P, 1, 60_00), shown(Q, 1, 40_00)]
    expect(charges(cart, { zones: [zoneOf(free)] })).toEqual([0])
    expect(charges([shown(P, 1, 60_00), shown(Q, 1, 39_99)], { zones: [zoneOf(free)] })).toEqual([10_00])
    const zones = [zoneOf(free, { id: 'own', businessId: 'irish' }), zoneOf([rate({ priceCents: both(7_00) })])]
    expect(charges(cart, { zones })).toEqual([10_00, 7_00])
    expect(charges([shown(P, 3, 100_00), shown(Q, 1, 40_00)], { zones })).toEqual([0, 7_00])
  })

  test('a unit above a limit has no rate, and the others are charged without it', () => {
    const zones = [zoneOf([rate({ maxUnitGrams: 9000, perKgCents: both(1_00) })])]
    const plan = planFreight({ zones, lines: [P, Q], to: destinationOf({ country: 'DE' }) })
    expect(plan.quotes).toEqual([{ productId: 'P', reason: 'too_heavy' }])
    expect(freightCharges(plan, { method: 'standard' })).toMatchObject([{ productIds: ['Q'], netCents: both(13_00) }])
  })
})

describe('X4 methods, codes and extras', () => {
  const methodsOf = (lines: FreightLine[], to: string, zones = seeded) =>
    planFreight({ zones, lines, to: destinationOf({ country: to }) }).methods

  test('offered are the methods with a rate for every parcel shipment; with freight standard alone', () => {
    expect(methodsOf([P], 'DE')).toEqual(['standard', 'express', 'overnight'])
    expect(methodsOf([P, T], 'DE')).toEqual(['standard'])
    expect(methodsOf([P, L], 'DE')).toEqual(['standard'])
    expect(methodsOf([P], 'GB')).toEqual(['standard'])
    expect(methodsOf([M], 'DE')).toEqual([])
  })

  test('lines that no method takes together are by quote', () => {
    const zones = [zoneOf([rate({ method: 'express' })], { id: 'own', businessId: 'irish' }), zoneOf([rate({ method: 'standard' })])]
    expect(charges([P, Q], { zones })).toEqual(['Q no_common_method'])
    expect(methodsOf([P], 'DE', zones)).toEqual(['express'])
  })

  test('a shipping code waives parcels, freight only where it says so, and never extras', () => {
    const cart = [shown(P, 1, 10_00), shown(L, 1, 10_00)]
    const extras = { german: ['lift_gate'] }
    expect(charges(cart, {})).toEqual([9_99, 289_00])
    expect(charges(cart, { promo: FREESHIP })).toEqual([0, 289_00])
    expect(charges(cart, { promo: { ...FREESHIP, includesFreight: true } })).toEqual([0, 0])
    expect(charges(cart, { promo: { ...FREESHIP, includesFreight: true }, extras })).toEqual([0, 0, 45_00])
    expect(charges(cart, { promo: { type: 'fixed' } })).toEqual([9_99, 289_00])
  })

  test('extras of a seller are added to its freight; unknown ones and those of others are not', () => {
    expect(charges([L, C], { extras: { german: ['lift_gate'] } })).toEqual([289_00, 45_00, 149_00])
    expect(charges([L, C], { extras: { german: ['installation'], british: ['lift_gate'] } })).toEqual([289_00, 149_00])
  })

  test('the words: free freight is included, and staff read why', () => {
    const plan = planFreight({ zones: seeded, lines: [M], to: destinationOf({ country: 'US' }) })
    expect(freightCharges(plan, { method: 'standard' })).toMatchObject([{ label: 'Freight included', netCents: both(0) }])
    const [shipment] = planFreight({ zones: seeded, lines: [L], to: destinationOf({ country: 'FR' }) }).shipments
    const [offer] = shipment?.offers ?? []
    expect(shipment && offer && offerText(shipment, offer, 'EUR')).toBe(
      'European Union, freight from 100 to 300 kg, 240 kg charged: €289.00',
    )
    const perKg = planFreight({
      zones: [zoneOf([rate({ perKgCents: both(50), freeFromCents: both(100_00) })])],
      lines: [P],
      to: destinationOf({ country: 'DE' }),
    })
    const [parcel] = perKg.shipments
    expect(parcel?.offers[0] && offerText(parcel, parcel.offers[0], 'USD')).toBe(
      'Zone, parcel from 0 kg, 10 kg charged: $15.00 ($10.00 + 10 × $0.50), free from $100.00',
    )
    expect(quoteReasonText('no_weight')).toBe('Freight needs a weight, but the product has none.')
    const [freight, byPost] = [{ shippingClass: 'freight' }, { shippingClass: 'parcel' }] as const
    expect(quoteNotice('Japan', [freight])).toBe('Freight to Japan is by quote.')
    expect(quoteNotice('Japan', [byPost, freight])).toBe('Freight to Japan is by quote.')
    expect(quoteNotice('Japan', [byPost, byPost])).toBe('Delivery to Japan is by quote.')
  })
})
