import { describe, expect, test } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import { businesses, productSlugs, products } from '#server/platform/db/schema.ts'
import { get, makeCatalog, openCatalogShop, shop } from '#server/testing/small-catalog.ts'
import { listProductsForCart, recordMovement, restockOnce, returnStock, takeStock } from './product-record.ts'

openCatalogShop()

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : -1),
  )

describe('who sees a product', () => {
  test('S181 D39 only Active products of Active, approved businesses are public; the seller sees its own, staff see all', async () => {
    await shop.reset()
    const own = await shop.make.business()
    const waiting = await shop.make.business({ businessStatus: 'pending' })
    const stopped = await shop.make.business({ status: 'Suspended' })
    const open = await shop.make.product({ businessId: own.id, status: 'Active' })
    const hidden = await shop.make.product({ businessId: own.id, status: 'Inactive' })
    const gone = await shop.make.product({ businessId: own.id, status: 'Deleted' })
    const early = await shop.make.product({ businessId: waiting.id })
    const late = await shop.make.product({ businessId: stopped.id })
    const callers = {
      visitor: shop.visitor,
      customer: await shop.signIn('customer'),
      owner: await shop.signIn('business_admin', { businessId: own.id }),
      pendingOwner: await shop.signIn('business_admin', { businessId: waiting.id }),
      stranger: await shop.signIn('business_admin'),
      application: await shop.signIn('application_admin'),
      super: await shop.signIn('super_admin'),
    }
    const seen: Record<string, number[]> = {}
    for (const [name, api] of Object.entries(callers)) {
      seen[name] = []
      for (const product of [open, hidden, gone, early, late]) {
        const byId = await statusOf(api.products.byId({ params: { id: product.id } }))
        expect(await statusOf(api.products.bySlug({ params: { slug: product.slug } }))).toBe(byId)
        seen[name].push(byId)
      }
    }
    expect(seen).toEqual({
      visitor: [200, 404, 404, 404, 404],
      customer: [200, 404, 404, 404, 404],
      owner: [200, 200, 404, 404, 404],
      pendingOwner: [200, 404, 404, 200, 404],
      stranger: [200, 404, 404, 404, 404],
      application: [200, 200, 200, 200, 200],
      super: [200, 200, 200, 200, 200],
    })
    for (const api of Object.values(callers)) {
      const { items, total } = await api.products.list()
      expect(items.map(({ id }) => id)).toEqual([open.id])
      expect(total).toBe(1)
    }
  })

  test('a bad token on a public read counts as signed out; a malformed id names nothing', async () => {
    const product = await shop.make.product()
    const answer = await get(`/api/products/${product.id}`, { authorization: 'Bearer rf_wrong' })
    expect(answer.statusCode).toBe(200)
    expect((await get('/api/products/not-an-id')).statusCode).toBe(404)
    expect((await get('/api/products/slug/no-such-product')).statusCode).toBe(404)
  })
})

test('S175 D66 a product carries its prices as decimals, a drawing, its ladder, warranty and return window', async () => {
  const { mat, blades, fold } = await makeCatalog()
  const machine = await shop.visitor.products.byId({ params: { id: mat.id } })
  expect(machine).toMatchObject({
    priceUSD: 12_500,
    priceEUR: 11_490,
    images: ['/drawings/ecomat-1000/mat-maker.svg?v=1'],
    categoryLabel: 'Mat Makers',
    baseCategory: 'mat-maker',
    businessName: 'North Fold Works',
    warrantyMonths: 24,
    returnDays: 30,
    business: { id: fold.id, name: 'North Fold Works', country: 'United States' },
    sustainabilityMetrics: { energyEfficiency: '', materialSavings: '', carbonReduction: '' },
  })
  expect(machine.priceLadder.map((step) => step.discountPercent)).toEqual([5, 10, 15])
  expect(machine.pictures[0]?.alt).toContain('EcoMat 1000')
  const part = await shop.visitor.products.bySlug({ params: { slug: 'blade-set' } })
  expect(part).toMatchObject({
    id: blades.id,
    priceUSD: 149.9,
    warrantyMonths: 12,
    returnDays: 14,
    priceLadder: [],
    specifications: { Warranty: '1 year' },
    specificationRows: [{ name: 'Warranty', value: '1 year' }],
  })
  const svg = await get(machine.images[0] ?? '')
  expect(svg.statusCode).toBe(200)
})

test('S186 S189 S190 S191 a product carries every field of the specification', async () => {
  await shop.reset()
  const maker = await shop.make.business({ name: 'North Fold Works' })
  const made = await shop.make.product({
    businessId: maker.id,
    name: 'EcoMat 1000',
    slug: 'ecomat-1000',
    description: 'Short.',
    featured: true,
    stock: 7,
    priceUsdCents: 12_500_00,
    priceEurCents: 11_490_00,
    features: ['Fits on a bench'],
    images: [{ url: 'https://maker.example/one.jpg', alt: 'On a bench' }],
    specifications: [{ name: 'Power', value: '0.75 kW' }],
    energyEfficiency: '25 Wh per unit',
    materialSavings: '65 %',
    carbonReduction: '0.45 kg per unit',
    impactModel: { efficiency: 0.75, materialReduction: 0.65, energyUsage: 0.75, processingRate: 30 },
  })
  expect(await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })).toMatchObject({
    id: made.id,
    slug: 'ecomat-1000',
    name: 'EcoMat 1000',
    description: 'Short.',
    fullDescription: '',
    images: ['https://maker.example/one.jpg'],
    featured: true,
    priceUSD: 12_500,
    priceEUR: 11_490,
    stock: 7,
    businessId: maker.id,
    businessName: 'North Fold Works',
    features: ['Fits on a bench'],
    specifications: { Power: '0.75 kW' },
    sustainabilityMetrics: { energyEfficiency: '25 Wh per unit', materialSavings: '65 %', carbonReduction: '0.45 kg per unit' },
    hasImpactModel: true,
  })
})

test('S187 S188 every category of the specification has products of its own kind', async () => {
  await shop.reset()
  const kinds = {
    'mat-maker': 'machine',
    'chip-maker': 'machine',
    accessories: 'machine',
    'replacement-parts': 'machine',
    mat: 'material',
    chip: 'material',
  }
  for (const [category, type] of Object.entries(kinds)) {
    const { id } = await shop.make.product({ category })
    expect(await shop.visitor.products.byId({ params: { id } })).toMatchObject({ category, type, hasImpactModel: false })
  }
})

test('S273 D52 a product answers to its slug and to every slug that it once had', async () => {
  await shop.reset()
  const product = await shop.make.product({ name: 'New name', slug: 'new-name' })
  await shop.deps.db.insert(productSlugs).values({ slug: 'old-name', productId: product.id })
  for (const slug of ['new-name', 'old-name']) {
    expect(await shop.visitor.products.bySlug({ params: { slug } })).toMatchObject({ id: product.id, slug: 'new-name' })
  }
  expect((await get('/api/products/slug/')).statusCode).toBe(404)
  await shop.deps.db.update(products).set({ status: 'Inactive' })
  expect((await get('/api/products/slug/old-name')).statusCode).toBe(404)
})

test('accessories that fit are those whose specification names the machine, whole and not in part', async () => {
  await shop.reset()
  const add = (name: string, value: string, specification = 'Fits') =>
    shop.make.product({ name, category: 'accessories', specifications: [{ name: specification, value }] })
  await shop.make.product({ name: 'EcoMat 100 (v2)', slug: 'ecomat-100' })
  await shop.make.product({ name: 'EcoMat 1000', slug: 'ecomat-1000' })
  await add('Table', 'EcoMat 1000')
  await add('Bin', 'ChipMaster, ecomat 1000 ; Other')
  await add('Stand', 'EcoMat 100 (v2)', 'fits')
  await add('Near', 'EcoMat 10000, EcoMat')
  await add('Said elsewhere', 'EcoMat 1000', 'Goes with')
  const fitting = async (fits: string) =>
    (await shop.visitor.products.list({ query: { fits, sort: 'name' } })).items.map(({ name }) => name)
  expect(await fitting('ecomat-1000')).toEqual(['Bin', 'Table'])
  expect(await fitting('ecomat-100')).toEqual(['Stand'])
  expect(await fitting('no-such-machine')).toEqual([])
  expect(await shop.visitor.products.facets({ query: { fits: 'ecomat-1000' } })).toMatchObject({ total: 2 })
})

describe('stock', () => {
  test('is taken only while enough is left and the seller may sell, and a movement is written once', async () => {
    const { mat, fold } = await makeCatalog()
    const { db } = shop.deps
    expect(await takeStock(db, mat.id, 60)).toEqual({ left: 40, low: 10 })
    expect(await takeStock(db, mat.id, 41)).toBeNull()
    await returnStock(db, mat.id, 1)
    expect(await takeStock(db, mat.id, 41)).toEqual({ left: 0, low: 10 })
    const movement = { productId: mat.id, delta: -60, reason: 'order' as const, reference: 'order-1', actorId: null }
    await recordMovement(db, movement)
    const back = { productId: mat.id, delta: 5, reason: 'return' as const, reference: 'return-1', actorId: null }
    await restockOnce(db, back)
    await restockOnce(db, back)
    await db.update(businesses).set({ businessStatus: 'suspended' })
    expect(await takeStock(db, mat.id, 1)).toBeNull()
    const [row] = await listProductsForCart(db, [mat.id], { buyerId: crypto.randomUUID(), now: new Date() })
    expect(row).toMatchObject({ id: mat.id, isBuyable: false, stock: 5, categoryValue: 'mat-maker', businessId: fold.id, ladder: null })
    await db.update(businesses).set({ businessStatus: 'approved' })
    await db.update(products).set({ status: 'Inactive' })
    expect(await takeStock(db, mat.id, 1)).toBeNull()
  })

  test('the products of a cart come in the order of their ids', async () => {
    const { mat, chip, blades } = await makeCatalog()
    const ids = [blades.id, chip.id, mat.id]
    const rows = await listProductsForCart(shop.deps.db, [...ids, crypto.randomUUID()], { buyerId: crypto.randomUUID(), now: new Date() })
    expect(rows.map(({ id }) => id)).toEqual([...ids].sort())
    expect(await listProductsForCart(shop.deps.db, [], { buyerId: crypto.randomUUID(), now: new Date() })).toEqual([])
  })
})
