import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PhonePreviewBody } from '#contract/checkout/phone-orders.ts'
import type { BuyerKind } from '#domain/buyer-kind.ts'
import type { Stream } from '#domain/producer-streams.ts'
import { addDays, DAY_MS } from '#domain/time.ts'
import { attributes, orders, producerRegistrations } from '#server/platform/db/schema.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { someOf } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  await addDemoTaxes(shop.deps)
  ann = await shop.signIn('customer')
})

type Market = { country: string; buyer: BuyerKind; zip: string }
const GERMANY: Market = { country: 'DE', buyer: 'consumer', zip: '10115' }
const FRANCE: Market = { country: 'FR', buyer: 'consumer', zip: '69001' }
const AUSTRIA: Market = { country: 'AT', buyer: 'consumer', zip: '1010' }
const AMERICA: Market = { country: 'US', buyer: 'business', zip: '60607' }
const MARKETS = [
  GERMANY,
  FRANCE,
  AUSTRIA,
  AMERICA,
  ...[GERMANY, FRANCE, AUSTRIA].map((market) => ({ ...market, buyer: 'business' as const })),
]
const today = () => shop.deps.now().toISOString().slice(0, 10)

const formOf = ({ country, buyer, zip }: Market) => ({
  ...customerForm,
  country,
  state: country === 'US' ? 'IL' : '',
  zipCode: zip,
  buyerKind: buyer,
})

/** A change of one number of a seller; `set` null takes it away. */
type Change = { country: string; stream: Stream; set: Partial<typeof producerRegistrations.$inferInsert> | null }

/** A seller in Ireland with the numbers of a fresh shop, but for these changes. */
async function seller(...changes: Change[]) {
  const { id } = await shop.make.business({ country: 'Ireland', postalCode: 'V94 T0W0' })
  const { db } = shop.deps
  for (const { country, stream, set } of changes) {
    const isIt = and(
      eq(producerRegistrations.businessId, id),
      eq(producerRegistrations.country, country),
      eq(producerRegistrations.stream, stream),
    )
    if (set === null) await db.delete(producerRegistrations).where(isIt)
    else await db.update(producerRegistrations).set(set).where(isIt)
  }
  return id
}

const mat = (name: string, businessId: string) => shop.make.product({ name, category: 'mat', weightGrams: 1000, businessId })

/** Six products of sellers whose numbers differ, with the countries in which they are offered. */
async function six() {
  const whole = await seller()
  const noFrench = await seller({ country: 'FR', stream: 'packaging', set: null })
  const open = await seller({ country: 'DE', stream: 'packaging', set: { isConfirmed: false } })
  const ending = await seller({ country: 'DE', stream: 'packaging', set: { validTo: addDays(today(), 2) } })
  const noElectrical = await seller(
    { country: 'DE', stream: 'electrical', set: null },
    { country: 'FR', stream: 'electrical', set: { validFrom: addDays(today(), 2) } },
  )
  const part = { category: 'replacement-parts', weightGrams: 1000, businessId: noElectrical }
  const motor = await shop.make.product({ name: 'Alpha motor', ...part, specifications: [{ name: 'Power', value: '0.75 kW' }] })
  const bracket = await shop.make.product({ name: 'Alpha bracket', ...part })
  return [
    { product: await mat('Alpha whole', whole), offered: 'DE FR AT US' },
    { product: await mat('Alpha french', noFrench), offered: 'DE AT US' },
    { product: await mat('Alpha open', open), offered: 'FR AT US' },
    { product: await mat('Alpha ending', ending), offered: 'DE FR AT US' },
    { product: motor, offered: 'AT US' },
    { product: bracket, offered: 'DE FR AT US' },
  ]
}

const TEXTS: Readonly<Record<string, string>> = { DE: 'Not available in Germany', FR: 'Not available in France' }
let readers = 0

/** Says where a product is offered in a market: on its page, in the list, the search, the feed, the cart and the checkout. */
async function answersOf({ id, name, slug }: { id: string; name: string; slug: string }, market: Market) {
  const { country, buyer, zip } = market
  const query = { country, buyer }
  const page = (await shop.visitor.products.byId({ params: { id }, query })).display
  const list = (await shop.visitor.products.list({ query: { ...query, limit: '50' } })).items.find((one) => one.id === id)?.display
  const hits = await shop.visitor.search.find({ query: { q: name, ...query } })
  const hit = hits.products.find((one) => one.id === id)?.display
  const remoteAddress = `10.1.0.${(readers += 1) % 250}`
  const feed = await shop.app.inject({ url: `/feeds/google-${country.toLowerCase()}.xml`, remoteAddress })
  await ann.cart.clear()
  const currency = country === 'US' ? 'USD' : 'EUR'
  await ann.cart.addItem({ query: { currency }, body: { productId: id, quantity: 1 } })
  const cart = await ann.cart.list({ query: { currency, country, buyer, zip } })
  const [line] = cart.items
  const before = await shop.deps.db.$count(orders)
  const placing = ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: formOf(market) } })
  const problem = cart.canCheckOut ? await placing.then(() => null) : await refusalOf(placing)
  return {
    isOffered: [page?.sellable, list?.sellable, hit?.sellable, line?.available, problem === null],
    reasons: [...new Set([page?.reason, list?.reason, hit?.reason, line?.notice].filter(Boolean))],
    refusal: problem?.detail ?? null,
    byQuote: line?.shipping === 'quote' || (page?.sellable === false && !page.isWithheld),
    inFeed: feed.body.includes(`/products/${slug}?`),
    orders: (await shop.deps.db.$count(orders)) - before,
  }
}

describe('what the register numbers of a seller decide', () => {
  test.each(someOf(MARKETS, 4))('is one answer on page, list, search, feed, cart and checkout in $country for a $buyer', async (market) => {
    for (const { product, offered } of await six()) {
      const isOffered = offered.includes(market.country)
      const said = await answersOf(product, market)
      const text = TEXTS[market.country]
      expect(said, `${product.name} in ${market.country}`).toEqual({
        isOffered: [isOffered, isOffered, isOffered, isOffered, isOffered],
        reasons: isOffered ? [] : [text],
        refusal: isOffered ? null : `${product.name}: ${text}`,
        byQuote: false,
        inFeed: isOffered,
        orders: isOffered ? 1 : 0,
      })
    }
  })

  test.each(someOf(MARKETS, 3))(
    'a list, a search and their facets have the same six products in $country for a $buyer',
    async ({ country, buyer }) => {
      await six()
      const counted = async (search: object) => {
        const query = { country, buyer, ...search }
        const { total } = await shop.visitor.products.list({ query })
        const { categories } = await shop.visitor.products.facets({ query })
        return [total, categories.reduce((sum, { count }) => sum + count, 0)]
      }
      expect([await counted({}), await counted({ search: 'alpha' })]).toEqual([
        [6, 6],
        [6, 6],
      ])
    },
  )

  test('a name of the supply that staff gave its specification counts as the supply, whatever language it is in', async () => {
    const id = await seller({ country: 'DE', stream: 'electrical', set: null })
    const part = { category: 'accessories', weightGrams: 1000, businessId: id, specifications: [{ name: 'Napájení', value: '230 V' }] }
    const product = await shop.make.product({ name: 'Alpha fan', ...part })
    const isOffered = async () => (await answersOf(product, GERMANY)).isOffered
    expect(await isOffered()).toEqual([true, true, true, true, true])
    await shop.deps.db
      .update(attributes)
      .set({ names: sql`${attributes.names} || 'napájení'::text` })
      .where(eq(attributes.key, 'supply'))
    expect(await isOffered()).toEqual([false, false, false, false, false])
    const staff = await shop.signIn('application_admin')
    const { items } = await staff.registers.list({ query: { state: 'missing', mode: 'require' } })
    expect(items.map(({ country, stream }) => `${country} ${stream}`)).toEqual(['DE electrical'])
  })

  test('what is also kept from a place by customs says that it is not available, and never leads to a quote', async () => {
    const { id } = await shop.make.business({ name: 'Overseas' })
    await shop.deps.db.delete(producerRegistrations).where(eq(producerRegistrations.businessId, id))
    const said = await answersOf(await mat('Alpha overseas', id), FRANCE)
    expect(said).toMatchObject({ reasons: [TEXTS.FR], refusal: `Alpha overseas: ${TEXTS.FR}`, byQuote: false, inFeed: false, orders: 0 })
  })

  test('the clock passes the end of one number and the beginning of another, and all change without a job', async () => {
    const products = await six()
    const [ending, motor] = [products[3]?.product, products[4]?.product]
    if (!ending || !motor) throw new Error('no products')
    expect((await answersOf(ending, GERMANY)).isOffered).toEqual([true, true, true, true, true])
    expect((await answersOf(motor, FRANCE)).isOffered).toEqual([false, false, false, false, false])
    shop.advance(3 * DAY_MS)
    expect(await answersOf(ending, GERMANY)).toMatchObject({ isOffered: [false, false, false, false, false], inFeed: false, orders: 0 })
    expect(await answersOf(motor, FRANCE)).toMatchObject({ isOffered: [true, true, true, true, true], inFeed: true, orders: 1 })
    shop.advance(-3 * DAY_MS)
  })

  test('staff withdraw a number, and nothing of it is sold from then on, by phone neither; other modes let it be sold', async () => {
    const id = await seller()
    const product = await mat('Alpha mat', id)
    const staff = await shop.signIn('application_admin')
    const body = {
      userId: ann.user.id,
      items: [{ id: product.id, quantity: 1 }],
      currency: 'EUR',
      shippingMethod: 'standard',
      country: 'DE',
      zip: '10115',
      buyer: 'consumer',
    } satisfies PhonePreviewBody
    expect((await staff.phoneOrders.preview({ body })).cart).toMatchObject({ canCheckOut: true })
    const { items } = await staff.registers.list({ query: { state: 'valid' } })
    const lucid = items.find(({ country, stream }) => country === 'DE' && stream === 'packaging')
    await staff.registers.check({ params: { id: lucid?.id ?? '' }, body: { confirmed: false, how: 'Gone', day: today() } })
    expect((await staff.phoneOrders.preview({ body })).cart).toMatchObject({ canCheckOut: false, items: [{ notice: TEXTS.DE }] })
    expect((await answersOf(product, GERMANY)).isOffered).toEqual([false, false, false, false, false])
    const admin = await shop.signIn('super_admin')
    const modes = [{ country: 'DE', stream: 'packaging', mode: 'ask' } as const]
    await admin.settings.update({ body: { registers: { modes } } })
    expect((await answersOf(product, GERMANY)).isOffered).toEqual([true, true, true, true, true])
  })

  test('a market in which nothing is required reads no numbers: page, list and cart', async () => {
    const product = await mat('Alpha mat', await seller())
    await ann.cart.addItem({ query: { currency: 'EUR' }, body: { productId: product.id, quantity: 1 } })
    const spy = vi.spyOn(shop.database.pool, 'query')
    const statements = async ({ country, buyer, zip }: Market) => {
      spy.mockClear()
      await shop.visitor.products.byId({ params: { id: product.id }, query: { country, buyer } })
      await shop.visitor.products.list({ query: { country, buyer } })
      await ann.cart.list({ query: { currency: 'EUR', country, buyer, zip } })
      return spy.mock.calls.filter((call) => JSON.stringify(call[0]).includes('producer_registrations')).length
    }
    expect(await statements(AUSTRIA)).toBe(0)
    expect(await statements(AMERICA)).toBe(0)
    expect(await statements(GERMANY)).toBeGreaterThan(0)
    spy.mockRestore()
  })
})
