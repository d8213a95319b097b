import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_VIEWS } from '#contract/accounts/view-list.ts'
import { savedViews } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const save = (who: SignedInUser, label: string, query = 'status=Active', grid = 'products') =>
  who.savedViews.save({ body: { grid, label, query } })
const labels = async (who: SignedInUser, grid = 'products') =>
  (await who.savedViews.list({ query: { grid } })).views.map(({ label }) => label)

test('F7.3.3 views belong to the account: each list has its own, one of the same name is replaced, nobody else sees or removes them', async () => {
  const [ann, bea] = [await shop.signIn('application_admin'), await shop.signIn('super_admin')]
  await save(ann, 'Open')
  await save(ann, 'Low', 'lowStock=true&sort=stock')
  await save(ann, 'Open', 'status=Inactive')
  await save(ann, 'Orders to ship', 'status=processing', 'orders')
  expect(await labels(ann)).toEqual(['Open', 'Low'])
  expect((await ann.savedViews.list({ query: { grid: 'products' } })).views[0]).toMatchObject({ query: 'status=Inactive' })
  expect(await labels(bea)).toEqual([])
  const [view] = (await ann.savedViews.list({ query: { grid: 'products' } })).views
  expect(await refusalOf(bea.savedViews.remove({ params: { id: view?.id ?? '' } }))).toMatchObject({ status: 404 })
  await ann.savedViews.remove({ params: { id: view?.id ?? '' } })
  expect(await labels(ann)).toEqual(['Low'])
  const customer = await shop.signIn('customer')
  expect(await refusalOf(save(customer, 'Mine'))).toMatchObject({ status: 403 })
  expect(await refusalOf(save(ann, ' '))).toMatchObject({ status: 422 })
})

test('F7.3.3 a list has at most 30 views, also when many are saved at once', async () => {
  const ann = await shop.signIn('business_admin')
  const done = await Promise.allSettled(Array.from({ length: MAX_VIEWS + 5 }, (_, at) => save(ann, `View ${at}`)))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_VIEWS)
  expect(await refusalOf(save(ann, 'One more'))).toMatchObject({ status: 409, code: 'too_many_views' })
  const [kept = ''] = await labels(ann)
  expect(await save(ann, kept, 'status=Inactive')).toMatchObject({ label: kept, query: 'status=Inactive' })
})

test('F7.3.3 saved views are in the export of personal data and are erased with the account', async () => {
  const password = 'slit-cardboard-42'
  const ann = await shop.signIn('business_admin', { passwordHash: await hashPassword(password) })
  await shop.make.user('business_admin', { businessId: ann.user.businessId }) // owns the business on
  await save(ann, 'Mine', 'status=Active')
  const all = await ann.account.exportAll({ body: { currentPassword: password } })
  expect(all.savedViews).toEqual([{ grid: 'products', label: 'Mine', query: 'status=Active', createdAt: expect.any(String) }])
  const before = await shop.deps.db.$count(savedViews)
  await ann.account.remove({ body: { currentPassword: password } })
  expect(await shop.deps.db.$count(savedViews)).toBe(before - 1)
})
