import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

const MONTH = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'Please give a month like 2026-11' }))
const YEAR = z.string().check(z.regex(/^20\d{2}$/, { error: 'Please give a year like 2026' }))
const CSV = 'text/csv; charset=utf-8'

export const accounting = {
  journal: endpoint({
    method: 'GET',
    path: '/api/admin/accounting/journal',
    access: ['super_admin'],
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
