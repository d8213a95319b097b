import * as z from 'zod/mini'
import { CurrencyCode } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { TAX_REASONS } from '#domain/tax-decision.ts'
import { TAX_SCHEMES } from '#domain/tax-registration.ts'
import { RETURN_LAYOUTS } from '#domain/tax-return.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const MONTH = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'Please enter a month like 2026-11' }))
const YEAR = z.string().check(z.regex(/^20\d{2}$/, { error: 'Please enter a year like 2026' }))
const CSV = 'text/csv; charset=utf-8'

const DAY = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Please enter a date like 2026-03-04' }))
const EuroAmount = z.nullable(Amount)

/** Figures of the invoices less the credit notes of a period. Amounts in EUR are null where a day has no exchange rate. */
export const TaxReturns = z.object({
  /** First and last day (UTC). */
  from: z.string(),
  to: z.string(),
  /** Sums of the documents in their currency. */
  totals: z.array(z.object({ currency: CurrencyCode, net: Amount, tax: Amount })),
  rows: z.array(
    z.object({
      scheme: z.enum(TAX_SCHEMES),
      /** Country of the tax (ISO 3166, two letters), and its state; '' where it has none. */
      country: z.string(),
      state: z.string(),
      reason: z.enum(TAX_REASONS),
      percent: z.number(),
      /** Name of the seller that owes the tax; null: the platform. */
      collector: z.nullable(z.string()),
      currency: CurrencyCode,
      /** Amount without tax, and what of it is taxed: sales tax leaves shipping out. */
      net: Amount,
      base: Amount,
      tax: Amount,
      baseEur: EuroAmount,
      taxEur: EuroAmount,
    }),
  ),
  /** Lines of the returns of the one-stop shops. */
  oneStop: z.array(
    z.object({
      scheme: z.enum(['oss', 'ioss']),
      collector: z.nullable(z.string()),
      /** Member state of consumption. */
      country: z.string(),
      /** Quarter or month of the invoice that is corrected, such as 2026-Q3 or 2026-09; null: a sale of this period. */
      corrects: z.nullable(z.string()),
      percent: z.number(),
      baseEur: EuroAmount,
      taxEur: EuroAmount,
    }),
  ),
  /** Lines of the recapitulative statement: supplies to businesses of other member states, by VAT id. */
  recapitulative: z.array(z.object({ collector: z.nullable(z.string()), vatId: z.string(), name: z.string(), baseEur: EuroAmount })),
  /** Sales in the United States by state, in their currency. */
  unitedStates: z.array(z.object({ state: z.string(), currency: CurrencyCode, net: Amount, base: Amount, tax: Amount })),
  /** Days and currencies of documents with VAT without an exchange rate. */
  missingRates: z.array(z.object({ currency: z.string(), day: z.string() })),
})
export type TaxReturns = z.output<typeof TaxReturns>

export const accounting = {
  taxReturns: endpoint({
    method: 'GET',
    path: '/api/admin/tax/returns',
    access: STAFF_ROLES,
    permission: 'finance.read',
    summary:
      'Figures for the tax returns of a period from its invoices and credit notes: by country, rate, scheme and collector, for the one-stop shops, by VAT ID, and by state; as JSON, or one of the tables as CSV.',
    query: z.object({
      from: DAY,
      to: DAY,
      scheme: z.optional(z.enum(TAX_SCHEMES)),
      format: z._default(z.enum(['json', 'csv']), 'json'),
      /** Table of the CSV. */
      layout: z._default(z.enum(RETURN_LAYOUTS), 'rows'),
    }),
    response: TaxReturns,
    produces: ['application/json', CSV],
    mayLag: true,
  }),
  journal: endpoint({
    method: 'GET',
    path: '/api/admin/accounting/journal',
    access: ['super_admin'],
    permission: 'journal.read',
    summary: "The platform's documents of a month as entries of a journal: CSV, or a DATEV file (EXTF 700, Windows-1252).",
    query: z.object({ month: MONTH, format: z._default(z.enum(['csv', 'datev']), 'csv') }),
    response: z.string(),
    produces: [CSV, 'text/csv; charset=windows-1252'],
    stepUp: true,
    mayLag: true,
  }),
  ownJournal: endpoint({
    method: 'GET',
    path: '/api/business/accounting/journal',
    access: ['business_admin'],
    token: 'read',
    summary: "The documents of the caller's business of a month as entries of a journal (CSV).",
    query: z.object({ month: MONTH }),
    response: z.string(),
    produces: [CSV],
    mayLag: true,
  }),
  sellers: endpoint({
    method: 'GET',
    path: '/api/admin/accounting/sellers',
    access: ['super_admin'],
    summary:
      'Figures of every seller in a year by quarter and currency, as tax offices ask for them (DAC7, 1099-K): orders, gross amount, fees.',
    query: z.object({ year: YEAR }),
    response: z.string(),
    produces: [CSV],
    stepUp: true,
    mayLag: true,
  }),
}
