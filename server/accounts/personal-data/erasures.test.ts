import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addresses, contactMessages, erasures, outbox, users } from '#server/platform/db/schema.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { listErasures } from './erased-data.ts'
import { formatErasure, parseErasures, readErasures, replayErasures } from './replay-erasures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const rowOf = async (id: string) => (await shop.deps.db.select().from(users).where(eq(users.id, id)))[0]

test('every erasure is recorded, by its owner and by staff, and the list can be read back', async () => {
  const boss = await shop.signIn('super_admin')
  const [ann, bea] = [await shop.make.user('customer'), await shop.make.user('customer')]
  await boss.users.remove({ params: { id: ann.id } })
  shop.advance(1000)
  await boss.users.remove({ params: { id: bea.id } })
  const list = await listErasures(shop.deps.db)
  expect(list.map(({ userId }) => userId)).toEqual([ann.id, bea.id])
  const text = list.map(formatErasure).join('\n')
  expect(text).toMatch(/^[0-9a-f-]{36} \d{4}-\d\d-\d\dT[\d:.]+Z\n/)
  expect(parseErasures(`${text}\r\n\n`)).toEqual(list)
  expect(() => parseErasures(`${text}\nann@example.com 2026-01-01`)).toThrow('Line 3 of the erasures is not a user id and a time')
  expect(() => parseErasures(`${ann.id} yesterday`)).toThrow('Line 1')
  expect(() => readErasures('/missing/erased.txt')).toThrow('There is no list /missing/erased.txt.')
})

test('a restored backup forgets again who was erased since, without another email, however often', async () => {
  const ann = await shop.signIn('customer', { name: 'Ann Example', email: 'ann@example.com' })
  const product = await shop.make.product({ category: 'accessories' })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const { id: orderId } = await checkOut(ann)
  await shop.deps.db.insert(addresses).values({ userId: ann.user.id, form: { address: '1 Main Street' } })
  await shop.deps.db.insert(contactMessages).values({ reference: 'M-1', name: 'Ann', email: 'ann@example.com', message: 'Hello' })
  const bea = await shop.signIn('customer', { name: 'Bea' })
  const at = new Date('2026-03-04T17:12:00Z')
  const list = [
    { userId: ann.user.id, at },
    { userId: randomUUID(), at },
  ]
  expect(await replayErasures(shop.deps, list)).toEqual({ erased: 1, others: 1 })
  expect(await rowOf(ann.user.id)).toMatchObject({ name: 'Deleted customer', status: 'Deleted', deletedAt: at })
  expect(await rowOf(bea.user.id)).toMatchObject({ name: 'Bea', status: 'Active' })
  for (const table of [addresses, contactMessages]) expect(await shop.deps.db.$count(table)).toBe(0)
  expect(await shop.deps.db.select().from(outbox).orderBy(outbox.id)).not.toContainEqual(
    expect.objectContaining({ dedupeKey: `account-deleted:${ann.user.id}` }),
  )
  const staff = await shop.signIn('application_admin')
  expect(await staff.orders.adminById({ params: { id: orderId } })).toMatchObject({ user: { name: 'Deleted user', email: '' } })
  expect(await replayErasures(shop.deps, list)).toEqual({ erased: 0, others: 2 })
  expect(await shop.deps.db.select().from(erasures).orderBy(erasures.userId)).toEqual(
    [...list].sort((a, b) => (a.userId < b.userId ? -1 : 1)),
  )
})

test('the list of erasures leaves out accounts that staff only deleted and may restore, which the table has from before', async () => {
  const boss = await shop.signIn('super_admin')
  const [ann, bea] = [await shop.make.user('customer'), await shop.make.user('customer')]
  await boss.users.remove({ params: { id: ann.id } })
  await boss.users.update({ params: { id: bea.id }, body: { status: 'Deleted' } })
  // as the table was filled first, by status
  await shop.deps.db.delete(erasures)
  const at = new Date('2026-01-02T03:04:05Z')
  await shop.deps.db.insert(erasures).values([ann, bea].map(({ id }) => ({ userId: id, at })))
  const unknown = { userId: randomUUID(), at } // of a restored backup: known by the list only
  await shop.deps.db.insert(erasures).values(unknown)

  const list = await listErasures(shop.deps.db)
  expect(list.map(({ userId }) => userId).sort()).toEqual([ann.id, unknown.userId].sort())
  await boss.users.update({ params: { id: bea.id }, body: { status: 'Active' } })
  expect(await replayErasures(shop.deps, list)).toMatchObject({ erased: 0 })
  expect(await rowOf(bea.id)).toMatchObject({ name: bea.name, status: 'Active' })
})
