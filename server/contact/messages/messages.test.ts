import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contactMessages, impactResults, outbox } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const MESSAGE = { name: 'Ann Example', email: 'ann@test.test', message: 'Which machine fits\na small warehouse?' }

const stored = () => shop.deps.db.select().from(contactMessages).orderBy(contactMessages.createdAt)
interface MailPayload {
  template: string
  to: string
  facts: Record<string, unknown>
}
const mails = async () => (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(({ payload }) => payload as MailPayload)
const keepCalculation = (key: string) =>
  shop.deps.db.insert(impactResults).values({ key, model: 'spec-1', currency: 'USD', inputs: {}, machine: {}, result: {} })

test('S202 S250 S286 a message is stored with all its fields, sent to the team and confirmed to the sender', async () => {
  const { ok, reference } = await shop.visitor.messages.contact({ body: { ...MESSAGE, phone: '+1 555 0100', company: 'Lamps Inc.' } })
  expect(ok).toBe(true)
  expect(reference).toMatch(/^C-[2-9A-HJ-NP-Z]{8}$/)
  expect(await stored()).toMatchObject([
    { reference, ...MESSAGE, phone: '+1 555 0100', company: 'Lamps Inc.', topic: 'contact', status: 'open', userId: null },
  ])
  expect(await mails()).toMatchObject([
    { template: 'contact-message', to: 'hello@reflute.test', facts: { ...MESSAGE, reference } },
    { template: 'contact-received', to: 'ann@test.test', facts: { reference } },
  ])
  expect((await shop.app.inject({ method: 'POST', url: '/api/contact', payload: MESSAGE })).statusCode).toBe(202)
})

test('S250 name, email and message are required, phone and company are not', async () => {
  const answer = await refusalOf(shop.visitor.messages.contact({ body: { name: ' ', email: 'nobody', message: '' } }))
  expect(answer).toMatchObject({ status: 422, detail: 'Please fill in all required fields' })
  expect(answer.errors?.map(({ field }) => field)).toEqual(['name', 'email', 'message'])
  await shop.visitor.messages.contact({ body: { ...MESSAGE, phone: '', company: '' } })
  expect(await stored()).toMatchObject([{ phone: null, company: null }])
})

test('a consultation keeps the preferred times and the calculation; who is signed in is known', async () => {
  await keepCalculation('calc_1')
  const ann = await shop.signIn('customer')
  const body = { ...MESSAGE, topic: 'consultation' as const, preferredTimes: 'Tuesday morning', calculation: 'calc_1' }
  await ann.messages.contact({ body })
  expect(await stored()).toMatchObject([
    { topic: 'consultation', details: { preferredTimes: 'Tuesday morning' }, impactKey: 'calc_1', userId: ann.user.id },
  ])
  const answer = await refusalOf(shop.visitor.messages.contact({ body: { ...body, calculation: 'gone' } }))
  expect(answer).toMatchObject({ status: 422, errors: [{ field: 'calculation' }] })
  expect(await stored()).toHaveLength(1)
})

test('a robot that fills in the hidden field hears of success, and nothing is stored or sent', async () => {
  const { reference } = await shop.visitor.messages.contact({ body: { ...MESSAGE, website: 'https://spam.test' } })
  expect(reference).toMatch(/^C-/)
  expect(await stored()).toEqual([])
  expect(await mails()).toEqual([])
})

test('from one address five messages in ten minutes are taken, and one mailbox gets five copies an hour', async () => {
  const limited = await openTestShop({ RATE_LIMIT: 'on' })
  try {
    for (let sent = 0; sent < 5; sent += 1) await limited.visitor.messages.contact({ body: MESSAGE })
    expect(await refusalOf(limited.visitor.messages.contact({ body: MESSAGE }))).toMatchObject({
      status: 429,
      retryAfter: expect.any(Number),
    })
    limited.advance(11 * 60_000)
    await limited.visitor.messages.contact({ body: MESSAGE })
    const copies = (await limited.deps.db.select().from(outbox).orderBy(outbox.id)).filter(({ dedupeKey }) =>
      dedupeKey.startsWith('contact-received'),
    )
    expect(copies).toHaveLength(5)
    expect(await limited.deps.db.$count(contactMessages)).toBe(6)
  } finally {
    await limited.close()
  }
})
