import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Return } from '#contract/fulfillment/returns.ts'
import type { Order } from '#contract/orders/orders.ts'
import { allocate, toDecimal, toMinor } from '#domain/money.ts'
import { DAY_MS } from '#domain/time.ts'
import { addToCart } from '#server/cart/add-to-cart.ts'
import { restockOnce } from '#server/catalog/products/product-record.ts'
import { placePhoneOrder } from '#server/checkout/by-phone/place-phone-order.ts'
import { previewOrder } from '#server/checkout/by-phone/preview-order.ts'
import { changeOrder, previewChange } from '#server/checkout/changes/change-order.ts'
import { placeOrder } from '#server/checkout/online/place-order.ts'
import { markPaid } from '#server/fulfillment/corrections/mark-paid.ts'
import { refundConfirmed } from '#server/fulfillment/corrections/refund-order.ts'
import { exchangeReturn, previewExchange } from '#server/fulfillment/returns/exchange-return.ts'
import { findReturn } from '#server/fulfillment/returns/order-returns.ts'
import { requestReturn } from '#server/fulfillment/returns/request-return.ts'
import { transitionReturn } from '#server/fulfillment/returns/transition-return.ts'
import { transitionOwnOrder } from '#server/fulfillment/seller-orders/transition-own-order.ts'
import { addOwnShipment } from '#server/fulfillment/shipments/add-shipment.ts'
import { lockOrder } from '#server/orders/order-record.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { followDispute } from '#server/payments/cards/follow-dispute.ts'
import { settleIntent } from '#server/payments/cards/settle-intent.ts'
import { issueMonthly } from '#server/payments/monthly/issue-monthly-documents.ts'
import { storeAccount } from '#server/payouts/accounts/payout-account.ts'
import { preparePayouts } from '#server/payouts/prepare-payouts.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { notifications, orders, outbox, products, taxExemptions } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { headOf } from '#server/platform/files/files.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { type StoredChoices, storeChoices } from '#server/platform/notifications/choice-record.ts'
import { DEMO_ORDERS, type DemoOrder, type DemoReturn } from './demo-orders.ts'
import { findActor, playSteps, REQUEST_ID, type Step, stepAt } from './play-steps.ts'
import { moneyStep } from './seed-bank-file.ts'
import { planNotices } from './seed-notices.ts'
import { planQuotes } from './seed-quotes.ts'
import { planWithdrawals } from './seed-withdrawals.ts'

/** Notifications older than this are marked as read. */
const READ_AFTER_DAYS = 3
const PAYOUT_DAYS_AGO = 1.5
/** Hour (UTC) of the first day of a month at which its documents are written. */
const MONTHLY_HOUR = 4
/** Age of the second seller's payout account, so that payouts are not on hold. */
const ACCOUNT_DAYS = 30
/** Days to respond to a dispute, and the payment service's fee. */
const ANSWER_DAYS = 9
const DISPUTE_FEE_CENTS = 15_00
/** The example IBAN of the standard, which is nobody's account. */
const DEMO_IBAN = 'DE89370400440532013000'
const CUSTOMER = {
  email: 'customer@reflute.test',
  firstName: 'Carla',
  lastName: 'Customer',
  company: 'Corner Goods',
  address: '18 Packing Street',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60607',
  country: 'US',
}

/** Demo users involved in the orders. */
interface Cast {
  customer: Actor
  staff: Actor
  sellers: readonly Actor[]
}

async function findCast(db: Db): Promise<Cast | null> {
  const customer = await findActor(db, 'customer@reflute.test')
  const staff = await findActor(db, 'staff@reflute.test')
  const sellers = [await findActor(db, 'seller@reflute.test'), await findActor(db, 'seller2@reflute.test')]
  const selling = sellers.filter((seller) => seller !== null).filter(({ businessStatus }) => businessStatus === 'approved')
  return customer && staff && selling.length === sellers.length ? { customer, staff, sellers: selling } : null
}

/**
 * Returns the products of the demo orders by slug; null if the catalog is another one. What is sent is of the demo sellers, as they send
 * it.
 */
async function findDemoProducts(db: Db, { sellers }: Cast): Promise<Map<string, { id: string; stock: number }> | null> {
  const slugsOf = (plans: readonly DemoOrder[]) => new Set(plans.flatMap(({ lines }) => lines.map(([slug]) => slug)))
  const slugs = slugsOf(DEMO_ORDERS)
  const sent = slugsOf(DEMO_ORDERS.filter(({ shipped }) => shipped !== undefined))
  const sold = new Set(sellers.map(({ businessId }) => businessId))
  const rows = await db
    .select({ slug: products.slug, id: products.id, stock: products.stock, businessId: products.businessId })
    .from(products)
    .where(and(inArray(products.slug, [...slugs]), eq(products.status, 'Active')))
  const isDemo = rows.length === slugs.size && rows.every(({ slug, businessId }) => !sent.has(slug) || sold.has(businessId))
  return isDemo ? new Map(rows.map(({ slug, id, stock }) => [slug, { id, stock }])) : null
}

type DemoProducts = ReadonlyMap<string, { id: string; stock: number }>

/** Returns the actions of one order, each by the same function as in a real one. */
function stepsOf(plan: DemoOrder, at: number, { customer, staff, sellers }: Cast, demoProducts: DemoProducts): Step[] {
  let order: Order | undefined
  const placed = () => {
    if (!order) throw new Error('A demo order changes before it is placed')
    return order
  }
  const idOf = (slug: string) => demoProducts.get(slug)?.id ?? ''
  const moveParts = async (then: Deps, status: 'shipped' | 'delivered') => {
    for (const [index, seller] of sellers.entries()) {
      if (!placed().fulfilments.some(({ businessId }) => businessId === seller.businessId)) continue
      const tracking = status === 'shipped' ? { carrier: 'UPS', trackingNumber: `1Z999AA101${String(23456784 + at * 10 + index)}` } : {}
      await transitionOwnOrder(then, seller, { id: placed().id, to: status, ...tracking, requestId: REQUEST_ID })
    }
  }
  return [
    ...stepAt(plan.placed, async (then) => {
      order = await (plan.agreed ? placeByPhone(then, { customer, staff }, plan, idOf) : place(then, customer, plan, idOf))
      const paymentPlan = plan.plan?.map((milestone) => ({ ...milestone, id: randomUUID() }))
      if (paymentPlan) await then.db.update(orders).set({ paymentPlan }).where(eq(orders.id, order.id))
    }),
    ...stepAt(plan.partly?.daysAgo, async (then) => {
      const { id, number, totalAmount } = placed()
      const percent = plan.partly?.percent ?? 0
      const [cents = 0] = allocate(toMinor(totalAmount) ?? 0, [percent, 100 - percent])
      const body = {
        method: 'bank_transfer' as const,
        reference: `Transfer ${number}`,
        paidAt: then.now().toISOString(),
        amount: toDecimal(cents),
      }
      await markPaid(then, staff, { id, body, idempotencyKey: null, requestId: REQUEST_ID })
    }),
    ...stepAt(plan.disputed === undefined ? undefined : plan.paid, (then) => payByCard(then, placed())),
    ...stepAt(plan.disputed, (then) => dispute(then, placed())),
    ...stepAt(plan.disputed === undefined ? plan.paid : undefined, async (then) => {
      const { id, number } = placed()
      const body = { method: 'bank_transfer' as const, reference: `Transfer ${number}`, paidAt: then.now().toISOString() }
      await markPaid(then, staff, { id, body, idempotencyKey: null, requestId: REQUEST_ID })
    }),
    ...stepAt(plan.changed?.daysAgo, async (then) => {
      const { slug, quantity, reason } = plan.changed ?? { slug: '', quantity: 0, reason: '' }
      const { id } = placed()
      const lines = [{ id: idOf(slug), quantity }]
      const { total: amount } = await previewChange(then, id, { lines })
      const { version } = await readOrder(then.db, staff, id)
      const body = { lines, amount, reason, version, beyondLimit: false }
      await changeOrder(then, staff, { id, body, idempotencyKey: `demo-${id}`, requestId: REQUEST_ID })
    }),
    ...stepAt(plan.refunded?.daysAgo, async (then) => {
      const { slug, quantity, reason } = plan.refunded ?? { slug: '', quantity: 0, reason: '' }
      const record = found(await lockOrder(then.db, placed().id, null))
      const body = { lines: [{ productId: idOf(slug), quantity }], reason }
      const cause = { kind: 'request' as const, userId: staff.userId, key: `demo-refund-${placed().id}` }
      await refundConfirmed(then.db, record, { body, cause, actor: staff, at: then.now(), requestId: REQUEST_ID })
    }),
    ...stepAt(plan.parcel?.daysAgo, async (then) => {
      const { quantity } = plan.parcel ?? { quantity: 0 }
      const { line, seller } = parcelOf(plan, placed(), sellers)
      const body = { lines: [{ id: line.id, quantity }], carrier: 'UPS', trackingNumber: `1Z999AA101${String(33456784 + at)}` }
      await addOwnShipment(then, seller, { id: placed().id, body, idempotencyKey: null, requestId: REQUEST_ID })
    }),
    ...stepAt(plan.canceled?.daysAgo, async (then) => {
      const { reason } = plan.canceled ?? { reason: '' }
      const { seller } = parcelOf(plan, placed(), sellers)
      await transitionOwnOrder(then, seller, { id: placed().id, to: 'cancelled', reason, requestId: REQUEST_ID })
    }),
    ...stepAt(plan.shipped, (then) => moveParts(then, 'shipped')),
    ...stepAt(plan.delivered, (then) => moveParts(then, 'delivered')),
    ...(plan.returns ?? []).flatMap((back) => returnSteps(back, { customer, sellers, placed, idOf })),
  ]
}

/** Returns the line of which units leave in a parcel, and its seller. */
function parcelOf({ parcel }: DemoOrder, { items }: Order, sellers: readonly Actor[]) {
  const line = items.find((item) => item.slug === parcel?.slug)
  const seller = sellers.find(({ businessId }) => businessId === line?.businessId)
  if (!line || !seller) throw new Error('A parcel of the demo is of no seller')
  return { line, seller }
}

async function place(
  then: Deps,
  customer: Actor,
  { currency, customer: elsewhere, lines }: DemoOrder,
  idOf: (slug: string) => string,
): Promise<Order> {
  const owner = { userId: customer.userId, currency }
  let items: { id: string; quantity: number; price: number }[] = []
  const to = elsewhere && { country: elsewhere.country, zip: elsewhere.zipCode, buyer: elsewhere.buyerKind }
  for (const [slug, quantity] of lines) {
    const cart = await addToCart(then, { ...owner, ...(to && { place: to }) }, { productId: idOf(slug), quantity })
    items = cart.items.map((item) => ({ id: item.productId, quantity: item.quantity, price: item.price }))
  }
  const body = {
    items,
    currency,
    shippingMethod: 'standard' as const,
    customer: { ...CUSTOMER, ...elsewhere },
    paymentMethod: 'pay_later' as const,
  }
  const { answer } = await placeOrder(then, customer, { body, idempotencyKey: null, requestId: REQUEST_ID, network: null })
  return answer
}

/** Places an order at agreed terms, as staff do after they have seen its total. */
async function placeByPhone(
  then: Deps,
  { customer: { userId }, staff }: Pick<Cast, 'customer' | 'staff'>,
  { currency, customer: elsewhere, lines, agreed }: DemoOrder,
  idOf: (slug: string) => string,
): Promise<Order> {
  const customer = { ...CUSTOMER, ...elsewhere }
  const { country, state, zipCode: zip, company } = customer
  const terms = { userId, currency, shippingMethod: 'standard' as const, ...agreed }
  const wanted = lines.map(([slug, quantity]) => ({ id: idOf(slug), quantity }))
  const { cart } = await previewOrder(then, { ...terms, country, state, zip, company, items: wanted })
  const items = cart.items.map(({ productId: id, quantity, price }) => ({ id, quantity, price }))
  const body = { ...terms, items, amount: cart.totals.total, customer, beyondLimit: true }
  const { answer } = await placePhoneOrder(then, staff, { body, idempotencyKey: null, requestId: REQUEST_ID })
  return answer
}

const intentOf = ({ number }: Order) => `pi_demo_${number}`
const centsOf = ({ totalAmount }: Order) => toMinor(totalAmount) ?? 0

/** Pays an order by card, as the payment service would report it, without calling it. */
async function payByCard(then: Deps, order: Order): Promise<void> {
  const intent = { id: intentOf(order), orderId: order.id, amountCents: centsOf(order), currency: order.currency.toLowerCase() }
  await settleIntent(then.db, intent, { at: then.now() })
}

/** Disputes the whole payment of an order, as the payment service would report it. */
async function dispute(then: Deps, order: Order): Promise<void> {
  const at = then.now()
  const reported = {
    id: `dp_demo_${order.number}`,
    intentId: intentOf(order),
    amountCents: centsOf(order),
    currency: order.currency.toLowerCase(),
    reason: 'product_not_received',
    status: 'needs_response' as const,
    evidenceDueAt: new Date(at.getTime() + ANSWER_DAYS * DAY_MS),
    feeCents: DISPUTE_FEE_CENTS,
    openedAt: at,
    isLive: false,
    progress: 0,
  }
  await followDispute(then.db, reported, { at, reportedAt: at })
}

interface Returning {
  customer: Actor
  sellers: readonly Actor[]
  placed: () => Order
  idOf: (slug: string) => string
}

function returnSteps(back: DemoReturn, { customer, sellers, placed, idOf }: Returning): Step[] {
  let asked: Return | undefined
  const productId = idOf(back.slug)
  const ask = async (then: Deps) => {
    const order = placed()
    const businessId = order.items.find((item) => item.productId === productId)?.businessId ?? ''
    const { reason, wish = 'refund', note, quantity } = back
    const body = { businessId, lines: [{ productId, quantity }], reason, wish, note, photos: [] }
    const { answer } = await requestReturn(then, customer, { orderId: order.id, body, idempotencyKey: null, requestId: REQUEST_ID })
    asked = answer
  }
  const own = () => {
    const seller = sellers.find(({ businessId }) => businessId === asked?.businessId)
    if (!asked || !seller?.businessId) throw new Error('A return of the demo moves before it is asked for')
    return { seller, id: asked.id, scope: { businessId: seller.businessId } }
  }
  const move = async (then: Deps, status: 'approved' | 'received' | 'refunded') => {
    const { seller, ...of } = own()
    await transitionReturn(then, { ...of, body: { status } }, { actor: seller, requestId: REQUEST_ID })
  }
  const exchange = async (then: Deps, slug: string) => {
    const { seller, ...of } = own()
    const body = { items: [{ id: idOf(slug), quantity: 1 }], isEven: false }
    const { total: amount } = await previewExchange(then, { ...of, body })
    const { version } = found(await findReturn(then.db, of.id, null)).row
    const call = { ...of, body: { ...body, amount, version }, idempotencyKey: `exchange-${of.id}`, requestId: REQUEST_ID }
    await exchangeReturn(then, seller, call)
  }
  const { received, refunded, exchanged } = back
  return [
    { daysAgo: back.asked, act: ask },
    ...(received === undefined ? [] : [{ daysAgo: (back.asked + received) / 2, act: (then: Deps) => move(then, 'approved') }]),
    ...(received === undefined ? [] : [{ daysAgo: received, act: (then: Deps) => move(then, 'received') }]),
    ...(refunded === undefined ? [] : [{ daysAgo: refunded, act: (then: Deps) => move(then, 'refunded') }]),
    ...(exchanged === undefined ? [] : [{ daysAgo: exchanged.daysAgo, act: (then: Deps) => exchange(then, exchanged.slug) }]),
  ]
}

/**
 * Saves the second seller's payout account, so that staff have prepared a payout of all that is available; the first seller has none.
 * @param monthly the documents of the months before, whose VAT is paid out, too
 */
function payoutStep({ staff, sellers }: Cast, monthly: Step): Step {
  return {
    daysAgo: Math.min(PAYOUT_DAYS_AGO, monthly.daysAgo),
    act: async (then) => {
      const seller = sellers.at(-1)
      if (!seller?.businessId) return
      const { businessId, businessName } = seller
      const accountSince = new Date(then.now().getTime() - ACCOUNT_DAYS * DAY_MS)
      await storeAccount(then.db, { businessId, holder: businessName ?? seller.name, iban: DEMO_IBAN, updatedAt: accountSince })
      await preparePayouts(then, { actor: staff, requestId: REQUEST_ID })
    },
  }
}

/** Writes the documents of the months before this one: what the sellers bill the shop. */
function monthlyStep(startedAt: Date): Step {
  const first = Date.UTC(startedAt.getUTCFullYear(), startedAt.getUTCMonth(), 1)
  const daysAgo = Math.max(0, (startedAt.getTime() - first) / DAY_MS - MONTHLY_HOUR / 24)
  return { daysAgo, act: async (then) => void (await issueMonthly(then, new AbortController().signal)) }
}

/** Restores the stock: a new demo has that of its catalog. */
async function refill(tx: Db, demoProducts: DemoProducts): Promise<void> {
  for (const { id, stock } of demoProducts.values()) {
    const [now] = await tx.select({ stock: products.stock }).from(products).where(eq(products.id, id))
    const delta = stock - (now?.stock ?? stock)
    if (delta > 0) await restockOnce(tx, { productId: id, delta, reason: 'edit', reference: 'demo', actorId: null })
  }
}

/** Marks the emails of past events as sent, and older notifications as read. */
async function silence(tx: Db, startedAt: Date): Promise<void> {
  await tx
    .update(outbox)
    .set({ sentAt: sql`${outbox.createdAt}`, attempts: 1 })
    .where(and(eq(outbox.kind, 'mail'), isNull(outbox.sentAt)))
  const day = new Date(startedAt.getTime() - READ_AFTER_DAYS * DAY_MS)
  await tx
    .update(notifications)
    .set({ readAt: sql`${notifications.createdAt}` })
    .where(and(lt(notifications.createdAt, day), isNull(notifications.readAt)))
}

/**
 * Adds orders of the demo's buyers to a demo without any, with withdrawals, notices and a recall, so that orders, earnings, returns,
 * documents and analytics have something to show: all or none, created by the functions of real ones, at moments before this start. Does
 * nothing if the catalog or the users are others.
 * @returns true if it added them
 */
export async function seedOrders(deps: Deps): Promise<boolean> {
  const startedAt = deps.now()
  return inTransaction(deps.db, async (tx) => {
    const [known] = await tx.select({ id: orders.id }).from(orders).limit(1)
    const cast = known ? null : await findCast(tx)
    const demoProducts = cast && (await findDemoProducts(tx, cast))
    if (!cast || !demoProducts) return false
    const monthly = monthlyStep(startedAt)
    const steps = [
      ...DEMO_ORDERS.flatMap((plan, at) => stepsOf(plan, at, cast, demoProducts)),
      ...(await planWithdrawals(tx, startedAt)),
      ...(await planQuotes(tx)),
      ...(await planNotices(tx, cast.staff)),
      monthly,
      payoutStep(cast, monthly),
      moneyStep(cast.staff, cast.sellers.at(-1)),
    ]
    await playSteps({ ...deps, db: tx }, steps, startedAt)
    await refill(tx, demoProducts)
    await silence(tx, startedAt)
    await addCertificate({ ...deps, db: tx }, cast)
    await storeChoices(tx, (cast.sellers.at(-1) ?? cast.staff).userId, DEMO_CHOICES)
    return true
  })
}

/** Choices of the last seller of the demo for notifications. */
const DEMO_CHOICES: StoredChoices = { timeZone: 'Europe/Dublin', choices: { new_orders: 'daily', stock: 'daily', quotes: 'bell' } }

/** File of the demo's certificate: a page with one line. */
const CERTIFICATE = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >> endobj
4 0 obj << /Length 70 >> stream
BT /F1 18 Tf 72 700 Td (Demo certificate of resale, Illinois) Tj ET
endstream endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
trailer << /Root 1 0 R >>
%%EOF
`

/** Adds a tax certificate that waits for review. */
async function addCertificate({ db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>, { customer }: Cast): Promise<void> {
  const file = 'certificates/demo-certificate.pdf'
  await files.put(file, Buffer.from(CERTIFICATE), headOf(file))
  const values = { userId: customer.userId, states: ['IL'], kind: 'resale', number: 'IL-DEMO-0001', file, createdAt: now() } as const
  await db
    .insert(taxExemptions)
    .values({ ...values, states: [...values.states] })
    .onConflictDoNothing()
}
