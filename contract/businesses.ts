import * as z from 'zod/mini'
import { APPROVAL_STATUSES, BUSINESS_STATUSES, BUSINESS_TYPES } from '#domain/business.ts'
import { IdParams, pageFields } from './common.ts'
import { endpoint } from './endpoint.ts'

/** A business as the public knows it. E-mail and phone are empty unless the business publishes them. */
export const PublicBusiness = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  website: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  businessType: z.enum(BUSINESS_TYPES),
  status: z.enum(BUSINESS_STATUSES),
  businessStatus: z.enum(APPROVAL_STATUSES),
  city: z.string(),
  country: z.string(),
  productCount: z.int(),
  machineCount: z.int(),
  materialCount: z.int(),
  createdAt: z.string(),
})
export type PublicBusiness = z.output<typeof PublicBusiness>

export const BUSINESS_SORTS = ['name', '-name', 'createdAt', '-createdAt'] as const

export const businesses = {
  list: endpoint({
    method: 'GET',
    path: '/api/businesses',
    access: 'anyone',
    summary: 'Producers and consumers that are active and approved.',
    query: z.object({ ...pageFields, businessType: z.optional(z.enum(BUSINESS_TYPES)), sort: z.optional(z.enum(BUSINESS_SORTS)) }),
    response: z.array(PublicBusiness),
    list: true,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/businesses/:id',
    access: 'anyone',
    summary: 'One active and approved business.',
    params: IdParams,
    response: PublicBusiness,
  }),
}
