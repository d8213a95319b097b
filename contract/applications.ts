import * as z from 'zod/mini'
import { APPROVAL_STATUSES, BUSINESS_STATUSES, BUSINESS_TYPES } from '#domain/business.ts'
import { PRODUCT_STATUSES } from '#domain/product.ts'
import { ROLES, USER_STATUSES } from '#domain/user.ts'
import { Email, IdParams, pageFields, requiredText, text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Amount } from './money.ts'

const staff = ['application_admin', 'super_admin'] as const

/** An address of the web as people type it: `example.com` gets its https://. Empty means none. */
export const Website = z.pipe(
  z.pipe(
    text(200),
    z.transform((typed: string) => (typed === '' || /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`)),
  ),
  z.string().check(
    z.refine((typed) => typed === '' || (/^https?:\/\/[^\s/]+\.[^\s/]+/i.test(typed) && URL.canParse(typed)), {
      error: 'Please enter a web address like https://example.com',
    }),
  ),
)

export const RegisterBusinessBody = z.object({
  name: requiredText(120, 'Please enter the name of your business'),
  email: Email,
  description: requiredText(2000, 'Please tell what your business does'),
  businessType: z.enum(BUSINESS_TYPES, { error: 'Please choose a business type' }),
  address: requiredText(200, 'Please enter your street address'),
  city: requiredText(100, 'Please enter your city'),
  postalCode: requiredText(20, 'Please enter your postal code'),
  country: requiredText(100, 'Please choose your country'),
  phone: z.optional(text(40)),
  website: z.optional(Website),
})
export type RegisterBusinessBody = z.output<typeof RegisterBusinessBody>

const businessFields = {
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  website: z.nullable(z.string()),
  contactPublic: z.boolean(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  postalCode: z.string(),
  businessType: z.enum(BUSINESS_TYPES),
  logo: z.nullable(z.string()),
  status: z.enum(BUSINESS_STATUSES),
  businessStatus: z.enum(APPROVAL_STATUSES),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
}

/** A decision on an application: what it was, what it became, why, when and by whom. */
export const Review = z.object({
  from: z.enum(APPROVAL_STATUSES),
  to: z.enum(APPROVAL_STATUSES),
  reason: z.string(),
  at: z.string(),
  by: z.nullable(z.string()),
})

/** A business, whole, as itself and staff see it; `review` is the last decision on it, null before the first. */
export const Business = z.object({ ...businessFields, review: z.nullable(Review) })
export type Business = z.output<typeof Business>

export const BusinessDetails = z.object({
  business: Business,
  stats: z.object({ totalUsers: z.int(), totalProducts: z.int(), activeProducts: z.int(), featuredProducts: z.int() }),
  users: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(ROLES),
      status: z.enum(USER_STATUSES),
      createdAt: z.string(),
    }),
  ),
  products: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      category: z.string(),
      priceUSD: Amount,
      priceEUR: Amount,
      stock: z.int(),
      status: z.enum(PRODUCT_STATUSES),
      featured: z.boolean(),
    }),
  ),
  /** Every decision, the newest first. */
  reviews: z.array(Review),
})
export type BusinessDetails = z.output<typeof BusinessDetails>

export const BUSINESS_LIST_SORTS = ['name', '-name', 'createdAt', '-createdAt'] as const

export const applications = {
  register: endpoint({
    method: 'POST',
    path: '/api/businesses/register',
    access: 'anyone',
    personal: true,
    summary: 'Applies for a business. It waits for review; a rejected one may apply again with its e-mail.',
    body: RegisterBusinessBody,
    response: z.object({ reference: z.string(), name: z.string(), businessStatus: z.enum(APPROVAL_STATUSES) }),
    status: 201,
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/api/admin/businesses',
    access: staff,
    summary: 'Every business but deleted ones, which `status=Deleted` asks for.',
    query: z.object({
      ...pageFields,
      status: z.optional(z.enum(BUSINESS_STATUSES)),
      businessStatus: z.optional(z.enum(APPROVAL_STATUSES)),
      businessType: z.optional(z.enum(BUSINESS_TYPES)),
      sort: z.optional(z.enum(BUSINESS_LIST_SORTS)),
    }),
    response: z.array(Business),
    list: true,
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/admin/businesses/:id/details',
    access: staff,
    summary: 'One business with its numbers, people, goods and the decisions on it.',
    params: IdParams,
    response: BusinessDetails,
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/api/admin/businesses/:id/status',
    access: ['super_admin'],
    summary: 'Decides on a business: `status` is its businessStatus. The reason is mailed to it.',
    params: IdParams,
    body: z.object({
      status: z.enum(['approved', 'rejected', 'suspended'], { error: 'Must be approved, rejected or suspended' }),
      reason: z.optional(text(1000)),
      version: z.optional(z.int()),
    }),
    response: Business,
  }),
}
