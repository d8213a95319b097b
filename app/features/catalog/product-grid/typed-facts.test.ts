import { expect, test } from 'vitest'
import { readTypedFacts } from './typed-facts.ts'

function read(...entries: [name: string, text: string][]) {
  const fields = new FormData()
  for (const [name, text] of entries) fields.append(name, text)
  return readTypedFacts(fields)
}

test('F1 only fields that are filled in change, those with dots as one fact', () => {
  expect(
    read(
      ['brand', ' Foldline '],
      ['hsCode', ''],
      ['package.length', '620'],
      ['package.width', '520'],
      ['package.height', '480'],
      ['ladder', '3:5; 5:10'],
      ['warrantyText', 'We repair it.'],
      ['safety.manufacturer.name', 'North Fold'],
      ['safety.manufacturer.address', 'Dock 1, Hamburg'],
      ['safety.manufacturer.email', 'safety@north.test'],
      ['safety.responsible.name', ''],
      ['safety.warnings', 'Keep dry.'],
      ['impactModel.efficiency', '75'],
      ['impactModel.materialReduction', '65'],
      ['impactModel.energyUsage', '2.2'],
      ['impactModel.processingRate', '120'],
    ),
  ).toEqual({
    change: {
      brand: 'Foldline',
      package: { length: '620', width: '520', height: '480' },
      ladder: [
        { minQuantity: '3', discountPercent: '5' },
        { minQuantity: '5', discountPercent: '10' },
      ],
      warrantyText: 'We repair it.',
      safety: {
        manufacturer: { name: 'North Fold', address: 'Dock 1, Hamburg', email: 'safety@north.test' },
        warnings: 'Keep dry.',
      },
      impactModel: { efficiency: '0.75', materialReduction: '0.65', energyUsage: '2.2', processingRate: '120' },
    },
    errors: {},
  })
})

test('F1 a ticked fact is removed; ticked and filled in it is refused', () => {
  const ticked = ['hsCode', 'package', 'ladder', 'warrantyText', 'safety', 'impactModel'].map((name): [string, string] => ['remove', name])
  expect(read(['brand', ''], ...ticked)).toEqual({
    change: { hsCode: null, package: null, ladder: null, warrantyText: '', safety: null, impactModel: null },
    errors: {},
  })
  expect(read(['safety.warnings', 'Keep dry.'], ['hsCode', '482390'], ['remove', 'safety'], ['remove', 'hsCode']).errors).toEqual({
    'safety.warnings': 'Leave this field empty to remove the value.',
    hsCode: 'Leave this field empty to remove the value.',
  })
})

test('F1 what is wrong is refused at its field', () => {
  expect(
    read(
      ['hsCode', '12'],
      ['ladder', '5:10;3:5'],
      ['safety.responsible.name', 'Anna'],
      ['impactModel.efficiency', '175'],
      ['impactModel.energyUsage', '2'],
      ['impactModel.processingRate', '120'],
    ).errors,
  ).toEqual({
    hsCode: 'An HS code has 6 to 10 digits.',
    ladder: 'Each tier needs a higher quantity and a higher discount than the one before.',
    'safety.responsible.address': 'Please enter name, postal address and email, or leave all three empty.',
    'safety.responsible.email': 'Please enter name, postal address and email, or leave all three empty.',
    'impactModel.efficiency': 'Please enter a percentage from 0 to 100',
    'impactModel.materialReduction': 'Please fill in all four figures, or none',
  })
})
