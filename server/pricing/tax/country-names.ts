import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { lookupKey } from '#domain/text.ts'

let byName: readonly string[] | null = null

/** All countries in the order of their names, made when they are asked for. */
function codesByName(): readonly string[] {
  byName ??= COUNTRY_CODES.toSorted((one, other) => countryNameOf(one).localeCompare(countryNameOf(other), 'en'))
  return byName
}

/** Key that sorts rows by the name of their country, which screens show, not by its code. */
export const byCountryName = (code: AnyColumn): SQL => sql`array_position(${`{${codesByName().join(',')}}`}::text[], ${code}::text)`

/** Condition: the name of a row's country has this text. */
export function hasCountryName(code: AnyColumn, text: string): SQL {
  const codes = COUNTRY_CODES.filter((each) => countryNameOf(each).toLowerCase().includes(lookupKey(text)))
  return sql`${code} = any(${`{${codes.join(',')}}`}::text[])`
}
