import { eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { addDays, DAY_MS } from '#domain/time.ts'
import { contactMessages, messageReplies, outbox, quoteFiles, quoteMessages, quotes, quoteVersions } from '#server/platform/db/schema.ts'
import { purgeDeleted } from '#server/platform/jobs/purge-deleted.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { accept, ask, CHICAGO, offer, offerOf, upload } from '#server/testing/quoted-offers.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { hasRequestsToMove, moveRequests } from './move-requests.ts'
import { remindQuotes } from './remind-quotes.ts'
import { QUOTE_RETENTION } from './retention.ts'

const PASSWORD = 'a box of old boxes'

let shop: TestShop
let buyer: SignedInUser
let seller: SignedInUser
let machine: { id: string; businessId: string }
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  machine = await shop.make.product({ name: 'Mat maker', priceUsdCents: 1_000_000, stock: 5 })
  seller = await shop.signIn('business_admin', { businessId: machine.businessId, email: 'seller@test.test' })
  buyer = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test', passwordHash: await hashPassword(PASSWORD) })
})

const mails = async () =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(
    ({ payload }) => payload as { template: string; to: string; facts: object },
  )
const sent = async () => (await mails()).map(({ template, to }) => `${template} ${to}`)

test('a request is stored once under its key, and refused where it says nothing or names what is not on sale', async () => {
  const body = { items: [{ id: machine.id, quantity: 2, targetPrice: 8000 }], currency: 'USD' as const, deliverTo: CHICAGO }
  const [first, again] = await Promise.all([1, 2].map(() => buyer.quotes.request({ body, idempotencyKey: 'key-1' })))
  expect(again).toEqual(first)
  expect(first?.quotes[0]?.number).toMatch(/^Q-[2-9A-HJ-NP-Z]{8}$/)
  expect(await shop.deps.db.$count(quotes)).toBe(1)
  expect(await sent()).toEqual(['quote-request seller@test.test', 'quote-received ann@test.test'])
  expect(JSON.stringify((await mails())[0])).not.toContain('ann@test.test')
  expect(await refusalOf(buyer.quotes.request({ body: { ...body, items: [] } }))).toMatchObject({ errors: [{ field: 'message' }] })
  const gone = await shop.make.product({ status: 'Inactive' })
  expect(await refusalOf(ask(buyer, [gone.id]))).toMatchObject({ status: 422, errors: [{ field: 'items.0.id' }] })
  const nowhere = { ...CHICAGO, state: '', zipCode: '' }
  expect(await refusalOf(buyer.quotes.request({ body: { ...body, deliverTo: nowhere } }))).toMatchObject({ status: 422 })
  expect((await outcomeOf(shop.visitor.quotes.request({ body }))).status).toBe(401)
  const neededBy = addDays(shop.deps.now().toISOString().slice(0, 10), -1)
  expect(await refusalOf(buyer.quotes.request({ body: { ...body, neededBy } }))).toMatchObject({
    status: 422,
    errors: [{ field: 'neededBy', message: 'This day has passed. Please choose another one.' }],
  })
  const lyon = { country: 'FR', zipCode: '69002', city: 'Lyon' }
  expect((await buyer.quotes.request({ body: { ...body, deliverTo: lyon, neededBy: addDays(neededBy, 1) } })).quotes).toHaveLength(1)
})

test('files go to the sellers of the request, and to nobody else', async () => {
  const { file } = await upload(shop, buyer, '%PDF-1.7 drawing')
  expect(file.name).toBe('drawing.pdf')
  expect(await upload(shop, buyer, 'no picture')).toMatchObject({ status: 422, file: { errors: [{ field: 'file' }] } })
  const stranger = await shop.signIn('customer')
  expect(await refusalOf(ask(stranger, [machine.id], { fileIds: [file.id] }))).toMatchObject({ errors: [{ field: 'fileIds' }] })
  const [{ id = '' } = {}] = await ask(buyer, [machine.id], { fileIds: [file.id] })
  const params = { id, fileId: file.id }
  const read = await shop.app.inject({ url: `/api/quotes/${id}/files/${file.id}`, headers: { authorization: `Bearer ${seller.token}` } })
  expect(read.body).toBe('%PDF-1.7 drawing')
  expect((await outcomeOf(stranger.quotes.file({ params }))).status).toBe(404)
  const rival = await shop.signIn('business_admin')
  expect((await outcomeOf(rival.quotes.file({ params }))).status).toBe(404)
  const finance = await shop.signIn('application_admin', { duties: ['finance'] })
  expect((await outcomeOf(finance.quotes.file({ params }))).status).toBe(404)
})

test('the PDF of a version has number, lines, term, plan, end and hash, for both sides and staff', async () => {
  const [{ id = '', number = '' } = {}] = await ask(buyer, [machine.id])
  await offer(seller, id, offerOf(shop, machine.id))
  const staff = await shop.signIn('application_admin')
  const [version] = (await buyer.quotes.byId({ params: { id } })).versions
  for (const by of [buyer, seller, staff]) {
    const answer = await shop.app.inject({ url: `/api/quotes/${id}/versions/1.pdf`, headers: { authorization: `Bearer ${by.token}` } })
    expect(answer.headers['content-type']).toBe('application/pdf')
    const text = readPdf(answer.rawPayload).text.replace(/\s+/g, ' ')
    const parts = [
      `Offer ${number}, version 1`,
      'Mat maker',
      'Installation',
      'DAP Chicago, Incoterms 2020',
      '30% with the order',
      '70% before dispatch',
    ]
    for (const part of [...parts, 'Valid until']) expect(text).toContain(part)
    expect(text.replaceAll(' ', '')).toContain(version?.sha256)
  }
  expect((await outcomeOf(buyer.quotes.version({ params: { id, n: '2' } }))).status).toBe(404)
})

test('both sides are reminded once: in three days, ended, and a seller who has not answered for two business days', async () => {
  await ask(buyer, [machine.id])
  const [{ id = '' } = {}] = await ask(buyer, [machine.id])
  await offer(seller, id, offerOf(shop, machine.id))
  const before = (await sent()).length
  await remindQuotes(shop.deps)
  expect(await sent()).toHaveLength(before)
  shop.advance(4 * DAY_MS)
  await remindQuotes(shop.deps)
  await remindQuotes(shop.deps)
  expect((await sent()).slice(before)).toEqual(['quote-waits seller@test.test'])
  shop.advance(8 * DAY_MS)
  await remindQuotes(shop.deps)
  expect((await sent()).slice(before + 1)).toEqual(['quote-ends ann@test.test'])
  shop.advance(3 * DAY_MS)
  for (let times = 0; times < 2; times += 1) await remindQuotes(shop.deps)
  expect((await sent()).slice(before + 2).sort()).toEqual(['quote-ended ann@test.test', 'quote-ended seller@test.test'])
  shop.advance(16 * DAY_MS)
  await remindQuotes(shop.deps)
  expect((await sent()).slice(before + 4)).toEqual(['quote-ended ann@test.test'])
})

test('nobody is reminded of what is not so: an offer that was short from the start, and a request whose seller has asked back', async () => {
  const [{ id = '' } = {}] = await ask(buyer, [machine.id])
  const validUntil = addDays(shop.deps.now().toISOString().slice(0, 10), 1)
  await offer(seller, id, offerOf(shop, machine.id, { validUntil }))
  const [{ id: asked = '' } = {}] = await ask(buyer, [machine.id])
  await seller.sellerQuotes.message({ params: { id: asked }, body: { text: 'Which voltage?' } })
  const before = (await sent()).length
  await remindQuotes(shop.deps)
  shop.advance(5 * DAY_MS)
  await remindQuotes(shop.deps)
  expect((await sent()).slice(before).filter((mail) => !mail.startsWith('quote-ended'))).toEqual([])
})

test('requests of before quotes become quotes without an email; numbers, replies and notes stay', async () => {
  const { db, now } = shop.deps
  const old = { name: 'Jörg', email: 'jorg@test.test', topic: 'quote' as const, message: '', createdAt: now() }
  const [message] = await db
    .insert(contactMessages)
    .values([
      { ...old, reference: 'Q-7K3MQ9TX', details: { packedGoods: 'Lamps', material: 'mats', zipCode: '60607', country: 'US' } },
      { ...old, reference: 'Q-7K3MQ9TY', note: 'Called twice.', status: 'answered' },
      { ...old, reference: 'C-7K3MQ9TZ' },
    ])
    .returning()
  await db.insert(messageReplies).values({ messageId: message?.id ?? '', text: 'Which size?' })
  expect(await hasRequestsToMove(shop.deps)).toBe(true)
  await moveRequests(shop.deps, new AbortController().signal)
  expect(await hasRequestsToMove(shop.deps)).toBe(false)
  const staff = await shop.signIn('application_admin')
  const { items } = await staff.staffQuotes.list()
  expect(items.map(({ number, title }) => [number, title]).sort(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
    ['Q-7K3MQ9TX', 'Made to measure'],
    ['Q-7K3MQ9TY', 'Request'],
  ])
  const moved = await staff.staffQuotes.byId({ params: { id: message?.id ?? '' } })
  expect(moved).toMatchObject({ buyer: { name: 'Jörg', email: 'jorg@test.test' }, messages: [{ side: 'seller', text: 'Which size?' }] })
  expect(moved.request.details).toContainEqual({ label: 'What you pack', value: 'Lamps' })
  const left = await db.select().from(contactMessages)
  expect(left.map(({ reference }) => reference).sort()).toEqual(['C-7K3MQ9TZ', 'Q-7K3MQ9TY'])
  expect(await sent()).toEqual([])
  await staff.staffQuotes.assign({ params: { id: moved.id }, body: { businessId: machine.businessId } })
  const content = offerOf(shop, machine.id)
  expect(await refusalOf(offer(seller, moved.id, content))).toMatchObject({ status: 409, code: 'no_account' })
  const jorg = await shop.signIn('customer', { email: 'jorg@test.test' })
  const { version } = await seller.sellerQuotes.byId({ params: { id: moved.id } })
  await seller.sellerQuotes.send({ params: { id: moved.id }, body: { version } })
  expect((await accept(jorg, moved.id)).items).toHaveLength(2)
})

test('the menu of staff counts requests without a seller until they expire, as the list of what needs an answer does', async () => {
  await ask(buyer, [], { message: 'A belt of our own.' })
  const [assigned] = await ask(buyer, [machine.id])
  const waiting = async () => {
    const staff = await shop.signIn('application_admin')
    const { items } = await staff.staffQuotes.list({ query: { folder: 'needs_answer' } })
    return [(await staff.office.waiting()).quotes, items.filter(({ id }) => id !== assigned?.id).length]
  }
  expect(await waiting()).toEqual([1, 1])
  shop.advance(30 * DAY_MS)
  expect(await waiting()).toEqual([0, 0])
})

test('a buyer exports their quotes; an erased account leaves offers without a name, and nothing to accept', async () => {
  const [{ id = '', number = '' } = {}] = await ask(buyer, [machine.id], { message: 'My secret plan.', phone: '+1 312 555 0100' })
  await buyer.quotes.message({ params: { id }, body: { text: 'Call my cousin.' } })
  await offer(seller, id, offerOf(shop, machine.id))
  await upload(shop, buyer, '%PDF-1.7 x', 'plan.pdf')
  const [declined = { id: '' }] = await ask(buyer, [machine.id])
  await offer(seller, declined.id, offerOf(shop, machine.id))
  await buyer.quotes.decline({ params: { id: declined.id }, body: { reason: 'My partner is ill.' } })
  const file = await buyer.account.exportAll({ body: { currentPassword: PASSWORD } })
  const exported = file.quotes.find((quote) => quote.number === number)
  expect(exported).toMatchObject({ messages: [{ text: 'Call my cousin.' }], versions: [{ number: 1 }] })
  await buyer.account.remove({ body: { currentPassword: PASSWORD } })
  const { db } = shop.deps
  const [row] = await db.select().from(quotes).where(eq(quotes.id, id))
  expect(row).toMatchObject({ status: 'withdrawn', buyerEmail: '', buyerPhone: '' })
  const everything = JSON.stringify([
    await db.select().from(quotes),
    await db.select().from(quoteMessages),
    await db.select().from(quoteFiles),
  ])
  for (const secret of ['Ann Buyer', 'ann@test.test', 'secret plan', 'cousin', '555 0100', 'plan.pdf', 'partner'])
    expect(everything).not.toContain(secret)
})

test('what was written about a quote that came to nothing is gone once nothing was done with it for its period', async () => {
  const { file } = await upload(shop, buyer, '%PDF-1.7 drawing')
  const other = await shop.make.product()
  const [{ id = '' } = {}, { id: others = '' } = {}] = await ask(buyer, [machine.id, other.id], {
    message: 'My secret plan.',
    fileIds: [file.id],
  })
  await buyer.quotes.message({ params: { id }, body: { text: 'Call my cousin.' } })
  const { db, now } = shop.deps
  const files = () => db.$count(quoteFiles)
  const purge = () => purgeDeleted(shop.deps, { signal: new AbortController().signal }, QUOTE_RETENTION)
  await purge() // files of other tests
  const past = new Date(now().getTime() - (RETENTION_DAYS.quote + 1) * DAY_MS)
  await db.update(quoteMessages).set({ createdAt: past })
  expect(await purge()).toBe('Nothing was due.')
  const grow = (quoteId: string) => db.update(quotes).set({ updatedAt: past }).where(eq(quotes.id, quoteId))
  await db.update(quoteFiles).set({ createdAt: past })
  await grow(others)
  await purge()
  expect(await files()).toBe(1) // the other quote that has it is still open
  await grow(id)
  await purge()
  expect(await files()).toBe(0)
  expect(JSON.stringify([await db.select().from(quotes), await db.select().from(quoteMessages)])).not.toMatch(/secret|cousin|Ann Buyer/)
})

test.each(['erased', 'of long ago', 'forgotten before'])('the VAT ID and the notes of a buyer %s stay only in orders', async (how) => {
  const { db, now } = shop.deps
  const make = async (note: string) => {
    const items = [{ id: machine.id, quantity: 1, note }]
    const [{ id = '' } = {}] = await ask(buyer, [], { items, buyerKind: 'business', company: 'Ann GmbH', vatId: 'DE136695976' })
    await offer(seller, id, offerOf(shop, machine.id))
    return id
  }
  const ordered = await make('')
  await accept(buyer, ordered)
  await make('Under my stairs.')
  if (how === 'erased') await buyer.account.remove({ body: { currentPassword: PASSWORD } })
  else {
    const updatedAt = new Date(now().getTime() - (RETENTION_DAYS.quote + 1) * DAY_MS)
    await db.update(quotes).set({ updatedAt, ...(how === 'forgotten before' && { buyerEmail: '' }) })
    await purgeDeleted(shop.deps, { signal: new AbortController().signal }, QUOTE_RETENTION)
  }
  const left = await db.select().from(quotes).where(ne(quotes.id, ordered))
  const versions = await db.select().from(quoteVersions)
  expect(left).toMatchObject([{ request: { message: '', deliverTo: null }, draft: null }])
  expect(JSON.stringify([left, versions.filter(({ quoteId }) => quoteId !== ordered)])).not.toMatch(/DE136695976|stairs/)
  expect(versions.filter(({ quoteId }) => quoteId === ordered)).toMatchObject([{ content: { buyer: { vatId: 'DE136695976' } } }])
})

test('a buyer counts what needs an answer: an offer until it is answered or ends, and a question of the seller', async () => {
  const waiting = async () => (await buyer.quotes.list({ query: { waitsFor: 'buyer', limit: '1' } })).total
  const [{ id = '' } = {}] = await ask(buyer, [machine.id])
  expect(await waiting()).toBe(0)
  await seller.sellerQuotes.message({ params: { id }, body: { text: 'Which voltage?' } })
  expect(await waiting()).toBe(1)
  await buyer.quotes.message({ params: { id }, body: { text: '230 V.' } })
  expect(await waiting()).toBe(0)
  await offer(seller, id, offerOf(shop, machine.id))
  expect(await waiting()).toBe(1)
  shop.advance(15 * DAY_MS)
  expect(await waiting()).toBe(0)
  await offer(seller, id, offerOf(shop, machine.id))
  await buyer.quotes.decline({ params: { id }, body: {} })
  expect(await waiting()).toBe(0)
})

test('an older form of an offer is refused, and nothing of a draft is seen by the buyer', async () => {
  const [{ id = '' } = {}] = await ask(buyer, [machine.id])
  const { version, draft } = await seller.sellerQuotes.byId({ params: { id } })
  expect(draft?.lines).toMatchObject([{ productId: machine.id, unitPriceCents: 1_000_000 }])
  const body = { content: offerOf(shop, machine.id, { notes: 'Only for us.' }), version }
  const saved = await seller.sellerQuotes.saveDraft({ params: { id }, body })
  expect(await refusalOf(seller.sellerQuotes.saveDraft({ params: { id }, body }))).toMatchObject({ status: 409, code: 'edit_conflict' })
  expect(JSON.stringify(await buyer.quotes.byId({ params: { id } }))).not.toContain('Only for us.')
  expect(await refusalOf(seller.sellerQuotes.send({ params: { id }, body: { version } }))).toMatchObject({ code: 'edit_conflict' })
  const answer = await seller.sellerQuotes.send({ params: { id }, body: { version: saved.version }, idempotencyKey: 'send-1' })
  expect(await seller.sellerQuotes.send({ params: { id }, body: { version: saved.version }, idempotencyKey: 'send-1' })).toEqual(answer)
  expect(answer.versions).toHaveLength(1)
  const over = offerOf(shop, machine.id, { validUntil: '2020-01-01' })
  expect(await refusalOf(offer(seller, id, over))).toMatchObject({ errors: [{ field: 'content.validUntil' }] })
})
