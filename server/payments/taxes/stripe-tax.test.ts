import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { calculateTax } from '#server/cart/calculate-tax.ts'
import { listDocumentDisagreements } from '#server/payments/documents/document-disagreements.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { listReplayDisagreements } from '#server/payments/ledger/replayed-orders.ts'
import { orderLines, orders, products, taxRegistrations } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { orderOf, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { type GoldenOrder, goldenForm, openGoldenShop } from '#server/testing/golden-orders.ts'
import { acceptance, ask, offer, offerOf } from '#server/testing/quoted-offers.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'
import { sendTaxes } from './send-taxes.ts'

let shop: CardShop
let ann: SignedInUser
let staff: SignedInUser
let golden: Awaited<ReturnType<typeof openGoldenShop>>
let passwordHash = ''
const PASSWORD = 'corrugated-board-7'
beforeAll(async () => {
  shop = await openCardShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  shop.advance(MINUTE_MS) // a provider that was left alone is asked again
  ann = await shop.signIn('customer', { emailVerifiedAt: shop.deps.now() })
  staff = await shop.signIn('super_admin', { passwordHash })
  golden = await openGoldenShop(shop, { buyer: ann, staff })
  await golden.settle({ tax: { percent: 8, provider: 'stripe' } })
})
afterEach(async () => {
  const { db } = shop.deps
  const found = [await listOrderDisagreements(db), await listReplayDisagreements(db), await listMoneyDisagreements(db)]
  expect([...found, await listDocumentDisagreements(db)].flat()).toEqual([])
})

const texas = { to: 'TX', zip: '78701', buyer: 'business' } as const
const german = { to: 'DE', buyer: 'consumer' } as const
type Buyer = Pick<GoldenOrder, 'to' | 'zip' | 'buyer' | 'vatId'>
const asks = () => shop.provider.requests.filter(({ path }) => path === '/v1/tax/calculations')
const sales = () => shop.provider.taxes.transactions
const provider = () => openStripe(shop.deps.config.stripe ?? expect.fail('no keys'))
const work = () => sendTaxes(shop.deps, provider())

async function orderBy(buyer: Buyer, currency: 'USD' | 'EUR') {
  const cart = await golden.cartOf(buyer, currency)
  return ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: goldenForm(buyer), expectedTotal: cart.totals.total } })
}
const rowOf = (id: string) => shop.orderRow(id)

describe('T9 carts and orders', () => {
  test.each([
    ['standard', 'txcd_99999999'],
    ['reduced', 'txcd_99999999'],
    ['zero', 'txcd_00000000'],
  ] as const)('the class %s is asked with the code %s, shipping with its own', async (taxClass, code) => {
    await golden.addGoods({ P: 1 }, 'USD')
    await shop.deps.db.update(products).set({ taxClass })
    await golden.cartOf(texas, 'USD')
    const form = asks()[0]?.form
    expect([form?.get('line_items[0][tax_code]'), form?.get('shipping_cost[tax_code]')]).toEqual([code, 'txcd_92010001'])
  })

  test('a cart asks once for a place and content, its order has the same amounts, and replays without the provider', async () => {
    await golden.addGoods({ P: 1 }, 'USD')
    const cart = await golden.cartOf(texas, 'USD')
    expect(cart).toMatchObject({
      totals: { subtotal: 39.5, shipping: 9.99, tax: 4.08, total: 53.57 },
      tax: { lines: [{ label: 'Tax (8.25%)', base: 49.49, amount: 4.08, reason: 'sales_tax' }] },
    })
    await golden.cartOf(texas, 'USD')
    expect(asks()).toHaveLength(1)
    const form = asks()[0]?.form
    const sent = (name: string) => form?.get(name)
    expect([sent('currency'), sent('line_items[0][amount]'), sent('line_items[0][tax_behavior]')]).toEqual(['usd', '3950', 'exclusive'])
    expect([sent('line_items[0][reference]'), sent('line_items[0][tax_code]')]).toEqual(['0', 'txcd_99999999'])
    expect([sent('shipping_cost[amount]'), sent('ship_from_details[address][country]')]).toEqual(['999', 'IE'])
    expect([sent('customer_details[address][state]'), sent('customer_details[address][postal_code]')]).toEqual(['TX', '78701'])
    const order = await orderBy(texas, 'USD')
    expect(order).toMatchObject({ tax: 4.08, totalAmount: 53.57 })
    expect(asks()).toHaveLength(1)
    const [{ id = '' } = {}] = shop.provider.taxes.calculations.values()
    expect(await rowOf(order.id)).toMatchObject({
      tags: [],
      pricing: { calculated: { currency: 'USD', calculations: [{ id, shippingTaxCents: 82 }], lines: [{ taxCents: 3_26 }] } },
    })
    const [line] = await shop.deps.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
    expect(line).toMatchObject({ taxCents: 4_08, shippingTaxCents: 82, taxRate: 82_500, taxReason: 'sales_tax' })
  })

  test('an offer accepted twice under one key asks once, whatever has become of its product', async () => {
    await golden.addGoods({ P: 1 }, 'USD')
    const [{ productId, businessId } = expect.fail('an empty cart')] = (await golden.cartOf(texas, 'USD')).items
    const seller = await shop.signIn('business_admin', { businessId: businessId ?? '' })
    const customer = goldenForm(texas)
    const { country, state = '', city, zipCode = '' } = customer
    const delivery = { country, state, city, zipCode }
    const [{ id } = expect.fail('no quote')] = await ask(ann, [productId], { deliverTo: delivery })
    await offer(seller, id, offerOf(shop, productId, { delivery }))
    const body = await acceptance(ann, id, { customer })
    const acceptOnce = () => ann.quotes.accept({ params: { id }, body, idempotencyKey: 'key-1' })
    const order = await acceptOnce()
    const asked = asks().length
    shop.advance(MINUTE_MS)
    await shop.deps.db.update(products).set({ status: 'Inactive' })
    expect((await acceptOnce()).id).toBe(order.id)
    expect(asks()).toHaveLength(asked)
  })

  test('a list of products and a product page never ask', async () => {
    await golden.addGoods({ P: 1 }, 'EUR')
    const query = { country: 'DE', buyer: 'consumer' } as const
    const { items } = await shop.visitor.products.list({ query })
    await shop.visitor.products.byId({ params: { id: items[0]?.id ?? '' }, query })
    expect(asks()).toHaveLength(0)
  })

  test('prices with tax stay as shown, the provider says the tax in them; each place of dispatch is a calculation', async () => {
    shop.provider.taxes.percent = 20
    await golden.addGoods({ P: 1, Q: 1 }, 'EUR')
    const cart = await golden.cartOf(german, 'EUR')
    expect(cart.totals).toEqual({ subtotal: 65.57, discount: 0, shipping: 11.89, tax: 12.92, total: 77.46 })
    expect(cart.tax.lines).toMatchObject([{ label: 'VAT (20%)', amount: 12.92, reason: 'oss' }])
    const order = await orderBy(german, 'EUR')
    expect(order.totalAmount).toBe(77.46)
    expect(asks().map(({ form }) => form.get('line_items[0][tax_behavior]'))).toEqual(['inclusive', 'inclusive'])
    const paidAt = shop.deps.now().toISOString()
    await staff.orderMoney.markPaid({ params: { id: order.id }, body: { method: 'bank_transfer', reference: order.number, paidAt } })
    expect(await ann.documents.ofOrder({ params: { id: order.id } })).toMatchObject([{ net: 64.54, tax: 12.92, gross: 77.46 }])
    await work()
    expect(sales().map(({ reference }) => reference)).toEqual([order.number, `${order.number}-2`])
  })

  test('a VAT id that counts and a certificate are sent, and lead to no tax', async () => {
    await golden.addGoods({ P: 3 }, 'EUR')
    const business = { to: 'DE', buyer: 'business', vatId: 'DE111111117' } as const
    expect(await golden.cartOf(business, 'EUR')).toMatchObject({
      totals: { tax: 0, total: 110.7 },
      tax: { lines: [{ reason: 'intra_community' }] },
    })
    expect(asks()[0]?.form.get('customer_details[tax_ids][0][type]')).toBe('eu_vat')
  })

  test('a country that the rules of the shop refuse is sold to while the provider answers', async () => {
    await shop.deps.db.delete(taxRegistrations)
    await golden.addGoods({ P: 1 }, 'EUR')
    expect(await orderBy({ to: 'DE', buyer: 'business' }, 'EUR')).toMatchObject({ tax: 3.86, totalAmount: 50.75 })
  })

  test('a card payment has the amount of its cart', async () => {
    await golden.addGoods({ P: 1 }, 'USD')
    const cart = await golden.cartOf(texas, 'USD')
    const { paymentMethod: _later, ...body } = { paymentMethod: null, ...orderOf(cart), customer: goldenForm(texas) }
    expect((await ann.checkout.createPaymentIntent({ body })).amount).toBe(53.57)
  })
})

describe('T9 without an answer', () => {
  const faults = [
    ['says nothing', () => shop.provider.trouble('POST /v1/tax/calculations', 'hang', 9)],
    ['is down', () => shop.provider.trouble('POST /v1/tax/calculations', 'reset', 9)],
    ['fails', () => shop.provider.trouble('POST /v1/tax/calculations', 'fail', 9)],
    ['is wrong', () => void (shop.provider.taxes.isWrong = true)],
  ] as const
  test.each(faults)('the rules of the shop count and the order is marked where the provider %s', async (_name, fail) => {
    await golden.addGoods({ P: 1 }, 'EUR')
    const form = goldenForm(german)
    fail()
    const seen = {
      items: [{ id: (await ann.cart.list()).items[0]?.productId ?? '', quantity: 1, price: 43.91 }],
      currency: 'EUR' as const,
    }
    const order = await ann.checkout.placeOrder({
      body: { ...seen, shippingMethod: 'standard', promoCode: null, customer: form, paymentMethod: 'pay_later' },
    })
    expect(order).toMatchObject({ tax: 8.91, totalAmount: 55.8 })
    const stored = await rowOf(order.id)
    expect(stored.tags).toEqual(['tax from own rules'])
    expect(stored.pricing).not.toHaveProperty('calculated')
  })

  test('an order that waits for what a cart asks already waits no longer than it has time', async () => {
    shop.provider.trouble('POST /v1/tax/calculations', 'hang')
    const place = { country: 'DE', state: '', postalCode: '10115' }
    const line = { index: 0, amountCents: 36_90, quantity: 1, taxClass: 'standard' } as const
    const shipment = { from: place, businessIds: [], lines: [line], shippingCents: 0 }
    const ask = { currency: 'EUR', mode: 'added', to: place, vatId: '', isExempt: false, day: '2026-11-27', shipments: [shipment] } as const
    const first = calculateTax(shop.deps, ask, 1000).then(() => 'the cart')
    const second = calculateTax(shop.deps, ask, 50).then(() => 'the order')
    expect(await Promise.race([first, second])).toBe('the order')
    await first
    expect(asks()).toHaveLength(1)
  })

  test('an order that the rules of the shop refuse is answered 503, and the cart says why', async () => {
    await shop.deps.db.delete(taxRegistrations)
    await golden.addGoods({ P: 1 }, 'EUR')
    shop.provider.trouble('POST /v1/tax/calculations', 'fail', 9)
    const business = { to: 'DE', buyer: 'business' } as const
    const notice = "We can't calculate tax right now. Try again in a minute."
    const cart = await golden.cartOf(business, 'EUR')
    expect(cart).toMatchObject({ canCheckOut: false, items: [{ available: false, notice }] })
    const problem = await refusalOf(ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: goldenForm(business) } }))
    expect(problem).toMatchObject({ status: 503, code: 'tax_unavailable', detail: notice })
    expect(await shop.deps.db.$count(orders)).toBe(0)
  })
})

describe('T9 transactions', () => {
  async function paidOrder() {
    await golden.addGoods({ P: 2 }, 'USD')
    const order = await orderBy(texas, 'USD')
    const paidAt = shop.deps.now().toISOString()
    await staff.orderMoney.markPaid({ params: { id: order.id }, body: { method: 'bank_transfer', reference: order.number, paidAt } })
    return order
  }
  const refund = (id: string, amount: number) =>
    staff.orderMoney.refund({ params: { id }, body: { amount, password: PASSWORD, reason: '' }, idempotencyKey: `${id}-${amount}` })

  test('a paid order is recorded once, and each refund takes its part back once', async () => {
    const order = await paidOrder()
    await refund(order.id, 20)
    await refund(order.id, 10)
    await work()
    await work()
    expect(sales()).toMatchObject([{ reference: order.number }])
    expect(shop.provider.taxes.reversals.map(({ amountCents }) => amountCents)).toEqual([20_00, 10_00])
  })

  test('after an outage each waiting transaction settles once, also where the job was killed after the provider had taken it', async () => {
    const orders = [await paidOrder(), await paidOrder(), await paidOrder()]
    await refund(orders[0]?.id ?? '', 20)
    const dying = {
      ...provider(),
      recordTax: async (...ask: Parameters<ReturnType<typeof provider>['recordTax']>) => {
        await provider().recordTax(...ask)
        throw new Error('killed')
      },
    }
    await expect(sendTaxes(shop.deps, dying)).rejects.toThrow('killed')
    expect(sales()).toHaveLength(1)
    expect(await work(), 'what it had taken is leased').toBe('0 done.')
    shop.advance(3 * MINUTE_MS)
    shop.provider.trouble('POST /v1/tax/transactions/create_from_calculation', 'fail', 3)
    shop.provider.trouble('POST /v1/tax/transactions/create_from_calculation', 'reset-after', 9) // taken, but the answer is lost
    for (let round = 0; round < 4; round += 1) {
      await outcomeOf(work())
      shop.advance(30 * MINUTE_MS)
    }
    shop.provider.troubles.length = 0
    for (let round = 0; round < 3; round += 1) {
      shop.advance(60 * MINUTE_MS)
      await work()
    }
    expect(
      sales()
        .map(({ reference }) => reference)
        .toSorted(),
    ).toEqual(orders.map(({ number }) => number).toSorted())
    expect(shop.provider.taxes.reversals).toMatchObject([{ amountCents: 20_00 }])
  })

  test('what the provider refuses for good ends, and staff hear of it', async () => {
    const order = await paidOrder()
    await refund(order.id, 20)
    shop.provider.taxes.calculations.clear()
    expect(await work()).toBe('2 done.')
    expect(sales()).toEqual([])
    const titles = (await staff.notifications.list()).items.map(({ title }) => title)
    expect(titles).toContain(`Stripe Tax refused to record ${order.number}`)
  })
})
