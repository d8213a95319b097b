import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RegistrationBody, TaxRuleBody, TaxTrialBody } from '#contract/pricing/tax.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { SEEDED_RATES } from '#domain/tax-rates.ts'
import { startOfDay } from '#domain/time.ts'
import { auditEntries, taxRegistrations, taxRules, vatChecks } from '#server/platform/db/schema.ts'
import { outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { setTimeZone } from '#server/testing/time-zone.ts'

let shop: TestShop
let boss: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  boss = await shop.signIn('super_admin', { name: 'Bo Boss' })
  staff = await shop.signIn('application_admin')
})

const today = () => shop.deps.now().toISOString().slice(0, 10)
const dayIn = (days: number) => new Date(shop.deps.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const rule = (more: Partial<TaxRuleBody> = {}): { body: TaxRuleBody } => ({
  body: { country: 'US', state: 'TX', percent: 8.25, validFrom: dayIn(1), ...more } as TaxRuleBody,
})
const registration = (more: Partial<RegistrationBody> = {}): { body: RegistrationBody } => ({
  body: { country: 'IE', scheme: 'domestic', number: 'IE1234567T', validFrom: '2026-01-01', ...more } as RegistrationBody,
})
const audited = async (action: string) => shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, action))

describe('rates', () => {
  test('T12 a shop begins with the rates of the member states, and each says where it is from', async () => {
    const { items, total } = await staff.tax.rules({ query: { limit: '500' } })
    expect(total).toBe(SEEDED_RATES.length)
    expect(items.find(({ country, taxClass }) => country === 'FI' && taxClass === 'standard')).toMatchObject({
      percent: 25.5,
      isFixed: true,
    })
    expect((await staff.tax.rules({ query: { country: 'PT' } })).items.map(({ percent, postcodeFrom }) => [postcodeFrom, percent])).toEqual(
      [
        [null, 23],
        ['9000', 22],
        ['9500', 16],
      ],
    )
    expect((await staff.tax.rules({ query: { search: 'madeira' } })).items).toMatchObject([{ percent: 22 }])
  })

  test.each([
    ['Pacific/Auckland', '2037-04-05'],
    ['America/Los_Angeles', '2037-11-01'],
    ['Europe/Berlin', '2037-03-29'],
    ['Europe/Berlin', '2037-10-25'],
  ])('T12 a rate of a shop in %s is in force from the midnight of its first day, %s, there', async (timeZone, day) => {
    await setTimeZone(shop, timeZone)
    const midnight = startOfDay(day, timeZone).getTime()
    const goTo = async (at: number) => {
      shop.advance(at - shop.deps.now().getTime())
      boss = await shop.signIn('super_admin')
      return (await boss.tax.rules({ query: { country: 'US' } })).items.map(({ validFrom, isFixed }) => [validFrom, isFixed])
    }
    await goTo(midnight - 120_000)
    const { id } = await boss.tax.addRule(rule({ state: 'TX', validFrom: day }))
    const next = await boss.tax.addRule(rule({ state: 'OK', validFrom: day }))
    expect(await goTo(midnight - 60_000)).toEqual([
      [day, false],
      [day, false],
    ])
    await boss.tax.removeRule({ params: { id: next.id } })
    expect(await goTo(midnight + 60_000)).toEqual([[day, true]])
    expect(await refusalOf(boss.tax.removeRule({ params: { id } }))).toMatchObject({ code: 'rates_in_force' })
  })

  test('T10 rates and registrations are found by the name of the country, and sorted by these names', async () => {
    const { items } = await staff.tax.rules({ query: { limit: '500', sort: 'place' } })
    const names = [...new Set(items.map(({ country }) => countryNameOf(country)))]
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
    expect((await staff.tax.rules({ query: { search: 'switz' } })).items.map(({ country }) => country)).toEqual(['CH'])
    await boss.tax.addRegistration(registration())
    await boss.tax.addRegistration(registration({ country: 'DE', number: 'DE136695976' }))
    expect((await staff.tax.registrations({ query: { search: 'germ' } })).items.map(({ country }) => country)).toEqual(['DE'])
  })

  test('T11 super admins add, change and delete rates, application admins read them, nobody else does', async () => {
    const made = await boss.tax.addRule(rule())
    expect(made).toMatchObject({ state: 'TX', percent: 8.25, isFixed: false, version: 1 })
    expect(await staff.tax.rules({ query: { country: 'US' } })).toMatchObject({ total: 1 })
    expect((await refusalOf(staff.tax.addRule(rule()))).status).toBe(403)
    expect((await refusalOf((await shop.signIn('business_admin')).tax.rules())).status).toBe(403)
    const changed = await boss.tax.changeRule({ params: { id: made.id }, ...rule({ percent: 8.875, version: 1 }) })
    expect(changed).toMatchObject({ percent: 8.875, version: 2 })
    const conflict = await refusalOf(boss.tax.changeRule({ params: { id: made.id }, ...rule({ version: 1 }) }))
    expect(conflict).toMatchObject({ code: 'edit_conflict', current: { percent: 8.875 } })
    await boss.tax.removeRule({ params: { id: made.id } })
    expect((await refusalOf(boss.tax.removeRule({ params: { id: made.id } }))).status).toBe(404)
    expect((await audited('tax-rule.change'))[0]).toMatchObject({
      actorName: 'Bo Boss',
      before: { percent: 8.25 },
      after: { percent: 8.875 },
    })
    expect((await audited('tax-rule.delete')).length).toBe(1)
  })

  test('T10 a rate that was in force does not change: it is ended, and a new one follows', async () => {
    const [germany] = (await staff.tax.rules({ query: { country: 'DE', taxClass: 'standard' } })).items
    if (!germany) throw new Error('no rate of Germany')
    const { id, isFixed: _fixed, ...body } = germany
    const refusal = { status: 409, detail: "Rates that were in force can't change. End this rule and add a new one." }
    for (const change of [{ percent: 20 }, { shipsTaxed: false }, { validFrom: dayIn(1) }, { validTo: dayIn(-2) }]) {
      expect(await refusalOf(boss.tax.changeRule({ params: { id }, body: { ...body, ...change } })), JSON.stringify(change)).toMatchObject(
        refusal,
      )
    }
    expect(await refusalOf(boss.tax.removeRule({ params: { id } }))).toMatchObject(refusal)
    const next = { country: 'DE', percent: 20, validFrom: dayIn(10) }
    expect(await refusalOf(boss.tax.addRule({ body: next }))).toMatchObject({
      code: 'rate_overlap',
      detail: 'There is already a rate for Germany at this time.',
    })
    await boss.tax.changeRule({ params: { id }, body: { ...body, validTo: dayIn(9) } })
    expect(await boss.tax.addRule({ body: next })).toMatchObject({ percent: 20, isFixed: false })
  })

  test('T10 a new rate starts in the past only where none was in force', async () => {
    const refusal = { code: 'rates_in_force', detail: "Rates that were in force can't change. End this rule and add a new one." }
    const germany = (more: object) => boss.tax.addRule({ body: { country: 'DE', percent: 5, validFrom: dayIn(-3), ...more } })
    for (const more of [{}, { validTo: dayIn(-2) }, { postcodeFrom: '27498', postcodeTo: '27498' }])
      expect(await refusalOf(germany(more)), JSON.stringify(more)).toMatchObject(refusal)
    expect(await germany({ validFrom: today(), postcodeFrom: '27498', postcodeTo: '27498' })).toMatchObject({ percent: 5 })
    expect(await boss.tax.addRule(rule({ validFrom: dayIn(-3) }))).toMatchObject({ state: 'TX', isFixed: true })
    expect(await refusalOf(boss.tax.addRule(rule({ validFrom: dayIn(-9) })))).toMatchObject(refusal)
  })

  test('T11 what is wrong is said at its field', async () => {
    const errorOf = async (more: Partial<TaxRuleBody>) => (await refusalOf(boss.tax.addRule(rule(more)))).errors?.[0]
    expect(await errorOf({ country: 'XX' })).toEqual({ field: 'country', message: 'Please choose a country.' })
    expect(await errorOf({ state: 'BY' })).toEqual({ field: 'state', message: 'Please choose a state of the United States.' })
    expect(await errorOf({ country: 'DE' })).toEqual({ field: 'state', message: 'Please choose a state of Germany.' })
    expect(await errorOf({ percent: 100.5 })).toEqual({ field: 'percent', message: 'Please enter a percentage from 0 to 100' })
    expect(await errorOf({ postcodeFrom: '787' })).toMatchObject({ field: 'postcodeTo' })
    expect(await errorOf({ postcodeFrom: '788', postcodeTo: '787' })).toMatchObject({ field: 'postcodeTo' })
    expect(await errorOf({ validFrom: '2026-02-30' })).toMatchObject({ field: 'validFrom' })
    expect(await errorOf({ validTo: today() })).toMatchObject({ field: 'validTo' })
  })

  test('T2 of ten that add the same rate at once one does; the database refuses the others', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(boss.tax.addRule(rule()))))
    expect(outcomes.filter(({ answer }) => answer)).toHaveLength(1)
    const values = { country: 'US', state: 'OK', rate: 45_000, validFrom: '2026-01-01', validTo: '2026-06-30' }
    await shop.deps.db.insert(taxRules).values(values)
    await shop.deps.db.insert(taxRules).values({ ...values, validFrom: '2026-07-01', validTo: null })
    await shop.deps.db.insert(taxRules).values({ ...values, taxClass: 'reduced' })
    await shop.deps.db.insert(taxRules).values({ ...values, postcodeFrom: '730', postcodeTo: '731' })
    await expect(shop.deps.db.insert(taxRules).values({ ...values, validFrom: '2026-06-30', validTo: null })).rejects.toThrow()
  })
})

describe('registrations', () => {
  test('T11 super admins keep those of the platform, and each change is audited', async () => {
    const made = await boss.tax.addRegistration(registration({ number: 'ie 1234567 t' }))
    expect(made).toMatchObject({ number: 'IE1234567T', businessId: null, businessName: null })
    expect((await refusalOf(staff.tax.addRegistration(registration({ country: 'FR', number: 'FR11123456782' })))).status).toBe(403)
    expect(await staff.tax.registrations()).toMatchObject({ total: 1 })
    const changed = await boss.tax.changeRegistration({ params: { id: made.id }, ...registration({ isBelowThreshold: true, version: 1 }) })
    expect(changed).toMatchObject({ isBelowThreshold: true, version: 2 })
    expect(await refusalOf(boss.tax.changeRegistration({ params: { id: made.id }, ...registration({ version: 1 }) }))).toMatchObject({
      code: 'edit_conflict',
    })
    await boss.tax.removeRegistration({ params: { id: made.id } })
    for (const action of ['create', 'change', 'delete']) expect(await audited(`tax-registration.${action}`)).toHaveLength(1)
  })

  test('T11 two of one scheme and place at a time are refused, one after the other is not', async () => {
    await boss.tax.addRegistration(registration({ validTo: '2026-12-31' }))
    expect(await refusalOf(boss.tax.addRegistration(registration({ validFrom: '2026-12-31' })))).toMatchObject({
      status: 409,
      detail: 'There is already a registration for Ireland.',
    })
    await boss.tax.addRegistration(registration({ validFrom: '2027-01-01' }))
    await boss.tax.addRegistration(registration({ scheme: 'oss' }))
    const texas = registration({ country: 'US', state: 'TX', scheme: 'sales_tax', number: ' 3-20012-3456-7 ' })
    expect((await boss.tax.addRegistration(texas)).number, 'a permit keeps its hyphens').toBe('3-20012-3456-7')
    const twice = registration({ country: 'US', state: 'TX', scheme: 'sales_tax', number: '1' })
    expect((await refusalOf(boss.tax.addRegistration(twice))).detail).toBe('There is already a registration for Texas, United States.')
  })

  test('T11 a number that is impossible, and a scheme that its place lacks, are refused at their field', async () => {
    const errorOf = async (more: Partial<RegistrationBody>) => (await refusalOf(boss.tax.addRegistration(registration(more)))).errors?.[0]
    const wrong = { field: 'number', message: "This isn't a valid VAT ID. Check the country prefix and the digits." }
    expect(await errorOf({ number: 'IE1234567A' })).toEqual(wrong)
    expect(await errorOf({ number: 'DE111111117' })).toEqual(wrong)
    expect(await errorOf({ scheme: 'oss', number: 'IE1' })).toEqual(wrong)
    expect(await errorOf({ scheme: 'ioss', number: 'IM123' })).toMatchObject({ field: 'number' })
    expect(await errorOf({ number: '' })).toEqual({ field: 'number', message: 'Please enter the registration number.' })
    expect(await errorOf({ scheme: 'sales_tax' })).toMatchObject({ field: 'country' })
    expect(await errorOf({ country: 'US', scheme: 'sales_tax' })).toEqual({
      field: 'state',
      message: 'Please choose a state of the United States.',
    })
    expect(await errorOf({ country: 'US', scheme: 'oss' })).toMatchObject({ field: 'country' })
    expect(await shop.deps.db.$count(taxRegistrations)).toBe(0)
  })
})

describe('the tax facts of a seller', () => {
  const facts = { vatScheme: 'regular' as const, vatId: '', registrations: [] }

  test('T11 a seller keeps its own, staff those of any, and nobody sees those of another seller', async () => {
    const seller = await shop.signIn('business_admin')
    const other = await shop.signIn('business_admin')
    expect(await seller.tax.ofBusiness()).toMatchObject(facts)
    const body = {
      vatScheme: 'small_business' as const,
      vatId: 'de 111111117',
      registrations: [registration({ country: 'DE', number: 'DE111111117' }).body],
    }
    const saved = await seller.tax.saveOfBusiness({ body: { ...body, version: 1 } })
    expect(saved).toMatchObject({
      vatScheme: 'small_business',
      vatId: 'DE111111117',
      registrations: [{ country: 'DE', scheme: 'domestic' }],
      version: 2,
    })
    expect(await refusalOf(seller.tax.saveOfBusiness({ body: { ...body, version: 1 } }))).toMatchObject({
      code: 'edit_conflict',
      current: { version: 2 },
    })
    expect(await other.tax.ofBusiness()).toMatchObject(facts)
    const id = seller.user.businessId ?? ''
    expect(await staff.tax.ofBusinessForStaff({ params: { id } })).toEqual(saved)
    expect((await refusalOf(other.tax.ofBusinessForStaff({ params: { id } }))).status).toBe(403)
    expect((await staff.tax.registrations({ query: { owner: 'sellers' } })).items).toMatchObject([{ businessId: id, country: 'DE' }])
    await staff.tax.saveOfBusinessForStaff({ params: { id }, body: facts })
    expect(await seller.tax.ofBusiness()).toMatchObject(facts)
    expect(await audited('business.tax')).toHaveLength(2)
    expect((await refusalOf(shop.visitor.tax.ofBusiness())).status).toBe(401)
  })

  test('T11 what is wrong is said at its field, and nothing is stored', async () => {
    const seller = await shop.signIn('business_admin')
    const wrong = {
      ...facts,
      vatScheme: 'small_business' as const,
      registrations: [registration().body, registration({ number: 'IE1' }).body],
    }
    expect((await refusalOf(seller.tax.saveOfBusiness({ body: wrong }))).errors).toMatchObject([{ field: 'registrations.1.number' }])
    const twice = { ...facts, registrations: [registration().body, registration().body] }
    expect(await refusalOf(seller.tax.saveOfBusiness({ body: twice }))).toMatchObject({
      code: 'registration_taken',
      errors: [{ field: 'registrations.1.country' }],
    })
    expect((await refusalOf(seller.tax.saveOfBusiness({ body: { ...facts, vatId: 'DE1' } }))).errors).toMatchObject([{ field: 'vatId' }])
    expect(await seller.tax.ofBusiness()).toMatchObject(facts)
  })
})

describe('exchange rates', () => {
  test('T10 they are typed, or read from the file of the European Central Bank; days that have one keep it', async () => {
    await boss.tax.addExchangeRates({ body: { day: '2026-11-26', currency: 'USD', perEur: 1.16 } })
    const again = { body: { day: '2026-11-26', currency: 'USD', perEur: 1.2 } }
    expect(await refusalOf(boss.tax.addExchangeRates(again))).toMatchObject({
      status: 409,
      detail: 'There is already a rate of USD for 2026-11-26.',
    })
    const csv = 'Date,USD,JPY,BGN,\n2026-11-26,1.1623,180.5,N/A,\n2026-11-25,1.1590,179.9,1.9558,\n'
    expect(await boss.tax.addExchangeRates({ body: { csv } })).toEqual({ added: 4 })
    const single = 'Date, USD, JPY, \n27 November 2026, 1.1700, 181.2, \n'
    expect(await boss.tax.addExchangeRates({ body: { csv: single } })).toEqual({ added: 2 })
    const { items, total } = await staff.tax.exchangeRates()
    expect(total).toBe(7)
    expect(items.slice(0, 2)).toMatchObject([
      { id: '2026-11-27.JPY', perEur: 181.2 },
      { id: '2026-11-27.USD', perEur: 1.17 },
    ])
    expect((await staff.tax.exchangeRates({ query: { search: '2026-11-26' } })).items).toContainEqual(
      expect.objectContaining({ currency: 'USD', perEur: 1.16, source: 'Staff' }),
    )
  })

  test('T11 another file is refused; a rate is changed and deleted by super admins only', async () => {
    for (const csv of ['', 'a,b\n1,2', 'Date,USD\nyesterday,1.1']) {
      expect((await refusalOf(boss.tax.addExchangeRates({ body: { csv } }))).errors, csv).toMatchObject([{ field: 'csv' }])
    }
    await boss.tax.addExchangeRates({ body: { day: '2026-11-26', currency: 'USD', perEur: 1.16 } })
    const params = { id: '2026-11-26.USD' }
    expect((await refusalOf(staff.tax.changeExchangeRate({ params, body: { perEur: 1.1 } }))).status).toBe(403)
    expect(await boss.tax.changeExchangeRate({ params, body: { perEur: 1.1, version: 1 } })).toMatchObject({ perEur: 1.1, version: 2 })
    expect(await refusalOf(boss.tax.changeExchangeRate({ params, body: { perEur: 1, version: 1 } }))).toMatchObject({
      code: 'edit_conflict',
    })
    await boss.tax.removeExchangeRate({ params })
    expect((await refusalOf(boss.tax.removeExchangeRate({ params }))).status).toBe(404)
    expect((await refusalOf(boss.tax.removeExchangeRate({ params: { id: 'x' } }))).status).toBe(404)
  })
})

describe('trying a case', () => {
  async function caseOf(more: Partial<TaxTrialBody> = {}) {
    const business = await shop.make.business({ name: 'North Fold Works', country: 'Ireland' })
    const product = await shop.make.product({
      businessId: business.id,
      category: 'accessories',
      priceUsdCents: 39_50,
      priceEurCents: 36_90,
    })
    return { country: 'DE', postalCode: '10115', buyer: 'consumer', productId: product.id, quantity: 1, ...more } as TaxTrialBody
  }
  const withOss = async () => {
    await boss.tax.addRegistration(registration())
    await boss.tax.addRegistration(registration({ scheme: 'oss' }))
  }

  test('T10 G15 a consumer in Germany: the row, the rate, who owes it, and the amounts', async () => {
    await withOss()
    expect(await staff.tax.tryOut({ body: await caseOf() })).toMatchObject({
      row: 'T4.12',
      refusal: null,
      decision: { label: 'VAT (19%)', percent: 19, mode: 'included', reason: 'oss', collector: 'The platform', registration: 'IE1234567T' },
      dispatch: 'Ireland',
      amounts: { net: 36.9, tax: 7.01, gross: 43.91, currency: 'EUR' },
    })
  })

  test('T10 G19 a business whose VAT id counts accounts for the VAT itself; G20 otherwise VAT is charged', async () => {
    await withOss()
    const body = await caseOf({ buyer: 'business', vatId: 'DE111111117', quantity: 3 })
    expect(await staff.tax.tryOut({ body })).toMatchObject({
      row: 'T4.12',
      vatCheck: 'Never checked, so VAT is charged.',
      amounts: { net: 110.7, tax: 21.03, gross: 131.73 },
    })
    await shop.deps.db.insert(vatChecks).values({ vatId: 'DE111111117', status: 'valid', source: 'staff', checkedAt: shop.deps.now() })
    expect(await staff.tax.tryOut({ body })).toMatchObject({
      row: 'T4.11',
      decision: { label: 'VAT (0%)', reason: 'intra_community' },
      vatCheck: 'Verified and accepted.',
      amounts: { net: 110.7, tax: 0, gross: 110.7 },
    })
  })

  test('T10 G1 the United States; without a registration Germany is refused with its sentence', async () => {
    const germany = await caseOf()
    const us = { ...germany, country: 'US', state: 'Illinois', postalCode: '60607', currency: 'USD' as const }
    expect(await staff.tax.tryOut({ body: us })).toMatchObject({
      row: 'T4.2',
      decision: { label: 'Tax (8%)', state: 'IL' },
      amounts: { net: 39.5, tax: 3.16, gross: 42.66, currency: 'USD' },
    })
    expect(await staff.tax.tryOut({ body: germany })).toMatchObject({
      row: 'T4.15',
      refusal: "We can't take online orders from Germany yet. Request a quote instead.",
      decision: null,
      amounts: null,
    })
  })

  test('T11 what is wrong is said at its field; only staff try', async () => {
    const body = await caseOf()
    const errorOf = async (more: Partial<TaxTrialBody>) => (await refusalOf(staff.tax.tryOut({ body: { ...body, ...more } }))).errors?.[0]
    expect(await errorOf({ country: 'ZZ' })).toEqual({ field: 'country', message: 'Please choose a country.' })
    expect(await errorOf({ country: 'US', state: 'Bavaria' })).toEqual({
      field: 'state',
      message: 'Please choose a state of the United States.',
    })
    expect(await errorOf({ vatId: 'DE1' })).toMatchObject({ field: 'vatId' })
    expect(await errorOf({ productId: '00000000-0000-4000-8000-000000000000' })).toMatchObject({ field: 'productId' })
    expect((await refusalOf((await shop.signIn('customer')).tax.tryOut({ body }))).status).toBe(403)
  })
})

test('T9 Stripe Tax needs the keys of Stripe', async () => {
  const problem = await refusalOf(boss.settings.update({ body: { tax: { percent: 8, provider: 'stripe' } } }))
  expect(problem).toMatchObject({ status: 422, errors: [{ field: 'tax.provider', message: 'Set up Stripe for card payments first.' }] })
  expect((await boss.settings.read()).tax.provider).toBe('own')
})

test('T1 T11 the settings of taxes: older clients change the percent alone', async () => {
  const before = await boss.settings.read()
  expect(before.tax).toMatchObject({ percent: 8, usMode: 'flat', whenViesIsDown: 'charge', provider: 'own' })
  expect(before.trade).toEqual({ sellerOfRecord: 'platform', selfBilling: false, version: 1 })
  const saved = await boss.settings.update({ body: { tax: { percent: 8, usMode: 'states', whenViesIsDown: 'accept' } } })
  expect(saved.tax).toMatchObject({ usMode: 'states', whenViesIsDown: 'accept' })
  expect((await boss.settings.update({ body: { tax: { percent: 9 } } })).tax).toMatchObject({ percent: 9, usMode: 'states' })
  expect((await boss.settings.update({ body: { trade: { sellerOfRecord: 'seller', selfBilling: true } } })).trade.sellerOfRecord).toBe(
    'seller',
  )
})
