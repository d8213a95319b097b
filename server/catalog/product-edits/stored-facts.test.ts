import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductBody } from '#contract/catalog/product-edits.ts'
import { auditEntries } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let seller: SignedInUser
let rival: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  seller = await shop.signIn('business_admin')
  rival = await shop.signIn('business_admin')
  staff = await shop.signIn('super_admin')
})
afterAll(() => shop.close())

const NEW = { description: 'Paper mats.', category: 'mat', type: 'material', priceUSD: 36.9, priceEUR: 33.9 } as const
const create = (body: ProductBody = {}, by = seller) =>
  by.productEdits.create({ body: { ...NEW, name: `Mat ${crypto.randomUUID().slice(0, 8)}`, ...body } })

const MAKER = { name: 'North Fold', address: 'Dock 1, Hamburg', email: 'safety@north.test' }
const FACTS = {
  sku: 'NF-100',
  mpn: 'M-7',
  brand: 'Foldline',
  gtin: '4012345678901',
  weight: 12.5,
  package: { length: 620, width: 520, height: 480 },
  hsCode: '480890',
  originCountry: 'DE',
  saleUnit: 'pack',
  content: { amount: 11.16, unit: 'm2' },
  minQuantity: 4,
  quantityStep: 2,
  ladder: [
    { minQuantity: 8, discountPercent: 2.5 },
    { minQuantity: 20, discountPercent: 7 },
  ],
  taxClass: 'reduced',
  warrantyMonths: 36,
  warrantyText: 'We repair it.',
  safety: { manufacturer: MAKER, responsible: null, warnings: 'Keep dry.' },
} as const
const body = { ...FACTS, hsCode: '4808.90', originCountry: 'de', ladder: [...FACTS.ladder] } satisfies ProductBody

test('F1: what a seller types about a product is in its form, and the public facts are in its answers', async () => {
  const made = await create(body)
  const params = { id: made.id }
  expect(await seller.productEdits.form({ params })).toMatchObject(FACTS)
  const { taxClass: _tax, safety: _safety, ladder, ...open } = FACTS
  const seen = await shop.visitor.products.byId({ params })
  expect(seen).toMatchObject({ ...open, priceLadder: ladder })
  expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['taxClass', 'safety']))
  const listed = (await shop.visitor.products.list({ query: { search: made.name } })).items[0]
  expect(listed).toMatchObject({ sku: 'NF-100', gtin: '4012345678901', weight: 12.5, minQuantity: 4, quantityStep: 2 })

  await seller.productEdits.update({ params, body: { description: 'The facts stay.' } })
  expect(await seller.productEdits.form({ params })).toMatchObject(FACTS)
  await seller.productEdits.update({
    params,
    body: {
      sku: '',
      gtin: null,
      weight: '',
      package: null,
      content: null,
      minQuantity: '',
      quantityStep: null,
      ladder: null,
      safety: null,
    },
  })
  expect(await seller.productEdits.form({ params })).toMatchObject({
    sku: null,
    gtin: null,
    weight: null,
    package: null,
    content: null,
    minQuantity: 1,
    quantityStep: 1,
    ladder: null,
    safety: null,
    mpn: 'M-7',
  })
})

test('F1: each wrong fact is refused at its field, all at once', async () => {
  const refused = await refusalOf(
    create({
      gtin: '4012345678902',
      weight: '0',
      package: { length: 1 },
      hsCode: '12',
      originCountry: 'XX',
      content: { amount: '5' },
      minQuantity: 0,
      ladder: [
        { minQuantity: 5, discountPercent: 5 },
        { minQuantity: 3, discountPercent: 10 },
      ],
      warrantyMonths: 300,
    }),
  )
  expect(refused.status).toBe(422)
  expect(refused.errors?.map(({ field }) => field)).toEqual([
    'gtin',
    'weight',
    'package.width',
    'package.height',
    'hsCode',
    'originCountry',
    'content.unit',
    'minQuantity',
    'ladder.1.minQuantity',
    'warrantyMonths',
  ])
  expect(refused.errors).toContainEqual({ field: 'gtin', message: 'This GTIN has a wrong check digit. The last digit should be 1.' })
})

test('F1: a SKU is one product of a business, whatever its case; deleted products free it, other businesses may have it', async () => {
  const first = await create({ sku: 'Ab-1' })
  const taken = { status: 409, code: 'sku_taken', detail: 'You already have a product with SKU aB-1.' }
  expect(await refusalOf(create({ sku: 'aB-1' }))).toMatchObject({ ...taken, errors: [{ field: 'sku', message: taken.detail }] })
  const second = await create()
  expect(await refusalOf(seller.productEdits.update({ params: { id: second.id }, body: { sku: 'aB-1' } }))).toMatchObject(taken)
  await seller.productEdits.update({ params: { id: first.id }, body: { sku: 'ab-1' } })
  expect((await create({ sku: 'Ab-1' }, rival)).sku).toBe('Ab-1')

  await seller.productEdits.remove({ params: { id: first.id } })
  await seller.productEdits.update({ params: { id: second.id }, body: { sku: 'aB-1' } })
  const reason = 'You already have a product with SKU ab-1.'
  expect(await staff.productEdits.bulkRestore({ body: { productIds: [first.id] } })).toMatchObject({ restored: 0, skipped: [{ reason }] })
  expect(await refusalOf(staff.staffProducts.setStatus({ params: { productId: first.id }, body: { status: 'Active' } }))).toMatchObject({
    status: 409,
    detail: reason,
  })
  await seller.productEdits.update({ params: { id: second.id }, body: { sku: '' } })
  expect(await staff.productEdits.bulkRestore({ body: { productIds: [first.id] } })).toMatchObject({ restored: 1 })
})

test('F1: twelve products with one SKU saved at once are one product and eleven refusals', async () => {
  const saved = await Promise.allSettled(Array.from({ length: 12 }, () => create({ sku: 'RACE-1' })))
  expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = saved.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(new Set(refused)).toEqual(new Set(['sku_taken']))
})

test('F1: the undo of a deletion leaves a product deleted whose SKU another one has taken', async () => {
  const gone = await create({ sku: 'UNDO-1' })
  const { undo } = await seller.productEdits.bulkDelete({ body: { productIds: [gone.id] } })
  await create({ sku: 'undo-1' })
  const answer = await seller.productEdits.undo({ params: { id: undo ?? '' } })
  expect(answer).toMatchObject({ restored: 0, skipped: [{ id: gone.id, reason: 'You already have a product with SKU UNDO-1.' }] })
})

test('F1: a copy has every fact but SKU and GTIN', async () => {
  const made = await create({ ...body, sku: 'COPY-1' })
  const copy = await seller.productEdits.duplicate({ params: { id: made.id } })
  expect(await seller.productEdits.form({ params: { id: copy.id } })).toMatchObject({ ...FACTS, sku: null, gtin: null })
})

test('F1: the audit log has each changed fact before and after', async () => {
  const made = await create({ ...body, sku: 'AUDIT-1' })
  await seller.productEdits.update({ params: { id: made.id }, body: { minQuantity: 6, ladder: [], weight: '13' } })
  const [entry] = await shop.deps.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.targetId, made.id), eq(auditEntries.action, 'product.edit')))
  expect(entry).toMatchObject({
    before: { minQuantity: 4, ladder: FACTS.ladder, weightGrams: 12_500 },
    after: { minQuantity: 6, ladder: [], weightGrams: 13_000 },
  })
})

test('F1: a warranty of the form replaces the line of the specifications, and machines keep at least 24 months', async () => {
  const specifications = [{ name: 'Warranty', value: '12 months' }]
  expect((await create({ specifications })).warrantyMonths).toBe(12)
  expect((await create({ specifications, warrantyMonths: 36 })).warrantyMonths).toBe(36)
  expect((await create({ specifications, warrantyMonths: 0 })).warrantyMonths).toBe(0)
  const machine = { category: 'mat-maker', type: 'machine' } as const
  expect((await create({ ...machine, warrantyMonths: 6 })).warrantyMonths).toBe(24)
  expect((await create({ ...machine, warrantyMonths: 60 })).warrantyMonths).toBe(60)
})

test('F1: facts that many products share are set at once, and the undo restores what each had', async () => {
  const [one, other] = [await create({ hsCode: '480890', minQuantity: 4 }), await create({ originCountry: 'FR' })]
  const productIds = [one.id, other.id]
  expect(await refusalOf(seller.productEdits.bulkFacts({ body: { productIds, hsCode: '12', minQuantity: 0 } }))).toMatchObject({
    status: 422,
    errors: [{ field: 'hsCode' }, { field: 'minQuantity' }],
  })
  expect(await refusalOf(rival.productEdits.bulkFacts({ body: { productIds, hsCode: '482390' } }))).toMatchObject({ status: 404 })
  const change = { hsCode: '4823.90', originCountry: '', taxClass: 'reduced', minQuantity: 6, quantityStep: '2' } as const
  const { updated, undo } = await seller.productEdits.bulkFacts({ body: { productIds, ...change } })
  expect(updated).toBe(2)
  const facts = async (id: string) => {
    const { hsCode, originCountry, taxClass, minQuantity, quantityStep } = await seller.productEdits.form({ params: { id } })
    return [hsCode, originCountry, taxClass, minQuantity, quantityStep]
  }
  for (const id of productIds) expect(await facts(id)).toEqual(['482390', null, 'reduced', 6, 2])
  const audited = and(eq(auditEntries.targetId, other.id), eq(auditEntries.action, 'product.facts'))
  expect((await shop.deps.db.select().from(auditEntries).where(audited))[0]).toMatchObject({
    before: { hsCode: null, originCountry: 'FR', minQuantity: 1 },
    after: { hsCode: '482390', originCountry: null, minQuantity: 6 },
  })
  expect(await seller.productEdits.undo({ params: { id: undo ?? '' } })).toEqual({ restored: 2, skipped: [] })
  expect(await facts(one.id)).toEqual(['480890', null, 'standard', 4, 1])
  expect(await facts(other.id)).toEqual([null, 'FR', 'standard', 1, 1])
})
