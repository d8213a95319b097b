import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_ADDRESSES } from '#domain/customer.ts'
import { addresses, users } from '#server/platform/db/schema.ts'
import { customerForm, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { email: 'ann@test.test' })
})

const add = (user: SignedInUser, more: object = {}) => {
  shop.advance(1000)
  return user.addresses.add({ body: { ...customerForm, ...more } })
}
const listed = async (user: SignedInUser) => (await user.addresses.list()).items.map(({ address, isDefault }) => [address, isDefault])

test('D100 the first address is the default one, another takes its place only on request', async () => {
  expect(await add(ann, { address: 'A' })).toMatchObject({ address: 'A', isDefault: true, zipCode: '60607', country: 'US' })
  expect(await add(ann, { address: 'B', isDefault: false })).toMatchObject({ isDefault: false })
  const third = await add(ann, { address: 'C', isDefault: true })
  expect(await listed(ann)).toEqual([
    ['C', true],
    ['B', false],
    ['A', false],
  ])
  expect((await ann.addresses.list()).total).toBe(3)
  const kept = await ann.addresses.change({ params: { id: third.id }, body: { ...customerForm, address: 'C 2', isDefault: false } })
  expect(kept, 'there is always a default address').toMatchObject({ id: third.id, address: 'C 2', isDefault: true })
  await ann.addresses.remove({ params: { id: third.id } })
  expect(await listed(ann)).toEqual([
    ['B', true],
    ['A', false],
  ])
})

test('an address is replaced whole: what is left out is gone', async () => {
  const { id } = await add(ann, { company: 'Fold Ltd', phone: '555' })
  const { company: _company, ...changed } = await ann.addresses.change({ params: { id }, body: { ...customerForm, city: 'Boston' } })
  expect(changed).toMatchObject({ city: 'Boston', isDefault: true })
  expect((await ann.addresses.list()).items[0]).not.toHaveProperty('company')
})

test.each(['王小明', 'محمد', 'Ann ש'])(
  'the letters of %s are refused at each field that a label prints, in addresses and orders',
  async (text) => {
    const message = 'Use Latin letters so that carriers can read it'
    const { id } = await shop.make.product()
    await ann.cart.addItem({ query: {}, body: { productId: id, quantity: 1 } })
    const order = orderOf(await ann.cart.list())
    for (const field of ['firstName', 'lastName', 'address', 'city', 'state', 'company']) {
      const elsewhere = field === 'state' ? { country: 'JP', zipCode: '100-0001' } : {} // where it is no choice from a list
      const customer = { ...customerForm, ...elsewhere, [field]: text }
      expect(await refusalOf(add(ann, customer))).toMatchObject({ status: 422, errors: [{ field, message }] })
      const refused = await refusalOf(ann.checkout.placeOrder({ body: { ...order, customer } }))
      expect(refused).toMatchObject({ status: 422, errors: [{ field: `customer.${field}`, message }] })
    }
    expect(await add(ann, { firstName: 'Żaneta', lastName: 'Παπαδοπούλου', city: 'София', notes: text })).toMatchObject({ city: 'София' })
  },
)

test('T5 an address keeps a VAT id in its plain form, and an impossible one is refused at its field', async () => {
  const saved = await add(ann, { vatId: 'gr 094.259.216', country: 'GR', state: '', zipCode: '105 57' })
  expect(saved.vatId).toBe('EL094259216')
  const message = "This isn't a valid VAT ID. Check the country prefix and the digits."
  for (const vatId of ['NOT-A-VAT-ID', 'DE123456789', '094259216']) {
    const problem = await refusalOf(ann.addresses.change({ params: { id: saved.id }, body: { ...customerForm, vatId } }))
    expect(problem).toMatchObject({ status: 422, errors: [{ field: 'vatId', message }] })
  }
  expect((await ann.addresses.list()).items).toMatchObject([{ vatId: 'EL094259216' }])
  expect(await add(ann, { vatId: '' })).not.toHaveProperty('vatId')
})

test('S249 an address is checked as the checkout form is, and takes the email of the account where it has none', async () => {
  const { email: _email, ...form } = customerForm
  expect(await ann.addresses.add({ body: form })).toMatchObject({ email: 'ann@test.test' })
  const problem = await refusalOf(add(ann, { firstName: ' ', zipCode: '1', address: 'x'.repeat(201) }))
  expect(problem).toMatchObject({ status: 422 })
  expect(problem.errors?.map(({ field }) => field).sort()).toEqual(['address', 'firstName', 'zipCode'])
  expect((await refusalOf(add(ann, { state: '' }))).errors).toEqual([{ field: 'state', message: 'Please enter your state' }])
  expect((await refusalOf(add(ann, { zipCode: '1' }))).errors?.[0]?.field).toBe('zipCode')
  expect(await add(ann, { country: 'DE', state: '', zipCode: '10115', role: 'super_admin', userId: 'other' })).toMatchObject({
    country: 'DE',
  })
})

test("S266 a book belongs to its user: a visitor has none, another's address is 404 before the body is read, and stays as it is", async () => {
  const { id } = await add(ann)
  const bob = await shop.signIn('customer')
  await add(bob, { address: 'Bob' })
  expect(await listed(bob)).toEqual([['Bob', true]])
  for (const stranger of [bob, await shop.signIn('super_admin')]) {
    expect((await refusalOf(stranger.addresses.change({ params: { id }, body: customerForm }))).status).toBe(404)
    expect((await refusalOf(stranger.addresses.remove({ params: { id } }))).status).toBe(404)
  }
  for (const [method, url] of [
    ['PUT', `/api/account/addresses/${id}`],
    ['DELETE', `/api/account/addresses/${id}`],
    ['PUT', '/api/account/addresses/nonsense'],
  ] as const) {
    const answer = await shop.app.inject({ method, url, headers: { authorization: `Bearer ${bob.token}` }, payload: {} })
    expect([url, answer.statusCode]).toEqual([url, 404])
  }
  expect((await refusalOf(shop.visitor.addresses.list())).status).toBe(401)
  expect((await refusalOf(shop.visitor.addresses.add({ body: customerForm }))).status).toBe(401)
  expect(await listed(ann)).toEqual([['1 Main Street', true]])
})

test(`a book holds at most ${MAX_ADDRESSES} addresses, and many changes at once leave one default address`, async () => {
  await Promise.all(
    Array.from({ length: MAX_ADDRESSES }, (_, at) =>
      ann.addresses.add({ body: { ...customerForm, address: `${at}`, isDefault: at % 2 === 0 } }),
    ),
  )
  expect(await shop.deps.db.$count(addresses, eq(addresses.isDefault, true))).toBe(1)
  expect(await refusalOf(add(ann))).toMatchObject({
    status: 409,
    code: 'too_many_addresses',
    detail: `You can save up to ${MAX_ADDRESSES} addresses. Delete one first.`,
  })
  const { items } = await ann.addresses.list()
  await Promise.all(items.slice(0, 10).map(({ id }) => ann.addresses.remove({ params: { id } })))
  await Promise.all(items.slice(10).map(({ id }) => ann.addresses.change({ params: { id }, body: { ...customerForm, isDefault: true } })))
  expect(await shop.deps.db.$count(addresses, eq(addresses.isDefault, true))).toBe(1)
})

test('the addresses of a user who is deleted go too', async () => {
  await add(ann)
  await shop.deps.db.delete(users).where(eq(users.id, ann.user.id))
  expect(await shop.deps.db.$count(addresses)).toBe(0)
})

test('3.4 3.5 an address is stored with its state as a code and its postal code as the country writes it, and a state of no list is refused', async () => {
  const stored = async (more: object) => {
    const { state, zipCode } = await add(ann, more)
    return [state, zipCode]
  }
  expect(await stored({ state: 'Illinois' })).toEqual(['IL', '60607'])
  expect(await stored({ state: 'D.C.', zipCode: '20001' })).toEqual(['DC', '20001'])
  expect(await stored({ country: 'CA', state: 'quebec', zipCode: 'h2x1y4' })).toEqual(['QC', 'H2X 1Y4'])
  expect(await stored({ country: 'NL', state: '', zipCode: '1234ab' })).toEqual(['', '1234 AB'])
  expect(await stored({ country: 'GB', state: '', zipCode: 'sw1a1aa' })).toEqual(['', 'SW1A 1AA'])
  expect(await stored({ country: 'IE', state: '', zipCode: 'd02x285' })).toEqual(['', 'D02 X285'])
  expect(await stored({ country: 'AE', state: 'Dubai', zipCode: '' })).toEqual(['Dubai', ''])
  for (const state of ['Bavaria', 'Chicago', 'Ontario'])
    expect((await refusalOf(add(ann, { state }))).errors).toEqual([
      { field: 'state', message: 'Please choose a state of the United States.' },
    ])
  expect((await refusalOf(add(ann, { zipCode: '73301' }))).errors).toEqual([
    { field: 'zipCode', message: 'The ZIP code 73301 is in Texas. Check it, or choose that state.' },
  ])
  expect((await refusalOf(add(ann, { country: 'CA', state: 'ON', zipCode: 'V6B 1A1' }))).errors?.[0]?.field).toBe('zipCode')
})

test('3.4 an address that was stored before there was a list stays readable, and its ZIP code says where it is', async () => {
  const { id } = await add(ann)
  const form = { ...customerForm, state: 'Chicago', email: 'ann@test.test' }
  await shop.deps.db.update(addresses).set({ form }).where(eq(addresses.id, id))
  expect((await ann.addresses.list()).items).toMatchObject([{ state: 'Chicago', zipCode: '60607' }])
  const machine = await shop.make.product({ shippingClass: 'freight', stock: 5 })
  await ann.cart.addItem({ body: { productId: machine.id, quantity: 1 } })
  expect(await ann.cart.list()).toMatchObject({ canCheckOut: true, quoteNotice: null, tax: { lines: [{ label: 'Tax (8%)' }] } })
  await shop.deps.db
    .update(addresses)
    .set({ form: { ...form, zipCode: '99501' } })
    .where(eq(addresses.id, id))
  expect(await ann.cart.list()).toMatchObject({ quoteNotice: 'Freight to Alaska is by quote.' })
})
