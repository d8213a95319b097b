import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { businesses, orders, taxRegistrations } from '#server/platform/db/schema.ts'
import { customerForm, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { goldenForm, openGoldenShop } from '#server/testing/golden-orders.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* VAT ids of the platform and of sellers, typed by a buyer: reverse charge would leave the VAT to nobody. */

const SENTENCE = 'This is our own VAT ID.'
let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let golden: Awaited<ReturnType<typeof openGoldenShop>>
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('super_admin')
  golden = await openGoldenShop(shop, { buyer: ann, staff })
  await golden.addGoods({ P: 1 }, 'EUR')
})

const german = (vatId: string) => ({ to: 'DE', buyer: 'business', vatId }) as const

/** Expects that nobody can buy without VAT by this id, and that the forms say why. */
async function expectRefused(vatId: string, { isOfPlatform }: { isOfPlatform: boolean }) {
  const cart = await golden.cartOf(german(vatId), 'EUR')
  expect(
    cart.tax.lines.map(({ percent }) => percent),
    vatId,
  ).toEqual([19])
  expect(cart.vatNotice, 'said where the id would change the tax').toBe(vatId.startsWith('IE') ? null : SENTENCE)
  const customer = goldenForm(german(vatId))
  const refused = { status: 422, errors: [{ field: 'customer.vatId', message: SENTENCE }] }
  expect(await refusalOf(ann.checkout.placeOrder({ body: { ...orderOf(cart), customer } })), vatId).toMatchObject(refused)
  const { items, currency, shippingMethod, amount } = orderOf(cart)
  const phone = { userId: ann.user.id, items, currency, shippingMethod, promoCode: null, amount, customer }
  expect(await refusalOf(staff.phoneOrders.place({ body: phone })), vatId).toMatchObject(refused)
  expect((await refusalOf(ann.vatIds.check({ body: { vatId } }))).errors, vatId).toEqual([{ field: 'vatId', message: SENTENCE }])
  const address = { ...customerForm, country: 'DE', state: '', zipCode: '10115', vatId }
  if (isOfPlatform)
    expect((await refusalOf(ann.addresses.add({ body: address }))).errors, vatId).toEqual([{ field: 'vatId', message: SENTENCE }])
  expect(await shop.deps.db.$count(orders)).toBe(0)
}

test.each(['DE123456788', 'de 123.456.788', 'DE/123456788', 'ＤＥ123456788', 'IE1234567T', 'FR11123456782', 'SE123456789701'])(
  "3.3 the platform's own VAT id %s is refused at its field, everywhere",
  async (vatId) => {
    await golden.answered('DE123456788', 'valid')
    await expectRefused(vatId, { isOfPlatform: true })
  },
)

test('3.3 so are one that has ended, and the number of Great Britain with the prefix of Northern Ireland', async () => {
  const { db } = shop.deps
  await db.update(taxRegistrations).set({ validTo: '2026-02-01' }).where(eq(taxRegistrations.country, 'SE'))
  await expectRefused('SE123456789701', { isOfPlatform: true })
  await db.insert(taxRegistrations).values({ country: 'GB', scheme: 'domestic', number: 'GB980780684', validFrom: '2026-01-01' })
  await golden.answered('XI980780684', 'valid')
  await expectRefused('XI980780684', { isOfPlatform: true })
})

test("3.3 a seller's VAT id is refused where something of its own is bought, by its profile and by its registrations; elsewhere it buys like anybody", async () => {
  const { db } = shop.deps
  const cart = await golden.cartOf({ to: 'DE', buyer: 'business' }, 'EUR')
  const [item] = cart.items
  const businessId = item?.businessId ?? ''
  await golden.answered('DE136695976', 'valid')
  expect((await golden.cartOf(german('DE136695976'), 'EUR')).tax.lines).toMatchObject([{ reason: 'intra_community' }])
  await db.update(businesses).set({ vatId: 'DE136695976' }).where(eq(businesses.id, businessId))
  await expectRefused('DE136695976', { isOfPlatform: false })
  await db.update(businesses).set({ vatId: null }).where(eq(businesses.id, businessId))
  await db
    .insert(taxRegistrations)
    .values({ businessId, country: 'DE', scheme: 'domestic', number: 'DE136695976', validFrom: '2026-01-01' })
  await expectRefused('DE136695976', { isOfPlatform: false })
  const other = await shop.make.business({ name: 'Somebody else', vatId: 'DE111111117' })
  expect(other.id).not.toBe(businessId)
  const order = { ...orderOf(await golden.cartOf(german('DE111111117'), 'EUR')), customer: goldenForm(german('DE111111117')) }
  expect(await ann.checkout.placeOrder({ body: order })).toMatchObject({ taxes: { lines: [{ reason: 'intra_community' }] } })
})

test("3.3 so is the tax number of the company's settings, where no registration has it, in any writing of it", async () => {
  const setTaxNumber = async (taxNumber: string) => {
    const { company } = await staff.settings.read()
    await staff.settings.update({ body: { company: { ...company, taxNumber } } })
  }
  await setTaxNumber('DE 136 695 976')
  await golden.answered('DE136695976', 'valid')
  for (const vatId of ['DE136695976', 'de 136.695.976']) await expectRefused(vatId, { isOfPlatform: true })
  await setTaxNumber('')
  expect((await golden.cartOf(german('DE136695976'), 'EUR')).tax.lines).toMatchObject([{ reason: 'intra_community' }])
})

test.each([
  ['GB', 'GB980780684', ['GB980780684001', 'XI980780684001', 'gb 980 7806 84 002']],
  ['CH', 'CHE116281710', ['CHE-116.281.710 MWST', 'CHE116281710TVA', 'che-116.281.710 iva', 'CHE116281710 TVA/IVA']],
  ['NL', 'NL004495445B01', ['NL004495445B02', 'nl 0044.95.445.b.02']],
  ['SE', 'SE556188840401', ['SE556188840402']],
  ['NO', 'NO974760673', ['NO974760673MVA', 'no 974 760 673 mva']],
] as const)('3.3 so is one of %s with the suffix of a branch or of the tax: %s', async (country, number, typed) => {
  await shop.deps.db.delete(taxRegistrations).where(eq(taxRegistrations.country, country))
  await shop.deps.db.insert(taxRegistrations).values({ country, scheme: 'domestic', number, validFrom: '2020-01-01' })
  for (const vatId of typed) {
    const errors = [{ field: 'vatId', message: SENTENCE }]
    expect((await refusalOf(ann.vatIds.check({ body: { vatId } }))).errors, vatId).toEqual(errors)
    const address = { ...customerForm, country: 'DE', state: '', zipCode: '10115', vatId }
    expect((await refusalOf(ann.addresses.add({ body: address }))).errors, vatId).toEqual(errors)
    const cart = await golden.cartOf(german(vatId), 'EUR')
    expect(cart.tax.lines, vatId).toMatchObject([{ percent: 19 }])
    const order = { ...orderOf(cart), customer: goldenForm(german(vatId)) }
    expect((await refusalOf(ann.checkout.placeOrder({ body: order }))).errors, vatId).toEqual([
      { field: 'customer.vatId', message: SENTENCE },
    ])
  }
})
