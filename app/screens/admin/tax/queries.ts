import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { TaxReturns } from '#contract/integrations/accounting.ts'
import type { StaffExemption } from '#contract/pricing/exemptions.ts'
import type { ExchangeRate, StaffRegistration, TaxRule } from '#contract/pricing/tax.ts'
import type { StaffVatCheck } from '#contract/pricing/vat-ids.ts'

type Token = string | null
// the grid sends only what its columns and filters name
type QueryOf<Area extends 'tax' | 'exemptions' | 'vatIds', Call extends keyof ShopApi[Area]> = ShopApi[Area][Call] extends (
  input?: infer Input,
) => unknown
  ? NonNullable<Input> extends { query?: infer Query }
    ? NonNullable<Query>
    : never
  : never

export const rulesQuery = (token: Token, query: GridQuery): Read<Page<TaxRule>> => ({
  queryKey: [...officeKey(token), 'tax-rules', query],
  read: (api, signal) => api.tax.rules({ query: query as QueryOf<'tax', 'rules'>, signal }),
  staleTime: 0,
})

export const registrationsQuery = (token: Token, query: GridQuery): Read<Page<StaffRegistration>> => ({
  queryKey: [...officeKey(token), 'tax-registrations', query],
  read: (api, signal) => api.tax.registrations({ query: query as QueryOf<'tax', 'registrations'>, signal }),
  staleTime: 0,
})

export const refusalsQuery = (token: Token): Read<{ country: string; buyers: number }[]> => ({
  queryKey: [...officeKey(token), 'tax-refusals'],
  read: (api, signal) => api.tax.refusals({ signal }),
  staleTime: 0,
})

export const exchangeRatesQuery = (token: Token, query: GridQuery): Read<Page<ExchangeRate>> => ({
  queryKey: [...officeKey(token), 'exchange-rates', query],
  read: (api, signal) => api.tax.exchangeRates({ query: query as QueryOf<'tax', 'exchangeRates'>, signal }),
  staleTime: 0,
})

export const certificatesQuery = (token: Token, query: GridQuery): Read<Page<StaffExemption>> => ({
  queryKey: [...officeKey(token), 'certificates', query],
  read: (api, signal) => api.exemptions.list({ query: query as QueryOf<'exemptions', 'list'>, signal }),
  staleTime: 0,
})

export const vatChecksQuery = (token: Token, query: GridQuery): Read<Page<StaffVatCheck>> => ({
  queryKey: [...officeKey(token), 'vat-ids', query],
  read: (api, signal) => api.vatIds.list({ query: query as QueryOf<'vatIds', 'list'>, signal }),
  staleTime: 0,
})

export const returnsQuery = (token: Token, days: { from: string; to: string }): Read<TaxReturns> => ({
  queryKey: [...officeKey(token), 'tax-returns', days],
  read: (api, signal) => api.accounting.taxReturns({ query: days, signal }),
  staleTime: 0,
})
