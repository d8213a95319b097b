import { toDecimal } from '#domain/money.ts'
import type { Zone } from '#domain/shipping-zones.ts'
import { csvRecords, type TableValue } from '#server/platform/vendors/table-file.ts'

/** Columns of the file of rates, in order; weights in kilograms, amounts without tax. */
export const RATE_COLUMNS = [
  'zone',
  'country',
  'state',
  'from',
  'to',
  'class',
  'method',
  'minKg',
  'maxKg',
  'usd',
  'eur',
  'perKgUsd',
  'perKgEur',
  'minDays',
  'maxDays',
] as const

/** Writes zones as CSV: a line for each place and weight band; an empty price is by quote, an empty `maxKg` has no end. */
export function writeRates(zones: readonly Zone[]): Buffer {
  const rows = zones.flatMap(({ name, areas, rates }) =>
    areas.flatMap(({ country, state, postcodeFrom, postcodeTo }) =>
      rates.map((rate): TableValue[] => [
        name,
        country,
        state,
        postcodeFrom,
        postcodeTo,
        rate.class,
        rate.method,
        rate.minGrams / 1000,
        rate.maxGrams === null ? null : rate.maxGrams / 1000,
        rate.priceCents && toDecimal(rate.priceCents.USD),
        rate.priceCents && toDecimal(rate.priceCents.EUR),
        toDecimal(rate.perKgCents.USD),
        toDecimal(rate.perKgCents.EUR),
        rate.minDays,
        rate.maxDays,
      ]),
    ),
  )
  return csvRecords(rows, RATE_COLUMNS)
}
