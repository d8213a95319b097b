import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { DocumentContent } from '#domain/document.ts'
import { findOrder } from '#server/orders/order-record.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import { type Database, inTransaction, openPostgres } from '#server/platform/db/client.ts'
import { documentSeries, documents, invoices, orders } from '#server/platform/db/schema.ts'
import { checkOut, pay } from '#server/testing/buyers.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { listDocumentDisagreements } from './document-disagreements.ts'
import { insertDocument } from './document-record.ts'
import { convertInvoices, hasOlderInvoices } from './older-invoices.ts'

let shop: TestShop
let second: Database | null = null

beforeAll(async () => {
  shop = await openTestShop()
  const given = inject('database')
  if (given.kind === 'postgres') {
    const { rows } = await shop.database.pool.query<{ name: string }>('select current_database() as name')
    second = await openPostgres(`${given.server}/${rows[0]?.name}`)
  }
})
afterAll(async () => {
  await second?.close()
  await shop.close()
})
beforeEach(() => shop.reset())

// the series does not read it
const content = { order: { number: 'ORD-1', poNumber: '' }, credits: [], lines: [] } as unknown as DocumentContent

const newInvoice = (issuerBusinessId: string | null) => ({
  issuerBusinessId,
  kind: 'invoice' as const,
  cause: randomUUID(),
  issuedAt: shop.deps.now(),
  currency: 'EUR' as const,
  netCents: 100,
  taxCents: 19,
  grossCents: 119,
  buyerName: 'Ann',
  country: 'DE',
  content,
})

test('I1 numbers have no gap and no double under 200 orders at once of 7 issuers on two servers, a fifth of which is rolled back', async () => {
  const sellers = []
  for (const name of ['Alder', 'Birch', 'Cedar', 'Douglas', 'Elm', 'Fir']) sellers.push((await shop.make.business({ name })).id)
  const issuers = [null, ...sellers]
  const dbs = [shop.deps.db, second?.db ?? shop.deps.db]
  const write = (at: number) =>
    inTransaction(dbs[at % 2] ?? shop.deps.db, async (tx) => {
      await insertDocument(tx, newInvoice(issuers[at % issuers.length] ?? null))
      if (at % 5 === 4) throw new Error('rolled back')
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, at) => write(at)))
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [String((outcome.reason as Error).cause ?? outcome.reason)] : [],
  )
  expect(new Set(reasons)).toEqual(new Set(['Error: rolled back']))
  expect(reasons).toHaveLength(40)
  for (const issuer of issuers) {
    const rows = (await shop.deps.db.select().from(documents).orderBy(asc(documents.number))).filter(
      (row) => row.issuerBusinessId === issuer,
    )
    expect(rows.map(({ number }) => number)).toEqual(Array.from(rows.keys(), (index) => index + 1))
    expect(rows.length).toBeGreaterThan(20)
  }
  const series = await shop.deps.db.select().from(documentSeries)
  expect(new Set(series.map(({ prefix }) => prefix)).size).toBe(7)
  expect(await listDocumentDisagreements(shop.deps.db)).toEqual([])
})

test('I1 the prefix of a seller is two to eight capitals of its name; one that another seller has gets a letter', async () => {
  for (const slug of ['one', 'two', 'three']) {
    const { id } = await shop.make.business({ name: 'Wellen & Co', slug })
    await insertDocument(shop.deps.db, newInvoice(id))
  }
  const labels = (await shop.deps.db.select().from(documents)).map(({ label }) => label)
  expect(labels.toSorted()).toEqual(['WELLEN-000001', 'WELLENA-000001', 'WELLENB-000001'])
})

/** A shop of the version before: orders with their rows of `invoices`, and no document. */
async function older(count: number): Promise<string[]> {
  const { db } = shop.deps
  const staff = await shop.signIn('super_admin')
  await staff.settings.update({ body: { payLater: { offered: true, limit: null, newBuyerLimit: null } } })
  const sellers = [await shop.make.business(), await shop.make.business()]
  const products = []
  for (const { id: businessId } of sellers) products.push(await shop.make.product({ category: 'accessories', businessId, stock: 10_000 }))
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const buyer = await shop.signIn('customer')
    for (const { id } of products) await buyer.cart.addItem({ body: { productId: id, quantity: 1 + (at % 3) } })
    const { id } = await checkOut(buyer)
    ids.push(id)
    if (at % 4 === 1) await buyer.orders.cancel({ params: { id }, body: { businessId: sellers[0]?.id } })
    if (at % 4 !== 3) await pay(shop, id)
    if (at % 4 === 3)
      for (const status of ['processing', 'shipped'] as const) await staff.orders.setStatus({ params: { id }, body: { status } })
    if (at % 4 === 2) await refund(id, 500)
  }
  return ids

  async function refund(id: string, amountCents: number) {
    const record = await findOrder(db, id, null)
    if (!record) throw new Error('no order')
    const shares = [{ businessId: record.parts[0]?.businessId ?? '', amountCents }]
    await requestRefund(db, record, {
      shares,
      reason: 'Scratched',
      cause: { kind: 'request', userId: 'test', key: id },
      actor: null,
      at: shop.deps.now(),
    })
  }
}

/** Takes the shop back to the version before: documents go, `invoices` stay, and the series of credit notes is closed. */
async function forgetDocuments(): Promise<void> {
  await shop.database.pool.query(`begin; set local session_replication_role = replica;
    delete from documents; update document_series set next = 1, is_open = false where kind = 'credit_note'; commit`)
}

const figuresOf = async () =>
  (await shop.deps.db.select().from(documents).orderBy(asc(documents.kind), asc(documents.number))).map(
    ({ id: _id, refersTo: _to, ...row }) => ({
      ...row,
      cause: row.cause.split(':').slice(0, 2).join(':'),
    }),
  )

test('I1 I2 invoices of the version before become documents with their numbers, credit notes in order of time; stopped and started again it ends the same', async () => {
  await older(12)
  const before = await shop.deps.db.select().from(invoices).orderBy(asc(invoices.number))
  await forgetDocuments()
  expect(await hasOlderInvoices(shop.deps)).toBe(true)
  await convertInvoices(shop.deps, new AbortController().signal)
  expect(await hasOlderInvoices(shop.deps)).toBe(false)
  const once = await figuresOf()
  const invoicesNow = once.filter(({ kind }) => kind === 'invoice')
  expect(invoicesNow.map(({ number, orderId, issuedAt }) => ({ number, orderId, issuedAt }))).toEqual(before)
  for (const { orderId, grossCents, taxCents } of invoicesNow) {
    const [order] = await shop.deps.db
      .select()
      .from(orders)
      .where(eq(orders.id, orderId ?? ''))
    expect([grossCents, taxCents]).toEqual([order?.totalCents, order?.taxCents])
  }
  const notes = once.filter(({ kind }) => kind === 'credit_note')
  expect(notes.length).toBe(6) // three refunds, three canceled seller orders
  expect(notes.map(({ number }) => number)).toEqual(notes.map((_, index) => index + 1))
  const times = notes.map(({ issuedAt }) => issuedAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(await listDocumentDisagreements(shop.deps.db)).toEqual([])

  await forgetDocuments()
  const stopping = new AbortController()
  const counted = { ...shop.deps, now: () => (stopping.abort(), shop.deps.now()) }
  await convertInvoices(counted, stopping.signal)
  expect(await hasOlderInvoices(shop.deps)).toBe(true)
  await convertInvoices(shop.deps, new AbortController().signal)
  expect(await figuresOf()).toEqual(once)
})

test('I1 while older invoices are converted a refund waits for the job, and an invoice of the version before takes its number from the series', async () => {
  const [id = ''] = await older(1)
  await forgetDocuments()
  const staff = await shop.signIn('super_admin')
  expect(await staff.documents.ofOrder({ params: { id } })).toEqual([])
  const answer = await shop.app.inject({ url: `/api/orders/${id}/invoice.pdf`, headers: { authorization: `Bearer ${staff.token}` } })
  expect(answer.headers['content-disposition']).toContain('INV-000001-')
  const buyer = await shop.signIn('customer')
  const { id: productId } = await shop.make.product({ category: 'accessories' })
  await buyer.cart.addItem({ body: { productId, quantity: 1 } })
  const order = await checkOut(buyer)
  await shop.deps.db.insert(invoices).values({ number: 1, orderId: order.id, issuedAt: shop.deps.now() }) // as the version before counts
  expect((await shop.deps.db.select().from(invoices).where(eq(invoices.orderId, order.id)))[0]?.number).toBe(2)
  expect(await hasOlderInvoices(shop.deps)).toBe(true)
  await convertInvoices(shop.deps, new AbortController().signal)
  expect((await staff.documents.ofOrder({ params: { id: order.id } })).map(({ number }) => number)).toEqual(['INV-000002'])
})
