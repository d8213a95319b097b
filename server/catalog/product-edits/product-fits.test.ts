import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { productFits, products } from '#server/platform/db/schema.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.reset())

const fits = (value: string) => [{ name: 'Fits', value }]

async function start() {
  const seller = await shop.signIn('business_admin')
  const businessId = seller.user.businessId ?? ''
  const machine = await shop.make.product({ name: 'EcoMat 1000', slug: 'ecomat-1000', category: 'mat-maker' })
  const other = await shop.make.product({ name: 'EcoMat 2500', slug: 'ecomat-2500', category: 'mat-maker' })
  const belt = await shop.make.product({
    name: 'Belt',
    slug: 'belt',
    category: 'replacement-parts',
    businessId,
    specifications: fits('EcoMat 800, EcoMat 1000'),
  })
  const read = async (id = belt.id) => {
    const { fits: list, specificationRows } = await shop.visitor.products.byId({ params: { id } })
    return { fits: list.map(({ slug }) => slug), row: specificationRows.find(({ name }) => name === 'Fits')?.value }
  }
  const put = (body: object) => seller.productEdits.update({ params: { id: belt.id }, body })
  const form = () => seller.productEdits.form({ params: { id: belt.id } })
  const parts = async (slug: string) => (await shop.visitor.products.bySlug({ params: { slug } })).fittingParts.map((part) => part.slug)
  return { seller, businessId, machine, other, belt, read, put, form, parts }
}

describe('what a product fits', () => {
  test('names of the row that are products become links, the others are listed as not linked', async () => {
    const { read, form, parts } = await start()
    expect(await read()).toEqual({ fits: ['ecomat-1000'], row: 'EcoMat 800, EcoMat 1000' })
    expect(await form()).toMatchObject({ fits: [{ slug: 'ecomat-1000', name: 'EcoMat 1000' }], notLinked: ['EcoMat 800'] })
    expect(await parts('ecomat-1000')).toEqual(['belt'])
    expect(await parts('ecomat-2500')).toEqual([])
  })

  test('a product that comes later, or gets the name, is linked to those that name it', async () => {
    const { read, other } = await start()
    await shop.make.product({ name: 'ecomat 800', slug: 'ecomat-800', category: 'mat-maker' })
    expect((await read()).fits).toEqual(['ecomat-800', 'ecomat-1000'])
    const late = await shop.make.product({ name: 'Knife', category: 'replacement-parts', specifications: fits('EcoMat 3000') })
    await shop.deps.db.update(products).set({ name: 'EcoMat 3000' }).where(eq(products.id, other.id))
    expect((await read(late.id)).fits).toEqual(['ecomat-2500'])
  })

  test('machines and parts that come in one statement are linked to each other and to those that were there', async () => {
    const { read, belt, parts } = await start()
    const { id: _id, specifications: _rows, name: _name, slug: _slug, ...row } = belt
    const rows = [
      { ...row, name: 'Knife', slug: 'knife', specifications: fits('Ecomat 800; EcoMat 1000, EcoMat 9000, Knife') },
      { ...row, name: 'EcoMat 800', slug: 'ecomat-800', specifications: [] },
      { ...row, name: 'Knife', slug: 'knife-2', specifications: fits('EcoMat 2500') },
    ]
    await shop.deps.db.insert(products).values(rows)
    expect((await read()).fits).toEqual(['ecomat-800', 'ecomat-1000'])
    const { id } = await shop.visitor.products.bySlug({ params: { slug: 'knife' } })
    expect((await read(id)).fits).toEqual(['ecomat-800', 'ecomat-1000', 'knife-2'])
    expect(await parts('ecomat-800')).toEqual(['belt', 'knife'])
    expect(await parts('ecomat-2500')).toEqual(['knife-2'])
  })

  test('a renamed machine keeps its parts; a name that goes from the row takes the link along', async () => {
    const { read, put, machine, parts, form } = await start()
    await shop.deps.db.update(products).set({ name: 'EcoMat 1000 S' }).where(eq(products.id, machine.id))
    expect(await parts('ecomat-1000')).toEqual(['belt'])
    await put({ specifications: [...fits('EcoMat 800, EcoMat 1000'), { name: 'Material', value: 'rubber' }] })
    expect((await read()).fits).toEqual(['ecomat-1000'])
    expect((await form()).notLinked).toEqual(['EcoMat 800'])
    await put({ specifications: fits('EcoMat 800') })
    expect((await read()).fits).toEqual([])
  })

  test('ids of the form are stored in their order, and the row follows', async () => {
    const { read, put, machine, other, form } = await start()
    await put({ fits: [other.id, machine.id] })
    expect(await read()).toEqual({ fits: ['ecomat-2500', 'ecomat-1000'], row: 'EcoMat 800, EcoMat 1000, EcoMat 2500' })
    await put({ fits: [other.id] })
    expect(await read()).toEqual({ fits: ['ecomat-2500'], row: 'EcoMat 800, EcoMat 2500' })
    expect((await form()).notLinked).toEqual(['EcoMat 800'])
    await put({ fits: [] })
    expect(await read()).toEqual({ fits: [], row: 'EcoMat 800' })
  })

  test('a new product takes them along, and its copy, too', async () => {
    const { seller, machine, other, read } = await start()
    const body = {
      name: 'Knife',
      description: 'Sharp',
      category: 'replacement-parts',
      type: 'machine' as const,
      priceUSD: 10,
      priceEUR: 9,
      stock: 1,
    }
    const made = await seller.productEdits.create({ body: { ...body, fits: [other.id, machine.id] } })
    expect(await read(made.id)).toEqual({ fits: ['ecomat-2500', 'ecomat-1000'], row: 'EcoMat 2500, EcoMat 1000' })
    const copy = await seller.productEdits.duplicate({ params: { id: made.id } })
    expect(copy.fits.map(({ slug }) => slug)).toEqual(['ecomat-2500', 'ecomat-1000'])
  })

  test('a name with a comma is kept by its id', async () => {
    const { put, read } = await start()
    const table = await shop.make.product({ name: 'Table 2 m, steel', slug: 'table', category: 'accessories' })
    await put({ fits: [table.id] })
    expect((await read()).fits).toEqual(['table'])
    await put({ specifications: [...fits('EcoMat 800, Table 2 m, steel'), { name: 'Material', value: 'rubber' }] })
    expect((await read()).fits).toEqual(['table'])
    await put({ fits: [] })
    expect(await read()).toEqual({ fits: [], row: 'EcoMat 800' })
  })

  test('an answer that is sent back changes nothing, also where a machine of the seller is hidden', async () => {
    const { seller, businessId, put, read, belt, machine } = await start()
    const hidden = await shop.make.product({ name: 'Prototype', slug: 'prototype', category: 'mat-maker', businessId, status: 'Inactive' })
    await put({ fits: [machine.id, hidden.id] })
    const answer = await seller.products.byId({ params: { id: belt.id } })
    expect(answer.fits.map(({ slug }) => slug)).toEqual(['ecomat-1000'])
    await put({ fits: answer.fits, specifications: answer.specificationRows })
    expect((await read()).row).toBe('EcoMat 800, EcoMat 1000, Prototype')
    expect(await shop.deps.db.$count(productFits, eq(productFits.productId, belt.id))).toBe(2)
  })

  test("what is no product, the product itself or another seller's hidden one is refused at its place, and nothing is stored", async () => {
    const { put, read, belt, machine } = await start()
    const secret = await shop.make.product({ name: 'Secret', category: 'mat-maker', status: 'Inactive' })
    for (const wrong of [crypto.randomUUID(), 'ecomat-1000', belt.id, secret.id]) {
      await expect(put({ fits: [machine.id, wrong], description: 'New' })).rejects.toMatchObject({
        status: 422,
        errors: [{ field: 'fits.1', message: 'Choose a product from the list.' }],
      })
    }
    expect(await read()).toEqual({ fits: ['ecomat-1000'], row: 'EcoMat 800, EcoMat 1000' })
  })

  test('a machine that is withdrawn is shown nowhere, and is there again with it', async () => {
    const { read, form, parts, machine, put } = await start()
    const staff = await shop.signIn('super_admin')
    const set = (status: 'Active' | 'Inactive') => staff.staffProducts.setStatus({ params: { productId: machine.id }, body: { status } })
    await set('Inactive')
    expect((await read()).fits).toEqual([])
    expect(await form()).toMatchObject({ fits: [], notLinked: ['EcoMat 800', 'EcoMat 1000'] })
    await put({ fits: [] }) // what the seller did not see stays
    await set('Active')
    expect((await read()).fits).toEqual(['ecomat-1000'])
    expect(await parts('ecomat-1000')).toEqual(['belt'])
  })
})
