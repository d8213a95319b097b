import { expect, test } from 'vitest'
import { pay } from '#server/testing/buyers.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { ann, bag, box, openSellerShop, order, params, shop, sol, staff, tia } from '#server/testing/shared-orders.ts'
import { decisionFor, placeTaxed } from '#server/testing/taxed-orders.ts'
import { type SignedInUser } from '#server/testing/test-shop.ts'

openSellerShop()

const EXPORT = 'Export, no VAT charged'
const GERMANY = { country: 'DE', state: '', city: 'Berlin', zipCode: '10115' }

const slipOf = async (id: string, by: SignedInUser, path = `/api/business/orders/${id}/packing-slip.pdf`) => {
  const answer = await shop.app.inject({ url: path, headers: { authorization: `Bearer ${by.token}` } })
  return readPdf(answer.rawPayload).text.replaceAll(/\s+/g, ' ')
}

const withFacts = (businessId: string, more = {}) =>
  shop.make.product({
    category: 'accessories',
    stock: 10,
    name: 'Sun Cover',
    businessId,
    sku: 'SUN-7',
    hsCode: '392690',
    originCountry: 'IE',
    weightGrams: 2500,
    ...more,
  })

test('the packing slip has SKU, HS code, origin and weight of the lines of that seller, and their weight in all', async () => {
  const cover = await withFacts(box.businessId)
  const case_ = await withFacts(bag.businessId, {
    name: 'Tin Case',
    sku: 'TIN-9',
    hsCode: '732690',
    originCountry: 'PT',
    weightGrams: 777_000,
  })
  const placed = await order([
    [cover, 3],
    [case_, 1],
  ])
  const text = await slipOf(placed.id, sol)
  for (const words of ['SKU SUN-7', '392690', 'Ireland', '7.5 kg', 'Total weight: 7.5 kg']) expect(text).toContain(words)
  expect(text).not.toMatch(/TIN-9|732690|Portugal|777|\$/)
  const all = await slipOf(placed.id, staff, `/api/admin/packing-slips.pdf?ids=${placed.id}`)
  for (const words of ['SKU SUN-7', 'SKU TIN-9', 'Total weight: 777 kg']) expect(all).toContain(words)
})

test('the packing slip says which facts of a line are unknown, and no weight in all where one is missing', async () => {
  const cover = await withFacts(box.businessId)
  const placed = await order([
    [cover, 1],
    [box, 1],
  ])
  const text = await slipOf(placed.id, sol)
  expect(text).toContain('Unknown')
  expect(text).toContain('Total weight: more than 2.5 kg')
  expect(await slipOf((await order([[box, 1]])).id, sol)).toContain('Total weight: Unknown')
})

test('a seller reads SKU, HS code, origin and packed weight of their own lines with the order', async () => {
  const cover = await withFacts(box.businessId)
  const placed = await order([
    [cover, 3],
    [bag, 1],
  ])
  expect((await sol.sellerOrders.byId(params(placed))).items).toMatchObject([
    { name: 'Sun Cover', sku: 'SUN-7', hsCode: '392690', originCountry: 'IE', weight: 7.5 },
  ])
  expect((await tia.sellerOrders.byId(params(placed))).items).toMatchObject([
    { sku: null, hsCode: null, originCountry: null, weight: null },
  ])
})

test('T3 a seller sees the tax of their own lines by rate and reason, and nothing of the tax of others', async () => {
  const cover = await withFacts(box.businessId, { priceEurCents: 100_00 })
  const id = await placeTaxed(shop, ann, {
    customer: GERMANY,
    shippingCents: 10_00,
    lines: [
      { id: cover.id, quantity: 1, decision: decisionFor('domestic', 19) },
      { id: box.id, quantity: 2, decision: decisionFor('domestic', 7) },
      { id: bag.id, quantity: 1, decision: decisionFor('export', 0, { text: EXPORT }) },
    ],
  })
  const [own, other] = [await sol.sellerOrders.byId(params({ id })), await tia.sellerOrders.byId(params({ id }))]
  expect(own.taxes.lines.map(({ label, reason, text }) => [label, reason, text])).toEqual([
    ['VAT (19%)', 'domestic', ''],
    ['VAT (7%)', 'domestic', ''],
  ])
  const cents = own.taxes.lines.map(({ amount }) => Math.round(amount * 100))
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(Math.round(own.tax * 100))
  for (const { amount, base, percent } of own.taxes.lines) expect(Math.abs(amount - (base * percent) / 100)).toBeLessThan(0.011)
  expect(other.taxes).toEqual({
    mode: 'added',
    lines: [{ label: 'Tax (export)', percent: 0, base: expect.any(Number), amount: 0, reason: 'export', text: EXPORT }],
  })
  expect(JSON.stringify(own)).not.toContain(EXPORT)
  const whole = (await staff.orders.adminById(params({ id }))).taxes.lines
  expect(own.taxes.lines).toEqual(whole.slice(0, 2))
})

test('T3 a seller order of a shop with one rate has that rate', async () => {
  const placed = await order()
  const { tax, taxes } = await sol.sellerOrders.byId(params(placed))
  expect(taxes).toMatchObject({ mode: 'added', lines: [{ label: 'Tax (8%)', percent: 8, amount: tax, reason: 'us_flat' }] })
})

test('L1 a seller sees the withdrawals that are about their own lines: number, state and day, not the words of the buyer', async () => {
  const decision = decisionFor('domestic', 19)
  const lines = [box, bag].map(({ id }) => ({ id, quantity: 1, decision }))
  const id = await placeTaxed(shop, ann, { buyerKind: 'consumer', customer: GERMANY, lines })
  const withdrawalsOf = async (seller: SignedInUser) => (await seller.sellerOrders.byId(params({ id }))).withdrawals
  expect(await withdrawalsOf(sol)).toEqual([])
  const { number: orderNumber } = await ann.orders.byId(params({ id }))
  const body = { orderNumber, name: 'Ann Buyer', email: 'buyer@test.test', items: '' }
  const stated = async (more: object = {}) => {
    const draft = await ann.withdrawals.start({ body: { ...body, ...more } })
    const { number } = await ann.withdrawals.confirm({ params: { id: draft.id }, body: { token: draft.token } })
    return { id: draft.id, number }
  }
  await ann.withdrawals.start({ body }) // not confirmed
  const first = await stated({ lines: [{ productId: bag.id, quantity: 1 }] })
  expect(await withdrawalsOf(sol)).toEqual([])
  expect(await withdrawalsOf(tia)).toEqual([{ number: first.number, status: 'received', receivedAt: expect.any(String) }])
  await staff.withdrawals.decide({ params: { id: first.id }, body: { status: 'refused', answer: 'Sealed' } })
  const { number } = await stated()
  expect(await withdrawalsOf(sol)).toMatchObject([{ number, status: 'received' }])
  expect(await withdrawalsOf(tia)).toMatchObject([{ status: 'refused' }, { number }])
  expect(JSON.stringify(await tia.sellerOrders.byId(params({ id })))).not.toMatch(/Sealed|buyer@test/)
})

test('L1 staff read the withdrawals of an order with their ids, to open them', async () => {
  const lines = [{ id: box.id, quantity: 1, decision: decisionFor('domestic', 19) }]
  const id = await placeTaxed(shop, ann, { buyerKind: 'consumer', customer: GERMANY, lines })
  const { number: orderNumber } = await ann.orders.byId(params({ id }))
  const draft = await ann.withdrawals.start({ body: { orderNumber, name: 'Ann Buyer', email: 'buyer@test.test', items: '' } })
  const { number } = await ann.withdrawals.confirm({ params: { id: draft.id }, body: { token: draft.token } })
  expect((await staff.orders.adminById(params({ id }))).withdrawal?.statements).toMatchObject([{ id: draft.id, number }])
})

test('I2 a seller finds the documents of an order that they issued, and none of others', async () => {
  const own = (issuer: string) => decisionFor('domestic', 19, { issuer, collector: issuer })
  const place = async () => {
    const lines = [box, bag].map(({ id, businessId }) => ({ id, quantity: 1, decision: own(businessId) }))
    const id = await placeTaxed(shop, ann, { customer: GERMANY, lines })
    await pay(shop, id)
    return staff.orders.adminById(params({ id }))
  }
  const [placed] = [await place(), await place()]
  const { items } = await sol.documents.listOwn({ query: { search: placed.number } })
  expect(items).toMatchObject([{ kind: 'invoice', orderId: placed.id, number: 'SUNBOX-000001' }])
})
