import type { ImpactMachine, SavedImpact } from '#contract/impact/impact.ts'
import { type CalculatorInputs, type CalculatorMachine, type FrozenImpact, wholeImpact } from '#domain/impact.ts'
import type { Currency } from '#domain/money.ts'
import type { Question } from './inputs.ts'

/** A question, what it was asked of, and the answer, all in one currency. */
export interface Calculation {
  inputs: CalculatorInputs
  tariff: number | null
  machine: CalculatorMachine
  result: FrozenImpact
  currency: Currency
}

/** Calculates here, at once: the same rule as the server's. */
export function calculate({ inputs, tariff }: Question, offered: ImpactMachine, currency: Currency): Calculation {
  const { priceUSD, priceEUR, ...rest } = offered
  const machine = { ...rest, price: currency === 'USD' ? priceUSD : priceEUR }
  return { inputs, tariff, machine, result: wholeImpact(inputs, machine, tariff), currency }
}

/** A saved result as a calculation. */
export function calculationOf({ inputs: { energyTariff, ...inputs }, machine, result, currency }: SavedImpact): Calculation {
  return { inputs, tariff: energyTariff, machine, result, currency }
}
