import type { ImpactMachine, SavedImpact } from '#contract/impact/impact.ts'
import { type CalculatorInputs, type CalculatorMachine, type FrozenImpact, wholeImpact } from '#domain/impact.ts'
import type { Currency } from '#domain/money.ts'
import type { Question } from './inputs.ts'

/** Inputs, machine and result of a calculation, in one currency. */
export interface Calculation {
  inputs: CalculatorInputs
  tariff: number | null
  machine: CalculatorMachine
  result: FrozenImpact
  currency: Currency
}

/** Calculates in the browser by the same rules as the server. */
export function calculate({ inputs, tariff }: Question, offered: ImpactMachine, currency: Currency): Calculation {
  const { priceUSD, priceEUR, ...rest } = offered
  const machine = { ...rest, price: currency === 'USD' ? priceUSD : priceEUR }
  return { inputs, tariff, machine, result: wholeImpact(inputs, machine, tariff), currency }
}

/** Returns a saved result as a calculation. */
export function calculationOf({ inputs: { energyTariff, ...inputs }, machine, result, currency }: SavedImpact): Calculation {
  return { inputs, tariff: energyTariff, machine, result, currency }
}
