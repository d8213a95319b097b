import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { normalizeText, plainCode } from '#domain/search/words.ts'
import { products } from '#server/platform/db/schema.ts'
import { customerForm, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { ann, bag, box, openSellerShop, params, shop, sol, staff, tia } from '#server/testing/shared-orders.ts'

openSellerShop()

const DELIVERY = {
  ...customerForm,
  email: 'ann.form@test.test',
  firstName: 'Zoë',
  lastName: 'Ångström',
  company: 'Łódź Papier GmbH',
  city: 'Chicago',
  zipCode: '60607-1234',
  phone: '+49 (0)151 234 567-89',
  notes: 'Ring twice',
  poNumber: 'PO 2026/4711-B',
}

/** An order of both sellers, unlike another order in everything that people look for. */
async function place(items = [box, bag]): Promise<Order> {
  const { db } = shop.deps
  await db.update(products).set({ sku: 'SUN-100.A' }).where(sql`${products.id} = ${box.id}`)
  await db.update(products).set({ sku: 'TIN-200.B' }).where(sql`${products.id} = ${bag.id}`)
  for (const { id } of items) await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
  return ann.checkout.placeOrder({ body: { ...orderOf(await ann.cart.list()), customer: DELIVERY } })
}

async function placeOther(): Promise<void> {
  const other = await shop.signIn('customer', { name: 'Bob Buyer', email: 'bob@test.test' })
  const hat = await shop.make.product({ category: 'accessories', name: 'Straw Hat', slug: 'straw-hat', sku: 'HAT-9' })
  await other.cart.addItem({ body: { productId: hat.id, quantity: 1 } })
  await other.checkout.placeOrder({
    body: {
      ...orderOf(await other.cart.list()),
      customer: { ...customerForm, firstName: 'Bob', lastName: 'Miller', zipCode: '60614', phone: '+1 312 555 0199', poNumber: 'REQ 77' },
    },
  })
}

const foundByStaff = async (search: string) => (await staff.orders.listAll({ query: { search } })).items.map(({ id }) => id)
const foundBySol = async (search: string) => (await sol.sellerOrders.list({ query: { search } })).items.map(({ id }) => id)
const foundByTia = async (search: string) => (await tia.sellerOrders.list({ query: { search } })).items.map(({ id }) => id)
const foundByAnn = async (search: string) => (await ann.orders.listOwn({ query: { search } })).items.map(({ id }) => id)

const ship = async (placed: Order, seller: typeof sol, trackingNumber: string) => {
  await seller.sellerOrders.move({ ...params(placed), body: { status: 'processing' } })
  await seller.sellerOrders.move({ ...params(placed), body: { status: 'shipped', carrier: 'Own truck', trackingNumber } })
}

/** Facts of the delivery, which staff and each seller of an order read. */
const SHARED = [
  ['PO number', 'PO 2026/4711-B', '2026/4711', '4711-b', 'po2026/4711b', 'PO-2026-4711-B'],
  ['postal code', '60607-1234', '60607', '606071234'],
  ['company', 'lodz papier', 'Łódź', 'papier gmbh'],
  ['name', 'zoe', 'Angstrom', 'Ångström Zoë'],
] satisfies [string, ...string[]][]

describe('the search of orders', () => {
  test.each(SHARED)('staff and its sellers find an order by the %s of its delivery', async (_, ...searches) => {
    const { id } = await place()
    await placeOther()
    for (const search of searches) {
      expect(await foundByStaff(search), search).toEqual([id])
      expect(await foundBySol(search), search).toEqual([id])
      expect(await foundByAnn(search), search).toEqual([id])
    }
  })

  test('by article number, product and tracking number, in any spelling, also together with other words', async () => {
    const placed = await place()
    await placeOther()
    await ship(placed, sol, '1Z 999-AA1 0123')
    for (const search of [
      'SUN-100.A',
      'sun100a',
      'sun 100 a',
      'Sun Box',
      'sun BOX łódź',
      '1Z999AA10123',
      '1z 999 aa1 0123',
      '999-aa1',
      'ångström 1Z999',
      'sun-100.a 60607',
    ]) {
      expect(await foundByStaff(search), search).toEqual([placed.id])
      expect(await foundBySol(search), search).toEqual([placed.id])
    }
    for (const search of ['sun hat', 'SUN-100.C', '1Z999AA10124', 'zoe miller', 'PO 2026/4712'])
      expect(await foundByStaff(search), search).toEqual([])
  })

  test('staff find it by phone number, as written, as dialed at home or from abroad, and by account and email', async () => {
    const { id } = await place()
    await placeOther()
    for (const search of [
      '+49 (0)151 234 567-89',
      '0151 23456789',
      '+4915123456789',
      '0049 151 23456789',
      '151/234567-89',
      'ann account',
      'ann.form@test.test',
    ])
      expect(await foundByStaff(search), search).toEqual([id])
    for (const search of ['0151 23456780', '12345']) expect(await foundByStaff(search), search).toEqual([])
  })

  test('a seller finds nothing by the lines, articles and parcels of another seller, and by what it is not shown', async () => {
    const placed = await place()
    await staff.orders.setTags({ ...params(placed), body: { tags: ['chargeback risk'] } })
    await staff.staffNotes.addToOrder({ ...params(placed), body: { text: 'Owes us money' } })
    await ship(placed, tia, 'JD-TIN-77')
    for (const search of [
      'Tin Bag',
      'tin',
      'bag zoe',
      'TIN-200.B',
      'tin200b',
      'JD-TIN-77',
      'jdtin77',
      'ups',
      'Ann Account',
      'ann.form',
      '@test.test',
      'chargeback',
      'chargeback risk',
      'owes',
      'ring twice',
      '+49 (0)151 234 567-89',
      '0151 23456789',
      '15123456789',
      placed.id.slice(0, 8),
    ])
      expect(await foundBySol(search), search).toEqual([])
    expect(await foundByTia('jd tin 77')).toEqual([placed.id])
    expect(await foundByStaff('chargeback')).toEqual([placed.id])
    expect(await foundByAnn('chargeback')).toEqual([])
  })

  test('a seller finds no order that is not its own by any text of it, and by a phone number only where it is shown one', async () => {
    const only = await place([bag])
    for (const search of [only.number, 'zoe', 'lodz', '60607', '4711', 'PO 2026/4711-B', 'sun', 'box'])
      expect(await foundBySol(search), search).toEqual([])
    const press = await shop.make.product({ name: 'Sun Press', businessId: box.businessId, stock: 2, shippingClass: 'freight' })
    await ann.cart.addItem({ body: { productId: press.id, quantity: 1 } })
    const freight = await ann.checkout.placeOrder({ body: { ...orderOf(await ann.cart.list()), customer: DELIVERY } })
    expect(await foundBySol('0151 23456789')).toEqual([freight.id])
    expect(await foundByTia('0151 23456789')).toEqual([])
  })

  test('staff narrow the list to seller, country, shipping method, tag and due day, and read them in each row', async () => {
    const placed = await place()
    await placeOther()
    await staff.orders.setTags({ ...params(placed), body: { tags: ['Call, then ship', 'urgent'] } })
    const [row] = (await staff.orders.listAll({ query: { search: '4711' } })).items
    expect(row).toMatchObject({ country: 'US', company: 'Łódź Papier GmbH', poNumber: 'PO 2026/4711-B', shippingMethod: 'standard' })
    expect(row?.sellers.map(({ name }) => name)).toEqual(['Sun Boxes', 'Tin Bags'])
    const due = row?.estimatedDelivery ?? ''
    const found = async (query: object) => (await staff.orders.listAll({ query })).items.length
    expect(await staff.orders.listTags()).toEqual(['Call, then ship', 'urgent'])
    for (const query of [{ businessId: box.businessId }, { tag: 'urgent' }, { tag: 'Call, then ship' }]) {
      expect((await staff.orders.listAll({ query })).items.map(({ id }) => id)).toEqual([placed.id])
    }
    for (const query of [
      { country: 'US' },
      { country: 'us,DE' },
      { shippingMethod: 'standard,express' },
      { dueFrom: due },
      { dueTo: due },
      { dueFrom: due, dueTo: due },
    ])
      expect(await found(query), JSON.stringify(query)).toBe(2)
    for (const query of [
      { country: 'DE' },
      { shippingMethod: 'overnight' },
      { tag: 'nobody' },
      { dueFrom: '2099-01-01' },
      { dueTo: '2020-01-01' },
    ])
      expect(await found(query), JSON.stringify(query)).toBe(0)
    expect(await refusalOf(staff.orders.listAll({ query: { country: 'XX' } }))).toMatchObject({ status: 422 })
    expect(await refusalOf(sol.orders.listTags())).toMatchObject({ status: 403 })
    expect(await refusalOf(ann.orders.listTags())).toMatchObject({ status: 403 })
  })

  test('names are compared in the database as in the shop', async () => {
    const texts = [
      'Łódź Papier',
      'Göteborg-Kühl',
      'Straße',
      'STRAẞE',
      'Ærø',
      'ÆGIR',
      'Œuvre',
      'Þór',
      'Đặng',
      'Ðorn',
      'İstanbul',
      'Işık',
      'Ørsted',
      'ŁÓDŹ',
      'naïve',
      'a–b — c',
      'Ｆｕｌｌ',
      'ﬁne',
      '1 ½',
      'Çelik',
      'Škoda',
      'Ñandú',
      'x\ty  z',
      'PO−7',
    ]
    for (const text of texts) {
      const { rows } = await shop.deps.db.execute<{ plain: string; code: string }>(
        sql`select plain_text(${text}) as plain, plain_code(${text}) as code`,
      )
      expect(rows[0], text).toEqual({ plain: normalizeText(text), code: plainCode(text) })
    }
  })
})
