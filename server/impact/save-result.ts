import { randomBytes } from 'node:crypto'
import type { ImpactMachine, ImpactRequest, SavedImpact } from '#contract/impact/impact.ts'
import { type CalculatorMachine, clampInputs, clampTariff, IMPACT_MODEL, wholeImpact } from '#domain/impact.ts'
import type { Currency } from '#domain/money.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { insertResult, listMachines } from './impact-results.ts'

/** 32 characters that are hard to confuse when a link is read aloud. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const KEY_LENGTH = 14

/** Generates a 70-bit key: short enough to read aloud, too long to guess. */
function newKey(): string {
  return [...randomBytes(KEY_LENGTH)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
}

/** Returns the machine as a result stores it, with its price in one currency. */
function frozen({ priceUSD, priceEUR, ...machine }: ImpactMachine, currency: Currency): CalculatorMachine {
  return { ...machine, price: currency === 'USD' ? priceUSD : priceEUR }
}

/** Calculates with the stored machine and price, and stores inputs, machine and result as a snapshot. */
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
  const snapshot = {
    key: newKey(),
    model: IMPACT_MODEL,
    currency,
    inputs: { ...inputs, energyTariff: tariff },
    machine,
    result: wholeImpact(inputs, machine, tariff),
  }
  const createdAt = now()
  await insertResult(db, { ...snapshot, isAnonymous, createdAt })
  return { ...snapshot, createdAt: createdAt.toISOString() }
}
