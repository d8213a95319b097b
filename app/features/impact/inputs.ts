import type { SavedImpact } from '#contract/impact/impact.ts'
import { type CalculatorInputs, DEFAULT_INPUTS } from '#domain/impact.ts'
import { readNumber } from './read-number.ts'

/** A field of the form: its label, unit and maximum. `money`: its unit begins with the currency's sign. */
export interface InputField {
  name: FieldName
  label: string
  unit: string
  isMoney: boolean
  max: number
  isOptional?: boolean
}

export type FieldName = Exclude<keyof CalculatorInputs, 'machineType'> | 'energyTariff'
/** The fields' texts as typed. */
export type FieldTexts = Record<FieldName, string>

const MAX_INPUT = 1e12

/** The fields in the order of the form. */
export const INPUT_FIELDS: readonly InputField[] = [
  { name: 'currentMaterialCost', label: 'Current material cost', unit: 'a month', isMoney: true, max: MAX_INPUT },
  { name: 'monthlyVolume', label: 'Monthly volume', unit: 'units a month', isMoney: false, max: MAX_INPUT },
  { name: 'wastePercentage', label: 'Waste percentage', unit: '% of the units', isMoney: false, max: 100 },
  { name: 'shippingCost', label: 'Shipping cost', unit: 'a month', isMoney: true, max: MAX_INPUT },
  { name: 'laborCost', label: 'Labor cost', unit: 'a month', isMoney: true, max: MAX_INPUT },
  { name: 'operatingDays', label: 'Operating days', unit: 'days a month', isMoney: false, max: 31 },
  { name: 'energyTariff', label: 'Electricity price', unit: 'per kWh', isMoney: true, max: 1000, isOptional: true },
]

/** The fields' initial texts (S213). */
export const DEFAULT_TEXTS: FieldTexts = {
  currentMaterialCost: String(DEFAULT_INPUTS.currentMaterialCost),
  monthlyVolume: String(DEFAULT_INPUTS.monthlyVolume),
  wastePercentage: String(DEFAULT_INPUTS.wastePercentage),
  shippingCost: String(DEFAULT_INPUTS.shippingCost),
  laborCost: String(DEFAULT_INPUTS.laborCost),
  operatingDays: String(DEFAULT_INPUTS.operatingDays),
  energyTariff: '',
}

/** Returns why a field's text is not used as typed, or undefined. */
export function hintOf({ name, max, isOptional }: InputField, texts: FieldTexts): string | undefined {
  if (isOptional && texts[name].trim() === '') return undefined
  return readNumber(texts[name], max).hint ?? undefined
}

/** A parsed form: the inputs as numbers, the machine's slug in `machineType`, and the tariff or null. */
export interface Question {
  inputs: CalculatorInputs
  tariff: number | null
}

/** Parses the fields; never fails. */
export function questionOf(texts: FieldTexts, machineType: string): Question {
  const numbers = Object.fromEntries(INPUT_FIELDS.map(({ name, max }) => [name, readNumber(texts[name], max).value])) as Record<
    FieldName,
    number
  > // one entry for each field
  const { energyTariff, ...inputs } = numbers
  return { inputs: { ...inputs, machineType }, tariff: texts.energyTariff.trim() === '' ? null : energyTariff }
}

/** Parses an address: `?machine=`, any field, and `show=result` for a form sent without JavaScript. */
export function readAddress(params: URLSearchParams): { texts: FieldTexts; machine: string; showsResult: boolean } {
  const given = INPUT_FIELDS.flatMap(({ name }): [string, string][] => {
    const text = params.get(name)
    return text === null ? [] : [[name, text.slice(0, 24)]]
  })
  return {
    texts: { ...DEFAULT_TEXTS, ...Object.fromEntries(given) },
    machine: params.get('machine') ?? '',
    showsResult: params.get('show') === 'result',
  }
}

/** Returns the address of the calculator with the inputs of a saved result. */
export function calculatorHref({ machine, inputs }: Pick<SavedImpact, 'machine' | 'inputs'>): string {
  const fields = INPUT_FIELDS.flatMap(({ name }): [string, string][] => {
    const value = inputs[name]
    return value === null ? [] : [[name, String(value)]]
  })
  return `/impact-calculator?${new URLSearchParams([['machine', machine.id], ...fields])}`
}
