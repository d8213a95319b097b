import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NEWSLETTER_CONSENT } from '#domain/newsletter.ts'
import { auditEntries, newsletterSubscribers, outbox } from '#server/platform/db/schema.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin')
})
afterAll(() => shop.close())

const ask = (email: string) => shop.visitor.newsletter.subscribe({ body: { email } })
const linkOf = async (kind: 'link' | 'unsubscribeLink') => {
  const [mail] = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  const payload = mail?.payload as { facts: Record<string, string> } | undefined
  return new URL(payload?.facts[kind] ?? '').searchParams.get('token') ?? ''
}
const audited = async () => (await shop.deps.db.select().from(auditEntries).orderBy(auditEntries.id)).map(({ action }) => action)

test('staff see addresses, states, consent and dates, and never a token, in list and file', async () => {
  await ask('ann@test.test')
  const token = await linkOf('link')
  await shop.visitor.newsletter.confirm({ body: { token } })
  await ask('bob_x@test.test')
  const { items, total } = await staff.subscribers.list({ query: { sort: 'email' } })
  expect(total).toBe(2)
  expect(items[0]).toEqual({
    id: expect.any(String),
    email: 'ann@test.test',
    status: 'confirmed',
    consentText: NEWSLETTER_CONSENT,
    createdAt: expect.any(String),
    confirmBy: expect.any(String),
    confirmedAt: expect.any(String),
    unsubscribedAt: null,
  })
  expect((await staff.subscribers.list({ query: { status: 'pending' } })).items).toMatchObject([{ email: 'bob_x@test.test' }])
  expect((await staff.subscribers.list({ query: { search: 'BOB_' } })).total).toBe(1)
  expect((await staff.subscribers.list({ query: { search: 'n_' } })).total).toBe(0)
  const headers = { authorization: `Bearer ${staff.token}` }
  const file = await shop.app.inject({ url: '/api/admin/newsletter/export?status=confirmed', headers })
  expect(file.body).toContain('ann@test.test')
  expect(file.body).not.toContain('bob_x')
  const rows = await shop.deps.db.select().from(newsletterSubscribers)
  const list = await shop.app.inject({ url: '/api/admin/newsletter', headers })
  for (const { tokenHash, unsubscribeToken } of rows) {
    for (const body of [file.body, list.body]) expect(body.includes(tokenHash) || body.includes(unsubscribeToken)).toBe(false)
  }
  expect(await audited()).toEqual(['newsletter.export'])
})

test('staff end a subscription on request; asked again by its reader it starts anew', async () => {
  await ask('ann@test.test')
  const [{ id } = { id: '' }] = (await staff.subscribers.list()).items
  const ended = await staff.subscribers.unsubscribe({ params: { id } })
  expect(ended).toMatchObject({ status: 'unsubscribed', unsubscribedAt: expect.any(String) })
  shop.advance(1000)
  expect(await staff.subscribers.unsubscribe({ params: { id } })).toEqual(ended)
  await expect(shop.visitor.newsletter.confirm({ body: { token: await linkOf('link') } })).rejects.toMatchObject({ status: 422 })
  expect(await audited()).toEqual(['subscriber.unsubscribe'])
  shop.advance(24 * 3_600_000)
  await ask('ann@test.test')
  expect((await staff.subscribers.list()).items).toMatchObject([{ status: 'pending', unsubscribedAt: null }])
})

test('an erased reader is nowhere any more: not in the list, the mails or the log', async () => {
  await ask('ann@test.test')
  await ask('bob@test.test')
  const [{ id } = { id: '' }] = (await staff.subscribers.list({ query: { search: 'ann' } })).items
  expect(await staff.subscribers.erase({ params: { id } })).toEqual({ ok: true })
  await expect(staff.subscribers.erase({ params: { id } })).rejects.toMatchObject({ status: 404 })
  expect((await staff.subscribers.list()).items).toMatchObject([{ email: 'bob@test.test' }])
  for (const table of [outbox, auditEntries, newsletterSubscribers]) {
    expect(JSON.stringify(await shop.deps.db.select().from(table))).not.toContain('ann@test.test')
  }
  expect(await shop.deps.db.$count(outbox)).toBe(1)
  expect(await audited()).toEqual(['subscriber.erase'])
})

test('nobody but staff reaches the list', async () => {
  await ask('ann@test.test')
  const [{ id } = { id: '' }] = (await staff.subscribers.list()).items
  for (const role of ['customer', 'business_admin'] as const) {
    const other = await shop.signIn(role)
    await expect(other.subscribers.list()).rejects.toMatchObject({ status: 403 })
    await expect(other.subscribers.unsubscribe({ params: { id } })).rejects.toMatchObject({ status: 403 })
    await expect(other.subscribers.erase({ params: { id } })).rejects.toMatchObject({ status: 403 })
  }
  await expect(shop.visitor.subscribers.list()).rejects.toMatchObject({ status: 401 })
})
