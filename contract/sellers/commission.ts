import * as z from 'zod/mini'
import { Id, identifier } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const superAdmin = ['super_admin'] as const

const MAX_COMMISSION_RATES = 200

/** 0 to 100 with at most two decimals. */
const Percent = z.number({ error: 'Please enter a percentage' }).check(
  z.refine((value: number) => value >= 0 && value <= 100 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
    error: 'Please enter a percentage from 0 to 100, with at most two decimals',
  }),
)

/** A commission rule; null applies to every seller or category. */
export const CommissionRule = z.object({
  businessId: z.nullable(z.string()),
  /** The seller's name; null: every seller. */
  businessName: z.nullable(z.string()),
  /** The category's value. */
  category: z.nullable(z.string()),
  categoryLabel: z.nullable(z.string()),
  percent: z.number(),
})
export type CommissionRule = z.output<typeof CommissionRule>

/** Shares of sales that the shop keeps, in percent. */
export const CommissionRates = z.object({
  /** The first rule that applies counts. */
  rules: z.array(CommissionRule),
  /** For products to which no rule applies. */
  globalPercent: z.number(),
  version: z.int(),
})
export type CommissionRates = z.output<typeof CommissionRates>

/** All rates at once, in the order in which they are tried; they replace the saved ones. */
export const CommissionRatesBody = z.object({
  rules: z
    .array(z.object({ businessId: z.optional(z.nullable(Id)), category: z.optional(z.nullable(identifier(80))), percent: Percent }))
    .check(z.maxLength(MAX_COMMISSION_RATES, { error: `At most ${MAX_COMMISSION_RATES} rates` })),
  globalPercent: Percent,
  version: z.optional(z.int()),
})
export type CommissionRatesBody = z.output<typeof CommissionRatesBody>

export const commission = {
  rates: endpoint({
    method: 'GET',
    path: '/api/admin/commission-rates',
    access: STAFF_ROLES,
    permission: 'sellers.read',
    summary:
      "Returns the platform's commission: the rates in order, of which the first that applies counts, and the rate of everything else.",
    response: CommissionRates,
  }),
  saveRates: endpoint({
    method: 'PUT',
    path: '/api/admin/commission-rates',
    access: superAdmin,
    money: 'always',
    summary: 'Replaces all commission rates; they apply to new orders only.',
    body: CommissionRatesBody,
    response: CommissionRates,
  }),
}
