import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { yearsBefore } from '#domain/retention.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sealEntries } from '#server/platform/audit-seals/seal-entries.ts'
import { verifySeals } from '#server/platform/audit-seals/verify-seals.ts'
import { auditEntries, erasures, outbox, users } from '#server/platform/db/schema.ts'
import { RETENTION } from '#server/retention.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { purgeExpired } from './purge-accounts.ts'

/* Rows of section 11 of running.md that are more than a time: accounts that nobody uses, and the sealed audit log. */

const work = { signal: new AbortController().signal }
let shop: TestShop
let moved = 0
/** Moves the clock; the next test has it back. */
function later(ms: number): void {
  moved += ms
  shop.advance(ms)
}
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  later(-moved)
  await shop.reset()
})
afterAll(() => shop.close())

const purge = () => purgeExpired(shop.deps, work, RETENTION)

const templates = async () =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(({ payload }) => (payload as { template: string }).template)
const deliver = () => shop.deps.db.update(outbox).set({ sentAt: shop.deps.now() })

test('an account without an order that nobody signs in to is erased after three years, 30 days after an email', async () => {
  const at = shop.deps.now()
  const ann = await shop.make.user('customer', { email: 'ann@test.test', lastSignedInAt: at })
  const buyer = await shop.signIn('customer', { lastSignedInAt: at })
  const product = await shop.make.product({ category: 'accessories' })
  await buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  await checkOut(buyer)
  const others = [
    await shop.make.user('business_admin', { lastSignedInAt: at }),
    await shop.make.user('application_admin', { lastSignedInAt: at }),
    buyer.user,
  ]
  await shop.deps.db.delete(outbox)
  const statusOf = async (id: string) => (await shop.deps.db.select().from(users).where(eq(users.id, id)))[0]?.status
  later((3 * 365 - 30) * DAY_MS - HOUR_MS)
  expect(await purge()).not.toContain('Emailed')
  later(2 * HOUR_MS)
  expect(await purge()).toContain('Emailed 1 user of an inactive account.')
  expect(await purge()).not.toContain('Emailed')
  expect(await templates()).toEqual(['account-inactive'])
  await deliver()
  later(30 * DAY_MS - 2 * HOUR_MS)
  await purge()
  expect(await statusOf(ann.id)).toBe('Active')
  later(3 * HOUR_MS)
  expect(await purge()).toContain('1 inactive account')
  expect(await statusOf(ann.id)).toBe('Deleted')
  expect(await shop.deps.db.select().from(erasures)).toMatchObject([{ userId: ann.id }])
  expect(await templates()).toEqual(['account-deleted'])
  for (const { id } of others) expect(await statusOf(id)).toBe('Active')
})

test('an account stays when its user signs in after the email, and when the email was never sent', async () => {
  const at = shop.deps.now()
  const [ann, bea] = [await shop.make.user('customer', { lastSignedInAt: at }), await shop.make.user('customer', { lastSignedInAt: at })]
  later((3 * 365 - 30) * DAY_MS + HOUR_MS)
  await purge()
  await shop.deps.db.update(users).set({ lastSignedInAt: shop.deps.now() }).where(eq(users.id, ann.id))
  later(31 * DAY_MS)
  expect(await purge()).not.toContain('inactive account')
  await deliver()
  expect(await purge()).toContain('1 inactive account')
  const left = await shop.deps.db.select().from(users).where(eq(users.status, 'Active'))
  expect(left.map(({ id }) => id)).toEqual([ann.id])
  expect(bea.id).not.toBe(ann.id)
})

test('signing in is remembered, at most once a day', async () => {
  const password = 'a box of old boxes'
  const user = await shop.visitor.auth.register({ body: { name: 'Ann', email: 'ann@test.test', password } })
  const last = async () => (await shop.deps.db.select().from(users).where(eq(users.id, user.id)))[0]?.lastSignedInAt.getTime() ?? 0
  const first = await last()
  later(23 * HOUR_MS)
  await shop.visitor.auth.login({ body: { email: 'ann@test.test', password } })
  expect(await last()).toBe(first)
  later(2 * HOUR_MS)
  await shop.visitor.auth.login({ body: { email: 'ann@test.test', password } })
  expect(await last()).toBeGreaterThan(first + 24 * HOUR_MS)
})

test('audit entries go after the years of the setting, those about money and roles after ten; their seals stay, and the chain is whole', async () => {
  const record = (action: string) => recordAudit(shop.deps.db, { actor: null, action, targetType: 'order', targetId: 'o-1' })
  for (const action of ['product.edit', 'order.refund', 'login', 'logout', 'user.edit']) await record(action)
  later(61_000)
  await sealEntries(shop.deps, work)
  const actions = async () => (await shop.deps.db.select().from(auditEntries).orderBy(auditEntries.id)).map(({ action }) => action)
  const now = shop.deps.now()
  const threeYears = now.getTime() - yearsBefore(now, 3).getTime()
  later(threeYears - DAY_MS - HOUR_MS)
  await purge()
  expect(await actions()).toHaveLength(5)
  later(2 * DAY_MS)
  expect(await purge()).toContain('3 audit entries')
  expect(await actions()).toEqual(['order.refund', 'user.edit', 'audit.purge'])
  await sealEntries(shop.deps, work)
  expect(await verifySeals(shop.deps)).toMatchObject({ entries: 3, purged: 3, findings: [] })
  await expect(shop.deps.db.delete(auditEntries)).rejects.toThrow()
  later(7.1 * 365 * DAY_MS)
  await purge()
  expect((await actions())[0]).toBe('audit.purge')
})

test('nobody hides the removal of a young entry behind a purge', async () => {
  const ids = []
  for (let number = 0; number < 3; number += 1) {
    await recordAudit(shop.deps.db, { actor: null, action: 'order.refund', targetType: 'order', targetId: `o-${number}` })
    ids.push((await shop.deps.db.select().from(auditEntries).orderBy(auditEntries.id)).at(-1)?.id ?? 0)
  }
  later(61_000)
  await sealEntries(shop.deps, work)
  await shop.database.pool.query(
    `begin; set local session_replication_role = replica; delete from audit_entries where id = ${ids[1]}; commit`,
  )
  const purged = { ids: [[ids[1], ids[1]]] }
  await recordAudit(shop.deps.db, { actor: null, action: 'audit.purge', targetType: 'audit', targetId: 'entries', after: purged })
  await sealEntries(shop.deps, work)
  expect((await verifySeals(shop.deps)).findings).toEqual([`Entry ${ids[1]} is missing.`])
})
