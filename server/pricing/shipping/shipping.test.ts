import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ZoneBody } from '#contract/pricing/shipping.ts'
import { auditEntries, businesses, products, settings } from '#server/platform/db/schema.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  owner = await shop.signIn('super_admin')
  staff = await shop.signIn('application_admin')
})

const rate = (more: object = {}): ZoneBody['rates'][number] => ({
  class: 'parcel',
  method: 'standard',
  minKg: 0,
  maxKg: null,
  price: { USD: 12, EUR: 11 },
  perKg: { USD: 0, EUR: 0 },
  freeFrom: null,
  volumeDivisor: null,
  maxUnitKg: null,
  maxLongestMm: null,
  maxGirthMm: null,
  minDays: 2,
  maxDays: 3,
  carrier: null,
  extras: [],
  ...more,
})
const area = (country: string, more: object = {}) => ({ country, state: null, postcodeFrom: null, postcodeTo: null, ...more })
const zone = (more: Partial<ZoneBody> = {}): ZoneBody => ({
  name: 'Canada',
  dispatchCountries: [],
  areas: [area('CA')],
  rates: [rate()],
  ...more,
})
const namesOf = async () => (await staff.shipping.zones()).zones.map(({ name }) => name)
const seededNames = ['United States', 'Alaska, Hawaii and US territories', 'European Union', 'Into the EU', 'World']
const estimate = (productId: string, country: string, more: object = {}) =>
  shop.visitor.shipping.estimate({ body: { productId, country, ...more } })

describe('X6 zones of the platform', () => {
  test('X7 every shop has the seeded ones, and a super admin adds, changes and deletes', async () => {
    expect(await namesOf()).toEqual(seededNames)
    const made = await owner.shipping.createZone({ body: zone() })
    expect(made).toMatchObject({
      name: 'Canada',
      version: 1,
      followsSettings: false,
      rates: [{ price: { USD: 12, EUR: 11 }, minKg: 0, maxKg: null }],
    })
    expect(await namesOf()).toEqual([...seededNames, 'Canada'])
    const product = await shop.make.product({ category: 'mat' })
    expect(await estimate(product.id, 'CA')).toMatchObject({ isQuote: false, methods: [{ method: 'standard', charge: 12 }] })
    const saved = await owner.shipping.updateZone({
      params: { id: made.id },
      body: zone({ rates: [rate({ price: { USD: 15, EUR: 15 } })], version: 1 }),
    })
    expect(saved.version).toBe(2)
    expect(await staff.shipping.zone({ params: { id: made.id } })).toEqual(saved)
    expect(await estimate(product.id, 'CA')).toMatchObject({ methods: [{ charge: 15 }] })
    await owner.shipping.removeZone({ params: { id: made.id } })
    expect(await namesOf()).toEqual(seededNames)
    await expect(owner.shipping.removeZone({ params: { id: made.id } })).rejects.toMatchObject({ status: 404 })
    const actions = await shop.deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.targetType, 'shipping_zone'))
      .orderBy(auditEntries.id)
    expect(actions.map(({ action, actorId }) => [action, actorId])).toEqual(
      ['create', 'edit', 'delete'].map((what) => [`shipping_zone.${what}`, owner.user.id]),
    )
    expect(actions[1]?.before).toMatchObject({ areas: ['CA'], rates: ['parcel standard from 0 kg: $12.00 / €11.00'] })
  })

  test('staff read, and only a super admin writes', async () => {
    const made = await owner.shipping.createZone({ body: zone() })
    const params = { id: made.id }
    for (const call of [
      () => staff.shipping.createZone({ body: zone() }),
      () => staff.shipping.updateZone({ params, body: zone() }),
      () => staff.shipping.removeZone({ params }),
      () => staff.shipping.importRates({ body: { csv: 'zone' } }),
      () => staff.shipping.applyRules(),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 403 })
    }
    const customer = await shop.signIn('customer')
    await expect(customer.shipping.zones()).rejects.toMatchObject({ status: 403 })
  })

  test('X2 the upper one of two zones that name a place alike counts: a super admin moves them, and nothing else changes', async () => {
    const product = await shop.make.product({ category: 'mat' })
    const move = (id: string, position: number, by = owner) => by.shipping.moveZone({ params: { id }, body: { position } })
    const first = await owner.shipping.createZone({ body: zone({ name: 'First', rates: [rate({ price: { USD: 21, EUR: 21 } })] }) })
    const { id } = await owner.shipping.createZone({ body: zone({ name: 'Second', rates: [rate({ price: { USD: 32, EUR: 32 } })] }) })
    expect(await estimate(product.id, 'CA')).toMatchObject({ methods: [{ charge: 21 }] })
    await move(id, 0)
    expect(await namesOf()).toEqual(['Second', ...seededNames, 'First'])
    expect(await estimate(product.id, 'CA')).toMatchObject({ methods: [{ charge: 32 }] })
    await move(id, 9)
    expect(await namesOf()).toEqual([...seededNames, 'First', 'Second'])
    expect(await estimate(product.id, 'CA')).toMatchObject({ methods: [{ charge: 21 }] })
    await move(id, 6) // where it is
    const entries = await shop.deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'shipping_zone.move'))
      .orderBy(auditEntries.id)
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [{ position: 7 }, { position: 1 }],
      [{ position: 1 }, { position: 7 }],
    ])
    expect(await owner.shipping.zone({ params: { id: first.id } })).toEqual(first)
    await expect(move(id, -1)).rejects.toMatchObject({ status: 422 })
    await expect(move(id, 0, staff)).rejects.toMatchObject({ status: 403 })
    await expect(move(crypto.randomUUID(), 0)).rejects.toMatchObject({ status: 404 })
    const [seller, other] = [await shop.signIn('business_admin'), await shop.signIn('business_admin')]
    const own = await seller.shipping.createOwnZone({ body: zone({ name: 'Own' }) })
    await seller.shipping.createOwnZone({ body: zone({ name: 'Own too' }) })
    const params = { id: own.id }
    await expect(other.shipping.moveOwnZone({ params, body: { position: 1 } })).rejects.toMatchObject({ status: 404 })
    await expect(move(own.id, 0)).rejects.toMatchObject({ status: 404 })
    await seller.shipping.moveOwnZone({ params, body: { position: 1 } })
    expect((await seller.shipping.ownZones()).map(({ name }) => name)).toEqual(['Own too', 'Own'])
  })

  test('an older version is refused with the current zone', async () => {
    const made = await owner.shipping.createZone({ body: zone() })
    await owner.shipping.updateZone({ params: { id: made.id }, body: zone({ name: 'Canada and more', version: 1 }) })
    await expect(owner.shipping.updateZone({ params: { id: made.id }, body: zone({ version: 1 }) })).rejects.toMatchObject({
      status: 409,
      code: 'edit_conflict',
      problem: { current: { name: 'Canada and more', version: 2 } },
    })
  })

  test('X1 what is wrong is said at its field, and nothing is stored', async () => {
    const wrong = zone({
      areas: [area('CA'), area('CA'), { ...area('DE'), postcodeTo: '20' }],
      rates: [rate({ maxKg: 5 }), rate({ minKg: 4.5 })],
    })
    await expect(owner.shipping.createZone({ body: wrong })).rejects.toMatchObject({
      status: 422,
      errors: [
        { field: 'areas.1.country', message: 'This place is listed twice.' },
        { field: 'areas.2.postcodeFrom', message: 'Enter the first postal code of the range.' },
        { field: 'rates.1.minKg', message: 'The weight bands overlap at 4.5 kg.' },
      ],
    })
    await expect(owner.shipping.createZone({ body: zone({ areas: [area('XX')] }) })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'areas.0.country', message: 'Please choose a country.' }],
    })
    expect(await namesOf()).toEqual(seededNames)
  })

  test('D85 the settings of shipping and the parcel rates of the United States are one thing', async () => {
    const { shipping, ...others } = await owner.settings.read()
    expect(others.tax.percent).toBe(8)
    const changed = { ...shipping, standard: { ...shipping.standard, price: { USD: 12.5, EUR: 12.5 }, minDays: 4 } }
    await owner.settings.update({ body: { shipping: changed } })
    const [first] = (await staff.shipping.zones()).zones
    expect(first?.rates[0]).toMatchObject({
      method: 'standard',
      price: { USD: 12.5, EUR: 12.5 },
      freeFrom: { USD: 100, EUR: 100 },
      minDays: 4,
    })
    const rates = (first?.rates ?? []).map((each) => (each.method === 'overnight' ? { ...each, price: { USD: 45, EUR: 44 } } : each))
    const body = zone({ name: 'United States', areas: [area('US')], rates })
    await owner.shipping.updateZone({ params: { id: first?.id ?? '' }, body })
    expect((await owner.settings.read()).shipping).toMatchObject({ overnight: { price: { USD: 45, EUR: 44 } }, standard: { minDays: 4 } })
    const without = rates.filter(({ method }) => method !== 'express')
    await expect(owner.shipping.updateZone({ params: { id: first?.id ?? '' }, body: { ...body, rates: without } })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'rates', message: 'This zone needs a parcel rate for express shipping, as in Settings.' }],
    })
  })
})

describe('X6 rates as CSV', () => {
  const HEAD = 'zone,country,state,from,to,class,method,minKg,maxKg,usd,eur,perKgUsd,perKgEur,minDays,maxDays'

  test('a file that was exported changes nothing when it is imported', async () => {
    const before = await staff.shipping.zones()
    const csv = (await shop.app.inject({ url: '/api/admin/shipping/export', headers: { authorization: `Bearer ${staff.token}` } })).body
    expect(csv).toContain('European Union,DE,,,,freight,standard,100,300,289,289,0,0,5,7')
    expect(await owner.shipping.importRates({ body: { csv } })).toEqual({ zones: 5, areas: 63, rates: 16 })
    const after = await staff.shipping.zones()
    expect(after.zones.map(({ version: _version, ...each }) => each)).toEqual(before.zones.map(({ version: _version, ...each }) => each))
  })

  test('zones of the file get its places and rates, new ones are added, others stay', async () => {
    const csv = [
      HEAD,
      'World,*,,,,parcel,standard,0,5,31.5,30,0,0,8,14',
      'Scotland,GB,,EH,KW,parcel,standard,0,,15,14,0.5,0.4,3,5',
      'Scotland,GB,,ZE,,parcel,standard,0,,15,14,0.5,0.4,3,5',
      'Scotland,GB,,ZE,,freight,standard,0,,,,,,3,5',
    ].join('\n')
    expect(await owner.shipping.importRates({ body: { csv } })).toEqual({ zones: 2, areas: 3, rates: 3 })
    const { zones } = await staff.shipping.zones()
    expect(zones.find(({ name }) => name === 'World')?.rates).toMatchObject([
      { price: { USD: 31.5, EUR: 30 }, maxUnitKg: 30, maxGirthMm: 3000 },
    ])
    expect(zones.at(-1)).toMatchObject({
      name: 'Scotland',
      areas: [
        { country: 'GB', postcodeFrom: 'EH', postcodeTo: 'KW' },
        { country: 'GB', postcodeFrom: 'ZE', postcodeTo: null },
      ],
      rates: [{ perKg: { USD: 0.5, EUR: 0.4 } }, { class: 'freight', price: null }],
    })
    expect(zones).toHaveLength(6)
  })

  test('every bad line is named with its sentence, and nothing is imported', async () => {
    const csv = [
      HEAD,
      'World,*,,,,parcel,standard,0,5,1,1,0,0,8,14',
      'World,*,,,,parcel,standard,4,9,1,1,0,0,8,14',
      'Moon,XX,,,,letter,standard,x,,1,,0,0,8,14',
      'World,*,,,,parcel,standard,0,5,2,1,0,0,8,14',
    ].join('\n')
    const failure: unknown = await owner.shipping.importRates({ body: { csv } }).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      status: 422,
      code: 'rates_unreadable',
      detail: 'Nothing was imported. Correct these lines and choose the file again.',
    })
    expect((failure as { errors: { message: string }[] }).errors.map(({ message }) => message)).toEqual([
      'Line 3: The weight bands overlap at 4 kg.',
      'Line 4: country must be a code of two letters or *, not "XX".',
      'Line 4: class must be parcel or freight, not "letter".',
      'Line 4: minKg must be a weight in kg with at most three decimals, not "x".',
      'Line 4: usd and eur must both have an amount or both be empty.',
      'Line 5: An earlier line has different values for this band of World.',
    ])
    await expect(owner.shipping.importRates({ body: { csv: 'zone,country\nWorld,*' } })).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining('Line 1: The file has no column state, from') as string }],
    })
    await expect(owner.shipping.importRates({ body: { csv: `${HEAD}\n` } })).rejects.toMatchObject({
      errors: [{ field: 'csv', message: 'The file has no rates.' }],
    })
    expect((await staff.shipping.zones()).zones.find(({ name }) => name === 'World')?.version).toBe(1)
  })
})

describe('X6 zones of a seller', () => {
  test('a seller has its own, which count for its products only; those of others are not found', async () => {
    const seller = await shop.signIn('business_admin')
    const other = await shop.signIn('business_admin')
    const own = await shop.make.product({ category: 'mat', businessId: seller.user.businessId ?? '' })
    const foreign = await shop.make.product({ category: 'mat', businessId: other.user.businessId ?? '' })
    expect(await seller.shipping.ownZones()).toEqual([])
    const made = await seller.shipping.createOwnZone({ body: zone({ areas: [area('US')] }) })
    expect(await seller.shipping.ownZones()).toEqual([made])
    expect(await other.shipping.ownZones()).toEqual([])
    expect(await namesOf()).toEqual(seededNames)
    const params = { id: made.id }
    for (const call of [
      () => other.shipping.ownZone({ params }),
      () => other.shipping.updateOwnZone({ params, body: zone() }),
      () => other.shipping.removeOwnZone({ params }),
      () => owner.shipping.updateZone({ params, body: zone() }),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404 })
    }
    expect(await estimate(own.id, 'US')).toMatchObject({ methods: [{ method: 'standard', charge: 12 }] })
    expect(await estimate(foreign.id, 'US', { quantity: 1 })).toMatchObject({
      methods: [{}, { method: 'express' }, { method: 'overnight' }],
    })
    await seller.shipping.removeOwnZone({ params })
    expect(await seller.shipping.ownZones()).toEqual([])
  })

  test('products leave from the address of the business until it sets another one', async () => {
    const seller = await shop.signIn('business_admin')
    const businessId = seller.user.businessId ?? ''
    await shop.deps.db.update(businesses).set({ country: 'Ireland', city: 'Cork' }).where(eq(businesses.id, businessId))
    expect(await seller.shipping.ownDispatch()).toMatchObject({ isOwn: true, city: 'Cork', country: 'IE' })
    const product = await shop.make.product({ category: 'mat', businessId, priceUsdCents: 2000 })
    expect(await estimate(product.id, 'DE')).toMatchObject({ methods: [{ charge: 9.99 }, {}, {}] })
    const dispatch = { address: '1 Kiln Row', city: 'Leeds', state: '', postalCode: 'LS1 4AP', country: 'GB' }
    expect(await seller.shipping.setOwnDispatch({ body: { dispatch } })).toEqual({ isOwn: false, ...dispatch })
    expect(await staff.shipping.dispatchOf({ params: { id: businessId } })).toMatchObject({ city: 'Leeds' })
    await shop.deps.db.update(products).set({ weightGrams: 6000 }).where(eq(products.id, product.id))
    expect(await estimate(product.id, 'DE')).toMatchObject({ methods: [{ method: 'standard', charge: 49.9 }] })
    await expect(seller.shipping.setOwnDispatch({ body: { dispatch: { ...dispatch, postalCode: '10115' } } })).rejects.toMatchObject({
      errors: [{ field: 'dispatch.postalCode' }],
    })
    const sendFrom = (more: object) => seller.shipping.setOwnDispatch({ body: { dispatch: { ...dispatch, ...more } } })
    expect(await sendFrom({ postalCode: 'ls14ap' })).toMatchObject({ postalCode: 'LS1 4AP' })
    expect(await sendFrom({ country: 'US', state: 'Minnesota', postalCode: '55802' })).toMatchObject({ state: 'MN' })
    await expect(sendFrom({ country: 'US', state: 'Bavaria', postalCode: '55802' })).rejects.toMatchObject({
      problem: { errors: [{ field: 'dispatch.state', message: 'Please choose a state of the United States.' }] },
    })
    await expect(sendFrom({ country: 'US', state: 'IL', postalCode: '55802' })).rejects.toMatchObject({ status: 422 })
    expect(await sendFrom({ country: 'AE', postalCode: '' })).toMatchObject({ country: 'AE', postalCode: '' })
    await expect(sendFrom({ postalCode: '' })).rejects.toMatchObject({ errors: [{ field: 'dispatch.postalCode' }] })
    expect(await sendFrom({ country: 'ES', postalCode: '35001' })).toMatchObject({ country: 'ES' })
    expect(await estimate(product.id, 'DE'), 'from the Canary Islands into the European Union').toMatchObject({
      methods: [{ charge: 49.9 }],
    })
    expect(await staff.shipping.setDispatchOf({ params: { id: businessId }, body: { dispatch: null } })).toMatchObject({ isOwn: true })
    const customer = await shop.signIn('customer')
    await expect(customer.shipping.ownDispatch()).rejects.toMatchObject({ status: 403 })
  })
})

describe('X6 estimates', () => {
  test('methods, charges and days; freight without a rate is by quote', async () => {
    const machine = await shop.make.product({ category: 'mat-maker' })
    expect(await estimate(machine.id, 'us', { zip: '60607' })).toMatchObject({
      country: 'US',
      isQuote: false,
      notice: null,
      methods: [{ method: 'standard', charge: 0, minDays: 5, maxDays: 7 }],
    })
    expect(await estimate(machine.id, 'US', { zip: '96813' })).toMatchObject({
      isQuote: true,
      notice: 'Freight to Hawaii is by quote.',
      methods: [],
    })
    expect(await estimate(machine.id, 'JP')).toMatchObject({ isQuote: true, notice: 'Freight to Japan is by quote.', methods: [] })
    await expect(estimate(machine.id, 'XX')).rejects.toMatchObject({ errors: [{ field: 'country', message: 'Please choose a country.' }] })
    await shop.deps.db.update(products).set({ status: 'Inactive' }).where(eq(products.id, machine.id))
    await expect(estimate(machine.id, 'US')).rejects.toMatchObject({ status: 404 })
  })

  test('staff read which rate it is, and why there is none', async () => {
    const machine = await shop.make.product({ category: 'mat-maker' })
    const tryIt = (country: string, more: object = {}) =>
      staff.shipping.tryRate({ body: { productId: machine.id, quantity: 2, country, ...more } })
    expect(await tryIt('US', { state: 'Minnesota' })).toMatchObject({
      state: 'MN',
      weightKg: 90,
      methods: [{ method: 'standard', why: 'United States, freight from 0 kg, 180 kg charged: $0.00' }],
      quote: null,
    })
    expect(await tryIt('US', { state: 'HI' })).toMatchObject({ methods: [], quote: 'The zone offers this delivery by quote only.' })
    expect(await tryIt('JP')).toMatchObject({ methods: [], quote: 'No zone has a rate for this place.' })
  })

  test('a network may ask 60 times a minute', async () => {
    const limited = await openTestShop({ RATE_LIMIT: 'on' })
    try {
      const product = await limited.make.product({ category: 'mat' })
      const ask = () => limited.visitor.shipping.estimate({ body: { productId: product.id, country: 'US' } })
      for (let count = 0; count < 60; count++) await ask()
      await expect(ask()).rejects.toMatchObject({ status: 429 })
    } finally {
      await limited.close()
    }
  })
})

describe('T11 the basis of rates', () => {
  test('a shop from before has one row for every country until a super admin puts the zones in force', async () => {
    await shop.deps.db.insert(settings).values({ name: 'basis', value: { rates: 'legacy' } })
    const machine = await shop.make.product({ category: 'mat-maker' })
    expect(await staff.shipping.zones()).toMatchObject({ basis: 'legacy' })
    expect(await estimate(machine.id, 'JP')).toMatchObject({ isQuote: false, methods: [{ method: 'standard', charge: 0 }] })
    expect(await owner.shipping.applyRules()).toEqual({ basis: 'rules' })
    expect(await staff.shipping.zones()).toMatchObject({ basis: 'rules' })
    expect(await estimate(machine.id, 'JP')).toMatchObject({ isQuote: true })
  })
})
