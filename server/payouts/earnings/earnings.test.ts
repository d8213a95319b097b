import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EarningEntry } from '#contract/payouts/earnings.ts'
import { businesses, orders, outbox, payoutAccounts, sellerOrders, users } from '#server/platform/db/schema.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
import { days, deliver, giveAccount, payOrder, refundPart } from '#server/testing/earners.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
let seller: SignedInUser
let ownId: string

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
  seller = await shop.signIn('business_admin')
  ownId = seller.user.businessId ?? ''
})

/** An order of one unit of the seller's, paid: products for $100.00, tax 8%, free shipping from $100. */
async function sell(input: Parameters<TestShop['make']['product']>[0] = {}, isPaid = true) {
  const product = await shop.make.product({ businessId: ownId, category: 'accessories', priceUsdCents: 100_00, ...input })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const order = await checkOut(ann)
  if (isPaid) await payOrder(shop, order.id)
  return order
}

const balance = async () => (await seller.earnings.read()).balances[0]
const get = (path: string, who: SignedInUser = seller) => shop.app.inject({ url: path, headers: { authorization: `Bearer ${who.token}` } })

describe('what a seller has', () => {
  test('D290 an order counts once it is paid: what the buyer paid less commission and tax', async () => {
    const nothing = { balance: 0, pending: 0, available: 0, onTheWay: 0, paidOut: 0 }
    expect(await seller.earnings.read()).toMatchObject({
      balances: [{ currency: 'USD', ...nothing }],
      minimum: 25,
      account: { version: 0 },
    })
    const order = await sell({}, false)
    expect(await balance()).toMatchObject(nothing)
    await payOrder(shop, order.id)
    const moved = { sales: 108, refunds: 0, commission: 10, tax: 8, net: 90 }
    expect(await balance()).toMatchObject({ balance: 90, pending: 90, available: 0, thisMonth: moved, ever: moved })
  })

  test('D290 D66 the money waits for delivery and the return window: 14 days, 30 with a machine', async () => {
    const parcel = await sell()
    const machine = await sell({ category: 'mat-maker' })
    shop.advance(days(40))
    expect(await balance()).toMatchObject({ balance: 180, available: 0 })
    await deliver(shop, parcel.id)
    await deliver(shop, machine.id)
    shop.advance(days(13))
    expect(await balance()).toMatchObject({ pending: 180, available: 0 })
    shop.advance(days(2))
    expect(await balance()).toMatchObject({ pending: 90, available: 90 })
    shop.advance(days(16))
    expect(await balance()).toMatchObject({ pending: 0, available: 180 })
    shop.advance(-days(71))
  })

  test('D66 the money waits as long as products may be sent back: to the end of the last day', async () => {
    const { id } = await sell()
    await deliver(shop, id)
    const begun = shop.deps.now().getTime()
    const lastDay = new Date(begun + days(14)).toISOString().slice(0, 10)
    shop.advance(Date.parse(`${lastDay}T23:59:59Z`) - begun)
    expect(await balance()).toMatchObject({ pending: 90, available: 0 })
    shop.advance(1000)
    expect(await balance()).toMatchObject({ pending: 0, available: 90 })
    shop.advance(begun - shop.deps.now().getTime())
  })

  test('D66 the money waits as long as a consumer in the European Union may withdraw: from the last delivery of the order to a working day', async () => {
    const other = await shop.make.business()
    const products = [
      await shop.make.product({ businessId: ownId, category: 'accessories', priceUsdCents: 100_00 }),
      await shop.make.product({ businessId: other.id, category: 'accessories', priceUsdCents: 100_00 }),
    ]
    const orderOfBoth = async () => {
      for (const { id } of products) await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
      const { id } = await checkOut(ann)
      await payOrder(shop, id)
      return id
    }
    const goTo = (at: string) => shop.advance(Date.parse(at) - shop.deps.now().getTime())
    await shop.withStillClock(async () => {
      goTo('2026-11-02T10:00:00Z')
      ann = await shop.signIn('customer')
      const id = await orderOfBoth()
      const customer = { country: 'DE', firstName: 'Eva', lastName: 'Kunde' }
      await shop.deps.db.update(orders).set({ consumerLaw: 'eu', buyerKind: 'consumer', customer }).where(eq(orders.id, id))
      await deliver(shop, id, ownId)
      goTo('2026-12-11T10:00:00Z')
      seller = await shop.signIn('business_admin', { businessId: ownId })
      expect(await balance()).toMatchObject({ pending: 90, available: 0 })
      await deliver(shop, id, other.id)
      goTo('2026-12-28T22:59:59Z') // the 25th and the 26th are holidays, the 27th a Sunday
      seller = await shop.signIn('business_admin', { businessId: ownId })
      expect(await balance()).toMatchObject({ pending: 90, available: 0 })
      shop.advance(1000)
      expect(await balance()).toMatchObject({ pending: 0, available: 90 })
    })
  })

  test('a part that was delivered before deliveries were noted counts from its last move', async () => {
    const { id } = await sell()
    await shop.deps.db
      .update(sellerOrders)
      .set({ status: 'delivered', updatedAt: new Date(shop.deps.now().getTime() - days(15)) })
      .where(eq(sellerOrders.orderId, id))
    expect(await balance()).toMatchObject({ pending: 0, available: 90 })
  })

  test('a refund takes from seller and platform in proportion; after a payout the balance falls below nothing and is carried', async () => {
    await giveAccount(shop, ownId)
    const boss = await shop.signIn('super_admin')
    const { id } = await sell()
    await deliver(shop, id)
    shop.advance(days(15))
    expect(await boss.payouts.prepare()).toMatchObject([{ amount: 90 }])
    expect(await balance()).toMatchObject({ balance: 0, onTheWay: 90 })
    await refundPart(shop, id, { businessId: ownId, amountCents: 54_00 }, 'half')
    expect(await balance()).toMatchObject({ balance: -45, available: 0, ever: { refunds: 54, commission: 5, tax: 4, net: 45 } })
    await sell()
    expect(await balance()).toMatchObject({ balance: 45, pending: 45, available: 0 })
    shop.advance(-days(15))
  })

  test('each currency has a balance of its own', async () => {
    await sell()
    const product = await shop.make.product({ businessId: ownId, category: 'accessories', priceEurCents: 200_00 })
    await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
    const cart = await ann.cart.list({ query: { currency: 'EUR' } })
    const { orderOf } = await import('#server/testing/buyers.ts')
    const order = await ann.checkout.placeOrder({ body: orderOf(cart) })
    await payOrder(shop, order.id)
    expect((await seller.earnings.read()).balances).toMatchObject([
      { currency: 'USD', balance: 90 },
      { currency: 'EUR', balance: 180 },
    ])
  })
})

describe('every movement', () => {
  test('D290 names order, amounts and the balance after it; can be narrowed, sorted and taken as a file', async () => {
    const first = await sell()
    shop.advance(1000)
    const second = await sell({ priceUsdCents: 200_00 })
    shop.advance(1000)
    await refundPart(shop, first.id, { businessId: ownId, amountCents: 108_00 }, 'whole')
    const { items, total } = await seller.earnings.entries()
    expect(total).toBe(3)
    expect(items).toMatchObject([
      { reason: 'refund', number: first.number, orderId: first.id, gross: -108, commission: -10, tax: -8, net: -90, balance: 180 },
      { reason: 'sale', number: second.number, gross: 216, commission: 20, tax: 16, net: 180, balance: 270 },
      { reason: 'sale', number: first.number, gross: 108, commission: 10, tax: 8, net: 90, balance: 90 },
    ])
    const only = async (query: Parameters<typeof seller.earnings.entries>[0]) =>
      (await seller.earnings.entries(query)).items.map(({ net }: EarningEntry) => net)
    expect(await only({ query: { reason: 'refund' } })).toEqual([-90])
    expect(await only({ query: { search: second.number.toLowerCase() } })).toEqual([180])
    expect(await only({ query: { sort: 'at', limit: '2' } })).toEqual([90, 180])
    expect(await only({ query: { currency: 'EUR' } })).toEqual([])
    expect(await only({ query: { from: '2001-01-01', to: '2001-01-02' } })).toEqual([])
    const file = await get('/api/business/earnings/entries/export?reason=sale&sort=at')
    expect(file.body.split('\r\n')).toHaveLength(4)
    expect(file.body).toContain(`,Sale,${second.number},USD,216,20,16,180,270`)
    expect(await refusalOf(seller.earnings.entries({ query: { from: '2026-02-31' } }))).toMatchObject({ status: 422 })
  })

  test('D290 another seller of the same order sees their own share only; others may not ask at all', async () => {
    const rival = await shop.signIn('business_admin')
    const product = await shop.make.product({ businessId: rival.user.businessId ?? '', category: 'accessories', priceUsdCents: 300_00 })
    await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
    await sell()
    expect((await rival.earnings.entries()).items).toMatchObject([{ gross: 324, net: 270, balance: 270 }])
    expect((await seller.earnings.entries()).items).toMatchObject([{ gross: 108, net: 90, balance: 90 }])
    for (const role of ['customer', 'application_admin', 'super_admin'] as const) {
      expect(await refusalOf((await shop.signIn(role)).earnings.read())).toMatchObject({ status: 403 })
    }
    expect(await refusalOf(shop.visitor.earnings.read())).toMatchObject({ status: 401 })
    await shop.deps.db.update(users).set({ businessId: null }).where(eq(users.id, rival.user.id))
    expect(await refusalOf(rival.earnings.entries())).toMatchObject({ status: 404 })
  })
})

describe('statements', () => {
  test('D290 a month begins with what the one before ended with; each can be had as PDF and CSV', async () => {
    shop.advance(Date.UTC(2026, 11, 10) - shop.deps.now().getTime())
    const first = await sell()
    shop.advance(days(31))
    await refundPart(shop, first.id, { businessId: ownId, amountCents: 10_80 }, 'some')
    await sell({ priceUsdCents: 50_00 })
    const [january, december] = await seller.earnings.statements()
    expect(december).toMatchObject({ month: '2026-12', opening: 0, sales: 108, net: 90, closing: 90, isFinal: true })
    expect(january).toMatchObject({
      month: '2027-01',
      opening: 90,
      refunds: 10.8,
      closing: (december?.closing ?? 0) + (january?.net ?? 0),
      isFinal: false,
    })
    const csv = await get('/api/business/statements/2026-12.csv')
    expect(csv.headers['content-disposition']).toContain('statement-2026-12.csv')
    expect(csv.body).toContain(first.number)
    const pdf = await get('/api/business/statements/2026-12.pdf')
    expect(pdf.headers['content-type']).toBe('application/pdf')
    const { text, isTagged } = readPdf(pdf.rawPayload)
    expect(isTagged).toBe(true)
    expect(text).toContain(`December 10, 2026\nSale, ${first.number}`) // neither is broken
    expect(text).toContain('$90.00')
    expect(text).toContain('Balance on December 31, 2026')
    const running = readPdf((await get('/api/business/statements/2027-01.pdf')).rawPayload).text
    expect(running).toContain('Balance on January 10, 2027')
    for (const path of ['2026-11.pdf', '2027-02.pdf', '2026-13.pdf', 'x.csv']) {
      expect([path, (await get(`/api/business/statements/${path}`)).statusCode]).toEqual([path, 404])
    }
    const rival = await shop.signIn('business_admin')
    expect((await get('/api/business/statements/2026-12.pdf', rival)).statusCode).toBe(404)
    expect(await rival.earnings.statements()).toEqual([])
    shop.advance(Date.now() - shop.deps.now().getTime())
  })
})

describe('where a seller is paid', () => {
  const password = 'slit-cardboard-42'
  const body = { holder: 'North Fold Works', iban: 'de89 3704 0044 0532 0130 00', currentPassword: password }
  beforeEach(async () => {
    const { hashPassword } = await import('#server/platform/secrets/password.ts')
    await shop.deps.db
      .update(users)
      .set({ passwordHash: await hashPassword(password) })
      .where(eq(users.id, seller.user.id))
  })

  test('D290 an account takes the password, is checked by its digits and shown with its last four only', async () => {
    expect(await refusalOf(seller.earnings.saveAccount({ body: { ...body, currentPassword: 'wrong-password-1' } }))).toMatchObject({
      code: 'wrong_password',
    })
    const wrong = await refusalOf(seller.earnings.saveAccount({ body: { ...body, iban: 'DE88370400440532013000' } }))
    expect(wrong.errors?.map(({ field }) => field)).toEqual(['iban'])
    const half = await refusalOf(seller.earnings.saveAccount({ body: { ...body, routingNumber: '021000021' } }))
    expect(half.errors?.map(({ field }) => field)).toEqual(['accountNumber'])
    const none = await refusalOf(seller.earnings.saveAccount({ body: { ...body, iban: '' } }))
    expect(none.errors?.map(({ field }) => field)).toEqual(['iban'])
    expect(await shop.deps.db.$count(payoutAccounts)).toBe(0)
    expect(await seller.earnings.saveAccount({ body })).toMatchObject({
      holder: body.holder,
      iban: 'DE•• •••• 3000',
      currencies: ['USD', 'EUR'],
      version: 1,
    })
    const us = {
      holder: body.holder,
      iban: '',
      routingNumber: '021000021',
      accountNumber: '000123456789',
      currentPassword: password,
      version: 1,
    }
    expect(await seller.earnings.saveAccount({ body: us })).toMatchObject({
      iban: null,
      accountNumber: '•••• 6789',
      currencies: ['USD'],
      version: 2,
    })
    expect(await refusalOf(seller.earnings.saveAccount({ body: { ...body, version: 1 } }))).toMatchObject({
      code: 'edit_conflict',
      current: { accountNumber: '•••• 6789' },
    })
  })

  test('no number of an account stands in full in an answer, the log or a mail; the business is notified of a change', async () => {
    await seller.earnings.saveAccount({ body })
    const { auditEntries } = await import('#server/platform/db/schema.ts')
    const traces = JSON.stringify([
      await seller.earnings.read(),
      await shop.deps.db.select().from(auditEntries),
      await shop.deps.db.select().from(outbox).orderBy(outbox.id),
    ])
    expect(traces).not.toContain('0532013000')
    expect(traces).not.toContain('370400440')
    expect(await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'payout_account.change'))).toMatchObject([
      { after: { iban: 'DE•• •••• 3000', changed: ['holder', 'iban'] } },
    ])
    const [business] = await shop.deps.db.select().from(businesses).where(eq(businesses.id, ownId))
    const mails = await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(outbox.id)
    const expected = [seller.user.email, business?.email].map((to) => ({ template: 'payout-account-changed', to }))
    expect(mails.map(({ payload }) => payload)).toMatchObject(expected)
  })

  test('a suspended seller reads the money and changes nothing', async () => {
    await shop.deps.db
      .update(businesses)
      .set({ businessStatus: 'suspended' })
      .where(and(eq(businesses.id, ownId)))
    expect(await seller.earnings.read()).toMatchObject({ minimum: 25, rates: [{ categoryLabel: null, percent: 10 }] })
    expect(await refusalOf(seller.earnings.saveAccount({ body }))).toMatchObject({ code: 'business_suspended' })
  })
})
