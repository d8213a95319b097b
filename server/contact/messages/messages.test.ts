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
const QUOTE = {
  name: 'Ann Example',
  email: 'ann@test.test',
  packedGoods: 'Ceramic lamps',
  productSize: '30 × 30 × 45 cm',
  productWeight: '2.4 kg',
  monthlyVolume: 1200,
  material: 'mats' as const,
  targetDate: '2027-03-04',
  zipCode: '60607',
  country: 'US',
}

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
  expect((await shop.visitor.messages.requestQuote({ body: { ...QUOTE, website: 'x' } })).reference).toMatch(/^Q-/)
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
    expect(await refusalOf(limited.visitor.messages.requestQuote({ body: QUOTE }))).toMatchObject({ status: 429 })
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

test('S57 a request for a quote is stored with its fields, sent to the team and confirmed', async () => {
  const { reference } = await shop.visitor.messages.requestQuote({ body: QUOTE, idempotencyKey: 'key-1' })
  expect(reference).toMatch(/^Q-/)
  expect(await stored()).toMatchObject([
    {
      reference,
      topic: 'quote',
      details: { packedGoods: 'Ceramic lamps', monthlyVolume: '1200', material: 'mats', targetDate: '2027-03-04', country: 'US' },
    },
  ])
  const [toTeam, toWriter] = await mails()
  expect(toTeam).toMatchObject({ template: 'quote-request', to: 'hello@reflute.test' })
  expect(toWriter).toMatchObject({ template: 'quote-received', to: 'ann@test.test' })
  expect(toTeam?.facts.details).toEqual([
    { label: 'What you pack', value: 'Ceramic lamps' },
    { label: 'Product size', value: '30 × 30 × 45 cm' },
    { label: 'Product weight', value: '2.4 kg' },
    { label: 'Parcels a month', value: '1,200' },
    { label: 'Material wanted', value: 'Mats, cut to size' },
    { label: 'Needed by', value: 'March 4, 2027' },
    { label: 'ZIP / Postal code', value: '60607' },
    { label: 'Country', value: 'United States' },
  ])
})

test('the same key and request are stored once and answered alike; another request under the key is refused', async () => {
  const ask = (more = {}) => shop.visitor.messages.requestQuote({ body: { ...QUOTE, ...more }, idempotencyKey: 'key-1' })
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1)
  expect(await stored()).toHaveLength(1)
  expect(await mails()).toHaveLength(2)
  expect(await refusalOf(ask({ monthlyVolume: 1300 }))).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  const { reference } = await shop.visitor.messages.requestQuote({ body: QUOTE })
  expect(reference).not.toBe(answers[0]?.reference)
})

test('a key is its sender’s own: two people who send the same one are two requests', async () => {
  const [ann, bea] = [await shop.signIn('customer'), await shop.signIn('customer')]
  const ask = (who: typeof ann | typeof shop.visitor, message: string) =>
    who.messages.requestQuote({ body: { ...QUOTE, message }, idempotencyKey: 'key-1' })
  const answers = [await ask(ann, 'Mats, please'), await ask(bea, 'Chips, please'), await ask(shop.visitor, 'Both, please')]
  expect(new Set(answers.map(({ reference }) => reference)).size).toBe(3)
  expect(await ask(ann, 'Mats, please')).toEqual(answers[0])
})

test('a request without a real day, number, material or country is refused at its field', async () => {
  for (const [field, value] of [
    ['targetDate', '2027-02-30'],
    ['targetDate', 'soon'],
    ['monthlyVolume', 0],
    ['monthlyVolume', 1.5],
    ['material', 'gold'],
    ['country', 'USA'],
    ['packedGoods', ' '],
  ] as const) {
    const answer = await shop.app.inject({ method: 'POST', url: '/api/quotes', payload: { ...QUOTE, [field]: value } })
    expect(answer.statusCode, `${field} ${value}`).toBe(422)
    expect(answer.json().errors, `${field} ${value}`).toMatchObject([{ field }])
  }
  await shop.visitor.messages.requestQuote({ body: { ...QUOTE, targetDate: null } })
})
