import { expect, test } from 'vitest'
import { COUNTRY_CODES } from './country-codes.ts'
import { gtinProblem, isSameGtin } from './gtin.ts'
import { hsCodeOf, readFacts, type TypedFacts } from './product-facts.ts'

const errorsOf = (typed: TypedFacts) => readFacts(typed, 'UTC').errors.map(({ field, message }) => `${field}: ${message}`)
const factsOf = (typed: TypedFacts) => readFacts(typed, 'UTC').facts

test.each(['4012345678901', '96385074', '036000291452'])('F1: GTIN %s passes', (gtin) => {
  expect(gtinProblem(gtin)).toBeNull()
})

test.each([
  ['4012345678902', 'This GTIN has a wrong check digit. The last digit should be 1.'],
  ['96385070', 'This GTIN has a wrong check digit. The last digit should be 4.'],
  ['036000291459', 'This GTIN has a wrong check digit. The last digit should be 2.'],
  ['123456789', 'A GTIN has 8, 12, 13 or 14 digits.'],
  ['1234567', 'A GTIN has 8, 12, 13 or 14 digits.'],
  ['401234567890X', 'A GTIN has 8, 12, 13 or 14 digits.'],
])('F1: GTIN %s is refused: %s', (gtin, message) => {
  expect(gtinProblem(gtin)).toBe(message)
  expect(errorsOf({ gtin })).toEqual([`gtin: ${message}`])
})

test.each([
  ['8441.30.00', '84413000'],
  ['4808 90', '480890'],
  ['8441300000', '8441300000'],
  ['84413', null],
  ['84413000001', null],
  ['8441ab', null],
])('F1: HS code %s is %s', (typed, code) => {
  expect(hsCodeOf(typed)).toBe(code)
  expect(errorsOf({ hsCode: typed })).toEqual(code === null ? ['hsCode: An HS code has 6 to 10 digits.'] : [])
})

test('F1: a package has all three sides or none', () => {
  expect(factsOf({ package: { length: '620', width: 520, height: '480' } })).toEqual({
    packageLengthMm: 620,
    packageWidthMm: 520,
    packageHeightMm: 480,
  })
  expect(factsOf({ package: { length: '', width: '', height: null } })).toEqual({
    packageLengthMm: null,
    packageWidthMm: null,
    packageHeightMm: null,
  })
  expect(errorsOf({ package: { length: 620, width: 520 } })).toEqual(['package.height: Please enter length, width and height.'])
  expect(errorsOf({ package: { length: 0, width: 20_001, height: 1.5 } })).toHaveLength(3)
})

test.each([
  ['78', 78_000],
  ['0.001', 1],
  ['12.5', 12_500],
  [50_000, 50_000_000],
  ['', null],
])('F1: a weight of %s kg is %s grams', (weight, grams) => {
  expect(factsOf({ weight })).toEqual({ weightGrams: grams })
})

test.each(['0', '-1', '50000.001', '1.2345', 'heavy'])('F1: a weight of %s kg is refused', (weight) => {
  expect(errorsOf({ weight })).toEqual(['weight: Please enter a weight from 0.001 to 50,000 kg, with at most three decimals.'])
})

test('F1: a content has an amount and a unit, or neither', () => {
  expect(factsOf({ content: { amount: '11.16', unit: 'm2' } })).toEqual({ contentAmount: 11.16, contentUnit: 'm2' })
  expect(factsOf({ content: null })).toEqual({ contentAmount: null, contentUnit: null })
  expect(errorsOf({ content: { amount: '200' } })).toEqual(['content.unit: Please enter an amount and its unit.'])
  expect(errorsOf({ content: { unit: 'kg' } })).toEqual(['content.amount: Please enter an amount and its unit.'])
  expect(errorsOf({ content: { amount: '0', unit: 'kg' } })).toHaveLength(1)
  expect(errorsOf({ content: { amount: '1.0005', unit: 'kg' } })).toHaveLength(1)
})

const LADDER = 'Each tier needs a higher quantity and a higher discount than the one before.'
const tier = (minQuantity: number, discountPercent: number) => ({ minQuantity, discountPercent })

test.each([
  [[tier(3, 5), tier(5, 10)], null],
  [[tier(2, 0.01), tier(3, 99.99)], null],
  [[], null],
  [[tier(5, 5), tier(3, 10)], LADDER],
  [[tier(3, 5), tier(3, 10)], LADDER],
  [[tier(3, 10), tier(5, 10)], LADDER],
  [[tier(3, 10), tier(5, 5)], LADDER],
  [[tier(3, 0)], 'Please enter a percentage above 0 and below 100, with at most two decimals.'],
  [[tier(3, 100)], 'Please enter a percentage above 0 and below 100, with at most two decimals.'],
  [[tier(3, 5.125)], 'Please enter a percentage above 0 and below 100, with at most two decimals.'],
  [[tier(0, 5)], 'Please enter a whole number, 1 or more.'],
  [[2, 3, 4, 5, 6, 7, 8].map((n) => tier(n, n)), 'A product can have up to 6 quantity prices.'],
])('F1: price breaks %j: %s', (ladder, problem) => {
  expect(readFacts({ ladder }, 'UTC').errors[0]?.message ?? null).toBe(problem)
})

test('F1: no price breaks are stored as an empty list, those of the category as null', () => {
  expect(factsOf({ ladder: [] })).toEqual({ ladder: [] })
  expect(factsOf({ ladder: null })).toEqual({ ladder: null })
  expect(factsOf({})).toEqual({})
})

test('F1: an empty minimum and step are 1, others are whole numbers from 1', () => {
  expect(factsOf({ minQuantity: '', quantityStep: null })).toEqual({ minQuantity: 1, quantityStep: 1 })
  expect(factsOf({ minQuantity: '10', quantityStep: 5 })).toEqual({ minQuantity: 10, quantityStep: 5 })
  expect(errorsOf({ minQuantity: 0, quantityStep: 1.5 })).toEqual([
    'minQuantity: Please enter a whole number, 1 or more.',
    'quantityStep: Please enter a whole number, 1 or more.',
  ])
})

test('F1: the origin is one of 249 countries', () => {
  expect(new Set(COUNTRY_CODES).size).toBe(249)
  expect(factsOf({ originCountry: 'de' })).toEqual({ originCountry: 'DE' })
  expect(errorsOf({ originCountry: 'XX' })).toEqual(['originCountry: Please choose a country.'])
})

test('F1: texts have a maximum length, and an empty one is none', () => {
  expect(errorsOf({ sku: 'x'.repeat(64), mpn: 'x'.repeat(70), brand: 'x'.repeat(80), warrantyText: 'x'.repeat(4000) })).toEqual([])
  expect(
    readFacts({ sku: 'x'.repeat(65), mpn: 'x'.repeat(71), brand: 'x'.repeat(81), warrantyText: 'x'.repeat(4001) }, 'UTC').errors,
  ).toHaveLength(4)
  expect(factsOf({ sku: ' ', mpn: '', brand: null })).toEqual({ sku: null, mpn: null, brand: null })
})

test.each([
  ['0', 0],
  ['240', 240],
  ['', null],
])('F1: a warranty of %s months is %s', (warrantyMonths, months) => {
  expect(factsOf({ warrantyMonths })).toEqual({ warrantyMonths: months })
})

test('F1: a warranty has at most 240 months', () => {
  expect(errorsOf({ warrantyMonths: 241 })).toHaveLength(1)
})

test('F1: a contact for safety has name, address and email, or nothing', () => {
  const maker = { name: 'North Fold', address: 'Dock 1, Hamburg', email: 'safety@north.test' }
  expect(factsOf({ safety: { manufacturer: maker, responsible: null, warnings: ' Keep hands away. ' } })).toEqual({
    safety: { manufacturer: maker, responsible: null, warnings: 'Keep hands away.' },
  })
  expect(factsOf({ safety: { manufacturer: { name: '' }, warnings: '' } })).toEqual({ safety: null })
  expect(errorsOf({ safety: { manufacturer: { name: 'North Fold', email: 'no' } } })).toEqual([
    'safety.manufacturer.address: Please enter name, postal address and email, or leave all three empty.',
    'safety.manufacturer.email: Please enter an email address like name@example.com',
  ])
})

test.each([
  ['036000291452', '0036000291452', true],
  ['96385074', '00000096385074', true],
  ['96385074', '96385075', false],
  [null, '96385074', false],
  [null, null, true],
])('F1: GTINs are compared padded to 14 digits: %s and %s', (one, other, isSame) => {
  expect(isSameGtin(one, other)).toBe(isSame)
})

test('F1: numbers are read with a decimal comma, a GTIN with spaces; texts of one line have no line breaks', () => {
  expect(factsOf({ weight: '12,5', content: { amount: '11,16', unit: 'm2' } })).toMatchObject({ weightGrams: 12_500, contentAmount: 11.16 })
  expect(factsOf({ weight: '.5' })).toEqual({ weightGrams: 500 })
  expect(errorsOf({ weight: '1,000' })).toEqual(['weight: Please enter a weight from 0.001 to 50,000 kg, with at most three decimals.'])
  expect(factsOf({ gtin: '4 012345 678901' })).toEqual({ gtin: '4012345678901' })
  expect(errorsOf({ mpn: 'a\nb' })).toEqual(['mpn: Please remove unusual characters'])
})

test('L1 a product is custom-made or not: a boolean, or a word of a file', () => {
  const typed = [true, false, 'yes', 'No', '1', '', null]
  expect(typed.map((isCustom) => readFacts({ isCustom }, 'UTC').facts.isCustom)).toEqual([true, false, true, false, true, false, false])
  expect(readFacts({}, 'UTC').facts).toEqual({})
  expect(readFacts({ isCustom: 'maybe' }, 'UTC').errors).toEqual([{ field: 'isCustom', message: 'Must be yes or no.' }])
})
