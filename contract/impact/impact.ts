import * as z from 'zod/mini'
import { CurrencyCode, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { CURRENCIES } from '#domain/money.ts'

const modelFields = {
  /** Shares, 0 to 1. */
  efficiency: z.number(),
  materialReduction: z.number(),
  /** kW. */
  energyUsage: z.number(),
  /** Units an hour. */
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

/** What is sent to be saved: the server calculates again, with its own machine and price. Inputs beyond their limits are brought back to them. */
export const ImpactRequest = z.object({
  inputs: z.object(inputFields),
  currency: CurrencyCode,
  /** The slug. */
  machine: text(120),
  /** What a kilowatt-hour costs; null: not known. */
  energyTariff: z.optional(z.nullable(z.number())),
})
export type ImpactRequest = z.output<typeof ImpactRequest>

const ImpactReturn = z.object({ annualSavings: z.number(), paybackPeriod: z.nullable(z.number()), roiPercentage: z.number() })

/** A saved calculation: nothing in it ever changes, whatever the shop's prices do. */
export const SavedImpact = z.object({
  key: z.string(),
  /** The version of the formulas. */
  model: z.string(),
  currency: z.enum(CURRENCIES),
  /** As they counted. */
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
    summary: 'The machines that the impact calculator knows, with their present prices.',
    response: z.array(ImpactMachine),
    list: true,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/impact/results',
    access: 'anyone',
    summary:
      'Calculates once more on the server and keeps the result under a key that can be shared. Keeps nothing about who asks; of nobody who is signed in, for 30 days and at most 100 a day for a network.',
    body: ImpactRequest,
    response: SavedImpact,
    status: 201,
  }),
  byKey: endpoint({
    method: 'GET',
    path: '/api/impact/results/:key',
    access: 'anyone',
    summary: 'A saved result, the same for as long as it is stored.',
    params: KeyParams,
    response: SavedImpact,
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/impact/results/:key/report.pdf',
    access: 'anyone',
    summary: 'A saved result as a PDF: inputs, every formula with its numbers, the results and their band.',
    params: KeyParams,
    response: z.string(),
    produces: ['application/pdf'],
  }),
}
