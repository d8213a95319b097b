import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { Product, ProductSummary } from '#contract/catalog/products.ts'
import { NO_FACTS, readFacts } from '#domain/product-facts.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { businesses, categories, categoryValues, products } from '#server/platform/db/schema.ts'
import { someOf } from '#server/testing/race-rounds.ts'
import { get, makeCatalog, openCatalogShop, shop } from '#server/testing/small-catalog.ts'
import { TYPED_FACTS } from '#server/testing/typed-facts.ts'
import { presentListed, presentProduct } from './present-product.ts'
import { findListed } from './product-list.ts'
import { findProduct, restockOnce, takeStocks } from './product-record.ts'

openCatalogShop()

let catalog: Awaited<ReturnType<typeof makeCatalog>>
beforeEach(async () => {
  catalog = await makeCatalog()
})

/** Answers of two lists and of the product's own call. */
async function answers(slug: string) {
  const [list, cards, product] = [
    await get('/api/products?sort=name&limit=50'),
    await get('/api/products?search=machine&sort=name&fields=card'),
    await get(`/api/products/slug/${slug}`),
  ]
  return { list: list.body, cards: cards.body.replaceAll(/,"tier":\d/g, ''), product: product.body }
}

/** The same, presented from the rows as they are now. */
async function presented(slug: string) {
  const { db, now } = shop.deps
  const [{ list, cards }, row] = [await answers(slug), await findProduct(db, null, { slug }, now())]
  const again = async (text: string, fields: 'all' | 'card') => {
    const ids = (JSON.parse(text) as { id: string }[]).map(({ id }) => id)
    return JSON.stringify((await findListed(db, ids, fields)).map((each) => ProductSummary.parse(presentListed(each, fields))))
  }
  const product = row && JSON.stringify(Product.parse(presentProduct(row)))
  return { list: await again(list, 'all'), cards: await again(cards, 'card'), product }
}

type Change<Table extends { $inferSelect: object }> = { [Column in keyof Table['$inferSelect']]: Table['$inferSelect'][Column] | undefined }

/** A change of each column; undefined where the public sees nothing of it in a product. */
const OF_PRODUCT: Change<typeof products> = {
  ...NO_FACTS,
  ...readFacts(TYPED_FACTS, 'UTC').facts,
  id: undefined,
  slug: 'other-slug',
  name: 'Other name',
  description: 'Other description',
  fullDescription: 'Other long text',
  type: 'material',
  categoryId: undefined, // below
  businessId: undefined, // below
  priceUsdCents: 777,
  priceEurCents: 888,
  regularUsdCents: null,
  regularEurCents: null,
  saleUsdCents: undefined,
  saleEurCents: undefined,
  saleFrom: '2026-02-01T00:00:00.000Z',
  saleTo: '2031-01-01T00:00:00.000Z',
  stock: 4321,
  featured: false,
  status: 'Active',
  shippingClass: 'freight',
  leadTimeDays: 17,
  energyEfficiency: 'Other energy',
  materialSavings: 'Other material',
  carbonReduction: 'Other carbon',
  features: ['Other feature'],
  images: [{ url: '/media/other.webp', alt: 'Other picture' }],
  specifications: [{ name: 'Warranty', value: '7 years' }],
  ladder: [{ minQuantity: 3, discountPercent: 4 }],
  impactModel: { kind: 'other' } as never, // only whether there is one
  searchText: undefined,
  createdAt: new Date('2020-02-02T00:00:00Z'),
  updatedAt: new Date('2021-03-03T00:00:00Z'),
  deletedAt: undefined,
  deletedBy: undefined,
  deletedFrom: undefined,
  version: 99,
  editedVersion: 1,
  isPublic: undefined,
  inStock: undefined,
  shopPlace: undefined,
  stamp: undefined,
  changeNumber: undefined,
  formerBusinesses: undefined,
  packageLengthMm: 40,
  packageWidthMm: 50,
  packageHeightMm: 60,
  contentAmount: 7.5,
  contentUnit: 'm2',
  safety: { manufacturer: { name: 'Other maker', address: '1 Other Street', email: 'other@maker.test' }, responsible: null, warnings: '' },
  recalledAt: undefined, // its page is read anew each time
  recallText: undefined,
}

/** Columns that have a value together or not at all. */
const TOGETHER = {
  packageLengthMm: 10,
  packageWidthMm: 10,
  packageHeightMm: 10,
  contentAmount: 1,
  contentUnit: 'kg',
  regularUsdCents: 90_00,
  regularEurCents: 80_00,
  priceUsdCents: 50_00,
  priceEurCents: 40_00,
  saleUsdCents: 50_00,
  saleEurCents: 40_00,
  saleFrom: '2026-03-01T00:00:00.000Z',
  saleTo: '2030-01-01T00:00:00.000Z',
} as const

const OF_BUSINESS: Change<typeof businesses> = {
  id: undefined,
  slug: 'other-business',
  name: 'Other business',
  email: undefined,
  phone: undefined,
  website: 'https://other.example',
  contactPublic: undefined,
  address: undefined,
  city: 'Other city',
  country: 'Other country',
  postalCode: undefined,
  documentsAgreedAt: undefined,
  pause: undefined, // what a market shows is read anew each time
  dispatch: undefined,
  description: 'Other business text',
  businessType: 'consumer',
  logo: '/media/logo.webp',
  status: undefined,
  businessStatus: undefined,
  applicantId: undefined,
  createdAt: new Date('2019-01-01T00:00:00Z'),
  updatedAt: undefined,
  deletedAt: undefined,
  deletion: undefined,
  version: undefined,
  payoutsHeldUntil: undefined,
  payoutsHeldReason: undefined,
  stamp: undefined,
  vatScheme: undefined,
  vatId: undefined,
  legalName: undefined,
  legalForm: undefined,
  representative: undefined,
  registerName: undefined,
  registerNumber: undefined,
  taxId: undefined,
  selfCertifiedAt: undefined,
  checks: undefined,
  traderAskedAt: undefined,
  traderRemindedAt: undefined,
  informSince: undefined,
  informPublic: undefined,
  informConfirmedAt: undefined,
}

const namesOf = (changes: object) =>
  Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)

describe('an answer follows each change of what it shows', () => {
  test('of every column of the product', async () => {
    for (const name of someOf(namesOf(OF_PRODUCT), 8)) {
      const { mat } = await makeCatalog()
      await shop.deps.db.update(products).set(TOGETHER).where(eq(products.id, mat.id))
      await answers(mat.slug)
      await shop.deps.db
        .update(products)
        .set({ [name]: OF_PRODUCT[name as keyof typeof OF_PRODUCT] })
        .where(eq(products.id, mat.id))
      const slug = name === 'slug' ? 'other-slug' : mat.slug
      expect(await answers(slug), name).toEqual(await presented(slug))
    }
  })

  test('of every column of its business', async () => {
    for (const name of someOf(namesOf(OF_BUSINESS), 5)) {
      const { mat } = await makeCatalog()
      await answers(mat.slug)
      await shop.deps.db
        .update(businesses)
        .set({ [name]: OF_BUSINESS[name as keyof typeof OF_BUSINESS] })
        .where(eq(businesses.id, mat.businessId))
      const now = await answers(mat.slug)
      expect(now, name).toEqual(await presented(mat.slug))
      if (name === 'name') for (const text of Object.values(now)) expect(text).toContain('Other business')
    }
  })

  test('of its category: another one, another name, another value', async () => {
    const { mat } = catalog
    const { db } = shop.deps
    const [other] = await db.select().from(categories).where(eq(categories.value, 'chip-maker'))
    await answers(mat.slug)
    await db
      .update(products)
      .set({ categoryId: other?.id ?? '' })
      .where(eq(products.id, mat.id))
    expect(await answers(mat.slug)).toEqual(await presented(mat.slug))
    expect((await answers(mat.slug)).list).toContain('"category":"chip-maker"')
    try {
      await db.update(categories).set({ label: 'Other label' }).where(eq(categories.value, 'chip-maker'))
      expect((await answers(mat.slug)).product).toContain('"categoryLabel":"Other label"')
      await db.update(categories).set({ value: 'other-value' }).where(eq(categories.value, 'chip-maker'))
      expect((await answers(mat.slug)).product).toContain('"baseCategory":"other-value"')
      await db.insert(categoryValues).values({ value: 'chip-maker', categoryId: other?.id ?? '' })
      expect((await answers(mat.slug)).product).toContain('"baseCategory":"chip-maker"')
      await db.delete(categoryValues).where(eq(categoryValues.value, 'chip-maker'))
      expect((await answers(mat.slug)).list).toContain('"baseCategory":"other-value"')
    } finally {
      await db
        .update(categories)
        .set({ value: 'chip-maker', label: other?.label ?? '' })
        .where(eq(categories.id, other?.id ?? ''))
    }
  })

  test('of its business, when it moves; and of the stock, when it is sold and comes back', async () => {
    const { mat, kiln } = catalog
    const { db } = shop.deps
    await answers(mat.slug)
    await db.update(products).set({ businessId: kiln.id }).where(eq(products.id, mat.id))
    expect((await answers(mat.slug)).product).toContain(`"businessId":"${kiln.id}"`)
    expect(await answers(mat.slug)).toEqual(await presented(mat.slug))
    const stockOf = async () => JSON.parse((await answers(mat.slug)).product).stock
    const stock = await stockOf()
    const sale = { reason: 'order', reference: crypto.randomUUID(), actorId: null } as const
    await inTransaction(db, (tx) => takeStocks(tx, [{ productId: mat.id, quantity: 2 }], sale))
    expect(await stockOf()).toBe(stock - 2)
    await inTransaction(db, (tx) => restockOnce(tx, { ...sale, reason: 'cancel', productId: mat.id, delta: 1 }))
    expect(await stockOf()).toBe(stock - 1)
    expect(await answers(mat.slug)).toEqual(await presented(mat.slug))
  })

  test('a product that is not public any more is neither in lists nor found, and is back as it was', async () => {
    const { mat, fold } = catalog
    const before = await answers(mat.slug)
    for (const businessStatus of ['suspended', 'approved'] as const) {
      await shop.deps.db.update(businesses).set({ businessStatus }).where(eq(businesses.id, fold.id))
      const { list, product } = await answers(mat.slug)
      expect(list.includes(mat.id)).toBe(businessStatus === 'approved')
      expect(JSON.parse(product).status === 404).toBe(businessStatus === 'suspended')
    }
    expect(await answers(mat.slug)).toEqual(before)
  })
})
