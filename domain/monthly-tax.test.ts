import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEMO, placed, registered } from '#server/testing/tax-cases.ts'
import { lineCommission, paymentShares } from './commission.ts'
import { type BilledSeller, decideCommission, decideSelfBill, splitByClass, taxRunningSums } from './monthly-tax.ts'
import { SEEDED_RATES } from './tax-rates.ts'
import type { TaxRegistration } from './tax-registration.ts'

const DUBLIN = placed('IE')
const irish: BilledSeller = { country: 'IE', vatScheme: 'regular', vatId: '', registrations: [registered('domestic', 'IE')] }
const facts = (seller: BilledSeller, registrations: readonly TaxRegistration[] = DEMO) => ({
  seller,
  rules: SEEDED_RATES,
  registrations,
  day: '2026-11-30',
})

/** G19: three mats of an Irish seller to a business in Germany, without tax. */
const G19 = { totalCents: 110_70, taxCents: 0 }
const { commissionCents } = lineCommission({ businessId: 'irish', category: 'mats', netCents: G19.totalCents }, [])

/** Cents of a document about one amount: without tax, tax, and their sum. */
function billed(cents: number, { percent }: { percent: number }): [number, number, number] {
  const [tax = 0] = taxRunningSums([cents], percent)
  return [cents, tax, cents + tax]
}

describe('G42 commission on G19 is 11.07 without tax', () => {
  test('for an Irish seller of a platform that is registered in Ireland: 2.55 VAT, 13.62', () => {
    const decision = decideCommission(facts(irish))
    expect(decision).toEqual({ percent: 230_000, reason: 'domestic', text: '', country: 'IE', registration: 'IE-domestic' })
    expect(billed(commissionCents, decision)).toEqual([11_07, 2_55, 13_62])
  })

  test('for an Irish seller of a platform of the United States: no VAT, reverse charge', () => {
    const decision = decideCommission(facts(irish, [registered('sales_tax', 'US', { state: 'IL' })]))
    expect(decision).toMatchObject({ reason: 'reverse_charge', country: 'IE', registration: '' })
    expect(decision.text).toContain('Art. 44 and 196')
    expect(billed(commissionCents, decision)).toEqual([11_07, 0, 11_07])
  })

  test('a registration elsewhere, of another scheme or that has ended is reverse charge, too', () => {
    for (const one of [
      registered('domestic', 'DE'),
      registered('oss', 'IE'),
      registered('domestic', 'IE', { validTo: '2026-11-29' }),
      registered('domestic', 'IE', { validFrom: '2026-12-01' }),
    ]) {
      expect(decideCommission(facts(irish, [one])).reason, JSON.stringify(one)).toBe('reverse_charge')
    }
  })

  test('outside of the European Union there is no VAT, and no sales tax in the United States', () => {
    for (const [country, reason] of [
      ['GB', 'not_taxed'],
      ['CH', 'not_taxed'],
      ['US', 'no_nexus'],
    ] as const) {
      const decision = decideCommission(facts({ ...irish, country }))
      expect(decision, country).toMatchObject({ percent: 0, reason, country, registration: '' })
    }
  })
})

describe('G43 the seller of G19 bills the platform 99.63', () => {
  const { seller: left } = paymentShares({ ...G19, commissionCents }, { beforeCents: 0, amountCents: G19.totalCents })

  test('and 22.91 Irish VAT: 122.54', () => {
    const decision = decideSelfBill(facts(irish), DUBLIN, 'standard')
    expect(decision).toEqual({ percent: 230_000, reason: 'domestic', text: '', country: 'IE', registration: 'IE-domestic' })
    expect(billed(left, decision)).toEqual([99_63, 22_91, 122_54])
  })

  test('by its VAT ID where it has no registration; without either there is no VAT', () => {
    const unregistered = { ...irish, registrations: [] }
    expect(billed(left, decideSelfBill(facts({ ...unregistered, vatId: 'IE7654321G' }), DUBLIN, 'standard'))).toEqual([
      99_63, 22_91, 122_54,
    ])
    for (const vatId of ['', 'DE111111117']) {
      const decision = decideSelfBill(facts({ ...unregistered, vatId }), DUBLIN, 'standard')
      expect(decision).toMatchObject({ reason: 'not_taxed', text: 'No VAT: the seller is not registered for VAT in Ireland' })
      expect(billed(left, decision)).toEqual([99_63, 0, 99_63])
    }
  })

  test('without VAT by the small enterprise scheme of the country that the products leave from', () => {
    const small = facts({
      ...irish,
      vatScheme: 'small_business',
      registrations: [registered('domestic', 'IE'), registered('domestic', 'DE')],
    })
    expect(decideSelfBill(small, DUBLIN, 'standard')).toMatchObject({ percent: 0, reason: 'small_business' })
    expect(decideSelfBill(small, placed('DE', '10115'), 'standard')).toMatchObject({ percent: 190_000, reason: 'domestic' })
  })

  test('where the products leave from decides, and their class', () => {
    const german = facts({ ...irish, registrations: [registered('domestic', 'DE')] })
    expect(decideSelfBill(german, placed('DE', '10115'), 'reduced').percent).toBe(70_000)
    expect(decideSelfBill(german, placed('US', '60607', 'IL'), 'standard')).toMatchObject({ percent: 0, reason: 'no_nexus' })
    expect(decideSelfBill(german, placed('GB', 'SW1A 1AA'), 'standard')).toMatchObject({ percent: 0, reason: 'not_taxed' })
  })
})

const amount = fc.integer({ min: -9_000_000, max: 9_000_000 }).filter((cents) => cents !== 0)

test('I6 the taxes of any amounts, refunds among them, add up to the tax of their sum, rounded once', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), fc.integer({ min: 0, max: 300_000 }), (amounts, percent) => {
      const sum = amounts.reduce((all, cents) => all + cents, 0)
      const taxed = taxRunningSums(amounts, percent).reduce((all, cents) => all + cents, 0)
      const [whole = 0] = taxRunningSums([sum], percent)
      expect(taxed - whole).toBe(0)
      expect(Math.abs(taxed - (sum * percent) / 1_000_000)).toBeLessThanOrEqual(0.5)
    }),
    { numRuns: 1000 },
  )
})

test('I6 an amount is split over the classes of its products to the cent, a refund as its sale', () => {
  const weights = fc.record({ standard: fc.nat(900_000), reduced: fc.nat(900_000), zero: fc.nat(900_000) })
  fc.assert(
    fc.property(amount, weights, (cents, worth) => {
      const parts = splitByClass(cents, worth)
      expect(parts.reduce((all, [, part]) => all + part, 0)).toBe(cents)
      for (const [, part] of parts) expect(part === 0 || Math.sign(part) === Math.sign(cents)).toBe(true)
      expect(splitByClass(-cents, worth)).toEqual(parts.map(([taxClass, part]) => [taxClass, -part]))
    }),
    { numRuns: 1000 },
  )
  expect(splitByClass(100, {})).toEqual([['standard', 100]])
  expect(splitByClass(-100, { reduced: 5 })).toEqual([['reduced', -100]])
})
