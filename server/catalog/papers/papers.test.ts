import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Paper } from '#contract/catalog/papers.ts'
import { DAY_MS } from '#domain/time.ts'
import { auditEntries, notifications, orders, outbox, productPapers, products, sellerOrders } from '#server/platform/db/schema.ts'
import { purgeDeleted } from '#server/platform/jobs/purge-deleted.ts'
import { storeZip } from '#server/platform/vendors/store-zip.ts'
import { readZip } from '#server/platform/vendors/zip.ts'
import { RETENTION } from '#server/retention.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let staff: SignedInUser
let seller: SignedInUser
let other: SignedInUser
let ann: SignedInUser
let businessId: string
let product: Awaited<ReturnType<TestShop['make']['product']>>

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  for (const { key } of await shop.deps.files.list('papers/')) await shop.deps.files.remove(key)
  businessId = (await shop.make.business({ name: 'Wellwerk' })).id
  staff = await shop.signIn('application_admin')
  seller = await shop.signIn('business_admin', { businessId })
  other = await shop.signIn('business_admin')
  ann = await shop.signIn('customer')
  product = await shop.make.product({ businessId, name: 'Ecomat 1000', slug: 'ecomat-1000', sku: 'ECO-1000' })
})

const pdf = (text = 'A manual') => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Buffer.from('IEND'), 1, 2, 3, 4])

interface Sent {
  kind?: Paper['kind']
  language?: string
  revision?: string
  law?: string
  validTo?: string
}

function formOf(bytes: Buffer | null, name = 'manual.pdf', fields: Sent = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  if (bytes) form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}
const add = (by: SignedInUser, bytes: Buffer | null = pdf(), sent: Sent = {}, name?: string) =>
  by.papers[by === staff ? 'addForStaff' : 'add']({
    params: { id: product.id },
    form: formOf(bytes, name, { kind: 'manual', language: 'de', ...sent }),
    body: { kind: 'manual', language: 'de', ...sent },
  })
const listed = async (by: Pick<SignedInUser, 'papers'>) => (await by.papers.listOfProduct({ params: { id: product.id } })).papers
const download = (id: string, by?: SignedInUser) =>
  shop.app.inject({ url: `/api/papers/${id}/file`, headers: by ? { authorization: `Bearer ${by.token}` } : {} })
const readers = async (id: string, who: (SignedInUser | undefined)[]) => {
  const answers: number[] = []
  for (const by of who) answers.push((await download(id, by)).statusCode)
  return answers
}
async function buy(by = ann) {
  await by.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  return checkOut(by)
}
const sumOf = async () => (await shop.deps.files.list('papers/')).length

describe('proofs of what a product states', () => {
  const accept = (by: SignedInUser, id: string, isAccepted = true) => by.papers.acceptProof({ params: { id }, body: { isAccepted } })

  test('staff accept a proof of a product that was sold: everybody reads it until they take that back or a newer one supersedes it', async () => {
    const page = async () => (await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })).papers.map(({ id }) => id)
    const { id } = await add(seller, pdf('measured'), { kind: 'proof' })
    await buy()
    expect([await page(), await readers(id, [undefined, other, ann, seller, staff])]).toEqual([[], [404, 404, 200, 200, 200]])
    expect(await accept(staff, id)).toMatchObject({ id, isAccepted: true })
    await accept(staff, id)
    expect([await page(), await readers(id, [undefined, other])]).toEqual([[id], [200, 200]])
    await accept(staff, id, false)
    expect([await page(), await readers(id, [undefined])]).toEqual([[], [404]])
    await accept(staff, id)
    await add(seller, pdf('measured anew'), { kind: 'proof' })
    expect([await page(), await readers(id, [undefined])]).toEqual([[], [404]])
    expect(await accept(staff, id, false)).toMatchObject({ isAccepted: false })
    const entries = await shop.deps.db.select({ action: auditEntries.action }).from(auditEntries).orderBy(auditEntries.id)
    const decisions = entries.map(({ action }) => action).filter((action) => action.startsWith('product.proof_'))
    const [accepted, withdrawn] = ['product.proof_accepted', 'product.proof_withdrawn']
    expect(decisions).toEqual([accepted, withdrawn, accepted, withdrawn])
  })

  test('nobody but staff decides, and only about a current proof', async () => {
    const { id } = await add(seller, pdf('measured'), { kind: 'proof' })
    for (const by of [seller, other, ann]) expect(await refusalOf(accept(by, id))).toMatchObject({ status: 403 })
    const manual = await add(seller)
    expect(await refusalOf(accept(staff, manual.id))).toMatchObject({ status: 422, errors: [{ field: 'isAccepted' }] })
    await add(seller, pdf('measured anew'), { kind: 'proof' })
    expect(await refusalOf(accept(staff, id))).toMatchObject({ status: 422, errors: [{ field: 'isAccepted' }] })
    expect(await refusalOf(accept(staff, product.id))).toMatchObject({ status: 404 })
  })

  test('one that has expired is refused with a sentence, and may still be taken back', async () => {
    const validTo = new Date(shop.deps.now().getTime() + 5 * DAY_MS).toISOString().slice(0, 10)
    const { id } = await add(seller, pdf('measured'), { kind: 'proof', validTo })
    await accept(staff, id)
    shop.advance(10 * DAY_MS)
    staff = await shop.signIn('application_admin')
    expect(await accept(staff, id, false)).toMatchObject({ isAccepted: false })
    const message = expect.stringMatching(/^This paper expired on .+ Upload one that is valid\.$/)
    expect(await refusalOf(accept(staff, id))).toMatchObject({ status: 422, errors: [{ field: 'isAccepted', message }] })
  })
})

describe('adding papers', () => {
  test('a manual is on the product page at once, is sent as an attachment, and a new revision takes its place', async () => {
    const page = async () => (await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })).papers
    expect(await page()).toEqual([])
    const first = await add(seller, pdf('one'), { revision: '1' })
    expect(await page()).toMatchObject([{ id: first.id, kind: 'manual', language: 'de', revision: '1' }])
    const second = await add(seller, pdf('two'), { revision: '2' }, 'Handbuch – neu.pdf')
    expect(await page()).toMatchObject([{ id: second.id, revision: '2' }])
    expect((await listed(seller)).map(({ revision, isCurrent }) => [revision, isCurrent])).toEqual([
      ['2', true],
      ['1', false],
    ])
    const answer = await download(second.id)
    expect([answer.statusCode, answer.body]).toEqual([200, pdf('two').toString()])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="ecomat-1000-manual-de-2.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect((await download(first.id)).statusCode).toBe(404)
    expect(await shop.deps.db.$count(auditEntries, eq(auditEntries.action, 'product.paper_added'))).toBe(2)
  })

  test.each([
    ['what is no paper, whatever its name says', Buffer.from('<html>'), {}, 'file', "manual.pdf isn't a whole PDF, PNG or JPEG file"],
    ['half a file', pdf().subarray(0, 12), {}, 'file', "isn't a whole PDF"],
    ['no file', null, {}, 'file', 'Please choose a file'],
    ['an expired paper', pdf(), { validTo: '2020-01-31' }, 'validTo', 'This paper expired on January 31, 2020'],
    ['a day that is none', pdf(), { validTo: '2030-02-31' }, 'validTo', 'Please enter a date'],
    ['a declaration that names no law', pdf(), { kind: 'declaration' as const }, 'law', 'Enter the law'],
    ['an unknown language', pdf(), { language: 'xx' }, 'language', 'Please choose a language.'],
  ])('%s is refused at its field, and nothing is stored', async (_, bytes, sent, field, message) => {
    expect(await refusalOf(add(seller, bytes, sent))).toMatchObject({
      status: 422,
      errors: [{ field, message: expect.stringContaining(message) }],
    })
    expect([await sumOf(), await listed(seller)]).toEqual([0, []])
  })

  test('the same file twice is refused with its revision, also at the same time; as another kind or language it is taken', async () => {
    await add(seller, pdf(), { revision: '7' })
    const again = await refusalOf(add(seller))
    expect(again).toMatchObject({
      status: 422,
      errors: [{ field: 'file', message: 'This file is already here as revision 7. Choose the new revision.' }],
    })
    await add(seller, pdf(), { language: 'fr' })
    await add(seller, pdf(), { kind: 'safety' })
    const both = await Promise.allSettled([add(seller, pdf('x')), add(seller, pdf('x'))])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect([await sumOf(), (await listed(seller)).length]).toEqual([4, 4])
  })

  test('the same file corrects a last day, and an earlier revision comes back, also once the product was sold', async () => {
    await add(seller, pdf('one'), { revision: '1', validTo: '2090-01-31' })
    await buy()
    await add(seller, pdf('one'), { revision: '1', validTo: '2091-01-31' })
    await add(seller, pdf('two'), { revision: '2' })
    await add(seller, pdf('one'), { revision: '1', validTo: '2091-01-31' })
    expect((await listed(seller)).map(({ revision, validTo, isCurrent }) => [revision, validTo, isCurrent])).toEqual([
      ['1', '2091-01-31', true],
      ['2', null, false],
      ['1', '2091-01-31', false],
      ['1', '2090-01-31', false],
    ])
  })

  test('the name of a file loses the characters that nobody sees', async () => {
    expect((await add(seller, pdf(), {}, 'a\u0000\u0007\u202eb.pdf')).fileName).toBe('ab.pdf')
  })

  test('only the seller of a product and staff add papers', async () => {
    await add(staff)
    expect(await refusalOf(add(other))).toMatchObject({ status: 404 })
    expect(await refusalOf(add(ann))).toMatchObject({ status: 403 })
    expect(
      await refusalOf(
        seller.papers.addForStaff({
          params: { id: product.id },
          form: formOf(pdf(), 'a.pdf', { kind: 'manual', language: 'de' }),
          body: { kind: 'manual', language: 'de' },
        }),
      ),
    ).toMatchObject({ status: 403 })
    expect(await listed(shop.visitor)).toHaveLength(1)
  })
})

describe('who reads papers', () => {
  test('everybody the public ones of public products; the others their buyer, seller and staff', async () => {
    const manual = await add(seller)
    const parts = await add(seller, PNG, { kind: 'parts' })
    expect(await readers(manual.id, [undefined, ann, other, seller, staff])).toEqual([200, 200, 200, 200, 200])
    expect(await readers(parts.id, [undefined, ann, other, seller, staff])).toEqual([404, 404, 404, 200, 200])
    expect([(await listed(shop.visitor)).length, (await listed(ann)).length, (await listed(seller)).length]).toEqual([1, 1, 2])
    await buy()
    expect(await readers(parts.id, [undefined, ann, other])).toEqual([404, 200, 404])
    expect((await listed(ann)).length).toBe(2)
    const ben = await shop.signIn('customer')
    expect(await readers(parts.id, [ben])).toEqual([404])
  })

  test('of a product that is not public any more only buyers, seller and staff read them; of a recalled one everybody', async () => {
    const { id } = await add(seller)
    await buy()
    await shop.deps.db.update(products).set({ status: 'Inactive' })
    expect(await readers(id, [undefined, other, ann, seller, staff])).toEqual([404, 404, 200, 200, 200])
    expect(await refusalOf(listed(shop.visitor))).toMatchObject({ status: 404 })
    await shop.deps.db.update(products).set({ status: 'Active', recalledAt: shop.deps.now() })
    expect(await readers(id, [undefined])).toEqual([200])
    await shop.deps.db.update(products).set({ status: 'Deleted' })
    expect(await readers(id, [undefined, other, ann, staff])).toEqual([404, 404, 200, 200])
  })

  test('a canceled order, or one whose card payment is open, gives nothing', async () => {
    const { id } = await add(seller, PNG, { kind: 'parts' })
    const order = await buy()
    await shop.deps.db.update(sellerOrders).set({ status: 'cancelled' }).where(eq(sellerOrders.orderId, order.id))
    expect([await readers(id, [ann]), await ann.papers.listOwn({})]).toEqual([[404], { items: [], total: 0 }])
    await shop.deps.db.update(sellerOrders).set({ status: 'pending' }).where(eq(sellerOrders.orderId, order.id))
    await shop.deps.db.update(orders).set({ holdUntil: shop.deps.now(), paymentMethod: 'card' }).where(eq(orders.id, order.id))
    expect(await readers(id, [ann])).toEqual([404])
  })

  test('the list of public papers has public products only, and no old or other papers', async () => {
    const old = await add(seller, pdf('one'))
    const manual = await add(seller, pdf('two'))
    await add(seller, PNG, { kind: 'parts' })
    const { items, total } = await shop.visitor.papers.listPublic({ query: { search: 'ecoMAT' } })
    expect(total).toBe(1)
    expect(items).toMatchObject([{ slug: 'ecomat-1000', businessName: 'Wellwerk', papers: [{ id: manual.id }] }])
    expect(JSON.stringify(items)).not.toContain(old.id)
    const proof = await add(seller, pdf('measured'), { kind: 'proof' })
    await staff.papers.acceptProof({ params: { id: proof.id }, body: { isAccepted: true } })
    const [listedProduct] = (await shop.visitor.papers.listPublic({})).items
    expect(listedProduct?.papers.map(({ id }) => id)).toEqual([manual.id, proof.id])
    expect((await shop.visitor.papers.listPublic({ query: { search: 'other' } })).total).toBe(0)
    await shop.deps.db.update(products).set({ status: 'Suspended' })
    expect((await shop.visitor.papers.listPublic({})).total).toBe(0)
  })
})

test('a search for a paper of a product leads to its page; what is not public is not found', async () => {
  const found = async (q: string) => (await shop.visitor.search.find({ query: { q } })).pages.map(({ title, href }) => [title, href])
  await add(seller)
  await add(seller, pdf('fr'), { language: 'fr' })
  await add(seller, PNG, { kind: 'parts' })
  const manual = ['Ecomat 1000: Manual', '/products/ecomat-1000#papers']
  expect((await found('ecomat manual'))[0]).toEqual(manual)
  expect((await found('Betriebsanleitung Ecomat deutsch'))[0]).toEqual(manual)
  for (const q of ['ecomat manual italiano', 'other manual', 'ecomat declaration', 'ecomat spare parts'])
    expect(await found(q)).not.toContainEqual(manual)
  await shop.deps.db.update(products).set({ status: 'Inactive' })
  expect(await found('ecomat manual')).not.toContainEqual(manual)
})

describe('papers of a sold product', () => {
  test('never change, whatever asks for it; a new revision supersedes, and the buyer keeps that of the sale', async () => {
    const first = await add(seller, pdf('one'), { revision: '1' })
    const order = await buy()
    expect(await refusalOf(seller.papers.remove({ params: { id: first.id } }))).toMatchObject({
      status: 409,
      code: 'paper_of_sold_product',
    })
    const { db } = shop.deps
    const refused = { cause: { message: 'a paper of a sold product never changes' } }
    await expect(db.delete(productPapers)).rejects.toMatchObject(refused)
    await expect(db.update(productPapers).set({ revision: '9' })).rejects.toMatchObject(refused)
    await expect(db.update(productPapers).set({ validTo: '2020-01-01' })).rejects.toMatchObject(refused)
    shop.advance(DAY_MS)
    const second = await add(seller, pdf('two'), { revision: '2' })
    await expect(db.update(productPapers).set({ supersededAt: null }).where(eq(productPapers.id, first.id))).rejects.toMatchObject(refused)
    const own = await ann.papers.listOwn({ query: { orderId: order.id } })
    expect(own.items.map(({ id, isOfSale, isCurrent }) => ({ id, isOfSale, isCurrent }))).toEqual([
      { id: second.id, isOfSale: false, isCurrent: true },
      { id: first.id, isOfSale: true, isCurrent: false },
    ])
    expect(await readers(first.id, [undefined, ann])).toEqual([404, 200])
    expect(await other.papers.listOwn({ query: { orderId: order.id } })).toEqual({ items: [], total: 0 })
  })

  test('two years and three revisions later, the buyer still gets the manual of the sale beside the newest', async () => {
    const first = await add(seller, pdf('one'), { revision: '1' })
    const order = await buy()
    for (const revision of ['2', '3']) {
      shop.advance(365 * DAY_MS)
      await add(await shop.signIn('business_admin', { businessId }), pdf(revision), { revision })
    }
    const back = await shop.signIn('customer', { email: 'later@test.test' })
    await shop.deps.db.update(orders).set({ userId: back.user.id }).where(eq(orders.id, order.id))
    const own = await back.papers.listOwn({ query: { orderId: order.id } })
    expect(own.items.map(({ revision, isOfSale }) => [revision, isOfSale])).toEqual([
      ['3', false],
      ['1', true],
    ])
    expect((await download(first.id, back)).body).toBe(pdf('one').toString())
  })

  test.each([
    [0, ['3']],
    [15, ['1 of sale', '3']],
    [25, ['2 of sale', '3']],
    [35, ['3 of sale']],
  ])(
    'sold on day %i, of revisions of the days 10, 20 and 30, the buyer gets that of the sale and the newest, in each language',
    async (day, expected) => {
      const order = await buy()
      const start = shop.deps.now().getTime()
      for (const revision of ['1', '2', '3']) {
        shop.advance(10 * DAY_MS)
        await add(seller, pdf(revision), { revision })
      }
      const soldAt = new Date(start + day * DAY_MS)
      await shop.deps.db.update(orders).set({ createdAt: soldAt }).where(eq(orders.id, order.id))
      const seen = async () =>
        (await ann.papers.listOwn({})).items.map(({ language, revision, isOfSale }) =>
          [language === 'de' ? '' : language, revision, isOfSale ? 'of sale' : ''].filter(Boolean).join(' '),
        )
      expect((await seen()).toSorted()).toEqual(expected)
      await add(seller, pdf('fr'), { language: 'fr', revision: '1' })
      expect((await seen()).toSorted()).toEqual([...expected, day > 30 ? 'fr 1 of sale' : 'fr 1'].toSorted())
    },
  )

  test('papers of what was bought come in pages, and are found by product and order', async () => {
    for (const language of ['de', 'fr', 'en']) await add(seller, pdf(language), { language })
    const order = await buy()
    const page = async (query: object) => {
      const { items, total } = await ann.papers.listOwn({ query })
      return [items.map(({ language }) => language), total]
    }
    expect(await page({ limit: '2' })).toEqual([['de', 'en'], 3])
    expect(await page({ limit: '2', page: '2' })).toEqual([['fr'], 3])
    expect(await page({ search: 'ECOmat' })).toEqual([['de', 'en', 'fr'], 3])
    expect(await page({ search: order.number })).toEqual([['de', 'en', 'fr'], 3])
    expect(await page({ search: 'chipmaster' })).toEqual([[], 0])
  })

  test('one that nobody ordered is removed with its file, and the revision before it is shown again', async () => {
    const first = await add(seller, pdf('one'))
    shop.advance(1000)
    const second = await add(seller, pdf('two'))
    expect(await refusalOf(other.papers.remove({ params: { id: second.id } }))).toMatchObject({ status: 404 })
    await seller.papers.remove({ params: { id: second.id } })
    expect((await listed(shop.visitor)).map(({ id }) => id)).toEqual([first.id])
    expect(await sumOf()).toBe(1)
  })
})

test('the purge leaves the papers of a deleted product that was sold, and takes those that nobody bought with the product', async () => {
  const sold = await add(seller)
  await buy()
  const unsold = await shop.make.product({ businessId, name: 'Unsold', slug: 'unsold' })
  await seller.papers.add({
    params: { id: unsold.id },
    form: formOf(pdf(), 'a.pdf', { kind: 'manual', language: 'en' }),
    body: { kind: 'manual', language: 'en' },
  })
  await shop.deps.db.update(products).set({ status: 'Deleted', deletedAt: shop.deps.now() })
  expect(await sumOf()).toBe(2)
  shop.advance(11 * 365 * DAY_MS)
  await purgeDeleted(shop.deps, { signal: new AbortController().signal }, RETENTION)
  expect(await shop.deps.db.select({ id: productPapers.id }).from(productPapers)).toEqual([{ id: sold.id }])
  expect([await sumOf(), (await download(sold.id, await shop.signIn('application_admin'))).statusCode]).toEqual([1, 200])
})

test('the emails that confirm an order and its delivery lead to its papers, where there are any', async () => {
  const facts = async (template: string) =>
    (await shop.deps.db.select().from(outbox))
      .map(({ payload }) => payload as { template: string; facts: { hasPapers?: string } })
      .filter((mail) => mail.template === template)
      .map((mail) => mail.facts.hasPapers)
  await buy()
  expect(await facts('order-placed')).toEqual([undefined])
  await add(seller)
  const { id } = await buy()
  expect(new Set(await facts('order-placed'))).toEqual(new Set(['yes', undefined]))
  for (const status of ['processing', 'shipped', 'delivered'] as const)
    await seller.sellerOrders.move({
      params: { id },
      body: { status, ...(status === 'shipped' && { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }) },
    })
  expect(await facts('order-delivered')).toEqual(['yes'])
  expect(await facts('order-shipped')).toEqual([undefined])
})

describe('a ZIP of papers', () => {
  const send = async (files: ReadonlyMap<string, Buffer>, by = seller) =>
    by.papers.addMany({ form: formOf(await storeZip(files), 'papers.zip') })

  test('adds what its names say, and gives a reason for everything else', async () => {
    await shop.make.product({ businessId: other.user.businessId ?? '', sku: 'THEIRS' })
    const result = await send(
      new Map([
        ['ECO-1000_manual_de_rev3.pdf', pdf('de')],
        ['all/eco-1000 declaration fr 2006-42.pdf', pdf('fr')],
        ['ECO-1000_declaration_de.pdf', pdf('no law')],
        ['ECO-1000_manual_xx.pdf', pdf('xx')],
        ['ECO-1000_manual_en.pdf', Buffer.from('<html>')],
        ['THEIRS_manual_en.pdf', pdf('en')],
        ['__MACOSX/ECO-1000_manual_it.pdf', pdf('it')],
      ]),
    )
    expect(result.added.map(({ file, sku, paper }) => [file, sku, paper.kind, paper.language, paper.revision])).toEqual([
      ['ECO-1000_manual_de_rev3.pdf', 'ECO-1000', 'manual', 'de', '3'],
      ['eco-1000 declaration fr 2006-42.pdf', 'ECO-1000', 'declaration', 'fr', ''],
    ])
    expect(result.added[1]?.paper.law).toBe('2006/42')
    expect(result.refused).toEqual([
      {
        file: 'ECO-1000_declaration_de.pdf',
        message: 'Its name has no law. Add the number of the one that it declares, such as _2006-42.',
      },
      { file: 'ECO-1000_manual_xx.pdf', message: 'Its name has no language. Add its code, such as _de.' },
      { file: 'ECO-1000_manual_en.pdf', message: expect.stringContaining("isn't a whole PDF, PNG or JPEG") },
      { file: 'THEIRS_manual_en.pdf', message: "Its name doesn't begin with the SKU of one of your products." },
    ])
    expect(await sumOf()).toBe(2)
  })

  test.each([
    ['no ZIP', async () => pdf(), 'it is damaged, or no ZIP.'],
    [
      'more files than allowed',
      async () => storeZip(new Map(Array.from({ length: 301 }, (_, at) => [`${at}`, pdf()] as const))),
      'more than 300 files',
    ],
    ['half a ZIP', async () => (await storeZip(new Map([['a', pdf()]]))).subarray(0, 40), 'it is damaged'],
  ])('%s is refused at its field', async (_, bytes, message) => {
    const sent = seller.papers.addMany({ form: formOf(await bytes(), 'papers.zip') })
    expect(await refusalOf(sent)).toMatchObject({ status: 422, errors: [{ field: 'file', message: expect.stringContaining(message) }] })
  })

  test('each file is answered by itself, also one that leads out of the ZIP, one that is damaged and what comes after the end', async () => {
    const files = new Map([
      ['ECO-1000_manual_de.pdf', pdf('de')],
      ['aa/ECO-1000_manual_it.pdf', pdf('it')],
      ['ECO-1000_manual_fr.pdf', pdf('damaged')],
      ['ECO-1000_manual_en.pdf', pdf('en')],
    ])
    const whole = await storeZip(files)
    const swapped = Buffer.from(whole.toString('latin1').replaceAll('aa/ECO', '../ECO'), 'latin1')
    const local = swapped.indexOf('ECO-1000_manual_fr.pdf') - 30 // its header before its content
    swapped.writeUInt32LE(0, local)
    const sendBytes = (bytes: Buffer) => seller.papers.addMany({ form: formOf(bytes, 'papers.zip') })
    const { added, refused } = await sendBytes(swapped)
    expect(added.map(({ file }) => file)).toEqual(['ECO-1000_manual_de.pdf', 'ECO-1000_manual_en.pdf'])
    expect(refused).toEqual([
      { file: '../ECO-1000_manual_it.pdf', message: 'Its name leads out of the ZIP. Rename it.' },
      { file: 'ECO-1000_manual_fr.pdf', message: 'It is damaged. Pack it again.' },
    ])
    const next = await storeZip(
      new Map([
        ['ECO-1000_parts_de.pdf', pdf('p')],
        ['ECO-1000_parts_en.pdf', pdf('q')],
      ]),
    )
    next.writeUInt32LE(0, next.lastIndexOf('ECO-1000_parts_en.pdf') - 46) // its line in the list at the end
    const half = await sendBytes(next)
    expect(half.added.map(({ file }) => file)).toEqual(['ECO-1000_parts_de.pdf'])
    expect(half.refused).toEqual([{ file: 'The rest of the ZIP', message: "It can't be read: it is damaged, or no ZIP." }])
  })

  test('a failure of the shop under way hides nothing of what was added', async () => {
    const files = new Map(['de', 'en', 'fr'].map((language) => [`ECO-1000_manual_${language}.pdf`, pdf(language)] as const))
    const store = shop.deps.files.put.bind(shop.deps.files)
    const put = vi.spyOn(shop.deps.files, 'put').mockImplementationOnce(store).mockRejectedValueOnce(new Error('no space left'))
    const { added, refused } = await send(files)
    put.mockRestore()
    expect(added.map(({ file }) => file)).toEqual(['ECO-1000_manual_de.pdf'])
    expect(refused).toEqual([{ file: 'The rest of the ZIP', message: 'Something went wrong in the shop. Upload these files again.' }])
    expect((await listed(seller)).map(({ language }) => language)).toEqual(['de'])
  })

  test('files that are too large take no room of the others', async () => {
    const zip = async (...sizes: number[]) => storeZip(new Map(sizes.map((size, at) => [`${at}`, Buffer.alloc(size)] as const)))
    const sizesOf = async (content: Buffer) => {
      const sizes: (number | string)[] = []
      for await (const { bytes, problem } of readZip(content, { files: 9, bytesEach: 10, unpacked: 25 }))
        sizes.push(bytes?.length ?? `${problem}`)
      return sizes
    }
    expect(await sizesOf(await zip(11, 11, 11, 10, 10, 5))).toEqual(['large', 'large', 'large', 10, 10, 5])
    expect(await sizesOf(await zip(10, 10, 6, 5))).toEqual([10, 10, 'room', 5])
  })

  test('is for sellers', async () => {
    const files = new Map([['ECO-1000_manual_de.pdf', pdf()]])
    for (const by of [ann, staff]) expect(await refusalOf(send(files, by))).toMatchObject({ status: 403 })
    expect((await send(files, other)).added).toEqual([])
  })
})

describe('copies on paper', () => {
  test('a buyer asks once, the seller gets a task with its deadline and marks it as sent', async () => {
    const manual = await add(seller)
    const order = await buy()
    const ask = (by = ann, papers = [manual.id]) => by.papers.askCopies({ params: { id: order.id }, body: { papers } })
    expect(await ask()).toMatchObject([{ id: manual.id, canAskCopy: false, copy: { sentAt: null } }])
    await ask()
    const { items, total } = await seller.papers.listCopies({ query: { orderId: order.id } })
    const [task] = items
    expect([task, total]).toMatchObject([
      { orderNumber: order.number, productName: 'Ecomat 1000', paper: { kind: 'manual', language: 'de' } },
      1,
    ])
    const due = new Date(task?.dueAt ?? '').getTime() - shop.deps.now().getTime()
    expect(due).toBeGreaterThan(27 * DAY_MS)
    const notified = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'paper-copy'))
    expect(notified).toMatchObject([{ userId: seller.user.id, path: `/business/orders/${order.id}` }])
    expect((await seller.business.stats()).paperCopies).toBe(1)
    expect(await refusalOf(other.papers.sendCopy({ params: { id: task?.id ?? '' }, body: { isSent: true } }))).toMatchObject({
      status: 404,
    })
    expect((await seller.papers.sendCopy({ params: { id: task?.id ?? '' }, body: { isSent: true } })).sentAt).not.toBeNull()
    expect((await seller.business.stats()).paperCopies).toBe(0)
    expect((await ann.papers.listOwn({})).items[0]?.copy?.sentAt).not.toBeNull()
    const ben = await shop.signIn('customer')
    expect(await refusalOf(ask(ben))).toMatchObject({ status: 404 })
  })

  test('only manuals and safety information come on paper; for the others a sentence says so', async () => {
    const kinds = ['manual', 'safety', 'parts', 'data_sheet', 'other'] as const
    for (const kind of kinds) await add(seller, pdf(kind), { kind })
    const order = await buy()
    const { items } = await ann.papers.listOwn({})
    expect(items.map(({ kind, canAskCopy }) => [kind, canAskCopy])).toEqual(
      kinds.map((kind) => [kind, kind === 'manual' || kind === 'safety']),
    )
    const sheet = items.find(({ kind }) => kind === 'data_sheet')?.id ?? ''
    expect(await refusalOf(ann.papers.askCopies({ params: { id: order.id }, body: { papers: [sheet] } }))).toMatchObject({
      errors: [{ field: 'papers.0', message: 'Manuals and safety information come on paper. Download this file instead.' }],
    })
  })

  test('the tasks of a seller come in pages, and are found by product and order', async () => {
    for (const language of ['de', 'fr', 'en']) await add(seller, pdf(language), { language })
    const order = await buy()
    const ids = (await ann.papers.listOwn({})).items.map(({ id }) => id)
    await ann.papers.askCopies({ params: { id: order.id }, body: { papers: ids } })
    const sizeOf = async (query: object, by = seller) => {
      const { items, total } = await by.papers.listCopies({ query })
      return [items.length, total]
    }
    expect(await sizeOf({ limit: '2' })).toEqual([2, 3])
    expect(await sizeOf({ limit: '2', page: '2' })).toEqual([1, 3])
    expect(await sizeOf({ search: order.number })).toEqual([3, 3])
    expect(await sizeOf({ search: 'nothing' })).toEqual([0, 0])
    expect(await sizeOf({}, other)).toEqual([0, 0])
  })

  test('staff see the copies of all sellers with their state and narrow them, others do not', async () => {
    const manual = await add(seller)
    const order = await buy()
    await ann.papers.askCopies({ params: { id: order.id }, body: { papers: [manual.id] } })
    const states = async (query: object = {}) =>
      (await staff.papers.listAllCopies({ query })).items.map(({ businessName, state }) => [businessName, state])
    expect(await states()).toEqual([['Wellwerk', 'open']])
    shop.advance(40 * DAY_MS)
    staff = await shop.signIn('application_admin')
    seller = await shop.signIn('business_admin', { businessId })
    expect([await states(), await states({ state: 'open' }), await states({ search: 'wellwerk' })]).toEqual([
      [['Wellwerk', 'late']],
      [],
      [['Wellwerk', 'late']],
    ])
    const headers = { authorization: `Bearer ${staff.token}` }
    expect((await shop.app.inject({ url: '/api/admin/paper-copies/export?state=late', headers })).body).toContain(
      'Wellwerk,Ecomat 1000,"Manual, German"',
    )
    const [{ id } = { id: '' }] = (await seller.papers.listCopies({})).items
    await seller.papers.sendCopy({ params: { id }, body: { isSent: true } })
    expect(await states({ state: 'sent' })).toEqual([['Wellwerk', 'sent']])
    expect(await refusalOf(seller.papers.listAllCopies({}))).toMatchObject({ status: 403 })
  })

  test('an order that was canceled leaves its seller nothing to send', async () => {
    const manual = await add(seller)
    const order = await buy()
    await ann.papers.askCopies({ params: { id: order.id }, body: { papers: [manual.id] } })
    await shop.deps.db.update(sellerOrders).set({ status: 'cancelled' }).where(eq(sellerOrders.orderId, order.id))
    expect([await seller.papers.listCopies({}), (await seller.business.stats()).paperCopies]).toEqual([{ items: [], total: 0 }, 0])
  })

  test('not of papers that are not of the order, and not after 30 days', async () => {
    const manual = await add(seller)
    const order = await buy()
    const ask = (papers: string[]) => ann.papers.askCopies({ params: { id: order.id }, body: { papers } })
    expect(await refusalOf(ask([product.id]))).toMatchObject({ status: 422, errors: [{ field: 'papers.0' }] })
    shop.advance(31 * DAY_MS)
    expect((await ann.papers.listOwn({})).items[0]?.canAskCopy).toBe(false)
    expect(await refusalOf(ask([manual.id]))).toMatchObject({
      errors: [{ field: 'papers.0', message: expect.stringContaining('for 30 days') }],
    })
  })
})

test('the form of a machine says which papers it lacks in the open markets, to nobody but its seller and staff', async () => {
  const missing = async (by: Pick<SignedInUser, 'papers'>) => (await by.papers.listOfProduct({ params: { id: product.id } })).missing
  await shop.deps.db.execute(sql`delete from markets where country not in ('US', 'DE')`)
  await shop.deps.db.execute(
    sql`insert into markets (country, is_open, position, price_display, legal) values ('DE', true, 5, 'gross', 'eu') on conflict do nothing`,
  )
  expect((await missing(seller)).map(({ papers, countries }) => [countries, papers.map(({ kind }) => kind)])).toEqual([
    [['DE'], ['manual', 'declaration']],
  ])
  expect([await missing(shop.visitor), await missing(ann), await missing(other)]).toEqual([[], [], []])
  await add(seller)
  await add(seller, pdf(), { kind: 'declaration', law: '2006/42/EC, 2023/1230' })
  expect(await missing(staff)).toEqual([])
  const admin = await shop.signIn('super_admin')
  await shop.deps.db.delete(productPapers)
  await admin.settings.update({ body: { papers: { modes: [{ scope: 'machines', country: 'DE', mode: 'off' }] } } })
  expect(await missing(seller)).toEqual([])
})

test('where papers are required, a machine without them is not available: page, list, search and cart agree, until it has them, and again once one has ended', async () => {
  await shop.deps.db.execute(
    sql`insert into markets (country, is_open, position, price_display, legal) values ('DE', true, 5, 'gross', 'eu') on conflict (country) do update set is_open = true`,
  )
  const admin = await shop.signIn('super_admin')
  const registers = {
    modes: [
      { country: 'DE', stream: 'packaging', mode: 'off' },
      { country: 'DE', stream: 'electrical', mode: 'off' },
    ],
  } as const
  await admin.settings.update({
    body: { papers: { modes: [{ scope: 'machines', country: 'DE', mode: 'require' }] }, registers: { modes: [...registers.modes] } },
  })
  const market = { country: 'DE', buyer: 'business' } as const
  const answers = async () => {
    const [listed] = (await shop.visitor.products.list({ query: { search: 'ecomat', ...market } })).items
    const page = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' }, query: market })
    const [hit] = (await shop.visitor.search.find({ query: { q: 'ecomat', ...market } })).products
    const cart = await ann.cart.list({ query: { country: 'DE', zip: '10115', buyer: 'business', currency: 'EUR' } })
    return [
      listed?.display?.reason,
      page.display?.reason,
      hit?.display?.reason,
      cart.items[0]?.available === true ? null : cart.items[0]?.notice,
    ]
  }
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const no = 'Not available in Germany'
  expect(await answers()).toEqual([no, no, no, no])
  const us = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' }, query: { country: 'US', buyer: 'business' } })
  expect(us.display?.reason).toBeNull()
  await add(seller)
  await add(seller, pdf(), {
    kind: 'declaration',
    law: '2006/42/EC, (EU) 2023/1230',
    validTo: new Date(shop.deps.now().getTime() + 10 * DAY_MS).toISOString().slice(0, 10),
  })
  expect((await answers()).includes(no)).toBe(false)
  shop.advance(12 * DAY_MS)
  const page = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' }, query: market })
  expect(page.display?.reason).toBe(no)
})
