import * as z from 'zod/mini'
import { queryValues } from '#contract/common.ts'
import { READINESS_KEYS } from '#domain/readiness.ts'

/** Products that lack one of these facts; `any`: that lack one at all. */
export const missingOption = { missing: z.optional(queryValues(z.enum([...READINESS_KEYS, 'any']))) }

/** Sort orders of sellers' and staff's product lists. */
export const PRODUCT_GRID_SORTS = [
  'name',
  '-name',
  'stock',
  '-stock',
  'priceUSD',
  '-priceUSD',
  'sku',
  '-sku',
  'weight',
  '-weight',
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
] as const
export type ProductGridSort = (typeof PRODUCT_GRID_SORTS)[number]
