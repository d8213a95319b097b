import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CALCULATOR_MACHINES,
  CARBON_KG_PER_UNIT,
  type CalculatorInputs,
  type CalculatorMachine,
  calculateImpact,
  clampInputs,
  clampTariff,
  DEFAULT_INPUTS,
  impactBand,
  machineHoursPerDay,
  monthlyEnergy,
  specifiedModel,
  wholeImpact,
} from './impact.ts'

const machine = (id: string): CalculatorMachine => {
  const found = CALCULATOR_MACHINES.find((candidate) => candidate.id === id)
  if (!found) throw new Error(`no ${id}`)
  return found
}

test.each([
  ['S208', 'ecomat-1000', 'EcoMat 1000', 12500, 0.75, 0.65, 0.75, 30],
  ['S209', 'ecomat-2500', 'EcoMat 2500 Commercial', 24500, 0.85, 0.72, 2.2, 50],
  ['S210', 'ecomat-pro-2000', 'EcoMat Pro 2000', 18900, 0.8, 0.68, 5, 500],
  ['S211', 'chipmaster-pro', 'ChipMaster Pro', 15800, 0.82, 0.7, 1.5, 300],
  ['S212', 'chipmaster-compact', 'ChipMaster Compact', 8900, 0.7, 0.6, 3, 200],
])('%s S207 the catalog holds %s', (_, id, name, price, efficiency, materialReduction, energyUsage, processingRate) => {
  expect(machine(id)).toEqual({ id, name, price, efficiency, materialReduction, energyUsage, processingRate })
})

test('S207 the catalog holds five machines in the order of the specification', () => {
  expect(CALCULATOR_MACHINES.map(({ id }) => id)).toEqual([
    'ecomat-1000',
    'ecomat-2500',
    'ecomat-pro-2000',
    'chipmaster-pro',
    'chipmaster-compact',
  ])
})

test('S213 S339 the form opens with the defaults of the specification', () => {
  expect(DEFAULT_INPUTS).toEqual({
    currentMaterialCost: 5000,
    monthlyVolume: 1000,
    wastePercentage: 15,
    shippingCost: 800,
    laborCost: 2000,
    machineType: '',
    operatingDays: 22,
  })
  expect(CARBON_KG_PER_UNIT).toBe(0.45)
})

// By hand, with the defaults: material 60,000 r, shipping 9,600 r, labour 24,000 (e - 0.3), saved 12,000 r units.
test.each([
  ['ecomat-1000', 39000, 6240, 10800, 56040, 7800, 3510, 75, 2.67665952, 348.32],
  ['ecomat-2500', 43200, 6912, 13200, 63312, 8640, 3888, 85, 4.64366945, 158.41632653],
  ['ecomat-pro-2000', 40800, 6528, 12000, 59328, 8160, 3672, 80, 3.82281553, 213.9047619],
  ['chipmaster-pro', 42000, 6720, 12480, 61200, 8400, 3780, 82, 3.09803922, 287.34177215],
  ['chipmaster-compact', 36000, 5760, 9600, 51360, 7200, 3240, 70, 2.07943925, 477.07865169],
])(
  'S214 S333 S334 S335 S336 S337 S338 S339 S340 S341 S342 the figures of %s are right',
  (id, material, shipping, labor, annual, saved, carbon, percent, payback, roi) => {
    const result = calculateImpact(DEFAULT_INPUTS, machine(id))
    const expected = {
      materialSavings: material,
      shippingSavings: shipping,
      laborSavings: labor,
      annualSavings: annual,
      packagingMaterialSaved: saved,
      carbonFootprintReduction: carbon,
      efficiency: percent,
      wasteReduction: percent,
      paybackPeriod: payback,
      roiPercentage: roi,
      wastedUnits: 150,
    }
    expect(Object.keys(result).sort()).toEqual(Object.keys(expected).sort())
    for (const [name, figure] of Object.entries(result)) {
      expect(figure, name).toBeCloseTo(new Map(Object.entries(expected)).get(name) ?? Number.NaN, 6)
    }
  },
)

test.each([
  [0, 0],
  [0.01, 75],
  [100, 75],
  [150, 75],
])('S334 with %d percent waste the reduction is %d', (wastePercentage, expected) => {
  expect(calculateImpact({ ...DEFAULT_INPUTS, wastePercentage }, machine('ecomat-1000')).wasteReduction).toBeCloseTo(expected, 6)
})

test('S334 without volume nothing is wasted, so nothing is reduced', () => {
  expect(calculateImpact({ ...DEFAULT_INPUTS, monthlyVolume: 0 }, machine('ecomat-1000')).wasteReduction).toBe(0)
})

const LABOR_ONLY = { ...DEFAULT_INPUTS, currentMaterialCost: 0, shippingCost: 0 }

test.each([
  [0.29, null, -101.92],
  [0.3, null, -100],
  [0.31, 625, -98.08],
])('S336 S340 S341 at an efficiency of %d labour alone is paid back after %j months', (efficiency, months, roi) => {
  const result = calculateImpact(LABOR_ONLY, { ...machine('ecomat-1000'), efficiency })
  if (months === null) expect(result.paybackPeriod).toBeNull()
  else expect(result.paybackPeriod).toBeCloseTo(months, 6)
  expect(result.roiPercentage).toBeCloseTo(roi, 6)
})

test.each([
  ['operatingDays', -1, 0],
  ['operatingDays', 0, 0],
  ['operatingDays', 31, 31],
  ['operatingDays', 32, 31],
  ['wastePercentage', -1, 0],
  ['wastePercentage', 100, 100],
  ['wastePercentage', 101, 100],
  ['laborCost', -0.01, 0],
  ['laborCost', 0.01, 0.01],
  ['shippingCost', Number.NaN, 0],
  ['monthlyVolume', Infinity, 0],
  ['currentMaterialCost', 1e12, 1e12],
  ['currentMaterialCost', 1e13, 1e12],
] as const)('S252 the input %s of %d counts as %d', (name, value, expected) => {
  expect(clampInputs({ ...DEFAULT_INPUTS, [name]: value })).toEqual({ ...DEFAULT_INPUTS, [name]: expected })
})

const anyInputs: fc.Arbitrary<CalculatorInputs> = fc.record({
  currentMaterialCost: fc.double(),
  monthlyVolume: fc.double(),
  wastePercentage: fc.double(),
  shippingCost: fc.double(),
  laborCost: fc.double(),
  machineType: fc.string(),
  operatingDays: fc.double(),
})

test('S252 no input brings NaN or Infinity to the screen', () => {
  fc.assert(
    fc.property(anyInputs, fc.constantFrom(...CALCULATOR_MACHINES), (inputs, chosen) => {
      const { low, likely, high } = impactBand(inputs, chosen)
      for (const result of [calculateImpact(inputs, chosen), low, likely, high]) {
        for (const [name, figure] of Object.entries(result)) expect(figure === null || Number.isFinite(figure), name).toBe(true)
      }
      expect(low.annualSavings).toBeLessThanOrEqual(likely.annualSavings)
      expect(likely.annualSavings).toBeLessThanOrEqual(high.annualSavings)
    }),
    { numRuns: 500 },
  )
})

test('the band is 30 percent below and 15 percent above the savings', () => {
  const { low, likely, high } = impactBand(DEFAULT_INPUTS, machine('ecomat-1000'))
  expect(low.annualSavings).toBeCloseTo(39228, 6)
  expect(likely).toEqual({ annualSavings: likely.annualSavings, paybackPeriod: likely.paybackPeriod, roiPercentage: likely.roiPercentage })
  expect(likely.annualSavings).toBeCloseTo(56040, 6)
  expect(high.annualSavings).toBeCloseTo(64446, 6)
  expect(low.paybackPeriod).toBeCloseTo(3.82379933, 6)
  expect(high.roiPercentage).toBeCloseTo(415.568, 6)
})

test('a band around a loss still runs from worse to better', () => {
  const { low, high } = impactBand(LABOR_ONLY, { ...machine('ecomat-1000'), efficiency: 0.2 })
  expect(low.annualSavings).toBeCloseTo(-3120, 6)
  expect(high.annualSavings).toBeCloseTo(-2040, 6)
})

test.each([
  [22, 1000, 1.51515152],
  [0, 1000, null],
  [22, 0, 0],
])('with %i days and %i units a month the smallest machine runs %j hours a day', (operatingDays, monthlyVolume, hours) => {
  const result = machineHoursPerDay({ ...DEFAULT_INPUTS, operatingDays, monthlyVolume }, machine('ecomat-1000'))
  if (hours === null) expect(result).toBeNull()
  else expect(result).toBeCloseTo(hours, 6)
})

// By hand: band 70% and 115% of the savings; hours 1000 / 22 / rate; energy 1000 / rate hours at the rated power.
test.each([
  ['ecomat-1000', 39228, 64446, 1.51515152, 33.33333333, 25],
  ['ecomat-2500', 44318.4, 72808.8, 0.90909091, 20, 44],
  ['ecomat-pro-2000', 41529.6, 68227.2, 0.09090909, 2, 10],
  ['chipmaster-pro', 42840, 70380, 0.15151515, 3.33333333, 5],
  ['chipmaster-compact', 35952, 59064, 0.22727273, 5, 15],
])('with the defaults the band, the hours and the electricity of %s are right', (id, low, high, hoursPerDay, hours, kilowattHours) => {
  const result = wholeImpact(DEFAULT_INPUTS, machine(id), 0.2)
  expect(result).toMatchObject(calculateImpact(DEFAULT_INPUTS, machine(id)))
  expect(result.band.low.annualSavings).toBeCloseTo(low, 6)
  expect(result.band.high.annualSavings).toBeCloseTo(high, 6)
  expect(result.hoursPerDay).toBeCloseTo(hoursPerDay, 6)
  expect(result.energy?.hours).toBeCloseTo(hours, 6)
  expect(result.energy?.kilowattHours).toBeCloseTo(kilowattHours, 6)
  expect(result.energy?.cost).toBeCloseTo(kilowattHours * 0.2, 6)
})

test.each([
  ['nothing', 0, 0, null, -100],
  ['less than nothing', -1e9, 0, null, -100],
  ['no number', Number.NaN, 0, null, -100],
  ['more than anybody has', 1e300, 1e12 * (0.65 * 2 + 0.45) * 12, 12500 / 1.75e12, ((2.1e13 - 12500) / 12500) * 100],
])('S252 S340 S341 with costs of %s savings, payback and return follow', (_, costs, savings, payback, roi) => {
  const inputs = { ...DEFAULT_INPUTS, currentMaterialCost: costs, shippingCost: costs, laborCost: costs }
  const result = calculateImpact(inputs, machine('ecomat-1000'))
  expect(result.annualSavings).toBeCloseTo(savings, 0)
  if (payback === null) expect(result.paybackPeriod).toBeNull()
  else expect(result.paybackPeriod).toBeCloseTo(payback, 12)
  expect(result.roiPercentage / roi).toBeCloseTo(1, 9)
})

test('electricity has a cost only with a tariff, and is left out for a machine without a rate', () => {
  expect(monthlyEnergy(DEFAULT_INPUTS, machine('ecomat-2500'), null)).toEqual({ hours: 20, kilowattHours: 44, cost: null })
  expect(monthlyEnergy(DEFAULT_INPUTS, { ...machine('ecomat-2500'), processingRate: 0 }, 1)).toBeNull()
  expect([-1, Number.NaN, 0.25, 1e9].map(clampTariff)).toEqual([0, 0, 0.25, 1000])
})

test('S207 a product gets the values of its slug, any other none', () => {
  expect(specifiedModel('ecomat-2500')).toEqual({ efficiency: 0.85, materialReduction: 0.72, energyUsage: 2.2, processingRate: 50 })
  expect(specifiedModel('roll-stand')).toBeNull()
})
