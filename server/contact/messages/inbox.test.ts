import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEntries, contactMessages, impactResults } from '#server/platform/db/schema.ts'
import { deliverDueMails } from '#server/platform/mail/deliver-mails.ts'
import type { OutgoingMail } from '#server/platform/vendors/mailer.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin', { name: 'Bea Office' })
})
afterAll(() => shop.close())

const send = (more: object = {}) =>
  shop.visitor.messages.contact({ body: { name: 'Ann Example', email: 'ann@test.test', message: 'Which machine fits?', ...more } })
/** Stores a request as it was before there were quotes. */
async function askQuote() {
  const reference = 'Q-7K3MQ9TX'
  await shop.deps.db.insert(contactMessages).values({
    reference,
    name: 'Jörg Kühl',
    email: 'jorg@test.test',
    company: 'Lampen AG',
    topic: 'quote',
    message: '',
    details: {
      packedGoods: 'Lamps',
      productSize: '30 cm',
      productWeight: '2 kg',
      monthlyVolume: '1200',
      material: 'mats',
      targetDate: '2027-03-04',
      zipCode: '60607',
      country: 'US',
    },
    impactKey: 'abcdefghij1234',
    createdAt: shop.deps.now(),
  })
  return { reference }
}

test('staff read contact, consultation and quote with all that was sent, searched, filtered, sorted and paged', async () => {
  await shop.deps.db
    .insert(impactResults)
    .values({ key: 'abcdefghij1234', model: 'spec-1', currency: 'USD', inputs: {}, machine: {}, result: {} })
  const { reference } = await send()
  await send({ name: 'Zoe', topic: 'consultation', preferredTimes: 'Mondays', message: 'Call me' })
  const quote = await askQuote()
  const { items, total } = await staff.inbox.list()
  expect([items.map(({ topic }) => topic), total]).toEqual([['quote', 'consultation', 'contact'], 3])
  expect(items[0]).toEqual({
    id: expect.any(String),
    reference: quote.reference,
    name: 'Jörg Kühl',
    email: 'jorg@test.test',
    phone: null,
    company: 'Lampen AG',
    topic: 'quote',
    message: '',
    details: [
      { label: 'What you pack', value: 'Lamps' },
      { label: 'Product size', value: '30 cm' },
      { label: 'Product weight', value: '2 kg' },
      { label: 'Parcels a month', value: '1,200' },
      { label: 'Material wanted', value: 'Mats, cut to size' },
      { label: 'Needed by', value: 'March 4, 2027' },
      { label: 'ZIP / Postal code', value: '60607' },
      { label: 'Country', value: 'United States' },
    ],
    calculation: 'abcdefghij1234',
    userId: null,
    status: 'open',
    note: '',
    answeredAt: null,
    answeredBy: null,
    createdAt: expect.stringMatching(/Z$/),
    version: 1,
  })
  expect(items[1]?.details).toEqual([{ label: 'Preferred times', value: 'Mondays' }])
  const names = async (query: Parameters<typeof staff.inbox.list>[0]) => (await staff.inbox.list(query)).items.map(({ name }) => name)
  expect(await names({ query: { search: 'KUHL lampen' } })).toEqual(['Jörg Kühl'])
  expect(await names({ query: { search: reference } })).toEqual(['Ann Example'])
  expect(await names({ query: { topic: 'consultation' } })).toEqual(['Zoe'])
  expect(await names({ query: { sort: 'name', limit: '1', page: '2' } })).toEqual(['Jörg Kühl'])
  expect(await staff.inbox.byId({ params: { id: items[0]?.id ?? '' } })).toEqual({ ...items[0], replies: [] })
})

test('a message is answered, reopened and annotated; of two changes at once the second is refused', async () => {
  await send()
  const [{ id } = { id: '' }] = (await staff.inbox.list()).items
  const params = { id }
  const before = shop.deps.now()
  const answered = await staff.inbox.change({ params, body: { status: 'answered', note: 'Called Ann at home', version: 1 } })
  expect(answered).toMatchObject({ status: 'answered', answeredBy: 'Bea Office', note: 'Called Ann at home', version: 2 })
  const answeredAt = new Date(answered.answeredAt ?? 0)
  expect(answeredAt >= before && answeredAt <= shop.deps.now(), answeredAt.toISOString()).toBe(true)
  expect(await refusalOf(staff.inbox.change({ params, body: { note: 'Mine', version: 1 } }))).toMatchObject({
    status: 409,
    current: { note: 'Called Ann at home', version: 2 },
  })
  const again = await staff.inbox.change({ params, body: { status: 'answered' } })
  expect(again).toEqual(answered)
  expect((await staff.inbox.list({ query: { status: 'open' } })).total).toBe(0)
  expect(await staff.inbox.change({ params, body: { status: 'open' } })).toMatchObject({ answeredAt: null, answeredBy: null, version: 3 })
  const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetId, id)).orderBy(auditEntries.id)
  expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['message.edit', { status: 'open', noteLength: 0 }, { status: 'answered', noteLength: 18 }],
    ['message.edit', { status: 'answered' }, { status: 'open' }],
  ])
})

test('F7.3.16 a reply is stored with the message, emailed to its sender in the same conversation, and marks the message as answered', async () => {
  const { reference } = await send()
  const [{ id } = { id: '' }] = (await staff.inbox.list()).items
  const params = { id }
  await expect(staff.inbox.reply({ params, body: { text: ' ' } })).rejects.toMatchObject({ status: 422, errors: [{ field: 'text' }] })
  const text = 'The M2 fits.\n\nIt ships in a week.'
  const thread = await staff.inbox.reply({ params, body: { text }, idempotencyKey: 'once' })
  expect(thread).toMatchObject({ status: 'answered', answeredBy: 'Bea Office' })
  expect(thread.replies).toMatchObject([{ text, by: 'Bea Office', email: { state: 'waiting' } }])
  expect(await staff.inbox.reply({ params, body: { text }, idempotencyKey: 'once' })).toEqual(thread)
  expect(await refusalOf(staff.inbox.reply({ params, body: { text: 'Other' }, idempotencyKey: 'once' }))).toMatchObject({
    code: 'idempotency_key_reused',
  })
  await staff.inbox.reply({ params, body: { text: 'One more thing' } })
  expect((await staff.inbox.byId({ params })).replies.map((reply) => reply.text)).toEqual([text, 'One more thing'])

  const sent = new Map<string, OutgoingMail>()
  const mailer = { send: (mail: OutgoingMail) => Promise.resolve(void sent.set(mail.fileName, mail)), close: () => undefined }
  await deliverDueMails(shop.deps, mailer)
  const toAnn = [...sent.values()].filter(({ to }) => to === 'ann@test.test')
  const copy = toAnn.find(({ subject }) => subject === `We received your message (${reference})`)
  const replies = toAnn.filter(({ subject }) => subject === `Re: Your message (${reference})`)
  expect(replies).toHaveLength(2)
  expect(replies.map(({ inReplyTo }) => inReplyTo)).toEqual([copy?.messageId, copy?.messageId])
  for (const words of ['Hello Ann Example,', text, 'Bea Office', '> Which machine fits?']) expect(replies[0]?.text).toContain(words)
  expect((await staff.inbox.byId({ params })).replies[0]?.email?.state).toBe('sent')

  const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'message.reply')).orderBy(auditEntries.id)
  expect(entries.map(({ after }) => after)).toEqual([{ textLength: text.length }, { textLength: 14 }])
})

test('only staff read messages, and what leaves as a file runs no formula', async () => {
  await send({ name: '=cmd', message: '+1' })
  const [row] = await shop.deps.db.select({ id: contactMessages.id }).from(contactMessages)
  const params = { id: row?.id ?? '' }
  for (const role of ['customer', 'business_admin'] as const) {
    const other = await shop.signIn(role)
    await expect(other.inbox.list()).rejects.toMatchObject({ status: 403 })
    await expect(other.inbox.byId({ params })).rejects.toMatchObject({ status: 403 })
    await expect(other.inbox.change({ params, body: { status: 'answered' } })).rejects.toMatchObject({ status: 403 })
  }
  await expect(shop.visitor.inbox.list()).rejects.toMatchObject({ status: 401 })
  const answer = await shop.app.inject({ url: '/api/admin/messages/export', headers: { authorization: `Bearer ${staff.token}` } })
  expect(answer.body).toContain("'=cmd")
  expect(answer.body).toContain("'+1")
  const [entry] = await shop.deps.db.select().from(auditEntries)
  expect(entry).toMatchObject({ action: 'messages.export', actorId: staff.user.id })
})
