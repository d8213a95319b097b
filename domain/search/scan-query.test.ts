import { expect, test } from 'vitest'
import { type QueryItem, scanQuery } from './scan-query.ts'

const meaningsOf = (typed: string) => scanQuery(typed).map(({ start: _1, end: _2, ...meaning }: QueryItem) => meaning)
const word = (text: string) => ({ kind: 'word', text })
const at = (number: string, isStrict = false) => ({ number, isStrict })

test.each([
  ['430mm', [{ kind: 'quantity', number: '430', unit: 'mm' }]],
  ['0,75 kW', [{ kind: 'quantity', number: '0.75', unit: 'kW' }]],
  ['17" feed', [{ kind: 'quantity', number: '17', unit: 'in' }, word('feed')]],
  ['1 000 mm', [{ kind: 'quantity', number: '1000', unit: 'mm' }]],
  ['30 units/h', [{ kind: 'quantity', number: '30', unit: 'units/h' }]],
  ['70 dB(A)', [{ kind: 'quantity', number: '70', unit: 'dB(A)' }]],
  ['mat 600x400', [word('mat'), { kind: 'size', numbers: ['600', '400'], unit: null }]],
  ['600 × 400 mm', [{ kind: 'size', numbers: ['600', '400'], unit: 'mm' }]],
  ['60 x 40 cm', [{ kind: 'size', numbers: ['60', '40'], unit: 'cm' }]],
  ['60 cm x 40 cm', [{ kind: 'size', numbers: ['60', '40'], unit: 'cm' }]],
  ['24" x 16"', [{ kind: 'size', numbers: ['24', '16'], unit: 'in' }]],
  ['3/4 hp', [{ kind: 'quantity', number: '0.75', unit: 'hp' }]],
  ['1 1/2 in', [{ kind: 'quantity', number: '1.5', unit: 'in' }]],
  ['1½ hp', [{ kind: 'quantity', number: '1.5', unit: 'hp' }]],
  ['under 3/4 hp', [{ kind: 'range', min: null, max: at('0.75', true), unit: 'hp' }]],
  ['2 euro pallets', [word('2'), word('euro'), word('pallets')]],
  ['EcoMat1000', [word('ecomat'), word('1000')]],
  ['EM-DSK-430', [word('em'), word('dsk'), word('430')]],
])('%s is read as a quantity, a size or words', (typed, items) => {
  expect(meaningsOf(typed)).toEqual(items)
})

test.each([
  ['under 2 kw', { min: null, max: at('2', true), unit: 'kW' }],
  ['< 2kw', { min: null, max: at('2', true), unit: 'kW' }],
  ['up to 8 mm', { min: null, max: at('8'), unit: 'mm' }],
  ['over 300 units/h', { min: at('300', true), max: null, unit: 'units/h' }],
  ['at least 300 units/h', { min: at('300'), max: null, unit: 'units/h' }],
  ['400 to 700 mm', { min: at('400'), max: at('700'), unit: 'mm' }],
  ['400-700mm', { min: at('400'), max: at('700'), unit: 'mm' }],
  ['between 400 and 700 mm', { min: at('400'), max: at('700'), unit: 'mm' }],
  ['unter 1 kW', { min: null, max: at('1', true), unit: 'kW' }],
  ['zwischen 400 und 700 mm', { min: at('400'), max: at('700'), unit: 'mm' }],
  ['über 100 kg', { min: at('100', true), max: null, unit: 'kg' }],
  ['moins de 75 dB', { min: null, max: at('75', true), unit: 'dB(A)' }],
  ['à partir de 3 kW', { min: at('3'), max: null, unit: 'kW' }],
  ["jusqu'à 430 mm", { min: null, max: at('430'), unit: 'mm' }],
])('%s is a range', (typed, range) => {
  expect(meaningsOf(typed)).toEqual([{ kind: 'range', ...range }])
})

test.each([
  ['under $5,000', { min: null, max: at('5000', true), currency: 'USD' }],
  ['under 5000 dollars', { min: null, max: at('5000', true), currency: 'USD' }],
  ['bis 5000 €', { min: null, max: at('5000'), currency: 'EUR' }],
  ['bis 5.000 €', { min: null, max: at('5000'), currency: 'EUR' }],
  ['5000 dollars', { min: null, max: at('5000'), currency: 'USD' }],
  ['$5000', { min: null, max: at('5000'), currency: 'USD' }],
  ['5.000 €', { min: null, max: at('5000'), currency: 'EUR' }],
  ['EUR 5,000.50', { min: null, max: at('5000.50'), currency: 'EUR' }],
  ['between $100 and $200', { min: at('100'), max: at('200'), currency: 'USD' }],
])('%s is a price', (typed, price) => {
  expect(meaningsOf(typed)).toEqual([{ kind: 'price', ...price }])
})

test('a place is that in the typed text, and there are at most 20 items', () => {
  const typed = 'Großer Häcksler unter 1 kW'
  expect(scanQuery(typed).map(({ start, end }) => typed.slice(start, end))).toEqual(['Großer', 'Häcksler', 'unter 1 kW'])
  expect(scanQuery('a '.repeat(100))).toHaveLength(20)
})

test('a word that only begins like a comparison or a unit stays a word', () => {
  expect(meaningsOf('underlay maximum from ecomat')).toEqual(['underlay', 'maximum', 'from', 'ecomat'].map(word))
  expect(meaningsOf('2 mats 5 kgx')).toEqual([word('2'), word('mats'), word('5'), word('kgx')])
})
