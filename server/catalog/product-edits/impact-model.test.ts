import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductBody } from '#contract/catalog/product-edits.ts'
import { specifiedModel } from '#domain/impact.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let seller: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  seller = await shop.signIn('business_admin')
  staff = await shop.signIn('application_admin')
})
afterAll(() => shop.close())

const MODEL = { efficiency: 0.75, materialReduction: 0.65, energyUsage: 2.2, processingRate: 120 }
const NEW = { description: 'Cuts cardboard.', category: 'mat-maker', type: 'machine', priceUSD: 1249.9, priceEUR: 1149.5 } as const

const create = (impactModel?: ProductBody['impactModel'], name = `Cutter ${crypto.randomUUID().slice(0, 6)}`) =>
  seller.productEdits.create({ body: { ...NEW, name, ...(impactModel !== undefined && { impactModel }) } })
const calculated = async (slug: string) => (await shop.visitor.impact.machines()).items.find(({ id }) => id === slug)

test('F7.2.16 a seller gives a machine a model and takes it away: the calculator and the payback line follow', async () => {
  const made = await create(MODEL)
  expect(made.hasImpactModel).toBe(true)
  expect(await calculated(made.slug)).toEqual({ id: made.slug, name: made.name, priceUSD: 1249.9, priceEUR: 1149.5, ...MODEL })
  const params = { id: made.id }
  expect((await seller.productEdits.form({ params })).impactModel).toEqual(MODEL)

  await seller.productEdits.update({ params, body: { description: 'The model stays.' } })
  expect((await seller.productEdits.form({ params })).impactModel).toEqual(MODEL)
  expect(await seller.productEdits.update({ params, body: { impactModel: null } })).toMatchObject({ hasImpactModel: false })
  expect(await calculated(made.slug)).toBeUndefined()
})

test('F7.2.16 staff change a model, as texts of the form; the audit log has both, and a copy carries it', async () => {
  const { id } = await create(MODEL)
  const impactModel = { efficiency: '0.8', materialReduction: '0.7', energyUsage: '3', processingRate: '200' }
  await staff.productEdits.update({ params: { id }, body: { impactModel } })
  const changed = { efficiency: 0.8, materialReduction: 0.7, energyUsage: 3, processingRate: 200 }
  expect((await staff.productEdits.form({ params: { id } })).impactModel).toEqual(changed)
  const [entry] = (await staff.staffProducts.history({ params: { productId: id }, query: {} })).items
  expect(entry).toMatchObject({ before: { impactModel: MODEL }, after: { impactModel: changed } })
  const copy = await staff.productEdits.duplicate({ params: { id } })
  expect((await staff.productEdits.form({ params: { id: copy.id } })).impactModel).toEqual(changed)
})

test('F7.2.16 a model that a person removed stays away, also from a machine of the specification', async () => {
  const made = await create(undefined, 'EcoMat 1000')
  expect(made.slug).toBe('ecomat-1000')
  const params = { id: made.id }
  expect((await seller.productEdits.form({ params })).impactModel).toEqual(specifiedModel('ecomat-1000'))
  await seller.productEdits.update({ params, body: { impactModel: null } })
  await seller.productEdits.update({ params, body: { name: 'EcoMat 1000 S' } })
  expect((await seller.productEdits.form({ params })).impactModel).toBeNull()
})

test.each([
  ['share above 100%', { ...MODEL, efficiency: 1.2 }, 'impactModel.efficiency', 'Please enter a percentage from 0 to 100'],
  ['negative share', { ...MODEL, materialReduction: -0.1 }, 'impactModel.materialReduction', 'Please enter a percentage from 0 to 100'],
  ['no power', { ...MODEL, energyUsage: 0 }, 'impactModel.energyUsage', 'Please enter a number above 0, in kW'],
  [
    'word for a rate',
    { ...MODEL, processingRate: 'fast' },
    'impactModel.processingRate',
    'Please enter a number above 0, in units per hour',
  ],
  ['missing part', { ...MODEL, energyUsage: '' }, 'impactModel.energyUsage', 'Please fill in all four figures, or none'],
])('F7.2.16 a model with a %s is refused at its field', async (_case, impactModel, field, message) => {
  expect(await refusalOf(create(impactModel))).toMatchObject({ status: 422, errors: [{ field, message }] })
})

test('F7.2.16 four empty figures are no model, and what is no machine has none', async () => {
  const empty = { efficiency: '', materialReduction: null, energyUsage: '', processingRate: '' }
  expect((await create(empty)).hasImpactModel).toBe(false)
  const material = { ...NEW, name: 'Mat', category: 'mat', type: 'material', impactModel: MODEL } as const
  expect(await refusalOf(seller.productEdits.create({ body: material }))).toMatchObject({
    status: 422,
    errors: [{ field: 'impactModel', message: 'Only machines can have calculator figures' }],
  })
})

test('F1 F7.2.16 many machines get one model, lose it, and the undo restores what each had', async () => {
  const [one, other] = [await create(MODEL), await create()]
  const productIds = [one.id, other.id]
  const models = () => Promise.all(productIds.map(async (id) => (await seller.productEdits.form({ params: { id } })).impactModel))
  const impactModel = { efficiency: '0.8', materialReduction: '0.7', energyUsage: '3', processingRate: '200' }
  const changed = { efficiency: 0.8, materialReduction: 0.7, energyUsage: 3, processingRate: 200 }
  const set = await seller.productEdits.bulkFacts({ body: { productIds, impactModel } })
  expect([set.updated, await models()]).toEqual([2, [changed, changed]])
  expect(await calculated(other.slug)).toMatchObject(changed)
  const [entry] = (await staff.staffProducts.history({ params: { productId: one.id }, query: {} })).items
  expect(entry).toMatchObject({ action: 'product.facts', before: { impactModel: MODEL }, after: { impactModel: changed } })
  await seller.productEdits.undo({ params: { id: set.undo ?? '' } })
  expect(await models()).toEqual([MODEL, null])
  const cleared = await seller.productEdits.bulkFacts({ body: { productIds, impactModel: null } })
  expect([cleared.updated, await models()]).toEqual([1, [null, null]])
  await seller.productEdits.undo({ params: { id: cleared.undo ?? '' } })
  expect(await models()).toEqual([MODEL, null])
})

test('F1 F7.2.16 many products get no model where a figure is wrong or one of them is no machine', async () => {
  const made = await create()
  const material = await seller.productEdits.create({ body: { ...NEW, name: 'Mat of many', category: 'mat', type: 'material' } })
  const productIds = [made.id, material.id]
  expect(await refusalOf(seller.productEdits.bulkFacts({ body: { productIds, impactModel: { ...MODEL, efficiency: 2 } } }))).toMatchObject({
    status: 422,
    errors: [{ field: 'impactModel.efficiency', message: 'Please enter a percentage from 0 to 100' }],
  })
  expect(await refusalOf(seller.productEdits.bulkFacts({ body: { productIds, impactModel: MODEL } }))).toMatchObject({
    status: 422,
    errors: [{ field: 'impactModel', message: 'Mat of many: Only machines can have calculator figures' }],
  })
  expect((await seller.productEdits.form({ params: { id: made.id } })).impactModel).toBeNull()
})
