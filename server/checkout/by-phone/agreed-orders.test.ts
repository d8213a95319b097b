import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PhonePreviewBody } from '#contract/checkout/phone-orders.ts'
import { LIST_TERMS } from '#domain/agreed-terms.ts'
import { ladderFor } from '#domain/pricing.ts'
import { readPricer } from '#server/cart/price-agreed.ts'
import { listDocumentDisagreements } from '#server/payments/documents/document-disagreements.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { listReplayDisagreements } from '#server/payments/ledger/replayed-orders.ts'
import { documents, orderLines, orders, products, sellerOrders, stockMovements } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { goldenForm, openGoldenShop } from '#server/testing/golden-orders.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* Orders at terms that staff agreed on with a customer: what is previewed is placed, stored, replayed, paid and invoiced to the cent. */

const PASSWORD = 'a box of old boxes'

let shop: TestShop
let ann: SignedInUser
let clerk: SignedInUser
let passwordHash = ''
let golden: Awaited<ReturnType<typeof openGoldenShop>>
beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer' })
  clerk = await shop.signIn('super_admin', { name: 'Carla Clerk', passwordHash })
  golden = await openGoldenShop(shop, { buyer: ann, staff: clerk })
  await golden.answered('IE6388047V', 'valid')
})
afterEach(async () => {
  const { db } = shop.deps
  const found = [await listOrderDisagreements(db), await listReplayDisagreements(db), await listMoneyDisagreements(db)]
  expect([...found, await listDocumentDisagreements(db)].flat()).toEqual([])
})

type ProductInput = Parameters<TestShop['make']['product']>[0]
const GOODS = {
  L: [
    'Germany',
    { category: 'mat-maker', shippingClass: 'freight', priceUsdCents: 14_200_00, priceEurCents: 12_950_00, weightGrams: 240_000 },
  ],
  A: ['Germany', { category: 'mat', shippingClass: 'parcel', priceUsdCents: 110_00, priceEurCents: 100_00, weightGrams: 1000 }],
  P: ['Ireland', { category: 'mat', shippingClass: 'parcel', priceUsdCents: 39_50, priceEurCents: 36_90, weightGrams: 10_000 }],
} as const satisfies Record<string, readonly [string, ProductInput]>

let made = 0
async function makeProduct(good: keyof typeof GOODS, more: ProductInput = {}) {
  const [country, input] = GOODS[good]
  const business = await shop.make.business({ name: `Seller of ${good}`, slug: `agreed-${(made += 1)}`, country })
  return shop.make.product({ ...input, name: `Product ${good} ${made}`, businessId: business.id, ladder: [], ...more })
}

type Terms = Partial<Pick<PhonePreviewBody, 'customLines' | 'freight' | 'discount' | 'promoCode' | 'currency'>>
interface Wish extends Terms {
  to: string
  zip?: string
  buyer?: 'business' | 'consumer'
  vatId?: string
  items: PhonePreviewBody['items']
}

const termsOf = ({ to: _to, zip: _zip, buyer: _buyer, vatId: _vatId, currency = 'EUR', ...terms }: Wish) => ({
  userId: ann.user.id,
  currency,
  shippingMethod: 'standard' as const,
  ...terms,
})
const formOf = ({ to, zip, buyer = 'business', vatId }: Wish) => ({
  ...goldenForm({ to, buyer, ...(zip && { zip }), ...(vatId && { vatId }) }),
  ...(!zip && PLACES[to]),
})
const PLACES: Readonly<Record<string, object>> = {
  CA: { state: 'ON', zipCode: 'M5V 2T6', city: 'Toronto' },
  NO: { state: '', zipCode: '0150', city: 'Oslo' },
}

function preview(wish: Wish) {
  const { country, state, zipCode: zip, buyerKind: buyer } = formOf(wish)
  return clerk.phoneOrders.preview({ body: { ...termsOf(wish), country, state, zip, buyer, vatId: wish.vatId ?? '' } })
}

/** The order as staff send it who saw its preview. */
async function bodyOf(wish: Wish) {
  const { cart } = await preview(wish)
  const items = wish.items.map(({ id, quantity, price }) => {
    return { id, quantity, price: price ?? cart.items.find(({ productId }) => productId === id)?.price ?? 0 }
  })
  return {
    ...termsOf(wish),
    items,
    amount: cart.totals.total,
    customer: formOf(wish),
    reason: 'Agreed at the fair',
    beyondLimit: true,
  }
}

const place = async (wish: Wish) => clerk.phoneOrders.place({ body: await bodyOf(wish) })

async function storedOf(id: string) {
  const { db } = shop.deps
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(orderLines.position)
  const parts = await db.select().from(sellerOrders).where(eq(sellerOrders.orderId, id))
  return { order, lines, parts }
}

async function pay(id: string) {
  const paidAt = shop.deps.now().toISOString()
  await clerk.orderMoney.markPaid({ params: { id }, body: { method: 'bank_transfer', reference: id.slice(0, 8), paidAt } })
  return shop.deps.db.select().from(documents).where(eq(documents.orderId, id))
}

const service = (text: string, price: number, more: object = {}) => ({
  text,
  price,
  quantity: 1,
  kind: 'service' as const,
  taxClass: 'standard' as const,
  ...more,
})

interface Row {
  name: string
  good: keyof typeof GOODS
  more?: ProductInput
  quantity?: number
  price?: number
  wish: Omit<Wish, 'items'>
  /** Subtotal, discount, shipping, tax, total. */
  amounts: readonly number[]
  reason: string
  usd?: number
}

const ROWS: readonly Row[] = [
  {
    name: 'a price of its own in Illinois',
    good: 'L',
    price: 13_500,
    wish: { to: 'IL', zip: '60607', currency: 'USD', freight: { amount: 0, text: 'Freight included' } },
    amounts: [13_500, 0, 0, 1_080, 14_580],
    reason: 'us_flat',
  },
  {
    name: 'freight, installation and training to Toronto, where freight is by quote',
    good: 'L',
    wish: {
      to: 'CA',
      currency: 'USD',
      freight: { amount: 1_850, text: 'Sea freight to Toronto' },
      customLines: [service('Installation', 2_400), service('Training, one day', 650, { quantity: 2 })],
    },
    amounts: [17_900, 0, 1_850, 0, 19_750],
    reason: 'export',
  },
  {
    name: 'reverse charge with a discount, counted in USD by list prices',
    good: 'L',
    price: 12_000,
    wish: { to: 'IE', vatId: 'IE6388047V', discount: 500, freight: { amount: 640, text: 'Freight' } },
    amounts: [12_000, 500, 640, 0, 12_140],
    reason: 'intra_community',
    usd: 13_311.82,
  },
  {
    name: 'two tax rates',
    good: 'A',
    quantity: 2,
    price: 90,
    wish: {
      to: 'DE',
      discount: 10,
      freight: { amount: 15, text: 'Freight' },
      customLines: [{ text: 'Printed manuals', price: 33.33, quantity: 1, kind: 'custom', taxClass: 'reduced' }],
    },
    amounts: [213.33, 10, 15, 37.39, 255.72],
    reason: 'domestic',
  },
  {
    name: 'a consumer who sees prices with tax',
    good: 'P',
    quantity: 2,
    price: 30,
    wish: {
      to: 'DE',
      buyer: 'consumer',
      discount: 5,
      freight: { amount: 10, text: 'Courier' },
      customLines: [service('Installation', 100)],
    },
    amounts: [190.4, 5, 11.9, 31.5, 197.3],
    reason: 'oss',
  },
  {
    name: 'a discount after a code, at the rates of the list',
    good: 'P',
    quantity: 3,
    wish: { to: 'IL', zip: '60607', currency: 'USD', promoCode: 'WELCOME10', discount: 6.65 },
    amounts: [118.5, 18.5, 0, 8, 108],
    reason: 'us_flat',
  },
  {
    name: 'a price for each of three, without the quantity prices of the list',
    good: 'L',
    more: { priceUsdCents: 12_500_00, ladder: [...ladderFor('mat-maker')] },
    quantity: 3,
    price: 11_000,
    wish: { to: 'IL', zip: '60607', currency: 'USD', freight: { amount: 0, text: 'Freight included' } },
    amounts: [33_000, 0, 0, 2_640, 35_640],
    reason: 'us_flat',
  },
  {
    name: 'a discount of the whole subtotal',
    good: 'P',
    wish: { to: 'IL', zip: '60607', currency: 'USD', discount: 39.5, freight: { amount: 0, text: 'Freight included' } },
    amounts: [39.5, 39.5, 0, 0, 0],
    reason: 'us_flat',
  },
  {
    name: 'agreed freight that a shipping code and its threshold leave as it is',
    good: 'P',
    quantity: 9,
    wish: { to: 'IL', zip: '60607', currency: 'USD', promoCode: 'FREESHIP', freight: { amount: 25, text: 'Courier' } },
    amounts: [355.5, 0, 25, 28.44, 408.94],
    reason: 'us_flat',
  },
  {
    name: 'export to Oslo at a price of its own',
    good: 'L',
    price: 12_499.99,
    wish: { to: 'NO', freight: { amount: 980.5, text: 'Freight to Oslo' } },
    amounts: [12_499.99, 0, 980.5, 0, 13_480.49],
    reason: 'export',
  },
]

test.each(ROWS)(
  '$name is the same in the preview, the order, its replay and its documents',
  async ({ good, more, quantity = 1, price, wish, amounts, ...row }) => {
    const { id, stock } = await makeProduct(good, more)
    const asked = { ...wish, items: [{ id, quantity, ...(price !== undefined && { price }) }] }
    const [subtotal = 0, discount = 0, shipping = 0, tax = 0, total = 0] = amounts
    const seen = await preview(asked)
    expect(seen.cart.totals).toEqual({ subtotal, discount, shipping, tax, total })
    expect(seen.differs).toBe(true)
    const order = await place(asked)
    expect(order).toMatchObject({ subtotal, discount, shipping, tax, totalAmount: total, agreedReason: 'Agreed at the fair' })
    if (row.usd) expect(order.totalUSD).toBe(row.usd)
    const { lines, parts } = await storedOf(order.id)
    expect(lines.map(({ taxReason }) => taxReason)).toContain(row.reason)
    expect(lines).toHaveLength(1 + (wish.customLines?.length ?? 0))
    const sums = (['discountCents', 'shippingCents', 'taxCents'] as const).map((name) =>
      lines.reduce((cents, line) => cents + (line[name] ?? 0), 0),
    )
    expect(sums.map((cents) => cents / 100)).toEqual([discount, shipping, tax])
    const net = (line: (typeof lines)[number]) =>
      line.lineTotalCents -
      (line.discountCents ?? 0) -
      (seen.cart.tax.mode === 'included' ? (line.taxCents ?? 0) - (line.shippingTaxCents ?? 0) : 0)
    for (const line of lines) expect(line.commissionCents).toBe(Math.round(net(line) / 10))
    expect(parts.reduce((cents, { commissionCents }) => cents + commissionCents, 0)).toBe(
      lines.reduce((cents, { commissionCents }) => cents + commissionCents, 0),
    )
    const [left] = await shop.deps.db.select().from(products).where(eq(products.id, id))
    expect(left?.stock).toBe(stock - quantity)
    if (total === 0) return // nothing is paid
    const [invoice] = await pay(order.id)
    expect([invoice?.netCents, invoice?.taxCents, invoice?.grossCents]).toEqual(
      [total * 100 - tax * 100, tax * 100, total * 100].map(Math.round),
    )
    const names = invoice?.content.lines.map((line) => line.name) ?? []
    for (const { text } of wish.customLines ?? []) expect(names).toContain(text)
  },
)

test('staff read the reason, the list price and the text of the freight; the buyer only the text', async () => {
  const { id } = await makeProduct('L')
  const order = await place({ to: 'NO', items: [{ id, quantity: 1, price: 12_000 }], freight: { amount: 980, text: 'Freight to Oslo' } })
  expect(order).toMatchObject({
    agreedReason: 'Agreed at the fair',
    freightText: 'Freight to Oslo',
    items: [{ listPrice: 12_950, unitPrice: 12_000 }],
  })
  const own = await ann.orders.byId({ params: { id: order.id } })
  expect(own.freightText).toBe('Freight to Oslo')
  expect(JSON.stringify(own)).not.toMatch(/Agreed at the fair|listPrice|12950/)
  expect(order.items[0]).toMatchObject({ promisedFrom: null, promisedTo: null })
})

test('a discount above the subtotal, or what a code leaves of it, is refused at its field in preview and order', async () => {
  const { id } = await makeProduct('P')
  const wish = { to: 'IL', zip: '60607', currency: 'USD' as const, items: [{ id, quantity: 1 }] }
  const body = await bodyOf(wish)
  const refused = { status: 422, errors: [{ field: 'discount', message: "The discount can't be more than the lines" }] }
  for (const more of [{ discount: 39.51 }, { discount: 36, promoCode: 'WELCOME10' }]) {
    expect(await refusalOf(preview({ ...wish, ...more }))).toMatchObject(refused)
    expect(await refusalOf(clerk.phoneOrders.place({ body: { ...body, ...more } }))).toMatchObject(refused)
  }
  expect((await preview({ ...wish, discount: 39.5 })).cart.totals.total).toBeLessThan(39.5)
})

test('what differs from the list needs a reason, and what is only dear does not', async () => {
  const { id } = await makeProduct('L')
  const items = [{ id, quantity: 1 }]
  const fields = async (wish: Wish, reason?: string) =>
    (await refusalOf(clerk.phoneOrders.place({ body: { ...(await bodyOf(wish)), reason } }))).errors?.map(({ field }) => field)
  const freight = { amount: 10, text: 'Freight' }
  for (const more of [{ freight }, { freight, discount: 1 }, { freight, customLines: [service('Training', 0)] }]) {
    expect(await fields({ to: 'NO', items, ...more })).toEqual(['reason'])
    expect(await fields({ to: 'NO', items, ...more }, ' ')).toEqual(['reason'])
  }
  const other = await bodyOf({ to: 'DE', items: [{ id, quantity: 1, price: 1 }] })
  expect((await refusalOf(clerk.phoneOrders.place({ body: { ...other, reason: undefined } }))).code).toBe('price_changed')
  const listed = await clerk.phoneOrders.place({ body: await bodyOf({ to: 'DE', items }) })
  expect(listed.agreedReason).toBeUndefined()
})

test('where freight is by quote an order needs an agreed one, and what was previewed is what is placed', async () => {
  const { id } = await makeProduct('L')
  const wish = { to: 'CA', items: [{ id, quantity: 1 }] }
  const { cart } = await preview(wish)
  expect(cart.quoteNotice).toContain('by quote')
  expect((await refusalOf(place(wish))).code).toBe('needs_freight_quote')
  const agreed = { ...wish, freight: { amount: 0, text: 'The buyer picks it up' } }
  expect((await preview(agreed)).cart).toMatchObject({ quoteNotice: null, canCheckOut: true })
  const body = await bodyOf(agreed)
  expect((await refusalOf(clerk.phoneOrders.place({ body: { ...body, amount: body.amount - 1 } }))).code).toBe('price_changed')
  expect((await refusalOf(clerk.phoneOrders.place({ body: { ...body, freight: { amount: 1, text: 'Freight' } } }))).code).toBe(
    'price_changed',
  )
  expect((await clerk.phoneOrders.place({ body })).shipping).toBe(0)
})

test('a preview without a kind of buyer is that of a form without one', async () => {
  const { id } = await makeProduct('P')
  const form = { ...formOf({ to: 'DE', items: [] }), buyerKind: undefined }
  for (const company of ['', 'Corner Goods']) {
    const base = { userId: ann.user.id, currency: 'EUR' as const, shippingMethod: 'standard' as const }
    const { cart } = await clerk.phoneOrders.preview({
      body: { ...base, country: 'DE', zip: '10115', company, items: [{ id, quantity: 1 }] },
    })
    const items = [{ id, quantity: 1, price: cart.items[0]?.price ?? 0 }]
    const order = await clerk.phoneOrders.place({ body: { ...base, items, amount: cart.totals.total, customer: { ...form, company } } })
    expect([order.totalAmount, order.taxes.mode]).toEqual([cart.totals.total, company ? 'added' : 'included'])
  }
})

test('amounts and lines that make no sense are refused at their fields', async () => {
  const [one, other] = [await makeProduct('L'), await makeProduct('A')]
  const item = { id: one.id, quantity: 1 }
  const refused = async (more: object, items = [item]) =>
    (await refusalOf(preview({ to: 'DE', items, ...more }))).errors?.map(({ field }) => field)
  expect(await refused({ discount: 9_000_000.01 })).toEqual(['discount'])
  expect(await refused({ discount: -1 })).toEqual(['discount'])
  expect(await refused({ freight: { amount: 1, text: ' ' } })).toEqual(['freight.text'])
  expect(await refused({ freight: { amount: 1.005, text: 'Freight' } })).toEqual(['freight.amount'])
  expect(await refused({ customLines: [service('', 1)] })).toEqual(['customLines.0.text'])
  expect(await refused({ customLines: [service('Service', 1, { kind: 'product' })] })).toEqual(['customLines.0.kind'])
  expect(await refused({ customLines: [service('Service', 9_000_000, { quantity: 100_000 })] })).toEqual(['customLines.0.price'])
  expect(await refused({ customLines: [service('Service', 1)] }, [item, { id: other.id, quantity: 1 }])).toEqual([
    'customLines.0.businessId',
  ])
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect(await refused({ customLines: [service('Service', 1, { businessId: nobody })] })).toEqual(['customLines.0.businessId'])
  expect(await refused({ freight: { amount: 1, text: 'Freight' } }, [])).toEqual(['freight'])
})

test('a service is not packed, takes no stock, is refunded by itself, and a canceled order restocks its products alone', async () => {
  const { id, businessId, stock } = await makeProduct('L')
  const wish = { to: 'DE', items: [{ id, quantity: 1 }], customLines: [service('Installation', 2_400)] }
  const order = await place(wish)
  const line = order.items.find(({ kind }) => kind === 'service')
  expect(line).toMatchObject({ name: 'Installation', slug: '', image: '', returnUntil: null })
  const url = `/api/admin/packing-slips.pdf?ids=${order.id}`
  const slip = readPdf((await shop.app.inject({ url, headers: { authorization: `Bearer ${clerk.token}` } })).rawPayload)
  expect(JSON.stringify(slip)).not.toContain('Installation')
  await pay(order.id)
  const refund = { lines: [{ productId: line?.productId ?? '', quantity: 1 }], reason: 'Not needed', password: PASSWORD }
  const after = await clerk.orderMoney.refund({ params: { id: order.id }, body: refund, idempotencyKey: 'refund-1' })
  expect(after.refundedAmount).toBe(line?.cost)
  expect(after.refunds[0]?.lines).toMatchObject([{ productId: line?.productId, name: 'Installation' }])
  const { cart, missing } = await ann.checkout.reorder({ params: { id: order.id }, query: { currency: 'EUR' } })
  expect([cart.items.map(({ productId }) => productId), missing]).toEqual([[id], []])
  await clerk.orders.setStatus({ params: { id: order.id }, body: { status: 'cancelled', reason: 'Not needed' } })
  const [left] = await shop.deps.db.select().from(products).where(eq(products.id, id))
  expect(left?.stock).toBe(stock)
  expect(await shop.deps.db.$count(stockMovements, eq(stockMovements.reference, order.id))).toBe(2)
  expect(businessId).toBe(line?.businessId)
})

test('an order of services alone has a seller, and is counted in USD by the reference rate', async () => {
  const { businessId } = await makeProduct('L')
  const order = await place({ to: 'DE', items: [], customLines: [service('Service visit', 1_000, { businessId })] })
  expect(order).toMatchObject({ subtotal: 1_000, shipping: 0, fulfilments: [{ businessId }], items: [{ name: 'Service visit' }] })
  expect((await pay(order.id))[0]?.content.lines).toMatchObject([{ name: 'Service visit' }])
})

test('a private buyer who withdraws before anything is sent gets the service back with the product; later staff settle the service', async () => {
  const { id } = await makeProduct('P')
  const wish: Wish = { to: 'DE', buyer: 'consumer', items: [{ id, quantity: 2 }], customLines: [service('Installation', 100)] }
  const withdraw = async () => {
    const order = await place(wish)
    const { firstName, lastName, email } = order.customer
    const body = { orderNumber: order.number, name: `${firstName} ${lastName}`, email, items: '' }
    return { order, start: () => shop.visitor.withdrawals.start({ body }) }
  }
  const confirm = async ({ start }: Awaited<ReturnType<typeof withdraw>>) => {
    const draft = await start()
    await shop.visitor.withdrawals.confirm({ params: { id: draft.id }, body: { token: draft.token } })
    return clerk.withdrawals.byId({ params: { id: draft.id } })
  }
  const early = await withdraw()
  await confirm(early)
  expect((await ann.orders.byId({ params: { id: early.order.id } })).status).toBe('cancelled')
  const late = await withdraw()
  for (const status of ['processing', 'shipped'] as const) {
    await clerk.orders.setStatus({ params: { id: late.order.id }, body: { status } })
  }
  const { lines } = await confirm(late)
  expect(lines.map(({ name, quantity }) => [name.startsWith('Product P'), quantity])).toEqual([[true, 2]])
})

test('a product that is made for the order can be priced without stock, and takes none', async () => {
  const { id } = await makeProduct('L', { stock: 0 })
  const { db, now } = shop.deps
  const request = {
    userId: ann.user.id,
    currency: 'EUR' as const,
    shippingMethod: 'standard' as const,
    extras: {},
    promoCode: null,
    sellerIds: [],
    place: { country: 'DE', zip: '10115', buyer: 'business' as const },
    items: [{ id, quantity: 3 }],
  }
  const { price } = await readPricer(db, request, await readSettings(db), now())
  const problems = (madeToOrder: string[]) =>
    price({ ...LIST_TERMS, madeToOrder: new Set(madeToOrder) }).lines.map(({ problem, takesStock }) => [problem?.notice, takesStock])
  expect(problems([])).toEqual([['Out of stock', true]])
  expect(problems([id])).toEqual([[undefined, false]])
})
