import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { NoticeBody } from '#contract/contact/notices.ts'
import { auditEntries, notices, notifications, outbox } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'a box of old boxes'

let shop: TestShop
let staff: SignedInUser
let seller: SignedInUser
let rival: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  const { id: businessId } = await shop.make.business({ name: 'Wellwerk', slug: 'wellwerk', email: 'team@wellwerk.test' })
  await shop.make.product({ businessId, name: 'Slit mat', slug: 'slit-mat', category: 'mat' })
  staff = await shop.signIn('application_admin')
  seller = await shop.signIn('business_admin', { businessId })
  rival = await shop.signIn('business_admin')
})

const BODY: NoticeBody = {
  address: '/products/slit-mat',
  reason: 'It copies our registered design 123.',
  name: 'Rita Reporter',
  email: 'rita@test.test',
  goodFaith: true,
}
const send = (more: Partial<NoticeBody> = {}, by: Pick<SignedInUser, 'notices'> = shop.visitor) =>
  by.notices.send({ body: { ...BODY, ...more } })
const mails = async (template: string) =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id))
    .map(({ payload }) => payload as { template: string; to: string; facts: Record<string, unknown> })
    .filter((mail) => mail.template === template)
const newest = async () => (await staff.notices.list()).items[0] ?? { id: '', version: 0 }
const decide = ({ id }: { id: string }, decision: 'removed' | 'restricted' | 'kept' = 'removed', more = {}) =>
  staff.notices.decide({ params: { id }, body: { decision, reasons: 'The design is registered.', ...more } })
const object = ({ id }: { id: string }, by = seller, more = {}) =>
  by.notices.object({ params: { id }, body: { text: 'We hold a licence.', ...more } })

test('L10 anyone reports a page; the receipt is emailed, staff are notified, and the answer says nothing about the page', async () => {
  const known = await send()
  const absolute = await send({ address: `${shop.deps.config.publicUrl}/producers/wellwerk` })
  const unknown = await send({ address: '/products/nothing-there' })
  const numbers = [known, absolute, unknown].map(({ number }) => number)
  for (const number of numbers) expect(number).toMatch(/^NO-\d{6}$/)
  expect(new Set(numbers).size).toBe(3)
  expect(Object.keys(unknown)).toEqual(Object.keys(known))
  const { items } = await staff.notices.list({ query: { sort: 'receivedAt' } })
  expect(items.map(({ address, product, business }) => [address, product?.name ?? null, business?.name ?? null])).toEqual([
    ['/products/slit-mat', 'Slit mat', 'Wellwerk'],
    ['/producers/wellwerk', null, 'Wellwerk'],
    ['/products/nothing-there', null, null],
  ])
  expect(items[0]).toMatchObject({ status: 'new', decision: null, name: 'Rita Reporter', email: 'rita@test.test', objectUntil: null })
  expect(new Date(items[0]?.dueAt ?? '').getTime() - new Date(known.receivedAt).getTime()).toBe(14 * DAY_MS)
  expect((await mails('notice-received'))[0]).toMatchObject({ to: 'rita@test.test', facts: { number: known.number } })
  const heard = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'notice'))
  expect(new Set(heard.map(({ userId }) => userId))).toEqual(new Set([staff.user.id]))
})

test('L10 a page of another site, a missing tick and robots are turned away', async () => {
  for (const address of ['https://elsewhere.test/products/slit-mat', 'javascript:alert(1)', 'slit-mat']) {
    expect(await refusalOf(send({ address }))).toMatchObject({ status: 422, errors: [{ field: 'address' }] })
  }
  expect(await refusalOf(send({ goodFaith: false }))).toMatchObject({ errors: [{ field: 'goodFaith' }] })
  expect(await send({ website: 'http://spam.test' })).toMatchObject({ number: expect.stringMatching(/^NO-\d{6}$/) })
  expect(await shop.deps.db.$count(notices)).toBe(0)
  expect(await mails('notice-received')).toEqual([])
})

test('L10 a decision with its reasons goes to both sides; the seller never learns who reported it', async () => {
  const reporter = await shop.signIn('customer', { email: 'rita@test.test' })
  const { number } = await send({}, reporter)
  const before = await seller.notices.listOwn()
  expect(before.items).toMatchObject([{ number, address: '/products/slit-mat', status: 'new', reasons: '' }])
  const decided = await decide(await newest())
  expect(decided).toMatchObject({ status: 'decided', decision: 'removed', dueAt: null })
  const sent = await mails('notice-decided')
  expect(sent.map(({ to, facts }) => [to, facts.side])).toEqual([
    ['rita@test.test', 'reporter'],
    ['team@wellwerk.test', 'seller'],
  ])
  const [own] = (await seller.notices.listOwn()).items
  expect(own).toMatchObject({ decision: 'removed', reasons: 'The design is registered.', objectUntil: expect.any(String) })
  for (const seen of [JSON.stringify(before), JSON.stringify(own), JSON.stringify(sent[1])]) {
    for (const secret of ['Rita', 'rita@', BODY.reason, reporter.user.id]) expect(seen).not.toContain(secret)
  }
  const bells = await shop.deps.db.select().from(notifications).where(eq(notifications.userId, seller.user.id))
  expect(bells).toMatchObject([{ kind: 'notice', path: `/business/notices?notice=${decided.id}` }])
  expect(await shop.deps.db.$count(auditEntries, eq(auditEntries.targetType, 'notice'))).toBe(2)
})

test('L10 each seller sees its own notices, and can neither find nor object to those of others', async () => {
  await send()
  const { id } = await decide(await newest())
  expect(await rival.notices.listOwn()).toMatchObject({ items: [], total: 0 })
  expect((await outcomeOf(object({ id }, rival))).status).toBe(404)
  expect((await outcomeOf(rival.notices.ownById({ params: { id } }))).status).toBe(404)
  expect(await seller.notices.ownById({ params: { id } })).toMatchObject({ id, decision: 'removed' })
  expect(await seller.notices.listOwn({ query: { search: 'rita' } })).toMatchObject({ total: 0 })
  expect((await staff.notices.list({ query: { search: 'rita' } })).total).toBe(1)
  const customer = await shop.signIn('customer')
  for (const by of [seller, customer, shop.visitor]) {
    expect((await outcomeOf(by.notices.list())).status).toBeGreaterThan(400)
    expect((await outcomeOf(by.notices.byId({ params: { id } }))).status).toBeGreaterThan(400)
    expect((await outcomeOf(by.notices.decide({ params: { id }, body: { decision: 'kept', reasons: 'x' } }))).status).toBeGreaterThan(400)
  }
  for (const by of [staff, customer, shop.visitor]) expect((await outcomeOf(by.notices.listOwn())).status).toBeGreaterThan(400)
})

test('L10 the seller objects once and within six months; staff decide again, and both sides hear of it', async () => {
  await send()
  const { id, version } = await decide(await newest())
  expect(await refusalOf(decide({ id }))).toMatchObject({ status: 409, code: 'notice_decided' })
  expect(await refusalOf(object({ id }, seller, { version: version - 1 }))).toMatchObject({ code: 'edit_conflict' })
  expect(await object({ id })).toMatchObject({ objection: 'We hold a licence.', objectUntil: null })
  expect(await refusalOf(object({ id }))).toMatchObject({ status: 409, code: 'objection_over' })
  expect((await staff.notices.list({ query: { open: 'true' } })).items).toMatchObject([{ id, objection: 'We hold a licence.' }])
  expect((await staff.notices.list({ query: { open: 'false' } })).total).toBe(0)
  shop.advance(1000)
  expect(await decide({ id }, 'kept', { reasons: 'The licence covers it.' })).toMatchObject({ decision: 'kept', dueAt: null })
  expect((await staff.notices.list({ query: { open: 'true' } })).total).toBe(0)
  expect((await mails('notice-decided')).slice(2)).toMatchObject([
    { to: 'rita@test.test', facts: { decision: 'kept', isSecond: 'yes' } },
    { to: 'team@wellwerk.test', facts: { decision: 'kept', reasons: 'The licence covers it.' } },
  ])
})

test('L10 after six months, or where nothing was decided against it, a seller cannot object', async () => {
  await send()
  const kept = await decide(await newest(), 'kept')
  expect(await refusalOf(object(kept))).toMatchObject({ code: 'objection_over' })
  shop.advance(1000)
  await send()
  const open = await newest()
  expect(await refusalOf(object(open))).toMatchObject({ code: 'objection_over' })
  await decide(open)
  shop.advance(185 * DAY_MS)
  expect(await refusalOf(object(open))).toMatchObject({ code: 'objection_over' })
  expect((await seller.notices.listOwn()).items.map(({ objectUntil }) => objectUntil)).toEqual([null, null])
})

test('L10 an article is of the shop: its decision goes to the reporter alone', async () => {
  await send({ address: '/blog/news' })
  await decide(await newest())
  expect((await mails('notice-decided')).map(({ to }) => to)).toEqual(['rita@test.test'])
})

test('L10 a person exports their reports; an erased account leaves them without name and email, and gets no decision', async () => {
  const reporter = await shop.signIn('customer', { email: 'rita@test.test', passwordHash: await hashPassword(PASSWORD) })
  const { number } = await send({}, reporter)
  const file = await reporter.account.exportAll({ body: { currentPassword: PASSWORD } })
  expect(file).toMatchObject({ notices: [{ number, reason: BODY.reason, email: 'rita@test.test' }] })
  await reporter.account.remove({ body: { currentPassword: PASSWORD } })
  const [row] = await shop.deps.db.select().from(notices)
  expect(row).toMatchObject({ email: '', userId: null, reason: BODY.reason })
  await decide(await newest())
  expect((await mails('notice-decided')).map(({ to }) => to)).toEqual(['team@wellwerk.test'])
})

test('L10 five notices an hour come from one network', async () => {
  const limited = await openTestShop({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
  try {
    const outcomes: number[] = []
    for (let at = 0; at < 6; at += 1) outcomes.push((await outcomeOf(limited.visitor.notices.send({ body: BODY }))).status)
    expect(outcomes).toEqual([200, 200, 200, 200, 200, 429])
  } finally {
    await limited.close()
  }
})

test('L10 of decisions at once one counts, and each notice has a number of its own', { timeout: raceTimeout(8) }, async () => {
  for (let round = 0; round < raceRounds(8); round += 1) {
    const sent = await Promise.all([send(), send(), send()])
    expect(new Set(sent.map(({ number }) => number)).size).toBe(3)
    const notice = await newest()
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(decide(notice))))
    expect(outcomes.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
  }
})
