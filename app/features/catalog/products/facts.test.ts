import { expect, test } from 'vitest'
import { unbroken } from '#app/lib/unbroken.ts'
import { cardFacts, keyFacts, ROW_FACTS, shownRows } from './facts.ts'

const onCard = (product: Parameters<typeof keyFacts>[0]) => cardFacts(keyFacts(product, ROW_FACTS))

const machine = {
  baseCategory: 'mat-maker',
  type: 'machine',
  specifications: { Dimensions: '620 × 520 × 480 mm', Power: '0.75 kW', Throughput: '30 units/h', 'Feed width': '430 mm' },
} as const

test('a machine shows throughput and power first, whatever order the seller gave', () => {
  expect(onCard(machine)).toEqual([
    { label: 'Throughput', value: '30 units/h' },
    { label: 'Power', value: '0.75 kW' },
  ])
})

test.each([
  ['230 V, 50/60 Hz, single phase, 16 A', '230 V, 50/60 Hz, 1-phase'],
  ['400 V, 50 Hz, three phase, 32 A', '400 V, 50 Hz, 3-phase'],
  ['400 V, 50 Hz or 480 V, 60 Hz, three phase, 16 A', '400 V, 50 Hz or 480 V, 60 Hz, 3-phase'],
  ['230 V, 50/60 Hz, single phase, from the machine', '230 V, 50/60 Hz, 1-phase'],
  ['3~ 400 V 50 Hz', '3~ 400 V 50 Hz'],
  ['24 V DC', '24 V DC'],
])('35.1.1 the card of a machine for "%s" says voltage and frequency', (Supply, value) => {
  const { Throughput, Power } = machine.specifications
  expect(onCard({ ...machine, specifications: { Power, Supply, Throughput } })).toEqual([
    { label: 'Throughput', value: '30 units/h' },
    { label: 'Supply', value },
  ])
  expect(keyFacts({ ...machine, specifications: { Power, Supply, Throughput } }, 4)).toContainEqual({ label: 'Supply', value: Supply })
})

test('the head of a page shows four facts', () => {
  expect(keyFacts(machine, 4).map(({ label }) => label)).toEqual(['Throughput', 'Power', 'Feed width', 'Dimensions'])
})

test('a part shows what it fits, several models counted, and its material without the details', () => {
  const part = {
    baseCategory: 'replacement-parts',
    type: 'machine',
    specifications: { Fits: 'EcoMat Pro 2000, EcoMat 2500 Commercial, Lindhorst PM 650', Material: 'tool steel 1.2379, 58–60 HRC' },
  } as const
  expect(onCard(part)).toEqual([
    { label: 'Fits', value: 'EcoMat Pro 2000 +2' },
    { label: 'Material', value: 'tool steel 1.2379' },
  ])
})

test('a roll of mats shows its own sizes', () => {
  const roll = {
    baseCategory: 'mat',
    type: 'material',
    specifications: { Format: 'Roll', 'Roll width': '420 mm', 'Roll length': '50 m' },
  } as const
  expect(onCard(roll).map(({ label }) => label)).toEqual(['Roll width', 'Roll length'])
})

test('names are found without regard to case', () => {
  expect(keyFacts({ ...machine, specifications: { THROUGHPUT: '5 units/h' } }, 1)).toEqual([{ label: 'Throughput', value: '5 units/h' }])
})

test('products of an unknown category show what the seller gave first', () => {
  const other = { baseCategory: 'tape', type: 'material', specifications: { Color: 'brown', Length: '50 m', Empty: ' ' } } as const
  expect(onCard(other)).toEqual([
    { label: 'Color', value: 'brown' },
    { label: 'Length', value: '50 m' },
  ])
})

test('products without specifications show no facts', () => {
  expect(keyFacts({ ...machine, specifications: {} }, 4)).toEqual([])
})

test.each([
  ['Slit mat 900 × 620, double wall', 'Slit mat 900~×~620, double wall'],
  ['Mat roll 420 mm, 50 m, single wall', 'Mat roll 420~mm, 50~m, single wall'],
  ['EcoMat 1000 manual', 'EcoMat 1000 manual'],
  ['Curled chips, bulk bag 1 m³', 'Curled chips, bulk bag 1~m³'],
])('sizes in the name %s stay on one line', (name, kept) => {
  expect(unbroken(name)).toBe(kept.replaceAll('~', '\u00a0'))
})

test('recycled content is shown as the supplier’s statement, typed or not; other rows stay as they are', () => {
  const attributes = [
    { key: 'recycled-content', label: 'Recycled content', unit: '%', number: 90, display: '90%', isCompared: true, rowName: 'recyclat' },
  ]
  const specificationRows = [
    { name: 'Recyclat', value: '90 %' },
    { name: 'recycled content', value: 'all of it' },
    { name: 'Origin', value: 'used boxes' },
  ]
  expect(shownRows({ specificationRows, attributes, papers: [] })).toEqual([
    { name: 'Recycled content', value: "90% (supplier's statement, not verified)" },
    { name: 'recycled content', value: "all of it (supplier's statement, not verified)" },
    { name: 'Origin', value: 'used boxes' },
  ])
  const proof = { id: 'p', kind: 'proof', language: 'en', revision: '', law: '', validTo: null, type: 'pdf', bytes: 1 } as const
  const withProof = (validTo: string | null) => shownRows({ specificationRows, attributes, papers: [{ ...proof, validTo }] })[0]?.value
  expect([withProof(null), withProof('2999-12-31')]).toEqual(['90%', '90%'])
  expect(withProof('2020-01-01')).toContain('not verified')
})
