import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductBody } from '#contract/catalog/product-edits.ts'
import { inputLabel, isPlain, PLAIN_KEYS, type PlainField, PUBLIC_KEYS, pick, plainField, SHARED_KEYS } from '#domain/product-fields.ts'
import { auditEntries } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { TYPED_FACTS } from '#server/testing/typed-facts.ts'

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
  isCustom: true,
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

test('every fact of one column is stored, answered, exported, set for many and undone as its entry says', async () => {
  const facts = TYPED_FACTS
  const made = await create({ ...facts, sku: 'EACH-1' })
  const form = (id: string) => seller.productEdits.form({ params: { id } })
  expect(await form(made.id)).toMatchObject({ ...facts, sku: 'EACH-1' })
  const seen = await shop.visitor.products.byId({ params: { id: made.id } })
  const shown = PUBLIC_KEYS.filter((key) => isPlain(key))
  expect(pick(seen, shown)).toEqual({ ...pick(facts, shown), sku: 'EACH-1' })

  const file = await shop.app.inject({
    url: `/api/business/products/export?format=csv&search=EACH-1`,
    headers: { authorization: `Bearer ${seller.token}` },
  })
  const [titles = [], cells = []] = file.body
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const inFile = ({ kind }: PlainField, value: unknown) => (kind === 'flag' ? 'yes' : String(value))
  for (const key of PLAIN_KEYS.filter((name) => name !== 'sku'))
    expect([key, cells[titles.indexOf(inputLabel(key))]]).toEqual([key, inFile(plainField(key), facts[key])])

  const other = await create()
  const shared = pick(
    facts,
    SHARED_KEYS.filter((key) => isPlain(key)),
  )
  const before = await form(other.id)
  const { undo } = await seller.productEdits.bulkFacts({ body: { productIds: [other.id], ...shared } })
  expect(await form(other.id)).toMatchObject(shared)
  await seller.productEdits.undo({ params: { id: undo ?? '' } })
  expect(await form(other.id)).toMatchObject(pick(before, PLAIN_KEYS))
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

test('F1: every fact that products can share is set at once and undone; a change without any is refused', async () => {
  const [one, other] = [await create(body), await create()]
  const productIds = [one.id, other.id]
  const change = {
    brand: 'Slitline',
    weight: 3.25,
    package: { length: 600, width: 400, height: 100 },
    saleUnit: 'roll',
    content: { amount: 50, unit: 'm' },
    ladder: [{ minQuantity: 30, discountPercent: 4 }],
    warrantyMonths: 12,
    warrantyText: 'We replace it.',
    safety: { manufacturer: MAKER, responsible: null, warnings: 'Keep away from fire.' },
    isCustom: false,
  } as const
  const facts = async (id: string) => {
    const form = await seller.productEdits.form({ params: { id } })
    return Object.fromEntries(Object.keys(change).map((name) => [name, form[name as keyof typeof change]]))
  }
  const before = [await facts(one.id), await facts(other.id)]
  const set = { ...change, ladder: [...change.ladder] }
  const { updated, undo } = await seller.productEdits.bulkFacts({ body: { productIds, ...set } })
  expect(updated).toBe(2)
  for (const id of productIds) expect(await facts(id)).toEqual(change)
  const found = await shop.visitor.products.list({ query: { search: 'Slitline' } })
  expect(found.items.map(({ id }) => id).sort()).toEqual([...productIds].sort())
  expect(await seller.productEdits.bulkFacts({ body: { productIds, ...set } })).toEqual({ updated: 0, undo: null })
  expect(await seller.productEdits.undo({ params: { id: undo ?? '' } })).toEqual({ restored: 2, skipped: [] })
  expect([await facts(one.id), await facts(other.id)]).toEqual(before)

  expect(await refusalOf(seller.productEdits.bulkFacts({ body: { productIds } }))).toMatchObject({
    status: 422,
    detail: 'Please fill in at least one field',
  })
})

test('F1: a tier from the minimum or below is refused in the form, in bulk and with a minimum that rises to it', async () => {
  const ladder = [{ minQuantity: 8, discountPercent: 5 }]
  const low = await refusalOf(create({ ladder: [{ minQuantity: 1, discountPercent: 10 }] }))
  expect(low).toMatchObject({ status: 422, errors: [{ field: 'ladder.0.minQuantity', message: 'A tier must start at 2 or more.' }] })
  const made = await create({ ladder })
  const message = 'A tier must start above the minimum quantity of 8.'
  expect(await refusalOf(seller.productEdits.update({ params: { id: made.id }, body: { minQuantity: 8 } }))).toMatchObject({
    status: 422,
    errors: [{ field: 'ladder.0.minQuantity', message }],
  })
  expect(await refusalOf(seller.productEdits.bulkFacts({ body: { productIds: [made.id], minQuantity: 8 } }))).toMatchObject({
    status: 422,
    errors: [{ message: `${made.name}: ${message}` }],
  })
  await seller.productEdits.bulkFacts({ body: { productIds: [made.id], minQuantity: 7 } })
})

test('F1: a product below its smallest order is out of stock in lists, filters and counts, and back when stock or minimum allow it', async () => {
  const made = await create({ stock: 7, minQuantity: 10, quantityStep: 5 })
  const listed = async () => {
    const query = { search: made.name, inStock: 'true' } as const
    return [
      (await shop.visitor.products.list({ query })).total,
      (await shop.visitor.products.facets({ query: { search: made.name } })).inStock,
    ]
  }
  expect(await listed()).toEqual([0, 0])
  await seller.productEdits.bulkStock({ body: { updates: [{ id: made.id, stock: 10 }] } })
  expect(await listed()).toEqual([1, 1])
  await seller.productEdits.update({ params: { id: made.id }, body: { minQuantity: 15 } })
  expect(await listed()).toEqual([0, 0])
  await seller.productEdits.bulkFacts({ body: { productIds: [made.id], minQuantity: 5 } })
  expect(await listed()).toEqual([1, 1])
})

test('F1: sellers and staff find a product by its SKU, GTIN or HS code in their lists, and sort by SKU and weight', async () => {
  const made = await create({ sku: 'ZZ-77/1', gtin: '4012345678901', hsCode: '9999.11', weight: 49_999 })
  for (const search of ['zz771', 'ZZ-77/1', '4012345678901', '9999 11']) {
    expect((await seller.business.products({ query: { search } })).items.map(({ id }) => id)).toContain(made.id)
    expect((await staff.staffProducts.list({ query: { search } })).items.map(({ id }) => id)).toContain(made.id)
    expect((await rival.business.products({ query: { search } })).items).toEqual([])
  }
  expect((await seller.business.products({ query: { sort: '-weight' } })).items[0]?.id).toBe(made.id)
  expect((await seller.business.products({ query: { sort: '-sku' } })).items[0]).toMatchObject({
    id: made.id,
    taxClass: 'standard',
    ladder: null,
  })
})

test("F1: a seller exports its own products as the workbook that the import reads, and nobody else's", async () => {
  const mine = await create({ ...body, sku: 'NF-EXPORT' })
  const theirs = await create({}, rival)
  const url = '/api/business/products/workbook?format=csv'
  const { body: csv } = await shop.app.inject({ url, headers: { authorization: `Bearer ${seller.token}` } })
  const [head = '', ...rows] = csv.split('\r\n')
  for (const column of ['sku', 'mpn', 'gtin', 'weightKg', 'packageMm', 'hsCode', 'originCountry', 'ladder', 'taxClass'])
    expect(head.replaceAll('"', '').split(/[,;]/)).toContain(column)
  expect(rows.some((row) => row.includes(mine.slug))).toBe(true)
  expect(csv).not.toContain(theirs.slug)
})

test('F1: sellers and staff have warranty, safety and calculator figures in their lists; visitors do not', async () => {
  const impactModel = { efficiency: 0.75, materialReduction: 0.65, energyUsage: 2.2, processingRate: 120 }
  const { warrantyMonths, warrantyText, safety } = FACTS
  const made = await create({ category: 'mat-maker', type: 'machine', warrantyMonths, warrantyText, safety, impactModel })
  const query = { search: made.name }
  const facts = { id: made.id, warrantyMonths, warrantyText, safety, impactModel }
  expect((await seller.business.products({ query })).items).toMatchObject([facts])
  expect((await staff.staffProducts.list({ query })).items).toMatchObject([facts])
  const [seen] = (await shop.visitor.products.list({ query })).items
  expect(seen?.id).toBe(made.id)
  for (const name of ['warrantyMonths', 'warrantyText', 'safety', 'impactModel']) expect(seen).not.toHaveProperty(name)
})
