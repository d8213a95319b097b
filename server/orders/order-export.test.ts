import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { outbox, products, users } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { customerForm, orderOf } from '#server/testing/buyers.ts'
import { ann, bag, box, openSellerShop, params, shop, sol, staff, tia } from '#server/testing/shared-orders.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'

openSellerShop()

type Row = Record<string, string>

async function rowsOf(by: SignedInUser, path: string): Promise<Row[]> {
  const { body } = await shop.app.inject({ url: path, headers: { authorization: `Bearer ${by.token}` } })
  return parse<Row>(body, { columns: true, bom: true })
}
const staffRows = () => rowsOf(staff, '/api/admin/orders/export')
const ownRows = (seller: SignedInUser) => rowsOf(seller, '/api/business/orders/export')

/** An order of two sellers, one of which sells two products in it. */
async function place(): Promise<Order> {
  const { db } = shop.deps
  await db.update(products).set({ sku: 'SUN-1' }).where(eq(products.id, box.id))
  await db.update(products).set({ sku: 'TIN-1' }).where(eq(products.id, bag.id))
  const lid = await shop.make.product({
    category: 'accessories',
    name: 'Sun Lid',
    businessId: box.businessId,
    priceUsdCents: 19_90,
    stock: 10,
    sku: 'SUN-2',
  })
  for (const [{ id }, quantity] of [
    [box, 1],
    [bag, 2],
    [lid, 3],
  ] as const)
    await ann.cart.addItem({ body: { productId: id, quantity } })
  const customer = { ...customerForm, company: 'Ann & Co', phone: '+1 555 0100', notes: 'Ring twice', poNumber: 'PO-88' }
  return ann.checkout.placeOrder({ body: { ...orderOf(await ann.cart.list()), customer } })
}

const AMOUNT = /^-?\d+\.\d\d$/
const sum = (rows: readonly Row[], column: string) => rows.reduce((cents, row) => cents + Math.round(Number(row[column] || 0) * 100), 0)

describe('the export of orders', () => {
  test('has a row a line with what bookkeeping and shipping need; its amounts have two decimals and add up', async () => {
    const placed = await place()
    await sol.sellerOrders.move({ ...params(placed), body: { status: 'processing' } })
    await sol.sellerOrders.move({ ...params(placed), body: { status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999AA10123456784' } })
    const rows = await staffRows()
    expect(rows.map((row) => [row['SKU'], row['Product'], row['Quantity'], row['Seller']])).toEqual([
      ['SUN-1', 'Sun Box', '1', 'Sun Boxes'],
      ['TIN-1', 'Tin Bag', '2', 'Tin Bags'],
      ['SUN-2', 'Sun Lid', '3', 'Sun Boxes'],
    ])
    for (const row of rows) {
      expect(row).toMatchObject({
        Number: placed.number,
        'PO number': 'PO-88',
        Company: 'Ann & Co',
        Address: '1 Main Street',
        City: 'Chicago',
        State: 'IL',
        'ZIP / Postal code': '60607',
        Country: 'US',
        Phone: "'+1 555 0100", // no formula
        'Delivery notes': 'Ring twice',
        Currency: 'USD',
        'Shipping method': 'Standard',
      })
      expect(row['Due']).toMatch(/^\d{4}-\d\d-\d\d$/)
      for (const column of ['Unit price', 'Items', 'Discount', 'Shipping', 'Tax', 'Line total']) expect(row[column], column).toMatch(AMOUNT)
    }
    expect(rows.map((row) => row['Unit price'])).toEqual(['40.00', '60.00', '19.90'])
    expect(rows.map((row) => row['Tracking number'])).toEqual(['1Z999AA10123456784', '', '1Z999AA10123456784'])
    expect(rows.map((row) => row['Shipped'])).toEqual(['1', '0', '3'])
    expect(rows.map((row) => row['Seller status'])).toEqual(['Shipped', 'Pending', 'Shipped'])
    const cents = Math.round(placed.totalAmount * 100)
    for (const column of ['Line total', 'Order total', 'Order total (USD)']) expect(sum(rows, column), column).toBe(cents)
    expect(sum(rows, 'Tax')).toBe(Math.round(placed.tax * 100))
    expect(sum(rows, 'Shipping')).toBe(Math.round(placed.shipping * 100))
  })

  test('of a seller has its own lines only, with PO number and delivery notes, and adds up to its part', async () => {
    const placed = await place()
    const [own, other] = [await ownRows(sol), await ownRows(tia)]
    expect(own.map((row) => row['SKU'])).toEqual(['SUN-1', 'SUN-2'])
    expect(other.map((row) => row['SKU'])).toEqual(['TIN-1'])
    for (const [rows, { businessId }] of [
      [own, box],
      [other, bag],
    ] as const) {
      for (const row of rows)
        expect(row).toMatchObject({ 'PO number': 'PO-88', 'Delivery notes': 'Ring twice', Phone: '', Paid: 'no', Company: 'Ann & Co' })
      const part = placed.fulfilments.find((one) => one.businessId === businessId)
      for (const column of ['Line total', 'Your part']) expect(sum(rows, column), column).toBe(Math.round((part?.total ?? 0) * 100))
    }
  })

  test('of an erased buyer has no name, address, company, phone or PO number', async () => {
    const placed = await place()
    await staff.orders.setStatus({ ...params(placed), body: { status: 'cancelled' } })
    const passwordHash = await hashPassword('a box of old boxes')
    await shop.deps.db.update(users).set({ passwordHash }).where(eq(users.id, ann.user.id))
    await ann.account.remove({ body: { currentPassword: 'a box of old boxes' } })
    const rows = await staffRows()
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toMatch(/Ann|Main Street|555 0100|PO-88|Ring twice/)
  })
})

test('a SKU stays with the line as it was ordered: on the pages of staff, buyer and seller, in the email to the seller, and not that of another seller', async () => {
  const placed = await place()
  await shop.deps.db.update(products).set({ sku: 'NEW-1' }).where(eq(products.id, box.id))
  const skus = ({ items }: { items: readonly { name: string; sku: string | null }[] }) => items.map(({ name, sku }) => `${name} ${sku}`)
  const all = ['Sun Box SUN-1', 'Tin Bag TIN-1', 'Sun Lid SUN-2']
  expect(skus(await staff.orders.adminById(params(placed)))).toEqual(all)
  expect(skus(await ann.orders.byId(params(placed)))).toEqual(all)
  expect(skus(await sol.sellerOrders.byId(params(placed)))).toEqual(['Sun Box SUN-1', 'Sun Lid SUN-2'])
  const rows = await shop.deps.db.select().from(outbox)
  const toSeller = (name: string) =>
    rows.map((row) => JSON.stringify(row)).filter((row) => row.includes('seller-new-order') && row.includes(name))
  expect(toSeller('Sun Box')[0]).toContain('SUN-1')
  expect(toSeller('Sun Box')[0]).not.toContain('TIN-1')
})
