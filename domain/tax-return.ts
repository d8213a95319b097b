import { type Currency, fractionOf } from './money.ts'
import type { TaxDecision } from './tax-decision.ts'
import type { TaxScheme } from './tax-registration.ts'

/** Tables of a tax return: by country and rate, for the one-stop shops, by VAT id, and by state. */
export const RETURN_LAYOUTS = ['rows', 'oneStop', 'recapitulative', 'unitedStates'] as const

/** One of `RETURN_LAYOUTS`. */
export type ReturnLayout = (typeof RETURN_LAYOUTS)[number]

/** Sums of the documents of one day with the same facts; credit notes are below 0. Amounts in cents of the currency. */
export interface ReturnFigure extends Pick<TaxDecision, 'reason' | 'percent' | 'country' | 'state' | 'collector'> {
  /** Day of the issue of the documents (ISO date). */
  day: string
  currency: Currency
  /** VAT id and name of the buyer of an intra-Community supply; '' for others. */
  vatId: string
  name: string
  /** Month of the invoice that is corrected, where that is before the period; '' for others. */
  corrects: string
  netCents: number
  /** Taxed part of the net amount. */
  baseCents: number
  taxCents: number
}

/** Reports the scheme that a tax belongs to. */
export function schemeOf({ reason }: Pick<ReturnFigure, 'reason'>): TaxScheme {
  switch (reason) {
    case 'oss':
    case 'ioss':
    case 'sales_tax':
      return reason
    case 'us_flat':
    case 'exempt_certificate':
    case 'no_nexus':
      return 'sales_tax'
    default:
      return 'domestic'
  }
}

/** A reference rate: units of a currency for one euro on a day. */
interface DayRate {
  day: string
  perEur: number
}

/**
 * Returns the rate of a figure; null where there is none. The one-stop shops take that of the last day of the period, or of the next day
 * that has one (Directive 2006/112/EC Art. 369h, 369w); all others the newest until the day of the document (Art. 91).
 * @param rates of the currency, in the order of their days
 */
function rateOf({ reason, day }: ReturnFigure, rates: readonly DayRate[], lastDay: string): number | null {
  const upTo = (end: string) => rates.findLast((rate) => rate.day <= end)
  const isOneStop = reason === 'oss' || reason === 'ioss'
  const rate = isOneStop ? (rates.find((one) => one.day >= lastDay) ?? upTo(lastDay)) : upTo(day)
  return rate?.perEur ?? null
}

/** A figure with its amounts in cents of EUR; null where its day has no rate. */
interface EuroFigure extends ReturnFigure {
  baseEurCents: number | null
  taxEurCents: number | null
}

const inEur = (cents: number, perEur: number) => Math.sign(cents) * fractionOf(Math.abs(cents), 1_000_000, Math.round(perEur * 1_000_000))

function withEur(figure: ReturnFigure, rates: ReadonlyMap<string, readonly DayRate[]>, lastDay: string): EuroFigure {
  const { currency, baseCents, taxCents } = figure
  const perEur = currency === 'EUR' ? 1 : rateOf(figure, rates.get(currency) ?? [], lastDay)
  if (perEur === null) return { ...figure, baseEurCents: null, taxEurCents: null }
  return { ...figure, baseEurCents: inEur(baseCents, perEur), taxEurCents: inEur(taxCents, perEur) }
}

const AMOUNTS = ['netCents', 'baseCents', 'taxCents', 'baseEurCents', 'taxEurCents'] as const

/** Sums of figures: a sum in EUR is null where one of them is. */
type Sums = Record<'netCents' | 'baseCents' | 'taxCents', number> & Record<'baseEurCents' | 'taxEurCents', number | null>

function sumOf(figures: readonly EuroFigure[]): Sums {
  const sums = AMOUNTS.map((name) => [
    name,
    figures.reduce<number | null>((sum, { [name]: cents }) => (sum === null || cents === null ? null : sum + cents), 0),
  ])
  return Object.fromEntries(sums) as Sums // one for each name
}

/** Puts figures that have the same key together, in the order of their keys. */
function groupBy<Key extends object>(figures: readonly EuroFigure[], keyOf: (figure: EuroFigure) => Key): (Key & Sums)[] {
  const groups = Map.groupBy(figures, (figure) => JSON.stringify(keyOf(figure)))
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, own]) => ({ ...(JSON.parse(key) as Key), ...sumOf(own) })) // made by keyOf
}

/** Returns the quarter of a month: 2026-09 gives 2026-Q3. */
const quarterOf = (month: string): string => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`

/**
 * Composes the tables of a tax return, with the days and currencies whose rate VAT is missing; amounts in cents. Each figure is in `rows`
 * once.
 * @param rates reference rates by currency, in the order of their days
 * @param lastDay the last day of the period (ISO date)
 */
export function composeReturn(given: readonly ReturnFigure[], rates: ReadonlyMap<string, readonly DayRate[]>, lastDay: string) {
  const figures = given.map((figure) => withEur(figure, rates, lastDay))
  const oneStop = figures.filter(({ reason }) => reason === 'oss' || reason === 'ioss')
  // which is reported in its currency
  const unrated = figures.filter((figure) => figure.baseEurCents === null && schemeOf(figure) !== 'sales_tax')
  return {
    totals: groupBy(figures, ({ currency }) => ({ currency })),
    rows: groupBy(figures, (figure) => {
      const { country, state, reason, percent, collector, currency } = figure
      return { country, scheme: schemeOf(figure), state, percent, reason, collector, currency }
    }),
    oneStop: groupBy(oneStop, ({ reason, collector, country, corrects, percent }) => ({
      scheme: reason === 'ioss' ? ('ioss' as const) : ('oss' as const),
      collector,
      corrects: corrects === '' ? null : reason === 'ioss' ? corrects : quarterOf(corrects),
      country,
      percent,
    })),
    recapitulative: groupBy(
      figures.filter(({ reason }) => reason === 'intra_community'),
      ({ collector, vatId, name }) => ({ collector, vatId, name }),
    ),
    unitedStates: groupBy(
      figures.filter(({ country }) => country === 'US'),
      ({ state, currency }) => ({ state, currency }),
    ),
    missingRates: groupBy(unrated, ({ currency, day }) => ({ currency, day })).map(({ currency, day }) => ({ currency, day })),
  }
}
