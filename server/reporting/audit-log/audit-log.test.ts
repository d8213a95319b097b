import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sealEntries } from '#server/platform/audit-seals/seal-entries.ts'
import { auditEntries, outbox } from '#server/platform/db/schema.ts'
import type { Logger } from '#server/platform/http/log.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { hasHead, shareHead } from './share-head.ts'

let shop: TestShop
let boss: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  boss = await shop.signIn('super_admin', { name: 'Bo Boss' })
})

const ANN = { userId: '6a1f8f6e-0000-4000-8000-000000000001', name: 'Ängström Ann', role: 'application_admin' }
const record = (entry: Partial<Parameters<typeof recordAudit>[1]> = {}) =>
  recordAudit(shop.deps.db, { actor: ANN, action: 'product.edit', targetType: 'product', targetId: 'p-1', ...entry })
type Query = NonNullable<NonNullable<Parameters<SignedInUser['audit']['list']>[0]>['query']>
const actions = async (query: Query = {}) => (await boss.audit.list({ query })).items.map(({ action }) => action)

test('D204 the log says who did what to what, with before, after, reason and request, and nobody but a super admin reads it', async () => {
  await record({
    action: 'business.status',
    before: { businessStatus: 'pending' },
    after: { businessStatus: 'rejected', reason: 'No address' },
    requestId: 'r-1',
  })
  const { items, total } = await boss.audit.list()
  expect(total).toBe(1)
  expect(items).toMatchObject([
    {
      actorId: ANN.userId,
      actorName: 'Ängström Ann',
      actorRole: 'application_admin',
      action: 'business.status',
      targetType: 'product',
      targetId: 'p-1',
      before: { businessStatus: 'pending' },
      after: { businessStatus: 'rejected', reason: 'No address' },
      reason: 'No address',
      requestId: 'r-1',
    },
  ])
  const id = String(items[0]?.id)
  expect(await boss.audit.byId({ params: { id } })).toEqual(items[0])
  expect(await refusalOf(boss.audit.byId({ params: { id: '999999' } }))).toMatchObject({ status: 404 })
  for (const role of ['application_admin', 'business_admin', 'customer'] as const) {
    const other = await shop.signIn(role)
    expect(await refusalOf(other.audit.list())).toMatchObject({ status: 403 })
    expect(await refusalOf(other.audit.byId({ params: { id } }))).toMatchObject({ status: 403 })
    expect(await refusalOf(other.audit.facets())).toMatchObject({ status: 403 })
    const file = await shop.app.inject({ url: '/api/admin/audit-log/export', headers: { authorization: `Bearer ${other.token}` } })
    expect(file.statusCode).toBe(403)
  }
})

test('a day that no calendar has is refused by name, in the list and in its file', async () => {
  expect(await refusalOf(boss.audit.list({ query: { from: '2026-02-31' } }))).toMatchObject({ status: 422, errors: [{ field: 'from' }] })
  const file = await shop.app.inject({
    url: '/api/admin/audit-log/export?to=2026-13-01',
    headers: { authorization: `Bearer ${boss.token}` },
  })
  expect(file.statusCode).toBe(422)
})

test('the newest first, by who, what, object, day and words, in any case', async () => {
  await record({ action: 'order.move', targetType: 'order', targetId: 'o-77' })
  await record({ actor: null, action: 'product.edit' })
  await record({ action: 'product.delete', targetId: 'p-2' })
  const today = shop.deps.now().toISOString().slice(0, 10)
  const tomorrow = new Date(shop.deps.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  expect(await actions()).toEqual(['product.delete', 'product.edit', 'order.move'])
  expect(await actions({ limit: '1', page: '2' })).toEqual(['product.edit'])
  expect(await actions({ actor: ANN.userId })).toEqual(['product.delete', 'order.move'])
  expect(await actions({ action: 'order.move' })).toEqual(['order.move'])
  expect(await actions({ targetType: 'product', targetId: 'p-2' })).toEqual(['product.delete'])
  expect(await actions({ from: today, to: today })).toHaveLength(3)
  expect(await actions({ from: tomorrow })).toEqual([])
  for (const search of ['Ängström ann', 'O-77', 'ORDER.'])
    expect([search, (await actions({ search })).at(-1)]).toEqual([search, 'order.move'])
  expect(await actions({ search: 'o-77' })).toEqual(['order.move'])
  expect(await actions({ search: '%' })).toEqual([])
  expect(await boss.audit.facets()).toEqual({
    actions: ['order.move', 'product.delete', 'product.edit'],
    targetTypes: ['order', 'product'],
    staff: [{ id: boss.user.id, name: 'Bo Boss' }],
  })
  expect(await refusalOf(boss.audit.list({ query: { from: '01.02.2026' } }))).toMatchObject({ status: 422 })
})

test('no secret gets into the log, and none out of it', async () => {
  await record({
    after: {
      passwordHash: '$argon2id$x',
      name: 'Ann',
      mustChangePassword: true,
      links: ['https://x.test/reset-password?token=rf_abc&a=1'],
    },
  })
  const [stored] = await shop.deps.db.select().from(auditEntries)
  expect(stored?.after).toEqual({
    passwordHash: 'removed',
    name: 'Ann',
    mustChangePassword: true,
    links: ['https://x.test/reset-password?token=removed&a=1'],
  })
  await shop.deps.db
    .insert(auditEntries)
    .values({ actorName: 'x', actorRole: 'x', action: 'x', targetType: 'x', targetId: 'x', before: { tokenHash: 'abc' } })
  expect((await boss.audit.list()).items[0]).toMatchObject({ before: { tokenHash: 'removed' }, after: null })
})

test('the whole life of an account leaves no password and no key in the log', async () => {
  await shop.visitor.auth.register({ body: { name: 'Ann', email: 'ann@log.test', password: 'a-long-secret-phrase' } })
  await shop.visitor.auth.forgotPassword({ body: { email: 'ann@log.test' } })
  const { token } = await shop.visitor.auth.login({ body: { email: 'ann@log.test', password: 'a-long-secret-phrase' } }).then(sessionOf)
  await shop
    .withToken(token)
    .account.changePassword({ body: { currentPassword: 'a-long-secret-phrase', newPassword: 'another-long-phrase' } })
  const text = JSON.stringify(await shop.deps.db.select().from(auditEntries))
  expect(text).not.toMatch(/secret-phrase|another-long|argon2|rf_/)
  expect((await boss.audit.list()).total).toBeGreaterThan(0)
})

test('the export has what the filters leave, and is itself written down', async () => {
  await record({ after: { note: '=HYPERLINK("x")' } })
  await record({ action: 'order.move', targetType: 'order' })
  const headers = { authorization: `Bearer ${boss.token}` }
  const { body } = await shop.app.inject({ url: '/api/admin/audit-log/export?targetType=order', headers })
  expect(body.trim().split('\r\n')).toHaveLength(2)
  expect(body).toContain('order.move')
  expect(await actions({ action: 'audit-log.export' })).toEqual(['audit-log.export'])
})

test('the newest seal goes to the log every hour and to every super admin once a week, where a change of the database does not reach', async () => {
  const logged: unknown[] = []
  const logger = { info: (facts: unknown) => logged.push(facts) } as unknown as Logger // what is used of it
  await shop.signIn('super_admin')
  await shop.signIn('application_admin')
  expect(await hasHead(shop.deps)).toBe(false)
  await record()
  shop.advance(61_000)
  await sealEntries(shop.deps, { signal: new AbortController().signal })
  expect(await hasHead(shop.deps)).toBe(true)
  for (const days of [0, 0, 7]) {
    shop.advance(days * 86_400_000)
    expect(await shareHead({ ...shop.deps, logger })).toMatch(/^1:[0-9a-f]{64}$/)
  }
  const anchor = await shareHead(shop.deps)
  expect(logged).toEqual(Array.from({ length: 3 }, () => ({ seal: { seq: 1, hash: anchor.slice(2) } })))
  const mails = (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(
    ({ payload }) => payload as { template: string; facts: { anchor: string } },
  )
  expect(mails.map(({ template, facts }) => [template, facts.anchor])).toEqual(Array.from({ length: 4 }, () => ['audit-anchor', anchor]))
})
