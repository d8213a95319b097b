import * as z from 'zod/mini'
import {
  CountryCode,
  CurrencyCode,
  Email,
  identifier,
  normalized,
  reference,
  requiredIdentifier,
  requiredLine,
  text,
} from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Money } from '#contract/money.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { TAX_PROVIDERS } from '#domain/calculated-tax.ts'
import { US_MODES } from '#domain/decide-tax.ts'
import { EU_COUNTRIES } from '#domain/market-country.ts'
import { UNCONFIRMED_DAYS } from '#domain/pay-later.ts'
import { REGISTER_MODES, STREAMS } from '#domain/producer-streams.ts'
import { PAPER_MODES, PAPER_SCOPES } from '#domain/required-papers.ts'
import { AUDIT_YEARS, ORDER_YEARS } from '#domain/retention.ts'
import { STEP_UP_RANGE } from '#domain/second-factor.ts'
import { RATE_BASES } from '#domain/settings.ts'
import { SELLERS_OF_RECORD } from '#domain/tax-decision.ts'
import { VIES_DOWN_MODES } from '#domain/tax-settings.ts'
import { isTimeZone } from '#domain/time.ts'
import { ROLES, STAFF_ROLES } from '#domain/user.ts'

const superAdmin = ['super_admin'] as const
const MAX_DAYS = 90
const MAX_STOCK = 1_000_000

const wholeNumber = (min: number, max: number) =>
  z.int().check(z.refine((value: number) => value >= min && value <= max, { error: `Please enter a whole number from ${min} to ${max}` }))

const span = { minDays: wholeNumber(1, MAX_DAYS), maxDays: wholeNumber(1, MAX_DAYS) }
const isSpan = ({ minDays, maxDays }: { minDays: number; maxDays: number }) => minDays <= maxDays
const SPAN_ERROR = { error: 'Must not be less than the first number of days', path: ['maxDays'] }

const degrees = (most: number) =>
  z.number().check(z.refine((value: number) => Math.abs(value) <= most, { error: `Please enter degrees from -${most} to ${most}` }))

/** A percentage from 0 to 100 with at most four decimals, as in tax laws. */
export const Percent = z.number().check(
  z.refine((value: number) => value >= 0 && value <= 100 && Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, {
    error: 'Please enter a percentage from 0 to 100',
  }),
)

const Both = z.object({ USD: Money, EUR: Money })

const CompanySettings = z.object({
  name: requiredLine(80, 'Please enter the name of the company'),
  email: Email,
  phone: requiredIdentifier(40, 'Please enter a phone number'),
  street: requiredLine(120, 'Please enter the street'),
  city: requiredLine(120, 'Please enter the city'),
  country: requiredIdentifier(80, 'Please enter the country'),
  /** VAT id or tax number on invoices. */
  taxNumber: z._default(identifier(40), ''),
  /** Facts of the imprint: "GmbH", the managing director, the court or office of the register and the number there; '' for none. */
  legalForm: z._default(text(80), ''),
  representative: z._default(text(160), ''),
  register: z._default(text(120), ''),
  registerNumber: z._default(reference(60), ''),
  /**
   * Payment instructions for Pay Later orders in US dollars (bank, account): shown to the buyer of an unpaid order on the order, in its
   * emails and on its invoice.
   */
  payTo: z._default(text(500), ''),
  /** Those for orders in euros; null: the same. Left out: unchanged. */
  payToEur: z.optional(z.nullable(text(500))),
  /** Time zone (IANA) whose days are those of sales, documents, journal and tax: a day ends at its midnight. Left out: unchanged. */
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, { error: 'Please choose a time zone such as America/Chicago' }))),
  /** One line a span of days. */
  hours: z.array(text(80)).check(z.maxLength(7)),
  /** Location on the map of the contact page; null for no map. */
  location: z.nullable(z.object({ latitude: degrees(90), longitude: degrees(180) })),
})

const Rate = z.object({ price: Both, freeFrom: z.nullable(Both), ...span }).check(z.refine(isSpan, SPAN_ERROR))

/** Units below which stock is low or medium, and the level that a restock should reach. */
export const StockSettings = z
  .object({ low: wholeNumber(1, MAX_STOCK), medium: wholeNumber(1, MAX_STOCK), restock: wholeNumber(1, MAX_STOCK) })
  .check(
    z.refine(({ low, medium }) => low <= medium, { error: 'Must not be less than the low level', path: ['medium'] }),
    z.refine(({ low, restock }) => low <= restock, { error: 'Must not be less than the low level', path: ['restock'] }),
  )

/** Terms of Pay Later. The first two apply only while cards can be charged, the others always. */
export const PayLaterSettings = z.object({
  offered: z.boolean(),
  /** Maximum open amount of a buyer, in USD; null (or 0 in a request): no limit. */
  limit: z.nullable(Money),
  /** Maximum open amount, in USD, of a buyer without a paid order or a confirmed email; null: no limit. */
  newBuyerLimit: z.nullable(Money),
  /** Days after which an unpaid order of a buyer with an unconfirmed email is canceled. */
  unconfirmedDays: wholeNumber(UNCONFIRMED_DAYS.least, UNCONFIRMED_DAYS.most),
})

const EuCountry = CountryCode.check(z.refine((code) => EU_COUNTRIES.includes(code), { error: 'No papers are required for this country.' }))

const Account = z.string().check(normalized, z.regex(/^\d{4,8}$/, { error: 'Please enter an account of 4 to 8 digits' }))
const TaxKey = z.string().check(normalized, z.regex(/^\d{0,4}$/, { error: 'Please enter a tax key of up to 4 digits, or leave it empty' }))

/**
 * Groups of settings, each read and saved on its own, in the order in which they are saved. What calls take and answer follows from an
 * entry; what is stored of it, and by whom, is in `server/platform/settings/groups/`.
 */
const groups = {
  company: CompanySettings,
  tax: z.object({
    /** Percentage, 0 to 100, of the items after discount; shipping is not taxed. */
    percent: Percent,
    /** Tax of orders in the United States: `flat`, by `percent`, or by state. */
    usMode: z.enum(US_MODES),
    /** For a VAT id that cannot be checked: `charge` VAT, or `accept` it. */
    whenViesIsDown: z.enum(VIES_DOWN_MODES),
    /** Calculator of taxes: `own`, by the rules, or `stripe`, by Stripe Tax with the keys of card payments. */
    provider: z.enum(TAX_PROVIDERS),
  }),
  /** Contracts and documents: who sells, and if the platform writes the invoices of its sellers. */
  trade: z.object({ sellerOfRecord: z.enum(SELLERS_OF_RECORD), selfBilling: z.boolean() }),
  /** Accounts and numbers of the bookkeeping, for the journal; `consultant` and `client` null: no DATEV file yet. */
  accounting: z.object({
    consultant: z.nullable(wholeNumber(1001, 9_999_999)),
    client: z.nullable(wholeNumber(1, 99_999)),
    receivables: Account,
    clearing: Account,
    tax: Account,
    commission: Account,
    purchases: Account,
    inputTax: Account,
    accounts: z.object({ domestic: Account, intraCommunity: Account, export: Account, otherEu: Account, other: Account }),
    keys: z.object({ domestic: TaxKey, intraCommunity: TaxKey, export: TaxKey, otherEu: TaxKey, other: TaxKey }),
  }),
  /** Price, free-shipping threshold (null: never free) and business days of each shipping method. */
  shipping: z.object({ standard: Rate, express: Rate, overnight: Rate }),
  /** Stock below `low` is low, below `medium` medium; restocking fills up to `restock`. */
  stock: StockSettings,
  /** Business days within which applications are answered. */
  review: z.object(span).check(z.refine(isSpan, SPAN_ERROR)),
  /** Defaults for visitors who have not chosen. */
  currency: z.object({ default: CurrencyCode }),
  /** Market of visitors who have chosen none: an open one. */
  market: z.object({ country: CountryCode, buyer: z.enum(BUYER_KINDS) }),
  payLater: PayLaterSettings,
  /** Mode of each rule of producer registers: `require` offers nothing there of a seller without a confirmed number. */
  registers: z.object({
    modes: z.array(z.object({ country: CountryCode, stream: z.enum(STREAMS), mode: z.enum(REGISTER_MODES) })).check(z.maxLength(100)),
  }),
  /** Years for which orders and the audit log are kept. */
  retention: z.object({
    orderYears: wholeNumber(ORDER_YEARS.least, ORDER_YEARS.most),
    auditYears: wholeNumber(AUDIT_YEARS.least, AUDIT_YEARS.most),
  }),
  /** Rules of signing in: of whom a second factor is required, and the minutes for which a confirmation lasts. */
  security: z.object({
    staffSecondFactor: z.boolean(),
    sellerSecondFactor: z.boolean(),
    stepUpMinutes: wholeNumber(STEP_UP_RANGE.least, STEP_UP_RANGE.most),
  }),
  /** Modes of papers that a product lacks, as staff chose them; every other kind and country warns. */
  papers: z.object({
    modes: z.array(z.object({ scope: z.enum(PAPER_SCOPES), country: EuCountry, mode: z.enum(PAPER_MODES) })).check(
      z.maxLength(PAPER_SCOPES.length * EU_COUNTRIES.length),
      z.refine((modes) => new Set(modes.map(({ scope, country }) => scope + country)).size === modes.length, {
        error: 'Choose one mode for each kind of product and country.',
      }),
    ),
  }),
  switches: z.object({
    reviewNewProducts: z.boolean(),
    onlySuperAdminsApprove: z.boolean(),
    superAdminImport: z.boolean(),
    /** A business is approved only once its trader details are complete and checked. */
    requireTraderChecks: z.boolean(),
  }),
}

/** Groups as changes send them. Members that older clients don't know may be absent, and then stay unchanged. */
const sent = {
  ...groups,
  tax: z.partial(groups.tax, { usMode: true, whenViesIsDown: true, provider: true }),
  accounting: z.partial(groups.accounting, { clearing: true, commission: true, purchases: true, inputTax: true }),
  payLater: z.partial(groups.payLater, { newBuyerLimit: true, unconfirmedDays: true }),
  switches: z.partial(groups.switches, { requireTraderChecks: true }),
}

/** Names of all groups. */
export const SETTING_GROUPS = z.keyof(z.object(groups)).options
/** Name of a group of settings. */
export type SettingGroup = keyof typeof groups
/** A group as calls answer it, but for its version. */
export type SettingValue<Name extends SettingGroup> = z.output<(typeof groups)[Name]>

/** Returns an object with a member for each group; `Members` names what `member` makes of each. */
export function eachGroup<Members extends Record<SettingGroup, unknown>>(
  member: <Name extends SettingGroup>(name: Name) => unknown,
): Members
export function eachGroup(member: (name: SettingGroup) => unknown): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const name of SETTING_GROUPS) members[name] = member(name)
  return members
}

const version = z.int()
const Version = z.object({ version })
const VersionSent = z.object({ version: z.optional(version) })
type Answered = { [Name in SettingGroup]: z.ZodMiniIntersection<(typeof groups)[Name], typeof Version> }
type Sent = { [Name in SettingGroup]: z.ZodMiniOptional<z.ZodMiniIntersection<(typeof sent)[Name], typeof VersionSent>> }

/** All settings that staff may change, by group; each group has a version of its own. */
export const Settings = z.object({
  ...eachGroup<Answered>((name) => z.intersection(groups[name], Version)),
  /**
   * `legacy`: one rate of tax and one row of shipping rates count in every country, until a super admin puts the rules by country in force.
   */
  basis: z.enum(RATE_BASES),
  /**
   * Address of the official notice of the legal guarantee (Regulation (EU) 2025/1960), as it was uploaded; null: one sentence stands for
   * it.
   */
  guaranteeNotice: z.nullable(z.string()),
  /** Settings of the server's environment. */
  fixed: z.object({
    /** Minutes for which stock is reserved during card payment. */
    holdMinutes: z.number(),
    /** True if cards can be charged; otherwise everyone may pay later. */
    chargesCards: z.boolean(),
  }),
})
export type Settings = z.output<typeof Settings>

/** The groups to change, each complete; others stay unchanged. */
export const SettingsBody = z.object(eachGroup<Sent>((name) => z.optional(z.intersection(sent[name], VersionSent))))
export type SettingsBody = z.output<typeof SettingsBody>
/** A group as a change sends it. */
export type SentSetting<Name extends SettingGroup> = NonNullable<SettingsBody[Name]>

/** Permission of a role: `yes`, `own` (only with its own data), `switch` (only if a setting is on), `no`. */
const GRANTS = ['yes', 'own', 'switch', 'no'] as const

/** Grants of each role for one action on one kind of record. */
export const Permission = z.object({
  /** Object and action, such as `catalog.import`. */
  key: z.string(),
  /** Descriptions of its calls. */
  texts: z.array(z.string()),
  grants: z.record(z.enum(ROLES), z.enum(GRANTS)),
  /** Its calls, such as `GET /api/admin/settings`. */
  calls: z.array(z.string()),
})
export type Permission = z.output<typeof Permission>

export const settings = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    access: STAFF_ROLES,
    permission: 'settings.read',
    summary: 'Returns the settings of the shop and of the environment.',
    response: Settings,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/settings',
    invalidates: true,
    access: superAdmin,
    money: 'onceItMoves',
    summary:
      'Changes groups of settings with immediate effect; an older `version` of a group is refused with the current settings. Payment instructions, tax, seller of record, accounting, Pay Later, producer registers, retention and security require step-up; to require a second factor, the caller needs one.',
    body: SettingsBody,
    response: Settings,
  }),
  saveNotice: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/guarantee-notice',
    invalidates: true,
    access: superAdmin,
    summary: 'Stores the official notice of the legal guarantee, an SVG or PNG file of at most 1 MB, which is shown unaltered.',
    body: z.object({}),
    response: Settings,
    files: { notice: 1 },
  }),
  removeNotice: endpoint({
    method: 'DELETE',
    path: '/api/admin/settings/guarantee-notice',
    invalidates: true,
    access: superAdmin,
    summary: 'Removes the official notice of the legal guarantee; one sentence stands for it again.',
    response: Settings,
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/api/admin/permissions',
    access: STAFF_ROLES,
    permission: 'settings.read',
    summary: 'Lists what each role may do, from the access rules of the calls and the settings.',
    response: z.array(Permission),
  }),
}
