import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { auditEntries, notifications } from '#server/platform/db/schema.ts'
import { checkOut, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { admin, finish, importAll, openStaffDialog, shop, undo } from '#server/testing/staff-dialog.ts'

openStaffDialog()
beforeEach(async () => {
  await shop.make.business({ name: 'Boxworks' })
})

const DAY_MS = 24 * 3_600_000
const HEADER = 'slug,name,category,business,priceUSD,priceEUR,stock'
const fileOf = (rows: Record<string, string>, price = '10.00') =>
  [HEADER, ...Object.entries(rows).map(([slug, name]) => `${slug},${name},accessories,Boxworks,${price},9.00,5`)].join('\n')
const undoOf = async (id: string) => (await admin.imports.get({ params: { id } })).undo

async function order(slug: string) {
  const { id } = await shop.stored(slug)
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: id, quantity: 1 } })
  return checkOut(buyer)
}

test('F7.3.5 every import of the last 30 days can be undone, the newer one first or the older one first', async () => {
  const first = await importAll(fileOf({ a: 'A', b: 'B' }))
  const second = await importAll(fileOf({ a: 'A2', c: 'C' }))
  const third = await importAll(fileOf({ b: 'B3' }))
  for (const { id } of [first, second, third]) expect((await undoOf(id)).state).toBe('possible')
  expect((await undo(second)).undo).toMatchObject({ state: 'done', done: 2, left: [] })
  expect(await shop.stored('a')).toMatchObject({ name: 'A', status: 'Active' })
  expect((await shop.stored('c')).status).toBe('Deleted')
  expect((await undo(first)).undo.left).toEqual([{ slug: 'b', name: 'B3', why: 'importedAgain' }])
  expect((await shop.stored('a')).status).toBe('Deleted')
  expect((await undo(third)).undo.left).toEqual([])
  expect(await shop.stored('b')).toMatchObject({ name: 'B', status: 'Active' })
  const entries = await shop.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'catalog.import.undo'))
    .orderBy(auditEntries.id)
  expect(entries.map(({ actorId, targetId, after }) => [actorId, targetId, after])).toEqual(
    [second, first, third].map(({ id }) => [admin.user.id, id, { fileName: 'products.csv', products: expect.any(Number) }]),
  )
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('F7.3.5 an undo leaves what was ordered or edited since and says why', async () => {
  const done = await importAll(fileOf({ sold: 'Sold', edited: 'Edited', mine: 'Mine' }))
  await order('sold')
  const edited = await shop.stored('edited')
  await admin.productEdits.update({ params: { id: edited.id }, body: { name: 'By hand' } })
  const { undo: undone, status } = await undo(done)
  expect([status, undone.done]).toEqual(['undone', 3])
  expect(undone.left).toEqual(
    expect.arrayContaining([
      { slug: 'sold', name: 'Sold', why: 'ordered' },
      { slug: 'edited', name: 'By hand', why: 'edited' },
    ]),
  )
  expect(await shop.stored('sold')).toMatchObject({ status: 'Active', stock: 4 })
  expect((await shop.stored('mine')).status).toBe('Deleted')
  const [notification] = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'import-undone'))
  expect(notification?.text).toContain('2 not changed: edited, ordered or imported again since')
})

test('F7.3.5 a sale does not stand in the way of setting a changed product back; sold units stay sold', async () => {
  await importAll(fileOf({ a: 'A' }))
  const done = await importAll(fileOf({ a: 'A2' }, '12.00').replace(/5$/, '9'))
  await order('a')
  expect((await undo(done)).undo.left).toEqual([])
  expect(await shop.stored('a')).toMatchObject({ name: 'A', priceUsdCents: 1000, stock: 4 })
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('F7.3.5 what cannot be undone says why: too old, nothing changed, undone already', async () => {
  const done = await importAll(fileOf({ a: 'A' }))
  const same = await importAll(fileOf({ a: 'A' }))
  expect(await undoOf(same.id)).toMatchObject({ state: 'impossible', why: 'nothingChanged' })
  shop.advance(29 * DAY_MS)
  expect((await undoOf(done.id)).state).toBe('possible')
  shop.advance(2 * DAY_MS)
  expect(await undoOf(done.id)).toMatchObject({ state: 'impossible', why: 'tooOld' })
  expect(await refusalOf(admin.imports.undo({ params: { id: done.id } }))).toMatchObject({
    code: 'import_not_undoable',
    detail: "This import can't be undone: it is more than 30 days old.",
  })
  const late = await importAll(fileOf({ b: 'B' }))
  await undo(late)
  expect((await refusalOf(admin.imports.undo({ params: { id: late.id } }))).detail).toContain('it is already undone.')
})

test(
  'F7.3.5 races: an order or an edit at the moment of the undo is before it or after it, never between',
  async () => {
    for (let round = 0; round < raceRounds(6); round += 1) {
      const [bought, changed] = [`bought-${round}`, `changed-${round}`]
      const done = await importAll(fileOf({ [bought]: 'Bought', [changed]: 'Changed' }))
      const buyer = await shop.signIn('customer')
      const { id: boughtId } = await shop.stored(bought)
      const { id: changedId } = await shop.stored(changed)
      await buyer.cart.addItem({ body: { productId: boughtId, quantity: 1 } })
      const [, ordered, edited] = await Promise.all([
        admin.imports.undo({ params: { id: done.id } }),
        outcomeOf(checkOut(buyer)),
        outcomeOf(admin.productEdits.update({ params: { id: changedId }, body: { name: 'By hand' } })),
      ])
      const { undo: undone } = await finish(done.id)
      const why = (slug: string) => undone.left.find((one) => one.slug === slug)?.why
      const isOrdered = ordered.status === 200
      expect([why(bought), (await shop.stored(bought)).status]).toEqual(isOrdered ? ['ordered', 'Active'] : [undefined, 'Deleted'])
      // an edit after the undo edits the deleted product or is refused; one before it is spared
      const row = await shop.stored(changed)
      if (why(changed) === 'edited') expect([edited.status, row.name, row.status]).toEqual([200, 'By hand', 'Active'])
      else expect([row.status, why(changed)]).toEqual(['Deleted', undefined])
    }
    expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  },
  raceTimeout(6) + 60_000,
)

test('F7.3.5 races: of several undos at once one is done, the others are refused', async () => {
  const done = await importAll(fileOf({ a: 'A', b: 'B' }))
  const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(admin.imports.undo({ params: { id: done.id } }))))
  expect(outcomes.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409, 409])
  expect((await finish(done.id)).undo).toMatchObject({ state: 'done', total: 2, done: 2, left: [] })
})
