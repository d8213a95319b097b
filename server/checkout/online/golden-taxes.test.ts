import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Cart } from '#contract/cart/cart.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { SettingsBody } from '#contract/platform/settings.ts'
import type { BuyerKind } from '#domain/buyer-kind.ts'
import type { Currency } from '#domain/money.ts'
import { VAT_ID_NOTICES } from '#domain/vat-id.ts'
import { hashPassword } from '#server/identity/auth/password.ts'
import { listOrderDisagreements } from '#server/orders/order-disagreements.ts'
import { listReplayDisagreements } from '#server/orders/replayed-orders.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import {
  businesses,
  ledgerEntries,
  markets,
  orderLines,
  orders,
  sellerOrders,
  taxExemptions,
  taxRegistrations,
  taxRules,
  vatChecks,
} from '#server/platform/db/schema.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let made = 0
let passwordHash = ''
const PASSWORD = 'corrugated-board-7'
beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  await addDemoTaxes(shop.deps)
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('super_admin', { passwordHash })
  made = 0
})
afterEach(async () => {
  const { db } = shop.deps
  expect([...(await listOrderDisagreements(db)), ...(await listReplayDisagreements(db)), ...(await listMoneyDisagreements(db))]).toEqual([])
})

type ProductInput = Parameters<TestShop['make']['product']>[0]
const freight = { category: 'mat-maker', shippingClass: 'freight' } as const
const parcel = { category: 'mat', shippingClass: 'parcel' } as const
const packed = (packageLengthMm: number, packageWidthMm: number, packageHeightMm: number) => ({
  packageLengthMm,
  packageWidthMm,
  packageHeightMm,
})
/** The products of the table: prices in cents of USD and EUR, and the country that they leave from. */
const GOODS = {
  P: [39_50, 36_90, 'Ireland', { ...parcel, weightGrams: 10_000 }],
  Q: [19_90, 18_20, 'France', { ...parcel, weightGrams: 3000 }],
  T: [9_50, 9_20, 'United States', { ...parcel, weightGrams: 1000 }],
  M: [12_500_00, 11_490_00, 'United States', { ...freight, weightGrams: 90_000 }],
  L: [14_200_00, 12_950_00, 'Germany', { ...freight, weightGrams: 240_000, ...packed(800, 700, 1160) }],
  C: [4_650_00, 4_290_00, 'Sweden', { ...freight, weightGrams: 74_000, ...packed(500, 700, 800) }],
  K: [15_80, 14_90, 'United Kingdom', { ...parcel, weightGrams: 5000 }],
  F: [127_00, 117_00, 'Germany', { ...parcel, weightGrams: 900 }],
  A: [100_00, 100_00, 'Germany', { ...parcel, weightGrams: 1000 }],
  B: [50_00, 50_00, 'Germany', { ...parcel, weightGrams: 1000, taxClass: 'reduced' }],
} as const satisfies Record<string, readonly [number, number, string, ProductInput]>
type Good = keyof typeof GOODS

/** Postal codes of the places of the table. */
const PLACES: Readonly<Record<string, string>> = Object.fromEntries(
  'DE 10115|FR 75001|FI 00100|HU 1051|SE 111 20|GB SW1A 1AA|CH 8001|IE D02 X285'.split('|').map((one) => [one.slice(0, 2), one.slice(3)]),
)

interface Row {
  id: string
  buyer: BuyerKind
  /** Country, or state of the United States with its ZIP code. */
  to: string
  zip?: string
  currency?: Currency
  goods: Partial<Record<Good, number>>
  code?: string
  method?: 'express'
  vatId?: string
  given?: () => Promise<unknown>
  /** Subtotal, discount, shipping, tax, total. */
  amounts: readonly number[]
  rates: readonly (readonly [label: string, amount: number])[]
  reason: string
}

const settle = (body: SettingsBody) => staff.settings.update({ body })
const bySeller = () => settle({ trade: { sellerOfRecord: 'seller', selfBilling: false } })
const nexus = async (state: string, rate: number, shipsTaxed: boolean) => {
  await settle({ tax: { percent: 8, usMode: 'states' } })
  const { db } = shop.deps
  await db.insert(taxRegistrations).values({ country: 'US', state, scheme: 'sales_tax', number: `${state}-1`, validFrom: '2026-01-01' })
  await db.insert(taxRules).values({ country: 'US', state, rate: rate * 10_000, shipsTaxed, validFrom: '2026-01-01' })
}
const register = (scheme: 'domestic' | 'oss' | 'ioss', country: string, businessId: string | null = null) =>
  shop.deps.db.insert(taxRegistrations).values({ businessId, country, scheme, number: `${country}-1`, validFrom: '2026-01-01' })
const answered = (vatId: string, status: 'valid' | 'invalid') =>
  shop.deps.db.insert(vatChecks).values({ vatId, status, source: 'vies', checkedAt: shop.deps.now(), createdAt: shop.deps.now() })
const certified = async () => {
  const certificate = { states: ['IL'], number: 'IL-1', file: 'one' }
  await shop.deps.db.insert(taxExemptions).values({ ...certificate, userId: ann.user.id, kind: 'resale', status: 'accepted' })
}
/** Registers the seller of a product for the one-stop shop of its country. */
const sellersWithOneStop = async () => {
  await bySeller()
  for (const [good, country] of [
    ['P', 'IE'],
    ['Q', 'FR'],
  ] as const) {
    const name = `Seller of ${good}`
    const [seller] = await shop.deps.db.select().from(businesses).where(eq(businesses.name, name))
    await register('domestic', country, seller?.id)
    await register('oss', country, seller?.id)
  }
}

/** Id, buyer, place, ZIP code, currency, products, code, method, VAT id; subtotal, discount, shipping, tax and total; rates of the cart; reason of a line. */
const TABLE = `
  G9           | business | IL | 60607 | USD | P×3     |           |         |             | 118.5 0 0 0 118.5                  | Tax (0%) 0                     | exempt_certificate
  G12          | business | TX | 78701 | USD | P×1     |           |         |             | 39.5 0 9.99 4.08 53.57             | Tax (8.25%) 4.08               | sales_tax
  G13          | consumer | OR | 97201 | USD | P×1     |           |         |             | 39.5 0 9.99 0 49.49                | Tax (0%) 0                     | no_nexus
  G14          | consumer | IL | 62701 | USD | P×1     |           |         |             | 39.5 0 9.99 2.47 51.96             | Tax (6.25%) 2.47               | sales_tax
  G15          | consumer | DE |       | EUR | P×1     |           |         |             | 43.91 0 11.89 8.91 55.8            | VAT (19%) 8.91                 | oss
  G16          | consumer | DE |       | EUR | P×3     |           |         |             | 131.73 0 0 21.03 131.73            | VAT (19%) 21.03                | oss
  G17          | consumer | DE |       | EUR | P×3     | WELCOME10 |         |             | 131.73 13.17 0 18.93 118.56        | VAT (19%) 18.93                | oss
  G18          | consumer | DE |       | EUR | P×3     | SAVE25    |         |             | 131.73 25 0 17.04 106.73           | VAT (19%) 17.04                | oss
  G19          | business | DE |       | EUR | P×3     |           |         | DE111111117 | 110.7 0 0 0 110.7                  | VAT (0%) 0                     | intra_community
  G20          | business | DE |       | EUR | P×1     |           |         | DE123456788 | 36.9 0 9.99 8.91 55.8              | VAT (19%) 8.91                 | oss
  G21          | business | DE |       | EUR | P×1     |           |         | DE123456788 | 36.9 0 9.99 8.91 55.8              | VAT (19%) 8.91                 | oss
  G22          | consumer | FR |       | EUR | L×1     |           |         |             | 15540 0 346.8 2647.8 15886.8    | VAT (20%) 2647.8              | oss
  G23          | business | DE |       | EUR | L×1     |           |         | DE111111117 | 12950 0 289 2515.41 15754.41    | VAT (19%) 2515.41             | domestic
  G24          | consumer | FI |       | EUR | Q×1     |           |         |             | 22.84 0 12.54 7.19 35.38           | VAT (25.5%) 7.19               | oss
  G25          | consumer | HU |       | USD | P×2     |           |         |             | 100.34 0 0 21.33 100.34            | VAT (27%) 21.33                | oss
  G26          | consumer | SE |       | EUR | C×1     |           |         |             | 5362.5 0 186.25 1109.75 5548.75 | VAT (25%) 1109.75             | domestic
  G27          | consumer | DE |       | EUR | P×1 T×1 |           |         |             | 54.86 0 47.47 16.34 102.33         | VAT (19%) 8.91; VAT (19%) 7.43 | oss
  G29          | business | GB |       | EUR | P×1     |           |         |             | 36.9 0 49.9 0 86.8                 | VAT (0%) 0                     | export
  G30          | consumer | CH |       | EUR | Q×1     |           |         |             | 18.2 0 29.9 0 48.1                 | VAT (0%) 0                     | export
  G31          | consumer | DE |       | EUR | K×1     |           |         |             | 17.73 0 11.89 4.73 29.62           | VAT (19%) 4.73                 | oss
  G32          | business | DE |       | EUR | P×1 Q×1 |           |         | DE111111117 | 55.1 0 9.99 0 65.09                | VAT (0%) 0                     | intra_community
  G33          | consumer | DE |       | EUR | P×1 Q×1 |           |         |             | 65.57 0 11.89 12.37 77.46          | VAT (19%) 12.37                | oss
  G34          | consumer | DE |       | EUR | F×1     |           |         |             | 117 0 0 0 117                      | VAT (0%) 0                     | small_business
  G35          | business | DE |       | EUR | A×1 B×1 |           | express |             | 150 0 19.99 25.5 195.49            | VAT (19%) 21.53; VAT (7%) 3.97 | domestic
  G36          | business | DE |       | EUR | A×1 B×1 | WELCOME10 | express |             | 150 15 19.99 23.25 178.24          | VAT (19%) 19.63; VAT (7%) 3.62 | domestic
  G37          | consumer | DE |       | EUR | A×1 B×1 | WELCOME10 | express |             | 172.5 17.25 22.99 23.25 178.24     | VAT (19%) 19.63; VAT (7%) 3.62 | domestic
  G38          | consumer | DE |       | USD | P×2     |           |         |             | 94.02 0 11.89 16.91 105.91         | VAT (19%) 16.91                | oss
  G39          | business | IE |       | EUR | P×1     |           |         | IE6388047V  | 36.9 0 9.99 10.78 57.67            | VAT (23%) 10.78                | domestic
  G44 consumer | consumer | DE |       | EUR | Q×7     |           |         |             | 151.62 0 0 24.21 151.62            | VAT (19%) 24.21                | oss
  G44 business | business | DE |       | EUR | Q×7     |           |         |             | 127.4 0 0 24.21 151.61             | VAT (19%) 24.21                | oss
`

/** Settings and facts before the order of a row. */
const GIVEN: Readonly<Record<string, () => Promise<unknown>>> = {
  G9: certified,
  G12: () => nexus('TX', 8.25, true),
  G13: () => settle({ tax: { percent: 8, usMode: 'states' } }),
  G14: () => nexus('IL', 6.25, false),
  G20: () => answered('DE123456788', 'invalid'),
  G27: () => register('ioss', 'IE'),
  G31: async () => {
    await bySeller()
    await shop.deps.db
      .update(businesses)
      .set({ dispatch: { address: '1 Quay', city: 'Dublin', state: '', postalCode: 'D02 X285', country: 'IE' } })
      .where(eq(businesses.name, 'Seller of K'))
  },
  G32: sellersWithOneStop,
  G33: sellersWithOneStop,
  G34: async () => {
    await bySeller()
    await shop.deps.db.update(businesses).set({ vatScheme: 'small_business' }).where(eq(businesses.name, 'Seller of F'))
  },
  G39: () => answered('IE6388047V', 'valid'),
}

const ROWS = TABLE.trim()
  .split('\n')
  .map((line): Row => {
    const [id = '', buyer, to = '', zip, currency, goods = '', code, method, vatId, amounts = '', rates = '', reason = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    return {
      id,
      buyer: buyer === 'business' ? 'business' : 'consumer',
      to,
      ...(zip && { zip }),
      currency: currency === 'USD' ? 'USD' : 'EUR',
      goods: Object.fromEntries(goods.split(' ').map((one) => [one.split('×')[0], Number(one.split('×')[1])])),
      ...(code && { code }),
      ...(method === 'express' && { method }),
      ...(vatId && { vatId }),
      ...(GIVEN[id] && { given: GIVEN[id] }),
      amounts: amounts.split(' ').map(Number),
      rates: rates
        .split('; ')
        .map((rate) => [rate.slice(0, rate.lastIndexOf(' ')), Number(rate.slice(rate.lastIndexOf(' ') + 1))] as const),
      reason,
    }
  })

async function addGoods(goods: Row['goods'], currency: Currency) {
  for (const [good, quantity = 0] of Object.entries(goods)) {
    const [priceUsdCents, priceEurCents, country, more] = GOODS[good as Good]
    const business = await shop.make.business({ name: `Seller of ${good}`, slug: `seller-${(made += 1)}`, country })
    const name = `Product ${good} ${(made += 1)}`
    const product = await shop.make.product({ ...more, name, priceUsdCents, priceEurCents, businessId: business.id, ladder: [] })
    await ann.cart.addItem({ query: { currency }, body: { productId: product.id, quantity } })
  }
}

const formOf = ({ to, zip, buyer, vatId }: Pick<Row, 'to' | 'zip' | 'buyer' | 'vatId'>) => ({
  ...customerForm,
  country: zip ? 'US' : to,
  state: zip ? to : '',
  zipCode: zip ?? PLACES[to] ?? '',
  buyerKind: buyer,
  ...(vatId && { vatId }),
})

/** The cart of a row for its place and buyer. */
async function cartOf(row: Pick<Row, 'to' | 'zip' | 'buyer' | 'vatId' | 'code' | 'method'>, currency: Currency): Promise<Cart> {
  const { country, state, zipCode: zip } = formOf(row)
  const query = { currency, country, state, zip, buyer: row.buyer, vatId: row.vatId ?? '' }
  if (row.code) await ann.cart.applyPromo({ query, body: { code: row.code } })
  if (row.method) await ann.cart.setShipping({ query, body: { shippingMethod: row.method } })
  return ann.cart.list({ query })
}

async function storedOf({ id }: Order) {
  const { db } = shop.deps
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, id))
  const parts = await db.select().from(sellerOrders).where(eq(sellerOrders.orderId, id))
  return { order, lines, parts }
}

test.each(ROWS)('$id is the same in the cart, the order and its replay', async (row) => {
  const { currency = 'EUR', amounts } = row
  const [subtotal = 0, discount = 0, shipping = 0, tax = 0, total = 0] = amounts
  await addGoods(row.goods, currency)
  await row.given?.()
  const cart = await cartOf(row, currency)
  expect(cart.totals).toEqual({ subtotal, discount, shipping, tax, total })
  expect(cart.tax.lines.map(({ label, amount }) => [label, amount])).toEqual(row.rates)
  expect(cart.items.reduce((sum, { lineTotal }) => sum + Math.round(lineTotal * 100), 0)).toBe(Math.round(subtotal * 100))
  expect(cart.canCheckOut).toBe(true)
  const isIncluded = cart.tax.mode === 'included'
  const { amount: _amount, ...body } = orderOf(cart)
  const order = await ann.checkout.placeOrder({ body: { ...body, customer: formOf(row), expectedTotal: total } })
  expect(order).toMatchObject({ subtotal, discount, shipping, tax, totalAmount: total })
  const { order: stored, lines, parts } = await storedOf(order)
  expect(stored).toMatchObject({ taxMode: isIncluded ? 'included' : 'added', buyerKind: row.buyer, pricing: { version: 2 } })
  expect(lines.some(({ taxReason }) => taxReason === row.reason)).toBe(true)
  const sums = (['discountCents', 'shippingCents', 'taxCents'] as const).map(
    (name) => lines.reduce((cents, line) => cents + (line[name] ?? 0), 0) / 100,
  )
  expect(sums).toEqual([discount, shipping, tax])
  expect(parts.reduce((cents, part) => cents + part.totalCents, 0) / 100).toBe(total)
})

describe('what is not sold', () => {
  test('G28 T4.6 a parcel that has to clear customs is refused in the cart and on the order, with the same sentence', async () => {
    await addGoods({ T: 1 }, 'EUR')
    const german = { to: 'DE', buyer: 'consumer' } as const
    const cart = await cartOf(german, 'EUR')
    const text = "We can't ship Product T 2 to private buyers in Germany because it has to clear customs. Request a quote instead."
    expect(cart).toMatchObject({
      canCheckOut: false,
      items: [{ available: false, notice: text, shipping: 'quote', price: 10.95 }],
      totals: { total: 0 },
    })
    const problem = await refusalOf(ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: formOf(german) } }))
    expect(problem).toMatchObject({ status: 409, code: 'not_sold_there', detail: text, cart: { canCheckOut: false } })
    expect(await shop.deps.db.$count(orders)).toBe(0)
    expect(await cartOf({ to: 'DE', buyer: 'business' }, 'EUR')).toMatchObject({
      canCheckOut: true,
      tax: { lines: [{ reason: 'export_to_eu' }] },
    })
  })

  test('X6 a market for businesses only refuses private buyers, in the cart and on the order', async () => {
    await shop.deps.db.update(markets).set({ sellsToConsumers: false }).where(eq(markets.country, 'DE'))
    await addGoods({ P: 1 }, 'EUR')
    const german = { to: 'DE', buyer: 'consumer' } as const
    const notice = "We don't sell to private buyers in Germany yet."
    const cart = await cartOf(german, 'EUR')
    expect(cart).toMatchObject({ canCheckOut: false, items: [{ available: false, notice }] })
    const problem = await refusalOf(ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: formOf(german) } }))
    expect(problem).toMatchObject({ status: 409, code: 'not_sold_there', detail: notice })
    expect(await cartOf({ ...german, buyer: 'business' }, 'EUR')).toMatchObject({ canCheckOut: true })
  })

  test('T4.15 a country without a registration is refused, what else is in the cart is still priced', async () => {
    await shop.deps.db.delete(taxRegistrations)
    await addGoods({ P: 1, T: 1 }, 'EUR')
    const cart = await cartOf({ to: 'DE', buyer: 'business' }, 'EUR')
    expect(cart).toMatchObject({
      canCheckOut: false,
      items: [
        { notice: "We can't take online orders from Germany yet. Request a quote instead.", price: 36.9 },
        { notice: null, price: 9.2 },
      ],
      totals: { subtotal: 9.2 },
    })
    expect(await staff.tax.refusals()).toEqual([{ country: 'DE', buyers: 1 }])
    expect((await refusalOf(ann.tax.refusals())).status).toBe(403)
  })
})

describe('VAT ids', () => {
  test('T5 the cart says why a VAT id does not count, and only where it would change the tax', async () => {
    await addGoods({ P: 1 }, 'EUR')
    const german = { to: 'DE', buyer: 'business', vatId: 'DE123456788' } as const
    expect((await cartOf(german, 'EUR')).vatNotice).toBe(VAT_ID_NOTICES.unavailable)
    await answered('DE123456788', 'invalid')
    expect((await cartOf(german, 'EUR')).vatNotice).toBe(VAT_ID_NOTICES.invalid)
    expect((await cartOf({ ...german, vatId: 'DE1' }, 'EUR')).vatNotice).toContain("isn't a valid VAT ID")
    expect((await cartOf({ ...german, vatId: 'DE111111117' }, 'EUR')).vatNotice).toBeNull()
    expect((await cartOf({ ...german, to: 'IE' }, 'EUR')).vatNotice).toBeNull()
    expect((await cartOf({ ...german, buyer: 'consumer' }, 'EUR')).vatNotice).toBeNull()
  })

  test('T5 an answer counts for seven days, and an order keeps it with its consultation number', async () => {
    await addGoods({ P: 1 }, 'EUR')
    const german = { to: 'DE', buyer: 'business', vatId: 'DE111111117' } as const
    const order = await ann.checkout.placeOrder({ body: { ...orderOf(await cartOf(german, 'EUR')), customer: formOf(german) } })
    const { order: stored } = await storedOf(order)
    expect(stored).toMatchObject({
      vatWaits: null,
      taxCountry: 'DE',
      pricing: {
        taxSources: [{ row: 'T4.11', registration: 'IE1234567T', certificate: null }],
        vatCheck: { vatId: 'DE111111117', counted: true, isTrusted: false, answer: { status: 'valid', source: 'staff' } },
      },
    })
    await shop.deps.db.update(vatChecks).set({ checkedAt: new Date(shop.deps.now().getTime() - 8 * 86_400_000) })
    await addGoods({ P: 1 }, 'EUR')
    expect(await cartOf(german, 'EUR')).toMatchObject({ vatNotice: VAT_ID_NOTICES.unavailable, tax: { lines: [{ percent: 19 }] } })
  })

  test('T5 where staff trust ids that nobody could check, the order is marked and waits for the answer', async () => {
    await settle({ tax: { percent: 8, whenViesIsDown: 'accept' } })
    await addGoods({ P: 1 }, 'EUR')
    const german = { to: 'DE', buyer: 'business', vatId: 'DE123456788' } as const
    const cart = await cartOf(german, 'EUR')
    expect(cart).toMatchObject({ vatNotice: null, tax: { lines: [{ reason: 'intra_community' }] } })
    const order = await ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: formOf(german) } })
    expect((await storedOf(order)).order).toMatchObject({
      vatWaits: 'DE123456788',
      pricing: { vatCheck: { counted: true, isTrusted: true } },
    })
  })
})

test('T1 T7 a shop of sellers freezes who sells, and collects for whom the table says', async () => {
  await addGoods({ P: 1, Q: 1 }, 'EUR')
  await sellersWithOneStop()
  const german = { to: 'DE', buyer: 'consumer' } as const
  const order = await ann.checkout.placeOrder({ body: { ...orderOf(await cartOf(german, 'EUR')), customer: formOf(german) } })
  const { order: stored, lines, parts } = await storedOf(order)
  expect(stored?.sellerOfRecord).toBe('seller')
  expect(lines.every(({ collector, businessId }) => collector === businessId)).toBe(true)
  const byTotal = parts.toSorted((one, other) => one.totalCents - other.totalCents)
  expect(byTotal.map(({ totalCents, shippingCents, taxCents }) => [totalCents, shippingCents, taxCents])).toEqual([
    [25_59, 3_93, 4_09],
    [51_87, 7_96, 8_28],
  ])
})

test('T1 the tax of a seller goes to its earnings, and comes from them when units come back', async () => {
  await addGoods({ P: 1, Q: 1 }, 'EUR')
  await sellersWithOneStop()
  const german = { to: 'DE', buyer: 'consumer' } as const
  const order = await ann.checkout.placeOrder({ body: { ...orderOf(await cartOf(german, 'EUR')), customer: formOf(german) } })
  const body = { method: 'bank_transfer' as const, reference: order.number, paidAt: shop.deps.now().toISOString() }
  await staff.orderMoney.markPaid({ params: { id: order.id }, body })
  const sums = async () => {
    const rows = await shop.deps.db.select().from(ledgerEntries)
    const of = (account: string) => rows.filter((row) => row.account === account).reduce((sum, { debitCents }) => sum + debitCents, 0)
    return { tax: of('tax'), seller: of('seller'), commission: of('commission'), clearing: of('clearing') }
  }
  const totalCents = Math.round(order.totalAmount * 100)
  const commission = -5_51 // 10% of 55.10 without tax
  expect(await sums()).toEqual({ tax: 0, seller: -totalCents - commission, commission, clearing: totalCents })
  for (const { productId, quantity } of order.items) {
    const refund = { lines: [{ productId, quantity }], password: PASSWORD, reason: '' }
    await staff.orderMoney.refund({ params: { id: order.id }, body: refund, idempotencyKey: productId })
  }
  expect(await sums()).toMatchObject({ tax: 0, commission: 0, seller: -11_89, clearing: 11_89 })
})
