import { randomBytes } from 'node:crypto'
import type { ImpactMachine, ImpactRequest, SavedImpact } from '#contract/impact/impact.ts'
import { type CalculatorMachine, clampInputs, clampTariff, IMPACT_MODEL, wholeImpact } from '#domain/impact.ts'
import type { Currency } from '#domain/money.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { insertResult, listMachines } from './impact-results.ts'

/** 32 signs that nobody mistakes for another when the link is read out. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const KEY_LENGTH = 14

/** A key of 70 bits: short enough to read out, too long to guess. */
function newKey(): string {
  return [...randomBytes(KEY_LENGTH)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
}

/** The machine as a result keeps it: its price in one currency. */
function frozen({ priceUSD, priceEUR, ...machine }: ImpactMachine, currency: Currency): CalculatorMachine {
  return { ...machine, price: currency === 'USD' ? priceUSD : priceEUR }
}

/** Calculates with the shop's own machine and price, and keeps inputs, machine and result as they are now (D173, D177). */
export async function saveResult(
  { db, now }: Deps,
  request: ImpactRequest,
  { isAnonymous }: { isAnonymous: boolean },
): Promise<SavedImpact> {
  const { currency, energyTariff = null } = request
  const offered = (await listMachines(db)).find(({ id }) => id === request.machine)
  if (!offered) refuseField('machine', 'This machine is no longer offered. Please choose another one.')
  const machine = frozen(offered, currency)
  const inputs = clampInputs({ ...request.inputs, machineType: machine.id })
  const tariff = energyTariff === null ? null : clampTariff(energyTariff)
  const kept = {
    key: newKey(),
    model: IMPACT_MODEL,
    currency,
    inputs: { ...inputs, energyTariff: tariff },
    machine,
    result: wholeImpact(inputs, machine, tariff),
  }
  const createdAt = now()
  await insertResult(db, { ...kept, isAnonymous, createdAt })
  return { ...kept, createdAt: createdAt.toISOString() }
}
