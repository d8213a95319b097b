import type { FieldError } from '#contract/errors.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { stateError, stateName, statesOf } from '#domain/states.ts'
import { isDay } from '#domain/time.ts'

/** Country, state and days of a form. */
interface PlaceForm {
  country: string
  state: string | null
  validFrom: string
  validTo: string | null
}

/** Returns what is wrong with a country, its state and the days of a form. */
export function placeErrors({ country, state, validFrom, validTo }: PlaceForm): FieldError[] {
  const errors: FieldError[] = []
  if (!COUNTRY_CODES.includes(country)) errors.push({ field: 'country', message: 'Please choose a country.' })
  else if (state !== null && !statesOf(country).some(([code]) => code === state))
    errors.push({ field: 'state', message: stateError(country) })
  const day = 'Please enter a date like 2026-03-04'
  if (!isDay(validFrom)) errors.push({ field: 'validFrom', message: day })
  if (validTo !== null && !isDay(validTo)) errors.push({ field: 'validTo', message: day })
  else if (validTo !== null && validTo < validFrom)
    errors.push({ field: 'validTo', message: "The last day can't be before the first day." })
  return errors
}

/** Returns the name of a place: "Germany", "Texas, United States". */
export const placeName = ({ country, state }: { country: string; state: string | null }): string =>
  state === null ? countryNameOf(country) : `${stateName(country, state)}, ${countryNameOf(country)}`
