import { afterAll, beforeAll } from 'vitest'
import { searchTextOf } from '#server/platform/text/search-text.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

export let shop: TestShop

/** Opens a shop for the tests of a file. */
export function openCatalogShop(): void {
  beforeAll(async () => {
    shop = await openTestShop()
  })
  afterAll(() => shop.close())
}

export const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ method: 'GET', url, headers })

/** A small catalog of two businesses. */
export async function makeCatalog() {
  await shop.reset()
  const fold = await shop.make.business({ name: 'North Fold Works' })
  const kiln = await shop.make.business({ name: 'Kiln Röw', businessType: 'consumer', contactPublic: true })
  const add = (name: string, input: Parameters<typeof shop.make.product>[0]) =>
    shop.make.product({
      businessId: fold.id,
      name,
      ...input,
      searchText: searchTextOf({ name, description: input?.description ?? '', features: input?.features ?? [] }),
    })
  const mat = await add('EcoMat 1000', {
    category: 'mat-maker',
    priceUsdCents: 12_500_00,
    priceEurCents: 11_490_00,
    featured: true,
    description: 'Benchtop machine with hardened blades.',
  })
  const chip = await add('ChipMaster Mini', {
    category: 'chip-maker',
    priceUsdCents: 5_000_50,
    priceEurCents: 4_500_00,
    stock: 0,
    features: ['Spare blades: 100% reground'],
  })
  const blades = await add('Blade set', {
    category: 'replacement-parts',
    priceUsdCents: 149_90,
    priceEurCents: 139_00,
    specifications: [{ name: 'Warranty', value: '1 year' }],
  })
  const pack = await add('Padding mats', {
    category: 'mat',
    businessId: kiln.id,
    priceUsdCents: 24_00,
    priceEurCents: 22_00,
    description: 'Used_board, cut flat.',
  })
  return { fold, kiln, mat, chip, blades, pack }
}
