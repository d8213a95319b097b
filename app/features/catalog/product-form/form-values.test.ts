import { expect, test } from 'vitest'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { checkValues, SELLER_RULES, STAFF_RULES } from './check-values.ts'
import { bodyOf, emptyValues, fieldOf, isSameForm, pairRow, pictureRow, soldMeanwhile, textRow, valuesOf } from './form-values.ts'

const STORED: ProductForm = {
  id: '1',
  slug: 'fold-cutter',
  name: 'Fold Cutter',
  description: 'Cuts.',
  fullDescription: '',
  category: 'mat-maker',
  type: 'machine',
  businessType: 'producer',
  businessId: 'b',
  businessName: 'B',
  hasOrders: false,
  status: 'Active',
  featured: false,
  priceUSD: 149.9,
  priceEUR: 140,
  stock: 12,
  features: [],
  images: [],
  fits: [],
  notLinked: [],
  specifications: [{ name: 'Width', value: '40 cm' }],
  sustainabilityMetrics: { energyEfficiency: '', materialSavings: '', carbonReduction: '' },
  leadTimeDays: null,
  shippingClass: 'freight',
  impactModel: null,
  sku: null,
  mpn: null,
  brand: null,
  gtin: null,
  weight: null,
  package: null,
  storagePlace: null,
  hsCode: null,
  originCountry: null,
  saleUnit: 'pack',
  content: null,
  minQuantity: 1,
  quantityStep: 1,
  ladder: null,
  taxClass: 'standard',
  warrantyMonths: null,
  warrantyText: '',
  safety: null,
  isCustom: false,
  saleUSD: null,
  saleEUR: null,
  saleFrom: null,
  saleTo: null,
  hasBusinessAddress: true,
  isBusinessInEu: true,
  recall: null,
  readiness: [],
  createdAt: '',
  updatedAt: '',
  version: 3,
}
const filled = { ...valuesOf(STORED) }

test('B214 B352 a form has at least one row of features and pictures, and sends no blank one', () => {
  expect([emptyValues().features.length, emptyValues().images.length, filled.features.length, filled.images.length]).toEqual([1, 1, 1, 1])
  const values = {
    ...filled,
    features: [textRow(' '), textRow(' Quiet ')],
    images: [pictureRow(), pictureRow('https://p.test/a.jpg', ' Front ')],
  }
  expect(bodyOf(values, STORED)).toMatchObject({ features: ['Quiet'], images: [{ url: 'https://p.test/a.jpg', alt: 'Front' }] })
})

test('B215 prices and stock are sent as numbers; the stock only when it was changed, so that orders meanwhile are not lost', () => {
  expect(bodyOf({ ...filled, priceUSD: '12.50' }, STORED)).toMatchObject({ priceUSD: 12.5, priceEUR: 140, leadTimeDays: null, version: 3 })
  expect(bodyOf(filled, STORED)).not.toHaveProperty('stock')
  expect(bodyOf({ ...filled, stock: '20' }, STORED)).toMatchObject({ stock: 20 })
  expect(bodyOf({ ...filled }, null)).toMatchObject({ stock: 12 })
})

test('F7.2.16 calculator figures are typed as percentages and sent as shares, all four or none', () => {
  const model = { efficiency: 0.29, materialReduction: 0.725, energyUsage: 2.2, processingRate: 120 }
  const values = valuesOf({ ...STORED, impactModel: model })
  expect(values.impactModel).toEqual({ efficiency: '29', materialReduction: '72.5', energyUsage: '2.2', processingRate: '120' })
  expect(bodyOf(values, STORED).impactModel).toEqual({
    efficiency: '0.29',
    materialReduction: '0.725',
    energyUsage: '2.2',
    processingRate: '120',
  })
  expect(bodyOf({ ...values, type: 'material' }, STORED)).not.toHaveProperty('impactModel')
  const wrong = checkValues({ ...values, impactModel: { ...values.impactModel, efficiency: '129', processingRate: '' } }, SELLER_RULES, [])
  expect(wrong?.errors).toEqual([
    { field: 'impactModel.efficiency', message: 'Please enter a percentage from 0 to 100' },
    { field: 'impactModel.processingRate', message: 'Please fill in all four figures, or none' },
  ])
})

test('a refusal names the row of the form, not the row that was sent', () => {
  const values = {
    ...filled,
    images: [pictureRow(), pictureRow('https://a'), pictureRow(), pictureRow('x')],
    specifications: [pairRow(), pairRow('A', '')],
  }
  expect(fieldOf('images.1', values)).toBe('images.3')
  expect(fieldOf('specifications.0.value', values)).toBe('specifications.1.value')
  expect(fieldOf('priceUSD', values)).toBe('priceUSD')
})

test('opening a form is no change of it, typing is', () => {
  expect(isSameForm(valuesOf(STORED), valuesOf(STORED))).toBe(true)
  expect(isSameForm(valuesOf(STORED), { ...valuesOf(STORED), name: 'X' })).toBe(false)
})

test('F2 a specification that is no value is wrong before what comes behind it, a stored row stays', () => {
  const width = {
    key: 'width',
    label: 'Width',
    kind: 'number',
    unit: 'mm',
    decimals: 0,
    choices: [],
    names: ['width', 'roll width'],
  } as const
  const specifications = [pairRow('Roll width', '-3 mm'), pairRow('Width', '-5 mm')]
  const values = { ...filled, typed: { width: '4 kg' }, specifications, facts: { ...filled.facts, gtin: '4012345678902' } }
  const known = { attributes: [width], stored: [{ name: 'Roll width', value: '-3 mm' }] }
  expect(checkValues(values, SELLER_RULES, [], known)?.errors).toEqual([
    { field: 'attributes.width', message: 'Please enter a number in mm.' },
    { field: 'specifications.1.value', message: 'Please enter 0 mm or more.' },
    { field: 'gtin', message: 'This GTIN has a wrong check digit. The last digit should be 1.' },
  ])
})

test('B211 B212 B213 what is missing is said first (0 is no price), then prices, then the rest', () => {
  const check = (part: Partial<typeof filled>, mistyped: string[] = []) => {
    const wrong = checkValues({ ...filled, ...part }, SELLER_RULES, mistyped)
    return wrong && [wrong.detail, wrong.errors.map(({ field }) => field)]
  }
  const missing = 'Please fill in all required fields'
  expect(check({})).toBeNull()
  expect(check({ name: ' ', priceUSD: '0', priceEUR: 'x' })).toEqual([missing, ['name', 'priceUSD']])
  expect(check({ category: '', type: '', businessType: '', stock: '' })).toEqual([missing, ['category', 'type', 'businessType', 'stock']])
  expect(check({ priceUSD: '' }, ['priceUSD'])).toEqual(['Please enter valid prices', ['priceUSD']])
  expect(check({ priceUSD: '1.005', priceEUR: '-3' })).toEqual(['Please enter valid prices', ['priceUSD', 'priceEUR']])
  expect(check({ stock: '-1', leadTimeDays: '1.5' })).toEqual(['Please check the marked fields.', ['stock', 'leadTimeDays']])
  expect(check({ images: Array.from({ length: 6 }, () => pictureRow('https://a')) })).toEqual([
    'Please check the marked fields.',
    ['images.0'],
  ])
})

test('a stored stock that is not the typed one says why; the typed one, or none, says nothing', () => {
  expect(soldMeanwhile(5, 3)).toBe('Saved. Stock is 3: 2 units sold while you were editing.')
  expect(soldMeanwhile(5, 4)).toBe('Saved. Stock is 4: 1 unit sold while you were editing.')
  expect(soldMeanwhile(5, 9)).toBe('Saved. Stock is 9: 4 units returned while you were editing.')
  expect([soldMeanwhile(5, 5), soldMeanwhile(undefined, 3)]).toEqual([null, null])
})

test('2.7 staff save a product that is stored without a picture: its drawing counts; a new one needs a picture', () => {
  const values = { ...filled, businessId: 'one', images: [] }
  expect(checkValues(values, STAFF_RULES, [])?.errors).toEqual([{ field: 'images.0', message: 'Please add a picture' }])
  expect(checkValues(values, STAFF_RULES, [], { attributes: [], stored: [], hasDrawing: true })).toBeNull()
})
