import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import type { Duty } from '#domain/permissions.ts'
import { STEP_UP_MINUTES } from '#domain/user.ts'
import { auditEntries, notifications, outbox } from '#server/platform/db/schema.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { outcomeOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const PASSWORD = 'a box of old boxes'
const reason = 'Keeps the books from now on'

let shop: TestShop
let passwordHash: string
let boss: SignedInUser
let clerk: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
beforeEach(async () => {
  await shop.reset()
  boss = await shop.signIn('super_admin', { name: 'Sofia Super', email: 'boss@duties.test', passwordHash })
  clerk = await shop.signIn('application_admin', { name: 'Cleo Clerk', email: 'clerk@duties.test', passwordHash })
})
afterAll(() => shop.close())

const give = (duties: Duty[], by = boss, more: { version?: number; reason?: string } = {}) =>
  by.users.setDuties({ params: { id: clerk.user.id }, body: { duties, reason, ...more } })
const statusOf = async (call: Promise<unknown>) => (await outcomeOf(call)).status

test('a new application admin has all duties, as before', async () => {
  const made = await boss.users.create({
    body: { name: 'Nora New', email: 'nora@duties.test', role: 'application_admin', invite: true },
  })
  expect(made.duties).toEqual(['all'])
  expect(await clerk.auth.me()).toMatchObject({ user: { duties: ['all'] } })
  expect(await statusOf(clerk.orders.listAll())).toBe(200)
})

test('fewer duties count at once in a session that is open; more end it, and count in the next one', async () => {
  expect(await give(['content'])).toMatchObject({ id: clerk.user.id, duties: ['content'] })
  expect(await clerk.auth.me()).toMatchObject({ user: { duties: ['content'] } })
  expect([await statusOf(clerk.orders.listAll()), await statusOf(clerk.blogPosts.list())]).toEqual([403, 200])
  await give(['finance'])
  expect(await statusOf(clerk.blogPosts.list())).toBe(401)
  const next = shop.withToken(sessionOf(await shop.visitor.auth.login({ body: { email: 'clerk@duties.test', password: PASSWORD } })).token)
  expect([await statusOf(next.documents.list()), await statusOf(next.blogPosts.list())]).toEqual([200, 403])
})

test('the bell forgets what came in for duties that are gone', async () => {
  const of = { kind: 'test', title: 'An order', at: shop.deps.now() }
  await notify(shop.deps.db, { ...of, audience: { staff: 'orders.read' }, path: '/admin/orders/x', dedupeKey: 'office' })
  await notify(shop.deps.db, { ...of, audience: { userId: clerk.user.id }, path: '/account/orders/x', dedupeKey: 'own' })
  await give(['content'])
  const left = await shop.deps.db.select().from(notifications).where(eq(notifications.userId, clerk.user.id))
  expect(left.map(({ path }) => path)).toEqual(['/account/orders/x'])
})

test('the person and all super admins are emailed, and the audit log has what it was, what it is and why', async () => {
  await give(['finance', 'catalog'])
  const mails = (await shop.deps.db.select().from(outbox)).map(({ payload }) => payload as { template: string; to: string; facts: object })
  expect(mails).toMatchObject([
    {
      template: 'staff-account-changed',
      to: 'boss@duties.test',
      facts: { what: 'Duties: All duties → Catalog, Finance', by: 'Sofia Super' },
    },
    { template: 'duties-changed', to: 'clerk@duties.test', facts: { what: 'Catalog, Finance', by: 'Sofia Super' } },
  ])
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'user.duties'))
  expect(entry).toMatchObject({ targetId: clerk.user.id, before: { duties: ['all'] }, after: { duties: ['catalog', 'finance'], reason } })
})

test('duties are stored in their order, once; all duties need no others but finance, which adds the journal', async () => {
  expect((await give(['finance', 'catalog', 'finance'])).duties).toEqual(['catalog', 'finance'])
  expect((await give(['orders', 'all'])).duties).toEqual(['all'])
  const { duties, version } = await give(['all', 'finance', 'content'])
  expect(duties).toEqual(['all', 'finance'])
  expect((await give(['finance', 'all'])).version).toBe(version)
})

test('only super admins give duties, to application admins only, with a fresh proof of who they are and a reason', async () => {
  for (const role of ['application_admin', 'business_admin', 'customer'] as const)
    expect(await statusOf(give(['finance'], await shop.signIn(role))), role).toBe(403)
  await expect(give([])).rejects.toMatchObject({ problem: { errors: [{ field: 'duties', message: 'Please choose at least one duty' }] } })
  await expect(give(['finance'], boss, { reason: ' ' })).rejects.toMatchObject({ problem: { errors: [{ field: 'reason' }] } })
  await expect(give(['finance'], boss, { version: 9 })).rejects.toMatchObject({ status: 409, code: 'edit_conflict' })
  for (const role of ['super_admin', 'business_admin', 'customer'] as const) {
    const { id } = await shop.make.user(role)
    await expect(boss.users.setDuties({ params: { id }, body: { duties: ['finance'], reason } }), role).rejects.toMatchObject({
      status: 422,
      problem: { errors: [{ field: 'duties', message: 'Only application admins have duties.' }] },
    })
  }
  const { token } = sessionOf(await shop.visitor.auth.login({ body: { email: 'boss@duties.test', password: PASSWORD } }))
  const later = { ...shop.withToken(token), token, user: boss.user }
  shop.advance((STEP_UP_MINUTES + 1) * 60_000)
  await expect(give(['finance'], later)).rejects.toMatchObject({ status: 403, code: 'step_up_required' })
})

test('a role that is taken away and given again keeps its duties: only super admins widen them', async () => {
  await give(['content'])
  const params = { id: clerk.user.id }
  await boss.users.update({ params, body: { role: 'customer' } })
  expect((await boss.users.update({ params, body: { role: 'application_admin' } })).duties).toEqual(['content'])
})

test('an admin with all duties does not come by the duties of a colleague: neither by a new email, nor by taking and giving the role', async () => {
  await give(['finance'])
  const colleague = await shop.signIn('application_admin')
  const params = { id: clerk.user.id }
  const update = (body: Record<string, unknown>, by = colleague) => by.users.update({ params, body })
  const refused = { status: 403, code: 'staff_protected' }
  await expect(update({ email: 'mine@evil.test' })).rejects.toMatchObject(refused)
  await expect(update({ email: 'mine@evil.test', role: 'customer' })).rejects.toMatchObject(refused)
  expect(await update({ email: clerk.user.email, name: 'Cleo C.' })).toMatchObject({ name: 'Cleo C.', email: clerk.user.email })
  await update({ role: 'customer' })
  await update({ email: 'mine@evil.test' })
  await expect(update({ role: 'application_admin' })).rejects.toMatchObject(refused)
  await update({ email: clerk.user.email, role: 'application_admin' }, boss)
  expect(await update({ email: 'cleo@duties.test' }, boss)).toMatchObject({ email: 'cleo@duties.test' })
})

test('an admin who loses the key for people while changing a user changes nothing', async () => {
  const colleague = await shop.signIn('application_admin')
  const ann = await shop.make.user('customer', { name: 'Ann' })
  await boss.users.setDuties({ params: { id: colleague.user.id }, body: { duties: ['orders'], reason } })
  expect(await statusOf(colleague.users.update({ params: { id: ann.id }, body: { name: 'Bea' } }))).toBe(403)
  expect(await statusOf(colleague.customers.byId({ params: { id: ann.id } }))).toBe(200)
})

test('users are listed and found by their duties', async () => {
  await give(['catalog', 'finance'])
  const found = async (duty: Duty[]) => (await boss.users.list({ query: { duty: duty.join() } })).items.map(({ name }) => name)
  expect(await found(['finance'])).toEqual(['Cleo Clerk'])
  expect(await found(['content', 'finance'])).toEqual(['Cleo Clerk'])
  expect(await found(['all'])).toEqual([])
  const file = await shop.app.inject({ url: '/api/admin/users/export?duty=finance', headers: { authorization: `Bearer ${boss.token}` } })
  expect(file.body).toContain('Catalog, Finance')
})
