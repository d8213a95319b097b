import * as z from 'zod/mini'
import { CurrencyCode, Id, IdParams, identifier, line, Ok, pageFields, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Amount } from '#contract/money.ts'
import { Percent } from '#contract/platform/settings.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { TAX_CLASSES } from '#domain/product-fields.ts'
import { TAX_MODES, TAX_REASONS } from '#domain/tax-decision.ts'
import { TAX_SCHEMES, VAT_SCHEMES } from '#domain/tax-registration.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const superAdmin = ['super_admin'] as const
const seller = ['business_admin'] as const

const DAY_ERROR = 'Please enter a date like 2026-03-04'
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: DAY_ERROR }))
const version = z.int()
const span = { validFrom: Day, validTo: z._default(z.nullable(Day), null) }
const shownSpan = { validFrom: z.string(), validTo: z.nullable(z.string()) }

/** A rate of a country, of a state or of a range of postal codes. */
export const TaxRule = z.object({
  id: z.string(),
  country: z.string(),
  /** Code of a state; null: the whole country. */
  state: z.nullable(z.string()),
  postcodeFrom: z.nullable(z.string()),
  postcodeTo: z.nullable(z.string()),
  taxClass: z.enum(TAX_CLASSES),
  /** 25.5 means 25.5%. */
  percent: z.number(),
  /** True if shipping is taxed at the rate of the products. */
  shipsTaxed: z.boolean(),
  name: z.string(),
  /** First and last day; null: until further notice. */
  ...shownSpan,
  /** Publication that the rate is from. */
  source: z.string(),
  /** True once it has been in force: then only its last day can change. */
  isFixed: z.boolean(),
  version,
})
export type TaxRule = z.output<typeof TaxRule>

/** A rate as it is saved. */
export const TaxRuleBody = z.object({
  country: identifier(2),
  state: z._default(z.nullable(identifier(3)), null),
  postcodeFrom: z._default(z.nullable(identifier(20)), null),
  postcodeTo: z._default(z.nullable(identifier(20)), null),
  taxClass: z._default(z.enum(TAX_CLASSES), 'standard'),
  percent: Percent,
  shipsTaxed: z._default(z.boolean(), true),
  name: z._default(line(80), ''),
  ...span,
  source: z._default(text(200), ''),
  version: z.optional(version),
})
export type TaxRuleBody = z.output<typeof TaxRuleBody>

/** Filters, page and order of the rates. */
export const TaxRuleQuery = z.object({
  ...pageFields,
  country: z.optional(identifier(2)),
  taxClass: z.optional(z.enum(TAX_CLASSES)),
  sort: z.optional(z.enum(['place', '-place', 'percent', '-percent', 'validFrom', '-validFrom'])),
})
export type TaxRuleQuery = z.output<typeof TaxRuleQuery>

const registrationFields = {
  country: z.string(),
  state: z.nullable(z.string()),
  scheme: z.enum(TAX_SCHEMES),
  number: z.string(),
  /** True while sales to consumers of other member states stay below 10,000 EUR a year: they are taxed where the products leave. */
  isBelowThreshold: z.boolean(),
  note: z.string(),
  ...shownSpan,
}

/** A registration for a tax. */
export const TaxRegistration = z.object({
  id: z.string(),
  ...registrationFields,
  version,
})
export type TaxRegistration = z.output<typeof TaxRegistration>

/** A registration of the platform or of a seller, as staff see it. */
export const StaffRegistration = z.extend(TaxRegistration, {
  /** The seller; null: the platform. */
  businessId: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
})
export type StaffRegistration = z.output<typeof StaffRegistration>

const registrationBody = {
  country: identifier(2),
  state: z._default(z.nullable(identifier(3)), null),
  scheme: z.enum(TAX_SCHEMES),
  number: identifier(40),
  isBelowThreshold: z._default(z.boolean(), false),
  note: z._default(text(200), ''),
  ...span,
}

/** A registration of the platform as it is saved. */
export const RegistrationBody = z.object({ ...registrationBody, version: z.optional(version) })
export type RegistrationBody = z.output<typeof RegistrationBody>

/** Filters, page and order of the registrations. */
export const RegistrationQuery = z.object({
  ...pageFields,
  scheme: z.optional(z.enum(TAX_SCHEMES)),
  owner: z.optional(z.enum(['platform', 'sellers'])),
  sort: z.optional(z.enum(['place', '-place', 'validFrom', '-validFrom'])),
})
export type RegistrationQuery = z.output<typeof RegistrationQuery>

/** A reference rate: units of a currency for one euro on a day. */
export const ExchangeRate = z.object({
  /** Day and currency: `2026-11-27.USD`. */
  id: z.string(),
  day: z.string(),
  currency: z.string(),
  perEur: z.number(),
  source: z.string(),
  version,
})
export type ExchangeRate = z.output<typeof ExchangeRate>

/** A rate of an amount of money, with at most six decimals. */
const PerEur = z
  .number()
  .check(z.refine((value: number) => value > 0 && value < 1_000_000, { error: 'Please enter an exchange rate above 0' }))

/** One rate, or the text of the European Central Bank's CSV file with many. */
export const ExchangeRateBody = z.object({
  day: z.optional(Day),
  currency: z.optional(identifier(3)),
  perEur: z.optional(PerEur),
  csv: z.optional(z.string().check(z.maxLength(1_000_000, { error: 'The file is too large.' }))),
})
export type ExchangeRateBody = z.output<typeof ExchangeRateBody>

const RateParams = z.object({ id: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}\.[A-Z]{3}$/)) })

/** A case that staff try: what is sold, from where, to whom. */
export const TaxTrialBody = z.object({
  country: identifier(2),
  state: z._default(identifier(100), ''),
  postalCode: z._default(identifier(20), ''),
  buyer: z.enum(BUYER_KINDS),
  vatId: z._default(identifier(40), ''),
  productId: Id,
  quantity: z.int().check(z.gte(1), z.lte(100_000)),
  currency: z._default(CurrencyCode, 'EUR'),
})
export type TaxTrialBody = z.output<typeof TaxTrialBody>

/** The decision about a case, with the row of the rules that it follows from. */
export const TaxTrial = z.object({
  /** Row of the table of decisions, such as `T4.12`. */
  row: z.string(),
  /** Sentence that refuses the case; null where it is sold. */
  refusal: z.nullable(z.string()),
  decision: z.nullable(
    z.object({
      label: z.string(),
      percent: z.number(),
      mode: z.enum(TAX_MODES),
      reason: z.enum(TAX_REASONS),
      text: z.string(),
      /** Name of who owes the tax, and of who writes the invoice. */
      collector: z.string(),
      issuer: z.string(),
      country: z.string(),
      state: z.string(),
      shipsTaxed: z.boolean(),
      /** Number of the registration and of the certificate that it relies on. */
      registration: z.nullable(z.string()),
      certificate: z.nullable(z.string()),
    }),
  ),
  /** Country that the product leaves from. */
  dispatch: z.string(),
  /** Result of the check of the VAT id; null without one. */
  vatCheck: z.nullable(z.string()),
  /** Amounts without shipping and promotions; null where it is not sold. */
  amounts: z.nullable(z.object({ net: Amount, tax: Amount, gross: Amount, currency: CurrencyCode })),
})
export type TaxTrial = z.output<typeof TaxTrial>

/** Tax facts of a business. */
export const BusinessTax = z.object({
  vatScheme: z.enum(VAT_SCHEMES),
  vatId: z.string(),
  registrations: z.array(TaxRegistration),
  version,
})
export type BusinessTax = z.output<typeof BusinessTax>

/** Tax facts of a business as they are saved; registrations that are left out are removed. */
export const BusinessTaxBody = z.object({
  vatScheme: z.enum(VAT_SCHEMES),
  vatId: identifier(40),
  registrations: z.array(z.object(registrationBody)).check(z.maxLength(60)),
  version: z.optional(version),
})
export type BusinessTaxBody = z.output<typeof BusinessTaxBody>

const rules = endpoint({
  method: 'GET',
  path: '/api/admin/tax/rules',
  access: STAFF_ROLES,
  permission: 'settings.read',
  summary: 'Lists the tax rates by country, state and postal code.',
  query: TaxRuleQuery,
  response: z.array(TaxRule),
  list: true,
})
const registrations = endpoint({
  method: 'GET',
  path: '/api/admin/tax/registrations',
  access: STAFF_ROLES,
  permission: 'settings.read',
  summary: 'Lists the tax registrations of the platform and of the sellers.',
  query: RegistrationQuery,
  response: z.array(StaffRegistration),
  list: true,
})
const exchangeRates = endpoint({
  method: 'GET',
  path: '/api/admin/tax/exchange-rates',
  access: STAFF_ROLES,
  permission: 'finance.read',
  summary: 'Lists the reference rates of currencies, the newest day first.',
  query: z.object({ ...pageFields, sort: z.optional(z.enum(['day', '-day', 'currency', '-currency'])) }),
  response: z.array(ExchangeRate),
  list: true,
})

export const tax = {
  rules,
  exportRules: exportOf(rules, 'The same rates as one file.'),
  addRule: endpoint({
    method: 'POST',
    path: '/api/admin/tax/rules',
    invalidates: true,
    access: superAdmin,
    money: 'always',
    summary: 'Adds a rate. Rates of one place and class must not overlap in time.',
    body: TaxRuleBody,
    response: TaxRule,
    status: 201,
  }),
  changeRule: endpoint({
    method: 'PUT',
    path: '/api/admin/tax/rules/:id',
    invalidates: true,
    access: superAdmin,
    money: 'always',
    summary: 'Changes a rate; of one that was in force only its last day.',
    params: IdParams,
    body: TaxRuleBody,
    response: TaxRule,
  }),
  removeRule: endpoint({
    method: 'DELETE',
    path: '/api/admin/tax/rules/:id',
    invalidates: true,
    access: superAdmin,
    money: 'always',
    summary: 'Deletes a rate that was never in force.',
    params: IdParams,
    response: Ok,
  }),
  registrations,
  exportRegistrations: exportOf(registrations, 'The same registrations as one file.'),
  addRegistration: endpoint({
    method: 'POST',
    path: '/api/admin/tax/registrations',
    invalidates: true,
    access: superAdmin,
    money: 'always',
    summary: 'Adds a registration of the platform.',
    body: RegistrationBody,
    response: StaffRegistration,
    status: 201,
  }),
  changeRegistration: endpoint({
    method: 'PUT',
    path: '/api/admin/tax/registrations/:id',
    invalidates: true,
    access: superAdmin,
    money: 'always',
    summary: 'Changes a registration.',
    params: IdParams,
    body: RegistrationBody,
    response: StaffRegistration,
  }),
  removeRegistration: endpoint({
    method: 'DELETE',
    path: '/api/admin/tax/registrations/:id',
    invalidates: true,
    access: superAdmin,
    money: 'always',
    summary: 'Deletes a registration.',
    params: IdParams,
    response: Ok,
  }),
  exchangeRates,
  exportExchangeRates: exportOf(exchangeRates, 'The same exchange rates as one file.'),
  addExchangeRates: endpoint({
    method: 'POST',
    path: '/api/admin/tax/exchange-rates',
    access: superAdmin,
    money: 'always',
    summary: "Adds a reference rate, or those of the European Central Bank's CSV file; days that have one keep it.",
    body: ExchangeRateBody,
    response: z.object({ added: z.int() }),
    status: 201,
  }),
  changeExchangeRate: endpoint({
    method: 'PUT',
    path: '/api/admin/tax/exchange-rates/:id',
    access: superAdmin,
    money: 'always',
    summary: 'Changes a reference rate.',
    params: RateParams,
    body: z.object({ perEur: PerEur, version: z.optional(version) }),
    response: ExchangeRate,
  }),
  removeExchangeRate: endpoint({
    method: 'DELETE',
    path: '/api/admin/tax/exchange-rates/:id',
    access: superAdmin,
    money: 'always',
    summary: 'Deletes a reference rate.',
    params: RateParams,
    response: Ok,
  }),
  refusals: endpoint({
    method: 'GET',
    path: '/api/admin/tax/refusals',
    access: STAFF_ROLES,
    permission: 'finance.read',
    summary: 'Lists the countries whose buyers could not order in the last 30 days because the shop has no registration there.',
    response: z.array(z.object({ country: z.string(), buyers: z.int() })),
  }),
  tryOut: endpoint({
    method: 'POST',
    path: '/api/admin/tax/try',
    access: STAFF_ROLES,
    permission: 'settings.read',
    summary: 'Decides the tax of a case by the rules, with the row that it follows from and the amounts; nothing is stored.',
    body: TaxTrialBody,
    response: TaxTrial,
  }),
  ofBusiness: endpoint({
    method: 'GET',
    path: '/api/business/tax',
    access: seller,
    members: 'owner',
    summary: "Returns the tax facts of the caller's business.",
    response: BusinessTax,
  }),
  saveOfBusiness: endpoint({
    method: 'PUT',
    path: '/api/business/tax',
    access: seller,
    members: 'owner',
    money: 'always',
    summary: "Changes the tax facts of the caller's business.",
    body: BusinessTaxBody,
    response: BusinessTax,
  }),
  ofBusinessForStaff: endpoint({
    method: 'GET',
    path: '/api/admin/businesses/:id/tax',
    access: STAFF_ROLES,
    permission: 'sellers.read',
    summary: 'Returns the tax facts of a business.',
    params: IdParams,
    response: BusinessTax,
  }),
  saveOfBusinessForStaff: endpoint({
    method: 'PUT',
    path: '/api/admin/businesses/:id/tax',
    access: STAFF_ROLES,
    permission: 'sellers.write',
    money: 'always',
    summary: 'Changes the tax facts of a business.',
    params: IdParams,
    body: BusinessTaxBody,
    response: BusinessTax,
  }),
}
