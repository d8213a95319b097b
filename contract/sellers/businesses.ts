import * as z from 'zod/mini'
import { IdParams, pageFields, SlugParams } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { APPROVAL_STATUSES, BUSINESS_STATUSES, BUSINESS_TYPES } from '#domain/business.ts'
import { STREAMS } from '#domain/producer-streams.ts'

const publicFields = {
  id: z.string(),
  /** Its page is /producers/{slug}. */
  slug: z.string(),
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
}

/** A business as the public sees it. Email and phone are empty unless the business publishes them. */
export const PublicBusiness = z.object(publicFields)
export type PublicBusiness = z.output<typeof PublicBusiness>

/** Facts about a seller that its buyers have a right to before they order (Regulation (EU) 2022/2065, Article 30; 15 U.S.C. 45f). */
export const TraderDetails = z.object({
  legalName: z.string(),
  /** '' for none, as in `representative`, `registerName` and `registerNumber`. */
  legalForm: z.string(),
  representative: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  registerName: z.string(),
  registerNumber: z.string(),
  vatId: z.nullable(z.string()),
  /** It states that it offers only products that comply with the law. */
  isSelfCertified: z.boolean(),
})
export type TraderDetails = z.output<typeof TraderDetails>

/** A business with its trader details; null while it sells neither to consumers in the European Union nor much in the United States. */
export const PublicSeller = z.object({
  ...publicFields,
  trader: z.nullable(TraderDetails),
  /** Its confirmed numbers in registers of producers that its offers have to name, each in its country. */
  producerNumbers: z.array(z.object({ country: z.string(), stream: z.enum(STREAMS), number: z.string() })),
  /** Says from when it takes orders again; null: it takes them today. */
  pauseText: z.nullable(z.string()),
})
export type PublicSeller = z.output<typeof PublicSeller>

/** Share of last year's deliveries that arrived by the promised day; null when there are too few. */
export const OnTime = z.nullable(z.object({ percent: z.int(), deliveries: z.int() }))
export type OnTime = z.output<typeof OnTime>

/** A business on its own public page. */
export const BusinessProfile = z.extend(PublicSeller, { onTime: OnTime })
export type BusinessProfile = z.output<typeof BusinessProfile>

const BUSINESS_SORTS = ['name', '-name', 'createdAt', '-createdAt'] as const

export const businesses = {
  list: endpoint({
    method: 'GET',
    path: '/api/businesses',
    access: 'anyone',
    mayLag: true,
    summary: 'Lists producers and consumers that are active and approved.',
    query: z.object({ ...pageFields, businessType: z.optional(z.enum(BUSINESS_TYPES)), sort: z.optional(z.enum(BUSINESS_SORTS)) }),
    response: z.array(PublicBusiness),
    list: true,
  }),
  bySlug: endpoint({
    method: 'GET',
    path: '/api/businesses/slug/:slug',
    access: 'anyone',
    mayLag: true,
    summary: 'Returns one active and approved business by its slug, with its share of on-time deliveries.',
    params: SlugParams,
    response: BusinessProfile,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/businesses/:id',
    access: 'anyone',
    mayLag: true,
    summary: 'Returns one active and approved business.',
    params: IdParams,
    response: PublicSeller,
  }),
}
