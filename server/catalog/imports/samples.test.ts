import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ImportOptions } from '#contract/catalog/imports.ts'
import { categories, products } from '#server/platform/db/schema.ts'
import { someOf } from '#server/testing/race-rounds.ts'
import { check, openStaffDialog, run, shop, upload } from '#server/testing/staff-dialog.ts'

openStaffDialog()

const FOLDER = new URL('samples/', import.meta.url)

type Stored = Partial<typeof products.$inferSelect>

interface Sample {
  kind?: string
  /** Products that are new; of a file that changes products, those that change. */
  created?: number
  updated?: number
  /** Mistakes by row and column. */
  errors?: [row: number, column: string][]
  /** Products by SKU, or by name where they have none. */
  stored?: Record<string, Stored>
  /** Rows of the notes. */
  notes?: number[][]
  options?: Partial<ImportOptions>
  /** Products that are there before. */
  before?: { slug: string; sku: string; name: string }[]
}

const PLAIN = [{ slug: 'plain-mat', sku: 'CC-1066', name: 'Plain mat' }]
const CUT = { originCountry: 'DE', description: 'For board', status: 'Active' } as const

/** Files as other shops, spreadsheets and feeds write them, and what the import makes of them. */
const SAMPLES: Record<string, Sample> = {
  'apostrophes.csv': { created: 1, stored: { '00102': { name: 'Blade', gtin: '4006381333931', stock: 3 } } },
  'article-number-de.csv': {
    created: 1,
    stored: { 'AB-0007': { slug: 'wellpappmatte-600-x-400', priceEurCents: 129_900, priceUsdCents: 139_900, stock: 12 } },
  },
  'bagisto.csv': {
    kind: 'bagisto',
    created: 4,
    notes: [[5, 6], [2], [3]],
    stored: {
      'BG-1': { slug: 'belt-dryer', stock: 7, featured: true, description: 'Dries belts', priceUsdCents: 14_900 },
      'BG-2-S': { slug: 'sleeve-s', name: 'Sleeve - S', stock: 200, priceUsdCents: 250, fullDescription: 'Sleeve for bottles' },
      'BG-3': { status: 'Inactive', regularUsdCents: 1200 },
    },
  },
  'currency-column.csv': {
    created: 2,
    errors: [[4, 'priceEUR']],
    stored: { 'CU-1': { priceEurCents: 1050, priceUsdCents: 1167 }, 'CU-2': { priceUsdCents: 1250, priceEurCents: 1125 } },
  },
  'dates.csv': { created: 3, errors: [[5, 'saleFrom']], stored: { 'DA-1': { saleUsdCents: 1500 }, 'DA-2': { saleEurCents: 1400 } } },
  'decimal-comma-thousands.csv': { errors: [[2, 'stock']] },
  'entities.csv': { created: 1, stored: { 'Flute café mat': { description: 'Höhe 12½ mm & mehr', slug: 'flute-cafe-mat' } } },
  'google-atom.xml': {
    kind: 'google',
    created: 2,
    stored: { 'GA-1': { priceEurCents: 250, description: 'Guards' }, 'GA-2': { priceEurCents: 125_000 } },
  },
  'google-feed.xml': {
    kind: 'google',
    created: 2,
    errors: [[4, 'priceUSD']],
    stored: {
      'GF-1': { priceUsdCents: 129_900, weightGrams: 42_500, stock: 4, fullDescription: 'Makes café-sized cushions', brand: 'Boxworks' },
      'GF-2': { saleUsdCents: 390, weightGrams: 250, stock: 0 },
    },
  },
  'inch-sign.csv': { created: 2, stored: { 'IN-1': { name: 'Roller 3/4" bore' }, 'IN-2': { name: 'Sleeve "wide" 60 mm', stock: 80 } } },
  'letters.csv': { created: 2, stored: { 'Мат для упаковки': { slug: 'product' }, Στρώμα: { slug: 'product-2' } } },
  'mac-line-ends.csv': { created: 2, stored: { 'MC-1': { priceEurCents: 1990 } } },
  'magento-configurable.csv': {
    kind: 'magento',
    created: 4,
    errors: [
      [8, 'category'],
      [9, 'priceUSD'],
      [9, 'priceEUR'],
    ],
    notes: [[2, 3], [2], [5]],
    stored: {
      'CUT-S': { ...CUT, slug: 'cutter-s', name: 'Cutter S', priceUsdCents: 1290, weightGrams: 250, stock: 40 },
      'CUT-M': { ...CUT, slug: 'cutter-m', stock: 25 },
      STAND: { status: 'Inactive', originCountry: 'CN', regularUsdCents: 9900 },
      MATS: { type: 'material', priceUsdCents: 950 },
    },
  },
  'magento-shape.csv': {
    kind: 'magento',
    created: 1,
    stored: {
      'MG-1': {
        slug: 'slit-mat-600',
        regularUsdCents: 1990,
        saleUsdCents: 1790,
        stock: 12,
        weightGrams: 1250,
        fullDescription: 'Long text',
      },
    },
  },
  'marks-of-text.csv': {
    created: 3,
    stored: { '00007': { name: 'Seven', gtin: '4006381333931' }, '0012345': { name: "'90s mat" }, 'A-99': { name: 'Quoted code' } },
  },
  'medusa-shape.csv': {
    kind: 'medusa',
    created: 2,
    notes: [[2, 3]],
    stored: {
      'LM-S': { slug: 'loop-mat-s', name: 'Loop mat - S', priceEurCents: 1200, priceUsdCents: 1300, stock: 40, weightGrams: 400 },
      'LM-L': { slug: 'loop-mat-l', priceEurCents: 1500 },
    },
  },
  'medusa.csv': {
    kind: 'medusa',
    created: 3,
    errors: [[5, 'category']],
    notes: [[2, 3]],
    stored: {
      'FM-L': { priceEurCents: 1550, priceUsdCents: 1650, originCountry: 'DE', hsCode: '48191000', description: 'For corners' },
      'EB-1': { slug: 'edge-board', gtin: '4006381333931', status: 'Inactive', weightGrams: 1200, stock: 12 },
    },
  },
  'needless-zeros.csv': {
    created: 2,
    stored: { 'Z-1': { priceUsdCents: 1990, priceEurCents: 1850, stock: 5 }, 'Z-2': { priceUsdCents: 129, priceEurCents: 119, stock: 7 } },
  },
  'number-formats.xlsx': {
    created: 3,
    stored: { '00123': { gtin: '4006381333931', stock: 7 }, 'AB-0007': { gtin: '036000291452', stock: 12 }, '12-34-56': { stock: 1 } },
  },
  'one-column.csv': { created: 2, stored: { 'OC-1': { priceEurCents: 1990, priceUsdCents: 2150 } } },
  'own-labels.csv': {
    created: 1,
    stored: { 'L-1': { weightGrams: 6500, leadTimeDays: 10, quantityStep: 2, minQuantity: 2, originCountry: 'SE', type: 'machine' } },
  },
  'parent-sku.csv': {
    created: 3,
    notes: [[3, 4]],
    stored: { 'PA-S': { name: 'Apron S', description: 'Keeps dry', stock: 30 }, PB: { priceEurCents: 450 } },
  },
  'pipes.txt': { created: 2, stored: { 'PI-2': { stock: 7 } } },
  'pounds-and-inches.csv': {
    created: 2,
    stored: {
      'US-1': { priceUsdCents: 124_900, weightGrams: 10_002, packageLengthMm: 508, packageWidthMm: 381, packageHeightMm: 305 },
      'US-2': { weightGrams: 227 },
    },
  },
  'prestashop-en.csv': {
    kind: 'prestashop',
    created: 2,
    errors: [
      [4, 'category'],
      [4, 'gtin'],
    ],
    stored: {
      'PS-1': { slug: 'bench-cutter', priceEurCents: 12_900, weightGrams: 7250, packageLengthMm: 450, fullDescription: 'Cuts ½ cm board' },
      'PS-2': { status: 'Inactive', minQuantity: 2, stock: 4 },
    },
  },
  'prestashop-fr.csv': {
    kind: 'prestashop',
    created: 2,
    stored: {
      'PF-1': { slug: 'coupe-carton-d-etabli', priceEurCents: 12_990, weightGrams: 7250, description: "Pour l'atelier" },
      'PF-2': { name: 'Matelas ondulé', priceEurCents: 125_900, status: 'Inactive' },
    },
  },
  'prestashop-list.csv': {
    kind: 'prestashop',
    created: 2,
    stored: { 'PL-1': { priceEurCents: 2450, stock: 16 }, 'PL-2': { status: 'Inactive' } },
  },
  'price-list-by-sku.csv': { before: PLAIN, updated: 1, stored: { 'CC-1066': { priceEurCents: 4100, priceUsdCents: 4450, stock: 120 } } },
  'price-list-de.csv': {
    created: 3,
    stored: {
      'D-100': { name: 'Förderband 2 m', priceEurCents: 245_000, stock: 3, weightGrams: 38_500, leadTimeDays: 10, originCountry: 'DE' },
      'D-101': { name: 'Messer „lang“', priceEurCents: 2400, priceUsdCents: 2600, originCountry: 'AT', minQuantity: 2 },
      'D-102': { stock: 1000, originCountry: 'CH' },
    },
  },
  'price-list-fr.csv': {
    created: 2,
    errors: [[4, 'priceEUR']],
    stored: {
      'FR-900': { priceEurCents: 123_450, weightGrams: 18_500, originCountry: 'FR' },
      'FR-901': { priceEurCents: 990, originCountry: 'DE' },
    },
  },
  'second-sheet.xlsx': { created: 3, stored: { 'X-1': { priceEurCents: 990, priceUsdCents: 1090 }, 'X-3': { priceUsdCents: 590 } } },
  'shopify-new-headings.csv': {
    kind: 'shopify',
    created: 3,
    notes: [[2, 3]],
    stored: { 'CP-2': { name: 'Corner pad - L', weightGrams: 70, stock: 2500 }, 'TG-9': { gtin: '036000291452', status: 'Inactive' } },
  },
  'shopify.csv': {
    kind: 'shopify',
    created: 4,
    errors: [[6, 'category']],
    notes: [[2, 3, 4], [3]],
    stored: {
      '00102': {
        slug: 'kraft-roll-30-cm-50-m',
        gtin: '4006381333931',
        weightGrams: 2350,
        fullDescription: 'Padding from used board – 100 % paper',
      },
      '00103': { stock: 0, priceUsdCents: 2990 },
      'BL-10': { slug: 'blade-set', status: 'Inactive', fullDescription: '- Steel\n- Ten blades' },
    },
  },
  'spree.csv': {
    kind: 'spree',
    created: 3,
    errors: [
      [5, 'stock'],
      [6, 'priceUSD'],
    ],
    notes: [[2, 3]],
    stored: {
      'VF-30': { name: 'Void fill - 30 cm', weightGrams: 2500, packageLengthMm: 400, packageWidthMm: 300, packageHeightMm: 200 },
      'VF-60': { priceUsdCents: 1990, stock: 45 },
      'CO-1': { weightGrams: 2948, packageLengthMm: 254, packageWidthMm: 305, status: 'Inactive' },
    },
  },
  'swiss-numbers.csv': { created: 2, stored: { 'CH-1': { priceEurCents: 1_245_000 }, 'CH-2': { stock: 1200, priceEurCents: 350 } } },
  'tabs-utf16.txt': { created: 1, stored: { 'T-1': { priceEurCents: 1990, priceUsdCents: 2150 } } },
  'tabs.tsv': { created: 1, stored: { 'T-2': { name: 'Mat', priceEurCents: 1990 } } },
  'two-languages.csv': { created: 2, stored: { 'TL-1': { name: 'Light mat', priceEurCents: 120, stock: 400 } } },
  'update-only.csv': {
    before: PLAIN,
    options: { updateOnly: true },
    updated: 1,
    errors: [[3, 'slug']],
    stored: { 'CC-1066': { priceUsdCents: 4450 } },
  },
  'utf16be.csv': { created: 2, stored: { 'BE-1': { name: 'Säge groß', priceEurCents: 1990 } } },
  'vendure-shape.csv': {
    kind: 'vendure',
    created: 2,
    notes: [[2, 3]],
    stored: {
      'CR-400': { name: 'Cut roll - 400 mm', priceUsdCents: 2150, stock: 30, type: 'material' },
      'CR-600': { slug: 'cut-roll-600-mm', stock: 20 },
    },
  },
  'vendure.csv': {
    kind: 'vendure',
    created: 5,
    notes: [
      [2, 3, 4],
      [2, 3, 4],
    ],
    stored: {
      'WR-400-H': { name: 'Wave roll - 400 mm / hard', brand: 'Boxworks', priceUsdCents: 2350, fullDescription: 'A roll' },
      'HS-1': { slug: 'hand-stamp', type: 'machine' },
      'OR-1': { slug: 'odd-roll' },
    },
  },
  'woocommerce-de.csv': {
    kind: 'woocommerce',
    created: 3,
    notes: [[4, 5]],
    stored: {
      'DE-21': { name: 'Schredder klein', priceEurCents: 89_900, weightGrams: 24_500, fullDescription: 'Größe überschaubar' },
      'DE-22-60': { slug: 'polster-60-cm', priceEurCents: 1650, stock: 80, fullDescription: 'Aus Wellpappe' },
    },
  },
  'woocommerce-fr.csv': {
    kind: 'woocommerce',
    created: 2,
    stored: {
      'FR-31': { name: 'Dérouleur d’atelier', priceEurCents: 7990, featured: true, weightGrams: 3200 },
      'FR-32': { status: 'Inactive' },
    },
  },
  'woocommerce.csv': {
    kind: 'woocommerce',
    created: 3,
    errors: [[6, 'gtin']],
    notes: [[4, 5]],
    stored: {
      'W-11': { fullDescription: 'Line one\nLine two', weightGrams: 12_500, packageHeightMm: 355, saleUsdCents: 11_990, featured: true },
      'M-12-9': { name: 'Mat - 9 mm', stock: 35, priceUsdCents: 290, fullDescription: 'Soft & strong' },
    },
  },
  'wrong-rows.csv': {
    created: 1,
    errors: [
      [3, 'gtin'],
      [4, 'priceUSD'],
      [5, 'stock'],
      [6, 'category'],
      [6, 'originCountry'],
      [7, 'sku'],
      [8, 'name'],
    ],
    stored: { 'WR-1': { name: 'Right', originCountry: 'SE', minQuantity: 2 } },
  },
}

test('every sample is imported by a test, and there are at least forty', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(SAMPLES).sort())
  expect(Object.keys(SAMPLES).length).toBeGreaterThanOrEqual(40)
})

test.each(someOf(Object.entries(SAMPLES), 9))(
  '%s: what is right comes in, what is wrong is named by row and column, nothing twice',
  async (file, sample) => {
    const { created = 0, updated = 0, errors = [], stored = {}, notes = [], before = [] } = sample
    const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
    for (const product of before) await shop.make.product({ businessId, category: 'mat', stock: 1, ...product })
    const [mat] = await shop.deps.db.select().from(categories).where(eq(categories.value, 'mat'))
    const options = { businessId, categoryId: mat?.id ?? null, eurFactor: '0.9', ...sample.options }
    const draft = await upload(readFileSync(new URL(file, FOLDER)), file)
    if (sample.kind) expect(draft.file?.kind).toBe(sample.kind)
    const preview = await check(draft, options)
    expect(preview.report.errors.map(({ row, column }) => [row, column])).toEqual(errors)
    expect(preview.report).toMatchObject({ created, updated, skipped: new Set(errors.map(([row]) => row)).size })
    expect(preview.report.notes.map(({ rows }) => rows)).toEqual(notes)
    if (created + updated > 0) expect((await run(draft)).report).toMatchObject({ created, updated })
    const rows = await shop.deps.db.select().from(products)
    expect(rows).toHaveLength(created + before.length)
    for (const [key, values] of Object.entries(stored)) {
      expect([key, rows.find(({ sku, name }) => (sku ?? name) === key)]).toMatchObject([key, values])
    }
    const again = await check(await upload(readFileSync(new URL(file, FOLDER)), file), options)
    expect(again.report).toMatchObject({ created: 0, updated: 0, unchanged: created + updated })
  },
)
