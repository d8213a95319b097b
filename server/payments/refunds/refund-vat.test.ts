import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLAN_PRESETS } from '#domain/payment-plan.ts'
import { settleCredited } from '#server/fulfillment/corrections/settle-credited.ts'
import { listDocumentDisagreements } from '#server/payments/documents/document-disagreements.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { listReplayDisagreements } from '#server/payments/ledger/replayed-orders.ts'
import {
  documents,
  ledgerEntries,
  ledgerTransactions,
  notifications,
  orders,
  outbox,
  taxRegistrations,
  vatChecks,
} from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { verifyDueVatIds } from '#server/pricing/tax/verify-vat-id.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf } from '#server/testing/buyers.ts'
import { type FakeVies, openFakeVies, say } from '#server/testing/fake-vies.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { settleVatAnswers } from './refund-vat.ts'

/* VAT that is returned when a VAT id is confirmed after the order. */

const PASSWORD = 'corrugated-board-7'
const VAT_ID = 'DE136695976'
let shop: TestShop
let vies: FakeVies
let ann: SignedInUser
let staff: SignedInUser
let passwordHash = ''
beforeAll(async () => {
  vies = await openFakeVies()
  shop = await openTestShop({ VIES: 'on', VIES_API_BASE: vies.base })
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(async () => {
  await shop.close()
  await vies.close()
})
beforeEach(async () => {
  await shop.reset()
  vies.reset()
  await addDemoTaxes(shop.deps)
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('super_admin', { passwordHash })
})
afterEach(async () => {
  const { db } = shop.deps
  expect([...(await listOrderDisagreements(db)), ...(await listReplayDisagreements(db)), ...(await listMoneyDisagreements(db))]).toEqual([])
  expect(await listDocumentDisagreements(db)).toEqual([])
})

const german = { ...customerForm, country: 'DE', state: '', zipCode: '50667', city: 'Köln', buyerKind: 'business' as const, vatId: VAT_ID }
const isDown = () => vies.behave((response) => say(response, { valid: false, userError: 'MS_UNAVAILABLE' }))

/** An order of packs from Ireland by a German business whose VAT id nobody could confirm, of products with these rates. */
async function order(quantity = 1, taxClasses: readonly ('standard' | 'reduced')[] = ['standard']) {
  isDown()
  const seller = await shop.make.business({ country: 'Ireland' })
  const own = { businessId: seller.id, country: 'IE', validFrom: '2026-01-01' } // they count where the seller is the seller of record
  await shop.deps.db.insert(taxRegistrations).values([
    { ...own, scheme: 'domestic', number: 'IE-1' },
    { ...own, scheme: 'oss', number: 'IE-2' },
  ])
  const pack = {
    category: 'mat',
    shippingClass: 'parcel',
    priceUsdCents: 39_50,
    priceEurCents: 36_90,
    weightGrams: 10_000,
  } as const
  const query = { currency: 'EUR', country: 'DE', zip: '50667', buyer: 'business', vatId: VAT_ID } as const
  for (const taxClass of taxClasses) {
    const product = await shop.make.product({ ...pack, ladder: [], taxClass, businessId: seller.id })
    await ann.cart.addItem({ query, body: { productId: product.id, quantity } })
  }
  const { amount: _amount, ...body } = orderOf(await ann.cart.list({ query }))
  return ann.checkout.placeOrder({ body: { ...body, customer: german } })
}

const pay = ({ id, number }: { id: string; number: string }) =>
  staff.orderMoney.markPaid({ params: { id }, body: { method: 'bank_transfer', reference: number, paidAt: shop.deps.now().toISOString() } })
const refundUnits = ({ id, items }: { id: string; items: { productId: string }[] }, quantity: number, idempotencyKey: string) =>
  staff.orderMoney.refund({
    params: { id },
    body: { lines: [{ productId: items[0]?.productId ?? '', quantity }], password: PASSWORD, reason: '' },
    idempotencyKey,
  })

/** The answer of VIES arrives, and the job settles what waits for it. */
async function confirm() {
  vies.reset()
  shop.advance(120_000)
  await verifyDueVatIds(shop.deps)
  return settleVatAnswers(shop.deps)
}

const accounts = async () => {
  const rows = await shop.deps.db
    .select({ account: ledgerEntries.account, cents: ledgerEntries.debitCents })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
  const sums: Record<string, number> = {}
  for (const { account, cents } of rows) sums[account] = (sums[account] ?? 0) + cents
  return sums
}
/** Rows, one-stop shop and recapitulative list of the tax return of the year. */
async function returned() {
  const year = shop.deps.now().toISOString().slice(0, 4)
  const { rows, oneStop, recapitulative } = await staff.accounting.taxReturns({ query: { from: `${year}-01-01`, to: `${year}-12-31` } })
  return {
    rows: rows.map(({ reason, percent, net, base, tax }) => [reason, percent, net, base, tax]),
    oneStop: oneStop.map(({ percent, baseEur, taxEur }) => [percent, baseEur, taxEur]),
    supplies: recapitulative.map(({ vatId, baseEur }) => [vatId, baseEur]),
  }
}
const read = (id: string) => ann.orders.byId({ params: { id } })

test('G21 T5 a VAT id that is confirmed later returns the VAT of a paid order, all of it from the tax account, once', async () => {
  const placed = await order()
  expect(placed).toMatchObject({ tax: 8.91, totalAmount: 55.8 })
  expect(vies.asked).toHaveLength(1)
  await pay(placed)
  expect(await confirm()).toBe('1 orders settled.')
  expect(await read(placed.id)).toMatchObject({
    paidAmount: 55.8,
    refundedAmount: 8.91,
    paymentStatus: 'partially_refunded',
    refunds: [{ amount: 8.91, reason: `VAT ID ${VAT_ID} is confirmed, so no VAT is due.`, status: 'settled', lines: [] }],
  })
  expect(await accounts()).toMatchObject({ tax: 0, clearing: 46_89 })
  const [credit] = (await shop.deps.db.select().from(documents)).filter(({ kind }) => kind === 'credit_note')
  expect(credit).toMatchObject({
    netCents: 0,
    taxCents: 8_91,
    grossCents: 8_91,
    content: { reason: `VAT ID ${VAT_ID} is confirmed, so no VAT is due.` },
  })
  expect(await confirm()).toBe('0 orders settled.')
  expect((await read(placed.id)).refunds).toHaveLength(1)
  const mails = await shop.deps.db.select().from(outbox)
  expect(mails.filter(({ dedupeKey }) => dedupeKey.startsWith('order-refunded:'))).toHaveLength(1)
})

test('T10 VAT that is returned moves its base in the tax return to the intra-Community supply, and so do later refunds', async () => {
  const placed = await order(3)
  await pay(placed)
  await refundUnits(placed, 1, 'one') // with its VAT
  await confirm()
  expect(await returned()).toEqual({
    rows: [
      ['intra_community', 0, 73.8, 73.8, 0],
      ['oss', 19, 0, 0, 0],
    ],
    oneStop: [[19, 0, 0]],
    supplies: [[VAT_ID, 73.8]],
  })
  await refundUnits(placed, 1, 'two')
  expect((await returned()).supplies).toEqual([[VAT_ID, 36.9]])
  expect((await returned()).oneStop).toEqual([[19, 0, 0]])
})

/** Rows of the tax return, and credit notes with what each rate has. */
async function ratesOf() {
  const notes = (await shop.deps.db.select().from(documents).orderBy(documents.number)).filter(({ kind }) => kind === 'credit_note')
  const taxes = notes.map(({ content }) => content.taxes.map(({ percent, baseCents, taxCents }) => [percent / 10_000, baseCents, taxCents]))
  return { rows: (await returned()).rows, taxes }
}

test('T10 of two rates of one seller, VAT that is returned falls on each rate as its own lines were taxed', async () => {
  const placed = await order(3, ['standard', 'reduced'])
  expect(placed).toMatchObject({ subtotal: 221.4, shipping: 0, tax: 28.78 })
  await pay(placed)
  await confirm()
  expect(await ratesOf()).toEqual({
    rows: [
      ['intra_community', 0, 221.4, 221.4, 0],
      ['oss', 19, 0, 0, 0],
      ['oss', 7, 0, 0, 0],
    ],
    taxes: [
      [
        [19, 0, 21_03],
        [7, 0, 7_75],
      ],
    ],
  })
})

test('T10 of two rates of one seller, what came back before the VAT is returned is taken from its own rate', async () => {
  const placed = await order(3, ['standard', 'reduced'])
  await pay(placed)
  await refundUnits(placed, 3, 'all-of-one') // with its VAT
  expect(await ratesOf()).toMatchObject({
    rows: [
      ['oss', 19, 0, 0, 0],
      ['oss', 7, 110.7, 110.7, 7.75],
    ],
  })
  await confirm()
  expect(await ratesOf()).toEqual({
    rows: [
      ['intra_community', 0, 110.7, 110.7, 0],
      ['oss', 19, 0, 0, 0],
      ['oss', 7, 0, 0, 0],
    ],
    taxes: [
      [
        [19, 110_70, 21_03],
        [7, 0, 0],
      ],
      [
        [19, 0, 0],
        [7, 0, 7_75],
      ],
    ],
  })
})

test('T10 an amount that names no units is shared over both rates in proportion, and the VAT that is returned is the rest of each', async () => {
  const placed = await order(3, ['standard', 'reduced'])
  await pay(placed)
  const body = { amount: 25.02, password: PASSWORD, reason: '' } // a tenth
  await staff.orderMoney.refund({ params: { id: placed.id }, body, idempotencyKey: 'goodwill' })
  expect((await ratesOf()).taxes).toEqual([
    [
      [19, 11_07, 2_10],
      [7, 11_07, 78],
    ],
  ])
  await confirm()
  const { rows, taxes } = await ratesOf()
  expect(taxes[1]).toEqual([
    [19, 0, 18_93],
    [7, 0, 6_97],
  ])
  expect(rows).toEqual([
    ['intra_community', 0, 199.26, 199.26, 0],
    ['oss', 19, 0, 0, 0],
    ['oss', 7, 0, 0, 0],
  ])
  expect(await read(placed.id)).toMatchObject({ refundedAmount: 50.92 })
})

test('T5 where the seller sells in its own name and owes the VAT, an amount that was refunded before has its part of the VAT in it', async () => {
  await staff.settings.update({ body: { trade: { sellerOfRecord: 'seller', selfBilling: false } } })
  const placed = await order(3)
  expect(placed).toMatchObject({ subtotal: 110.7, tax: 21.03, totalAmount: 131.73 })
  await pay(placed)
  const body = { amount: 13.17, password: PASSWORD, reason: '' } // a tenth
  await staff.orderMoney.refund({ params: { id: placed.id }, body, idempotencyKey: 'goodwill' })
  await confirm()
  expect(await read(placed.id)).toMatchObject({ refundedAmount: 32.1 }) // nine tenths of the VAT beside it
  const rest = { params: { id: placed.id }, body: { password: PASSWORD, reason: '' } }
  await staff.orderMoney.refund({ ...rest, idempotencyKey: 'rest' })
  expect(await read(placed.id)).toMatchObject({ refundedAmount: 131.73, paymentStatus: 'refunded' })
})

test('T5 what comes back afterwards is refunded without VAT, and in all exactly what was paid', async () => {
  const placed = await order(3)
  expect(placed).toMatchObject({ subtotal: 110.7, shipping: 0, tax: 21.03, totalAmount: 131.73 })
  await pay(placed)
  await refundUnits(placed, 1, 'one') // with its VAT
  expect((await read(placed.id)).refundedAmount).toBe(43.91)
  await confirm()
  expect((await read(placed.id)).refundedAmount).toBe(57.93)
  await refundUnits(placed, 1, 'two')
  expect((await read(placed.id)).refundedAmount).toBe(94.83)
  await refundUnits(placed, 1, 'three')
  expect(await read(placed.id)).toMatchObject({ refundedAmount: 131.73, paymentStatus: 'refunded' })
  expect(await accounts()).toEqual(expect.objectContaining({ tax: 0, clearing: 0, seller: 0, commission: 0 }))
})

test('T5 I2 of an order that is not paid yet, the VAT of its invoice is credited when the VAT id is confirmed, and not once more when it is paid', async () => {
  const placed = await order()
  await shop.app.inject({ url: `/api/orders/${placed.id}/invoice.pdf`, headers: { authorization: `Bearer ${ann.token}` } })
  await confirm()
  const notes = async () => (await shop.deps.db.select().from(documents)).filter(({ kind }) => kind === 'credit_note')
  const credit = { netCents: 0, taxCents: 8_91, grossCents: 8_91, content: { reason: `VAT ID ${VAT_ID} is confirmed, so no VAT is due.` } }
  expect(await notes()).toMatchObject([credit])
  await pay(placed)
  expect(await read(placed.id)).toMatchObject({ dueAmount: 0, refundedAmount: 8.91 })
  expect(await notes()).toMatchObject([credit])
  expect(await listDocumentDisagreements(shop.deps.db)).toEqual([])
})

test('T5 of an order that is not paid yet the VAT is taken off the amount due, and the payment is that amount', async () => {
  const placed = await order()
  expect(await confirm()).toBe('1 orders settled.')
  expect(await read(placed.id)).toMatchObject({ dueAmount: 46.89, refunds: [] })
  const { db } = shop.deps
  expect((await db.select().from(outbox)).filter(({ dedupeKey }) => dedupeKey === `vat-confirmed:${placed.id}`)).toHaveLength(1)
  await pay(placed)
  expect(await read(placed.id)).toMatchObject({ dueAmount: 0, refundedAmount: 8.91, refunds: [{ status: 'settled' }] })
  expect(await accounts()).toMatchObject({ tax: 0, clearing: 46_89 })
})

test('T5 a VAT id that is refuted stays charged', async () => {
  const placed = await order()
  await pay(placed)
  shop.advance(120_000)
  vies.behave((response) => say(response, { valid: false, userError: 'INVALID', name: '---' }))
  await verifyDueVatIds(shop.deps)
  expect(await settleVatAnswers(shop.deps)).toBe('1 orders settled.')
  expect(await read(placed.id)).toMatchObject({ refundedAmount: 0 })
  expect((await shop.deps.db.select().from(orders))[0]?.vatWaits).toBeNull()
})

test('T5 where staff trust ids that nobody could check, they read the amount of one that is refuted', async () => {
  await staff.settings.update({ body: { tax: { percent: 8, whenViesIsDown: 'accept' } } })
  const placed = await order()
  expect(placed).toMatchObject({ tax: 0, totalAmount: 46.89 })
  shop.advance(120_000)
  vies.behave((response) => say(response, { valid: false, userError: 'INVALID', name: '---' }))
  await verifyDueVatIds(shop.deps)
  await settleVatAnswers(shop.deps)
  const [notice] = (await shop.deps.db.select().from(notifications)).filter(({ kind }) => kind === 'vat-refuted')
  expect(notice).toMatchObject({
    title: `VAT ID ${VAT_ID} of order ${placed.number} isn't registered`,
    text: "The order was placed without VAT at the shop's risk. VAT is due on €46.89.",
  })
  const mails = (await shop.deps.db.select().from(outbox)).filter(({ dedupeKey }) => dedupeKey === `vat-refuted:${placed.id}`)
  expect(mails).toMatchObject([{ payload: { template: 'vat-refuted', facts: { vatId: VAT_ID, number: placed.number, netCents: 46_89 } } }])
})

test('T5 an order on a trusted id is marked for staff until the id is confirmed; one that is refuted stays marked', async () => {
  await staff.settings.update({ body: { tax: { percent: 8, whenViesIsDown: 'accept' } } })
  const placed = await order()
  const tagged = async () => (await staff.orders.adminById({ params: { id: placed.id } })).tags
  const found = async () => (await staff.orders.listAll({ query: { search: 'unconfirmed vat' } })).items.map(({ id }) => id)
  expect(await tagged()).toEqual(['unconfirmed VAT ID'])
  expect(await found()).toEqual([placed.id])
  await staff.orders.setTags({ params: { id: placed.id }, body: { tags: ['vip', 'unconfirmed VAT ID'] } })
  shop.advance(120_000)
  vies.behave((response) => say(response, { valid: false, userError: 'INVALID', name: '---' }))
  await verifyDueVatIds(shop.deps)
  await settleVatAnswers(shop.deps)
  expect(await tagged()).toEqual(['vip', 'unconfirmed VAT ID'])

  isDown()
  await shop.deps.db.delete(vatChecks)
  const second = await order()
  shop.advance(1000)
  const [check] = await shop.deps.db.select().from(vatChecks).where(eq(vatChecks.vatId, VAT_ID))
  await staff.vatIds.confirm({ params: { id: check?.id ?? '' }, body: { note: 'Seen on paper' } })
  await settleVatAnswers(shop.deps)
  expect((await staff.orders.adminById({ params: { id: second.id } })).tags).toEqual([])
  expect(await found()).toEqual([placed.id])
})

test('T5 staff confirm by hand what nobody can be asked about; two workers settle an order once', async () => {
  const placed = await order()
  await pay(placed)
  shop.advance(1000)
  const [check] = await shop.deps.db.select().from(vatChecks).where(eq(vatChecks.vatId, VAT_ID))
  await staff.vatIds.confirm({ params: { id: check?.id ?? '' }, body: { note: 'Seen on paper' } })
  await Promise.all([settleVatAnswers(shop.deps), settleVatAnswers(shop.deps), settleVatAnswers(shop.deps)])
  expect(await read(placed.id)).toMatchObject({ refundedAmount: 8.91, refunds: [{ amount: 8.91 }] })
})

test('T4.10 VAT of a delivery within the country stays, whatever is confirmed', async () => {
  isDown()
  const seller = await shop.make.business({ country: 'Germany' })
  const product = await shop.make.product({
    category: 'mat',
    shippingClass: 'parcel',
    priceEurCents: 100_00,
    businessId: seller.id,
    ladder: [],
  })
  const query = { currency: 'EUR', country: 'DE', zip: '50667', buyer: 'business', vatId: VAT_ID } as const
  const cart = await ann.cart.addItem({ query, body: { productId: product.id, quantity: 1 } })
  expect(cart.vatNotice).toBeNull()
  const { amount: _amount, ...body } = orderOf(cart)
  await ann.checkout.placeOrder({ body: { ...body, customer: german } })
  expect((await shop.deps.db.select().from(orders))[0]?.vatWaits).toBeNull()
})

/** An order by a plan, with its VAT in each part, and what each of its invoices and credit notes has: gross, tax. */
async function orderByPlan(quantity = 1) {
  const placed = await order(quantity, ['standard', 'reduced'])
  const paymentPlan = PLAN_PRESETS.retention.of(30).map((milestone) => ({ ...milestone, id: crypto.randomUUID() }))
  await shop.deps.db.update(orders).set({ paymentPlan }).where(eq(orders.id, placed.id))
  return read(placed.id)
}
const payPart = (id: string, amount: number, slip: string) =>
  staff.orderMoney.markPaid({
    params: { id },
    body: { method: 'bank_transfer', reference: slip, paidAt: shop.deps.now().toISOString(), amount },
  })
const writtenOf = async (kind: 'invoice' | 'credit_note') => {
  const rows = await shop.deps.db.select().from(documents).orderBy(documents.issuedAt, documents.number)
  return rows.filter((row) => row.kind === kind).map(({ grossCents, taxCents }) => [grossCents, taxCents])
}
const sumOf = (rows: number[][], column: number) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0)
const centsOf = (amount: number) => Math.round(amount * 100)

test('of an order by a plan whose deposit was paid with VAT, only that VAT is credited: later parts are asked and invoiced without it', async () => {
  const placed = await orderByPlan(3)
  const netCents = centsOf(placed.totalAmount) - centsOf(placed.tax)
  const [deposit] = placed.plan ?? []
  await payPart(placed.id, deposit?.amount ?? 0, 'one')
  await confirm()
  const now = await read(placed.id)
  expect(now.plan?.reduce((sum, { amount }) => sum + centsOf(amount), 0)).toBe(netCents)
  expect(centsOf(now.dueAmount)).toBe(netCents - centsOf(deposit?.amount ?? 0))
  const before = await writtenOf('invoice') // the deposit, and the part before dispatch, since the work has begun
  const byTax = ([, one = 0]: number[], [, other = 0]: number[]) => one - other
  expect((await writtenOf('credit_note')).toSorted(byTax)).toEqual(before.toSorted(byTax).map(([, tax]) => [tax, tax]))
  expect(sumOf(before, 1)).toBeLessThan(centsOf(placed.tax))
  await payPart(placed.id, now.plan?.[1]?.open ?? 0, 'two')
  await payPart(placed.id, (await read(placed.id)).dueAmount, 'three')
  expect(await read(placed.id)).toMatchObject({ dueAmount: 0, refundedAmount: placed.tax, paymentStatus: 'partially_refunded' })
  const invoices = await writtenOf('invoice')
  const credits = await writtenOf('credit_note')
  expect(invoices.slice(before.length).map((row) => row[1])).toEqual([0])
  expect(sumOf(invoices, 0) - sumOf(credits, 0)).toBe(netCents)
  expect(sumOf(invoices, 1) - sumOf(credits, 1)).toBe(0)
  expect(await confirm()).toBe('0 orders settled.')
})

test('VAT that is worth more than the last part of a plan pays it, and the rest is refunded', async () => {
  const placed = await orderByPlan(3)
  const [deposit, dispatch] = placed.plan ?? []
  await payPart(placed.id, (centsOf(deposit?.amount ?? 0) + centsOf(dispatch?.amount ?? 0)) / 100, 'two parts')
  await confirm()
  expect(await read(placed.id)).toMatchObject({ dueAmount: 0, paymentStatus: 'partially_paid' })
  await settleCredited(shop.deps)
  expect(await read(placed.id)).toMatchObject({ refundedAmount: placed.tax, paymentStatus: 'partially_refunded' })
  const [invoices, credits] = [await writtenOf('invoice'), await writtenOf('credit_note')]
  expect(sumOf(invoices, 0) - sumOf(credits, 0)).toBe(centsOf(placed.totalAmount) - centsOf(placed.tax))
  expect(sumOf(invoices, 1)).toBe(sumOf(credits, 1))
})

test('VAT that is removed before anything of a plan was invoiced is on no invoice', async () => {
  const placed = await orderByPlan()
  const netCents = centsOf(placed.totalAmount) - centsOf(placed.tax)
  await confirm()
  await payPart(placed.id, (await read(placed.id)).dueAmount, 'all')
  expect([await writtenOf('invoice'), await writtenOf('credit_note')]).toEqual([[[netCents, 0]], []])
})

test('VAT that is removed once all parts are invoiced is credited on each of them', async () => {
  const placed = await orderByPlan()
  await payPart(placed.id, placed.totalAmount, 'all')
  const paid = await orderByPlan(2)
  for (const [index, part] of (paid.plan ?? []).entries()) await payPart(paid.id, part.amount, `part ${index}`)
  await confirm()
  for (const { id, tax } of [placed, paid]) expect((await read(id)).refundedAmount).toBe(tax)
})
