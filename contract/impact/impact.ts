import * as z from 'zod/mini'
import { CurrencyCode, identifier } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { CURRENCIES } from '#domain/money.ts'

const modelFields = {
  /** Shares of 0 to 1. */
  efficiency: z.number(),
  materialReduction: z.number(),
  /** kW. */
  energyUsage: z.number(),
  /** Units per hour. */
  processingRate: z.number(),
}

/** A machine of the calculator; its id is the product's slug. */
export const ImpactMachine = z.object({ id: z.string(), name: z.string(), priceUSD: Amount, priceEUR: Amount, ...modelFields })
export type ImpactMachine = z.output<typeof ImpactMachine>

const inputFields = {
  currentMaterialCost: z.number(),
  monthlyVolume: z.number(),
  wastePercentage: z.number(),
  shippingCost: z.number(),
  laborCost: z.number(),
  operatingDays: z.number(),
}

/** A calculation to save: the server calculates it again, with its own machine and price, and clamps inputs to their limits. */
export const ImpactRequest = z.object({
  inputs: z.object(inputFields),
  currency: CurrencyCode,
  /** Slug of the machine. */
  machine: identifier(120),
  /** Price of a kilowatt-hour; null: not known. */
  energyTariff: z.optional(z.nullable(z.number())),
})
export type ImpactRequest = z.output<typeof ImpactRequest>

const ImpactReturn = z.object({ annualSavings: z.number(), paybackPeriod: z.nullable(z.number()), roiPercentage: z.number() })

/** A saved calculation: an immutable snapshot, whatever happens to the shop's prices. */
export const SavedImpact = z.object({
  key: z.string(),
  /** Version of the formulas. */
  model: z.string(),
  currency: z.enum(CURRENCIES),
  /** The clamped inputs. */
  inputs: z.object({ ...inputFields, machineType: z.string(), energyTariff: z.nullable(z.number()) }),
  machine: z.object({ id: z.string(), name: z.string(), price: Amount, ...modelFields }),
  result: z.object({
    annualSavings: z.number(),
    materialSavings: z.number(),
    shippingSavings: z.number(),
    laborSavings: z.number(),
    wastedUnits: z.number(),
    wasteReduction: z.number(),
    carbonFootprintReduction: z.number(),
    packagingMaterialSaved: z.number(),
    paybackPeriod: z.nullable(z.number()),
    efficiency: z.number(),
    roiPercentage: z.number(),
    band: z.object({ low: ImpactReturn, likely: ImpactReturn, high: ImpactReturn }),
    hoursPerDay: z.nullable(z.number()),
    energy: z.nullable(z.object({ hours: z.number(), kilowattHours: z.number(), cost: z.nullable(z.number()) })),
  }),
  createdAt: z.string(),
})
export type SavedImpact = z.output<typeof SavedImpact>

const KeyParams = z.object({ key: z.string().check(z.regex(/^[0-9a-z]{14}$/)) })

export const impact = {
  machines: endpoint({
    method: 'GET',
    path: '/api/impact/machines',
    access: 'anyone',
    summary: 'Lists the machines of the impact calculator with their current prices.',
    response: z.array(ImpactMachine),
    list: true,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/impact/results',
    access: 'anyone',
    summary:
      'Calculates on the server and stores the result under a key that can be shared. Stores nothing about the caller. Results of anonymous visitors are stored for 30 days, at most 100 a day for a network.',
    body: ImpactRequest,
    response: SavedImpact,
    status: 201,
  }),
  byKey: endpoint({
    method: 'GET',
    path: '/api/impact/results/:key',
    access: 'anyone',
    summary: 'Returns a saved result, which never changes.',
    params: KeyParams,
    response: SavedImpact,
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/impact/results/:key/report.pdf',
    access: 'anyone',
    summary: 'Returns a saved result as a PDF: inputs, every formula with its numbers, the results and their band.',
    params: KeyParams,
    response: z.string(),
    produces: ['application/pdf'],
  }),
}
