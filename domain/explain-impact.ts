import { CARBON_KG_PER_UNIT, type CalculatorInputs, type CalculatorMachine, type FrozenImpact } from './impact.ts'
import { exactMoney, oneDecimal, onePercent, paybackText, wholeMoney, wholeUnits } from './impact-text.ts'
import type { Currency } from './money.ts'
import { formatDecimal } from './text.ts'

/* How the calculator's results come about, and their limits, in words for screen, print and PDF. */

/** Formats a share of 0 to 1 for a formula: 0.65, never 0.650. */
const plain = (value: number): string => formatDecimal(value, 4)

/** One line of the calculation: its formula in words, with numbers, and its result. */
type FormulaLine = { name: string; formula: string; numbers: string; result: string }

type Calculation = { inputs: CalculatorInputs; machine: CalculatorMachine; result: FrozenImpact; currency: Currency }

/** Returns every formula of the model with its numbers. `inputs` must be clamped. */
export function explainImpact({ inputs, machine, result, currency }: Calculation): FormulaLine[] {
  return [...savingLines({ inputs, machine, result, currency }), ...unitLines({ inputs, machine, result, currency })]
}

function savingLines({ inputs, machine, result, currency }: Calculation): FormulaLine[] {
  const money = (amount: number) => wholeMoney(amount, currency)
  const input = (amount: number) => (Number.isInteger(amount) ? money(amount) : exactMoney(amount, currency))
  const { materialReduction, efficiency, price } = machine
  const parts = [result.materialSavings, result.shippingSavings, result.laborSavings].map(money)
  return [
    {
      name: 'Material savings',
      formula: 'material cost × material reduction × 12',
      numbers: `${input(inputs.currentMaterialCost)} × ${plain(materialReduction)} × 12`,
      result: money(result.materialSavings),
    },
    {
      name: 'Shipping savings',
      formula: 'shipping cost × material reduction × 12',
      numbers: `${input(inputs.shippingCost)} × ${plain(materialReduction)} × 12`,
      result: money(result.shippingSavings),
    },
    {
      name: 'Labor savings',
      formula: 'labor cost × (efficiency − 0.3) × 12',
      numbers: `${input(inputs.laborCost)} × (${plain(efficiency)} − 0.3) × 12`,
      result: money(result.laborSavings),
    },
    {
      name: 'Annual savings',
      formula: 'material + shipping + labor savings',
      numbers: parts.join(' + ').replaceAll('+ −', '− '),
      result: money(result.annualSavings),
    },
    {
      name: 'Payback period',
      formula: 'price ÷ (annual savings ÷ 12)',
      numbers: `${input(price)} ÷ (${money(result.annualSavings)} ÷ 12)`,
      result: paybackText(result.paybackPeriod),
    },
    {
      name: 'First-year ROI',
      formula: '(annual savings − price) ÷ price × 100',
      numbers: `(${money(result.annualSavings)} − ${input(price)}) ÷ ${input(price)} × 100`,
      result: onePercent(result.roiPercentage),
    },
  ]
}

function unitLines({ inputs, machine, result }: Calculation): FormulaLine[] {
  const { materialReduction, efficiency } = machine
  return [
    {
      name: 'Wasted units a month',
      formula: 'monthly volume × waste ÷ 100',
      numbers: `${plain(inputs.monthlyVolume)} × ${plain(inputs.wastePercentage)} ÷ 100`,
      result: wholeUnits(result.wastedUnits),
    },
    {
      name: 'Waste reduction',
      formula: '(wasted − wasted × (1 − efficiency)) ÷ wasted × 100; 0 without waste',
      numbers:
        result.wastedUnits > 0
          ? `(${plain(result.wastedUnits)} − ${plain(result.wastedUnits)} × (1 − ${plain(efficiency)})) ÷ ${plain(result.wastedUnits)} × 100`
          : 'nothing is wasted',
      result: onePercent(result.wasteReduction),
    },
    {
      name: 'Packaging material saved',
      formula: 'monthly volume × material reduction × 12',
      numbers: `${plain(inputs.monthlyVolume)} × ${plain(materialReduction)} × 12`,
      result: `${wholeUnits(result.packagingMaterialSaved)} units a year`,
    },
    {
      name: 'Carbon footprint reduction',
      formula: `packaging material saved × ${CARBON_KG_PER_UNIT} kg`,
      numbers: `${wholeUnits(result.packagingMaterialSaved)} × ${CARBON_KG_PER_UNIT} kg`,
      result: `${oneDecimal(result.carbonFootprintReduction)} kg CO2e a year`,
    },
  ]
}

/** The inputs that each result depends on; all of them also depend on the machine's own values. */
export const DRIVERS: readonly { result: string; inputs: string }[] = [
  { result: 'Material savings', inputs: 'Current material cost' },
  { result: 'Shipping savings', inputs: 'Shipping cost' },
  { result: 'Labor savings', inputs: 'Labor cost' },
  { result: 'Annual savings, payback period, First-year ROI', inputs: 'Material cost, shipping cost, labor cost' },
  { result: 'Packaging material saved, carbon footprint reduction', inputs: 'Monthly volume' },
  { result: 'Wasted units', inputs: 'Monthly volume, waste percentage' },
  { result: 'Waste reduction', inputs: 'The machine, as long as the waste percentage is above 0' },
  { result: 'Hours a day', inputs: 'Monthly volume, operating days' },
  { result: 'Electricity', inputs: 'Monthly volume, electricity price' },
]

/** Limits of the figures, shown below every result. */
export const DISCLAIMERS = [
  'Model estimate from your inputs. It is not an offer or a guarantee: the figures are only as good as the inputs, and the efficiency and material reduction of a machine are planning values, not measurements of your board.',
  'The low case assumes 30% lower savings than the likely case, the high case 15% higher. Electricity, maintenance, floor space and financing are not included in any amount.',
  `The carbon figure assumes ${CARBON_KG_PER_UNIT} kg of CO2e per unit of packaging saved. This factor is unverified and is not a life-cycle assessment. Don't base claims about your company on it.`,
] as const
