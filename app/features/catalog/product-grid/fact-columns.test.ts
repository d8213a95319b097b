import { expect, test } from 'vitest'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { FIELD_KEYS, PRODUCT_FIELDS } from '#domain/product-fields.ts'
import { FACT_COLUMNS } from './fact-columns.ts'

const cellOf = (id: string, product: Partial<ProductSummary>) =>
  FACT_COLUMNS.find((column) => column.id === id)?.cell(product as ProductSummary) // only what the column reads

const MAKER = { name: 'North Fold', address: 'Dock 1, Hamburg', email: 'safety@north.test' }

test('every fact has a column under the name that it has everywhere, alone or with the fact that it belongs to', () => {
  const together = new Map(Object.entries({ saleUnit: 'Sold as', content: 'Sold as', quantityStep: PRODUCT_FIELDS.minQuantity.label }))
  const names = FIELD_KEYS.map((key) => together.get(key) ?? PRODUCT_FIELDS[key].label)
  expect(FACT_COLUMNS.map(({ title }) => title)).toEqual(expect.arrayContaining(names))
  expect(cellOf('originCountry', { originCountry: 'DE' })).toBe('Germany')
  expect(cellOf('weight', { weight: 1250.5 })).toBe('1,250.5 kg')
})

test('F1 the grids have columns for warranty, safety and calculator figures, shown when somebody chooses them', () => {
  expect(cellOf('warranty', { warrantyMonths: 24 })).toBe('24 months')
  expect(cellOf('warrantyText', { warrantyText: 'We repair it. '.repeat(20) })).toMatch(/^We repair it\. .{100,106}…$/)
  expect(cellOf('safety', { safety: { manufacturer: MAKER, responsible: null, warnings: 'Keep dry.' } })).toBe(
    'North Fold, Dock 1, Hamburg, safety@north.test; Keep dry.',
  )
  const impactModel = { efficiency: 0.75, materialReduction: 0.655, energyUsage: 2.2, processingRate: 1200 }
  expect(cellOf('impactModel', { impactModel })).toBe('75%, 65.5%, 2.2 kW, 1,200 units/h')
  for (const id of ['warranty', 'warrantyText', 'safety', 'impactModel']) {
    expect(cellOf(id, { warrantyMonths: null, warrantyText: '', safety: null, impactModel: null })).toBe('')
    expect(FACT_COLUMNS.find((column) => column.id === id)).toMatchObject({ isExtra: true })
  }
})
