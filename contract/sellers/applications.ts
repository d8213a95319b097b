import * as z from 'zod/mini'
import { Email, IdParams, identifier, Ok, pageFields, requiredIdentifier, requiredLine, requiredText, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Amount } from '#contract/money.ts'
import { APPROVAL_STATUSES, BUSINESS_STATUSES, BUSINESS_TYPES } from '#domain/business.ts'
import { countryCodeOf } from '#domain/country-codes.ts'
import { needsPostalCode, POSTAL_CODE_MISSING } from '#domain/postal-code.ts'
import { PRODUCT_STATUSES } from '#domain/product.ts'
import { MEMBER_KINDS } from '#domain/team.ts'
import { TRADER_CHECKS } from '#domain/trader.ts'
import { ROLES, STAFF_ROLES, USER_STATUSES } from '#domain/user.ts'
import { ProfileBody, traderFields, Website } from './business-form.ts'

/** An application to sell in the shop. */
export const RegisterBusinessBody = z
  .object({
    name: requiredLine(120, 'Please enter the name of your business'),
    email: Email,
    description: requiredText(2000, 'Please describe what your business does'),
    businessType: z.enum(BUSINESS_TYPES, { error: 'Please choose a business type' }),
    address: requiredLine(200, 'Please enter your street address'),
    city: requiredLine(100, 'Please enter your city'),
    /** '' where addresses of the country have none. */
    postalCode: identifier(20),
    country: requiredIdentifier(100, 'Please choose your country'),
    phone: z.optional(identifier(40)),
    website: z.optional(Website),
    ...traderFields,
  })
  .check(
    z.refine(({ country, postalCode }) => postalCode !== '' || !needsPostalCode(countryCodeOf(country)), {
      path: ['postalCode'],
      error: POSTAL_CODE_MISSING,
    }),
  )
export type RegisterBusinessBody = z.output<typeof RegisterBusinessBody>

/** Days on which a seller takes no orders (ISO), first and last, with its sentence for buyers; '' for none. */
export const Pause = z.object({ from: z.string(), to: z.string(), text: z.string() })

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
  legalName: z.string(),
  legalForm: z.string(),
  representative: z.string(),
  registerName: z.string(),
  registerNumber: z.string(),
  vatId: z.nullable(z.string()),
  taxId: z.string(),
  /** When it stated that its products comply with the law; null: not yet. */
  selfCertifiedAt: z.nullable(z.string()),
  /** Trader details that it has not given, in words. */
  missingFacts: z.array(z.string()),
  /**
   * Everything that is open before its products are sold to consumers in the European Union, in words: `missingFacts` and checks of staff.
   */
  openItems: z.array(z.string()),
  /** Duties of sellers with many sales in the United States (15 U.S.C. 45f); null: they do not apply. */
  inform: z.nullable(
    z.object({
      /** Day from which they apply, and day by which the details have to be checked. */
      since: z.string(),
      dueAt: z.string(),
      /** Its name, address and contact have to be public. */
      isPublic: z.boolean(),
      /** Details and checks that are open, in words. */
      openItems: z.array(z.string()),
      /** Day by which it has to confirm its details; null while they are open. */
      confirmBy: z.nullable(z.string()),
    }),
  ),
  /** Days on which it takes no orders, which may be over; null: none were named. */
  pause: z.nullable(Pause),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
}

/** A decision on an application: the change, its reason, time and actor. */
export const Review = z.object({
  from: z.enum(APPROVAL_STATUSES),
  to: z.enum(APPROVAL_STATUSES),
  reason: z.string(),
  at: z.string(),
  by: z.nullable(z.string()),
})

/** A whole business as its own users and staff see it; `review` is the latest decision, null before the first. */
export const Business = z.object({ ...businessFields, review: z.nullable(Review) })
export type Business = z.output<typeof Business>

const MadeCheck = z.object({ by: z.string(), at: z.string(), how: z.string() })

/** A business for staff, with the checks that were made of it. */
export const CheckedBusiness = z.extend(Business, { checks: z.partialRecord(z.enum(TRADER_CHECKS), MadeCheck) })
export type CheckedBusiness = z.output<typeof CheckedBusiness>

/** A business in a list for staff; `similar`: for a pending one, businesses with similar names, so that a second application is noticed. */
export const ListedBusiness = z.extend(CheckedBusiness, { similar: z.array(z.object({ id: z.string(), name: z.string() })) })
export type ListedBusiness = z.output<typeof ListedBusiness>

/** Fields of a business that staff may change: its profile, and both statuses, in any order (B182). Omitted fields stay. */
export const StaffBusinessBody = z.extend(ProfileBody, {
  status: z.optional(z.enum(BUSINESS_STATUSES)),
  businessStatus: z.optional(z.enum(APPROVAL_STATUSES)),
  /** Reason for a change of status; emailed to the business when its approval changes. */
  reason: z.optional(text(1000)),
})
export type StaffBusinessBody = z.output<typeof StaffBusinessBody>

/** A business with its members and the numbers of its products, for staff. */
export const BusinessDetails = z.object({
  business: ListedBusiness,
  stats: z.object({ totalUsers: z.int(), totalProducts: z.int(), activeProducts: z.int(), featuredProducts: z.int() }),
  users: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(ROLES),
      kind: z.enum(MEMBER_KINDS),
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
  /** Every decision, newest first. */
  reviews: z.array(Review),
})
export type BusinessDetails = z.output<typeof BusinessDetails>

const BUSINESS_LIST_SORTS = ['name', '-name', 'createdAt', '-createdAt', 'updatedAt', '-updatedAt'] as const

/** Choices for the active sellers of a deleted business. */
const ReleasedSellers = z.enum(['deactivate', 'customers'])
export type ReleasedSellers = z.output<typeof ReleasedSellers>

const listAll = endpoint({
  method: 'GET',
  path: '/api/admin/businesses',
  access: STAFF_ROLES,
  permission: ['sellers.read', 'catalog.read'], // each product belongs to a business
  summary:
    'Lists businesses; deleted ones only with `status=Deleted`. `search` matches name, email or place, or a whole id. Without the key ' +
    '`sellers.read`, contact, address, numbers and reviews are empty, and `search` matches names.',
  query: z.object({
    ...pageFields,
    status: z.optional(z.enum(BUSINESS_STATUSES)),
    businessStatus: z.optional(z.enum(APPROVAL_STATUSES)),
    businessType: z.optional(z.enum(BUSINESS_TYPES)),
    sort: z.optional(z.enum(BUSINESS_LIST_SORTS)),
  }),
  response: z.array(ListedBusiness),
  list: true,
})

export const applications = {
  register: endpoint({
    method: 'POST',
    path: '/api/businesses/register',
    access: 'anyone',
    personal: true,
    summary: 'Applies for a business, which is pending until review; a rejected one may apply again with its email.',
    body: RegisterBusinessBody,
    response: z.object({ reference: z.string(), name: z.string(), businessStatus: z.enum(APPROVAL_STATUSES) }),
    status: 201,
  }),
  listAll,
  exportAll: exportOf({ ...listAll, permission: 'sellers.read' }, 'Exports the filtered businesses.', { stepUp: true }),
  details: endpoint({
    method: 'GET',
    path: '/api/admin/businesses/:id/details',
    access: STAFF_ROLES,
    permission: 'sellers.read',
    summary: 'Returns one business with its numbers, users, products and the decisions on it.',
    params: IdParams,
    response: BusinessDetails,
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/api/admin/businesses/:id/status',
    invalidates: true,
    access: ['super_admin'],
    summary: 'Decides on a business: `status` is its businessStatus. The business is emailed the reason.',
    params: IdParams,
    body: z.object({
      status: z.enum(['approved', 'rejected', 'suspended'], { error: 'Must be approved, rejected or suspended' }),
      reason: z.optional(text(1000)),
      version: z.optional(z.int()),
    }),
    response: Business,
  }),
  check: endpoint({
    method: 'PUT',
    path: '/api/admin/businesses/:id/checks/:check',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'sellers.write',
    summary: 'Records a check of a business with how it was made; an empty `how` takes it back.',
    params: z.extend(IdParams, { check: z.enum(TRADER_CHECKS) }),
    body: z.object({ how: text(500), version: z.optional(z.int()) }),
    response: CheckedBusiness,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/businesses/:id',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'sellers.write',
    summary:
      'Changes a business; `logo` is a picture of at most 2 MB. A new approval has the effects of a decision, and super admins are notified.',
    params: IdParams,
    body: StaffBusinessBody,
    response: Business,
    files: { logo: 1 },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/businesses/:id',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'sellers.write',
    summary:
      'Deletes a business without open orders: its products leave the shop, its users are signed out, and its active sellers become Inactive, or customers with `sellers=customers`.',
    params: IdParams,
    query: z.object({ sellers: z.optional(ReleasedSellers) }),
    response: Ok,
    stepUp: true,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/admin/businesses/:id/restore',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'sellers.write',
    summary:
      'Restores a deleted business with the status that it had, and the products and sellers that are still as its deletion left them. Staff restore what they deleted themselves, super admins everything.',
    params: IdParams,
    response: z.extend(Business, { restoredProducts: z.int(), restoredSellers: z.int() }),
    stepUp: true,
  }),
}
