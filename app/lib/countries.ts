import { countryNameOf } from '#domain/country-name.ts'
import { COUNTRIES as CODES } from '#domain/market-country.ts'
import { getShop } from './shop.ts'

/** Countries by their ISO 3166 code: those that a new shop can sell to. */
export const COUNTRIES: readonly (readonly [code: string, name: string])[] = CODES.map((code) => [code, countryNameOf(code)])

/**
 * Countries that the shop sells to, as forms of addresses offer them.
 * @param also a country that is offered too, since an address has it
 */
export function openCountries(also?: string): (readonly [code: string, name: string])[] {
  const { countries } = getShop()
  const codes = also && !countries.includes(also) ? [...countries, also] : countries
  return codes.map((code) => [code, countryNameOf(code)])
}
