import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { ZoneBody } from '#contract/pricing/shipping.ts'
import { taxExemptions, vatChecks } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { checkOut, customerForm } from './buyers.ts'
import { deliver, giveAccount, payOrder } from './earners.ts'
import type { SignedInUser, TestShop } from './test-shop.ts'

let shop: TestShop
let nora: SignedInUser
let olga: SignedInUser
let sue: SignedInUser
let otto: SignedInUser
let businessId: string

/** Signs in two super admins and two people of a seller, who make the calls below. */
export async function signInEditors(opened: TestShop): Promise<{ nora: SignedInUser; olga: SignedInUser }> {
  shop = opened
  const passwordHash = await hashPassword(PASSWORD)
  nora = await shop.signIn('super_admin', { name: 'Nora North', passwordHash })
  olga = await shop.signIn('super_admin', { name: 'Olga Other', passwordHash })
  businessId = (await shop.make.business()).id
  sue = await shop.signIn('business_admin', { name: 'Sue Seller', businessId, passwordHash })
  otto = await shop.signIn('business_admin', { name: 'Otto Own', businessId, passwordHash })
  return { nora, olga }
}

const PASSWORD = 'a box of old boxes'
const REGISTRATION = {
  country: 'IE',
  state: null,
  scheme: 'domestic',
  number: 'IE1234567T',
  isBelowThreshold: false,
  note: '',
  validFrom: '2026-01-01',
  validTo: null,
} as const
const taxOf = (text: string) => ({ vatScheme: 'regular' as const, vatId: text === 'One' ? 'DE136695976' : '', registrations: [] })

/** A change by somebody else, then a call with the version from before it; `by`: the name that its caller learns. */
interface Stale {
  first: () => Promise<unknown>
  stale: () => Promise<unknown>
  by?: string | null
}

const product = () => shop.make.product({ businessId, category: 'accessories', priceUsdCents: 100_00, stock: 100 })
const params = ({ id }: { id: string }) => ({ params: { id } })
const onceOnly = () => ({ idempotencyKey: crypto.randomUUID() })

/** An order of one product of the seller. */
async function placed({ isPaid = false, isShipped = false } = {}) {
  const buyer = await shop.signIn('customer', { name: 'Bea Buyer' })
  const { id: productId } = await product()
  await buyer.cart.addItem({ body: { productId, quantity: 2 } })
  const { id } = await checkOut(buyer)
  if (isPaid) await payOrder(shop, id)
  if (isShipped) {
    if (!isPaid) await olga.orders.setStatus({ ...params({ id }), body: { status: 'processing' } })
    await olga.orders.setStatus({ ...params({ id }), body: { status: 'shipped', carrier: 'Own truck', trackingNumber: 'JD0' } })
  }
  const { version } = await olga.orders.adminById(params({ id }))
  return { id, version, own: (await sue.sellerOrders.byId(params({ id }))).version, productId, buyer }
}

const RATE: ZoneBody['rates'][number] = {
  class: 'parcel',
  method: 'standard',
  minKg: 0,
  maxKg: null,
  price: { USD: 12, EUR: 11 },
  perKg: { USD: 0, EUR: 0 },
  freeFrom: null,
  volumeDivisor: null,
  maxUnitKg: null,
  maxLongestMm: null,
  maxGirthMm: null,
  minDays: 2,
  maxDays: 3,
  carrier: null,
  extras: [],
}
const zone = (name: string): ZoneBody => ({
  name,
  dispatchCountries: [],
  areas: [{ country: 'NZ', state: null, postcodeFrom: null, postcodeTo: null }],
  rates: [RATE],
})

/** Returns what is done to a new record of `make`, which two people of the shop read in one version. */
const staffOnce =
  <Made extends { version: number }>(
    make: () => Promise<Made>,
    change: (by: SignedInUser, made: Made, text: string, version?: number) => Promise<unknown>,
  ) =>
  async (): Promise<Stale> => {
    const made = await make()
    return { first: () => change(olga, made, 'One'), stale: () => change(nora, made, 'Two', made.version) }
  }

/** The same for two people of one seller. */
const sellerOnce =
  <Made extends { version: number }>(
    make: () => Promise<Made>,
    change: (by: SignedInUser, made: Made, text: string, version?: number) => Promise<unknown>,
  ) =>
  async (): Promise<Stale> => {
    const made = await make()
    return { first: () => change(otto, made, 'One'), stale: () => change(sue, made, 'Two', made.version), by: 'Otto Own' }
  }

const at = (version: number | undefined) => (version === undefined ? {} : { version })
const ownOrder = async (order: Parameters<typeof placed>[0] = {}) => placed(order).then(({ own, ...rest }) => ({ ...rest, version: own }))

async function notice() {
  const { slug: of } = await product()
  const sent = {
    address: `/products/${of}`,
    reason: 'It copies our design.',
    name: 'Rita',
    email: 'rita@test.test',
    goodFaith: true as const,
  }
  await shop.visitor.notices.send({ body: sent })
  return (await nora.notices.list()).items[0] ?? expect.fail('no notice')
}

async function returned() {
  const { id, productId, buyer } = await placed({ isPaid: true })
  await deliver(shop, id)
  const lines = [{ productId, quantity: 1 }]
  return buyer.returns.request({ ...params({ id }), body: { businessId, lines, reason: 'unsuitable', wish: 'same', note: '', photos: [] } })
}

/** An exchange of a return that has arrived for the same product again. */
async function exchanged() {
  const { id, lines } = await returned()
  for (const status of ['approved', 'received'] as const) await nora.returns.move({ ...params({ id }), body: { status } })
  const { items } = await nora.returns.listAll()
  const { version } = items.find((one) => one.id === id) ?? expect.fail('no return')
  const wanted = { items: [{ id: lines[0]?.productId ?? '', quantity: 1 }] }
  const { total: amount } = await nora.exchanges.preview({ ...params({ id }), body: wanted })
  return { id, version, body: { ...wanted, amount } }
}

async function withdrawal() {
  const body = { orderNumber: 'ORD-UNKNOWN', name: 'Eva', email: 'eva@test.test', items: '' }
  const { id, token } = await shop.visitor.withdrawals.start({ body })
  await shop.visitor.withdrawals.confirm({ params: { id }, body: { token } })
  return (await nora.withdrawals.list()).items[0] ?? expect.fail('no withdrawal')
}

/** Calls that take a version beside the edits of `server/platform/conflict-record.test.ts`, each with a new record. */
export const STALE_CALLS: Readonly<Record<string, () => Promise<Stale>>> = {
  'productEdits.update': staffOnce(product, (by, made, description, version) =>
    by.productEdits.update({ ...params(made), body: { description, ...at(version) } }),
  ),
  'productEdits.setFeatured': staffOnce(product, (by, made, text, version) =>
    by.productEdits.setFeatured({ ...params(made), body: { featured: text === 'One', ...at(version) } }),
  ),
  'productEdits.bulkStock': staffOnce(product, (by, { id }, text, version) =>
    by.productEdits.bulkStock({ body: { updates: [{ id, stock: text.length + 4, ...at(version) }] } }),
  ),
  'staffProducts.setStatus': staffOnce(product, (by, { id }, text, version) =>
    by.staffProducts.setStatus({ params: { productId: id }, body: { status: text === 'One' ? 'Inactive' : 'Suspended', ...at(version) } }),
  ),
  'recalls.change': staffOnce(product, (by, { id }, text, version) =>
    by.recalls.change({ params: { productId: id }, body: { text: `${text} is dangerous.`, ...at(version) } }),
  ),
  'attributes.setUses': async () => {
    const { id } = await nora.attributes.create({ body: { kind: 'text', unit: null, decimals: 0, choices: [], label: 'Smell' } })
    const category = (await nora.categories.listForStaff({ query: {} })).items.at(-1) ?? expect.fail('no category')
    const uses = [{ id, isRequired: false, isFacet: false, isCompared: true }]
    return {
      first: () => olga.attributes.setUses({ ...params(category), body: { attributes: uses } }),
      stale: () => nora.attributes.setUses({ ...params(category), body: { attributes: [], version: category.version } }),
    }
  },
  'notices.decide': staffOnce(notice, (by, made, reasons, version) =>
    by.notices.decide({ ...params(made), body: { decision: 'kept', reasons, ...at(version) } }),
  ),
  'notices.object': async () => {
    const { id, version } = await notice()
    return {
      first: () => olga.notices.decide({ params: { id }, body: { decision: 'removed', reasons: 'It does.' } }),
      stale: () => sue.notices.object({ params: { id }, body: { text: 'It does not.', version } }),
      by: null,
    }
  },
  'blogPosts.updateAlias': staffOnce(
    () => nora.blogPosts.create({ body: { title: 'Alias', excerpt: 'Short.', content: 'Words.', category: 'stories' } }),
    (by, made, excerpt, version) => by.blogPosts.updateAlias({ ...params(made), body: { excerpt, ...at(version) } }),
  ),
  'shipping.updateZone': staffOnce(
    () => nora.shipping.createZone({ body: zone('New Zealand') }),
    (by, made, name, version) => by.shipping.updateZone({ ...params(made), body: { ...zone(name), ...at(version) } }),
  ),
  'shipping.updateOwnZone': sellerOnce(
    () => sue.shipping.createOwnZone({ body: zone('Own') }),
    (by, made, name, version) => by.shipping.updateOwnZone({ ...params(made), body: { ...zone(name), ...at(version) } }),
  ),
  'tax.changeRegistration': staffOnce(
    () => nora.tax.addRegistration({ body: REGISTRATION }),
    (by, made, note, version) => by.tax.changeRegistration({ ...params(made), body: { ...REGISTRATION, note, ...at(version) } }),
  ),
  'tax.changeExchangeRate': staffOnce(
    async () => {
      await nora.tax.addExchangeRates({ body: { day: '2026-11-26', currency: 'USD', perEur: 1.16 } })
      return { id: '2026-11-26.USD', version: 1 }
    },
    (by, made, text, version) =>
      by.tax.changeExchangeRate({ ...params(made), body: { perEur: text === 'One' ? 1.17 : 1.18, ...at(version) } }),
  ),
  'tax.saveOfBusiness': sellerOnce(
    () => sue.tax.ofBusiness(),
    (by, _made, text, version) => by.tax.saveOfBusiness({ body: { ...taxOf(text), ...at(version) } }),
  ),
  'tax.saveOfBusinessForStaff': staffOnce(
    () => shop.make.business(),
    (by, made, text, version) => by.tax.saveOfBusinessForStaff({ ...params(made), body: { ...taxOf(text), ...at(version) } }),
  ),
  'exemptions.review': staffOnce(
    async () => {
      const { user } = await shop.signIn('customer')
      const sent = { userId: user.id, states: ['IL'], kind: 'resale' as const, number: 'IL-1', file: `certificates/${user.id}` }
      const [row] = await shop.deps.db.insert(taxExemptions).values(sent).returning()
      return row ?? expect.fail('no certificate')
    },
    (by, made, reason, version) =>
      by.exemptions.review({ ...params(made), body: { status: reason === 'One' ? 'accepted' : 'refused', reason, ...at(version) } }),
  ),
  'vatIds.confirm': staffOnce(
    async () => {
      const [row] = await shop.deps.db.insert(vatChecks).values({ vatId: 'DE111111117', status: 'unavailable', source: 'vies' }).returning()
      return row ?? expect.fail('no check')
    },
    (by, made, note, version) => by.vatIds.confirm({ ...params(made), body: { note, ...at(version) } }),
  ),
  'orders.correctAddress': staffOnce(placed, (by, made, address, version) => {
    const { firstName, lastName, city, state, zipCode } = customerForm
    return by.orders.correctAddress({ ...params(made), body: { firstName, lastName, city, state, zipCode, address, ...at(version) } })
  }),
  'orders.setStatus': staffOnce(placed, (by, made, _text, version) =>
    by.orders.setStatus({ ...params(made), body: { status: 'processing', ...at(version) } }),
  ),
  'orders.setPartStatus': staffOnce(placed, (by, { id }, _text, version) =>
    by.orders.setPartStatus({ params: { id, businessId }, body: { status: 'processing', ...at(version) } }),
  ),
  'orders.correctTracking': staffOnce(
    () => placed({ isShipped: true }),
    (by, { id }, trackingNumber, version) =>
      by.orders.correctTracking({ params: { id, businessId }, body: { trackingNumber, ...at(version) } }),
  ),
  'sellerOrders.move': sellerOnce(ownOrder, (by, made, _text, version) =>
    by.sellerOrders.move({ ...params(made), body: { status: 'processing', ...at(version) } }),
  ),
  'sellerOrders.correctTracking': sellerOnce(
    () => ownOrder({ isShipped: true }),
    (by, made, trackingNumber, version) => by.sellerOrders.correctTracking({ ...params(made), body: { trackingNumber, ...at(version) } }),
  ),
  'sellerOrders.refund': sellerOnce(
    () => ownOrder({ isPaid: true }),
    (by, made, reason, version) =>
      by.sellerOrders.refund({ ...params(made), body: { amount: 1, reason, password: PASSWORD, ...at(version) }, ...onceOnly() }),
  ),
  'orderMoney.markPaid': async () => {
    const { id, version } = await placed()
    const body = { method: 'cash' as const, reference: 'R-1', paidAt: shop.deps.now().toISOString(), version }
    return {
      first: () => olga.orders.setStatus({ params: { id }, body: { status: 'processing' } }),
      stale: () => nora.orderMoney.markPaid({ params: { id }, body }),
    }
  },
  'orderMoney.refund': staffOnce(
    () => placed({ isPaid: true }),
    (by, made, reason, version) =>
      by.orderMoney.refund({ ...params(made), body: { amount: 1, reason, password: PASSWORD, ...at(version) }, ...onceOnly() }),
  ),
  'returns.move': staffOnce(returned, (by, made, _text, version) =>
    by.returns.move({ ...params(made), body: { status: 'approved', ...at(version) } }),
  ),
  'returns.moveAsSeller': sellerOnce(returned, (by, made, _text, version) =>
    by.returns.moveAsSeller({ ...params(made), body: { status: 'approved', ...at(version) } }),
  ),
  'exchanges.exchange': staffOnce(exchanged, (by, { id, version: first, body }, idempotencyKey, version = first) =>
    by.exchanges.exchange({ ...params({ id }), body: { ...body, version }, idempotencyKey: `exchange-${idempotencyKey}` }),
  ),
  'exchanges.exchangeAsSeller': sellerOnce(exchanged, (by, { id, version: first, body }, idempotencyKey, version = first) =>
    by.exchanges.exchangeAsSeller({ ...params({ id }), body: { ...body, version }, idempotencyKey: `exchange-${idempotencyKey}` }),
  ),
  'withdrawals.decide': staffOnce(withdrawal, (by, made, answer, version) =>
    by.withdrawals.decide({ ...params(made), body: { status: 'refused', answer, ...at(version) } }),
  ),
  'inbox.change': staffOnce(
    async () => {
      await shop.visitor.messages.contact({ body: { name: 'Eve', email: 'eve@test.test', message: 'How wide?' } })
      return (await nora.inbox.list()).items[0] ?? expect.fail('no message')
    },
    (by, made, note, version) => by.inbox.change({ ...params(made), body: { note, ...at(version) } }),
  ),
  'applications.setStatus': staffOnce(
    () => shop.make.business(),
    (by, made, reason, version) =>
      by.applications.setStatus({ ...params(made), body: { status: reason === 'One' ? 'suspended' : 'approved', reason, ...at(version) } }),
  ),
  'applications.check': staffOnce(
    () => shop.make.business(),
    (by, { id }, how, version) => by.applications.check({ params: { id, check: 'register' }, body: { how, ...at(version) } }),
  ),
  'applications.update': staffOnce(
    () => shop.make.business(),
    (by, made, description, version) => by.applications.update({ ...params(made), body: { description, ...at(version) } }),
  ),
  'business.updateProfile': sellerOnce(
    () => sue.business.profile(),
    (by, _made, description, version) => by.business.updateProfile({ body: { description, ...at(version) } }),
  ),
  'earnings.saveAccount': sellerOnce(
    async () => ({ version: 0 }),
    (by, _made, holder, version) =>
      by.earnings.saveAccount({ body: { holder, iban: 'DE89370400440532013000', currentPassword: PASSWORD, ...at(version) } }),
  ),
  'documents.saveForm': async () => {
    const buyer = await shop.signIn('customer', { name: 'Bea Buyer' })
    const { version } = await buyer.documents.readForm()
    return {
      first: () => buyer.documents.saveForm({ body: { form: 'pdf', buyerReference: '' } }),
      stale: () => buyer.documents.saveForm({ body: { form: 'factur_x', buyerReference: '', version } }),
      by: 'Bea Buyer',
    }
  },
  'documents.saveTerms': sellerOnce(
    () => sue.documents.readTerms(),
    (by, _made, text, version) =>
      by.documents.saveTerms({ body: { prefix: text === 'One' ? 'KBX' : 'KBY', agreed: true, ...at(version) } }),
  ),
  'payouts.move': staffOnce(
    async () => {
      const seller = await shop.signIn('business_admin')
      await giveAccount(shop, seller.user.businessId ?? '')
      const sold = await shop.make.product({ businessId: seller.user.businessId ?? '', category: 'accessories', priceUsdCents: 100_00 })
      const buyer = await shop.signIn('customer')
      await buyer.cart.addItem({ body: { productId: sold.id, quantity: 1 } })
      const { id } = await checkOut(buyer)
      await payOrder(shop, id)
      await deliver(shop, id)
      await shop.deps.db.execute(sql`update seller_orders set delivered_at = delivered_at - interval '31 days' where order_id = ${id}`)
      return (await nora.payouts.prepare())[0] ?? expect.fail('nothing to pay')
    },
    (by, made, text, version) =>
      by.payouts.move({ ...params(made), body: { status: text === 'One' ? 'sent' : 'paid', currentPassword: PASSWORD, ...at(version) } }),
  ),
}
