import * as z from 'zod/mini'
import { CurrencyCode, Email, requiredText, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Money } from '#contract/money.ts'
import { UNCONFIRMED_DAYS } from '#domain/pay-later.ts'
import { ROLES } from '#domain/user.ts'

const superAdmin = ['super_admin'] as const
const staffRoles = ['application_admin', 'super_admin'] as const

const MAX_DAYS = 90
const MAX_STOCK = 1_000_000

const wholeNumber = (min: number, max: number) =>
  z.int().check(z.refine((value: number) => value >= min && value <= max, { error: `Please enter a whole number from ${min} to ${max}` }))

const span = { minDays: wholeNumber(1, MAX_DAYS), maxDays: wholeNumber(1, MAX_DAYS) }
const isSpan = ({ minDays, maxDays }: { minDays: number; maxDays: number }) => minDays <= maxDays
const SPAN_ERROR = { error: 'Must not be less than the first number of days', path: ['maxDays'] }

const degrees = (most: number) =>
  z.number().check(z.refine((value: number) => Math.abs(value) <= most, { error: `Please enter degrees from -${most} to ${most}` }))

/** At most four decimals, as tax laws have them. */
const Percent = z.number().check(
  z.refine((value: number) => value >= 0 && value <= 100 && Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, {
    error: 'Please enter a percentage from 0 to 100',
  }),
)

const Both = z.object({ USD: Money, EUR: Money })

export const CompanySettings = z.object({
  name: requiredText(80, 'Please enter the name of the company'),
  email: Email,
  phone: requiredText(40, 'Please enter a phone number'),
  street: requiredText(120, 'Please enter the street'),
  city: requiredText(120, 'Please enter the city'),
  country: requiredText(80, 'Please enter the country'),
  /** VAT id or tax number as it stands on invoices. */
  taxNumber: z._default(text(40), ''),
  /** Where and how a Pay Later order is paid: bank, account, reference; stands on unpaid invoices and in reminders only. */
  payTo: z._default(text(500), ''),
  /** One line for each span of days. */
  hours: z.array(text(80)).check(z.maxLength(7)),
  /** Where the map of the contact page points; null: no map. */
  location: z.nullable(z.object({ latitude: degrees(90), longitude: degrees(180) })),
})

const Rate = z.object({ price: Both, freeFrom: z.nullable(Both), ...span }).check(z.refine(isSpan, SPAN_ERROR))

export const StockSettings = z
  .object({ low: wholeNumber(1, MAX_STOCK), medium: wholeNumber(1, MAX_STOCK), restock: wholeNumber(1, MAX_STOCK) })
  .check(
    z.refine(({ low, medium }) => low <= medium, { error: 'Must not be less than the low level', path: ['medium'] }),
    z.refine(({ low, restock }) => low <= restock, { error: 'Must not be less than the low level', path: ['restock'] }),
  )

/** On which terms buyers may pay later. The first two count while cards can be charged too, the others always. */
export const PayLaterSettings = z.object({
  offered: z.boolean(),
  /** What each buyer may have open, in USD; null (or 0 when it is saved): no limit. */
  limit: z.nullable(Money),
  /** What a buyer may have open, in USD, who has no paid order or no confirmed email; null: no limit. */
  newBuyerLimit: z.nullable(Money),
  /** Days after which an unpaid order is cancelled whose buyer has not confirmed the email. */
  unconfirmedDays: wholeNumber(UNCONFIRMED_DAYS.least, UNCONFIRMED_DAYS.most),
})

/** The groups of settings; each is read and saved on its own. */
const groups = {
  company: CompanySettings,
  /** In percent, 0 to 100: on goods after discount; shipping is not taxed. */
  tax: z.object({ percent: Percent }),
  /** Price and free-from threshold (null: never free) of each way to ship, and its business days. */
  shipping: z.object({ standard: Rate, express: Rate, overnight: Rate }),
  /** Under `low` pieces stock is low, under `medium` it is medium; restocking aims at `restock`. */
  stock: StockSettings,
  /** Business days within which applications are promised an answer. */
  review: z.object(span).check(z.refine(isSpan, SPAN_ERROR)),
  /** What visitors see who have not chosen. */
  currency: z.object({ default: CurrencyCode }),
  payLater: PayLaterSettings,
  switches: z.object({ reviewNewProducts: z.boolean(), onlySuperAdminsApprove: z.boolean(), superAdminImport: z.boolean() }),
}

const version = z.int()
const Version = z.object({ version })
const VersionSent = z.object({ version: z.optional(version) })

export const Settings = z.object({
  company: z.intersection(groups.company, Version),
  tax: z.intersection(groups.tax, Version),
  shipping: z.intersection(groups.shipping, Version),
  stock: z.intersection(groups.stock, Version),
  review: z.intersection(groups.review, Version),
  currency: z.intersection(groups.currency, Version),
  payLater: z.intersection(groups.payLater, Version),
  switches: z.intersection(groups.switches, Version),
  /** What the server's environment sets. */
  fixed: z.object({
    /** Minutes for which the goods of a card payment are held. */
    holdMinutes: z.number(),
    /** Whether cards can be charged. Where they cannot, everybody may pay later. */
    chargesCards: z.boolean(),
  }),
})
export type Settings = z.output<typeof Settings>

/** The groups that change; the others stay. A group is given whole. */
export const SettingsBody = z.object({
  company: z.optional(z.intersection(groups.company, VersionSent)),
  tax: z.optional(z.intersection(groups.tax, VersionSent)),
  shipping: z.optional(z.intersection(groups.shipping, VersionSent)),
  stock: z.optional(z.intersection(groups.stock, VersionSent)),
  review: z.optional(z.intersection(groups.review, VersionSent)),
  currency: z.optional(z.intersection(groups.currency, VersionSent)),
  /** `newBuyerLimit` and `unconfirmedDays` stay as they are where they are absent. */
  payLater: z.optional(z.intersection(z.partial(groups.payLater, { newBuyerLimit: true, unconfirmedDays: true }), VersionSent)),
  switches: z.optional(z.intersection(groups.switches, VersionSent)),
})
export type SettingsBody = z.output<typeof SettingsBody>

/** What a role may: `yes`, `own` (only with its own things), `switch` (not before a setting is switched on), `no`. */
export const GRANTS = ['yes', 'own', 'switch', 'no'] as const

export const Permission = z.object({
  /** Such as `catalog.import`: what it is about, and what is done. */
  key: z.string(),
  /** What it lets do: the calls' own sentences. */
  texts: z.array(z.string()),
  grants: z.record(z.enum(ROLES), z.enum(GRANTS)),
  /** The calls that it opens, such as `GET /api/admin/settings`. */
  calls: z.array(z.string()),
})
export type Permission = z.output<typeof Permission>

export const settings = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    access: staffRoles,
    summary: 'Everything that a super admin can set of the shop, and what the environment sets.',
    response: Settings,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/settings',
    invalidates: true,
    access: superAdmin,
    summary:
      'Changes groups of settings, which act at once; an older `version` of a group is answered with the current settings. Where buyers pay to, tax and Pay Later need the password within 5 minutes.',
    body: SettingsBody,
    response: Settings,
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/api/admin/permissions',
    access: staffRoles,
    summary: 'What each role may do, drawn from the access rules of the calls and the settings.',
    response: z.array(Permission),
  }),
}
