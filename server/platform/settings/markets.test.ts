import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries, markets } from '#server/platform/db/schema.ts'
import { seedReference } from '#server/seed/seed-reference.ts'
import { customerForm, orderOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
let admin: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
  admin = await shop.signIn('super_admin')
})

const CLOSED = "We don't ship to Germany yet."
const close = (country: string) => shop.deps.db.update(markets).set({ isOpen: false }).where(eq(markets.country, country))
const german = { ...customerForm, country: 'DE', zipCode: '10115', state: '' }
const refusedWith = (field: string, message: string) => ({ status: 422, problem: { detail: message, errors: [{ field, message }] } })

describe('X6 the list of markets', () => {
  test('T12 a demo sells to every country of the address form, private persons in the European Union see prices with tax', async () => {
    const { markets: list } = await admin.markets.list()
    expect(list).toHaveLength(40)
    expect(list.every(({ isOpen, sellsToConsumers }) => isOpen && sellsToConsumers)).toBe(true)
    const gross = list.filter(({ priceDisplay }) => priceDisplay === 'gross').map(({ country }) => country)
    expect(gross.toSorted().join(' ')).toBe('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK')
    expect(list.filter(({ legal }) => legal === 'eu').map(({ country }) => country)).toEqual(gross)
    expect(list.filter(({ legal }) => legal === 'us').map(({ country }) => country)).toEqual(['US'])
    expect(await shop.visitor.shop.facts()).toMatchObject({
      countries: list.map(({ country }) => country),
      market: { country: 'US', buyer: 'business' },
    })
  })

  test('T12 a new shop that is no demo sells to the United States only', async () => {
    const { config, db, now } = shop.deps
    await db.delete(markets)
    await seedReference({ db, now, config: { ...config, isDemo: false } })
    const { markets: list } = await admin.markets.list()
    expect([list.length, list.filter(({ isOpen }) => isOpen).map(({ country }) => country)]).toEqual([40, ['US']])
    expect((await shop.visitor.shop.facts()).countries).toEqual(['US'])
  })

  test('staff read it, super admins change it, and the change is in the audit log', async () => {
    const staff = await shop.signIn('application_admin')
    const { markets: list, version } = await staff.markets.list()
    const without = list.map((market) => (market.country === 'DE' ? { ...market, isOpen: false } : market))
    for (const person of [staff, ann, await shop.signIn('business_admin')])
      await expect(person.markets.save({ body: { markets: without } })).rejects.toMatchObject({ status: 403 })
    await expect(ann.markets.list()).rejects.toMatchObject({ status: 403 })
    const saved = await admin.markets.save({ body: { markets: without, version } })
    expect(saved.markets.find(({ country }) => country === 'DE')?.isOpen).toBe(false)
    expect((await shop.visitor.shop.facts()).countries).not.toContain('DE')
    const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'markets.change'))
    expect(entry).toMatchObject({ before: { DE: { isOpen: true } }, after: { DE: { isOpen: false } } })
    await expect(admin.markets.save({ body: { markets: list, version } })).rejects.toMatchObject({
      code: 'edit_conflict',
      problem: { current: { version: saved.version } },
    })
  })

  test('the default market stays open, a country is named once, and territories of the United States are none', async () => {
    const { markets: list } = await admin.markets.list()
    const [first, ...others] = list
    if (!first) throw new Error('no market')
    const save = (body: typeof list) => admin.markets.save({ body: { markets: body } })
    const fixed = 'United States is the default market, so it must stay open. Choose another default market in Settings first.'
    await expect(save(others)).rejects.toMatchObject(refusedWith('markets', fixed))
    await expect(save([{ ...first, isOpen: false }, ...others])).rejects.toMatchObject(refusedWith('markets', fixed))
    await expect(save([...list, first])).rejects.toMatchObject(refusedWith('markets.40.country', 'United States is in the list twice.'))
    for (const country of ['PR', 'XX'])
      await expect(save([...list, { ...first, country }])).rejects.toMatchObject({
        problem: { errors: [{ message: 'Please choose a country.' }] },
      })
    await close('DE')
    const market = { country: 'DE', buyer: 'consumer' } as const
    await expect(admin.settings.update({ body: { market } })).rejects.toMatchObject(refusedWith('market.country', CLOSED))
    await admin.settings.update({ body: { market: { ...market, country: 'FR' } } })
    expect((await shop.visitor.shop.facts()).market).toMatchObject({ country: 'FR', buyer: 'consumer' })
    await expect(save(list.filter(({ country }) => country !== 'FR'))).rejects.toMatchObject({ status: 422 })
  })
})

describe('X6 a closed market', () => {
  test('refuses an address there, and keeps those that are saved', async () => {
    const saved = await ann.addresses.add({ body: german })
    await close('DE')
    await expect(ann.addresses.add({ body: german })).rejects.toMatchObject(refusedWith('country', CLOSED))
    await ann.addresses.add({ body: { ...customerForm, isDefault: true } })
    expect((await ann.addresses.change({ params: { id: saved.id }, body: { ...german, city: 'Berlin' } })).city).toBe('Berlin')
    const other = (await ann.addresses.list()).items.find(({ country }) => country === 'US')
    await expect(ann.addresses.change({ params: { id: other?.id ?? '' }, body: german })).rejects.toMatchObject(
      refusedWith('country', CLOSED),
    )
    await expect(ann.addresses.add({ body: { ...german, country: 'BR', zipCode: '01310-100' } })).rejects.toMatchObject(
      refusedWith('country', "We don't ship to Brazil yet."),
    )
  })

  test('is said in the cart, and refuses the order with its sentence at the country', async () => {
    const product = await shop.make.product({ category: 'mat' })
    await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
    const seen = await ann.cart.list({ query: { country: 'DE' } })
    expect([seen.canCheckOut, seen.notices]).toEqual([true, []])
    await close('DE')
    const cart = await ann.cart.list({ query: { country: 'DE' } })
    expect([cart.canCheckOut, cart.notices, cart.totals]).toEqual([false, [CLOSED], seen.totals])
    await expect(ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: german } })).rejects.toMatchObject(
      refusedWith('customer.country', CLOSED),
    )
    expect((await ann.cart.list()).canCheckOut).toBe(true)
    await expect(
      admin.phoneOrders.place({
        body: { ...orderOf(cart), userId: ann.user.id, customer: german, beyondLimit: false, shippingMethod: 'standard' },
      }),
    ).rejects.toMatchObject(refusedWith('customer.country', CLOSED))
  })

  test('an address in a territory of the United States is one in the United States', async () => {
    await ann.addresses.add({ body: { ...customerForm, country: 'PR', state: '', zipCode: '00901' } })
    await close('US')
    await expect(ann.addresses.add({ body: { ...customerForm, country: 'PR', state: '', zipCode: '00901' } })).rejects.toMatchObject({
      status: 422,
    })
  })
})
