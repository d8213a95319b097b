import type { TaxReturns } from '#contract/integrations/accounting.ts'
import { countDays } from '#domain/analytics.ts'
import { toDecimal } from '#domain/money.ts'
import { percentOfRate } from '#domain/tax-decision.ts'
import type { TaxScheme } from '#domain/tax-registration.ts'
import { composeReturn, type ReturnLayout, schemeOf } from '#domain/tax-return.ts'
import { addDays, isDay } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import type { TableValue } from '#server/platform/vendors/table-file.ts'
import { listReturnFigures, listReturnRates, listSellerNames } from './tax-return-rows.ts'

/** Longest period of a return, in days. */
const MAX_DAYS = 366

/** Period of a return in days of the shop, both included. */
interface Period {
  from: string
  to: string
  scheme?: TaxScheme | undefined
}

const inEur = (cents: number | null) => (cents === null ? null : toDecimal(cents))

/** Reads the figures for the tax returns of a period. Refuses days that do not exist, an end before the beginning, and more than a year. */
export async function readReturns(db: Db, { from, to, scheme }: Period): Promise<TaxReturns> {
  for (const [field, day] of Object.entries({ from, to })) if (!isDay(day)) refuseField(field, 'Please enter a date like 2026-03-04')
  if (to < from) return refuseField('to', "The last day can't be before the first day.")
  if (countDays({ from, to }) > MAX_DAYS) return refuseField('to', 'Please choose a period of at most one year.')
  const before = addDays(to, 1)
  const figures = (await listReturnFigures(db, { from, before })).filter((figure) => !scheme || schemeOf(figure) === scheme)
  const composed = composeReturn(figures, await listReturnRates(db, before), to)
  const names = await listSellerNames(db)
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? id))
  return {
    from,
    to,
    totals: composed.totals.map(({ currency, netCents, taxCents }) => ({ currency, net: toDecimal(netCents), tax: toDecimal(taxCents) })),
    rows: composed.rows.map(({ percent, collector, netCents, baseCents, taxCents, baseEurCents, taxEurCents, ...facts }) => ({
      ...facts,
      percent: percentOfRate(percent),
      collector: nameOf(collector),
      net: toDecimal(netCents),
      base: toDecimal(baseCents),
      tax: toDecimal(taxCents),
      baseEur: inEur(baseEurCents),
      taxEur: inEur(taxEurCents),
    })),
    oneStop: composed.oneStop.map(({ scheme: of, collector, country, corrects, percent, baseEurCents, taxEurCents }) => ({
      scheme: of,
      collector: nameOf(collector),
      country,
      corrects,
      percent: percentOfRate(percent),
      baseEur: inEur(baseEurCents),
      taxEur: inEur(taxEurCents),
    })),
    recapitulative: composed.recapitulative.map(({ collector, vatId, name, baseEurCents }) => ({
      collector: nameOf(collector),
      vatId,
      name,
      baseEur: inEur(baseEurCents),
    })),
    unitedStates: composed.unitedStates.map(({ state, currency, netCents, baseCents, taxCents }) => ({
      state,
      currency,
      net: toDecimal(netCents),
      base: toDecimal(baseCents),
      tax: toDecimal(taxCents),
    })),
    missingRates: composed.missingRates,
  }
}

const PLATFORM = 'Platform'

/** Returns one table of a return as the titles and cells of a file. */
export function tableOf(returns: TaxReturns, layout: ReturnLayout): { titles: string[]; cells: TableValue[][] } {
  const owed = (collector: string | null) => collector ?? PLATFORM
  switch (layout) {
    case 'rows':
      return {
        titles: ['Country', 'State', 'Scheme', 'Rate', 'Reason', 'Collector', 'Currency', 'Net', 'Base', 'Tax', 'Base EUR', 'Tax EUR'],
        cells: returns.rows.map((row) => [
          row.country,
          row.state,
          row.scheme,
          row.percent,
          row.reason,
          owed(row.collector),
          row.currency,
          row.net,
          row.base,
          row.tax,
          row.baseEur ?? '',
          row.taxEur ?? '',
        ]),
      }
    case 'oneStop':
      return {
        titles: ['Scheme', 'Collector', 'Member state of consumption', 'Corrects period', 'Rate', 'Taxable amount EUR', 'VAT EUR'],
        cells: returns.oneStop.map((row) => [
          row.scheme.toUpperCase(),
          owed(row.collector),
          row.country,
          row.corrects ?? '',
          row.percent,
          row.baseEur ?? '',
          row.taxEur ?? '',
        ]),
      }
    case 'recapitulative':
      return {
        titles: ['Collector', 'Country', 'VAT ID', 'Name', 'Supplies EUR'],
        cells: returns.recapitulative.map((row) => [owed(row.collector), row.vatId.slice(0, 2), row.vatId, row.name, row.baseEur ?? '']),
      }
    case 'unitedStates':
      return {
        titles: ['State', 'Currency', 'Net sales', 'Taxable sales', 'Sales tax'],
        cells: returns.unitedStates.map((row) => [row.state, row.currency, row.net, row.base, row.tax]),
      }
  }
}
