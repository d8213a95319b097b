import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { businesses, outbox } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { ask, lineOf, offer, offerOf, upload } from '#server/testing/quoted-offers.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

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
  seller = await shop.signIn('business_admin', { businessId: machine.businessId })
  buyer = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test', passwordHash: await hashPassword(PASSWORD) })
})

test('a buyer sees no file of an offer before it is sent, nor one that the seller took out of it', async () => {
  const { file: drawing } = await upload(shop, buyer, '%PDF-1.7 drawing')
  const [{ id = '' } = {}] = await ask(buyer, [machine.id], { fileIds: [drawing.id] })
  const [{ file: costs }, { file: plan }] = [
    await upload(shop, seller, '%PDF-1.7 costs', 'costs.pdf'),
    await upload(shop, seller, '%PDF-1.7 plan', 'plan.pdf'),
  ]
  const { version } = await seller.sellerQuotes.byId({ params: { id } })
  const content = offerOf(shop, machine.id, { fileIds: [costs.id] })
  await seller.sellerQuotes.saveDraft({ params: { id }, body: { content, version } })
  const namesFor = async (by: Pick<SignedInUser, 'quotes'>) => (await by.quotes.byId({ params: { id } })).files.map(({ name }) => name)
  expect(await namesFor(buyer)).toEqual(['drawing.pdf'])
  expect((await outcomeOf(buyer.quotes.file({ params: { id, fileId: costs.id } }))).status).toBe(404)
  expect((await seller.sellerQuotes.byId({ params: { id } })).files).toHaveLength(2)
  await offer(seller, id, { ...content, fileIds: [plan.id] })
  expect(await namesFor(buyer)).toEqual(['drawing.pdf', 'plan.pdf'])
  const read = await shop.app.inject({ url: `/api/quotes/${id}/files/${plan.id}`, headers: { authorization: `Bearer ${buyer.token}` } })
  expect(read.body).toBe('%PDF-1.7 plan')
  expect((await outcomeOf(buyer.quotes.file({ params: { id, fileId: costs.id } }))).status).toBe(404)
  const { files } = await seller.sellerQuotes.byId({ params: { id } })
  expect(files.map(({ name, side }) => [name, side])).toEqual([
    ['drawing.pdf', 'buyer'],
    ['costs.pdf', 'seller'],
    ['plan.pdf', 'seller'],
  ])
  const pdf = await shop.app.inject({ url: `/api/quotes/${id}/versions/1.pdf`, headers: { authorization: `Bearer ${buyer.token}` } })
  const { text } = readPdf(pdf.rawPayload)
  expect(text).toContain('plan.pdf')
  expect(text).not.toMatch(/costs|drawing/)
})

test('a file of an offer that was sent stays when the account of its sender is erased', async () => {
  const passwordHash = await hashPassword(PASSWORD)
  const leaving = await shop.signIn('business_admin', { businessId: machine.businessId, email: 'leaving@test.test', passwordHash })
  const [{ file: plan }, { file: costs }] = [
    await upload(shop, leaving, '%PDF-1.7 plan', 'plan.pdf'),
    await upload(shop, leaving, '%PDF-1.7 costs', 'costs.pdf'),
  ]
  const [{ id = '' } = {}] = await ask(buyer, [machine.id])
  await offer(leaving, id, offerOf(shop, machine.id, { fileIds: [plan.id] }))
  const { version } = await leaving.sellerQuotes.byId({ params: { id } })
  const content = offerOf(shop, machine.id, { fileIds: [costs.id] })
  await leaving.sellerQuotes.saveDraft({ params: { id }, body: { content, version } })
  await leaving.account.remove({ body: { currentPassword: PASSWORD } })
  expect((await buyer.quotes.byId({ params: { id } })).files.map(({ name }) => name)).toEqual(['plan.pdf'])
  expect((await seller.sellerQuotes.byId({ params: { id } })).files).toHaveLength(1)
})

test('emails that repeat the words of a buyer go with the account', async () => {
  const [{ id = '' } = {}] = await ask(buyer, [machine.id], { message: 'Call me at home.' })
  await buyer.quotes.message({ params: { id }, body: { text: 'My number is secret.' } })
  const stored = async () => JSON.stringify(await shop.deps.db.select({ payload: outbox.payload }).from(outbox))
  expect(await stored()).toContain('Call me at home.')
  await buyer.account.remove({ body: { currentPassword: PASSWORD } })
  for (const words of ['Call me at home.', 'My number is secret.']) expect(await stored()).not.toContain(words)
})

test('the list price beside an offered one is that of the product, whatever the seller sends', async () => {
  const [{ id = '' } = {}] = await ask(buyer, [machine.id])
  const [line] = offerOf(shop, machine.id).lines
  if (!line) throw new Error('The offer has no line')
  const lines = [{ ...line, listPriceCents: 9_900_000 }, lineOf({ name: 'Crate', unitPriceCents: 1000, listPriceCents: 9_000_000 })]
  await offer(seller, id, offerOf(shop, machine.id, { lines }))
  const [{ content } = { content: null }] = (await buyer.quotes.byId({ params: { id } })).versions
  expect(content?.lines.map(({ listPriceCents }) => listPriceCents)).toEqual([1_000_000, null])
})

test('a buyer reads nothing of the commission, a seller reads that of each line', async () => {
  const [{ id = '' } = {}] = await ask(buyer, [machine.id])
  await offer(seller, id, offerOf(shop, machine.id))
  const [own] = (await buyer.quotes.byId({ params: { id } })).versions
  expect(own).toMatchObject({ commission: null, earnings: null })
  expect(JSON.stringify(own)).not.toContain('commissionCents')
  const [theirs] = (await seller.sellerQuotes.byId({ params: { id } })).versions
  expect(theirs?.totals.lines.every(({ commissionCents = 0 }) => commissionCents > 0)).toBe(true)
})

test('an offer is refused, not broken: freight for services alone, more than the shop sells, nothing to pay, a seller who may not sell', async () => {
  const [{ id = '' } = {}] = await ask(buyer, [machine.id])
  const preview = (content: ReturnType<typeof offerOf>) => seller.sellerQuotes.preview({ params: { id }, body: { content } })
  const services = [lineOf({ kind: 'service', name: 'Training', unitPriceCents: 50_000 })]
  expect(await refusalOf(preview(offerOf(shop, machine.id, { lines: services })))).toMatchObject({
    status: 422,
    errors: [{ field: 'content.freight' }],
  })
  const large = [lineOf({ name: 'Factory', unitPriceCents: 900_000_000, quantity: 100_000 })]
  expect(await refusalOf(preview(offerOf(shop, machine.id, { lines: large })))).toMatchObject({ status: 422 })
  const free = offerOf(shop, machine.id, { lines: [lineOf({ name: 'Gift' })], freight: null })
  expect(await refusalOf(offer(seller, id, free))).toMatchObject({ status: 422, errors: [{ field: 'content.lines' }] })
  const staff = await shop.signIn('application_admin')
  await shop.deps.db.update(businesses).set({ businessStatus: 'suspended' })
  const content = offerOf(shop, machine.id, { lines: services, freight: null })
  expect(await refusalOf(staff.staffQuotes.preview({ params: { id }, body: { content } }))).toMatchObject({ code: 'seller_closed' })
})
