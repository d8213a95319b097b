import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SETTING_GROUPS, type Settings, type SettingsBody } from '#contract/platform/settings.ts'
import { listTimeZones } from '#domain/time.ts'
import { replayTotals } from '#server/orders/store-pricing.ts'
import { auditEntries, orders } from '#server/platform/db/schema.ts'
import { readMailSetting } from '#server/platform/mail/deliver-mails.ts'
import { checkOut, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { readSwitches } from './setting-groups.ts'

let shop: TestShop
let boss: SignedInUser
let ann: SignedInUser

beforeAll(async () => {
  shop = await openTestShop({ HOLD_MINUTES: '20' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  boss = await shop.signIn('super_admin', { name: 'Bo Boss' })
  ann = await shop.signIn('customer')
})

const save = (body: SettingsBody) => boss.settings.update({ body })
const parcel = (input = {}) => shop.make.product({ category: 'accessories', ...input })
const inCart = async (priceUsdCents: number, quantity = 1) => {
  const { id } = await parcel({ priceUsdCents })
  await ann.cart.addItem({ body: { productId: id, quantity } })
}

describe('who may', () => {
  test('D185 staff read the settings, a super admin changes them, nobody else does either', async () => {
    const staff = await shop.signIn('application_admin')
    expect(await staff.settings.read()).toEqual(await boss.settings.read())
    expect(await refusalOf(staff.settings.update({ body: { tax: { percent: 9 } } }))).toMatchObject({ status: 403, code: 'forbidden' })
    for (const role of ['customer', 'business_admin'] as const) {
      const other = await shop.signIn(role)
      expect(await refusalOf(other.settings.read())).toMatchObject({ status: 403 })
      expect(await refusalOf(other.settings.permissions())).toMatchObject({ status: 403 })
    }
    expect(await refusalOf(shop.visitor.settings.read())).toMatchObject({ status: 401 })
  })

  test('D297 the permissions are those of the calls: a super admin alone changes settings, sellers reach what is their own', async () => {
    const all = await boss.settings.permissions()
    const grantsOf = (key: string) => all.find((permission) => permission.key === key)?.grants
    expect(grantsOf('settings.edit')).toEqual({ super_admin: 'yes', application_admin: 'no', business_admin: 'no', customer: 'no' })
    expect(grantsOf('settings.read')).toMatchObject({ super_admin: 'yes', application_admin: 'yes' })
    expect(grantsOf('businesses.approve')).toMatchObject({ super_admin: 'yes', application_admin: 'no' })
    expect(grantsOf('own_business.update_profile')).toMatchObject({ business_admin: 'own', super_admin: 'no' })
    expect(grantsOf('catalog.import')).toMatchObject({ application_admin: 'yes' })
  })

  test('B229 the imports of super admins depend on a setting while it is off, and are theirs once it is on', async () => {
    const grantsOfImports = async () =>
      (await boss.settings.permissions()).filter(({ key }) => key.startsWith('catalog.')).map((permission) => permission.grants)
    const others = { application_admin: 'yes', business_admin: 'no', customer: 'no' }
    for (const grants of await grantsOfImports()) expect(grants).toEqual({ ...others, super_admin: 'switch' })
    await save({ switches: { reviewNewProducts: false, onlySuperAdminsApprove: false, superAdminImport: true } })
    for (const grants of await grantsOfImports()) expect(grants).toEqual({ ...others, super_admin: 'yes' })
  })
})

describe('money', () => {
  test('B345 a new tax rate prices carts at the next request; an order placed before keeps its own numbers to the cent', async () => {
    await inCart(100_00)
    const before = await checkOut(ann)
    expect(before).toMatchObject({ taxRate: 0.08, tax: 8, totalAmount: 108 })
    await save({ tax: { percent: 19.25 } })
    await inCart(100_00)
    expect(await ann.cart.list()).toMatchObject({ taxRate: 0.1925, totals: { tax: 19.25, total: 119.25 } })
    expect(await shop.visitor.shop.facts()).toMatchObject({ taxRate: 0.1925 })
    expect(await ann.orders.byId({ params: { id: before.id } })).toMatchObject({ taxRate: 0.08, tax: 8, totalAmount: 108 })
    const [stored] = await shop.deps.db.select().from(orders).where(eq(orders.id, before.id))
    expect(replayTotals(stored?.pricing)).toMatchObject({ taxCents: 8_00, totalCents: 108_00 })
    expect(await checkOut(ann)).toMatchObject({ taxRate: 0.1925, tax: 19.25, totalAmount: 119.25 })
  })

  test('a buyer who saw the old rate is asked again, and is not charged the new one unseen', async () => {
    await inCart(50_00)
    const seen = await ann.cart.list()
    const { shipping } = await boss.settings.read()
    await save({ shipping: { ...shipping, standard: { ...shipping.standard, price: { USD: 12, EUR: 11 } } } })
    await save({ tax: { percent: 10 } })
    expect(await refusalOf(ann.checkout.placeOrder({ body: orderOf(seen) }))).toMatchObject({
      status: 409,
      code: 'price_changed',
      errors: [{ field: 'amount', message: 'The total is now $67.00' }],
      cart: { totals: { shipping: 12, tax: 5, total: 67 } },
    })
    expect(await checkOut(ann)).toMatchObject({ shipping: 12, tax: 5, totalAmount: 67 })
  })

  test('shipping has its own price, days and free-from threshold in each currency, and none where none is set', async () => {
    const { shipping } = await boss.settings.read()
    expect(shipping.standard).toMatchObject({ price: { USD: 9.99, EUR: 9.99 }, freeFrom: { USD: 100, EUR: 100 }, minDays: 5, maxDays: 7 })
    const standard = { price: { USD: 7.5, EUR: 6.95 }, freeFrom: { USD: 60, EUR: 55 }, minDays: 3, maxDays: 4 }
    await save({ shipping: { ...shipping, standard, overnight: { ...shipping.overnight, freeFrom: null, minDays: 1, maxDays: 2 } } })
    await inCart(50_00)
    expect((await ann.cart.list()).totals.shipping).toBe(7.5)
    expect((await ann.cart.list({ query: { currency: 'EUR' } })).totals.shipping).toBe(0) // 90 euros of items
    await inCart(10_00)
    expect((await ann.cart.list()).totals.shipping).toBe(0)
    const { shippingMethods } = await shop.visitor.shop.facts()
    expect(shippingMethods[0]).toMatchObject({ label: 'Standard', days: '3-4 business days', freeFrom: { USD: 60, EUR: 55 } })
    expect(shippingMethods[2]).toMatchObject({ days: '1-2 business days', freeFrom: null })
  })
})

test('the company, its hours and the default currency are what visitors and mails read next', async () => {
  const { company } = await boss.settings.read()
  await save({
    company: { ...company, name: 'Box & Sons', hours: ['Every day', ''], location: null },
    currency: { default: 'EUR' },
    review: { minDays: 4, maxDays: 4 },
  })
  expect(await shop.visitor.shop.facts()).toMatchObject({
    name: 'Box & Sons',
    defaultCurrency: 'EUR',
    contact: { hours: ['Every day'], location: null },
    review: { days: '4 business days' },
  })
  expect(await readMailSetting(shop.deps)).toMatchObject({ shop: { name: 'Box & Sons' }, reviewDays: '4 business days' })
  expect((await shop.app.inject({ url: '/rss.xml' })).body).toContain('<title>Box &amp; Sons blog</title>')
})

test('B344 stock is low under 10 and medium under 50 until staff say otherwise; sellers are counted by what they say', async () => {
  expect(await boss.settings.read()).toMatchObject({ stock: { low: 10, medium: 50, restock: 50 }, fixed: { holdMinutes: 20 } })
  const seller = await shop.signIn('business_admin')
  const own = { businessId: seller.user.businessId ?? '' }
  await parcel({ ...own, stock: 9 })
  await parcel({ ...own, stock: 10 })
  expect(await seller.business.stats()).toMatchObject({ lowStock: 1 })
  await save({ stock: { low: 11, medium: 20, restock: 30 } })
  expect(await seller.business.stats()).toMatchObject({ lowStock: 2 })
  expect(await seller.business.products({ query: { lowStock: 'true' } })).toMatchObject({ total: 2 })
  expect(await boss.staffProducts.list({ query: { lowStock: 'true' } })).toMatchObject({ total: 2 })
  const headers = { authorization: `Bearer ${seller.token}` }
  const { body } = await shop.app.inject({ url: '/api/business/products/export?sort=stock', headers })
  expect(body).toContain(',Low Stock,')
  expect(body).not.toContain(',Medium,')
  expect(await shop.visitor.shop.facts()).toMatchObject({ stockLevels: { low: 11, medium: 20, restock: 30 } })
})

test('every switch is off in a new shop, and its reader knows of a change at once', async () => {
  const off = { reviewNewProducts: false, onlySuperAdminsApprove: false, superAdminImport: false, requireTraderChecks: false }
  expect(await readSwitches(shop.deps.db)).toEqual(off)
  await save({ switches: { ...off, reviewNewProducts: true } })
  expect(await readSwitches(shop.deps.db)).toEqual({ ...off, reviewNewProducts: true })
})

describe('versions and the log', () => {
  test('each group has its own version; an older one is refused with what is there now, and nothing of the form is kept', async () => {
    const first = await boss.settings.read()
    expect((await save({ tax: { percent: 9, version: first.tax.version } })).tax).toMatchObject({ percent: 9, version: 2 })
    const refusal = await refusalOf(save({ tax: { percent: 10, version: 1 }, currency: { default: 'EUR', version: 1 } }))
    expect(refusal).toMatchObject({ status: 409, code: 'edit_conflict' })
    expect((refusal.current as Settings).tax).toMatchObject({ percent: 9, version: 2 })
    expect(await boss.settings.read()).toMatchObject({ tax: { percent: 9 }, currency: { default: 'USD', version: 1 } })
    expect((await save({ tax: { percent: 10 } })).tax).toMatchObject({ percent: 10, version: 3 })
  })

  test('every group can be sent as it was read, and nothing changes', async () => {
    const first = await boss.settings.read()
    for (const name of SETTING_GROUPS) expect([name, await save({ [name]: first[name] })]).toEqual([name, first])
    expect(await shop.deps.db.$count(auditEntries)).toBe(0)
  })

  test('two who save the same version at once: one is stored, the other is refused', async () => {
    const outcomes = await Promise.allSettled([9, 10, 11].map((percent) => save({ tax: { percent, version: 1 } })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await boss.settings.read()).tax.version).toBe(2)
  })

  test('what changed is written down with before and after; what stays the same is no change', async () => {
    const { company } = await boss.settings.read()
    await save({ company: { ...company, phone: '+1 555 0100' }, tax: { percent: 8 } })
    expect(await shop.deps.db.select().from(auditEntries)).toMatchObject([
      {
        actorName: 'Bo Boss',
        action: 'settings.change',
        targetType: 'settings',
        targetId: 'company',
        before: { phone: '+1 312 555 0142' },
        after: { phone: '+1 555 0100' },
      },
    ])
    expect((await boss.settings.read()).tax.version).toBe(1)
  })
})

test('what cannot be is refused at its field, and nothing is stored', async () => {
  const { company, shipping } = await boss.settings.read()
  const both = (amount: number) => ({ USD: amount, EUR: 1 })
  const wrong: [SettingsBody, string][] = [
    [{ tax: { percent: -1 } }, 'tax.percent'],
    [{ tax: { percent: 100.01 } }, 'tax.percent'],
    [{ tax: { percent: 8.12345 } }, 'tax.percent'],
    [{ company: { ...company, email: 'nobody' } }, 'company.email'],
    [{ company: { ...company, name: ' ' } }, 'company.name'],
    [{ company: { ...company, location: { latitude: 91, longitude: 0 } } }, 'company.location.latitude'],
    [{ shipping: { ...shipping, express: { ...shipping.express, price: both(-1) } } }, 'shipping.express.price.USD'],
    [{ shipping: { ...shipping, express: { ...shipping.express, price: both(1.005) } } }, 'shipping.express.price.USD'],
    [{ shipping: { ...shipping, express: { ...shipping.express, minDays: 4 } } }, 'shipping.express.maxDays'],
    [{ stock: { low: 10, medium: 5, restock: 50 } }, 'stock.medium'],
    [{ stock: { low: 0, medium: 5, restock: 50 } }, 'stock.low'],
    [{ review: { minDays: 3, maxDays: 2 } }, 'review.maxDays'],
  ]
  for (const [body, field] of wrong) {
    const { status, errors } = await refusalOf(save(body))
    expect([field, status, errors?.map((error) => error.field)]).toEqual([field, 422, [field]])
  }
  expect(await shop.deps.db.$count(auditEntries)).toBe(0)
})

describe('the time zone of the shop', () => {
  test('is UTC until a super admin chooses one, reaches every screen, and stays where a form does not send it', async () => {
    const { company } = await boss.settings.read()
    const zoneOf = async () => [(await boss.settings.read()).company.timeZone, (await shop.visitor.shop.facts()).contact.timeZone]
    expect(await zoneOf()).toEqual(['UTC', 'UTC'])
    await save({ company: { ...company, timeZone: 'America/Chicago' } })
    expect(await zoneOf()).toEqual(['America/Chicago', 'America/Chicago'])
    const { timeZone: _, version: _version, ...older } = company
    await save({ company: { ...older, phone: '+1 312 555 0100' } })
    expect(await zoneOf()).toEqual(['America/Chicago', 'America/Chicago'])
    const [entry] = await shop.deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'settings.change'))
      .orderBy(auditEntries.id)
    expect(entry).toMatchObject({ before: { timeZone: 'UTC' }, after: { timeZone: 'America/Chicago' } })
  })

  test('is a name that the database knows as well, and nothing else', async () => {
    const { company } = await boss.settings.read()
    const { rows } = await shop.deps.db.execute<{ name: string }>(sql`select name from pg_timezone_names`)
    const known = new Set(rows.map(({ name }) => name))
    expect(listTimeZones().filter((name) => !known.has(name))).toEqual([])
    for (const timeZone of ['', 'Chicago', '+05:00', 'EST5EDT4', 'Europe/Nowhere', "UTC'; drop table orders"])
      expect(await refusalOf(save({ company: { ...company, timeZone } })), timeZone).toMatchObject({
        status: 422,
        errors: [{ field: 'company.timeZone' }],
      })
  })
})
