import * as z from 'zod/mini'
import { CountryCode, Day, IdParams, identifier, pageFields, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { REGISTER_MODES, REGISTRATION_STATES, STREAMS } from '#domain/producer-streams.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const seller = ['business_admin'] as const

/** States of a number as lists have them; `ending`: it is valid, and ends within 30 days. */
const LISTED_STATES = [...REGISTRATION_STATES, 'ending', 'renewed'] as const

/** Check of a number by staff. */
const RegisterCheck = z.object({
  confirmed: z.boolean(),
  /** Register, and what it said. */
  how: z.string(),
  /** ISO date. */
  day: z.string(),
  by: z.string(),
})

/** A number of a seller in a register of producers. */
export const ProducerRegistration = z.object({
  id: z.string(),
  country: z.string(),
  stream: z.enum(STREAMS),
  number: z.string(),
  /** System or organization that the seller takes part in. */
  scheme: z.string(),
  /** First and last day; null: until further notice. */
  validFrom: z.string(),
  validTo: z.nullable(z.string()),
  /** Statement that all of the seller's products there are covered. */
  certified: z.object({ by: z.string(), at: z.string() }),
  /** Latest check; null: nobody has looked yet. */
  check: z.nullable(RegisterCheck),
  state: z.enum(LISTED_STATES),
})
export type ProducerRegistration = z.output<typeof ProducerRegistration>

/** A number that products of the seller need in a market. */
export const NeededNumber = z.object({
  country: z.string(),
  stream: z.enum(STREAMS),
  mode: z.enum(REGISTER_MODES),
  state: z.enum(REGISTRATION_STATES),
  /** Says which number is missing, what follows, and where to get it. */
  text: z.string(),
})
export type NeededNumber = z.output<typeof NeededNumber>

/** Numbers of a business, and those that its products lack in open markets. */
export const BusinessRegisters = z.object({
  registrations: z.array(ProducerRegistration),
  needed: z.array(NeededNumber),
  version: z.int(),
})
export type BusinessRegisters = z.output<typeof BusinessRegisters>

/** A number as its seller sends it. */
export const RegistrationForm = z.object({
  country: CountryCode,
  stream: z.enum(STREAMS),
  number: identifier(60),
  scheme: z._default(identifier(120), ''),
  validFrom: Day,
  validTo: z._default(z.nullable(Day), null),
  /** The seller confirms that all of its products there are covered. */
  confirms: z.boolean(),
})
export type RegistrationForm = z.output<typeof RegistrationForm>

/** All numbers of a business, replacing those before. */
export const BusinessRegistersBody = z.object({
  registrations: z.array(RegistrationForm).check(z.maxLength(60)),
  version: z.optional(z.int()),
})
export type BusinessRegistersBody = z.output<typeof BusinessRegistersBody>

/** A number of a seller as staff see it, or one that it lacks: then without `registration`. */
export const StaffProducerRegistration = z.object({
  /** Of the number; of a missing one, its seller, country and stream. */
  id: z.string(),
  businessId: z.string(),
  businessName: z.string(),
  country: z.string(),
  stream: z.enum(STREAMS),
  mode: z.enum(REGISTER_MODES),
  state: z.enum(LISTED_STATES),
  registration: z.nullable(z.omit(ProducerRegistration, { id: true, country: true, stream: true, state: true })),
  version: z.nullable(z.int()),
})
export type StaffProducerRegistration = z.output<typeof StaffProducerRegistration>

/** Offers of a seller in a country by register, for a regulator. */
export type OfferedByCountry = Pick<StaffProducerRegistration, 'businessName' | 'country' | 'stream' | 'mode' | 'state'> & {
  number: string
  /** Public products that the rule covers. */
  products: number
  /** True if they are offered there, as far as the number decides. */
  isOffered: boolean
}

const list = endpoint({
  method: 'GET',
  path: '/api/admin/registrations',
  access: STAFF_ROLES,
  permission: 'sellers.read',
  summary: 'Lists numbers of sellers in registers of producers, and those that they lack; what needs work first.',
  query: z.object({
    ...pageFields,
    state: z.optional(z.enum(LISTED_STATES)),
    mode: z.optional(z.enum(REGISTER_MODES)),
    sort: z.optional(z.enum(['state', '-state', 'business', '-business', 'validTo', '-validTo'])),
  }),
  response: z.array(StaffProducerRegistration),
  list: true,
})
export type RegistrationListQuery = z.output<typeof list.query>

export const registers = {
  ofBusiness: endpoint({
    method: 'GET',
    path: '/api/business/registrations',
    access: seller,
    summary: "Returns the business's numbers in registers of producers, and those that its products lack.",
    response: BusinessRegisters,
  }),
  saveOfBusiness: endpoint({
    method: 'PUT',
    path: '/api/business/registrations',
    invalidates: true,
    access: seller,
    summary: "Replaces the business's numbers; a changed one has to be confirmed by staff again.",
    body: BusinessRegistersBody,
    response: BusinessRegisters,
  }),
  exportOfBusiness: endpoint({
    method: 'GET',
    path: '/api/business/registrations/export',
    access: seller,
    summary: "Returns the business's numbers as a CSV file, as the import takes it.",
    response: z.string(),
    produces: ['text/csv'],
  }),
  importOfBusiness: endpoint({
    method: 'POST',
    path: '/api/business/registrations/import',
    invalidates: true,
    access: seller,
    summary: "Adds numbers of a CSV file to the business's, and changes those of the same country and register, all or none.",
    body: z.object({
      csv: z.string().check(z.minLength(1, { error: 'Choose a CSV file.' }), z.maxLength(100_000, { error: 'The file is too large.' })),
      /** The seller confirms that all of its products there are covered. */
      confirms: z.boolean(),
    }),
    response: BusinessRegisters,
  }),
  exportOffers: exportOf(
    { path: '/api/admin/registrations/offers', access: STAFF_ROLES, permission: 'sellers.read', query: z.object({}) },
    'Exports the public products of each seller by country and register, with its number, for a regulator.',
    { stepUp: true },
  ),
  list,
  exportAll: exportOf(list, 'The same numbers as one file.', { stepUp: true }),
  check: endpoint({
    method: 'PUT',
    path: '/api/admin/registrations/:id/check',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'sellers.write',
    summary: 'Confirms a number that was seen in its register, or withdraws that: `how` says what was seen, `day` when.',
    params: IdParams,
    body: z.object({ confirmed: z.boolean(), how: text(500), day: Day, version: z.optional(z.int()) }),
    response: StaffProducerRegistration,
  }),
}
