/**
 * A machine of the calculator: `price` in whole currency units; `efficiency` and `materialReduction` are shares of 0 to 1;
 * `energyUsage` in kW and `processingRate` in units per hour do not affect savings.
 */
export type CalculatorMachine = {
  id: string
  name: string
  price: number
  efficiency: number
  materialReduction: number
  energyUsage: number
  processingRate: number
}

/** The five machines of the specification (S208-S212); also seeded as products with these ids as slugs. */
export const CALCULATOR_MACHINES: readonly CalculatorMachine[] = [
  {
    id: 'ecomat-1000',
    name: 'EcoMat 1000',
    price: 12500,
    efficiency: 0.75,
    materialReduction: 0.65,
    energyUsage: 0.75,
    processingRate: 30,
  },
  {
    id: 'ecomat-2500',
    name: 'EcoMat 2500 Commercial',
    price: 24500,
    efficiency: 0.85,
    materialReduction: 0.72,
    energyUsage: 2.2,
    processingRate: 50,
  },
  {
    id: 'ecomat-pro-2000',
    name: 'EcoMat Pro 2000',
    price: 18900,
    efficiency: 0.8,
    materialReduction: 0.68,
    energyUsage: 5,
    processingRate: 500,
  },
  {
    id: 'chipmaster-pro',
    name: 'ChipMaster Pro',
    price: 15800,
    efficiency: 0.82,
    materialReduction: 0.7,
    energyUsage: 1.5,
    processingRate: 300,
  },
  {
    id: 'chipmaster-compact',
    name: 'ChipMaster Compact',
    price: 8900,
    efficiency: 0.7,
    materialReduction: 0.6,
    energyUsage: 3,
    processingRate: 200,
  },
]

/** Inputs of the form: costs in currency units a month, volume in units a month, waste in percent, days a month. */
export type CalculatorInputs = {
  currentMaterialCost: number
  monthlyVolume: number
  wastePercentage: number
  shippingCost: number
  laborCost: number
  machineType: string
  operatingDays: number
}

/** The form's initial values (S213); `machineType` '' means none chosen yet. */
export const DEFAULT_INPUTS: CalculatorInputs = {
  currentMaterialCost: 5000,
  monthlyVolume: 1000,
  wastePercentage: 15,
  shippingCost: 800,
  laborCost: 2000,
  machineType: '',
  operatingDays: 22,
}

/**
 * The machine's effect, per year unless stated otherwise, in floating-point currency units, not cents.
 * `wasteReduction`, `efficiency` and `roiPercentage` (first year) are percentages, `carbonFootprintReduction` is kg,
 * `packagingMaterialSaved` units, `wastedUnits` units a month, `paybackPeriod` months, null when it is never reached.
 */
type ImpactResult = {
  annualSavings: number
  materialSavings: number
  shippingSavings: number
  laborSavings: number
  wastedUnits: number
  wasteReduction: number
  carbonFootprintReduction: number
  packagingMaterialSaved: number
  paybackPeriod: number | null
  efficiency: number
  roiPercentage: number
}

/** Version of the formulas, stored with every saved result. */
export const IMPACT_MODEL = 'spec-1'

/** Kilograms of CO2e per unit of packaging saved (S339). */
export const CARBON_KG_PER_UNIT = 0.45

/** Share of labor that any machine still needs; below it, labor savings turn negative (S336). */
const LABOR_BASELINE = 0.3

const MONTHS = 12

/** Maximum input, which keeps every result finite. */
const MAX_INPUT = 1e12

const clamp = (value: number, max: number) => (Number.isFinite(value) ? Math.min(max, Math.max(0, value)) : 0)

/** Clamps inputs: NaN and negatives give 0, percentages at most 100, days at most 31. */
export function clampInputs(inputs: CalculatorInputs): CalculatorInputs {
  return {
    currentMaterialCost: clamp(inputs.currentMaterialCost, MAX_INPUT),
    monthlyVolume: clamp(inputs.monthlyVolume, MAX_INPUT),
    wastePercentage: clamp(inputs.wastePercentage, 100),
    shippingCost: clamp(inputs.shippingCost, MAX_INPUT),
    laborCost: clamp(inputs.laborCost, MAX_INPUT),
    machineType: inputs.machineType,
    operatingDays: clamp(inputs.operatingDays, 31),
  }
}

/**
 * Calculates the specification's formulas (S333-S342) on inputs clamped by `clampInputs`; always finite.
 * @param machine its price must be above 0; `inputs.machineType` is ignored
 */
export function calculateImpact(inputs: CalculatorInputs, machine: CalculatorMachine): ImpactResult {
  const { currentMaterialCost, monthlyVolume, wastePercentage, shippingCost, laborCost } = clampInputs(inputs)
  const materialSavings = currentMaterialCost * machine.materialReduction * MONTHS
  const shippingSavings = shippingCost * machine.materialReduction * MONTHS
  const laborSavings = laborCost * (machine.efficiency - LABOR_BASELINE) * MONTHS
  const annualSavings = materialSavings + shippingSavings + laborSavings
  const wastedUnits = monthlyVolume * (wastePercentage / 100)
  const packagingMaterialSaved = monthlyVolume * machine.materialReduction * MONTHS
  return {
    ...returnOn(annualSavings, machine.price),
    materialSavings,
    shippingSavings,
    laborSavings,
    wastedUnits,
    // The specification divides by waste: without any, nothing is reduced.
    wasteReduction: wastedUnits > 0 ? ((wastedUnits - wastedUnits * (1 - machine.efficiency)) / wastedUnits) * 100 : 0,
    carbonFootprintReduction: packagingMaterialSaved * CARBON_KG_PER_UNIT,
    packagingMaterialSaved,
    efficiency: machine.efficiency * 100,
  }
}

/** The results that follow from savings and price. */
type ImpactReturn = Pick<ImpactResult, 'annualSavings' | 'paybackPeriod' | 'roiPercentage'>

/** Half-widths of the band: savings 30% lower, 15% higher. */
const BAND = { low: -0.3, high: 0.15 }

/** Returns the result as a band around the model, because inputs are estimates; `low` is never above `high`, even below 0. */
export function impactBand(
  inputs: CalculatorInputs,
  machine: CalculatorMachine,
): { low: ImpactReturn; likely: ImpactReturn; high: ImpactReturn } {
  const { annualSavings } = calculateImpact(inputs, machine)
  const at = (shift: number) => returnOn(annualSavings + Math.abs(annualSavings) * shift, machine.price)
  return { low: at(BAND.low), likely: at(0), high: at(BAND.high) }
}

function returnOn(annualSavings: number, price: number): ImpactReturn {
  const months = price / (annualSavings / MONTHS)
  return {
    annualSavings,
    paybackPeriod: annualSavings > 0 && Number.isFinite(months) ? months : null,
    roiPercentage: ((annualSavings - price) / price) * 100,
  }
}

/**
 * Returns the hours a day that the machine has to run for the monthly volume; above 24 it is too small.
 * @returns null when no days are worked, or the machine has no processing rate
 */
export function machineHoursPerDay(inputs: CalculatorInputs, machine: CalculatorMachine): number | null {
  const { monthlyVolume, operatingDays } = clampInputs(inputs)
  if (operatingDays === 0 || machine.processingRate <= 0) return null
  return monthlyVolume / operatingDays / machine.processingRate
}

/** A month's electricity: hours, kilowatt-hours and cost; cost is null without a tariff. */
type MonthlyEnergy = { hours: number; kilowattHours: number; cost: number | null }

/**
 * Returns the electricity for the monthly volume; not part of the savings.
 * @param tariff currency units per kilowatt-hour, clamped as inputs are; null: not known
 * @returns null when the machine has no processing rate
 */
export function monthlyEnergy(inputs: CalculatorInputs, machine: CalculatorMachine, tariff: number | null): MonthlyEnergy | null {
  if (machine.processingRate <= 0) return null
  const hours = clampInputs(inputs).monthlyVolume / machine.processingRate
  const kilowattHours = hours * machine.energyUsage
  return { hours, kilowattHours, cost: tariff === null ? null : kilowattHours * clampTariff(tariff) }
}

/** Maximum tariff in currency units per kilowatt-hour. */
const MAX_TARIFF = 1000

/** Clamps the tariff as `clampInputs` does the inputs. */
export function clampTariff(tariff: number): number {
  return clamp(tariff, MAX_TARIFF)
}

/** The figures of a saved result: the results, their band, the hours a day that the machine runs, its electricity. */
export type FrozenImpact = ImpactResult & {
  band: ReturnType<typeof impactBand>
  hoursPerDay: number | null
  energy: MonthlyEnergy | null
}

/** Returns every figure of one calculation. */
export function wholeImpact(inputs: CalculatorInputs, machine: CalculatorMachine, tariff: number | null): FrozenImpact {
  return {
    ...calculateImpact(inputs, machine),
    band: impactBand(inputs, machine),
    hoursPerDay: machineHoursPerDay(inputs, machine),
    energy: monthlyEnergy(inputs, machine, tariff),
  }
}

/** The four figures by which a machine can be calculated. */
export type ImpactModel = Pick<CalculatorMachine, 'efficiency' | 'materialReduction' | 'energyUsage' | 'processingRate'>

/** Returns the specification's model of the machine with this slug, or null. */
export function specifiedModel(slug: string): ImpactModel | null {
  const machine = CALCULATOR_MACHINES.find(({ id }) => id === slug)
  if (!machine) return null
  const { efficiency, materialReduction, energyUsage, processingRate } = machine
  return { efficiency, materialReduction, energyUsage, processingRate }
}

const SHARE = 'Please enter a percentage from 0 to 100'
const MODEL_RULES: Readonly<Record<keyof ImpactModel, { isValid: (value: number) => boolean; message: string }>> = {
  efficiency: { isValid: (value) => value >= 0 && value <= 1, message: SHARE },
  materialReduction: { isValid: (value) => value >= 0 && value <= 1, message: SHARE },
  energyUsage: { isValid: (value) => value > 0 && value <= 1e6, message: 'Please enter a number above 0, in kW' },
  processingRate: { isValid: (value) => value > 0 && value <= 1e9, message: 'Please enter a number above 0, in units per hour' },
}

/** The figures of a model, in the order in which files list them. */
export const MODEL_FIGURES = Object.keys(MODEL_RULES) as (keyof ImpactModel)[] // the keys of the object above

/** Figures as people and files send them. */
type TypedImpactModel = { [Figure in keyof ImpactModel]?: string | number | null | undefined }

/** Reads a model: all four figures, or none, which is null. Returns the figures that are wrong, each with its message. */
export function readImpactModel(
  typed: TypedImpactModel,
): { model: ImpactModel | null } | { errors: { figure: keyof ImpactModel; message: string }[] } {
  const texts = MODEL_FIGURES.map((figure) => ({ figure, text: String(typed[figure] ?? '').trim() }))
  if (texts.every(({ text }) => text === '')) return { model: null }
  const errors = texts.flatMap(({ figure, text }) => {
    if (text === '') return [{ figure, message: 'Please fill in all four figures, or none' }]
    const { isValid, message } = MODEL_RULES[figure]
    return isValid(Number(text)) ? [] : [{ figure, message }]
  })
  if (errors.length > 0) return { errors }
  const [efficiency = 0, materialReduction = 0, energyUsage = 0, processingRate = 0] = texts.map(({ text }) => Number(text))
  return { model: { efficiency, materialReduction, energyUsage, processingRate } }
}
