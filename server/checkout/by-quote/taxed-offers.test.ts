import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hasFreightUnder, INCOTERMS } from '#domain/incoterm.ts'
import { OFFER_SAFETY_NEEDS } from '#domain/product-safety.ts'
import { EU_CHECKS } from '#domain/trader.ts'
import { businesses } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { goldenForm, openGoldenShop } from '#server/testing/golden-orders.ts'
import { acceptance, ask, lineOf, offer, offerOf, upload } from '#server/testing/quoted-offers.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
let seller: SignedInUser
let golden: Awaited<ReturnType<typeof openGoldenShop>>
let machine: { id: string; businessId: string }
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  golden = await openGoldenShop(shop, { buyer: ann, staff: await shop.signIn('super_admin') })
  await golden.addGoods({ P: 1 }, 'EUR')
  const [item] = (await golden.cartOf({ to: 'DE', buyer: 'business' }, 'EUR')).items
  machine = { id: item?.productId ?? '', businessId: item?.businessId ?? '' }
  seller = await shop.signIn('business_admin', { businessId: machine.businessId })
})

const { country, city, zipCode } = goldenForm({ to: 'DE', buyer: 'business' })
const BERLIN = { country: country ?? 'DE', state: '', city: city ?? '', zipCode: zipCode ?? '' }
const asked = async (buyerKind: 'business' | 'consumer') => {
  const [{ id = '' } = {}] = await ask(ann, [machine.id], { currency: 'EUR', deliverTo: BERLIN, buyerKind })
  return id
}
const training = [lineOf({ kind: 'service', name: 'Training', unitPriceCents: 50_000 })]

test('a buyer who accepts with a VAT id that changes the tax gets a version for it, which can be accepted', async () => {
  await golden.answered('DE136695976', 'valid')
  const id = await asked('business')
  const content = offerOf(shop, machine.id, { delivery: BERLIN })
  await offer(seller, id, content)
  const customer = goldenForm({ to: 'DE', buyer: 'business', vatId: 'DE136695976' })
  const accept = async () => ann.quotes.accept({ params: { id }, body: await acceptance(ann, id, { customer }) })
  expect(await refusalOf(accept())).toMatchObject({ code: 'quote_outdated' })
  const waiting = await seller.sellerQuotes.list({ query: { folder: 'needs_answer' } })
  expect(waiting.items.map((quote) => quote.id)).toEqual([id])
  await offer(seller, id, content)
  expect(await accept()).toMatchObject({ tax: 0 })
})

test('a seller with open checks sells consumers of the European Union nothing by an offer either, with product or without', async () => {
  const checks = Object.fromEntries(EU_CHECKS.slice(1).map((check) => [check, { by: 'A', at: '', how: 'x' }]))
  const id = await asked('consumer')
  const content = offerOf(shop, machine.id, { delivery: BERLIN, lines: training, freight: null })
  await seller.sellerQuotes.preview({ params: { id }, body: { content } })
  await shop.deps.db.update(businesses).set({ checks }).where(eq(businesses.id, machine.businessId))
  expect(await refusalOf(seller.sellerQuotes.preview({ params: { id }, body: { content } }))).toMatchObject({ code: 'not_sold_there' })
  const business = await asked('business')
  await seller.sellerQuotes.preview({ params: { id: business }, body: { content } })
})

test('an offer of a custom product names its maker to consumers of the European Union, or is refused with what is missing', async () => {
  const { db } = shop.deps
  const lines = [lineOf({ name: 'Oak crate', unitPriceCents: 50_000 })]
  const content = offerOf(shop, machine.id, { delivery: BERLIN, lines, freight: null, warnings: 'Sharp edges.' })
  const change = (more: Partial<typeof businesses.$inferInsert>) =>
    db.update(businesses).set(more).where(eq(businesses.id, machine.businessId))
  const id = await asked('consumer')
  const send = async (fileIds: string[] = []) => offer(seller, id, { ...content, fileIds })
  await change({ country: 'Ireland', address: '1 Quay', city: '', postalCode: 'D02 X285', email: 'dock@north.test' })
  expect(await refusalOf(send())).toMatchObject({ status: 422, errors: [{ field: 'content.lines', message: OFFER_SAFETY_NEEDS.maker }] })
  await change({ city: 'Dublin', country: 'United States' })
  expect(await refusalOf(send())).toMatchObject({ errors: [{ field: 'content.lines', message: OFFER_SAFETY_NEEDS.responsible }] })
  await change({ country: 'Ireland' })
  expect(await refusalOf(send())).toMatchObject({ errors: [{ field: 'content.fileIds', message: OFFER_SAFETY_NEEDS.picture }] })
  const { file } = await upload(shop, seller, '%PDF-1.7 crate', 'crate.pdf')
  await send([file.id])
  const [version] = (await ann.quotes.byId({ params: { id } })).versions
  expect(version?.content).toMatchObject({
    maker: { address: '1 Quay, D02 X285 Dublin, Ireland', email: 'dock@north.test' },
    warnings: 'Sharp edges.',
  })
  const pdf = await shop.app.inject({ url: `/api/quotes/${id}/versions/1.pdf`, headers: { authorization: `Bearer ${ann.token}` } })
  const { text } = readPdf(pdf.rawPayload)
  for (const words of ['Maker', '1 Quay', 'dock@north.test', 'Sharp edges.']) expect(text).toContain(words)
  const customer = goldenForm({ to: 'DE', buyer: 'consumer' })
  expect((await ann.quotes.accept({ params: { id }, body: await acceptance(ann, id, { customer }) })).items).toHaveLength(1)
  const business = await asked('business')
  const { versions } = await offer(seller, business, { ...content, warnings: '' })
  expect(versions[0]?.content.maker).toBeUndefined()
})

const TORONTO = { country: 'CA', state: 'ON', zipCode: 'M5V 3L9', city: 'Toronto' }
/** Sends an offer to Toronto and accepts it. @returns sentence of its tax in the version and in the order, and the PDFs of both */
async function soldToToronto(more: Parameters<typeof offerOf>[2]) {
  const [{ id = '' } = {}] = await ask(ann, [machine.id], { currency: 'EUR', deliverTo: TORONTO })
  await offer(seller, id, offerOf(shop, machine.id, { delivery: TORONTO, ...more }))
  const [version] = (await ann.quotes.byId({ params: { id } })).versions
  const customer = { ...goldenForm({ to: 'DE', buyer: 'business' }), ...TORONTO }
  const order = await ann.quotes.accept({ params: { id }, body: await acceptance(ann, id, { customer }) })
  const headers = { authorization: `Bearer ${ann.token}` }
  const pdf = await shop.app.inject({ url: `/api/quotes/${id}/versions/1.pdf`, headers })
  return {
    said: version?.totals.taxes.map(({ text }) => text),
    ordered: order.taxes.lines.map(({ text }) => text),
    pdf: readPdf(pdf.rawPayload).text,
  }
}

test.each(INCOTERMS)('an order made of an offer %s says who pays the import as the offer does', async (rule) => {
  const freight = hasFreightUnder(rule) ? { cents: 120_000, text: 'Freight' } : null
  const { said, ordered, pdf } = await soldToToronto({ incoterm: { rule, place: 'Toronto' }, freight })
  const words =
    rule === 'DAP' ? /charged on delivery \(DAP\)$/ : new RegExp(`the ${rule === 'DDP' ? 'seller' : 'buyer'} pays .* \\(${rule}\\)$`)
  expect(said).toEqual([expect.stringMatching(words)])
  expect(ordered).toEqual(said)
  if (rule !== 'DAP') expect(pdf).not.toContain('(DAP)')
})

test('services alone are no export', async () => {
  const { said, ordered, pdf } = await soldToToronto({ lines: training, freight: null })
  expect(said).toEqual(['No tax charged'])
  expect(ordered).toEqual(said)
  expect(pdf).not.toMatch(/Export, no|\(DAP\)/)
})

test('an offer within a country, or the European Union, speaks of no import, and one that leaves it does', async () => {
  const within = async (deliverTo: typeof TORONTO) => {
    const [{ id = '' } = {}] = await ask(ann, [machine.id], { currency: 'EUR', deliverTo })
    await offer(seller, id, offerOf(shop, machine.id, { delivery: deliverTo }))
    const pdf = await shop.app.inject({ url: `/api/quotes/${id}/versions/1.pdf`, headers: { authorization: `Bearer ${ann.token}` } })
    return readPdf(pdf.rawPayload).text.replace(/\s+/g, ' ').includes('clear and pay the import')
  }
  expect([await within(BERLIN), await within(TORONTO)]).toEqual([false, true]) // the seller sends from Ireland
})
