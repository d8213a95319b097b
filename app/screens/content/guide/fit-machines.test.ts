import { expect, test } from 'vitest'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { fitMachines, hasNeeds, readNeeds } from './fit-machines.ts'

const machine = (name: string, category: string, priceUSD: number, specifications: Record<string, string>) =>
  // what the rules read
  ({ name, baseCategory: category, categoryLabel: category, priceUSD, priceEUR: priceUSD - 100, specifications }) as ProductSummary

const BENCH = machine('Bench', 'mat-maker', 12_500, {
  Throughput: '30 units/h',
  Unit: 'one used box',
  Supply: '230 V, 50/60 Hz, single phase',
  Installation: 'Benchtop',
  Dimensions: '620 × 520 × 480 mm',
  Weight: '78 kg',
})
const LINE = machine('Line', 'mat-maker', 18_900, {
  Throughput: '500 units/h',
  Supply: '400 V, 50 Hz, three phase, 16 A',
  Installation: 'In-line',
})
const CHIPS = machine('Chips', 'chip-maker', 4650, { Throughput: '80 units/h', Supply: '230 V, single phase', Installation: 'Benchtop' })
const STAND = machine('Stand', 'accessories', 300, {})
const ALL = [LINE, BENCH, CHIPS, STAND]

const fit = (query: string) => {
  const { fitting, close } = fitMachines(ALL, readNeeds(new URLSearchParams(query)))
  return { fitting: fitting.map((item) => item.machine.name), close: close.map((item) => [item.machine.name, ...item.shortcomings]) }
}

test('without answers every machine is there, cheapest first, and no accessory', () => {
  expect(fit('')).toEqual({ fitting: ['Chips', 'Bench', 'Line'], close: [] })
  expect([hasNeeds(readNeeds(new URLSearchParams())), hasNeeds(readNeeds(new URLSearchParams('make=mat')))]).toEqual([false, true])
})

test('S150 each answer narrows, and a near fit names the need that it does not meet', () => {
  expect(fit('make=mat&perDay=60&power=single')).toEqual({
    fitting: ['Bench'],
    close: [['Line', 'Needs three-phase power: 400 V, 50 Hz, three phase, 16 A']],
  })
  expect(fit('make=mat&perDay=1,200')).toEqual({ fitting: ['Line'], close: [['Bench', '1,200 a day would take 40 h at 30 units/h']] })
  expect(fit('make=mat&budget=12450&currency=EUR')).toEqual({ fitting: ['Bench'], close: [['Line', '€6,350.00 above €12,450.00']] })
  expect(fit('make=chip&place=bench&power=three').fitting).toEqual(['Chips'])
})

test('reasons come from the specifications', () => {
  const [first] = fitMachines(ALL, readNeeds(new URLSearchParams('make=mat&perDay=15&power=single&place=bench&budget=13000'))).fitting
  expect(first?.reasons).toEqual([
    'Makes mats',
    '15 a day take 30 min at 30 units/h; a unit is one used box',
    'Runs on single-phase power: 230 V, 50/60 Hz, single phase',
    'Fits on a bench: 620 × 520 × 480 mm, 78 kg',
    'Within $13,000.00',
  ])
})

test('answers that make no sense count as none', () => {
  expect(readNeeds(new URLSearchParams('make=soup&perDay=-3&power=&budget=abc&currency=GBP'))).toEqual({
    make: null,
    perDay: null,
    power: null,
    place: null,
    budget: null,
    currency: 'USD',
  })
})
