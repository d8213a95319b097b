import * as z from 'zod/mini'
import { CountryCode, CurrencyCode, Id, IdParams, identifier, normalized, Ok, requiredLine } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Money } from '#contract/money.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { isZipCode, needsState, zipCodeError } from '#domain/customer.ts'
import { RATE_BASES } from '#domain/settings.ts'
import { SHIPPING_CLASSES, SHIPPING_METHODS } from '#domain/shipping.ts'
import { EXTRA_KEYS, OTHER_COUNTRIES } from '#domain/shipping-zones.ts'
import { stateCode, stateError } from '#domain/states.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const superAdmin = ['super_admin'] as const
const seller = ['business_admin'] as const

const known = new Set(COUNTRY_CODES)
const CountryOrOther = z.string().check(
  normalized,
  z.toUpperCase(),
  z.refine((code) => code === OTHER_COUNTRIES || known.has(code), { error: 'Please choose a country.' }),
)
const code = (max: number) =>
  z.nullable(
    z.pipe(
      identifier(max),
      z.transform((value: string) => (value === '' ? null : value.toUpperCase())),
    ),
  )

const Area = z.object({
  /** ISO 3166, or * for every country that no other zone of the same owner names. */
  country: CountryOrOther,
  state: z._default(code(60), null),
  postcodeFrom: z._default(code(12), null),
  /** Null with a `postcodeFrom`: every code that begins with it. */
  postcodeTo: z._default(code(12), null),
})

const Both = z.object({ USD: Money, EUR: Money })
const whole = (min: number, max: number) =>
  z.int().check(z.refine((value: number) => value >= min && value <= max, { error: `Please enter a whole number from ${min} to ${max}` }))
/** Kilograms with at most three decimals. */
const Kilograms = z.number().check(
  z.refine((value: number) => value >= 0 && value <= 1_000_000 && Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, {
    error: 'Please enter a weight in kg with at most three decimals',
  }),
)

const Extra = z.object({ key: z.enum(EXTRA_KEYS), label: requiredLine(60), price: Both })

const Rate = z.object({
  class: z.enum(SHIPPING_CLASSES),
  method: z.enum(SHIPPING_METHODS),
  /** The band: from `minKg` to below `maxKg`; null: no end. */
  minKg: Kilograms,
  maxKg: z.nullable(Kilograms),
  /** Without tax; null: by quote. */
  price: z.nullable(Both),
  /** For each started kilogram of the shipment. */
  perKg: z._default(Both, { USD: 0, EUR: 0 }),
  /** Subtotal as the buyer sees it from which it is free; null: never. */
  freeFrom: z._default(z.nullable(Both), null),
  /** Cubic centimeters that count as a kilogram; null: only the weight counts. */
  volumeDivisor: z._default(z.nullable(whole(1, 100_000)), null),
  /** Limits of one unit; null: none. */
  maxUnitKg: z._default(z.nullable(Kilograms), null),
  maxLongestMm: z._default(z.nullable(whole(1, 100_000)), null),
  maxGirthMm: z._default(z.nullable(whole(1, 1_000_000)), null),
  minDays: whole(0, 90),
  maxDays: whole(0, 90),
  carrier: z._default(z.nullable(identifier(60)), null),
  extras: z._default(z.array(Extra).check(z.maxLength(EXTRA_KEYS.length)), []),
})

/** A zone as it is saved: its places and its rates, each list complete and in order. */
export const ZoneBody = z.object({
  name: requiredLine(80),
  /** Countries that its products are sent from; empty: any. */
  dispatchCountries: z._default(z.array(CountryCode).check(z.maxLength(250)), []),
  areas: z.array(Area).check(z.minLength(1, { error: 'Add at least one country.' }), z.maxLength(1000)),
  rates: z.array(Rate).check(z.maxLength(500)),
  version: z.optional(z.int()),
})
export type ZoneBody = z.output<typeof ZoneBody>

/** Place of a zone among those of its owner, from 0; one behind the last is the last. */
const ZonePosition = z.object({ position: whole(0, 10_000) })

/** A zone with its places and rates. */
export const Zone = z.object({
  id: z.string(),
  name: z.string(),
  dispatchCountries: z.array(z.string()),
  areas: z.array(
    z.object({
      country: z.string(),
      state: z.nullable(z.string()),
      postcodeFrom: z.nullable(z.string()),
      postcodeTo: z.nullable(z.string()),
    }),
  ),
  rates: z.array(Rate),
  /** True: its parcel rates are those of the settings of shipping. */
  followsSettings: z.boolean(),
  version: z.int(),
})
export type Zone = z.output<typeof Zone>

/** The address that products of a business leave from. */
export const Dispatch = z.object({
  /** True: it is the address of the business itself. */
  isOwn: z.boolean(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  /** ISO 3166; '' where the business has a country that is not known. */
  country: z.string(),
})
export type Dispatch = z.output<typeof Dispatch>

/** An address to send from; null for that of the business. */
export const DispatchBody = z.object({
  dispatch: z.nullable(
    z.object({
      address: requiredLine(200),
      city: requiredLine(100),
      state: z._default(identifier(100), ''),
      postalCode: z._default(identifier(20), ''),
      country: CountryCode,
    }),
  ),
})
export type DispatchBody = z.output<typeof DispatchBody>

const Quantity = whole(1, 100_000)
const place = { country: CountryCode, state: z._default(identifier(100), ''), zip: z._default(identifier(20), '') }
interface Place {
  country: string
  state: string
  zip: string
}
/** Refuses a state that the country does not have, and a postal code that is impossible; either may be left out. */
const isPlace = [
  z.refine<Place>(({ country, state }) => state === '' || !needsState(country) || stateCode(country, state) !== '', {
    path: ['state'],
    error: ({ input }) => stateError((input as Place | undefined)?.country ?? ''), // refined: a place
  }),
  z.refine<Place>(({ country, zip }) => zip === '' || isZipCode(zip, country), {
    path: ['zip'],
    error: ({ input }) => zipCodeError((input as Place | undefined)?.country), // refined: a place
  }),
] as const

/** A way that some units of a product can travel. */
const Offer = z.object({
  method: z.enum(SHIPPING_METHODS),
  label: z.string(),
  /** As the buyer sees it. */
  charge: Amount,
  /** Business days of the delivery, and the days between which the product arrives when it is ordered now. */
  minDays: z.int(),
  maxDays: z.int(),
  earliest: z.string(),
  latest: z.string(),
  carrier: z.nullable(z.string()),
})

/** Delivery of some units of a product to a place. */
export const Estimate = z.object({
  country: z.string(),
  /** Its name as a sentence has it: "the United States", or a part with terms of its own, such as "Alaska". */
  place: z.string(),
  currency: CurrencyCode,
  /** True: there is no rate, `methods` is empty and `notice` says so. */
  isQuote: z.boolean(),
  notice: z.nullable(z.string()),
  methods: z.array(Offer),
})
export type Estimate = z.output<typeof Estimate>

export const shipping = {
  zones: endpoint({
    method: 'GET',
    path: '/api/admin/shipping/zones',
    access: STAFF_ROLES,
    permission: 'settings.read',
    summary: "Lists the platform's shipping zones in order, and whether they or one row of rates for every country are in force.",
    response: z.object({ basis: z.enum(RATE_BASES), zones: z.array(Zone) }),
  }),
  zone: endpoint({
    method: 'GET',
    path: '/api/admin/shipping/zones/:id',
    access: STAFF_ROLES,
    permission: 'settings.read',
    summary: "One of the platform's shipping zones.",
    params: IdParams,
    response: Zone,
  }),
  createZone: endpoint({
    method: 'POST',
    path: '/api/admin/shipping/zones',
    invalidates: true,
    access: superAdmin,
    summary: 'Adds a shipping zone behind the others.',
    body: ZoneBody,
    response: Zone,
    status: 201,
  }),
  updateZone: endpoint({
    method: 'PUT',
    path: '/api/admin/shipping/zones/:id',
    invalidates: true,
    access: superAdmin,
    summary: 'Changes a shipping zone with all its places and rates; an older `version` is refused with the current one.',
    params: IdParams,
    body: ZoneBody,
    response: Zone,
  }),
  moveZone: endpoint({
    method: 'PUT',
    path: '/api/admin/shipping/zones/:id/position',
    invalidates: true,
    access: superAdmin,
    summary: 'Moves a shipping zone among the others: of two that name a place alike the upper one counts.',
    params: IdParams,
    body: ZonePosition,
    response: Ok,
  }),
  removeZone: endpoint({
    method: 'DELETE',
    path: '/api/admin/shipping/zones/:id',
    invalidates: true,
    access: superAdmin,
    summary: 'Deletes a shipping zone; places of it that no other zone holds are by quote.',
    params: IdParams,
    response: Ok,
  }),
  exportRates: endpoint({
    method: 'GET',
    path: '/api/admin/shipping/export',
    access: STAFF_ROLES,
    permission: 'settings.read',
    summary: 'The rates as CSV, one line for each place and weight band. An empty price is by quote.',
    response: z.string(),
    produces: ['text/csv'],
  }),
  importRates: endpoint({
    method: 'POST',
    path: '/api/admin/shipping/import',
    invalidates: true,
    access: superAdmin,
    summary:
      'Replaces places and rates of the zones that a CSV names, and adds zones that are new: all or nothing. Limits, thresholds and extras of a band stay.',
    body: z.object({
      csv: z.string().check(z.minLength(1, { error: 'Choose a CSV file.' }), z.maxLength(500_000, { error: 'The file is too large.' })),
    }),
    response: z.object({ zones: z.int(), areas: z.int(), rates: z.int() }),
  }),
  tryRate: endpoint({
    method: 'POST',
    path: '/api/admin/shipping/try',
    access: STAFF_ROLES,
    permission: 'settings.read',
    summary: 'The rates of some units of a product to a place by the zones, and why.',
    body: z.object({ productId: Id, quantity: Quantity, currency: z._default(CurrencyCode, 'USD'), ...place }).check(...isPlace),
    response: z.object({
      country: z.string(),
      state: z.nullable(z.string()),
      postcode: z.nullable(z.string()),
      /** Country that the product leaves from. */
      dispatchCountry: z.string(),
      weightKg: z.nullable(z.number()),
      shippingClass: z.enum(SHIPPING_CLASSES),
      methods: z.array(z.object({ method: z.enum(SHIPPING_METHODS), charge: Amount, minDays: z.int(), maxDays: z.int(), why: z.string() })),
      /** The reason for a quote; null where there is a rate. */
      quote: z.nullable(z.string()),
    }),
  }),
  applyRules: endpoint({
    method: 'POST',
    path: '/api/admin/shipping/rules',
    invalidates: true,
    access: superAdmin,
    stepUp: true,
    summary: 'Puts the zones in force in a shop that had one row of rates for every country. Orders that are placed keep theirs.',
    response: z.object({ basis: z.enum(RATE_BASES) }),
  }),
  ownZones: endpoint({
    method: 'GET',
    path: '/api/business/shipping/zones',
    access: seller,
    summary: "Lists the shipping zones of the caller's own business; without one the platform's rates count.",
    response: z.array(Zone),
  }),
  ownZone: endpoint({
    method: 'GET',
    path: '/api/business/shipping/zones/:id',
    access: seller,
    summary: "A shipping zone of the caller's own business.",
    params: IdParams,
    response: Zone,
  }),
  createOwnZone: endpoint({
    method: 'POST',
    path: '/api/business/shipping/zones',
    invalidates: true,
    access: seller,
    summary: "Adds a shipping zone to the caller's own business.",
    body: ZoneBody,
    response: Zone,
    status: 201,
  }),
  updateOwnZone: endpoint({
    method: 'PUT',
    path: '/api/business/shipping/zones/:id',
    invalidates: true,
    access: seller,
    summary: "Changes a shipping zone of the caller's own business; an older `version` is refused with the current one.",
    params: IdParams,
    body: ZoneBody,
    response: Zone,
  }),
  moveOwnZone: endpoint({
    method: 'PUT',
    path: '/api/business/shipping/zones/:id/position',
    invalidates: true,
    access: seller,
    summary: "Moves a shipping zone of the caller's own business among its others.",
    params: IdParams,
    body: ZonePosition,
    response: Ok,
  }),
  removeOwnZone: endpoint({
    method: 'DELETE',
    path: '/api/business/shipping/zones/:id',
    invalidates: true,
    access: seller,
    summary: "Deletes a shipping zone of the caller's own business; the platform's rates count for its places.",
    params: IdParams,
    response: Ok,
  }),
  ownDispatch: endpoint({
    method: 'GET',
    path: '/api/business/shipping/dispatch',
    access: seller,
    summary: "The address that the products of the caller's own business leave from.",
    response: Dispatch,
  }),
  setOwnDispatch: endpoint({
    method: 'PUT',
    path: '/api/business/shipping/dispatch',
    invalidates: true,
    access: seller,
    summary: "Sets the address that the products of the caller's own business leave from.",
    body: DispatchBody,
    response: Dispatch,
  }),
  dispatchOf: endpoint({
    method: 'GET',
    path: '/api/admin/businesses/:id/dispatch',
    access: STAFF_ROLES,
    permission: 'sellers.read',
    summary: 'The address that the products of a business leave from.',
    params: IdParams,
    response: Dispatch,
  }),
  setDispatchOf: endpoint({
    method: 'PUT',
    path: '/api/admin/businesses/:id/dispatch',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'sellers.write',
    summary: 'Sets the address that the products of a business leave from.',
    params: IdParams,
    body: DispatchBody,
    response: Dispatch,
  }),
  estimate: endpoint({
    method: 'POST',
    path: '/api/shipping/estimate',
    access: 'anyone',
    isUncounted: true,
    summary: 'Methods, charges and days of delivery for some units of a product to a place; or that it is by quote. 60 a minute.',
    body: z
      .object({
        productId: Id,
        quantity: z._default(Quantity, 1),
        currency: z._default(CurrencyCode, 'USD'),
        /** Charges as this buyer sees them; left out, without tax. */
        buyer: z.optional(z.enum(BUYER_KINDS)),
        ...place,
      })
      .check(...isPlace),
    response: Estimate,
  }),
}
