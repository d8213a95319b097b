import * as z from 'zod/mini'
import { CountryCode } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { isMarketCountry, LEGAL_AREAS, PRICE_DISPLAYS } from '#domain/market.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const superAdmin = ['super_admin'] as const

/** A country that the shop sells to, or sold to before it was closed. */
export const MarketView = z.object({
  country: CountryCode.check(z.refine(isMarketCountry, { error: 'Please choose a country.' })),
  isOpen: z.boolean(),
  /** Prices that private persons see: without tax, or with it. */
  priceDisplay: z.enum(PRICE_DISPLAYS),
  sellsToConsumers: z.boolean(),
  /** Consumer law of its private buyers. */
  legal: z.enum(LEGAL_AREAS),
})

/** All markets in order. */
export const Markets = z.object({
  markets: z.array(MarketView),
  /** Changes with every change of a market. */
  version: z.string(),
})
export type Markets = z.output<typeof Markets>

/** All markets in order: those left out are no markets any more. */
export const MarketsBody = z.object({
  markets: z.array(MarketView).check(z.minLength(1, { error: 'Add at least one country.' }), z.maxLength(250)),
  version: z.optional(z.string().check(z.maxLength(64))),
})
export type MarketsBody = z.output<typeof MarketsBody>

export const markets = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/markets',
    access: STAFF_ROLES,
    permission: 'settings.read',
    summary: 'Lists the countries that the shop sells to, and those that are closed, in order.',
    response: Markets,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/admin/markets',
    invalidates: true,
    access: superAdmin,
    summary: 'Replaces the list of markets. An older `version` is refused with the current list; the default market must stay open.',
    body: MarketsBody,
    response: Markets,
  }),
}
